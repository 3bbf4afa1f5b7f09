"""A run ends with all that it started: by itself, when its time is over, or when the daemon stops."""

from __future__ import annotations

import os
import queue
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd.daemon.child import GRACE_SECONDS, Ended, Run
from tests.daemon.running import hanging, runs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Cli, Talk

PATIENCE = 60


def works(pid: int) -> bool:
    """Whether the process is there, and not only its name in the table."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.fixture
def dreaming(cli: Cli, talk: Talk) -> Iterator[tuple[Run, queue.SimpleQueue[Ended]]]:
    """A run in the middle of its dream, and where its end is told."""
    talk("one", "Always use pnpm instead of npm in this repo.")
    ends: queue.SimpleQueue[Ended] = queue.SimpleQueue()
    with hanging(cli.own) as asked:
        run = Run(["--quiet", "once", "--yes"], "shop", cli.environment, time.monotonic() + 1000, 2048, ends.put)
        assert asked.wait(PATIENCE)
        yield run, ends
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)


def test_a_run_tells_its_end_and_its_words(cli: Cli) -> None:
    ends: queue.SimpleQueue[Ended] = queue.SimpleQueue()
    Run(["once", "--engine", "nonsense"], "shop", cli.environment, time.monotonic() + 1000, 2048, ends.put)
    end = ends.get(timeout=PATIENCE)
    assert (end.workspace, end.code, end.why) == ("shop", 2, "itself")
    assert "nonsense" in end.words


def test_one_that_takes_too_much_memory_fails(cli: Cli) -> None:
    if sys.platform != "linux":
        pytest.skip("this kernel holds nobody to a ceiling of memory")
    ends: queue.SimpleQueue[Ended] = queue.SimpleQueue()
    Run(["status", "--all"], "shop", cli.environment, time.monotonic() + 1000, 5, ends.put)
    end = ends.get(timeout=PATIENCE)
    assert end.why == "itself"
    assert end.code not in {0, 75, 143}


@pytest.mark.parametrize("overdue", [False, True])
def test_asked_to_end_it_puts_back_and_says_who_asked(
    dreaming: tuple[Run, queue.SimpleQueue[Ended]], *, overdue: bool
) -> None:
    run, ends = dreaming
    run.end(run.deadline + 1 if overdue else time.monotonic())
    end = ends.get(timeout=PATIENCE)
    assert (end.code, end.why) == (143, "overdue" if overdue else "stopped")


def test_one_that_does_not_listen_is_killed_after_its_grace_with_all_it_started(
    dreaming: tuple[Run, queue.SimpleQueue[Ended]],
) -> None:
    run, ends = dreaming
    pid = run.pid
    worker = runs(pid)
    assert worker
    os.kill(pid, signal.SIGSTOP)
    now = time.monotonic()
    run.end(now)
    run.end(now + GRACE_SECONDS - 0.1)
    with pytest.raises(queue.Empty):
        ends.get(timeout=0.5)
    run.end(now + GRACE_SECONDS)
    assert ends.get(timeout=PATIENCE).code == -signal.SIGKILL
    assert [pid for pid in worker if works(pid)] == []
