"""Stopped just before any change, while others write or signal: one consolidates, and nobody's words are lost."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from dreamd.memory import topic
from tests.faults import promises
from tests.faults.foreign import Foreign, age
from tests.faults.promises import LOCK
from tests.faults.scenes import adopted, begun
from tests.faults.shim import How

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import World
    from tests.faults.conftest import Stage

    Scene = Callable[[World], list[str]]
    Staging = Callable[[Scene], Stage]

FOREIGN = b"- Somebody's own line.\n"


def free(here: Stage, pid: int) -> list[bool]:
    """At each change of one run, whether another program could take the lock file just before it."""
    here.again()
    other, stopped, seen = Foreign(here.side.memory / LOCK, pid), here.stopped(1), []
    while stopped is not None:
        seen.append(other.may_take())
        stopped = here.step(stopped)
    assert here.forks.wait().code == 0
    return seen


def last_free(here: Stage, pid: int) -> int:
    """The last change before the lock file is ours."""
    return free(here, pid).index(False)


def test_the_lock_file_is_held_without_a_gap(stage: Staging, sleeper: int) -> None:
    seen = free(stage(adopted), sleeper)
    first, last = seen.index(False), len(seen) - seen[::-1].index(False)
    assert not any(seen[first:last])
    assert last - first > 40


def taken_at(here: Stage, at: int, pid: int) -> None:
    """Let another program take the lock file just before this change: it keeps it, and the memory with it."""
    was, other = here.again(), Foreign(here.side.memory / LOCK, pid)
    stopped = here.stopped(at)
    assert stopped
    assert other.take()
    held = here.side.stamp()
    ran = here.go_on(stopped)
    assert ran.code == 75, ran.err
    assert here.side.files() == was.files, f"two wrote at once, at change {at}"
    assert here.side.stamp() == held
    other.end()
    promises.repeated(was, here.end)


@pytest.mark.parametrize("scene", [adopted, begun])
def test_who_takes_the_lock_file_in_the_last_moment_before_us_keeps_it(
    stage: Staging, sleeper: int, scene: Scene
) -> None:
    here = stage(scene)
    taken_at(here, last_free(here, sleeper), sleeper)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_who_takes_the_lock_file_before_us_keeps_it(stage: Staging, sleeper: int) -> None:
    here = stage(adopted)
    last = last_free(here, sleeper)
    for at in range(last - 16, last + 1):
        taken_at(here, at, sleeper)


def overtaken(here: Stage, at: int, pid: int) -> bool:
    """Stop a dream just before this change for an hour, while another program takes over; whether it still committed.

    Nobody can stop between the last look at the lock file and the decision and know of it: there, as after the
    decision, the step is completed, and merges with whatever others wrote.
    """
    was, other = here.again(), Foreign(here.side.memory / LOCK, pid)
    stopped = here.stopped(at)
    assert stopped
    assert not other.take()
    age(other.lock)
    assert other.take()
    held = here.side.stamp()
    notes = [note.read_bytes() for note in here.world.cli.own.glob("runs/*/journal.json")]
    decided = any(b'"phase":"commit"' in note for note in notes) or "journal.json" in here.forks.shim.hit
    ran = here.go_on(stopped)
    assert here.side.stamp() == held, f"the lock file was taken from its holder at change {at}"
    committed = here.side.files() != was.files
    assert decided or not committed, f"committed after an hour, at change {at}"
    assert ran.code == (0 if committed else 1), ran.err
    other.end()
    promises.repeated(was, here.end)
    return committed


def holding(here: Stage, pid: int) -> list[int]:
    """The changes before which the lock file is ours."""
    return [at for at, is_free in enumerate(free(here, pid), 1) if not is_free]


def test_stopped_for_an_hour_a_dream_that_was_not_decided_does_not_commit(stage: Staging, sleeper: int) -> None:
    here = stage(begun)
    held = holding(here, sleeper)
    assert [overtaken(here, held[len(held) * part // 8], sleeper) for part in (0, 2, 7)] == [False, False, True]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_stopped_for_an_hour_anywhere_a_dream_takes_nothing_from_its_successor(stage: Staging, sleeper: int) -> None:
    here = stage(begun)
    committed = [overtaken(here, at, sleeper) for at in holding(here, sleeper)[::3]]
    assert committed == sorted(committed), "whether it commits changes once, with the decision"
    assert set(committed) == {False, True}


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 143)])
def test_a_signal_rolls_back_before_the_process_ends(
    stage: Staging, sleeper: int, number: signal.Signals, code: int
) -> None:
    here = stage(adopted)
    held = holding(here, sleeper)
    for part in (1, 2):
        was = here.again()
        stopped = here.stopped(held[len(held) * part // 8])
        lock = here.side.stamp()
        assert stopped
        assert lock
        assert lock[1] == str(stopped).encode()
        os.kill(stopped, number)
        ran = here.go_on(stopped)
        assert ran.code == code, ran.err
        assert (here.side.stamp(), here.side.files()) == (was.prior, was.files)
        assert list((here.world.cli.own / "runs").iterdir()) == []
        promises.repeated(was, here.end)


def left_to_another(here: Stage, at: int, pid: int) -> bool:
    """Kill a dream; another program takes the lock file over: what was decided waits until that has ended.

    Returns:
        Whether there was something that had to wait.
    """
    was, other = here.again(), Foreign(here.side.memory / LOCK, pid)
    here.forks.shim.arm(How.KILL, at)
    here.forks.run(here.world.cli, *here.command)
    here.forks.shim.arm(How.COUNT)
    assert other.take()
    words, held = here.side.words(), here.side.stamp()
    waits = any(b'"phase":"commit"' in note.read_bytes() for note in here.world.cli.own.glob("runs/*/journal.json"))
    assert here.side.run("status").code == 0
    assert here.side.run("once").code == 75
    assert here.side.words() == words, f"two wrote at once, at change {at}"
    assert here.side.stamp() == held
    other.end()
    promises.repeated(was, here.end)
    return waits


def test_what_a_crash_left_decided_waits_while_another_program_consolidates(stage: Staging, sleeper: int) -> None:
    here = stage(begun)
    held = holding(here, sleeper)
    assert [left_to_another(here, held[len(held) * part // 8], sleeper) for part in (1, 7)] == [False, True]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_what_a_crash_left_anywhere_waits_while_another_program_consolidates(stage: Staging, sleeper: int) -> None:
    here = stage(begun)
    waited = [left_to_another(here, at, sleeper) for at in holding(here, sleeper)[::5]]
    assert set(waited) == {False, True}


def edited(here: Stage, at: int) -> None:
    """Let a person add a line of their own to a topic and to the index just before this change: both lines stay."""
    was = here.again()
    stopped = here.stopped(at)
    assert stopped
    edit = [here.side.memory / name for name in ("working-agreements.md", "MEMORY.md")]
    for path in edit:
        with path.open("ab") as file:
            file.write(FOREIGN)
    ran = here.go_on(stopped)
    assert ran.code in {0, 1}, ran.err
    assert here.side.run("once").code == 0
    for path in edit:
        assert path.read_bytes().count(FOREIGN) == 1, f"{path.name}, at change {at}"
    for name, (_, _, data) in here.end.files.items():
        if name.endswith(".md"):
            there = (here.side.memory / name).read_bytes()
            assert texts(name, there) - {"Somebody's own line."} == texts(name, data), f"{name}, at change {at}"
    assert here.side.others() == was.others
    assert here.side.leftovers() == []


def texts(name: str, data: bytes) -> set[str]:
    """The entries of a topic, the lines of an index."""
    if name == "MEMORY.md":
        return {line.strip() for line in data.decode().splitlines()} - {FOREIGN.decode().strip()}
    return {entry.text for entry in topic.parse(name, data).entries}


def test_what_a_person_writes_between_two_changes_stays(stage: Staging) -> None:
    here = stage(begun)
    last = len(here.changes())
    for part in (3, 6):
        edited(here, last * part // 8)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_what_a_person_writes_between_any_two_changes_stays(stage: Staging) -> None:
    here = stage(begun)
    for at in range(1, len(here.changes()) + 1, 4):
        edited(here, at)
