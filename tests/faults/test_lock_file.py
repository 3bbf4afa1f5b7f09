"""The lock file in every form in which others may leave it: respected, passed over or refused, and put back exactly."""

from __future__ import annotations

import os
import shlex
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from tests.faults.promises import LOCK, Side
from tests.faults.scenes import GONE, PRIOR_NS, bare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from _pytest.mark import ParameterSet

    from tests.conftest import Cli, Look, World

DAY_NS = 86_400 * 10**9
STRANGER = 12_345
"""A user who owns nothing else here."""


@dataclass(frozen=True)
class Form:
    """What the file holds; ``{pid}`` stands for a process that lives."""

    body: bytes = b""
    mtime_ns: int = PRIOR_NS
    mode: int = 0o644
    owner: int = -1


PASSED_OVER = {
    "empty": Form(),
    "garbage": Form(b"\x00\xff\xfegarbage\n" * 9),
    "a dead process": Form(GONE),
    "a process of that number lives, but took it long ago": Form(b"{pid}"),
    "taken in the future": Form(b"{pid}", time.time_ns() + DAY_NS),
    "no time at all": Form(b"{pid}", 0),
    "a time before 1970": Form(b"", -7),
    "read-only": Form(b"", PRIOR_NS, 0o444),
    "no process has such a number": Form(b"99999999999999999999"),
    "another's, readable": Form(b"", PRIOR_NS, 0o644, STRANGER),
}


@pytest.fixture
def side(world: Callable[[str], World], look: Look) -> Side:
    """A home with two sessions and an empty memory directory."""
    made = world("one")
    bare(made)
    made.memory().mkdir()
    return Side(made.cli, made.memory(), look, made.cli)


def leave(lock: Path, form: Form, pid: int) -> None:
    """Leave the file in that form."""
    lock.write_bytes(form.body.replace(b"{pid}", b"%d" % pid))
    if form.owner != -1:
        if os.geteuid():
            pytest.skip("only root can leave a file of another user")
        os.chown(lock, form.owner, form.owner)
    lock.chmod(form.mode)
    os.utime(lock, ns=(form.mtime_ns, form.mtime_ns))


def seen(lock: Path) -> tuple[int, ...] | None:
    """Which file it is, of whom, with which rights, of what time."""
    if not os.path.lexists(lock):
        return None
    status = lock.lstat()
    return (status.st_ino, status.st_uid, status.st_mode, status.st_mtime_ns)


def a_few(names: Iterable[str], *quick: str) -> list[ParameterSet]:
    """All of them, those not named as slow ones."""
    return [pytest.param(name, marks=() if name in quick else pytest.mark.slow) for name in names]


@pytest.mark.parametrize("name", a_few(PASSED_OVER, "garbage", "taken in the future", "read-only"))
def test_a_lock_file_that_nobody_holds_is_put_back_exactly_by_a_failure_and_becomes_the_watermark(
    side: Side, sleeper: int, name: str
) -> None:
    leave(side.memory / LOCK, PASSED_OVER[name], sleeper)
    prior = side.stamp()
    (side.memory / ".dreamd").write_text("no place to stage anything\n")
    cli = side.cli.bound()
    ran = cli("once", "--json")
    assert (ran.code, ran.document["dreams"][0]["reason"]) == (1, "store")
    assert side.stamp() == prior
    (side.memory / ".dreamd").unlink()
    began = time.time_ns()
    assert cli("once").code == 0
    after = side.stamp()
    assert after
    assert prior
    assert began <= after[0] <= time.time_ns()
    assert after[1:] == (b"", prior[2])


def refused(side: Side, cli: Cli, *words: str) -> None:
    """Nothing is done, and it is said why."""
    before = side.look(side.memory)
    ran = cli("once", "--json")
    (dream,) = ran.document["dreams"]
    assert (ran.code, dream["outcome"]) == (1, "failed")
    for word in (LOCK, *words):
        assert word in dream["message"]
    assert side.look(side.memory) == before
    assert cli("status").code == 0
    assert side.leftovers() == []


@pytest.mark.parametrize("kind", a_few(["link", "pipe", "directory", "socket", "too long"], "pipe", "too long"))
def test_what_is_no_lock_file_is_named_and_stays(side: Side, kind: str) -> None:
    lock = side.memory / LOCK
    target = side.cli.own.with_name("target")
    target.write_bytes(b"another's")
    if kind == "link":
        lock.symlink_to(target)
    elif kind == "pipe":
        os.mkfifo(lock)
    elif kind == "directory":
        lock.mkdir()
    elif kind == "socket":
        os.mknod(lock, 0o140600)
    else:
        lock.write_bytes(b"1" * 9_000)
    was = seen(lock)
    refused(side, side.cli, "Move it away")
    assert (seen(lock), target.read_bytes()) == (was, b"another's")
    (lock.rmdir if kind == "directory" else lock.unlink)()
    assert side.cli.once()["outcome"] == "dreamed"


def test_a_lock_file_of_another_that_may_not_be_read_is_named_and_stays(side: Side, sleeper: int) -> None:
    lock = side.memory / LOCK
    leave(lock, Form(b"{pid}", PRIOR_NS, 0o600, STRANGER), sleeper)
    was = seen(lock)
    refused(side, side.cli.bound(), "Permission denied")
    assert seen(lock) == was


def test_who_takes_the_lock_file_after_we_looked_at_the_clock_has_it(side: Side, sleeper: int) -> None:
    leave(side.memory / LOCK, Form(b"{pid}", time.time_ns() + DAY_NS // 24 // 60), sleeper)
    was = seen(side.memory / LOCK)
    (dream,) = side.cli("once", "--json").document["dreams"]
    assert (dream["outcome"], dream["reason"]) == ("skipped", "locked")
    assert seen(side.memory / LOCK) == was


def test_a_lock_file_that_names_the_very_process_that_now_dreams_keeps_nobody_waiting(side: Side) -> None:
    start = f'printf $$ > {shlex.quote(str(side.memory / LOCK))}; exec "$@"'
    itself = replace(side.cli, prefix=("sh", "-c", start, "sh"))
    assert itself.once()["outcome"] == "dreamed"


@pytest.mark.parametrize("case", a_few(["gone", "empty", "garbage", "a link", "a pipe", "of another time"], "gone"))
def test_whatever_becomes_of_the_lock_file_while_we_hold_it_stays_and_nothing_is_published(
    side: Side, case: str
) -> None:
    lock, before = side.memory / LOCK, side.files()
    for again in ([], ["--again", "--yes"], ["--again", "--yes"]):  # a starved machine may let the dream end first
        process = side.cli.start("once", "--json", *again)
        while process.poll() is None and not (lock.exists() and lock.read_bytes() == b"%d" % process.pid):
            time.sleep(0.001)
        held, new = lock.stat(), lock.with_name(".another")
        if case in {"empty", "garbage", "of another time"}:
            new.write_bytes({"empty": b"", "garbage": b"\x00\xff"}.get(case, lock.read_bytes()))
            os.utime(new, ns=(held.st_mtime_ns, held.st_mtime_ns - 3 * 10**9))
        elif case == "a link":
            new.symlink_to("nowhere")
        elif case == "a pipe":
            os.mkfifo(new)
        if case == "gone":
            lock.unlink()
        else:
            new.replace(lock)
        theirs = seen(lock)
        out, err = process.communicate()
        if process.returncode:
            break
    assert (process.returncode, side.files()) == (1, before), out + err
    assert seen(lock) == theirs
    if case in {"a link", "a pipe"}:
        lock.unlink()
    assert side.cli.once()["outcome"] == "dreamed"
