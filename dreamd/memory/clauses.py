"""Whether a statement is made of whole clauses of what was said, in their order, with nothing added.

This is all that a model may do with a person's words: choose, cut and file them. A word that it adds, drops or moves
can turn them round in more ways than any list of words knows.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

SENTENCE = re.compile(r"(?:[^.!?？\n。！]|\.(?!\s|$))+[.!?？\n。！]*")
BORDER = re.compile(r"[()]|[,;:…—–，；：、]+(?=[\s\"“”’)]|$|[\u3040-\u9fff])|\b(?:and|but|so|because)\b")
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
DENYING = """
not no never none nothing nobody neither nor without cannot dont doesnt didnt wont cant shouldnt mustnt isnt arent avoid
stop forbidden prohibited refuse hate dislike wrong bad nope nicht kein keine nie niemals nein non pas jamais nunca
ningún 不 别 勿 没 未 无 禁 莫 甭 沒 無 別
"""
DENIAL = frozenset(DENYING.split())
LIMITING = """
if when whenever unless until only except while before after once for as wenn falls bis außer 如 若 除 只 当
"""
CONDITION = frozenset(LIMITING.split())
OPINION = re.compile(r"\bi (?:think|guess|believe|mean|feel(?: like)?)\b(?: that\b)?|\bby the way\b")
"""Takes nothing back of what follows; what denies it ("I don't think") does not look so."""
TAG = re.compile(r"[,，]\s*(?:right|or|ok|okay|correct|no|yes|对吧|好吗)\s*[?？]\s*$", re.IGNORECASE)
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
RELATIVE = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|now|next|this|last|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|year"
    r"|heute|morgen|gestern)\b|今天|明天|昨天|周|下个?月|现在",
    re.IGNORECASE,
)
WISH = re.compile(r"\W*(?:(?:can|could|would|will) you|please|能不能|可以)", re.IGNORECASE)
BARE = 2
"""So few words, one of them a no, are an answer and no clause."""


class Clause(NamedTuple):
    """One clause's words, and the sentence in which it stands."""

    words: tuple[str, ...]
    sentence: int
    asks: bool
    """Of the sentence."""

    @property
    def binds(self) -> bool:
        """Whether what stands beside it holds only with it: it denies or limits something."""
        denies = not DENIAL.isdisjoint(self.words) and len(self.words) > BARE
        return denies or self.words[0] in CONDITION


def asks(passage: str) -> bool:
    """Whether it is a question, and neither a wish that is put as one nor a statement with a "right?" behind it."""
    return passage.rstrip().endswith(("?", "？")) and not WISH.match(passage) and not TAG.search(passage)


def taken(text: str, passages: Iterable[str]) -> bool:
    """Whether the text is whole clauses of one of the passages; none that binds may be missing from its sentence.

    Where a day was named from where one stood, its date may stand beside it: ``from Friday (2026-03-13) on``.
    """
    wanted = _words(text)
    undated = tuple(word for word in wanted if not DATE.fullmatch(word))
    return bool(undated) and any(
        _made(undated if RELATIVE.search(passage) else wanted, _clauses(passage)) for passage in passages
    )


def _made(wanted: tuple[str, ...], clauses: list[Clause]) -> bool:
    """Try each clause as the first."""
    return any(_from(wanted, clauses, first) for first in range(len(clauses)))


def _from(wanted: tuple[str, ...], clauses: list[Clause], first: int) -> bool:
    used, at = set[int](), 0
    for number in range(first, len(clauses)):
        words = clauses[number].words
        if at < len(wanted) and wanted[at : at + len(words)] == words and not clauses[number].asks:
            used.add(number)
            at += len(words)
    sentences = {clauses[number].sentence for number in used}
    left = (clause for number, clause in enumerate(clauses) if number not in used and clause.sentence in sentences)
    return at == len(wanted) and not any(clause.binds for clause in left)


def _clauses(passage: str) -> list[Clause]:
    return [
        Clause(words, number, asks(sentence))
        for number, sentence in enumerate(SENTENCE.findall(passage))
        for part in BORDER.split(_plain(sentence))
        if (words := _words(part))
    ]


def _words(text: str) -> tuple[str, ...]:
    """Every word and sign in lower case, but for those that may come and go and the joints between clauses."""
    said = (token.strip(AROUND).translate(APOSTROPHES) for token in TOKEN.findall(_plain(text)))
    return tuple(word for word in said if word and word not in FREE and word not in JOINTS)


def _plain(text: str) -> str:
    return OPINION.sub(" ", unicodedata.normalize("NFKC", text).casefold())
