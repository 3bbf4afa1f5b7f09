"""What dreamd knows of sessions and workspaces, in one SQLite file.

Connections are opened per use and every change is one transaction with ``synchronous=FULL``, so a crash leaves the
state before it or after it.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dreamd import codec, files, patience
from dreamd.errors import StoreError
from dreamd.memory.layout import Workspace
from dreamd.records import Mark, Record, Survey, Transcript, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WAIT_SECONDS = 10.0
"""How long to wait for another process's transaction."""
SLICE_SECONDS = 0.1
"""SQLite waits no longer at a time: meanwhile Python hears no signal."""
PRIMARY = 0xFF
"""The bits of one of SQLite's codes that say what went wrong; the others say where."""
SCHEMA = (
    """
CREATE TABLE scans (scanned_ns INTEGER NOT NULL);
CREATE TABLE workspaces (
  name TEXT PRIMARY KEY, root TEXT NOT NULL UNIQUE, layout TEXT NOT NULL, project TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0, retry_ns INTEGER NOT NULL DEFAULT 0,
  paused TEXT NOT NULL DEFAULT '', skipped TEXT NOT NULL DEFAULT '');
CREATE TABLE sessions (
  source TEXT NOT NULL, session TEXT NOT NULL, path TEXT NOT NULL, workspace TEXT NOT NULL DEFAULT '',
  cwd TEXT NOT NULL DEFAULT '', size INTEGER NOT NULL DEFAULT 0, inode INTEGER NOT NULL DEFAULT 0,
  human INTEGER NOT NULL DEFAULT 0, tokens INTEGER NOT NULL DEFAULT 0, last TEXT NOT NULL DEFAULT '',
  headless INTEGER NOT NULL DEFAULT 0,
  own INTEGER NOT NULL DEFAULT 0, version TEXT NOT NULL DEFAULT '', bad_lines INTEGER NOT NULL DEFAULT 0,
  unknown TEXT NOT NULL DEFAULT '{}', first_ns INTEGER NOT NULL DEFAULT 0,
  mark TEXT NOT NULL DEFAULT '{}', tail TEXT NOT NULL DEFAULT '[]', dreamed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (source, session));
CREATE INDEX sessions_workspace ON sessions (workspace);
CREATE TABLE rows (workspace TEXT NOT NULL, row TEXT NOT NULL, PRIMARY KEY (workspace, row)) WITHOUT ROWID;
CREATE TABLE statements (workspace TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (workspace, key)) WITHOUT ROWID;
CREATE TABLE evidence (
  workspace TEXT NOT NULL, key TEXT NOT NULL, source TEXT NOT NULL, session TEXT NOT NULL, line INTEGER NOT NULL,
  quote TEXT NOT NULL, role TEXT NOT NULL, date TEXT NOT NULL, row TEXT NOT NULL,
  PRIMARY KEY (workspace, key, source, session, line, quote)) WITHOUT ROWID;
CREATE TABLE rejected (
  workspace TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, source TEXT NOT NULL DEFAULT '',
  session TEXT NOT NULL DEFAULT '', line INTEGER NOT NULL DEFAULT 0, quote TEXT NOT NULL DEFAULT '',
  since_ns INTEGER NOT NULL, PRIMARY KEY (workspace, key, source, session, line, quote)) WITHOUT ROWID;
CREATE TABLE dreams (
  id TEXT PRIMARY KEY, workspace TEXT NOT NULL, ended_ns INTEGER NOT NULL, outcome TEXT NOT NULL, dream TEXT NOT NULL);
""",
    """
CREATE TABLE spending (dream TEXT PRIMARY KEY, since_ns INTEGER NOT NULL, usd REAL NOT NULL) WITHOUT ROWID;
INSERT INTO spending SELECT id, ended_ns, coalesce(json_extract(dream, '$.cost_usd'), 0) FROM dreams;
""",
    """
CREATE TABLE proposals (
  workspace TEXT NOT NULL, dream TEXT NOT NULL, number INTEGER NOT NULL, operation TEXT NOT NULL,
  since_ns INTEGER NOT NULL, PRIMARY KEY (workspace, dream, number)) WITHOUT ROWID;
""",
)
"""What leads from each version of the file to the next; the first makes it."""


