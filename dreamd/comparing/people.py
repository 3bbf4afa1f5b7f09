"""Who a statement names; pure."""

from __future__ import annotations

import re

from dreamd.comparing import senses

SURNAMES = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏苏潘葛范彭郎鲁韦马苗方俞任"
    "袁柳鲍史唐费廉岑薛雷贺倪汤罗毕郝邬安常乐于傅齐康伍余顾孟黄穆萧尹姚邵汪祁毛米贝戴宋庞熊纪舒屈项祝董梁"
    "杜阮蓝闵季贾路娄江童郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍万柯卢莫房缪干解应宗丁邓单洪包左石崔吉龚程邢裴陆"
    "荣翁荀羊惠甄封储靳段巴谷车侯班秋仲伊宁仇甘祖武符刘景詹束龙叶司黎白蒲从索赖卓池乔胥双闻谭申冉牛燕尚"
    "温庄晏瞿阎慕连艾容向易廖耿满弘欧利师聂曾关"
)


CHINESE_NAME = re.compile(
    rf"(?:(?<=[由归找让给问要须需经])|(?<=是)(?=\S{{2,3}}?(?:在|来)?(?:负责|管|维护|牵头|主管|接手|跟进|对接))|^|(?<=人是)|(?<=[，,。；：:、和]))\s*((?:[老小阿][{SURNAMES}]"
    rf"|[{SURNAMES}][\u4e00-\u9fff]{{1,2}}?)(?:工|姐|哥|总|老师|医生|经理)?)(?=负责|管|维护|来|牵头"
    rf"|主管|接手|跟进|分派|分配|指定|安排|决定|[批签订排核]|点头|同意|拍板|过目|确认|一个?人|喜欢|要求|希望|偏好|想|审|处理|保管|对接|说了算|在管|在负责|在维护|[，,。；、和]|$)"
)


TEAM = re.compile(
    r"(?<!\bin )(?<!\bat )\b[Tt]he ([\w-]+(?: [\w-]+)?) (?:team|squad|group|office|crew)\b"
    r"|((?![别全只整给发])[\u4e00-\u9fff]{2,4}?(?:组|部"
    r"|团队|处|科))(?=负责|管|维护|牵头|接手|跟进|来|审|的|[，,。]|$)"
)


DEPUTY = re.compile(
    r"\b(?:deputy|backup (?:owner|person)|stand-?in|substitute|second in line|assistant|assists"
    r"|helps)\b|副|代班|代理|替补|协助|备份人",
    re.IGNORECASE,
)
"""Not the one who is in charge."""


PROPER = re.compile(r"[A-Z][a-zé]+(?: [A-Z][a-zé]+)?")


PERSONAL = re.compile(
    r"(?:, [a-z][^,.]{3,50},)?"
    r"(?:['’]s\b| (?:is (?:the|our|responsible|in charge)|acts as|is primary|has (?:the|taken)|owns"
    r"|wants|likes|prefers|needs|asks|enjoys|hates|handles|looks|takes|took|works|maintains|leads"
    r"|manages|approves|reviews|decides|runs|keeps|belongs|joined|does|and [A-Z]|must|alone|signs"
    r"|orders|pays|checks|sends|books)\b)"
)


MONTH = frozenset(
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ]
)


GONE = re.compile(r"\b(?:no longer|not any ?more|not|left|retired)\b|不再|不管|离职|不归", re.IGNORECASE)


def named(text: str) -> tuple[frozenset[str], str]:
    """The people that a text names, and the text without them."""
    found = set()
    if not text.isascii():
        for match in CHINESE_NAME.finditer(text):
            if not any(one.kind != "" for one in senses.known(match[1])):
                found.add(match[1])
        for name in sorted(found, key=lambda name: (-len(name), name)):
            text = text.replace(name, " ")
    for match in TEAM.finditer(text):
        found.add((match[1] or match[2]).lower())
    for match in PROPER.finditer(text):
        first = not text[: match.start()].strip(" \"'“`")
        words = match[0].split()
        if len(words) > 1 and any(one.kind == "light" for one in senses.known(words[0])):
            words, first = words[1:], False
        if any(senses.known(word) or word.lower() in MONTH for word in words):
            continue
        if not first or PERSONAL.match(text[match.end() :]):
            found.add(" ".join(words).lower())
    return frozenset(found), text


def dismissed(name: str, text: str) -> bool:
    """Whether the text only says that this one does it no more."""
    clauses = [clause for clause in re.split(r"[,.;，。；]", text) if name in clause.lower()]
    over = re.search(rf"\b(?:over|away|back) from {re.escape(name)}\b|接替{re.escape(name)}", text, re.IGNORECASE)
    return bool(over) or (bool(clauses) and all(GONE.search(clause) for clause in clauses))
