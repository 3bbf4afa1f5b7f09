"""Takes secrets out of text before anything else sees it.

Detection is heuristic: it knows the vendors' formats, private keys, credentials in URLs and headers, and values that a
label announces. A secret without any of these marks passes.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from dreamd import invisible
from dreamd.secret_rules import RULES
from dreamd.secret_shape import name_like

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.secret_rules import Rule

T = TypeVar("T", bound=msgspec.Struct)

MARKER = "[REDACTED:"
LINE_CHARS = 200
ROUNDS = 16
"""A text that still gives up new secrets after so many rounds was built to."""
WRAPPED_LINES = 20
LONG = 8_192
"""Characters."""
WRAP = re.compile(r"(?:\r?\n[ \t>|]*|(?:\\r)?\\n)([A-Za-z0-9+/_.=-]{8,})(?=[\s\"'`\\,;)]|$)")
GROUPS = ("s", "quoted", "bare")
TRAILING = ".,:;!?)]}*"


class Span(NamedTuple):
    """A secret's place in the text."""

    start: int
    end: int
    rule: str


def redact(text: str) -> str:
    """The text with each secret replaced by ``[REDACTED:<rule>]``; doing it twice changes nothing more."""
    return _redact(text)[0]


def findings(text: str) -> list[str]:
    """Names of the rules that found a secret, one for each secret, in the order in which they were found."""
    return _redact(text)[1]


def record(held: T, *names: str) -> T:
    """The record with these texts of it redacted."""
    return msgspec.structs.replace(held, **{name: redact(getattr(held, name)) for name in names})


def values(value: Any) -> Any:  # noqa: ANN401 (any JSON value, and what becomes one)
    """The JSON value with each of its texts redacted, names of members too; tuples become lists."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {values(name): values(item) for name, item in value.items()}
    return [values(item) for item in value] if isinstance(value, list | tuple) else value


def one_line(text: str, chars: int = LINE_CHARS) -> str:
    """What somebody else's program says, fit to be shown in a message: redacted, on one line, printable, and cut."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in redact(text)).split())[:chars]


def _redact(text: str) -> tuple[str, list[str]]:
    """The text as it is, but for its secrets; without what nobody sees where that hides one."""
    bare = invisible.stripped(text)
    if bare != text and (found := _taken_out(bare))[1]:
        return found
    return _taken_out(text)


def _taken_out(text: str) -> tuple[str, list[str]]:
    """Taking one secret out can bare another (its neighbour was no word boundary), hence the rounds."""
    names: list[str] = []
    for _ in range(ROUNDS):
        spans = _merged(_spans(text))
        if not spans:
            return text, names
        names += [span.rule for span in spans]
        text = _replaced(text, spans)
    return f"{MARKER}tangled]", [*names, "tangled"]


def _spans(text: str) -> Iterator[Span]:
    folded = text.replace("İ", "I").lower()  # the one letter whose lower case is longer
    words, low = (_once(view) for view in (text, folded))
    for rule in RULES:
        view, held = (folded, low) if rule.folded else (text, words)
        if any(mark in (view if " " in mark else held) for mark in rule.marks):
            yield from _matches(rule, text, view)


def _once(text: str) -> str:
    """The words of a long text once each: what has no blank is found there faster; a short text as it is."""
    return "\n".join(dict.fromkeys(text.split())) if len(text) > LONG else text


def _matches(rule: Rule, text: str, view: str) -> Iterator[Span]:
    pattern = _compiled(rule.pattern)
    at = 0
    while match := pattern.search(view, at):
        start, end = _secret(match)
        if rule.wraps:
            end = _unwrapped(text, end)
        value = text[start:end]
        at = max(match.end(), at + 1)
        if MARKER not in value and rule.accept(value):
            yield Span(start, end, rule.name)
            at = max(at, end)


def _secret(match: re.Match[str]) -> tuple[int, int]:
    known = match.re.groupindex
    group: str | int = next((name for name in GROUPS if name in known and match[name] is not None), 0)
    start, end = match.span(group)
    if group == "bare":
        end = start + len(match["bare"].rstrip(TRAILING))
    return start, end


def _unwrapped(text: str, end: int) -> int:
    """The end of the secret where it goes on over line breaks."""
    for _ in range(WRAPPED_LINES):
        more = WRAP.match(text, end)
        if more is None or name_like(more[1]):
            break
        end = more.end()
    return end


def _merged(spans: Iterator[Span]) -> list[Span]:
    """Overlapping ones as one, called after the first."""
    merged: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if merged and span.start < merged[-1].end:
            last = merged[-1]
            merged[-1] = last._replace(end=max(last.end, span.end))
        else:
            merged.append(span)
    return merged


def _replaced(text: str, spans: list[Span]) -> str:
    parts: list[str] = []
    at = 0
    for span in spans:
        parts += [text[at : span.start], MARKER, span.rule, "]"]
        at = span.end
    return "".join([*parts, text[at:]])


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
