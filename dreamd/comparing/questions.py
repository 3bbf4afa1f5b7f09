"""What agents are asked to do this way or that, told by phrases: ``questions.txt``; pure."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dreamd.comparing import personal, reading, scopes, slots
from dreamd.comparing.likeness import ENOUGH, contrast, heads, met_in
from dreamd.telltales import telltales

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

HEAD = re.compile(r"\? (?P<name>[\w ]+?)(?: \[(?P<marks>[\w ]+)\])?")
NUMBER = r"(?:one|two|three|four|five|six|ten|a few|a couple of|a|an|a single|\d+|[一两二三四五几]{1,3})"
WORDS, SIGNS = r"(?:[\w'’,-]+ ){0,3}?", r"[^，。；,]{0,8}?"
DENIED = re.compile(
    r"\b(?:not|never|no|without|stop|instead of|rather than|n['’]t|avoid)\b(?: \w+){0,2} ?$|(?:不要"
    r"|不用|不必|别|勿|无需|禁止|不)[\u3400-\u9fff]{0,2}$"
)
TOKEN = re.compile(r"\([^)]*\)\??|[^\s()]+")
OPTIONAL = re.compile(r"(?:the|a|N)\?")
PIECE = re.compile(r"\([^)]*\)\??|[a-z'-]+\??|[\u3400-\u9fff]+|[^\s()]+")
MARK = re.compile(r"[a-z']{2,}|[\u3400-\u9fff]+")
OCCASIONS = frozenset(
    {"edit", "ask", "discuss", "reply", "message", "write", "explain", "commit", "merge", "finish", "job"}
)
"""What is so common that a condition which names it narrows nothing."""
SIDE = frozenset({"test", "page"})
"""Kinds of texts that a statement about replies may name besides."""
UNASKED = re.compile(
    r"\b(?:unless|until) (?:(?:some(?:body|one)|any(?:body|one)|i|we|they|you(?: are|['’]re)?) )?ask(?:s|ed)?\b[^,.;]*"
    r"|除非[^，。；]{0,6}(?:问|要求)[^，。；]*",
    re.IGNORECASE,
)
"""Whoever asks for it gets it in any case."""
TURNED = re.compile(r"(?<!^)\b(?:not|never) ")
FALLEN = re.compile(r" (?:nowhere|never|(?:is|are) (?:not|never|banned|forbidden|out|off)\b)")
SHARE = 0.5
"""Part of the shorter one's words that two statements about the same thing have in common."""


class Question(NamedTuple):
    """What is answered this way or that."""

    name: str
    text: str
    """The kind of texts that it is about; empty where it is about none."""
    same: bool
    """Two statements meet only where they speak of one thing."""
    answers: tuple[tuple[str, str], ...]
    """Each answer with a phrase of its own; an answer stands once for each of its phrases."""


@cache
def questions() -> tuple[Question, ...]:
    """All questions of the list."""
    found = list[Question]()
    for line in Path(__file__).with_name("questions.txt").read_text("utf-8").splitlines():
        if told := HEAD.fullmatch(line):
            marks = set((told["marks"] or "").split())
            found.append(Question(told["name"], "".join(marks - {"same"}), "same" in marks, ()))
        elif line and not line.startswith("#"):
            name, _, phrases = line.partition(": ")
            told_so = (*found[-1].answers, *((name, phrase) for phrase in phrases.split(" | ")))
            found[-1] = found[-1]._replace(answers=told_so)
    return tuple(found)


def _signs(phrase: str) -> str:
    """A phrase of the list as a pattern."""
    if not phrase.isascii():
        plain = phrase.strip().replace(" ", "").replace("(", "(?:").replace("/", "|")
        return plain.replace("N", NUMBER).replace("~", SIGNS)
    made = ""
    for number, token in enumerate(reversed(TOKEN.findall(phrase.strip().removesuffix(" *")))):
        bare = token.rstrip("?").replace("(", "(?:").replace("/", "|").replace(" ", "[ -]")
        bare = re.sub(r"\bN\b", lambda _: NUMBER, bare)
        blank = "[ -]+" if number else ""
        made = (
            WORDS
            if bare == "*"
            else f"(?:{bare}{blank})?"
            if token.endswith(")?") or OPTIONAL.fullmatch(token)
            else bare + blank
        ) + made
    return rf"(?<![a-z]){made}(?![a-z])"


