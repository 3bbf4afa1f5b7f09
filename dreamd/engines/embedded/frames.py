"""What a clause says about one thing: its subject and the value that stands there, in whatever order they come."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dreamd.engines.embedded.shapes import NAME, PASSING_NOUN, PROPER


class Frame(NamedTuple):
    """``what`` has ``value`` in the relation ``kind``."""

    kind: str
    what: str
    value: str


ID = rf"(?:https?://\S+|#[a-z][\w-]+|{NAME}|\d[\d.,]*(?: ?(?:%|[a-z]{{1,12}}))?)"
VALUE = rf"(?P<value>{ID}|{PROPER}|[a-z]\w{{2,20}})"
FORM = rf"(?P<value>{ID}|{PROPER})"
WHO = rf"(?P<value>(?:the )?{PROPER}(?: team)?|the [\w-]+ (?:team|squad|group|office))"
WHAT = r"(?:the |our )?(?P<what>[\w`][\w`'’ -]{1,60}?)"
DID = r"(?:tracked|kept|stored|hosted|documented|posted|filed|deployed|published|located)"
CHANGED = re.compile(
    r"\b(?:now|moved|changed|switched|renamed|new|instead|no longer|took over|taken over|from now on|since|anymore)\b"
    r"|现在|改|换|迁|搬|新|不再|以后|接手",
    re.IGNORECASE,
)
NOW = re.compile(
    r"\s*\b(?:now|currently|still|from now on|also)\b|(?<=(?-i:[\u3400-\u9fff]))(?:现在|目前|已经?)(?:的)?"
    r"|^(?:现在|目前)的?",
    re.IGNORECASE,
)
PIECE = re.compile(r"(?<=[,;:.。，；：])\s+|(?<=[。，；：])|\s+[—–-]+\s+")
JOINT = re.compile(r"(?<=[,;])\s+(?:and |but )?|(?<=[，；])|\s+(?:and|while)\s+")


def reading(kind: str, clause: str) -> tuple[str, re.Pattern[str]]:
    """One way to say that ``what`` has ``value``."""
    return kind, re.compile(clause, re.IGNORECASE)


CHINESE = re.compile("[\u3400-\u9fff]")
READINGS = (
    reading(
        "owner",
        rf"{WHO} (?:owns?|maintains?|leads?|runs|approves|reviews|decides|is responsible for|is in charge of"
        rf"|looks? after|has taken over) {WHAT}",
    ),
    reading(
        "owner",
        rf"{WHAT} (?:is|are) (?:owned|approved|reviewed|decided|maintained|run|managed|handled|looked after) by {WHO}",
    ),
    reading("owner", rf"{WHAT} belongs? to {WHO}"),
    reading("owner", r"(?P<what>[^，。我你谁]{2,12})(?:改|换)?由(?P<value>[^，。]{1,10}?)(?:负责|维护|管理?|接手)了?"),
    reading("owner", r"(?P<value>[^，。我你谁]{2,6}?)(?:负责|维护|管理)(?P<what>[^，。吗呢]{2,12})"),
    reading(
        "use",
        r"we (?:all )?(?:use|run|ship|target|are on|build with"
        r"|deploy) (?P<thing>[A-Za-z][\w.+#-]*) (?P<value>v?\d[\w.]*)(?P<what>(?: (?:in|on|for|with"
        r"|everywhere)\b.{0,40})?)",
    ),
    reading(
        "use",
        r"(?P<what>(?-i:[\u3400-\u9fff]){2,8}?)(?:里|上|都|统一|一律)*(?:使用|用"
        r"|跑)(?:的是)?\s*(?P<thing>[A-Za-z][A-Za-z.+#-]*)\s*(?P<value>\d[\w.]*)",
    ),
    reading("be", rf"{WHAT} (?:is|are) (?:at|in|on|under) {FORM}"),
    reading("be", rf"{WHAT} (?:is|are) {DID} (?:at|in|on|under|to) {FORM}"),
    reading("be", rf"{WHAT} (?:lives?|(?:has |have )?moved) (?:at|in|on|under|to) {FORM}"),
    reading("be", rf"{WHAT} (?:is|are|has been|was) (?:called|named|renamed to) {VALUE}"),
    reading("be", rf"{WHAT} (?:go|goes) to {FORM}"),
    reading(
        "limit",
        rf"{WHAT} (?:is|are) (?:limited|capped|restricted|fixed|set|pinned|kept|stored|cached|valid) (?:to|at"
        rf"|for) {FORM}",
    ),
    reading("be", rf"{WHAT} (?:is|are) {FORM}"),
    reading("be", rf"{FORM} (?:is|are) (?:the|our) (?P<what>[\w' -]{{2,60}})"),
    reading(
        "be",
        r"(?P<what>(?:[A-Za-z]+ ?)?[^，。A-Za-z\d我你这那它]{2,14}?)(?:是|为|在|叫|改成|改为|换成|换为|迁到|迁移到"
        r"|搬到)\s*(?P<value>https?://\S+|`?[A-Za-z][\w./-]{1,40}`?|\d[\d.]*\s?[A-Za-z%]*)\s*了?",
    ),
    reading("be", r"(?P<value>`?[A-Za-z][\w./-]{1,40}`?)\s*(?:是|为)(?P<what>[^，。]{2,14})"),
)
ENGLISH = tuple((kind, form) for kind, form in READINGS if not CHINESE.search(form.pattern))
"""What a clause without Chinese words may say."""
LIMIT = re.compile(
    r"\b(?:limit|max\w*|min\w*|timeout|port|version|retention|budget|quota|size|length|interval)\b|上限|端口|版本|超时"
    r"|期限",
    re.IGNORECASE,
)
PASSING = re.compile(rf"\b{PASSING_NOUN}s?\b|报错|错误|问题|分支|结果|文件|原因", re.IGNORECASE)
DETERMINER = re.compile(r"^(?:the|our|a|an|all|我们的?)\s*", re.IGNORECASE)
NOT_THING = re.compile(
    r"(?:this|that|it|there|here|these|those|what|which|who|he|she|they|everything|nothing|one|problem|error|issue"
    r"|reason)\b"
    r"|.*\b(?:not|never|if|when)\b|[这那它把将]",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def frames(text: str) -> tuple[Frame, ...]:
    """What the statement's clauses say of things, clause by clause."""
    found = (frame_of(piece) for piece in PIECE.split(text))
    return tuple(frame for frame in found if frame)


