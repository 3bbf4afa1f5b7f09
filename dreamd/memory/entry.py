"""One statement of a topic: read from its list item, written back as one (memory.md, A topic)."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from dreamd.invisible import BLANKS
from dreamd.records import Entry, Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ITEM = re.compile(r"[ \t]*[-*+][ \t]+(?=\S)(.*)", re.DOTALL)
RULE = re.compile(r"\s*([-*_])(?:[ \t]*\1){2,}\s*")
FENCE = re.compile(r"\s*(`{3,}(?=[^`]*$)|~{3,})")
"""Backticks later in the line make it inline code."""
LABEL = re.compile(r"(?:\*\*(Why|How to apply)(?::\*\*|\*\*:)|(Why|How to apply):)\s*(.*)", re.DOTALL)
VOID = re.compile(r"(?:^|(?P<within>\s*\())void since (?P<old>\d{4}-\d\d-\d\d: .+?)(?(within)\)$|$)", re.DOTALL)
"""In a ``Why:``: what the statement replaces, with the date."""
WORDS = "created|updated|source|seen|archived|reason"
BRACKET = re.compile(rf"\[((?:{WORDS})\s*:[^\[\]]*)\]")
FLAG = re.compile(r"\[(?:unconfirmed|待确认)\]")
LIKE_BRACKET = re.compile(rf"\[(\s*(?:{WORDS}|unconfirmed|待确认)\b[^\[\]]*)\]")
LIKE_OPENING = re.compile(rf"\[(?=\s*(?:{WORDS}|unconfirmed|待确认))")
LEADING = re.compile(r"(?:[-*+]\s+|#{1,6}\s+|>\s*|`{3,}|~{3,}|\d{1,3}[.)]\s+|\s+)+")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
BETWEEN = re.compile(r",\s*(?=[a-z_]+\s*:)")
"""The fields of a bracket."""
SEEN = re.compile(r"[0-9]{1,6}")


TEXTS = 8_192
"""Of which the plain or folded form is kept: who compares statements asks for each again and again."""


class Item(Record, frozen=True):
    """An entry where it stands: lines ``start`` up to, not including, ``stop`` of its file, counted from 0."""

    entry: Entry
    start: int
    stop: int


def voided(why: str) -> tuple[str, str]:
    """The reason by itself, and what the statement replaces, as ``2026-03-10: <the old one>``; both may be empty."""
    match = VOID.search(why)
    return (why[: match.start()], match["old"]) if match else (why, "")


@lru_cache(maxsize=TEXTS)
def plain(text: str) -> str:
    """The text as one visible line that Markdown and our own brackets cannot misread; idempotent.

    Control, bidirectional and zero-width characters, HTML comments, leading list, heading and quote marks go; brackets
    that look like an entry's become round.
    """
    seen = text if text.isprintable() else "".join(_visible(char) for char in text)
    line = " ".join(BLANKS.sub("", seen).replace("<!--", " ").replace("-->", " ").split())
    line = LEADING.sub("", line, count=1) if LEADING.match(line) else line
    return LIKE_OPENING.sub("(", LIKE_BRACKET.sub(r"(\1)", line))


def _visible(char: str) -> str:
    category = unicodedata.category(char)
    if category in {"Cc", "Zl", "Zp"}:
        return " "
    return "" if category in {"Cf", "Cs"} else char


def clean(entry: Entry) -> Entry:
    """The entry as ``render`` writes it and ``parse`` will read it back."""
    return msgspec.structs.replace(
        entry,
        text=plain(entry.text),
        why=plain(entry.why),
        how=plain(entry.how),
        created=_token(entry.created),
        updated=_token(entry.updated),
        archived=_token(entry.archived),
        sources=tuple(token for source in entry.sources if (token := _token(source))),
        seen=min(max(entry.seen, 1), 999_999),
        reason=plain(entry.reason).replace("[", "(").replace("]", ")"),
    )


def _token(text: str) -> str:
    return re.sub(r"[\s,;\[\]]", "", plain(text))


def render(entry: Entry) -> list[str]:
    """The lines of the entry's list item, without line ends; its fields are made safe (``clean``) first."""
    entry = clean(entry)
    fields = {
        "created": entry.created,
        "updated": entry.updated,
        "source": ";".join(entry.sources),
        "seen": str(entry.seen) if entry.seen > 1 else "",
        "archived": entry.archived,
        "reason": entry.reason,
    }
    bracket = ", ".join(f"{name}: {value}" for name, value in fields.items() if value)
    parts = (entry.text, "[unconfirmed]" if entry.unconfirmed else "", f"[{bracket}]" if bracket else "")
    lines = ["- " + " ".join(part for part in parts if part)]
    lines += [f"  Why: {entry.why}"] if entry.why else []
    lines += [f"  How to apply: {entry.how}"] if entry.how else []
    return lines


