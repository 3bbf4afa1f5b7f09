"""What a question is that people answer this way or that: an axis with its poles. The questions are beside this."""

from __future__ import annotations

import re
from typing import NamedTuple


class Axis(NamedTuple):
    """One question with several answers."""

    name: str
    poles: dict[str, str]
    """Their signs, for statements in small letters; compiled when a statement may hold one."""
    text: str = ""
    """The kind of text (``scopes.WORDS``) that it speaks of where the statement names none."""
    flips: bool = True
    """Who denies the one of two poles takes the other."""
    marks: tuple[str, ...] = ()
    """One of these stands, in small letters, in each statement that takes a pole."""
    shares: bool = False
    """Statements meet only where they share another word: several things may be in use side by side."""


CAPITAL = re.compile(r"(?<!\\)[A-Z]")


def _small(letter: re.Match[str]) -> str:
    return letter[0].lower()


def axis(name: str, marks: str, *, text: str = "", flips: bool = True, shares: bool = False, **poles: str) -> Axis:
    """An axis with these poles; ``_`` in their names stands for a blank."""
    made = {pole.replace("_", " "): CAPITAL.sub(_small, signs) for pole, signs in poles.items()}
    return Axis(name, made, text, flips, tuple(marks.split("|")), shares)


def choice(name: str, marks: str, names: tuple[str, ...], *, shares: bool = False, **poles: str) -> Axis:
    """An axis with a pole for each of these names, which stand for themselves, beside others."""
    made = {named: rf"(?<![\w.-]){re.escape(named)}(?![\w-])" for named in names}
    return Axis(name, made | poles, "", flips=False, marks=tuple(marks.split("|")), shares=shares)
