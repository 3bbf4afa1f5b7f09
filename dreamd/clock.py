"""Conversions between nanoseconds since 1970, ISO 8601 in UTC, and dates; the one place that asks what time it is."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime

SECOND = 1_000_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")


def now_ns() -> int:
    """Now, in nanoseconds since 1970."""
    return time.time_ns()


def iso(ns: int) -> str:
    """``2026-03-10T09:00:00.000Z``."""
    seconds, rest = divmod(ns, SECOND)
    moment = datetime.fromtimestamp(seconds, tz=UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{rest // 1_000_000:03d}Z"


def date(ns: int) -> str:
    """``2026-03-10``, in UTC."""
    return iso(ns)[:10]


def parse(text: str) -> int | None:
    """Nanoseconds of an ISO 8601 time (UTC where it names no zone), or ``None`` where it is none."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    since = moment - EPOCH
    return (since.days * 86_400 + since.seconds) * SECOND + since.microseconds * 1_000


def utc(stamp: str | None) -> str:
    """The time where it is ISO 8601 in UTC, else empty."""
    return stamp if stamp and STAMP.fullmatch(stamp) else ""
