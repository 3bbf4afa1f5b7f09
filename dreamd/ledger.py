"""What dreams did, and what they rest on: evidence, own statements, rejections, outcomes, back-off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import awaiting, clock, codec
from dreamd.records import Dream, Mark, Operation, Quote, Record, Turn

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

BACKOFF_FIRST_NS = 10 * clock.MINUTE
BACKOFF_MOST_NS = clock.DAY
PAUSE_AFTER = 5


DENIED = "denied"
"""The source of a rejection that speaks of a proposal (``denials``) and not of a statement."""


class Read(Record, frozen=True):
    """How far a dream has read one session."""

    source: str
    session: str
    mark: Mark
    tail: tuple[Turn, ...]
    human: int


class Rejection(Record, frozen=True):
    """A statement that a person took back, and the row that said it."""

    key: str
    text: str
    source: str = ""
    session: str = ""
    line: int = 0
    quote: str = ""
    since_ns: int = 0
    """Human rows newer than this may teach it again."""


class Settlement(Record, frozen=True):
    """Everything a step leaves behind beside the memory's files; recording it twice is recording it once."""

    workspace: str
    reads: tuple[Read, ...] = ()
    rows: tuple[str, ...] = ()
    """Identities of the human rows read."""
    evidence: dict[str, tuple[Quote, ...]] = {}
    """Key of each new or changed entry -> what it rests on."""
    withdrawn: dict[str, tuple[Quote, ...]] = {}
    """Key -> what the entry rests on no longer."""
    keys: tuple[str, ...] = ()
    """Keys of all entries and index lines written."""
    rejected: tuple[Rejection, ...] = ()
    """What a person took back."""
    lifted: tuple[str, ...] = ()
    """Keys of statements that may be learned again: an undo was undone, or a person had it all read again."""
    said: tuple[str, ...] = ()
    """Statements that a person typed anew: what was purged of them is known as purged no longer."""
    forgotten: tuple[str, ...] = ()
    """Keys of what stands nowhere any more: what it rested on goes."""
    dream: Dream | None = None
    proposed: tuple[Operation, ...] = ()
    """What this dream leaves for a person to decide."""
    decided: tuple[tuple[str, int], ...] = ()
    """Dream and number of proposals that wait no longer."""


class Backoff(Record, frozen=True):
    """How a workspace's attempts have fared since the last success."""

    failures: int = 0
    retry_ns: int = 0
    paused: str = ""
    """The reason, where automatic dreams have been stopped."""


def settle(db: sqlite3.Connection, settlement: Settlement, now_ns: int) -> None:
    """Record what a step leaves behind, in the caller's transaction."""
    name = settlement.workspace
    for read in settlement.reads:
        # Size and inode become those that were read: what a survey saw beyond them meanwhile is surveyed again.
        db.execute(
            "UPDATE sessions SET dreamed = dreamed + (mark != ?) * ?, mark = ?, tail = ?, human = 0,"
            " size = ?, inode = ? WHERE source = ? AND session = ?",
            (
                *(_json(read.mark), read.human, _json(read.mark), _json(read.tail)),
                *(read.mark.size, read.mark.inode, read.source, read.session),
            ),
        )
    for table in ("evidence", "statements"):
        gone = [(name, key) for key in settlement.forgotten]
        db.executemany(f"DELETE FROM {table} WHERE workspace = ? AND key = ?", gone)  # noqa: S608 (constants)
    db.executemany("INSERT OR IGNORE INTO rows VALUES (?, ?)", [(name, row) for row in settlement.rows])
    db.executemany("INSERT OR IGNORE INTO statements VALUES (?, ?)", [(name, key) for key in settlement.keys])
    for key, quotes in settlement.withdrawn.items():
        query = "DELETE FROM evidence WHERE (workspace, key, source, session, line, quote) = (?, ?, ?, ?, ?, ?)"
        db.executemany(query, [(name, key, q.source, q.session, q.line, q.quote) for q in quotes])
    for key, quotes in settlement.evidence.items():
        add_evidence(db, name, key, quotes)
    db.executemany("DELETE FROM rejected WHERE workspace = ? AND key = ?", [(name, key) for key in settlement.lifted])
    for item in settlement.rejected:
        place = (item.source, item.session, item.line, _safe(item.quote), item.since_ns)
        db.execute(
            "INSERT OR REPLACE INTO rejected VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (name, item.key, _safe(item.text), *place),
        )
    awaiting.drop(db, name, settlement.decided)
    if settlement.dream is not None:
        awaiting.add(db, name, settlement.dream.dream_id, settlement.proposed, now_ns)
        record_outcome(db, settlement.dream, now_ns)
        db.execute("UPDATE workspaces SET failures = 0, retry_ns = 0, paused = '' WHERE name = ?", (name,))