@cache
def _compiled(phrase: str) -> re.Pattern[str]:
    return re.compile(_signs(phrase))


def _marks(phrase: str) -> tuple[str, ...]:
    """Letters of which some stand wherever the phrase does: of its pieces those that are longest."""
    pieces = [
        [found for part in re.split(r"[/|]", piece.strip("()?")) for found in MARK.findall(part)[:1]]
        for piece in PIECE.findall(phrase)
        if not (piece.endswith(")?") or OPTIONAL.fullmatch(piece) or piece in {"*", "N"})
    ]
    whole = [piece for piece in pieces if piece]
    return tuple(max(whole, key=lambda piece: min(map(len, piece))))


@cache
def _phrases() -> tuple[tuple[str, str, str], ...]:
    """Question, answer and phrase, of all."""
    return tuple((question.name, *told) for question in questions() for told in question.answers)


@cache
def _worth() -> Callable[[str], frozenset[int]]:
    """Text -> numbers of the phrases that may stand in it."""
    return telltales([_marks(phrase) for _, _, phrase in _phrases()])


@lru_cache(maxsize=16_384)
def answers(text: str) -> Mapping[str, tuple[str, str]]:
    """Name of a question -> the answer of the statement, and the statement without it."""
    low = text.lower().replace("’", "'")
    taken: dict[str, dict[str, list[tuple[int, int]]]] = {}
    for number in sorted(_worth()(low)):
        name, answer, phrase = _phrases()[number]
        for match in _compiled(phrase).finditer(low):
            gone = DENIED.search(low[: match.start()]) or TURNED.search(match[0]) or FALLEN.match(low[match.end() :])
            taken.setdefault(name, {}).setdefault("" if gone else answer, []).append(match.span())
    return personal.answers(text) | {
        name: (min(told.keys() - {""}), _without(text, [span for spans in told.values() for span in spans]))
        for name, told in taken.items()
        if len(told.keys() - {""}) == 1
    }


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with blanks at these places."""
    for start, stop in spans:
        text = text[:start] + " " * (stop - start) + text[stop:]
    return text


def differing(one: str, other: str) -> str:
    """The question that the two answer differently; empty where there is none."""
    ours, theirs = answers(one), answers(other)
    for question in questions() if ours and theirs else ():
        if question.name in ours and question.name in theirs and ours[question.name][0] != theirs[question.name][0]:
            rests = ours[question.name][1], theirs[question.name][1]
            if _kinds(question, one) and _kinds(question, other) and _same(rests, near=question.same):
                return question.name
    return ""


def _kinds(question: Question, text: str) -> bool:
    """Whether the statement is about the kind of text that is asked about."""
    if not question.text:
        return True
    kinds = scopes.scopes(text).get("text", frozenset()) - SIDE
    return (not kinds or question.text in kinds) and not scopes.scopes(text).get("audience")


def _same(rests: tuple[str, str], *, near: bool) -> bool:
    """Whether the rests of two statements are about one thing, or about nothing else."""
    ours, theirs = (reading.meant(UNASKED.sub(" ", rest).strip() or "-") for rest in rests)
    if ours.who and theirs.who and ours.who.isdisjoint(theirs.who):
        return False
    if any(
        part.conditional and not part.names & (other.names | OCCASIONS)
        for said, other in ((ours, theirs), (theirs, ours))
        for part in said.parts
    ):
        return False
    met = met_in(ours, theirs)
    if near and scopes.scopes(rests[0]).get("language", frozenset()) & scopes.scopes(rests[1]).get(
        "language", frozenset()
    ):
        return True
    if near and slots.shared(slots.spoken(rests[0]), slots.spoken(rests[1]))[0] >= SHARE and not met.shared:
        return True
    if near:
        return met.weight >= ENOUGH and met.share >= SHARE and not contrast(ours, theirs, met.shared, frozenset())
    return not heads(ours, theirs, met.shared, frozenset())
