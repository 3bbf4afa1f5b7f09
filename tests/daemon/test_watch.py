"""Hints come when something was written, and from nothing else; what breaks the watch is noticed, mended and told."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd import slugs
from dreamd.daemon.watch import RECOUNT_SECONDS, RETRY_SECONDS, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Cli, Talk

PATIENCE = 20.0
"""Seconds after which a hint is taken to be lost."""
QUIET = 0.6
"""Seconds in which a hint would have come."""


class Watching:
    """A watch over some roots, what it hinted and what it told."""

    def __init__(self, *roots: Path) -> None:
        self.hints, self.missed, self.told = 0, 0, list[tuple[str, str]]()
        self.watch = Watch(lambda: roots, self._hint, self._miss, self._tell)
        self.watch.supervise(0)

    def _hint(self) -> None:
        self.hints += 1

    def _miss(self) -> None:
        self.missed += 1

    def _tell(self, name: str, why: str) -> None:
        self.told.append((name, why))

    def hinted(self, act: Callable[[], object]) -> bool:
        """Whether doing this leads to a hint."""
        before = self.hints
        act()
        until = time.monotonic() + PATIENCE
        while self.hints == before and time.monotonic() < until:
            time.sleep(0.01)
        return self.hints > before

    def silent(self, act: Callable[[], object]) -> bool:
        """Whether doing this leads to none."""
        before = self.hints
        act()
        time.sleep(QUIET)
        return self.hints == before


@pytest.fixture
def root(tmp_path: Path) -> Path:
    path = tmp_path / "projects"
    (path / "-w-shop").mkdir(parents=True)
    return path


@pytest.fixture
def watching(root: Path, tmp_path: Path) -> Iterator[Watching]:
    held = Watching(root, tmp_path / "not there")
    yield held
    held.watch.stop()


def test_what_is_written_is_hinted_at(watching: Watching, root: Path) -> None:
    session = root / "-w-shop" / "a.jsonl"
    assert watching.hinted(lambda: session.write_text("{}\n"))
    assert watching.hinted(lambda: session.write_text("{}\n{}\n"))
    (root / "-w-new").mkdir()
    time.sleep(QUIET)
    assert watching.hinted(lambda: (root / "-w-new" / "b.jsonl").write_text("{}\n"))


def test_reading_and_our_own_dream_are_no_hints(watching: Watching, root: Path, cli: Cli, talk: Talk) -> None:
    talk("one", "Always use pnpm instead of npm in this repo.")
    cli.once()
    talk("two", "Never push to main without a review.")
    held = Watching(cli.home / ".claude" / "projects")
    assert held.silent(cli.once), "a dream that publishes into the memory below the root"
    held.watch.stop()
    session = root / "-w-shop" / "a.jsonl"
    assert watching.hinted(lambda: session.write_text("{}\n"))
    time.sleep(QUIET)
    assert watching.silent(session.read_text)
    assert watching.silent(lambda: list(root.rglob("*")))


CLOSED = """
import pathlib, sys
from dreamd.daemon.watch import RETRY_SECONDS, Watch
root, told, missed = pathlib.Path(sys.argv[1]), [], []
root.chmod(0)
watch = Watch(lambda: [root], lambda: None, lambda: missed.append(1), lambda *event: told.append(event))
watch.supervise(0)
root.chmod(0o700)
assert "may not be read" in told[0][1], told
watch.supervise(RETRY_SECONDS + 1)
assert not watch.lacking and missed
watch.stop()
"""


def test_a_root_that_may_not_be_read_is_told_and_watched_as_soon_as_it_may(root: Path, cli: Cli) -> None:
    command = [*cli.bound().prefix, sys.executable, "-c", CLOSED, str(root)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_while_nothing_changes_supervising_begins_nothing_anew(watching: Watching) -> None:
    observer = watching.watch._observer
    for now in range(100):
        watching.watch.supervise(now)
    watching.watch.supervise(RECOUNT_SECONDS + 1)
    assert watching.watch._observer is observer
    assert (watching.hints, watching.missed, watching.told) == (0, 0, [])


@pytest.mark.parametrize("way", ["deleted and made again", "renamed and made again"])
def test_a_root_that_went_and_came_again_is_watched_again(
    watching: Watching, root: Path, tmp_path: Path, way: str
) -> None:
    if way.startswith("deleted"):
        shutil.rmtree(root)
        watching.watch.supervise(1)
        assert "is gone" in watching.told[0][1]
    else:
        root.rename(tmp_path / "old")
    root.mkdir()
    watching.watch.supervise(2)
    assert watching.missed, "what happened meanwhile went unseen"
    assert {name for name, _ in watching.told} == {slugs.WATCH_REPAIRED}
    assert watching.hinted(lambda: (root / "c.jsonl").write_text("{}\n"))


def test_a_root_that_comes_later_is_watched(watching: Watching, tmp_path: Path) -> None:
    (tmp_path / "not there").mkdir()
    watching.watch.supervise(1)
    assert watching.hinted(lambda: (tmp_path / "not there" / "d.jsonl").write_text("{}\n"))


@pytest.mark.parametrize("which", ["observer", "emitter"])
def test_a_thread_that_ended_is_replaced(watching: Watching, root: Path, which: str) -> None:
    observer = watching.watch._observer
    assert observer is not None
    for thread in [observer] if which == "observer" else observer.emitters:
        thread.stop()
        thread.join(PATIENCE)
    watching.watch.supervise(1)
    assert watching.told == [(slugs.WATCH_REPAIRED, "watching was begun anew: one of its threads had ended")]
    assert watching.hinted(lambda: (root / "e.jsonl").write_text("{}\n"))


def test_it_leaves_no_thread_and_no_descriptor(root: Path) -> None:
    def held() -> tuple[int, int]:
        return len(list(Path("/proc/self/task").iterdir())), len(list(Path("/proc/self/fd").iterdir()))

    Watching(root).watch.stop()  # whatever the library makes once stays
    time.sleep(QUIET)
    before = held()
    for _ in range(20):
        Watching(root).watch.stop()
    time.sleep(QUIET)
    assert held() <= before


FLOODED = """
import os, pathlib, signal, sys, time
from dreamd.daemon.telling import Heard
from dreamd.daemon.watch import Watch
heard, hints = [], []
Heard(heard.append).listen()
watch = Watch(lambda: [pathlib.Path(sys.argv[1])], lambda: hints.append(1), print, print)
watch.supervise(0)
os.kill(os.getpid(), signal.SIGSTOP)
deadline = time.monotonic() + 60
while not heard and time.monotonic() < deadline:
    time.sleep(0.05)