class Session(Record, frozen=True):
    """One session as state.db knows it."""

    source: str
    session: str
    path: Path
    workspace: str = ""
    cwd: str = ""
    size: int = 0
    inode: int = 0
    """Size and inode at the last survey: equal to the file's own, nothing is new."""
    human: int = 0
    """Human turns after ``mark``, by the last survey."""
    tokens: int = 0
    """What a model would read after ``mark``, estimated."""
    last: str = ""
    headless: bool = False
    """Whether the rows after ``mark`` were asked for by a program; a person may go on with such a session."""
    own: bool = False
    version: str = ""
    bad_lines: int = 0
    unknown: dict[str, int] = {}
    first_ns: int = 0
    """When dreamd first saw what waits in it."""
    mark: Mark = Mark()
    """How far dreams have read it."""
    tail: tuple[Turn, ...] = ()
    """The last turns before ``mark``."""
    dreamed: int = 0
    """Human turns that dreams have read."""


@contextmanager
def database(path: Path, *, look: bool = False) -> Iterator[sqlite3.Connection]:
    """A connection in one transaction: committed at the end, rolled back on any error.

    Args:
        path: the file; made where it is missing.
        look: the caller only reads, so a missing file is taken as an empty one and not made.

    Raises:
        StoreError: the file cannot be opened, is damaged, full, or of a later version.
    """
    try:
        if look and not path.exists():
            connection = sqlite3.connect(":memory:", isolation_level=None)
        else:
            if not look:
                files.make_private(path.parent)
                path.touch(mode=files.PRIVATE_FILE)
            connection = sqlite3.connect(path, timeout=SLICE_SECONDS, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"cannot open {path}: {error}", "Check that its directory is writable.") from error
    try:
        connection.row_factory = sqlite3.Row
        _patiently(connection, "PRAGMA synchronous=FULL")
        _patiently(connection, "PRAGMA cache_spill=OFF")  # between begin and commit nothing waits for others
        _patiently(connection, "BEGIN" if look else "BEGIN IMMEDIATE")
        _prepare(connection, path)
        yield connection
        _patiently(connection, "COMMIT")
    except sqlite3.ProgrammingError:
        raise  # a fault of ours and not of the file
    except sqlite3.Error as error:
        raise StoreError(f"cannot use {path}: {error}", _fix(path, str(error))) from error
    finally:
        connection.close()


def _patiently(connection: sqlite3.Connection, statement: str) -> sqlite3.Cursor:
    """Execute what may have to wait for another process; a signal, or the end of our patience, cuts the wait short."""
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return connection.execute(statement)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & PRIMARY != sqlite3.SQLITE_BUSY or not patience.left(until):
                raise


def vacuum(path: Path) -> None:
    """Write the file anew, so that nothing which was deleted stands in its free pages.

    Raises:
        StoreError: it cannot be written; what stood there stands.
    """
    try:
        connection = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
        try:
            connection.execute("VACUUM")
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise StoreError(f"cannot use {path}: {error}", _fix(path, str(error))) from error


RESET = "sessions are then read again, and entries count as written by somebody else."


