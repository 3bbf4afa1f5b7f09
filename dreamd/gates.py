"""The gates of a dream, cheapest first: pure verdicts over what the caller measured (dream.md, steps 1 to 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import clock
from dreamd.records import Verdict

if TYPE_CHECKING:
    from dreamd.config import Daemon, Gates

OPEN = Verdict(open=True, reason="")


def _hours(ns: int) -> str:
    return f"{ns / clock.HOUR:.1f} h"


def rested(settings: Gates, watermark_ns: int | None, now_ns: int) -> bool:
    """Whether ``time`` is open, without its words: they cost more than the look at a lock file."""
    return watermark_ns is None or not 0 <= now_ns - watermark_ns < int(settings.min_hours * clock.HOUR)


def time(settings: Gates, watermark_ns: int | None, now_ns: int) -> Verdict:
    """Closed until ``min_hours`` have passed since the last consolidation.

    A missing watermark or one in the future counts as never: a wrong clock must not close the gate for ever.
    """
    if watermark_ns is None or watermark_ns > now_ns:
        reason = "never dreamed" if watermark_ns is None else "the watermark lies in the future"
        return Verdict(open=True, reason=reason)
    passed, least = now_ns - watermark_ns, int(settings.min_hours * clock.HOUR)
    if rested(settings, watermark_ns, now_ns):
        return Verdict(open=True, reason=f"{_hours(passed)} since the last dream")
    reason = f"{_hours(passed)} of {settings.min_hours:g} h since the last dream"
    return Verdict(open=False, reason=reason, retry_at=clock.iso(watermark_ns + least))


def scan(settings: Gates, scanned_ns: int, now_ns: int) -> Verdict:
    """Closed until ``scan_minutes`` have passed since the last scan."""
    least = int(settings.scan_minutes * clock.MINUTE)
    if not 0 <= now_ns - scanned_ns < least:
        return OPEN
    return Verdict(open=False, reason="scanned a moment ago", retry_at=clock.iso(scanned_ns + least))


def sessions(settings: Gates, new: int, oldest_ns: int | None, now_ns: int) -> Verdict:
    """Closed until ``min_sessions`` are new, or one has waited for ``patience_days``.

    Args:
        settings: the thresholds.
        new: sessions that count.
        oldest_ns: when the one that has waited longest was first seen; ``None`` where there is none.
        now_ns: now.
    """
    if new >= settings.min_sessions:
        return Verdict(open=True, reason=f"{new} new sessions")
    if new and oldest_ns is not None and now_ns - oldest_ns >= int(settings.patience_days * clock.DAY):
        return Verdict(open=True, reason=f"{new} new, waiting for more than {settings.patience_days:g} days")
    return Verdict(open=False, reason=f"{new} of {settings.min_sessions} new sessions")


def quiet(settings: Daemon, minute_of_day: int) -> Verdict:
    """Closed in the quiet hours of a daemon.

    Args:
        settings: the daemon's.
        minute_of_day: minutes since midnight, local.
    """
    for hours in settings.quiet_hours:
        start, end = (int(part[:2]) * 60 + int(part[3:]) for part in hours.split("-"))
        inside = start <= minute_of_day < end if start < end else minute_of_day >= start or minute_of_day < end
        if inside:
            return Verdict(open=False, reason=f"quiet hours until {hours[-5:]}")
    return OPEN


def idle(settings: Daemon, written_ns: int, now_ns: int) -> Verdict:
    """Closed until agents have been idle for as long as a daemon is to wait.

    Args:
        settings: the daemon's.
        written_ns: when an agent wrote last, as far as is known; 0 for never.
        now_ns: now.
    """
    least = int(settings.idle_minutes * clock.MINUTE)
    if not 0 <= now_ns - written_ns < least:
        return OPEN
    return Verdict(open=False, reason="an agent is at work", retry_at=clock.iso(written_ns + least))


def power(settings: Daemon, *, battery: bool) -> Verdict:
    """Closed on battery, where a daemon is to wait for mains power."""
    return Verdict(open=False, reason="on battery") if battery and not settings.on_battery else OPEN


def lock(holder: int | None) -> Verdict:
    """Closed while another program consolidates.

    Args:
        holder: its process id, from ``lock.foreign_holder``.
    """
    return OPEN if holder is None else Verdict(open=False, reason=f"process {holder} consolidates this memory")


def backoff(retry_ns: int, paused: str, now_ns: int) -> Verdict:
    """Closed for a while after failures, and until a person tries by hand after five in a row."""
    if paused:
        return Verdict(open=False, reason=f"paused after repeated failures: {paused}")
    if retry_ns > now_ns:
        return Verdict(open=False, reason="waiting after a failure", retry_at=clock.iso(retry_ns))
    return OPEN