def key(entry: Entry) -> str:
    """What dreamd knows its own entries by: a short hash of the statement, whitespace folded, brackets left out."""
    said = "\n".join(" ".join(part.split()) for part in (entry.text, entry.why, entry.how))
    return hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=8).hexdigest()


@lru_cache(maxsize=TEXTS)
def fold(text: str) -> str:
    """The text for comparing statements: width, case, whitespace and closing punctuation do not count."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(" .!;,。")


def parse(lines: Sequence[str], start: int = 0) -> tuple[Item, ...]:
    """The list items among the lines from ``start`` on, at any depth; code fences and comments hold none.

    An item goes on over the indented lines below it and ends at a blank line.
    """
    items: list[Item] = []
    at = start
    while at < len(lines):
        stop = skip(lines, at)
        if stop == at:
            stop = at + 1
            if _opens(lines[at]):
                while stop < len(lines) and _continues(lines, stop):
                    stop += 1
                items.append(Item(entry=_read(lines[at:stop]), start=at, stop=stop))
        at = stop
    return tuple(items)


def open_block(lines: Sequence[str], start: int = 0) -> int:
    """Line at which a fence or comment opens that nothing closes; the number of lines where there is none."""
    at = start
    while at < len(lines):
        stop = skip(lines, at)
        if stop > len(lines):
            return at
        at = max(stop, at + 1)
    return len(lines)


def skip(lines: Sequence[str], at: int) -> int:
    """Line after the fence or comment opening at ``at``; ``at`` where none opens, past the end where unclosed."""
    fence = FENCE.match(lines[at])
    if fence:
        closing = re.compile(rf"\s*{re.escape(fence[1])}{fence[1][0]}*\s*")
        closed = (number for number in range(at + 1, len(lines)) if closing.fullmatch(lines[number]))
    elif lines[at].lstrip().startswith("<!--"):
        closed = (number for number in range(at, len(lines)) if "-->" in lines[number])
    else:
        return at
    return next(closed, len(lines)) + 1


def _opens(line: str) -> bool:
    return bool(ITEM.match(line)) and not RULE.fullmatch(line)


def _continues(lines: Sequence[str], at: int) -> bool:
    line = lines[at]
    return line[:1] in {" ", "\t"} and bool(line.strip()) and not _opens(line) and skip(lines, at) == at


def _read(lines: Sequence[str]) -> Entry:
    parts: dict[str, list[str]] = {"text": [], "Why": [], "How to apply": []}
    field = "text"
    for number, line in enumerate(lines):
        item = ITEM.match(line) if number == 0 else None
        content = item[1] if item else line.strip()
        label = LABEL.match(content) if number else None
        if label:
            field, content = label[1] or label[2], label[3]
        parts[field].append(content)
    found: dict[str, str] = {}
    flags: list[bool] = []
    said = {
        name: " ".join(_strip(" ".join(part), found, flags).split()) if part else "" for name, part in parts.items()
    }
    return _entry(said, found, unconfirmed=bool(flags))


def _strip(text: str, found: dict[str, str], flags: list[bool]) -> str:
    """The text without its brackets, which are noted; of two that say the same the first counts."""
    if "[" not in text:
        return text
    for bracket in BRACKET.finditer(text):
        for name, value in _fields(bracket[1]):
            found.setdefault(name, value)
    flags += [True] * len(FLAG.findall(text))
    return FLAG.sub(" ", BRACKET.sub(" ", text))


def _fields(bracket: str) -> Iterator[tuple[str, str]]:
    head, mark, reason = f", {bracket}".partition(", reason:")
    for part in BETWEEN.split(head):
        name, _, value = part.partition(":")
        yield name.strip(), value.strip()
    if mark:
        yield "reason", reason.strip()


def _entry(said: dict[str, str], found: dict[str, str], *, unconfirmed: bool) -> Entry:
    seen = found.get("seen", "")
    return Entry(
        text=said["text"],
        why=said["Why"],
        how=said["How to apply"],
        created=found.get("created", ""),
        updated=found.get("updated", ""),
        sources=tuple(part.strip() for part in found.get("source", "").split(";") if part.strip()),
        seen=max(int(seen), 1) if SEEN.fullmatch(seen) else 1,
        unconfirmed=unconfirmed,
        archived=found.get("archived", ""),
        reason=found.get("reason", ""),
    )
