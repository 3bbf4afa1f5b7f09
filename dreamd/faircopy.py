"""A copy of a memory as agents may see it, in our own state: redacted whole, made again where a file changed, indexed.

It holds nothing that the memory does not, and may be deleted at any time (``drop``). Reading a file, taking its secrets
out and splitting it takes longer than an agent's start may; looking whether it changed does not. Its mtime is no sign
(dreamd sets it), so inode and ctime are looked at, too.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import msgspec

from dreamd import __version__, files
from dreamd.memory import store
from dreamd.records import Entry, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places

FORM = 3
"""Moves with every change of what is copied: the tables, the rules of redaction, the terms."""
WAIT_SECONDS = 2.0
SCHEMA = """
CREATE TABLE form (told TEXT NOT NULL);
CREATE TABLE files (name TEXT PRIMARY KEY, stamp TEXT NOT NULL, size INTEGER NOT NULL, text TEXT);
CREATE TABLE topics (id INTEGER PRIMARY KEY, file TEXT NOT NULL UNIQUE, stem TEXT NOT NULL, title TEXT NOT NULL,
  description TEXT NOT NULL);
CREATE TABLE entries (id INTEGER PRIMARY KEY, file TEXT NOT NULL, listed INTEGER NOT NULL, spoilt INTEGER NOT NULL,
  entry BLOB NOT NULL);
