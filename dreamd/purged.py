"""What a person had purged: known by keyed hashes alone, so that it is found again and its words stand nowhere.

A statement is the row of its words, whatever stands between them: letter case, width, punctuation, markup and line ends
do not count. Each sign of a script without spaces is a word of its own.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from dreamd import codec, files
from dreamd.errors import StoreError
from dreamd.records import Record
from dreamd.words import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from dreamd.paths import Places

WORD = re.compile(rf"[{UNSPACED}]|(?:[^\W_{UNSPACED}]|[\u0300-\u036f])+")
LEFT = "[purged]"
"""What stands in the place of the words where what is around them stays."""
LEAST_WORDS = 2
"""A single word stands in too much that is another matter."""
MANY_WORDS, MOST = 6, 0.6
"""So many words in a row are a copy, whatever stands around them; fewer are one where they are most of what is said."""
FILE_BYTES = 64 * 1024 * 1024


class Mark(Record, frozen=True):
    """One statement."""

    digest: str
    length: int
    """Its words."""
    first: str
    """A byte that tells most other first words apart, so that little is hashed."""
    kept: bool = False
    """It holds a purged statement among other words, and a person kept it: within it nothing is found."""


class Purged(Record, frozen=True):
    """All statements that were purged, and the key of their hashes."""

    key: str = ""
    """Hexadecimal."""
    marks: tuple[Mark, ...] = ()


class Finder(NamedTuple):
    """The same, ready to look for them."""

    key: bytes
    lengths: dict[str, tuple[int, ...]]
    """First byte -> how many words such statements have."""
    digests: frozenset[str]
    kept: Finder | None = None
    """Finds statements within which nothing counts; ``None`` where there is none."""


DECODER = codec.decoder(Purged)
NOTHING = Finder(b"", {}, frozenset())
"""Finds nothing."""


def read(path: Path) -> Purged:
    """What was purged so far.

    Raises:
        StoreError: the file is there and cannot be read.
    """
    try:
        return DECODER.decode(files.read_regular(path, FILE_BYTES) or b"")
    except FileNotFoundError:
        return Purged()
    except (OSError, msgspec.DecodeError) as error:
        raise StoreError(
            f"cannot read {path}: {error}", "It keeps what was purged from being learned again."
        ) from error


def write(path: Path, purged: Purged) -> None:
    """Keep it, for us alone.

    Raises:
        OSError: it cannot be written; what stood there stands.
    """
    files.make_private(path.parent)
    files.write_atomic(path, codec.encode(purged))


def marks(key: str, statements: Iterable[str], *, kept: bool = False) -> tuple[Mark, ...]:
    """One for each statement that has words enough, each once; ``kept`` as in ``Mark``."""
    raw = bytes.fromhex(key)
    rows = dict.fromkeys(tuple(words(statement)) for statement in statements)
    return tuple(
        Mark(digest=_digest(raw, row), length=len(row), first=_first(raw, row[0]), kept=kept)
        for row in rows
        if len(row) >= LEAST_WORDS
    )


def finder(purged: Purged) -> Finder:
    """What looks for these."""
    key = bytes.fromhex(purged.key)
    kept = [mark for mark in purged.marks if mark.kept]
    return _finder(key, [mark for mark in purged.marks if not mark.kept], _finder(key, kept) if kept else None)


def _finder(key: bytes, marks: Iterable[Mark], kept: Finder | None = None) -> Finder:
    found = tuple(marks)
    lengths = defaultdict(set)
    for mark in found:
        lengths[mark.first].add(mark.length)
    sorted_lengths = {first: tuple(sorted(several, reverse=True)) for first, several in lengths.items()}
    return Finder(key, sorted_lengths, frozenset(mark.digest for mark in found), kept)


def add(places: Places, key: str, more: Iterable[Mark]) -> None:
    """Know these statements too from now on; what was kept before and is purged now is kept no longer.

    Raises:
        LockHeld: another process has been changing it for ten seconds.
        StoreError: what was purged cannot be read or written; what stood there stands.
    """
    new = tuple(more)
    gone = {mark.digest for mark in new if not mark.kept}

    def known_too(known: Purged) -> Purged:
        stays = (mark for mark in known.marks if not (mark.kept and mark.digest in gone))
        return Purged(key=key, marks=tuple(dict.fromkeys((*stays, *new))))

    _change(places, known_too)


def lift(places: Places, texts: Iterable[str]) -> None:
    """Let the statements in these texts be learned again: a person typed them anew.

    Raises:
        LockHeld: as ``add``.
        StoreError: as ``add``.
    """
    said = tuple(texts)

    def lifted(known: Purged) -> Purged:
        ones = ((mark, finder(Purged(key=known.key, marks=(mark,)))) for mark in known.marks)
        left = tuple(mark for mark, this in ones if not any(holds(this, text) for text in said))
        return Purged(key=known.key, marks=left)

    if said:
        _change(places, lifted)


def _change(places: Places, made: Callable[[Purged], Purged]) -> None:
    """Read it, change it, write it: one at a time, since each memory's steps and every purge may want to."""
    from dreamd import lock  # noqa: PLC0415 (the worker and an agent's start read it alone)

    path = places.purged
    with lock.held(places.locks, path, "write"):
        known = read(path)
        new = made(known)
        if new != known:
            try:
                write(path, new)
            except OSError as error:
                raise StoreError(f"cannot write {path}: {error.strerror}", "Check the disk and its rights.") from error


