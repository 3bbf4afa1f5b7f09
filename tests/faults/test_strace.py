"""The kernel itself says no: calls of the system that strace lets fail, whatever library makes them."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.faults import promises
from tests.faults.scenes import begun

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import World
    from tests.faults.conftest import Stage

    Staging = Callable[[Callable[[World], list[str]]], Stage]

INJECTIONS = {
    "the disk fails at every sync": "fsync,fdatasync:error=EIO:when=1+",
    "the disk fails at one sync": "fsync:error=EIO:when=5",
    "the disk is full at every sync": "fsync,fdatasync:error=ENOSPC:when=3+",
    "the disk is full at one sync": "fsync:error=ENOSPC:when=9",
    "every rename crosses a border": "rename:error=EXDEV:when=1+",
    "every rename is to a read-only disk": "rename:error=EROFS:when=1+",
    "one rename is to a read-only disk": "rename:error=EROFS:when=3",
    "there are no links": "link,linkat:error=EPERM:when=1+",
    "there are no more links": "link,linkat:error=EMLINK:when=2",
    "one link fails": "link,linkat:error=EIO:when=3",
    "no directory can be made": "mkdir:error=ENOSPC:when=2+",
    "nothing can be removed": "unlink,unlinkat,rmdir:error=EIO:when=1+",
    "times cannot be set": "utimensat:error=EPERM:when=1+",
    "the lock of a file fails": "flock:error=ENOLCK:when=1+",
    "writes are cut short by signals": "pwrite64:error=EINTR:when=2+3",
    "the kernel kills it at a rename": "rename:signal=KILL:when=3",
    "the kernel kills it at a sync": "fsync:signal=KILL:when=12",
    "the kernel kills it at a link": "link,linkat:signal=KILL:when=2",
}
QUICK = {"the disk fails at every sync", "there are no links"}
READING = {
    "no descriptor is left": "openat:error=EMFILE:when={}",
    "what is open cannot be looked at": "newfstatat,fstat,statx:error=EIO:when={}",
    "a network disk lost the file": "newfstatat,fstat,statx:error=ESTALE:when={}",
}
"""Once, in the work of dreamd itself: its start takes the first hundreds of these calls."""


@pytest.fixture(scope="session")
def strace() -> str:
    """The program, where it may trace."""
    program = shutil.which("strace")
    if program is None:
        pytest.skip("no strace: apt install strace")
    tried = subprocess.run([program, "-o", "/dev/null", "true"], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip("strace may not trace here: it needs ptrace")
    return program


def injected(here: Stage, strace: str, what: str) -> int:
    """Run the command with the injection, hold the promises against it; its exit code."""
    was = here.again()
    calls = what.partition(":")[0]
    prefix = (strace, "-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={what}")
    cli = replace(here.world.cli, prefix=prefix).having(PYTHONDONTWRITEBYTECODE="1")
    ran = cli(*here.command)
    try:
        if "KILL" in what:
            assert ran.code == -9
        else:
            promises.failed(was, ran)
        promises.kept(was, here.end)
    except AssertionError as broken:
        broken.add_note(f"{what}: {ran.code}\n{ran.err}")
        raise
    return ran.code


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=() if name.startswith(("the disk fails at every", "there are no links")) else pytest.mark.slow
        )
        for name in INJECTIONS
    ],
)
def test_a_call_that_the_kernel_refuses_loses_nothing(stage: Staging, strace: str, name: str) -> None:
    code = injected(stage(begun), strace, INJECTIONS[name])
    assert code in {0, 1, -9}, "an error of the system is told as one, and is no bug"


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", READING)
def test_a_file_that_cannot_be_read_at_some_moment_loses_nothing(stage: Staging, strace: str, name: str) -> None:
    here = stage(begun)
    counting = (strace, "-o", str(here.forks.output), "-e", f"trace={READING[name].partition(':')[0]}")
    here.again()
    assert replace(here.world.cli, prefix=counting)(*here.command).code == 0
    calls = len(here.forks.output.read_text("utf-8", "replace").splitlines())
    for part in range(9, 20, 4):
        injected(here, strace, READING[name].format(calls * part // 20))


@pytest.mark.parametrize("error", ["EMFILE", "EIO"])
def test_a_topic_that_cannot_be_opened_at_one_moment_is_not_given_up(stage: Staging, strace: str, error: str) -> None:
    here = stage(begun)
    topic = here.side.memory / "working-agreements.md"
    counting = (strace, "-o", str(here.forks.output), "-P", str(topic), "-e", "trace=openat")
    here.again()
    assert replace(here.world.cli, prefix=counting)(*here.command).code == 0
    opened = here.forks.output.read_text("utf-8", "replace").count("openat(")
    assert opened > 1, "it is read before the step and in it"
    for number in range(1, opened + 1):
        was = here.again()
        failing = (strace, "-o", "/dev/null", "-P", str(topic), "-e", f"inject=openat:error={error}:when={number}")
        ran = replace(here.world.cli, prefix=failing)(*here.command)
        try:
            promises.failed(was, ran)
            promises.kept(was, here.end)
        except AssertionError as broken:
            broken.add_note(f"{error} at its open number {number} of {opened}: {ran.code}\n{ran.err}")
            raise
