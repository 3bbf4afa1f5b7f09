"""Statements worth keeping in one session: the person's sentences, each with the neighbours that it leans on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamd.engines.embedded.alone import is_task, pieces, points_back
from dreamd.engines.embedded.authorship import foreign, own, repeats, shingles
from dreamd.engines.embedded.frames import apart
from dreamd.engines.embedded.leads import fragment, led
from dreamd.engines.embedded.passing import CHORE
from dreamd.engines.embedded.replies import answered
from dreamd.engines.embedded.same import meaning
from dreamd.engines.embedded.sentences import blocks, sentences
from dreamd.engines.embedded.voices import agents
from dreamd.engines.embedded.weigh import cues, weight, words
from dreamd.engines.embedded.wording import LIMIT, cleaned, opened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.records import Turn

KEEP = 0.55
"""Least weight of a statement that is kept: a cue that speaks of lasting things, with little against it."""
IDLE = -1.0
"""A neighbour that weighs less is a chore or a question of its own and explains nothing."""
RUN_ON = 2 * LIMIT
"""What goes on longer without a stop is no sentence."""
SLIGHT = -0.25
"""What being short costs."""
BRIEF = 7
"""So few words lean on the sentence before them."""
TYPED_COMMAND = "bash_input"
"""The rule of turns that are shell commands."""
DIRECTIVE = frozenset({"ban", "duty", "always", "habit", "remember", "prefer"})
THEME = 3
"""So many words at the beginning of a sentence tell what it is about."""
STEPS = 3
"""So many numbered chores are a procedure."""

LEANS = re.compile(
    r"(?:(?:so|then|should|must|because|otherwise|like|or|alternatively|same|they|these|those)\b|that'?ll\b"
    r"|(?:[a-z]+ ){1,3}(?:him|her|them)\b|[(]|所以|因此|因为|否则|不然|也)",
    re.IGNORECASE,
)
CONCLUDES = re.compile(r"(?:so(?! that)|then|otherwise|which|hence)\b|所以|因此|否则|不然", re.IGNORECASE)
"""Says what follows from the sentence before it, and nothing without it."""
COORDINATE = re.compile(r"(?:and|but|also)\b|而且|但", re.IGNORECASE)
"""Goes on with a new statement, or with the old one where it says little itself."""
ECHO = re.compile(r"\W*(?:[\w']+ ){0,3}(?:that|this|it|so|please|thanks|again)\W*", re.IGNORECASE)
"""A brief sentence that adds nothing."""
SEQUENCE = re.compile(
    r"\b(?:then|after that|afterwards|next|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?)\b|然后|接着|最后|首先|其次",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Passage:
    """One statement."""

    text: str
    """One plain line, at most 240 characters."""
    quotes: tuple[str, ...]
    """The lines it was made from, verbatim."""
    turn: Turn
    weight: float
    asked: str
    """The question that it answers, where it cannot be read without."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the person's own."""

    text: str
    weight: float
    names: frozenset[str]
    """Of the cues it holds."""
    block: int


def passages_of(turns: Iterable[Turn], before: Iterable[Turn]) -> Iterator[Passage]:
    """The statements of one session, in the order of its turns; ``before`` came earlier and is heard only.

    A prompt that stands there twice before the agent answers was logged twice; after an answer it was said again.
    """
    heard: set[tuple[str, ...]] = set()
    said: set[tuple[str, ...]] = set()
    asked = ""
    seen: set[str] = set()
    for turn in before:
        if turn.role != "human":
            heard |= shingles(turn.text)
            asked = turn.text if turn.role == "assistant" else asked
    for turn in turns:
        if turn.role != "human":
            heard |= shingles(turn.text) - said  # an agent that repeats the person's words does not make them its own
            if turn.role == "assistant":
                asked = turn.text
                seen.clear()
        elif turn.why != TYPED_COMMAND and turn.text not in seen:
            seen.add(turn.text)
            said |= shingles(turn.text)
            yield from _kept(turn, _own_sentences(turn, heard), asked)


