"""A stop waits for nobody: not for who holds state.db or the memory, and whatever was under way then is put back."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import threading
import time
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd import lock, patience, state
from dreamd.errors import LockHeld, StoreError
from dreamd.memory.layout import Workspace
from tests.daemon.running import PATIENCE, configure, daemon, hanging, runs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Cli, Look, Memory, Talk

FOR_EVER = 1e6
PATIENT = f"""
import sys
from dreamd import cli, lock, state
state.WAIT_SECONDS = lock.WRITE_WAIT_SECONDS = {FOR_EVER}
del sys.argv[1:4]
cli.main()
"""
"""Starts dreamd, but waits for others until it is told not to, so that a test ends only where it is told."""


def patient(cli: Cli) -> Cli:
    return replace(cli, prefix=(sys.executable, "-c", PATIENT))


@contextmanager
def held(database: Path) -> Iterator[None]:
    """Another program keeps the file for itself."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


@pytest.fixture
def _unbound() -> Iterator[None]:
    yield
    patience.end_by(float("inf"))


@pytest.fixture
def begun(cli: Cli, talk: Talk) -> None:
    """A project that is known, and a state that is there."""
    talk("one", "Always use pnpm instead of npm in this repo.")
    assert cli("sessions", "--all").code == 0


@pytest.mark.usefixtures("begun")
def test_a_daemon_that_waits_for_its_state_stops_all_the_same(cli: Cli) -> None:
    configure(cli.own, f'[metrics]\ntextfile = "{cli.own / "dreamd.prom"}"')
    with daemon(patient(cli)) as running:
        running.event("dream.finished")
        with held(cli.own / "state.db"):
            running.process.send_signal(signal.SIGTERM)
            assert running.process.wait(PATIENCE) == 0
        assert running.rest()[-1]["message"] == "the daemon stopped; nothing was left half-done"


@pytest.mark.slow  # a run that is deaf has its grace
@pytest.mark.usefixtures("begun")
def test_what_it_cannot_put_right_while_the_state_is_locked_is_left_to_the_next_command(cli: Cli) -> None:
    with hanging(cli.own) as asked, daemon(patient(cli)) as running:
        assert asked.wait(PATIENCE)
        (run,) = runs(running.process.pid)
        os.kill(run, signal.SIGSTOP)  # deaf, so that it is killed
        with held(cli.own / "state.db"):
            running.process.send_signal(signal.SIGTERM)
            assert running.process.wait(PATIENCE) == 0
    assert "the next command puts it right" in running.rest()[-1]["message"]
    assert list(cli.own.glob("runs/*/journal.json"))
    assert "took back" in cli("status").err
    assert not list(cli.own.glob("runs/*/journal.json"))


@pytest.mark.usefixtures("begun")
def test_so_does_one_that_waits_for_it_at_its_start(cli: Cli) -> None:
    with held(cli.own / "state.db"), patient(cli).start("run") as process:
        until = time.monotonic() + PATIENCE
        while not (cli.own / "daemon.json").exists() and time.monotonic() < until:
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) in {0, 143}


def test_a_dream_that_is_stopped_puts_everything_back_while_the_state_is_locked(
    cli: Cli, talk: Talk, memory: Memory, look: Look
) -> None:
    talk("one", "Always use pnpm instead of npm in this repo.")
    memory().mkdir(parents=True)
    (memory() / "MEMORY.md").write_text("- [Mine](mine.md)\n")
    before = look(memory())
    with hanging(cli.own) as asked, patient(cli).start("once") as process:
        assert asked.wait(PATIENCE)
        assert (memory() / ".consolidate-lock").read_bytes()
        with held(cli.own / "state.db"):
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 143
    assert look(memory()) == before
    assert not (memory() / ".consolidate-lock").exists()
    assert not list(cli.own.glob("runs/*/journal.json"))


@pytest.mark.parametrize("command", [("sessions",), ("once", "--gated")])
@pytest.mark.usefixtures("begun")
def test_what_waits_for_the_state_ends_at_a_signal(cli: Cli, command: tuple[str, ...]) -> None:
    with held(cli.own / "state.db"), patient(cli).start(*command) as process:
        until = time.monotonic() + PATIENCE
        while not opened(process.pid, cli.own / "state.db") and time.monotonic() < until:
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 143


def opened(pid: int, path: Path) -> bool:
    """Whether the process has the file open."""
    return any(fd.samefile(path) for fd in Path(f"/proc/{pid}/fd").iterdir() if fd.exists())


@pytest.mark.usefixtures("_unbound")
def test_nobody_waits_any_more_once_patience_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "WAIT_SECONDS", FOR_EVER)
    monkeypatch.setattr(lock, "WRITE_WAIT_SECONDS", FOR_EVER)
    path = tmp_path / "state.db"
    with state.database(path):
        pass
    threading.Timer(0.3, patience.end_by, [0.0]).start()
    with held(path), pytest.raises(StoreError, match="locked"), state.database(path, look=True):
        pass
    with lock.held(tmp_path, tmp_path, "write"), pytest.raises(LockHeld), lock.held(tmp_path, tmp_path, "write"):
        pass


def test_a_change_waits_for_who_reads_and_is_made(tmp_path: Path) -> None:
    path, space = tmp_path / "state.db", Workspace("shop", tmp_path, "claude-code", tmp_path)
    with state.database(path):
        pass
    reader = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM workspaces").fetchone()
    waits = 3 * state.SLICE_SECONDS
    threading.Timer(waits, reader.close).start()
    with state.database(path) as db:
        state.add_workspace(db, space)
    with state.database(path, look=True) as db:
        assert [item.name for item in state.workspaces(db)] == ["shop"]