def _fix(path: Path, error: str) -> str:
    if "full" in error:
        return "Free some space and try again."
    if "locked" in error:
        return "Another dreamd process is at work in it; try again when that has ended."
    return "Make it writable." if "readonly" in error else f"If it is damaged, move {path} away: {RESET}"


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Bring a new file or one of an earlier dreamd up to date; refuse one from a later."""
    version = _patiently(connection, "PRAGMA user_version").fetchone()[0]
    if version < len(SCHEMA):  # who only looks could not wait for another that is making the file: it begins anew
        _patiently(connection, "COMMIT")
        _patiently(connection, "BEGIN IMMEDIATE")
        version = _patiently(connection, "PRAGMA user_version").fetchone()[0]
    if version > len(SCHEMA):
        raise StoreError(f"{path} was written by a later dreamd (version {version})", "Install that version again.")
    for step in SCHEMA[version:]:
        for statement in step.split(";"):
            connection.execute(statement)
    if version < len(SCHEMA):
        connection.execute(f"PRAGMA user_version={len(SCHEMA)}")


def workspaces(db: sqlite3.Connection) -> list[Workspace]:
    """Every workspace seen so far, by name."""
    rows = db.execute("SELECT name, root, layout, project FROM workspaces ORDER BY name")
    return [codec.convert(dict(row), Workspace) for row in rows]


def add_workspace(db: sqlite3.Connection, workspace: Workspace) -> None:
    """Record a workspace; where its root is known already, nothing changes."""
    values = (workspace.name, str(workspace.root), workspace.layout, str(workspace.project))
    db.execute("INSERT OR IGNORE INTO workspaces (name, root, layout, project) VALUES (?, ?, ?, ?)", values)


def workspace_of(db: sqlite3.Connection, cwd: str) -> str:
    """Name of the workspace that sessions from this working directory were given first; empty where none was."""
    query = "SELECT workspace FROM sessions WHERE cwd = ? AND workspace != '' ORDER BY first_ns LIMIT 1"
    row = db.execute(query, (cwd,)).fetchone()
    return str(row[0]) if row else ""


def sessions(db: sqlite3.Connection, workspace: str | None = None) -> list[Session]:
    """Sessions of the workspace (of all where it is ``None``), oldest activity first."""
    where, values = ("WHERE workspace = ?", (workspace,)) if workspace is not None else ("", ())
    rows = db.execute(f"SELECT * FROM sessions {where} ORDER BY last, source, session", values)  # noqa: S608 (constants)
    return [_session(row) for row in rows]


def _session(row: sqlite3.Row) -> Session:
    fields = dict(row)
    for name in ("unknown", "mark", "tail"):
        fields[name] = msgspec.json.decode(fields[name])
    fields["headless"], fields["own"] = bool(fields["headless"]), bool(fields["own"])
    return codec.convert(fields, Session)


def changed(known: Iterable[Session], found: Iterable[Transcript]) -> list[tuple[Transcript, Mark]]:
    """Transcripts that are new by stat alone, each with the mark to read from."""
    by_id = {(session.source, session.session): session for session in known}
    new = []
    for transcript in found:
        session = by_id.get((transcript.source, transcript.session))
        if session is None or (session.size, session.inode) != (transcript.size, transcript.inode):
            new.append((transcript, session.mark if session else Mark()))
    return new


def record_survey(db: sqlite3.Connection, survey: Survey, transcript: Transcript, workspace: str, now_ns: int) -> None:
    """Keep what a scan learned. A workspace and a home once recorded stay."""
    db.execute(
        """INSERT INTO sessions (source, session, path, workspace, cwd, first_ns) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET path = excluded.path,
          workspace = CASE sessions.workspace WHEN '' THEN excluded.workspace ELSE sessions.workspace END,
          cwd = CASE sessions.cwd WHEN '' THEN excluded.cwd ELSE sessions.cwd END""",
        (survey.source, survey.session, str(survey.path), workspace, survey.cwd, now_ns),
    )
    db.execute(
        """UPDATE sessions SET first_ns = CASE WHEN human = 0 AND ? > 0 THEN ? ELSE first_ns END, size = ?, inode = ?,
        human = ?, tokens = ?, last = max(last, ?), headless = ?, own = max(own, ?),
        version = CASE ? WHEN '' THEN version ELSE ? END, bad_lines = ?, unknown = ?
        WHERE source = ? AND session = ?""",
        (
            *(survey.human, now_ns),
            *(transcript.size, transcript.inode, survey.human, survey.tokens, survey.last, survey.headless, survey.own),
            *(survey.version, survey.version, survey.bad_lines, msgspec.json.encode(survey.unknown).decode()),
            *(survey.source, survey.session),
        ),
    )


def newest(db: sqlite3.Connection) -> str:
    """Time of the newest row of all sessions, as far as they were surveyed; empty where there is none."""
    return str(db.execute("SELECT coalesce(max(last), '') FROM sessions").fetchone()[0])


def scanned_ns(db: sqlite3.Connection) -> int:
    """When the transcript directories were last looked through; 0 for never."""
    row = db.execute("SELECT max(scanned_ns) FROM scans").fetchone()
    return int(row[0] or 0)


def stamp_scan(db: sqlite3.Connection, now_ns: int) -> None:
    """Start the throttle anew; done before the scan, so that a crash in it counts."""
    db.execute("DELETE FROM scans")
    db.execute("INSERT INTO scans VALUES (?)", (now_ns,))


def known_rows(db: sqlite3.Connection, workspace: str) -> list[str]:
    """Identities of the human rows that dreams have read here: copied history repeats them."""
    return [str(row[0]) for row in db.execute("SELECT row FROM rows WHERE workspace = ? ORDER BY row", (workspace,))]
