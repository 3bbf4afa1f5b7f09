"""What person and agent said in past sessions, redacted, with an index: a file of its own beside our state.

A session's words and how far it was read are written in one transaction, so a crash loses none and doubles none. The
file may be deleted at any time: what transcripts still hold is read again.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import msgspec

from dreamd import codec, files, words
from dreamd.errors import StoreError
from dreamd.records import Mark, Record, Role, Transcript, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

FORM = 1
WAIT_SECONDS = 2.0
SCHEMA = """
CREATE TABLE sessions (id INTEGER PRIMARY KEY, source TEXT NOT NULL, session TEXT NOT NULL, size INTEGER NOT NULL,
  inode INTEGER NOT NULL, mark TEXT NOT NULL, bytes INTEGER NOT NULL, last TEXT NOT NULL, UNIQUE (source, session));
CREATE TABLE turns (id INTEGER PRIMARY KEY, session INTEGER NOT NULL, line INTEGER NOT NULL, role TEXT NOT NULL,
  time TEXT NOT NULL, text TEXT NOT NULL);
CREATE INDEX turns_session ON turns (session);
CREATE VIRTUAL TABLE said USING fts5(text, content='', tokenize='porter unicode61 remove_diacritics 2')
"""
ROLES = frozenset({"human", "assistant"})
"""Whose words are kept."""

DAMAGED = ("malformed", "not a database", "no such table", "no such column")


class Known(Record, frozen=True):
    """How far one session was read."""

    size: int
    inode: int
    mark: Mark
    bytes: int
    """Of its words that are kept; 0 where they were pruned."""


class Words(Record, frozen=True):
    """What was newly read of one session."""

    transcript: Transcript
    since: Mark
    """From where."""
    mark: Mark
    """How far."""
    turns: tuple[Turn, ...]
    anew: bool = False
    """They are all that the session holds now, whatever it held before."""


class Said(Record, frozen=True):
    """One turn that shares words with a question."""

    id: int
    source: str
    session: str
    line: int
    role: Role
    time: str
    text: str
    score: float
    """Higher is nearer."""


@contextmanager
def opened(path: Path, *, look: bool = False) -> Iterator[sqlite3.Connection]:
    """The file in one transaction: committed at the end, rolled back on any error; a damaged one is deleted.

    Args:
        path: the file; made where it is missing.
        look: the caller only reads, so a missing file is taken as an empty one and not made.

    Raises:
        StoreError: it cannot be used.
    """
    connection = None
    try:
        if not look:
            files.make_private(path.parent)
            path.touch(mode=files.PRIVATE_FILE)
        there = ":memory:" if look and not path.exists() else path
        connection = sqlite3.connect(there, timeout=WAIT_SECONDS, isolation_level=None)
        connection.execute("PRAGMA secure_delete=ON")  # what goes leaves no trace in free pages
        connection.execute("BEGIN" if look and there == path else "BEGIN IMMEDIATE")
        _prepare(connection, path)
        yield connection
        connection.execute("COMMIT")
    except sqlite3.ProgrammingError:
        raise  # a fault of ours and not of the file
    except (OSError, sqlite3.Error) as error:
        if any(sign in str(error) for sign in DAMAGED):
            with suppress(OSError):
                remove(path)
        raise StoreError(f"cannot use {path}: {error}", "It may be deleted; dreamd makes it again.") from error
    finally:
        if connection is not None:
            connection.close()


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > FORM:
        raise StoreError(f"{path} was written by a later dreamd", "Install that version again, or delete the file.")
    if version < FORM:
        for statement in SCHEMA.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={FORM}")


def remove(path: Path) -> None:
    """Delete the file.

    Raises:
        OSError: it cannot be deleted.
    """
    for name in (path, path.with_name(f"{path.name}-journal")):
        name.unlink(missing_ok=True)


def known(db: sqlite3.Connection) -> dict[tuple[str, str], Known]:
    """(source, session) -> how far it was read."""
    rows = db.execute("SELECT source, session, size, inode, mark, bytes FROM sessions")
    return {
        (source, session): Known(size=size, inode=inode, mark=msgspec.json.decode(mark, type=Mark), bytes=held)
        for source, session, size, inode, mark, held in rows
    }


def store(db: sqlite3.Connection, new: Words) -> None:
    """Put in what was read, unless another process has read on meanwhile.

    A session that was read from its beginning, since it had been rewritten, is put in the place of what stood there.
    """
    place = (new.transcript.source, new.transcript.session)
    row = db.execute("SELECT id, mark FROM sessions WHERE source = ? AND session = ?", place).fetchone()
    if (row[1] if row else _json(Mark())) != _json(new.since):
        return
    if row is None:
        query = "INSERT INTO sessions VALUES (NULL, ?, ?, 0, 0, '{}', 0, '')"
        number = db.execute(query, place).lastrowid or 0
    else:
        number = row[0]
        if new.anew:
            _empty(db, number)
    for turn in new.turns:
        _add(db, number, turn)
    size = sum(len(turn.text.encode()) for turn in new.turns)
    last = max((turn.time for turn in new.turns), default="")
    db.execute(
        "UPDATE sessions SET size = ?, inode = ?, mark = ?, bytes = bytes + ?, last = max(last, ?) WHERE id = ?",
        (new.transcript.size, new.transcript.inode, _json(new.mark), size, last, number),
    )


def _add(db: sqlite3.Connection, session: int, turn: Turn) -> None:
    values = (session, turn.line, turn.role, turn.time, turn.text)
    row = db.execute("INSERT INTO turns VALUES (NULL, ?, ?, ?, ?, ?)", values).lastrowid
    db.execute("INSERT INTO said (rowid, text) VALUES (?, ?)", (row, words.indexed(turn.text)))


def _json(mark: Mark) -> str:
    return codec.encode(mark).decode()


def delete(db: sqlite3.Connection, turns: Iterable[int]) -> None:
    """Take out the turns with these ids."""
    for number in turns:
        (session, text) = db.execute("SELECT session, text FROM turns WHERE id = ?", (number,)).fetchone()
        db.execute("INSERT INTO said (said, rowid, text) VALUES ('delete', ?, ?)", (number, words.indexed(text)))
        db.execute("DELETE FROM turns WHERE id = ?", (number,))
        db.execute("UPDATE sessions SET bytes = max(0, bytes - ?) WHERE id = ?", (len(text.encode()), session))


def _empty(db: sqlite3.Connection, session: int) -> None:
    rows = db.execute("SELECT id FROM turns WHERE session = ?", (session,)).fetchall()
    delete(db, [row[0] for row in rows])


def forget(db: sqlite3.Connection, sessions: Iterable[tuple[str, str]]) -> None:
    """Take these sessions out, as if they had never been read."""
    gone = False
    for place in sessions:
        row = db.execute("SELECT id FROM sessions WHERE source = ? AND session = ?", place).fetchone()
        if row:
            _empty(db, row[0])
            db.execute("DELETE FROM sessions WHERE id = ?", row)
            gone = True
    if gone:
        settle(db)


def settle(db: sqlite3.Connection) -> None:
    """Have the index hold no word any more of what was taken out: it forgets them only when its parts are joined."""
    db.execute("INSERT INTO said (said) VALUES ('optimize')")


def full(db: sqlite3.Connection, most: int) -> bool:
    """Whether the words take more bytes than they may."""
    return int(db.execute("SELECT coalesce(sum(bytes), 0) FROM sessions").fetchone()[0]) > most


def prune(db: sqlite3.Connection, most: int) -> None:
    """Take out the words of the sessions that are the longest over, until the others take no more than so many bytes.

    How far they were read is kept: they are not read again.
    """
    rows = db.execute("SELECT id, bytes FROM sessions WHERE bytes > 0 ORDER BY last DESC, id DESC").fetchall()
    total = 0
    for number, size in rows:
        total += size
        if total > most:
            _empty(db, number)


def numbers(db: sqlite3.Connection, sessions: Iterable[tuple[str, str]]) -> list[int]:
    """Ids of these sessions, of those that are there."""
    wanted = set(sessions)
    rows = db.execute("SELECT id, source, session FROM sessions WHERE bytes > 0")
    return [number for number, *place in rows if tuple(place) in wanted]


def every(db: sqlite3.Connection) -> list[tuple[int, str, str, int, str]]:
    """Id, source, session, line and text of every turn."""
    query = (
        "SELECT turns.id, source, sessions.session, line, text FROM turns JOIN sessions ON sessions.id = turns.session"
    )
    return db.execute(query).fetchall()


def search(db: sqlite3.Connection, sessions: list[int], match: str, most: int) -> list[Said]:
    """The turns of the sessions with these ids that are nearest to what an FTS5 expression asks for, nearest first."""
    query = """SELECT turns.id, sessions.source, sessions.session, line, role, time, turns.text, -bm25(said)
        FROM said JOIN turns ON turns.id = said.rowid JOIN sessions ON sessions.id = turns.session
        WHERE said MATCH ? AND turns.session IN (SELECT value FROM json_each(?))
        ORDER BY bm25(said), turns.id LIMIT ?"""
    rows = db.execute(query, (match, msgspec.json.encode(sessions).decode(), most))
    names = Said.__struct_fields__
    return [Said(**dict(zip(names, row, strict=True))) for row in rows]