def words(text: str) -> list[str]:
    """The words of a text, as they are compared."""
    return [_folded(match[0]) for match in WORD.finditer(text)]


def spans(this: Finder, text: str) -> list[tuple[int, int]]:
    """Where purged statements stand, from their first words to their last; in order, apart."""
    if not this.digests:
        return []
    places = list(WORD.finditer(text))
    row = [_folded(match[0]) for match in places]
    found: list[tuple[int, int]] = []
    for start, stop in _counting(this, row):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], stop))
        else:
            found.append((start, stop))
    return [(places[start].start(), places[stop - 1].end()) for start, stop in found]


def _counting(this: Finder, row: list[str]) -> list[tuple[int, int]]:
    """Where purged statements stand in a row of words, the longest from each word, but for those within kept ones."""
    found = _rows(this, row)
    safe = _rows(this.kept, row) if found and this.kept else []
    return [(start, stop) for start, stop in found if not any(at <= start and stop <= end for at, end in safe)]


def _rows(this: Finder, row: list[str]) -> list[tuple[int, int]]:
    firsts = {word: this.lengths.get(_first(this.key, word), ()) for word in set(row)}
    found = []
    for at, word in enumerate(row):
        ends = (at + length for length in firsts[word] if at + length <= len(row))
        end = next((end for end in ends if _digest(this.key, row[at:end]) in this.digests), 0)
        found += [(at, end)] if end else []
    return found


def holds(this: Finder, text: str) -> bool:
    """Whether a purged statement stands in the text."""
    return bool(spans(this, text))


def says(this: Finder, text: str) -> bool:
    """Whether the text says a purged statement over again, and does not merely hold its words to say something else."""
    found, total = [len(words(text[start:stop])) for start, stop in spans(this, text)], len(words(text))
    return any(count >= MANY_WORDS for count in found) or sum(found) > MOST * total


def without(this: Finder, text: str) -> str:
    """The text with ``LEFT`` in the place of each purged statement."""
    found = spans(this, text)
    if not found:
        return text
    parts, at = [], 0
    for start, stop in found:
        parts += [text[at:start], LEFT]
        at = stop
    return "".join([*parts, text[at:]])


def cleaned(this: Finder, value: Any) -> Any:  # noqa: ANN401 (any JSON value)
    """The JSON value without them: of a list, the objects that hold one are left out, texts that do are changed."""
    if isinstance(value, str):
        return without(this, value)
    if isinstance(value, dict):
        return {name: cleaned(this, item) for name, item in value.items()}
    if isinstance(value, list):
        return [cleaned(this, item) for item in value if not (isinstance(item, dict) and within(this, item))]
    return value


def within(this: Finder, value: Any) -> bool:  # noqa: ANN401 (any JSON value)
    """Whether a text in the JSON value holds one."""
    if not this.digests:
        return False
    if isinstance(value, str):
        return holds(this, value)
    if isinstance(value, dict):
        return any(within(this, item) for item in value.values())
    return isinstance(value, list) and any(within(this, item) for item in value)


def _folded(word: str) -> str:
    return word.casefold() if word.isascii() else unicodedata.normalize("NFKC", word).casefold()


def _digest(key: bytes, row: Iterable[str]) -> str:
    return hashlib.blake2b("\n".join(row).encode("utf-8", "replace"), key=key, digest_size=16).hexdigest()


def _first(key: bytes, word: str) -> str:
    return hashlib.blake2b(word.encode("utf-8", "replace"), key=key, digest_size=1).hexdigest()
