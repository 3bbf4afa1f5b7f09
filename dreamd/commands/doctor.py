"""``dreamd doctor``: checks the installation and says how to mend it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from typing import TYPE_CHECKING

import click

from dreamd import backups, clock, lock, models, paths, readiness, scanner, state, terminal
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.errors import DreamdError, StoreError
from dreamd.memory import history
from dreamd.records import Record
from dreamd.worker import process, vetting
from dreamd.worker.protocol import Scan

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LEAST_FREE_BYTES = 100 * 1024 * 1024
BY_SETTINGS = frozenset({"worker", "model", "sources"})
"""Checks that wait until the configuration is valid."""


class Row(Record, frozen=True):
    """One check."""

    name: str
    ok: bool
    detail: str
    fix: str = ""


@click.command("doctor", short_help="Check the installation.")
@with_output
@pass_asked
@click.pass_context
def command(context: click.Context, asked: Asked) -> None:
    """Check what dreamd needs: git, its configuration, its own directories, its state, its worker, sessions to read."""
    probes: dict[str, Callable[[Asked], Row | None]] = {
        "python": _python,
        "git": _git,
        "config": _config,
        "state": _state,
        "disk": _disk,
        "locks": _locks,
        "worker": _worker,
        "model": _model,
        "memories": _memories,
        "sources": _sources,
        "backup": _backup,
        "files": _files,
    }
    valid = _probe("config", _config, asked)
    if valid is None or not valid.ok:  # these go by the settings, and would say the same
        probes = {name: probe for name, probe in probes.items() if name not in BY_SETTINGS}
    rows = [row for name, probe in probes.items() if (row := _probe(name, probe, asked))]
    if asked.json:
        terminal.document({"checks": rows})
    else:
        for row in rows:
            terminal.say(f"{'ok  ' if row.ok else 'FAIL'}  {row.name:<9} {row.detail}")
            if row.fix:
                terminal.say(f"      {row.fix}")
    context.exit(0 if all(row.ok for row in rows) else 1)


def _probe(name: str, probe: Callable[[Asked], Row | None], asked: Asked) -> Row | None:
    try:
        return probe(asked)
    except DreamdError as error:
        return Row(name=name, ok=False, detail=error.message, fix=error.fix)
    except OSError as error:
        return Row(name=name, ok=False, detail=str(error), fix="Check the rights of that file.")


def _python(_asked: Asked) -> Row:
    return Row(name="python", ok=True, detail=f"{sys.version.split()[0]} on {sys.platform}")


def _git(asked: Asked) -> Row:
    repository = history.require(asked.places.history / "doctor.git", asked.search)
    return Row(name="git", ok=True, detail=str(repository.git))


def _config(asked: Asked) -> Row:
    path, _ = asked.places.config, asked.config
    return Row(name="config", ok=True, detail=f"{path} is valid" if path.exists() else f"the defaults; no {path}")


def _state(asked: Asked) -> Row:
    path = asked.places.database
    with state.database(path, look=True) as db:
        (found,) = db.execute("PRAGMA quick_check").fetchone()
        count = len(state.sessions(db))
    if found != "ok":
        raise StoreError(f"{path} is damaged: {found}", f"Move it away: {state.RESET}")
    return Row(name="state", ok=True, detail=f"{path}: {count} sessions known, SQLite {sqlite3.sqlite_version}")


def _disk(asked: Asked) -> Row:
    place = _nearest(asked.places.state)
    free = shutil.disk_usage(place).free
    ok, writable = free >= LEAST_FREE_BYTES, os.access(place, os.W_OK)
    fix = "" if ok and writable else f"dreamd needs {LEAST_FREE_BYTES >> 20} MB and the right to write below {place}."
    return Row(name="disk", ok=ok and writable, detail=f"{free >> 20} MB free below {place}", fix=fix)


def _nearest(path: Path) -> Path:
    """The path itself, or its nearest ancestor that is there."""
    return next(place for place in (path, *path.parents) if place.exists())


def _locks(asked: Asked) -> Row:
    with lock.held(asked.places.locks, asked.places.state / "doctor", "dream"):
        return Row(name="locks", ok=True, detail=f"file locks work in {asked.places.locks}")


def _worker(asked: Asked) -> Row:
    settings = asked.config.dream
    sandbox = vetting.policy(settings.sandbox, model=models.chosen(settings) != "embedded")
    words = process.scan(Scan(jobs=()), lambda _report: None, lambda _done, _total: None, 1.0, sandbox)
    return Row(name="worker", ok=True, detail=f"starts, answers, ends; confinement: {words}")


def _model(asked: Asked) -> Row | None:
    """The model, where one is chosen; nobody is asked anything."""
    settings, environment, engine = asked.config.dream, asked.environment, models.chosen(asked.config.dream)
    if models.backend(models.engine(engine)) is None:
        return None
    told = f"{readiness.named(settings, environment, engine)}; {readiness.key(settings, environment, engine)}"
    error = readiness.lacking(settings, environment, engine)
    if error:
        return Row(name="model", ok=False, detail=f"{told}; {error.message}", fix=error.fix)
    program = shutil.which("claude", path=asked.search) if engine == "claude-cli" else None
    return Row(name="model", ok=True, detail=f"{told}; {program}" if program else told)


def _memories(asked: Asked) -> Row:
    with state.database(asked.places.database, look=True) as db:
        known = state.workspaces(db)
    closed = [str(item.memory) for item in known if not os.access(_nearest(item.memory), os.W_OK | os.X_OK)]
    detail = terminal.count(len(known), "workspace") + (f", not writable: {', '.join(closed)}" if closed else "")
    return Row(name="memories", ok=not closed, detail=detail, fix="Make them writable." if closed else "")


def _sources(asked: Asked) -> Row:
    enabled = scanner.enabled(asked.config.sources)
    found, damaged = scanner.find(enabled, asked.places)
    roots = ", ".join(str(root) for source in enabled for root in source.roots(asked.places))
    if damaged:
        place = damaged[0]
        return Row(
            name="sources", ok=False, detail=f"cannot read {place.path}: {place.reason}", fix="Check its rights."
        )
    fix = "" if found else f"Looked in {roots}. Work with an agent first, or try: dreamd once --example"
    return Row(name="sources", ok=True, detail=terminal.count(len(found), "session"), fix=fix)


def _backup(asked: Asked) -> Row:
    """How old the last one is; whether there is one is the person's own affair."""
    last = backups.last(asked.places)
    if last is None:
        return Row(name="backup", ok=True, detail="none was made yet", fix="Make one with: dreamd backup")
    days = max(0, asked.now_ns - (clock.parse(last.time) or asked.now_ns)) // clock.DAY
    age = "today" if not days else f"{terminal.count(days, 'day')} ago"
    if not last.path.exists():
        return Row(name="backup", ok=False, detail=f"{last.path}, made {age}, is gone", fix="Make one: dreamd backup")
    return Row(name="backup", ok=True, detail=f"{last.path}, made and rehearsed {age}")


def _files(_asked: Asked) -> Row:
    for name in ("skills", "systemd", "config"):
        paths.shipped(name)
    return Row(name="files", ok=True, detail="the shipped files are there")


COMMAND = command
