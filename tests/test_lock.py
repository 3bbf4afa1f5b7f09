"""The private locks exclude; the lock file is read and replaced as a whole, to the nanosecond."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest

from dreamd import clock, lock
from dreamd.errors import LockHeld, StoreError
from dreamd.lock import Stamp

if TYPE_CHECKING:
    from pathlib import Path

NOW = 1_780_000_000_123_456_789
HOLD = """
    import pathlib, sys
    from dreamd import lock
    with lock.held(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), "dream"):
        print("held", flush=True)
        sys.stdin.read()
"""


def test_a_second_process_is_refused_and_a_killed_holder_frees_the_lock(tmp_path: Path) -> None:
    locks, memory = tmp_path / "locks", tmp_path / "memory"
    command = [sys.executable, "-c", textwrap.dedent(HOLD), str(locks), str(memory)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(LockHeld, match="another dreamd process"), lock.held(locks, memory, "dream"):
            pytest.fail("two processes dream at once")
        holder.kill()
    with lock.held(locks, memory, "dream"):
        assert list(locks.iterdir())


def test_two_names_of_one_memory_share_their_locks(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    with (
        lock.held(tmp_path / "locks", real, "dream"),
        pytest.raises(LockHeld),
        lock.held(tmp_path / "locks", link, "dream"),
    ):
        pytest.fail("a symlink got a lock of its own")


def test_the_dream_lock_does_not_exclude_writing(tmp_path: Path) -> None:
    with lock.held(tmp_path / "locks", tmp_path, "dream"), lock.held(tmp_path / "locks", tmp_path, "write"):
        assert len(list((tmp_path / "locks").iterdir())) == 2


def test_an_unusable_lock_directory_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "locks").write_text("a file")
    with pytest.raises(StoreError, match="cannot lock"), lock.held(tmp_path / "locks", tmp_path, "dream"):
        pytest.fail("locked through a file")


def test_a_stamp_survives_to_the_nanosecond(tmp_path: Path) -> None:
    path = tmp_path / ".consolidate-lock"
    assert lock.read(path) == Stamp()
    stamp = Stamp(mtime_ns=NOW, body=b"4711", mode=0o640)
    lock.write(path, stamp)
    assert lock.read(path) == stamp
    lock.write(path, Stamp())
    assert not path.exists()
    assert list(tmp_path.iterdir()) == []


def test_a_stamp_replaces_only_what_it_was_to_replace(tmp_path: Path) -> None:
    path = tmp_path / ".consolidate-lock"
    prior, ours, theirs = Stamp(mtime_ns=NOW, body=b"1"), Stamp(mtime_ns=NOW + 9, body=b"2"), Stamp(NOW + 5, b"3")
    assert lock.write(path, ours, over=Stamp())
    assert not lock.write(path, theirs, over=Stamp()), "it was not there a moment ago"
    assert not lock.write(path, theirs, over=prior)
    assert not lock.write(path, Stamp(), over=prior)
    assert lock.read(path) == ours
    assert lock.write(path, Stamp(), over=ours)
    assert list(tmp_path.iterdir()) == []


def test_garbage_is_kept_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / ".consolidate-lock"
    path.write_bytes(b"\x00\xffgarbage")
    read = lock.read(path)
    assert read.body == b"\x00\xffgarbage"
    assert read.pid is None


@pytest.mark.parametrize("kind", ["symlink", "directory", "fifo"])
def test_what_is_no_plain_file_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / ".consolidate-lock"
    if kind == "symlink":
        (tmp_path / "target").write_text("")
        path.symlink_to(tmp_path / "target")
    elif kind == "directory":
        path.mkdir()
    else:
        os.mkfifo(path)
    with pytest.raises(StoreError, match="lock file"):
        lock.read(path)


def test_a_foreign_holder_must_live_and_be_recent() -> None:
    living, dead = os.getppid(), 2**22 + 1
    assert lock.foreign_holder(Stamp(mtime_ns=NOW, body=b"%d\n" % living), NOW + clock.MINUTE, 0) == living
    assert lock.foreign_holder(Stamp(mtime_ns=NOW, body=b"%d" % living), NOW + clock.HOUR, 0) is None
    taken = Stamp(mtime_ns=NOW, body=b"%d" % living)
    assert lock.foreign_holder(taken, NOW - 1, 0) == living, "taken since we looked at the clock"
    assert lock.foreign_holder(taken, NOW - clock.MINUTE, 0) == living, "we waited for another lock since then"
    assert lock.foreign_holder(taken, NOW - clock.HOUR, 0) is None, "taken in the future"
    assert lock.foreign_holder(Stamp(mtime_ns=NOW, body=b"%d" % dead), NOW, 0) is None
    assert lock.foreign_holder(Stamp(mtime_ns=NOW, body=b"%d" % living), NOW, living) is None
    assert lock.foreign_holder(Stamp(), NOW, 0) is None


def test_a_coarse_file_system_does_not_make_our_own_stamp_foreign() -> None:
    ours = Stamp(mtime_ns=NOW, body=b"1")
    assert lock.same(ours, Stamp(mtime_ns=NOW - NOW % clock.SECOND, body=b"1"))
    assert not lock.same(ours, Stamp(mtime_ns=NOW, body=b"2"))
    assert not lock.same(ours, Stamp(mtime_ns=NOW + clock.MINUTE, body=b"1"))
    assert not lock.same(ours, Stamp())


def test_only_temporary_names_of_processes_that_are_gone_are_left_behind() -> None:
    assert lock.left_behind(".dreamd-tmp-4194304-MEMORY.md")
    for name in (f".dreamd-tmp-{os.getpid()}-lock", ".dreamd-tmp-99999999999999999999-x", ".dreamd-tmp-x", "4194304-x"):
        assert not lock.left_behind(name)
