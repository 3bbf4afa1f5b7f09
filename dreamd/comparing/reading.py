"""What a statement is about and what it says of it: senses, sides, things of one kind, numbers, who, yes or no; pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from dreamd.comparing import amounts, senses
from dreamd.comparing.amounts import Amount
from dreamd.comparing.slots import stem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.comparing.senses import Sense


class Part(NamedTuple):
    """A word or phrase of a statement."""

    text: str
    meant: tuple[Sense, ...]
    names: frozenset[str]
    """What it is compared by: the names of its things and deeds, or the word itself."""
    at: int
    clause: int
    conditional: bool
    """It tells when the rest holds."""


class Meant(NamedTuple):
    """A statement as it is compared."""

    text: str
    rest: str
    """Without numbers, days and names: in it the parts stand."""
    parts: tuple[Part, ...]
    """What carries something, in order."""
    names: frozenset[str]
    """Of all of them, and of all things of a kind."""
    listed: frozenset[str]
    """Those of them that the lists have."""
    sides: dict[str, frozenset[str]]
    """Question -> the sides that it takes."""
    members: dict[str, frozenset[str]]
    """Kind of things -> those that it is for."""
    refused: dict[str, frozenset[str]]
    """Kind of things -> those that it is against."""
    amounts: tuple[Amount, ...]
    labels: frozenset[tuple[str, str]]
    days: frozenset[str]
    codes: frozenset[str]
    """Names of variables, columns, functions."""
    who: frozenset[str]
    """People and groups that it names."""
    where: frozenset[str]
    """Hosts, addresses and paths."""
    gone: frozenset[str]
    """Those of them that it says no of."""
    unlimited: bool
    denied: frozenset[int]
    """Clauses that say no as a whole."""
    past: bool
    only: bool
    turned: dict[str, int]
    """Question of which a side is denied -> the clause."""
    subject: frozenset[str]
    """What the first words name."""


NEGATION = re.compile(
    r"\b(?:no longer|no need|not|never|nor|neither|none|nothing|nobody|without|cannot|no|hardly|rarely"
    r"|instead of|rather than|other than|far from"
    r"|don['’]?t bother|stop|stopped|quit|ceased?|refrain|lacks?|lacking|annoys?|annoying|hates?"
    r"|dislikes?|unwelcome|can['’]t stand|\w+n['’]t)\b"
    r"|从不|从来不|从未|绝不|决不|永不|永远不|不允许|不可以|不可|不能|不会|不应该?|不再|不需要|没有|而不是|而非|不是|未经|未曾|尚未|还没|没|未|不|无|勿|别|谁也|休想|不叫|省去|讨厌|反感|拒收",
    re.IGNORECASE,
)
HARMLESS = re.compile(
    r"不仅|不但|不同|不断|不过|不管|不论|无论|不久|特别|级别|分别|区别|类别|识别|个别|别名|无服务器"
    r"|无状态|差别|无线|不错|不可变|不可修改|不可或缺|不公开|不收费|不要钱|不加密|不通过|不强制|不对外"
    r"|无纸化|无妨|无人值守|不例外"
    r"|[没未不无](?![要得许准能可])[\u3400-\u9fff]{1,3}的(?=[\u3400-\u9fffA-Za-z])"
    r"|不限|不需要的话|不用问|不必问|别问|不必|不用|无需|无须|不需要|用不着|没必要|可不填|未启用|没开|未加密|不许|不准|不得|不再使用|不再支持|别的|别人|除非|不少|不错|不一会|未来|无障碍"
    r"|\bnot only\b|\bno matter\b|\bno\. ?\d|\bwhy not\b|\bno[- ]one else\b|\bnobody else\b"
    r"|\b(?:nobody|no[- ]one|none) (?:but|except|other than)\b|\bnot (?:only|just|merely)\b"
    r"|\bcosts nothing\b|\bdo(?:n['’]t| not) hesitate\b|\bwithout exception\b|\bno exceptions?\b"
    r"|\bwithout fail\b|\bno doubt\b|\bdo(?:n['’]t| not) forget\b|\bwithout (?:asking|checking|delay"
    r"|interruption)\b|\bnothing but\b|\bnone other than\b",
    re.IGNORECASE,
)
UNLESS = re.compile(
    r"\b(?:not|never|nothing|nobody|no \w+)\b[^.;]{0,60}?\b(?:until|unless|without|before)\b|(?:不|没"
    r"|未|无)[^，。；]{0,16}(?:就|则|便)?(?:不|不许|不准|不得|不能|别|禁止)|没有[^，。；]{0,8}(?:不"
    r"|没)",
    re.IGNORECASE,
)
"""Twice no."""
TOKEN = re.compile(
    r"https?://[^\s，。；、（）()]+|`[^`\n]+`|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:\d{1,3}\.){3}\d{1,3}"
    r"|[A-Za-z][\w-]*(?:\.[\w-]+)+(?:/[\w./-]+)?|[a-z]+(?:-[a-z]+)*-\d+\b|[\w.-]*/[\w./-]*\w"
    r"|[a-z]+\d+\b"
    r"|#[a-z][\w-]+|\b\w+_\w+\b|[A-Za-z][A-Za-z0-9+#]*(?:['’][a-z]+)?|[\u3400-\u9fff]|\d+[A-Za-z]+"
    r"|\d+(?:\.\d+)*|[.;!?。；！？,，:：、]"
)
BREAKS = frozenset(".;!?。；！？,，:：、")
ENGLISH_DAY = re.compile(r"\b(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?s?\b(?=\W|$)", re.IGNORECASE)
CHINESE_DAY = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])(?![次天])")
DAYS = dict(zip(["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "1234567", strict=True)) | dict(
    zip("一二三四五六日天", "12345677", strict=True)
)
STOPPED = re.compile(
    r"\b(?:stopped|gave up|dropped|got rid|moved (?:off|away|to)|switched|replaced|abandoned|retired"
    r"|no longer|since then)\b|不再|换成|改成|改为|停了",
    re.IGNORECASE,
)
"""What ended holds today."""
WEEK = (
    (re.compile(r"\bweekends?\b|周末|双休日", re.IGNORECASE), "67"),
    (
        re.compile(
            r"\bweekdays?\b|\b(?:working|business) days?\b(?! (?:to|of|after|before))|(?<![个\d])工作日", re.IGNORECASE
        ),
        "12345",
    ),
)
PAST = re.compile(
    r"\b(?:last (?:mon|tues|wednes|thurs|fri|satur|sun)day|last (?:week|month|year|spring|summer"
    r"|autumn|winter|time|night|quarter|sprint)|yesterday|(?:\w+ )?(?:days?|weeks?|months?|years?) ago"
    r"|used to|(?:up to|until|till|through) (?:the end of )?(?:19|20)\d\d"
    r"|on \w+day,? (?:the )?\d{1,2}\b|formerly|previously|originally|back then|at first"
    r"|in the past(?! tense)|historically|until (?:\d{4}|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|last|recently)"
    r"|once (?:leaked|had|was|were|did|lost|broke|deleted|used|ran|caused|took|made|went)|(?:in|on"
    r"|during) (?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|20\d\d)\b|(?:was|were) (?:still )?(?:down|up|migrated|late|broken|slow|out|ill))\b"
    r"|去年|上周|上个?月|昨天|前天|曾|以前|原来|原定|当时|之前一直|早先|起初|最初|当初|过去|旧时|那天"
    r"|那次|有一?[回次]|那回|上次|此前|历史上|年停用|今年[一二三四五六七八九十]+月|月[初底中]?(?:曾"
    r"|已)",
    re.IGNORECASE,
)
ONLY = re.compile(
    r"\b(?:only|solely|exclusively|sole|nothing but|just one|alone|single)\b|只|仅|唯一|单独|独家", re.IGNORECASE
)
HOST = re.compile(
    r"https?://\S+|[\w.+-]+@\S+|(?:\d{1,3}\.){3}\d{1,3}|[A-Za-z][\w-]*(?:\.[\w-]+)+(?:/\S+)?"
    r"|[a-z]+(?:-[a-z]+)*-\d+|[\w.-]*/[\w./-]+|[a-z]+\d+|#[a-z][\w-]+"
)
SURNAMES = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏苏潘葛范彭郎鲁韦马苗方俞任"
    "袁柳鲍史唐费廉岑薛雷贺倪汤罗毕郝邬安常乐于傅齐康伍余顾孟黄穆萧尹姚邵汪祁毛米贝戴宋庞熊纪舒屈项祝董梁"
    "杜阮蓝闵季贾路娄江童郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍万柯卢莫房缪干解应宗丁邓单洪包左石崔吉龚程邢裴陆"
    "荣翁荀羊惠甄封储靳段巴谷车侯全班秋仲伊宁仇甘祖武符刘景詹束龙叶司黎白蒲从索赖卓池乔胥双闻谭申冉牛燕尚"
    "温庄晏瞿阎慕连艾容向易廖耿满弘欧利师聂曾关"
)
CHINESE_NAME = re.compile(
    rf"(?:(?<=[由归找让给问])|^|(?<=人是)|(?<=[，,。；：:、和]))\s*((?:[老小阿][{SURNAMES}]"
    rf"|[{SURNAMES}][\u4e00-\u9fff]{{1,2}}?)(?:工|姐|哥|总|老师|医生|经理)?)(?=负责|管|维护|来|牵头"
    rf"|主管|接手|跟进|喜欢|要求|希望|偏好|想|审|处理|保管|对接|说了算|[，,。；、和]|$)"
)
TEAM = re.compile(
    r"\b[Tt]he ([\w-]+(?: [\w-]+)?) (?:team|squad|group|office|crew)\b|([\u4e00-\u9fff]{2,4}?(?:组|部"
    r"|团队|处|科))(?=负责|管|维护|牵头|接手|跟进|来|审|的|[，,。]|$)"
)
PROPER = re.compile(r"[A-Z][a-zé]+(?: [A-Z][a-zé]+)?")
NUMERIC = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?![\d.]*\d)")
CODE = re.compile(r"\b[a-z]+_\w+\b|\b[a-z]+[A-Z]\w*\b|\b\w+(?=\(\))")
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
YES = frozenset({"permission", "duty", "switch", "availability", "order"})
"""Questions of which one side is a plain yes, and the order of two things."""
BECAUSE = re.compile(
    r"[,，]?\s*(?:\b(?:because|so that|in order to|to avoid|since (?:it|they|that|we) (?:was|were"
    r"|broke|is|are|has|have|had)|for \w+ reasons)\b|因为|由于(?!.*[，,])|以免|免得|以便"
    r"|省得)[^.。;；]*",
    re.IGNORECASE,
)
"""Why: it says nothing of what holds."""
CONDITION = re.compile(
    r"^once [^,]+(?=,)|\b(?:when(?:ever)?|if(?! (?:they|you|he|she|people|users?|we|I) (?:find|want"
    r"|like|wish|prefer|need|feel|choose))|unless|except(?: for| when)?|excepted|while|during"
    r"|in case(?: of)?|as long as|provided(?: that)?|apart from|other than"
    r"|but not for)\b[^,.;!?，。；]*"
    r"|^(?:for|in|on|with|at) (?!(?:this|our|the (?:project|team|repo|repository))\b)[^,]{3,60},(?!\d)"
    r"|^(?:for|with)\b[^,.;]{3,40}(?=,)"
    r"|除非[^，。；,]*|除了?[^，。；,]*(?:以?外|之外)|(?:如果|若|一旦|遇到)[^，。；,就则便]*"
    r"|[^，。；,]{2,14}(?:时候|(?<!小)时(?![间长区刻常代])|期间|的话)(?=[，,。就要都必才可也不把用]|$)"
    r"|情况下",
    re.IGNORECASE,
)
"""What tells only when the rest holds."""
PERSONAL = re.compile(
    r"(?:['’]s\b| (?:is (?:the|our|responsible|in charge)|acts as|is primary|has (?:the|taken)|owns"
    r"|wants|likes|prefers|needs|asks|enjoys|hates|handles|looks|takes|took|works|maintains|leads"
    r"|manages|approves|reviews|decides|runs|keeps|belongs|joined|does|and [A-Z]|must)\b)"
)
PARTED = re.compile(
    r"\b((?:leav|switch|turn|tak|throw|roll|back|rul|strip|rip|phas|cut)(?:e|es|s|ing)?) ((?:(?!it\b"
    r"|them\b)\w+ ){1,3}?)(out|off|on|away|back|up|down)\b",
    re.IGNORECASE,
)
"""A verb and its other half."""
EXCEPTION = re.compile(
    r"\b(?:except(?: for| when| in)?|unless|apart from|with the exception of|excluding"
    r"|other than)\b[^,.;，。；]*|[^,.;]*\bexcepted\b|除非[^，。；,]*|除了?[^，。；,]{1,14}(?:以?外"
    r"|之外)|[^，。；,]{1,14}(?:除外|例外|以外)",
    re.IGNORECASE,
)
"""What it does not hold for."""
SOME = re.compile(
    r"\b(?:some|a few|several|sometimes|occasionally|certain|parts? of|not (?:all|every|always))\b"
    r"|有些|部分|少数|个别|有时|偶尔|不是所有|不总是|并非",
    re.IGNORECASE,
)
"""It holds of some alone."""
ALSO = re.compile(
    r"\b(?:also|too|as well|another|additionally|in addition|one of|among|either|or|alternatively|e\.g"
    r"|for example|such as)\b|也|另有|还有|另一|之一|或者?|例如|比如",
    re.IGNORECASE,
)
"""What stands beside others."""
TITLE = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof)\.? (?=[A-Z])")
SPAN = 5
"""Words within which a denial meets what it denies."""
FIXED = frozenset({"time of day", "compass", "checks in", "way to main", "indentation", "structure", "repositories"})
"""Questions of which "not this side" is not the other side."""
ADVERBS = frozenset(
    {
        "order",
        "first or last",
        "pace",
        "speed",
        "kind of copy",
        "end",
        "side",
        "increase",
        "strictness",
        "whole or part",
    }
)
"""What tells how something is done: a denial is about the deed."""


@lru_cache(maxsize=16_384)
def meant(text: str) -> Meant:
    """The statement as it is compared."""
    text = PARTED.sub(r"\1 \3 \2", BECAUSE.sub("", text.strip()))
    numbered = NUMERIC.findall(text)
    text = NUMERIC.sub(" ", text)
    text, nth = _nth(text)
    counted = amounts.amounts(ENGLISH_DAY.sub(" ", CHINESE_DAY.sub(" ", TITLE.sub("", text))))
    rest = counted.rest
    week = {day for pattern, those in WEEK for day in those if pattern.search(text)}
    days = frozenset(week | {DAYS[day.lower()[:3]] for day in [*ENGLISH_DAY.findall(text), *CHINESE_DAY.findall(text)]})
    who, rest = _who(rest)
    where = {(address, 0) for address in numbered}
    pieces, denials = _pieces(rest, where)
    read = _read(pieces, [(match.start(), match.end()) for match in CONDITION.finditer(rest)])
    who = frozenset(name for name in who if not _dismissed(name, text))
    flipped, denied = _denied(read, denials, twice=bool(UNLESS.search(text)))
    sides, members, refused = _said(read, flipped, denied)
    names = {name for part in read for name in part.names}
    names |= {sense.side for part in read for sense in part.meant if sense.kind == "member"}
    return Meant(
        text,
        rest,
        tuple(part for part in read if part.names),
        frozenset(names),
        frozenset(name for part in read if part.meant for name in part.names),
        sides,
        members,
        refused,
        (*counted.amounts, *nth),
        counted.labels,
        days,
        frozenset(word for word in CODE.findall(text) if not _senses(word)),
        who,
        frozenset(host for host, clause in where if clause not in denied),
        frozenset(host for host, clause in where if clause in denied),
        counted.unlimited,
        denied,
        bool(PAST.search(text)) and not STOPPED.search(text),
        bool(ONLY.search(text)),
        {sense.name: read[n].clause for n in flipped for sense in read[n].meant if sense.kind == "side"},
        _subject(rest, read),
    )


def _subject(text: str, read: list[Part]) -> frozenset[str]:
    """What the first words name, where they name a thing and do nothing."""
    start = len(OPENING.match(text)[0]) if OPENING.match(text) else 0  # type: ignore[index]
    first = next((part for part in read if part.at >= start), None)
    if not first or first.at != start or any(sense.kind in {"deed", "side"} for sense in first.meant):
        return frozenset()
    return first.names | {sense.side for sense in first.meant if sense.kind == "member"}


RANKS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "last": "5"} | dict(
    zip("一二三四末", "12345", strict=True)
)
NTH = re.compile(
    r"\b(?P<rank>first|second|third|fourth|last) (?P<day>mon|tues|wednes|thurs|fri|satur|sun)day\b"
    r"|第(?P<no>[一二三四])个?(?:周|星期|礼拜)(?P<sign>[一二三四五六日天])",
    re.IGNORECASE,
)


def _nth(text: str) -> tuple[str, list[Amount]]:
    """The text without days of a month that are told by week, and those."""
    found = []
    for match in NTH.finditer(text):
        rank, day = match["rank"] or match["no"], match["day"] or match["sign"]
        if rank.lower() != "last" or "of" in text:
            found.append(Amount("weekday of month", RANKS[rank.lower()] + DAYS[day.lower()[:3]], ""))
    return (NTH.sub(" ", text), found) if found else (text, found)


def _dismissed(name: str, text: str) -> bool:
    """Whether the text only says that this one does it no more."""
    clauses = [clause for clause in re.split(r"[,.;，。；]", text) if name in clause.lower()]
    over = re.search(rf"\b(?:over|away|back) from {re.escape(name)}\b|接替{re.escape(name)}", text, re.IGNORECASE)
    return bool(over) or (bool(clauses) and all(GONE.search(clause) for clause in clauses))


GONE = re.compile(r"\b(?:no longer|not any ?more|not|left|retired)\b|不再|不管|离职|不归", re.IGNORECASE)
OPENING = re.compile(r"\s*(?:(?:the|our|all|every|each|a|an|any) )*", re.IGNORECASE)
Told = dict[str, frozenset[str]]


def _said(read: list[Part], flipped: set[int], denied: frozenset[int]) -> tuple[Told, Told, Told]:
    """The sides that the parts take, the things of one kind that they are for, and those that they are against."""
    sides: dict[str, set[str]] = {}
    members: dict[str, set[str]] = {}
    refused: dict[str, set[str]] = {}
    gone = {
        part.clause
        for n, part in enumerate(read)
        for sense in part.meant
        if sense.name == "existence" and (sense.side == "1") != (n in flipped)
    }
    for number, part in enumerate(read):
        for sense in part.meant:
            against = number in flipped
            if sense.kind == "side" and not sense.side.startswith("!") and sense.name not in YES:
                if not (against and sense.name in FIXED):
                    sides.setdefault(sense.name, set()).add(_other(sense.side) if against else sense.side)
            elif sense.kind == "member":
                against |= part.clause in denied or part.clause in gone
                (refused if against else members).setdefault(sense.name, set()).add(sense.side)
    return tuple({name: frozenset(found) for name, found in told.items()} for told in (sides, members, refused))  # type: ignore[return-value]


def _other(side: str) -> str:
    return {"0": "1", "1": "0"}.get(side, side)


def _who(text: str) -> tuple[frozenset[str], str]:
    """The people that a text names, and the text without them."""
    found = set()
    if not text.isascii():
        for match in CHINESE_NAME.finditer(text):
            if not any(one.kind != "" for one in _senses(match[1])):
                found.add(match[1])
        for name in found:
            text = text.replace(name, " ")
    for match in TEAM.finditer(text):
        found.add((match[1] or match[2]).lower())
    for match in PROPER.finditer(text):
        first = not text[: match.start()].strip(" \"'“`")
        words = match[0].split()
        if len(words) > 1 and any(one.kind == "light" for one in _senses(words[0])):
            words, first = words[1:], False
        if any(_senses(word) or word.lower() in MONTH for word in words):
            continue
        if not first or PERSONAL.match(text[match.end() :]):
            found.add(" ".join(words).lower())
    return frozenset(found), text


def _senses(word: str) -> tuple[Sense, ...]:
    words = senses.parts(word)
    known = senses.phrase(words, tuple(map(stem, words)), 0) if words else None
    return known.senses if known and len(known.words) == len(words) else ()


Piece = tuple[str, int, int, str]
"""A word in small letters, where it stands, in which clause, and the word as it stands."""
TOPICS = frozenset({"existence", "automation", "visibility", "explaining", "deletion", "pinning"})
"""Questions whose words also tell what a statement is about."""


def _named(found: tuple[Sense, ...], *, capital: bool) -> Iterator[Sense]:
    for sense in found:
        if sense.kind != "named":
            yield sense
        elif capital:
            yield sense._replace(kind="member")


def _pieces(text: str, where: set[tuple[str, int]]) -> tuple[list[Piece], list[tuple[int, int]]]:
    """The words of a text, and its denials with place and clause; hosts are put aside."""
    bare = HARMLESS.sub(lambda match: "·" * len(match[0]), text)
    denials = [match.start() for match in NEGATION.finditer(bare)]
    hidden = {at for match in NEGATION.finditer(bare) for at in range(match.start(), match.end())}
    pieces, clause = list[Piece](), 0
    told = list[tuple[int, int]]()
    waiting = list(denials)
    for match in TOKEN.finditer(text):
        while waiting and waiting[0] <= match.start():
            told.append((waiting.pop(0), clause))
        word = match[0]
        if word in BREAKS:
            clause += 1
        elif match.start() not in hidden:
            low = word.lower().strip("`")
            if HOST.fullmatch(low) and not _senses(low):
                where.add((low.rstrip("/"), clause))
            else:
                plain = low.removesuffix("'s").removesuffix("’s")
                pieces.append((plain, match.start(), clause, word if match.start() or word.startswith("`") else low))
    return pieces, told + [(at, clause) for at in waiting]


def _read(pieces: list[Piece], conditions: list[tuple[int, int]]) -> list[Part]:
    """The words put together to what the lists know; what they do not know stands for itself."""
    words = [(part, number) for number, (word, *_) in enumerate(pieces) for part in senses.parts(word)]
    said = [word for word, _ in words]
    stems = [stem(word) for word in said]
    read, at = list[Part](), 0
    while at < len(words):
        found = senses.phrase(said, stems, at)
        _, place, clause, _ = pieces[words[at][1]]
        size = len(found.stems) if found else 1
        if found and pieces[words[at + size - 1][1]][2] != clause:
            found, size = None, 1
        meant_by = (
            tuple(_named(found.senses, capital=pieces[words[at][1]][0] != pieces[words[at][1]][3])) if found else ()
        )
        names = frozenset(sense.name for sense in meant_by if sense.kind in {"thing", "deed"})
        if meant_by and all(sense.kind == "side" and sense.name in TOPICS for sense in meant_by):
            names = frozenset({meant_by[0].name})
        if not meant_by and not said[at].isdigit():
            names = frozenset({stems[at]})
        read.append(
            Part(
                "".join(said[at : at + size]),
                meant_by,
                names,
                place,
                clause,
                any(a <= place < b for a, b in conditions),
            )
        )
        at += size
    return read


def _denied(read: list[Part], denials: list[tuple[int, int]], *, twice: bool) -> tuple[set[int], frozenset[int]]:
    """Numbers of the parts that a denial meets, and the clauses that say no as a whole.

    A denial meets the next part that takes a side or is of a kind, else the last before it; else it denies the whole.
    """
    flipped, no = set[int](), set[int]()
    told = [(at, clause, True) for at, clause in denials]
    told += [(part.at, part.clause, False) for part in read if any(sense.side.startswith("!") for sense in part.meant)]
    if twice and len(told) > 1:
        told = told[2:]
    for at, clause, word in told:
        ahead = [n for n, part in enumerate(read) if part.at > at and part.clause == clause][:SPAN]
        behind = [n for n, part in enumerate(read) if part.at < at and part.clause == clause][::-1][:SPAN]
        thing = next((n for n in ahead if word and _one_of(read[n])), None)
        met = next((n for n in [*ahead, *behind] if _sided(read[n])), thing)
        if met is not None:
            asked = {sense.name for sense in read[met].meant if sense.kind == "side"}
            flipped ^= {met} | {n for n in ahead if asked & {one.name for one in read[n].meant if one.kind == "side"}}
        else:
            no ^= {clause}
    return flipped, frozenset(no)


def _sided(part: Part) -> bool:
    return any(
        sense.kind == "side" and not sense.side.startswith("!") and sense.name not in YES | ADVERBS
        for sense in part.meant
    )


def _one_of(part: Part) -> bool:
    return any(sense.kind == "member" for sense in part.meant)


ALWAYS = re.compile(
    r"\b(?:forever|whatever happens|under no circumstances|no matter what|without exception"
    r"|no exceptions?|at all times|indefinitely)\b|任何情况|无论如何|不管怎样|绝不|永远|毫无例外",
    re.IGNORECASE,
)
"""No exception is made."""