def _safe(text: str) -> str:
    """What a person stands by may be another's line, with a secret in it."""
    from dreamd import redact  # noqa: PLC0415 (an agent's start reads the ledger, and writes nothing into it)

    return redact.redact(text)


def _json(value: object) -> str:
    return codec.encode(value).decode()


def add_evidence(db: sqlite3.Connection, workspace: str, key: str, quotes: Iterable[Quote]) -> None:
    """Keep the words an entry rests on, as long as it or its archive stands."""
    db.executemany(
        "INSERT OR REPLACE INTO evidence VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(workspace, key, q.source, q.session, q.line, _safe(q.quote), q.role, q.date, q.row) for q in quotes],
    )


def evidence(db: sqlite3.Connection, workspace: str, key: str) -> tuple[Quote, ...]:
    """What the entry with this key rests on, oldest first."""
    rows = db.execute(
        "SELECT source, session, line, quote, role, date, row FROM evidence WHERE workspace = ? AND key = ?"
        " ORDER BY date, source, session, line",
        (workspace, key),
    )
    return tuple(codec.convert(dict(row), Quote) for row in rows)


def all_evidence(db: sqlite3.Connection, workspace: str) -> dict[str, tuple[Quote, ...]]:
    """Key -> what the entry with that key rests on."""
    rows = db.execute(
        "SELECT key, source, session, line, quote, role, date, row FROM evidence WHERE workspace = ?"
        " ORDER BY key, date, source, session, line",
        (workspace,),
    )
    found: dict[str, list[Quote]] = {}
    for row in rows:
        fields = dict(row)
        found.setdefault(str(fields.pop("key")), []).append(codec.convert(fields, Quote))
    return {key: tuple(quotes) for key, quotes in found.items()}


def keys(db: sqlite3.Connection, workspace: str) -> frozenset[str]:
    """Keys of everything whose authorship or evidence is known here."""
    query = "SELECT key FROM statements WHERE workspace = ? UNION SELECT key FROM evidence WHERE workspace = ?"
    return frozenset(str(row[0]) for row in db.execute(query, (workspace, workspace)))


def statements(db: sqlite3.Connection, workspace: str) -> frozenset[str]:
    """Keys of every entry and index line that dreamd wrote here."""
    return frozenset(str(row[0]) for row in db.execute("SELECT key FROM statements WHERE workspace = ?", (workspace,)))


def confirmed(db: sqlite3.Connection, workspace: str) -> frozenset[str]:
    """Keys of the entries that the person has stood by, whoever wrote them."""
    rows = db.execute("SELECT DISTINCT key FROM evidence WHERE workspace = ? AND source = 'you'", (workspace,))
    return frozenset(str(row[0]) for row in rows)


def rejection(db: sqlite3.Connection, workspace: str, key: str, text: str, now_ns: int) -> tuple[Rejection, ...]:
    """What taking this statement back now forbids: one record for each row it rests on, one where none is known."""
    bare = Rejection(key=key, text=text, since_ns=now_ns)
    return tuple(
        msgspec.structs.replace(bare, source=quote.source, session=quote.session, line=quote.line, quote=quote.quote)
        for quote in evidence(db, workspace, key)
    ) or (bare,)


def rejections(db: sqlite3.Connection, workspace: str) -> tuple[Rejection, ...]:
    """Everything people took back here."""
    rows = db.execute(
        "SELECT key, text, source, session, line, quote, since_ns FROM rejected"
        " WHERE workspace = ? AND source != ? ORDER BY key, line",
        (workspace, DENIED),
    )
    return tuple(codec.convert(dict(row), Rejection) for row in rows)


