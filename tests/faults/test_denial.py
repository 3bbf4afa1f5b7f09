"""The table of denials: what a worker tries from inside its confinement fails, as any user; what it needs, works.

``denied.py`` tries; every attempt succeeds in a process that is not confined.
"""

from __future__ import annotations

import json
import os
import platform
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dreamd.worker import landlock

DENIED = Path(__file__).parent / "denied.py"
NOBODY = 65534
USERS = [os.getuid(), NOBODY] if os.getuid() == 0 else [os.getuid()]
REFUSED = {"EPERM", "EACCES"}

PAST_LANDLOCK = {
    *("forge a time", "forge a time of a file outside", "forge a time of what is open"),
    *("change rights", "change rights outside", "change rights of what is open", "change the owner"),
    *("lock a transcript", "lock a part of it", "write to what was inherited"),
    *("send over UDP", "connect to a socket file", "make a pair of sockets"),
    *("fork", "fork as a raw call", "hold the parent", "limit the parent", "slow the parent"),
    *("bind the parent to a processor", "raise a limit", "outlive the parent", "be looked into"),
    *("share memory", "memory as a file", "new namespace of users"),
}
"""What no Landlock of ABI 7 holds: the reason for the second layer."""
PAST_SECCOMP = {
    *("read a file outside", "read through a link", "read through dots", "list a directory outside"),
    *("read the system's users", "read the parent's environment", "read the parent's memory"),
    *("read the parent's files", "write to what was inherited"),
}
"""What no filter of system calls holds, since it sees no path: the reason for the first."""


def supported() -> str:
    if sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"):
        return "the worker is confined by other means here"
    try:
        return "" if landlock.known() >= 6 else "this kernel's Landlock has no scopes"
    except OSError as error:
        return f"no Landlock: {error.strerror}"


pytestmark = pytest.mark.skipif(bool(supported()), reason=supported())


@cache
def tried(user: int, mode: str) -> dict[str, Any]:
    command = [sys.executable, "-I", str(DENIED), str(user), mode]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def report(user: int, mode: str) -> dict[str, Any]:
    found: dict[str, Any] = tried(user, mode)["report"]
    return found


@pytest.mark.parametrize("user", USERS)
def test_everything_forbidden_is_refused(user: int) -> None:
    denied = dict(report(user, "confined")["denied"])
    assert len(denied) > 50
    assert denied.pop("write to what was inherited") == "EBADF"
    assert {name: came for name, came in denied.items() if came not in REFUSED} == {}


@pytest.mark.parametrize("user", USERS)
def test_what_a_system_may_bar_by_itself_is_refused_too(user: int) -> None:
    assert set(report(user, "confined")["barred"].values()) == {"EPERM"}


@pytest.mark.parametrize("user", USERS)
def test_without_confinement_every_attempt_succeeds_so_the_table_means_something(user: int) -> None:
    undone = {name: came for name, came in report(user, "bare")["denied"].items() if came != "done"}
    assert undone.pop("become a program") == "ENOEXEC"
    assert undone.keys() <= {"new namespace of users"}, "which some systems bar for everybody"


@pytest.mark.parametrize(("layer", "past"), [("landlock", PAST_LANDLOCK), ("seccomp", PAST_SECCOMP)])
@pytest.mark.parametrize("user", USERS)
def test_each_layer_alone_holds_all_but_what_it_cannot_see(user: int, layer: str, past: set[str]) -> None:
    denied = report(user, layer)["denied"]
    assert {name for name, came in denied.items() if came not in REFUSED} - past == set()


@pytest.mark.parametrize("user", USERS)
def test_calls_that_no_filter_can_judge_are_answered_as_an_old_kernel_answers(user: int) -> None:
    assert set(report(user, "confined")["unknown"].values()) == {"ENOSYS"}


@pytest.mark.parametrize("user", USERS)
def test_what_a_worker_needs_still_works(user: int) -> None:
    works = report(user, "confined")["works"]
    assert {name: came for name, came in works.items() if came != "done"} == {}


def test_late_imports_and_codecs_still_work() -> None:
    late = report(os.getuid(), "confined")["late"]
    assert late
    assert {name: came for name, came in late.items() if came != "done"} == {}


@pytest.mark.parametrize("user", USERS)
def test_the_layers_and_limits_are_in_force(user: int) -> None:
    found = report(user, "confined")
    assert found["layers"] == [f"landlock {landlock.known()}", "seccomp"]
    assert found["missing"] == []
    assert found["limits"] == {"RLIMIT_AS": [4 << 30] * 2, "RLIMIT_FSIZE": [0, 0], "RLIMIT_NOFILE": [64, 64]}
    assert found["dumpable"] == 0


@pytest.mark.skipif(platform.machine() != "x86_64", reason="only this machine has several kinds of system calls")
@pytest.mark.parametrize("kind", ["x32", "int80"])
@pytest.mark.parametrize("user", USERS)
def test_a_system_call_of_another_kind_kills(user: int, kind: str) -> None:
    died = tried(user, kind)["signal"]
    assert died == signal.SIGSYS or (kind == "int80" and died == signal.SIGSEGV), "a kernel may not know them at all"
