"""Whether a statement is made of whole clauses of what was said, in their order, with nothing added.

This is all that a model may do with a person's words: choose, cut and file them. A word that it adds, drops or moves
can turn them round in more ways than any list of words knows.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from dreamd.memory import beside, turnabout

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SENTENCE = re.compile(r"(?:[^.!?？\n。！]|\.(?!\s|$))+[.!?？\n。！]*")
BORDER = re.compile(r"([()]|[,;:…—–，；：、]+(?=[\s\"“”’)]|$|[\u3040-\u9fff])|\b(?:and|but|so|because)\b)")
COLON = re.compile(r"[:：—–]")
TOGETHER = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af"
"""Scripts without spaces between words."""
TOKEN = re.compile(rf"[{TOGETHER}]|[^\s{TOGETHER}]+")
AROUND = "`*_'’‘\"“”„«»「」.,;:!?()[]。，；：！？、"
APOSTROPHES = dict.fromkeys(map(ord, "'’ʼ‘`"))
FREELY = """
a an the this here please pls hey hi hmm ok okay alright yeah yep also actually well yes oh thanks in repo repository
project guys claude 请 的 了 吧 啊
"""
FREE = frozenset(FREELY.split())
"""Words that may come and go: they say nothing of what is wanted."""
JOINTS = frozenset({"and", "but", "so", "because", "-", "–", "—"})
OPINION = re.compile(r"\bi (?:think|guess|believe|feel(?: like)?|mean(?=,))\b(?: that\b)?|\bby the way\b")
"""Takes nothing back of what follows; what denies it ("I don't think") does not look so."""
TAG = re.compile(r"[,，]\s*(?:right|or|ok|okay|correct|no|yes|对吧|好吗)\s*[?？]\s*$", re.IGNORECASE)
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
RELATIVE = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|now|next|this|last|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|year"
    r"|heute|morgen|gestern)\b|今天|明天|昨天|周|下个?月|现在",
    re.IGNORECASE,
)
WISH = re.compile(r"\W*(?:(?:can|could|would|will) you|please|能不能|可以)", re.IGNORECASE)
STRAIGHT = str.maketrans("’‘ʼ`", "''''")
WIDE = re.compile(r"[，；：、]")
"""Nobody writes a space behind these."""


class Passage(NamedTuple):
    """What somebody said, and where."""

    quoted: str
    """The whole sentences of which a statement may be made."""
    turn: str
    """All that they said in that turn: another sentence may take these back."""


class Clause(NamedTuple):
    """One clause's words, and where it stands."""

    words: tuple[str, ...]
    text: str
    """As it was said, in lower case."""
    sentence: int
    asks: bool
    """Of the sentence."""
    reason: bool
    """A "because" stands before it."""
    colons: int
    """So many stand before it in its sentence."""


def asks(passage: str) -> bool:
    """Whether it is a question, and neither a wish that is put as one nor a statement with a "right?" behind it."""
    return passage.rstrip().endswith(("?", "？")) and not WISH.match(passage) and not TAG.search(passage)


def taken(text: str, passages: Iterable[Passage | str]) -> bool:
    """Whether the text is whole clauses of one of the passages, and nothing that is left out of its turn binds them.

    What denies, limits or reports a clause binds it, in its own sentence (``beside``) or in another (``turnabout``).
    Where a day was named from where one stood, its date may stand beside it: ``from Friday (2026-03-13) on``.
    """
    wanted = _words(text)
    undated = tuple(word for word in wanted if not DATE.fullmatch(word))
    given = (one if isinstance(one, Passage) else Passage(one, one) for one in passages)
    return bool(undated) and any(_made(undated if RELATIVE.search(one.quoted) else wanted, one) for one in given)


def wished(passage: Passage) -> list[str]:
    """What is quoted, clause by clause, where nobody asks it and nothing beside it denies or reports it.

    For requests: an "if" or a "when" beside one is part of it, and takes nothing back.
    """
    clauses, sentences, ours = _clauses(passage.turn), _sentences(passage.turn), _ours(passage)
    return [
        clause.text
        for at, clause in enumerate(clauses)
        if clause.sentence in ours
        and not clause.asks
        and not any(_refuses(left, clause, behind=number > at) for number, left in enumerate(clauses) if number != at)
        and not turnabout.taken_back(sentences, {clause.sentence})
    ]


