"""Texts that are made for machines: data, settings, code."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dreamd.quoted.lines import Line

LOOKED_AT = 1_000
"""Characters of a line that are looked at."""
DATA = re.compile(r"[\[{]\s*(?:[\"'\[{]|$)|[\]}][,;]?$|\"[^\"]{1,80}\"\s?:\s")
SECTION = re.compile(r"\[[\w.:\" -]{1,80}\]{1,2}$")
SETTING = re.compile(r"(?:export )?[A-Za-z_][\w.-]{0,60}\s?=\s?\S?")
CONSTANT = re.compile(r"(?:export )?[A-Za-z][A-Za-z0-9_.]{1,60}=\S")
KEY = re.compile(r"(?:- )?(?:\"[^\"]{1,60}\"|[a-z_][\w./-]{0,60}):(?:\s|$)")
ROLE = re.compile(r"(?:- )?role: *(?:system|user|assistant|tool)$")
CODE = re.compile(
    r".*(?:[{}]|\);|=> ?|\):|&&|\|\||\\)$"
    r"|(?:const|let|var) [\w{\[, ]{1,80} ?=|(?:def|function|func|fn) \w{0,60}\(|import [\w{*]|#include\b"
)
COUNTED = re.compile(r"(?P<number>\d{1,6})(?:(?P<wide>\t|\s{2,}|[|│])|:\s?)\S")
HALF = 0.5
"""Share of its lines that must be code."""


def begins(paragraph: list[Line]) -> tuple[str, int]:
    """The kind of a paragraph's text, and the line from which on it is that; empty where people write so."""
    said = [line.text[:LOOKED_AT] for line in paragraph]
    for kind, at in (("data", _data(said)), ("settings", _settings(paragraph, said)), ("code", _code(said))):
        if at is not None:
            return kind, at
    return "", 0


def _data(said: list[str]) -> int | None:
    marks = [number for number, line in enumerate(said) if DATA.match(line)]
    alone = len(marks) == 1 and len(said[marks[0]]) > len("[x]") and said[marks[0]][-1] in "]}"
    return marks[0] if len(marks) > 1 or alone else _counted(said)


def _counted(said: list[str]) -> int | None:
    """The first of lines that a program numbered, or marked as added or taken away."""
    first = COUNTED.match(said[0])
    if first and len(said) > 1 and COUNTED.match(said[1]) and (first["wide"] or int(first["number"]) > 1):
        return 0
    return 0 if any(line[0] == "+" for line in said) and any(line[0] == "-" for line in said) else None


def _settings(paragraph: list[Line], said: list[str]) -> int | None:
    """The first line of INI, an environment file, or YAML with keys below keys."""
    for number, (line, after) in enumerate(pairwise([*said, ""])):
        if (SECTION.match(line) and SETTING.match(after)) or (CONSTANT.match(line) and CONSTANT.match(after)):
            return number
        if KEY.match(line) and line.endswith(":") and KEY.match(after):
            deeper = paragraph[number + 1].indent > paragraph[number].indent
            if deeper or after.startswith("- "):
                return number
        if ROLE.match(line) and KEY.match(after):
            return number
    return None


def _code(said: list[str]) -> int | None:
    marks = [number for number, line in enumerate(said) if CODE.match(line)]
    return marks[0] if len(marks) > 1 and len(marks) >= HALF * len(said) else None
