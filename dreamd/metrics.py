"""Writes figures for a monitoring system, in Prometheus' text format, to a file that its collector reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import clock, files, gates, intake, ledger, lock, state
from dreamd.errors import StoreError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from dreamd.config import Config
    from dreamd.memory.layout import Workspace

READABLE = 0o644
"""The collector is another user, and nothing in the file is private but the names of projects."""


def write(path: Path, config: Config, now_ns: int) -> None:
    """Write the file that the settings name, as a whole or not at all; nothing where they name none.

    Args:
        path: our state.
        config: the settings.
        now_ns: now.

    Raises:
        StoreError: our state cannot be read, or the file cannot be written.
    """
    if not config.metrics.textfile:
        return
    with state.database(path, look=True) as db:
        text = "\n".join(rendered(db, config, now_ns)) + "\n"
    try:
        files.write_atomic(Path(config.metrics.textfile), text.encode(), READABLE)
    except OSError as error:
        fix = "Check [metrics] textfile, and that its directory is writable."
        raise StoreError(f"cannot write {config.metrics.textfile}: {error.strerror}", fix) from error


def rendered(db: sqlite3.Connection, config: Config, now_ns: int) -> Iterator[str]:
    """The lines of the file."""
    totals = ledger.totals(db)
    yield from _metric("dreams_total", "counter", "Dreams that ended, by outcome.")
    for item in totals:
        yield _sample("dreams_total", item.dreams, workspace=item.workspace, outcome=item.outcome)
    yield from _metric("entries_total", "counter", "Entries changed by dreams, by kind of change.")
    for item in totals:
        if item.outcome == "dreamed":
            for op, number in (("added", item.added), ("updated", item.updated), ("retired", item.retired)):
                yield _sample("entries_total", number, workspace=item.workspace, op=op)
    names = dict.fromkeys(item.workspace for item in totals)
    yield from _metric("tokens_total", "counter", "Tokens that models read and wrote.")
    for name in names:
        own = [item for item in totals if item.workspace == name]
        yield _sample("tokens_total", sum(item.read_tokens for item in own), workspace=name, direction="in")
        yield _sample("tokens_total", sum(item.written_tokens for item in own), workspace=name, direction="out")
    yield from _metric("cost_dollars_total", "counter", "Dollars that dreams have cost.")
    for name in names:
        cost = sum(item.usd for item in totals if item.workspace == name)
        yield _sample("cost_dollars_total", round(cost, 6), workspace=name)
    yield from _standing(db, config, now_ns)


def _standing(db: sqlite3.Connection, config: Config, now_ns: int) -> Iterator[str]:
    """How each workspace stands now."""
    workspaces = state.workspaces(db)
    yield from _metric("seconds_since_last_dream", "gauge", "Seconds since the last successful dream began.")
    for item in workspaces:
        if (watermark := _watermark(item)) is not None:
            passed = max(0, now_ns - watermark) // clock.SECOND
            yield _sample("seconds_since_last_dream", passed, workspace=item.name)
    yield from _metric("gate_open", "gauge", "Whether the gate is open (1) or closed (0).")
    for item in workspaces:
        for gate, is_open in _gates(db, item, config, now_ns):
            yield _sample("gate_open", int(is_open), workspace=item.name, gate=gate)


def _watermark(workspace: Workspace) -> int | None:
    try:
        return lock.watermark(workspace.lock)
    except OSError:
        return None


def _gates(db: sqlite3.Connection, workspace: Workspace, config: Config, now_ns: int) -> Iterator[tuple[str, bool]]:
    yield "time", gates.time(config.gates, _watermark(workspace), now_ns).open
    backoff = ledger.backoff(db, workspace.name)
    yield "backoff", gates.backoff(backoff.retry_ns, backoff.paused, now_ns).open
    waiting = intake.waiting(state.sessions(db, workspace.name), config, now_ns, live=False)
    oldest = min((session.first_ns for session in waiting), default=None)
    yield "sessions", gates.sessions(config.gates, len(waiting), oldest, now_ns).open


def _metric(name: str, kind: str, what: str) -> Iterator[str]:
    yield f"# HELP dreamd_{name} {what}"
    yield f"# TYPE dreamd_{name} {kind}"


def _sample(name: str, value: float, **labels: str) -> str:
    told = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
    return f"dreamd_{name}{{{told}}} {value}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