def _refuses(left: Clause, clause: Clause, *, behind: bool) -> bool:
    if left.sentence != clause.sentence:
        return False
    if left.colons < clause.colons:
        return not beside.leads(left.text)
    answers = beside.ANSWER.fullmatch(left.text.strip()) and not behind
    return not answers and (beside.denies(left.text) or beside.feigns(left.text) or beside.reports(left.text))


def credible(passage: Passage) -> str:
    """What is quoted without the sentences that only report or mention, or that the rest of the turn takes back."""
    sentences, clauses = _sentences(passage.turn), _clauses(passage.turn)
    colons = {one.sentence: one.colons for one in clauses}
    mentioned = {
        one.sentence
        for one in clauses
        if beside.reports(one.text)
        or beside.feigns(one.text)
        or (beside.denies(one.text) and one.colons < colons[one.sentence] and not beside.leads(one.text))
    }
    fit = (at for at in sorted(_ours(passage) - mentioned) if not turnabout.taken_back(sentences, {at}))
    return " ".join(sentences[at] for at in fit)


def _made(wanted: tuple[str, ...], passage: Passage) -> bool:
    """Try each clause as the first."""
    clauses, ours = _clauses(passage.turn), _ours(passage)
    sentences = _sentences(passage.turn)
    found = (_from(wanted, clauses, first, ours) for first in range(len(clauses)))
    return any(
        used
        and not _bound(clauses, used)
        and not turnabout.taken_back(sentences, {clauses[number].sentence for number in used})
        for used in found
    )


def _ours(passage: Passage) -> frozenset[int]:
    """Numbers of the turn's sentences that are quoted."""
    quoted = _plain(passage.quoted)
    return frozenset(at for at, sentence in enumerate(_sentences(passage.turn)) if sentence.strip() in quoted)


def _from(wanted: tuple[str, ...], clauses: list[Clause], first: int, ours: frozenset[int]) -> set[int]:
    """Numbers of the clauses that make the statement; none where they do not."""
    used, at = set[int](), 0
    for number in range(first, len(clauses)):
        words = clauses[number].words
        fits = at < len(wanted) and wanted[at : at + len(words)] == words and clauses[number].sentence in ours
        if fits and not clauses[number].asks:
            used.add(number)
            at += len(words)
    return used if at == len(wanted) else set()


def _bound(clauses: list[Clause], used: set[int]) -> bool:
    """Whether a clause that is left out of their sentences binds them."""
    return any(
        _binds(left, number, [(one, clauses[one].colons) for one in used if clauses[one].sentence == left.sentence])
        for number, left in enumerate(clauses)
        if number not in used
    )


def _binds(left: Clause, number: int, used: list[tuple[int, int]]) -> bool:
    """Whether this clause does; ``used``: number of each taken clause of its sentence, and the colons before it."""
    if any(colons > left.colons for _, colons in used):
        return not beside.leads(left.text)
    behind = all(one < number for one, _ in used)
    return bool(used) and beside.binds(left.text, behind=behind, reason=left.reason)


def _sentences(passage: str) -> list[str]:
    return SENTENCE.findall(_plain(passage))


def _clauses(passage: str) -> list[Clause]:
    return [
        clause
        for number, sentence in enumerate(_sentences(passage))
        for clause in _parts(sentence, number)
        if clause.words
    ]


def _parts(sentence: str, number: int) -> Iterator[Clause]:
    parts, colons = BORDER.split(sentence), 0
    for at in range(0, len(parts), 2):
        border = parts[at - 1] if at else ""
        colons += bool(COLON.search(border))
        reason = border in {"because", "因为"}
        yield Clause(_words(parts[at]), parts[at], number, asks(sentence), reason, colons)


def _words(text: str) -> tuple[str, ...]:
    """Every word and sign in lower case, but for those that may come and go and the joints between clauses."""
    said = (token.strip(AROUND).translate(APOSTROPHES) for token in TOKEN.findall(_plain(text)))
    return tuple(word for word in said if word and word not in FREE and word not in JOINTS)


def _plain(text: str) -> str:
    plain = unicodedata.normalize("NFKC", WIDE.sub(r"\g<0> ", text)).casefold().translate(STRAIGHT)
    return OPINION.sub(" ", plain)