def record_outcome(db: sqlite3.Connection, dream: Dream, now_ns: int) -> None:
    """Keep how an attempt ended; the same attempt twice is kept once. What it waits for afterwards is news again."""
    note_skip(db, dream.workspace, "")
    db.execute(
        "INSERT OR REPLACE INTO dreams VALUES (?, ?, ?, ?, ?)",
        (dream.dream_id, dream.workspace, now_ns, dream.outcome, _json(dream)),
    )


def last_skip(db: sqlite3.Connection, workspace: str) -> str:
    """The reason slug for which the workspace was passed over last; empty where an outcome was recorded since."""
    row = db.execute("SELECT skipped FROM workspaces WHERE name = ?", (workspace,)).fetchone()
    return str(row[0]) if row else ""


def note_skip(db: sqlite3.Connection, workspace: str, reason: str) -> None:
    """Keep why the workspace was passed over."""
    db.execute("UPDATE workspaces SET skipped = ? WHERE name = ?", (reason, workspace))


def last_dream(db: sqlite3.Connection, workspace: str) -> tuple[Dream, int] | None:
    """The attempt recorded last, with its end in nanoseconds, if there was one; the clock may have been set since."""
    row = db.execute(
        "SELECT dream, ended_ns FROM dreams WHERE workspace = ? ORDER BY rowid DESC LIMIT 1", (workspace,)
    ).fetchone()
    return (msgspec.json.decode(row[0], type=Dream), int(row[1])) if row else None


def outcome(db: sqlite3.Connection, dream_id: str) -> Dream | None:
    """How the dream with that id ended; ``None`` where none is known."""
    row = db.execute("SELECT dream FROM dreams WHERE id = ?", (dream_id,)).fetchone()
    return msgspec.json.decode(row[0], type=Dream) if row else None


def backoff(db: sqlite3.Connection, workspace: str) -> Backoff:
    """How long to leave this workspace alone."""
    row = db.execute("SELECT failures, retry_ns, paused FROM workspaces WHERE name = ?", (workspace,)).fetchone()
    return codec.convert(dict(row), Backoff) if row else Backoff()


def grow_backoff(db: sqlite3.Connection, workspace: str, reason: str, now_ns: int, least_ns: int = 0) -> Backoff:
    """Count one more failure: 10 minutes, doubling to 24 hours; paused after five in a row.

    Args:
        db: the open state.
        workspace: whose failure.
        reason: why, for people.
        now_ns: now.
        least_ns: a server asked to be left alone so long; it is, up to the same 24 hours.
    """
    failures = backoff(db, workspace).failures + 1
    wait = min(max(BACKOFF_FIRST_NS << (failures - 1), least_ns), BACKOFF_MOST_NS)
    grown = Backoff(failures=failures, retry_ns=now_ns + wait, paused=reason if failures >= PAUSE_AFTER else "")
    db.execute(
        "UPDATE workspaces SET failures = ?, retry_ns = ?, paused = ? WHERE name = ?",
        (grown.failures, grown.retry_ns, grown.paused, workspace),
    )
    return grown


class Totals(Record, frozen=True):
    """All attempts of one workspace that had one outcome, together."""

    workspace: str
    outcome: str
    dreams: int
    added: int
    updated: int
    retired: int
    read_tokens: int
    written_tokens: int
    usd: float


def totals(db: sqlite3.Connection) -> list[Totals]:
    """What all attempts came to that ended with an outcome of their own, by workspace and outcome."""
    sums = ", ".join(
        f"coalesce(sum(json_extract(dream, '$.{field}')), 0) AS {name}"
        for name, field in (
            ("added", "added"),
            ("updated", "updated"),
            ("retired", "retired"),
            ("read_tokens", "tokens.in"),
            ("written_tokens", "tokens.out"),
            ("usd", "cost_usd"),
        )
    )
    query = f"SELECT workspace, outcome, count(*) AS dreams, {sums} FROM dreams GROUP BY 1, 2 ORDER BY 1, 2"  # noqa: S608 (constants)
    return [codec.convert(dict(row), Totals) for row in db.execute(query)]