CREATE TABLE spoilt (file TEXT NOT NULL, line INTEGER NOT NULL);
CREATE INDEX entries_file ON entries (file);
CREATE VIRTUAL TABLE heads USING fts5(title, description, tokenize='porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE said USING fts5(text, reasons, tokenize='porter unicode61 remove_diacritics 2');
"""


class Topic(Record, frozen=True):
    """A topic or people's file that was copied."""

    id: int
    file: str
    stem: str
    title: str
    description: str


class Statement(Record, frozen=True):
    """One entry, or paragraph, of a topic; its secrets are out and what is hidden in it is shown."""

    id: int
    file: str
    listed: bool
    spoilt: bool
    """Whether it gives agents orders behind the person's back, or is what a program printed."""
    entry: Entry


def place(places: Places, workspace: Workspace) -> Path:
    """Where the copy lies."""
    return places.state / "copybooks" / f"{workspace.name}.db"


def drop(places: Places, workspace: Workspace) -> None:
    """Delete the copy; it is made again when it is needed."""
    path = place(places, workspace)
    for name in (path, path.with_name(f"{path.name}-journal")):
        name.unlink(missing_ok=True)


@contextmanager
def opened(places: Places, workspace: Workspace, names: Iterable[str]) -> Iterator[sqlite3.Connection]:
    """The copy, in which the named files are as they are now; of others it tells nothing (``listed`` names all).

    Where our own directory cannot be written, the copy is made in memory.

    Raises:
        StoreError: a directory of the memory cannot be listed.
    """
    wanted = list(names)
    db = _kept(places, workspace, wanted) or _kept(places, workspace, wanted)
    if db is None:
        db = _current(_made(sqlite3.connect(":memory:", isolation_level=None)), workspace, wanted)
    try:
        yield db
    finally:
        db.close()


def text(db: sqlite3.Connection, name: str) -> str | None:
    """The copied text of the file; ``None`` where there is none, or where it is no plain UTF-8 file."""
    row = db.execute("SELECT text FROM files WHERE name = ?", (name,)).fetchone()
    return None if row is None or row[0] is None else str(row[0])


def odd(db: sqlite3.Connection, name: str) -> bool:
    """Whether the file is there and is no plain UTF-8 file."""
    row = db.execute("SELECT text FROM files WHERE name = ?", (name,)).fetchone()
    return row is not None and row[0] is None


def spoilt(db: sqlite3.Connection, name: str) -> frozenset[int]:
    """Lines of the copied text, counted from 0, that give agents orders or are what a program printed."""
    return frozenset(line for (line,) in db.execute("SELECT line FROM spoilt WHERE file = ?", (name,)))


def size(db: sqlite3.Connection, name: str) -> int:
    """Bytes of the file itself, when it was copied."""
    row = db.execute("SELECT size FROM files WHERE name = ?", (name,)).fetchone()
    return int(row[0]) if row else 0


def topics(db: sqlite3.Connection) -> dict[int, Topic]:
    """Id -> topic, of all that were copied."""
    rows = db.execute("SELECT id, file, stem, title, description FROM topics ORDER BY file")
    return {row[0]: Topic(id=row[0], file=row[1], stem=row[2], title=row[3], description=row[4]) for row in rows}


def files_of(db: sqlite3.Connection) -> list[tuple[int, str]]:
    """Id of each statement, with its file; in order."""
    return db.execute("SELECT id, file FROM entries ORDER BY id").fetchall()


def statement(db: sqlite3.Connection, number: int) -> Statement:
    """The statement with that id."""
    return _statement(
        db.execute("SELECT id, file, listed, spoilt, entry FROM entries WHERE id = ?", (number,)).fetchone()
    )


def statements(db: sqlite3.Connection, file: str) -> list[Statement]:
    """Those of one file, in their order."""
    rows = db.execute("SELECT id, file, listed, spoilt, entry FROM entries WHERE file = ? ORDER BY id", (file,))
    return [_statement(row) for row in rows]


def _statement(row: tuple[int, str, int, int, bytes]) -> Statement:
    number, file, listed, bad, data = row
    entry = msgspec.json.decode(data, type=Entry)
    return Statement(id=number, file=file, listed=bool(listed), spoilt=bool(bad), entry=entry)


def _kept(places: Places, workspace: Workspace, wanted: list[str]) -> sqlite3.Connection | None:
    """The copy in its file; ``None`` where it is another's at this moment, or was damaged and so deleted."""
    try:
        return _current(_connect(place(places, workspace)), workspace, wanted)
    except (sqlite3.Error, OSError) as error:
        if "locked" not in str(error):
            with suppress(OSError):
                drop(places, workspace)
        return None


def _connect(path: Path) -> sqlite3.Connection:
    if not path.exists():
        files.make_private(path.parent)
        path.touch(mode=files.PRIVATE_FILE)
    db = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
    try:
        db.execute("PRAGMA secure_delete=ON")  # what a person forgets leaves no trace in free pages
        db.execute("PRAGMA synchronous=OFF")  # it can always be made again
        if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
            return _made(db)
        if db.execute("SELECT told FROM form").fetchone() != (_form(),):
            raise sqlite3.DatabaseError("of another dreamd")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _made(db: sqlite3.Connection) -> sqlite3.Connection:
    db.execute("BEGIN IMMEDIATE")
    for statement in SCHEMA.split(";"):
        db.execute(statement)
    db.execute("INSERT INTO form VALUES (?)", (_form(),))
    db.execute("COMMIT")
    return db


def _form() -> str:
    return f"{__version__}/{FORM}"


def _current(db: sqlite3.Connection, workspace: Workspace, wanted: list[str]) -> sqlite3.Connection:
    """The copy after what changed was copied again, and what is gone from the memory was taken out."""
    try:
        known = dict(db.execute("SELECT name, stamp FROM files"))
        stamps = _stamps(workspace, dict.fromkeys([*wanted, *known]))
        gone = [name for name in known if name not in stamps]
        changed = [name for name in dict.fromkeys(wanted) if name in stamps and known.get(name) != stamps[name]]
        if gone or changed:
            from dreamd import copying  # noqa: PLC0415 (loads the rules of redaction and YAML; as a rule nothing changed)

            db.execute("BEGIN IMMEDIATE")
            for name in gone:
                copying.remove(db, name)
            for name in changed:
                copying.copy(db, workspace, name, stamps[name])
            for index in ("heads", "said"):  # one part is searched several times as quickly as many
                db.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")  # noqa: S608 (constants)
            db.execute("COMMIT")
    except BaseException:
        db.close()
        raise
    return db


def _stamps(workspace: Workspace, names: Iterable[str]) -> dict[str, str]:
    """Name -> what differs where the file differs, of those that are there."""
    beside, inside = store.place(workspace, "") if workspace.prefix else None, workspace.memory.resolve()
    found = {}
    for name in names:
        inner = name.removeprefix(workspace.prefix)
        path = f"{inside if beside is None or inner != name else beside}/{inner}"
        with suppress(OSError):
            seen = os.lstat(path)  # a Path for each of a thousand names takes longer than the look
            marks = (seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_mode, seen.st_nlink)
            found[name] = ".".join(map(str, marks))
    return found
