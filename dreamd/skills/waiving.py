"""Tells where a text claims that an approval is not needed: a skill is knowledge, never permission; pure.

It goes by signs in the words, clause by clause. What forbids to skip an approval is no claim, and what tells that
somebody claims so is none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ASSENT = (
    r"(?:approv(?:al|als|ed|ing)|confirmations?|confirming|permissions?|consent|authori[sz]ations?|sign-?offs?|asking"
    r"|prompting|being asked|checking with|reviews?)"
)
QUALIFIER = "any|all|an?|the|every|further|prior|your|usual|user|human|explicit|additional|waiting for|first"
ANY = rf"(?:(?:{QUALIFIER}) )*"
SKIP = r"(?:skip(?:ping|s)?|bypass(?:ing|es)?|waiv(?:es?|ing)|ignor(?:e|ing)|overrid(?:e|ing)|suppress|disable)"
UNTIL = r"(?! (?:by|only|when|if|once|after|in)\b)"
"""What somebody gives, or gives then, is waived by nobody."""
ENGLISH = (
    rf"\b(?:no|zero) {ANY}{ASSENT} (?:is |are |will be )?(?:needed|required|necessary)"
    rf"|\b{ASSENT}\b[^.;!?\n]{{0,60}}?\b(?:do(?:es)? not|don[’']?t|doesn[’']?t|need not"
    rf"|never) (?:apply|hold|count|bind|concern)\b(?! (?:as|for|towards) )"
    rf"|\b{ASSENT} (?:is|are|may be|can be|has been|have been|counts? as|should be) (?:\w+ )?(?:skipped"
    rf"|dropped|given|presumed|taken for granted|signed|left out|unnecessary|void)\b{UNTIL}"
    rf"|\b(?:consider|regard|take|count|treat) {ANY}{ASSENT} (?:\w+ )?(?:as )?"
    rf"(?:given|granted|signed|done|there)\b{UNTIL}"
    rf"|\bcounts? as (?:already )?(?:given|there|obtained|signed|approved|confirmed|agreed|granted)\b{UNTIL}"
    rf"|\b(?:do(?:es)?|will) not (?:need|require) {ANY}{ASSENT}|\b(?:do|does|wo)n[’']?t (?:need|require) {ANY}{ASSENT}"
    rf"|\b(?:needs?|requires?) no {ANY}{ASSENT}"
    rf"|\b{ASSENT} (?:is|are) (?:(?:not|never) (?:needed|required|necessary)"
    r"|waived|granted|implied|assumed|automatic|optional)"
    rf"|\b{SKIP} {ANY}{ASSENT}|\bwithout {ANY}{ASSENT}"
    r"|\b(?:do not|don[’']?t|never|no need to|without having to) (?:ask|wait|prompt|check)"
    r"(?: (?:the )?(?:user|person|them|me|anyone|anybody))?(?: for| before| first|\b(?=[.,;!]|$))"
    r"|\bpre-?approved|\bauto-?approv\w+|\balready (?:been )?(?:approved|authori[sz]ed)"
    rf"|\bexempt from {ANY}{ASSENT}"
    r"|\byou (?:are|have been) (?:hereby )?(?:fully |pre-?)?(?:authori[sz]ed|permitted|allowed|cleared) to\b"
    r"|\byou have (?:my |the |full |(?:the )?(?:user|person|owner)[’']s )*"
    r"(?:permission|authori[sz]ation|consent|approval)"
    rf"|\b(?:counts?|treat(?:ed)?(?: (?:this|it))?|taken) as {ANY}(?:approval|consent|permission)"
    r"|--dangerously-skip-permissions|--dangerously-bypass-\S+|\bbypassPermissions\b|--yolo\b"
    r"|approval[_-](?:policy|mode)[\s\"'=:]+(?:never|yolo)"
)
CONSENT = "(?:审批|批准|确认|授权|许可|同意|询问|审核|复核|人工)"
BETWEEN = (
    "(?:再|征得|征求|取得|获得|得到|等待?|经过?|任何|所有|一切|全部|相关|用户|人工|向|他人|对方"
    "|我|的|额外|另行|事先|先)*"
)
CHINESE = (
    rf"免(?:于|除)?{BETWEEN}{CONSENT}|(?:无需|无须|不需要?|不用|不必|毋须|毋需){BETWEEN}(?:{CONSENT}|问)"
    rf"|(?:跳过|绕过|绕开|忽略|省略|略过|豁免){BETWEEN}{CONSENT}|(?:自动|默认|一律)(?:视为)?(?:批准|同意|授权|通过审批)"
    r"|(?:用户|本人|主人|管理员|负责人|所有者)(?:已经?|早已|都已)(?:全部|事先|预先)?(?:同意|批准|授权|确认)"
    r"|你(?:已经?)?(?:有权|被授权|获得授权|得到授权|拥有.{0,4}权限)|视为(?:已经?)?(?:同意|批准|授权|确认)"
    r"|(?:都|均|全部?|一律)?已经?(?:预先|事先|提前)(?:批准|同意|授权|获批|核准)"
    r"|(?:均|都|一律|皆)?(?:属|算|算作|作为)(?:于)?(?:预先|事先|已经?|默认)(?:的)?(?:批准|同意|授权|审批|获批)"
    r"|(?:签字|签名|审批|批准|确认|签署)(?:的?那)?(?:一?栏|处|项|格)?(?:可以?|一律|都)(?:留空|空着|不填|略过|省略|免)"
    r"|视为.{0,8}?(?:已|已经)?(?:签|签字|签署|点头|通过|核准|同意|批准|授权)"
    r"|(?:批准|审批|确认|同意|签字|点头|授权|复核|审核|请示)的?(?:那条|这条|那些|这些|该)?(?:规矩|规则"
    r"|规定|要求|步骤|环节)?(?:在(?:这里|此|本技能|这个技能).{0,4})?(?:不适用|不算数|不作数|不生效"
    r"|作废|可以?免|一概免|可省)"
    rf"|不(?:经|等){BETWEEN}{CONSENT}(?:就|便|即|直接)"
)
CLAIM = re.compile(f"{ENGLISH}|{CHINESE}", re.IGNORECASE)
MARK_WORDS = """
approv confirm permi consent authori sign-off signoff prompt check review ask wait allowed cleared --dangerously
--yolo 审批 批准 确认 授权 签 点头 请示 许可 同意 询问 审核 复核 人工 问 有权 权限
"""
MARKS = (*MARK_WORDS.split(), "counts as", "count as")
"""A line with none of these claims nothing; to look for them is quick."""
DENIED = re.compile(
    r"\b(?:never|not|no|nothing|nobody|none|cannot|can[’']?t|don[’']?t|doesn[’']?t|mustn[’']?t|shouldn[’']?t|won[’']?t"
    r"|refuse|reject|forbid(?:den|s)?|avoid|stop)\b|不(?:得|能|要|可|许|准|应|会|是)|禁止|切勿|绝不|从不|别|勿|拒绝|未",
    re.IGNORECASE,
)
"""Before the claim, in its clause: it is denied."""
AFTER = re.compile(
    r"^\W*(?:\w+\W+){0,2}(?:nothing|never|not|no|nobody|don[’']?t|must not|stop|refuse)\b"
    r"|^.{0,4}(?:不|禁止|别|拒绝|停)",
    re.IGNORECASE,
)
"""Behind a "without ...": what does not happen without it."""
REPORTED = re.compile(
    r"\b(?:claim\w*|says?|said|pretend\w*|a skill that|skills? which|finding|report)\b"
    r"|声称|自称|号称|说是|写着|宣称|如果.{0,8}说",
    re.IGNORECASE,
)
QUOTED = re.compile(r"[\"“「『‘][^\"”」』’\n]*[\"”」』’]")
PIECE, LAP, MOST = 1_000, 200, 20
CLAUSE = re.compile(r"[.;!?:](?=\s|$)|[。；！？：]|,(?=\s)|[，\n]| [—–] | but | and then ")


def claims(text: str) -> Iterator[tuple[int, str]]:
    """Line number, counted from 1, and words of each claim; of many the first ``MOST``."""
    told = 0
    for number, line in enumerate(text.split("\n"), 1):
        folded = line.lower()
        if not any(mark in folded for mark in MARKS):
            continue
        for piece in _pieces(line):
            for match in CLAIM.finditer(piece):
                if not _denied(piece, match) and not _told(piece, match):
                    yield number, match[0].strip()
                    told += 1
            if told >= MOST:
                return


def _pieces(line: str) -> Iterator[str]:
    """The line; a longer one than people write in pieces that overlap."""
    yield line[:PIECE]
    for at in range(PIECE - LAP, len(line) - LAP, PIECE - LAP):
        yield line[at : at + PIECE]


def _denied(line: str, match: re.Match[str]) -> bool:
    start = max((item.end() for item in CLAUSE.finditer(line, 0, match.start())), default=0)
    before = line[start : match.start()]
    if DENIED.search(before):
        return True
    waits = match[0].lower().startswith("without")
    return waits and (AFTER.match(line[match.end() :]) is not None or bool(DENIED.search(line[: match.start()])))


def _told(line: str, match: re.Match[str]) -> bool:
    """Whether the line tells of the claim in quotation marks, or of what somebody claims."""
    start = max((item.end() for item in CLAUSE.finditer(line, 0, match.start())), default=0)
    if REPORTED.search(line[start : match.start()]):
        return True
    inside = any(item.start() < match.start() and match.end() < item.end() for item in QUOTED.finditer(line))
    return inside and REPORTED.search(line) is not None
