"""What the dreams of one memory took, month by month."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import codec
from dreamd.records import Record

if TYPE_CHECKING:
    import sqlite3

MONTHS = 12


class Month(Record, frozen=True):
    """All attempts of one month together."""

    month: str
    """``2026-11``, in UTC."""
    dreams: int
    learned: int
    """Entries added or updated."""
    tokens: int
    """Read and written by a model."""
    usd: float


def months(db: sqlite3.Connection, workspace: str) -> tuple[Month, ...]:
    """The newest twelve months in which anything was attempted, oldest first."""
    sums = ", ".join(
        f"coalesce(sum({' + '.join(parts)}), 0) AS {name}"
        for name, parts in (
            ("learned", ["json_extract(dream, '$.added')", "json_extract(dream, '$.updated')"]),
            ("tokens", ["json_extract(dream, '$.tokens.in')", "json_extract(dream, '$.tokens.out')"]),
            ("usd", ["json_extract(dream, '$.cost_usd')"]),
        )
    )
    query = f"""SELECT strftime('%Y-%m', ended_ns / 1000000000, 'unixepoch') AS month, count(*) AS dreams, {sums}
        FROM dreams WHERE workspace = ? GROUP BY 1 ORDER BY 1 DESC LIMIT ?"""  # noqa: S608 (constants)
    rows = db.execute(query, (workspace, MONTHS)).fetchall()
    return tuple(codec.convert(dict(row), Month) for row in reversed(rows))
