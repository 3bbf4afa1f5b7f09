"""Whether two statements say the same, or contradict each other on the same subject. Where in doubt: neither.

Similarity alone decides nothing: numbers, names and negations must be equal before two statements count as one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from dreamd.engines.embedded.frames import form, frames, tells_change
from dreamd.engines.embedded.numerals import digits

if TYPE_CHECKING:
    from dreamd.engines.embedded.frames import Frame

ALIKE = 0.8
"""Share of their words that two statements of the same must have in common."""

TOKEN = re.compile(r"`[^`\n]+`|[A-Za-z][\w'’]*(?:[./_-]\w+)*|\d+(?:[.,:]\d+)*%?|[\u3400-\u9fff]+")
NEGATION = re.compile(
    r"\b(?:not?|never|nor|neither|without|avoid|stop|cannot|no longer|\w+n['’]?t(?<!\bwant)(?<!\bimplement))\b"
    r"|n['’]t\b|不|没|无|勿|别|禁止|避免|切勿",
    re.IGNORECASE,
)
CONTRACTED = re.compile(
    r"(?:do|does|did|is|are|was|were|wo|ca|could|should|would|must|have|has|had|need)n['’]?t|cannot", re.IGNORECASE
)
NAME = re.compile(r"`[^`]+`|[A-Za-z]+[._/-]\w[\w./-]*|[a-z]+[A-Z]\w*|[A-Z]\w+|\w*\d\w*")
STOP = re.compile(
    r"an?|the|this|that|these|those|its?|is|are|was|were|be|been|being|to|of|in|on|at|for|with|by|from|as|and|or|but|so"
    r"|we|i|you|he|she|they|our|us|my|me|your|their|please|do|does|did|done|should|must|can|could|would|will|may|might"
    r"|shall|have|has|had|needs?|wants?|always|also|just|then|there|here|lets?|when|if|not|no|never|nor|neither|without"
    r"|avoid|stop|longer|instead|rather|than|used?|uses|using|prefers?|make|sure|ensure|remember",
    re.IGNORECASE,
)
STOP_CHINESE = re.compile(
    r"请|应该|应当|必须|需要|务必|一定要|一定|总是|都要|要|用|使用|改用|不再|不要|不用|不能|不许|不|别|勿|无|没有"
    r"|没|禁止|避免|的|了|是|在|把|我们|以后|记住|记得|就|也|都"
)
HAN = re.compile(r"[\u3400-\u9fff]")
VERB = r"(?:use|using|prefer|switch(?:ed)? to|go with|stick (?:to|with)|moved? to|deploy(?:s|ed)? (?:to|on)|write in)"
VERB_CHINESE = r"(?:使用|改用|优先用|统一用|换成|采用|部署到|用)"
THING = r"(`[^`]+`|[A-Za-z][\w.+/-]*|[\u3400-\u9fff]{1,6})"
CHOICE = re.compile(rf"(?:\b{VERB}\s+|{VERB_CHINESE}\s*){THING}", re.IGNORECASE)
SPURNED = re.compile(
    rf"(?:\b(?:instead of|rather than|no longer|not|stop|don'?t|do not|never|over|replaces?|drop)\s+(?:{VERB}\s+)?"
    rf"|(?:而不是|而非|不再|不要|不|代替|别){VERB_CHINESE}?\s*){THING}",
    re.IGNORECASE,
)
SLOT = re.compile(
    r"^(?P<what>.*\b(?:default|name|port|branch|version|channel|limit|deadline|host|address|region|database"
    r"|language|timeout|owner|editor|time ?zone|environment)\b.{0,40}?)"
    r"\s(?:is|are)\s(?:now\s)?(?P<value>\S+)$|^(?P<subject>.*(?:默认|名字|名称|端口|分支|版本|频道|上限|期限|主机"
    r"|地址|区域|数据库|语言|超时|负责人|环境).{0,12}?)(?:现在)?(?:是|为|改为|改成)\s*(?P<complement>\S+)$",
    re.IGNORECASE,
)
MEASURE = re.compile(
    r"\b(?:limit\w*|max\w*|min\w*|at (?:most|least)|up to|within|every|version|port|timeout|length|width|height"
    r"|size|coverage|threshold|level)\b"
    r"|\d\s?(?:%|characters?|chars?|columns?|lines?|spaces?|seconds?|secs?|minutes?|mins?|hours?|days?|weeks?"
    r"|months?|years?|[kmg]?b|ms|s|times|retries|reviewers?|approvals?)\b"
    r"|\d\s?(?:个|字符|行|列|空格|秒|分钟|小时|天|周|月|年|次|人|位)|上限|最多|最少|至少|版本|端口|超时",
    re.IGNORECASE,
)
"""Numbers that measure may change; numbers that only tell things apart (#12, step 2) may not."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What of a statement is compared."""

    words: frozenset[str]
    numbers: frozenset[str]
    names: frozenset[str]
    negative: bool


@lru_cache(maxsize=4096)
def meaning(text: str) -> Meaning:
    """The statement's words (stemmed, without those that carry no subject), numbers, names and polarity."""
    text = digits(text)
    tokens = [token.strip("`") for token in TOKEN.findall(text)]
    latin = [token for token in tokens if not re.match(r"[\u3400-\u9fff]", token)]
    numbers = frozenset(token for token in latin if token[0].isdigit())
    names = frozenset(_name(found) for found in NAME.findall(text[:1].lower() + text[1:]))
    words = {_stem(token) for token in latin if not STOP.fullmatch(token) and not CONTRACTED.fullmatch(token)}
    for token in tokens:
        for run in STOP_CHINESE.sub(" ", token).split() if re.match(r"[\u3400-\u9fff]", token) else ():
            words |= {run[at : at + 2] for at in range(max(1, len(run) - 1))}
    negative = len(NEGATION.findall(text)) % 2 == 1
    return Meaning(frozenset(words), numbers, names - numbers, negative)


def says_same(one: str, other: str) -> bool:
    """Whether both say the same of the same subject with the same values."""
    a, b = meaning(one), meaning(other)
    if _same_choice(one, other):
        return True
    if (a.numbers, a.names, a.negative) != (b.numbers, b.names, b.negative):
        return False
    # "Use A instead of B" has the words of "use B instead of A".
    return _alike(a.words, b.words) and not _other_choice(one, other) and not _other_choice(other, one)


def contradicts(later: str, earlier: str) -> bool:
    """Whether the later statement puts another value, choice or polarity in the place of the earlier one's."""
    if _other_frame(later, earlier):
        return True
    new, old = meaning(later), meaning(earlier)
    if new.numbers == old.numbers and new.names == old.names and new.negative != old.negative:
        return _alike(new.words, old.words)
    if len(new.numbers) == len(old.numbers) == 1 and new.numbers != old.numbers and new.negative == old.negative:
        measured = MEASURE.search(digits(later)) and MEASURE.search(digits(earlier))
        return bool(measured) and _alike(new.words - new.numbers, old.words - old.numbers)
    return _other_choice(later, earlier) or _other_value(later, earlier)


def _other_frame(later: str, earlier: str) -> bool:
    """Whether the one thing that was said of a subject is now said with another value of the same form."""
    was = frames(earlier)
    return len(was) == 1 and any(_replaces(frame, was[0], told=tells_change(later)) for frame in frames(later))


def _replaces(new: Frame, old: Frame, *, told: bool) -> bool:
    """Words and people share a role, so only a statement that tells of a change replaces them."""
    shape, was = form(new.value), form(old.value)
    if new.kind != old.kind or new.value == old.value:
        return False
    if not told and (shape == "word" or new.kind == "owner"):
        return False
    if shape != was and (new.kind == "use" or not told or "address" in (shape, was)):
        return False
    about, before = meaning(new.what).words, meaning(old.what).words
    if about == before and meaning(new.what) == meaning(old.what):
        return True
    return (
        told
        and shape == was
        and shape not in ("word", "number", "address")
        and bool(before)
        and (before < about and len(about - before) == 1)
    )


def _same_choice(one: str, other: str) -> bool:
    """Whether both take the same thing and refuse the same other, one in Chinese, one not."""
    if bool(HAN.search(one)) == bool(HAN.search(other)):
        return False
    taken, refused = (
        [{_name(found) for found in part.findall(text)} for text in (one, other)] for part in (CHOICE, SPURNED)
    )
    return refused[0] == refused[1] != set() and taken[0] - refused[0] == taken[1] - refused[1] != set()


def _other_choice(later: str, earlier: str) -> bool:
    """Whether "use B instead of A", or "use B for it", is said after "use A for it"."""
    chosen = {_name(found) for found in CHOICE.findall(later)}
    spurned = {_name(found) for found in SPURNED.findall(later)}
    was = {_name(found) for found in CHOICE.findall(earlier)} - {_name(found) for found in SPURNED.findall(earlier)}
    if len(was) != 1 or was & (chosen - spurned) or not chosen - spurned:
        return False
    new_words, old_words = meaning(later).words, meaning(earlier).words
    about_new = new_words - _stems(chosen | spurned)
    about_old = old_words - _stems(was) - _stems({_name(found) for found in SPURNED.findall(earlier)})
    if was & spurned:
        return about_old == about_new
    return len(chosen) == 1 and not spurned and len(about_old) > 1 and about_old == about_new


def _other_value(later: str, earlier: str) -> bool:
    """Whether "the default branch is B" is said after "the default branch is A"."""
    new, old = SLOT.match(later.rstrip(".。")), SLOT.match(earlier.rstrip(".。"))
    if not new or not old:
        return False
    subjects = [meaning(found["what"] or found["subject"]) for found in (new, old)]
    values = [_name(found["value"] or found["complement"]) for found in (new, old)]
    return subjects[0] == subjects[1] and values[0] != values[1]


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one) and len(one & other) >= ALIKE * len(one | other)


def _stems(names: set[str]) -> frozenset[str]:
    return frozenset().union(*(meaning(name).words for name in names)) if names else frozenset()


def _name(text: str) -> str:
    return text.strip("`.,;:!?。，").lower()


def _stem(word: str) -> str:
    """The word without its commonest English endings: enough to match "tests" with "test"."""
    low = word.lower().removesuffix("'s").removesuffix("’s")
    for ending in ("ing", "ed", "es", "s"):
        if low.endswith(ending) and len(low) - len(ending) >= 3 and not low.endswith("ss"):  # noqa: PLR2004 (a stem has three letters)
            return low.removesuffix(ending).rstrip("e")
    return low.rstrip("e") if len(low) > 3 else low  # noqa: PLR2004 (as above)