def frame_of(clause: str) -> Frame | None:
    """The one thing that a whole clause says; ``None`` where it says something else."""
    bare = NOW.sub("", clause.strip().rstrip(".,;:!。，；：！")).strip()
    for kind, pattern in ENGLISH if bare.isascii() else READINGS:
        if found := pattern.fullmatch(bare):
            parts = found.groupdict()
            what = f"{parts.get('thing') or ''} {DETERMINER.sub('', parts['what'].strip())}".strip()
            value = DETERMINER.sub("", parts["value"]).strip("`.,;:!。，").lower()
            if not NOT_THING.match(what) and not NOT_THING.match(value):
                return Frame(kind, what, value)
    return None


def apart(statement: str) -> list[str]:
    """The statement, or each of its clauses where every one names a thing and its value."""
    parts = [part.strip(" ,;，；") for part in JOINT.split(statement)]
    if len(parts) > 1 and all((frame := frame_of(part)) and states(frame) for part in parts):
        return parts
    return [statement] if statement else []


def states(frame: Frame) -> bool:
    """Whether a frame is worth knowing by itself: a path can be looked up, a bare number must be said of a limit."""
    if PASSING.search(frame.what) or ("/" in frame.value and form(frame.value) != "address"):
        return False
    return frame.kind != "be" or form(frame.value) != "number" or bool(LIMIT.search(frame.what))


def form(value: str) -> str:
    """What the value looks like: an address, a name with digits (its letters), a number, or a word."""
    if "://" in value:
        return "address"
    if value[:1].isdigit():
        return "number"
    return re.sub(r"\d+", "0", value) if re.search(r"\d", value) else "word"


def tells_change(text: str) -> bool:
    """Whether the statement says itself that something is different from before."""
    return bool(CHANGED.search(text))
