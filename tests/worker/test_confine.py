"""Confinement as people meet it: what is in force is told, and where it must hold and does not, nothing is dreamt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd.worker import confine, landlock

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Cli, Look, Memory, Talk

HIDDEN = Path(__file__).parent / "hidden.py"
ORPHANING = Path(__file__).parent / "orphaning.py"
RULE = "Always use pnpm instead of npm."
HIDING = {
    "ENOSYS": "no Landlock: this kernel has none",
    "EPERM": "no Landlock: it is blocked by a filter from outside",
}


def supported() -> str:
    if sys.platform != "linux":
        return "the worker is confined by other means here"
    try:
        landlock.known()
    except OSError as error:
        return f"no Landlock: {error.strerror}"
    return ""


pytestmark = pytest.mark.skipif(bool(supported()), reason=supported())


@pytest.fixture
def requiring(cli: Cli) -> Callable[[str], None]:
    """Writes the setting into the configuration file."""

    def write(sandbox: str) -> None:
        path = Path(cli.own) / "config.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'[dream]\nsandbox = "{sandbox}"\n')

    return write


def without(cli: Cli, answer: str) -> Cli:
    return replace(cli, prefix=(sys.executable, str(HIDDEN), answer))


def worker_row(cli: Cli) -> dict[str, object]:
    rows: list[dict[str, object]] = cli("doctor", "--json").document["checks"]
    (row,) = [row for row in rows if row["name"] == "worker"]
    return row


def test_a_dream_tells_what_confined_its_worker(cli: Cli, talk: Talk) -> None:
    talk("one", RULE)
    dream = cli.once()
    assert dream["outcome"] == "dreamed"
    assert dream["sandbox"] == f"landlock {landlock.known()}, seccomp"
    assert cli.once()["sandbox"] == "", "no worker was needed"


def test_confinement_that_is_required_and_holds_is_no_hindrance(
    cli: Cli, talk: Talk, requiring: Callable[[str], None]
) -> None:
    requiring("required")
    talk("one", RULE)
    assert cli.once()["added"] == 1
    assert worker_row(cli)["ok"] is True


def test_switched_off_it_is_told_so(cli: Cli, talk: Talk, requiring: Callable[[str], None]) -> None:
    requiring("off")
    talk("one", RULE)
    assert cli.once()["sandbox"] == "none: switched off by [dream] sandbox"


@pytest.mark.parametrize("answer", HIDING)
def test_without_landlock_the_best_effort_goes_on_and_says_what_is_missing(cli: Cli, talk: Talk, answer: str) -> None:
    talk("one", RULE)
    dream = without(cli, answer).once()
    assert dream["outcome"] == "dreamed"
    assert dream["sandbox"].startswith(f"seccomp; {HIDING[answer]}")
    assert dream["sandbox"].endswith("not refused: read, list, parent")
    row = worker_row(without(cli, answer))
    assert row["ok"] is True
    assert HIDING[answer] in str(row["detail"])


@pytest.mark.parametrize("answer", HIDING)
def test_without_landlock_nothing_is_dreamt_where_it_is_required(
    cli: Cli, talk: Talk, memory: Memory, look: Look, requiring: Callable[[str], None], answer: str
) -> None:
    talk("one", RULE)
    cli.once()
    before = look(memory())
    stamp = (memory() / ".consolidate-lock").stat().st_mtime_ns
    requiring("required")
    ran = without(cli, answer)("once", "--json", "--again", "--yes")
    assert ran.code == 1
    (dream,) = ran.document["dreams"]
    assert (dream["outcome"], dream["reason"]) == ("failed", "sandbox")
    assert HIDING[answer] in dream["message"]
    assert look(memory()) == before
    assert (memory() / ".consolidate-lock").stat().st_mtime_ns == stamp
    row = worker_row(without(cli, answer))
    assert row["ok"] is False
    assert HIDING[answer] in str(row["detail"])


def test_no_new_session_is_looked_at_either(cli: Cli, talk: Talk, requiring: Callable[[str], None]) -> None:
    talk("one", RULE)
    requiring("required")
    ran = without(cli, "EPERM")("once")
    assert ran.code == 1
    assert HIDING["EPERM"] in ran.err
    assert "best-effort" in ran.err


def test_a_worker_dies_with_its_run_even_when_it_cannot_notice() -> None:
    with subprocess.Popen([sys.executable, str(ORPHANING)], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
        (worker,) = children(run.pid)
        os.kill(worker, signal.SIGSTOP)
        assert alive(worker)
        run.kill()
    deadline = time.monotonic() + 30
    while alive(worker) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not alive(worker)


def state(pid: str) -> tuple[str, int]:
    """Its letter and its parent; a process that is gone is a dead one's remains."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return "Z", 0
    return status[0], int(status[1])


def children(pid: int) -> list[int]:
    return [int(path.name) for path in Path("/proc").glob("[0-9]*") if state(path.name)[1] == pid]


def alive(pid: int) -> bool:
    return state(str(pid))[0] != "Z"


def test_a_transcript_that_is_gone_or_changed_hands_stops_no_other(cli: Cli, talk: Talk) -> None:
    talk("one", RULE)
    link = talk("two", "Never push to main.")
    kept = link.rename(link.parent.parent / "elsewhere.jsonl")
    link.symlink_to(kept)
    assert cli.once()["sessions"] == 2, "a link is read where it leads"


def test_the_interpreters_own_files_are_all_that_is_readable_besides() -> None:
    found = [os.path.realpath(path) for path in confine.interpreter()]
    homes = [os.path.realpath(path) for path in (sys.prefix, sys.base_prefix, Path(confine.__file__).parents[1])]
    assert all(any(path.startswith(home) for home in homes) for path in found)
    assert not {"/", *homes[:2]} & set(found)
    checkout = Path(confine.__file__).parents[2]
    if (checkout / "pyproject.toml").exists():  # an editable install; a worker has no business beside the package
        assert os.path.realpath(checkout) not in found