assert any("overflow" in line for line in heard), heard
watch.stop()
"""


@pytest.mark.slow
def test_lost_events_are_noticed(root: Path) -> None:
    queued = Path("/proc/sys/fs/inotify/max_queued_events")
    if not queued.exists():
        pytest.skip("this system has no inotify")
    with subprocess.Popen([sys.executable, "-c", FLOODED, str(root)], stderr=subprocess.PIPE, text=True) as process:
        os.waitpid(process.pid, os.WUNTRACED)  # it watches, and hears nothing now
        for number in range(int(queued.read_text()) + 100):
            (root / f"{number}.jsonl").touch()
        os.kill(process.pid, signal.SIGCONT)
        _, complaint = process.communicate(timeout=120)
    assert process.returncode == 0, complaint


LIMITED = """
import sys, pathlib
from dreamd.daemon.watch import Watch
told = []
watch = Watch(lambda: [pathlib.Path(sys.argv[1])], lambda: None, lambda: None, lambda *event: told.append(event))
watch.supervise(0)
assert watch.lacking, told
print(told)
pathlib.Path("/proc/sys/user/max_inotify_watches").write_text("1000")
watch.supervise({retry} + 1)
assert not watch.lacking, watch.lacking
watch.stop()
"""


@pytest.mark.parametrize(("limit", "value"), [("watches", 5), ("instances", 0)])
def test_a_limit_of_the_kernel_is_noticed_told_and_tried_again(root: Path, limit: str, value: int) -> None:
    if shutil.which("unshare") is None or subprocess.run(["unshare", "-Ur", "true"], check=False).returncode:
        pytest.skip("no user namespace can be had here, and the machine's own limits are not ours to change")
    for number in range(20):
        (root / f"-w-{number}").mkdir()
    script = LIMITED.format(retry=RETRY_SECONDS)
    if limit == "instances":
        script = script.replace("max_inotify_watches", "max_inotify_instances")
    limited = f"echo {value} > /proc/sys/user/max_inotify_{limit} && exec {sys.executable} -c '{script}' {root}"
    done = subprocess.run(
        ["unshare", "-Ur", "sh", "-c", limited], check=False, capture_output=True, text=True, env=dict(os.environ)
    )
    assert done.returncode == 0, done.stderr
    assert "watch.limited" in done.stdout
    assert ("limit" in done.stdout) or ("cannot be watched" in done.stdout)
