"""The dollars that dreams have spent, written down before each prompt goes out, so that no crash forgets any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import clock

if TYPE_CHECKING:
    import sqlite3


def enter(db: sqlite3.Connection, dream_id: str, usd: float, now_ns: int) -> float:
    """Add so many dollars to a dream's; fewer than none give back what was set aside.

    A dream that goes on into another month counts for that one.

    Returns:
        What all dreams of this month have spent or set aside, this one included.
    """
    db.execute(
        "INSERT INTO spending VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET usd = usd + excluded.usd,"
        " since_ns = excluded.since_ns",
        (dream_id, now_ns, usd),
    )
    return this_month(db, now_ns)


def this_month(db: sqlite3.Connection, now_ns: int) -> float:
    """Dollars of the dreams that asked anything since the first of the month (UTC), failed and killed ones included."""
    first = clock.parse(f"{clock.iso(now_ns)[:7]}-01") or 0
    (usd,) = db.execute("SELECT coalesce(sum(usd), 0) FROM spending WHERE since_ns >= ?", (first,)).fetchone()
    return float(usd)


def left(db: sqlite3.Connection, per_month: float, now_ns: int) -> float:
    """Dollars that dreams may still spend this month, of so many."""
    return max(0.0, per_month - this_month(db, now_ns))


def of(db: sqlite3.Connection, dream_id: str) -> float:
    """Dollars of that dream, those set aside for prompts under way included."""
    row = db.execute("SELECT usd FROM spending WHERE dream = ?", (dream_id,)).fetchone()
    return float(row[0]) if row else 0.0
