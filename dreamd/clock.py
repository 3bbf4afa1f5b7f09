"""Conversions between nanoseconds since 1970, ISO 8601 in UTC, and dates; the one place that asks what time it is."""

from __future__ import annotations

import time
from datetime import UTC, datetime

SECOND = 1_000_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY_HOURS = 24
DAY = DAY_HOURS * HOUR

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now_ns() -> int:
    """Now, in nanoseconds since 1970."""
    return time.time_ns()


def iso(ns: int) -> str:
    """``2026-03-10T09:00:00.000Z``."""
    return f"{moment(ns):%Y-%m-%dT%H:%M:%S}.{ns % SECOND // 1_000_000:03d}Z"


def moment(ns: int) -> datetime:
    """As the library knows it, in UTC, to the microsecond."""
    seconds, rest = divmod(ns, SECOND)
    return datetime.fromtimestamp(seconds, tz=UTC).replace(microsecond=rest // 1_000)


def date(ns: int) -> str:
    """``2026-03-10``, in UTC."""
    return iso(ns)[:10]


def span(seconds: float) -> str:
    """As people say it: ``40 s``, ``5 min``, ``1 h 30 min``, ``3 days``."""
    minutes = round(seconds / 60)
    hours, rest = divmod(minutes, 60)
    if not minutes:
        return f"{seconds:.0f} s"
    if hours >= DAY_HOURS * 2:
        return f"{hours // DAY_HOURS} days"
    return " ".join(filter(None, [f"{hours} h" if hours else "", f"{rest} min" if rest else ""]))


def days(since: str, today: str) -> int:
    """Days between two dates such as ``2026-03-10``; 0 where one is none."""
    try:
        return (datetime.fromisoformat(today) - datetime.fromisoformat(since)).days
    except (ValueError, TypeError):
        return 0


def minute_of_day(ns: int) -> int:
    """Minutes since midnight, as the clocks here show it."""
    local = time.localtime(ns // SECOND)
    return local.tm_hour * 60 + local.tm_min


def parse(text: str) -> int | None:
    """Nanoseconds of an ISO 8601 time (UTC where it names no zone), or ``None`` where it is none."""
    try:
        named = datetime.fromisoformat(text)
    except ValueError:
        return None
    if named.tzinfo is None:
        named = named.replace(tzinfo=UTC)
    since = named - EPOCH
    return (since.days * 86_400 + since.seconds) * SECOND + since.microseconds * 1_000