def _own_sentences(turn: Turn, heard: set[tuple[str, ...]]) -> list[Sentence]:
    """What the person says in this turn, without pastes, quotations and procedures."""
    parts = list(led(blocks(own(turn.text))))
    chores = sum(part.step and bool(CHORE.pattern.search(part.text)) for part in parts)
    pasted = agents([part.text for part in parts])
    spoken = [
        (at, text)
        for at, part in enumerate(parts)
        if at not in pasted and not foreign(part.text) and not (part.step and chores >= STEPS)
        for text in sentences(f"{part.lead}\n{part.text}" if part.lead else part.text, LIMIT)
        if len(text) <= RUN_ON and not repeats(text, heard) and len(SEQUENCE.findall(text)) < STEPS
        if not fragment(text)
    ]
    bare = [(at, text, opened(text)) for at, text in spoken]
    return [Sentence(text, weight(said, turn.why), frozenset(cues(said)), at) for at, text, said in bare]


def _kept(turn: Turn, said: list[Sentence], asked: str) -> Iterator[Passage]:
    """The heaviest sentences first, each with its neighbours; no sentence is used twice."""
    taken: set[int] = set()
    found: list[tuple[int, Passage]] = []
    for at in sorted(range(len(said)), key=lambda at: (-said[at].weight, at)):
        if at in taken or said[at].weight < KEEP:
            continue
        span = _span(said, at, taken)
        taken.update(span)
        whole = [said[one].text for one in span]
        quotes = tuple(line.strip() for text in whole for line in text.split("\n") if line.strip())
        names = frozenset().union(*(said[one].names for one in span))
        for text in apart(cleaned(" ".join(whole))):
            needed = answered(text, asked, turn.why)
            if _readable(text, names, needed) and not (span.start == at and CONCLUDES.match(said[at].text)):
                found.append((span.start, Passage(text, quotes, turn, said[at].weight, needed)))
    yield from (passage for _, passage in sorted(found, key=lambda pair: pair[0]))


def _span(said: list[Sentence], at: int, taken: set[int]) -> range:
    """The sentence and the neighbours that belong to it, within the length of an entry."""
    low, high = at, at + 1

    def fits(one: int) -> bool:
        whole = sum(len(said[each].text) + 1 for each in range(min(low, one), max(high, one + 1)))
        return one not in taken and whole <= LIMIT + 1

    while low > 0 and said[low - 1].weight > IDLE and fits(low - 1) and _belongs(said[low - 1], said[low]):
        low -= 1
    while high < len(said) and said[high].weight > IDLE and fits(high) and _belongs(said[high - 1], said[high]):
        high += 1
    return range(low, high)


def _readable(text: str, names: frozenset[str], asked: str) -> bool:
    """Whether it makes sense alone: what points back needs the question it answers, and to be a directive."""
    if is_task(text) or (ECHO.fullmatch(text) and not asked):
        return False
    if not points_back(text) or (asked and names & DIRECTIVE):
        return True
    parts = pieces(text)
    tails = (" ".join(parts[at:]) for at in range(1, len(parts)))
    return any(not (points_back(tail) or LEANS.match(tail)) and weight(tail, "") >= KEEP for tail in tails)


def _explains(rule: Sentence, reason: Sentence) -> bool:
    """Whether the reason, which would not be kept by itself, begins with what the rule is about."""
    if rule.block != reason.block or not rule.names & DIRECTIVE or not 0 <= reason.weight < KEEP:
        return False
    return bool(meaning(" ".join(reason.text.split()[:THEME])).words & meaning(rule.text).words)


def _belongs(first: Sentence, second: Sentence) -> bool:
    """Whether the second makes sense only after the first: it points back, is brief, or gives a wish's reason."""
    asks = first.text.endswith(("?", "？"))
    if asks and not second.text.endswith(("?", "？")):
        return "joint" in first.names or bool(LEANS.match(second.text)) or points_back(second.text)
    if COORDINATE.match(second.text):
        return second.weight < KEEP
    if LEANS.match(second.text) or points_back(second.text) or _explains(first, second):
        return True
    return (
        first.block == second.block
        and words(second.text) <= BRIEF
        and SLIGHT <= second.weight < KEEP
        and not (second.weight <= 0 and ECHO.fullmatch(second.text))
    )
