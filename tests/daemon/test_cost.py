"""What waiting costs, counted by the kernel: a closed time gate is one stat of each lock file a tick."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from dreamd import paths, scanner
from dreamd.config import Sources
from dreamd.daemon import presence
from tests.daemon.running import PATIENCE, configure

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Memory, Talk

NAMED = re.compile(r'^\d+ +(?P<call>\w+)\((?:AT_FDCWD, )?"(?P<path>[^"]*)"')
PROJECTS = ("/w/a", "/w/b", "/w/c")


@pytest.fixture
def dreamed(cli: Cli, talk: Talk) -> None:
    """Three projects that have just dreamed."""
    for cwd in PROJECTS:
        talk(cwd, "Always use pnpm instead of npm in this repo.", cwd=cwd)
    cli.once("--all")
    configure(cli.own)


@pytest.mark.usefixtures("dreamed")
def test_a_closed_time_gate_costs_one_stat_of_each_lock_file_a_tick(cli: Cli, memory: Memory, tmp_path: Path) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed: apt install strace")
    trace = tmp_path / "trace"
    command = ["strace", "-f", "-qq", "-e", "trace=%file", "-o", str(trace), sys.executable, "-m", "dreamd", "run"]
    locks = {str(memory(cwd) / ".consolidate-lock") for cwd in PROJECTS}
    with subprocess.Popen(command, env=cli.environment, stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + PATIENCE
        while calls(trace)[0] < 60 and time.monotonic() < until:
            time.sleep(0.2)
        found = presence.read(paths.places(cli.environment))
        assert found is not None
        os.kill(found.pid, signal.SIGTERM)  # the daemon itself: one that traces it would leave it alone
        process.wait(PATIENCE)
    first, asked = calls(trace)
    assert first >= 60, "it has ticked"
    places = paths.places(cli.environment)
    roots = {str(root) for source in scanner.enabled(Sources()) for root in source.roots(places)}
    ticks = asked[("stat", str(cli.home / ".claude" / "projects"))]
    counted = {path: number for (call, path), number in asked.items() if path in locks and call == "stat"}
    assert set(counted) == locks
    assert all(abs(number - ticks) <= 1 for number in counted.values()), (ticks, counted)
    others = {path for _, path in asked if path not in locks | roots}
    assert not others, "beside the lock files and the watched roots nothing is looked at"


def calls(trace: Path) -> tuple[int, Counter[tuple[str, str]]]:
    """How often a lock file was looked at, and all calls by kind and path between two such looks."""
    lines = trace.read_text(errors="replace").splitlines() if trace.exists() else []
    looks = [number for number, line in enumerate(lines) if ".consolidate-lock" in line and "stat" in line]
    found: Counter[tuple[str, str]] = Counter()
    between = lines[looks[10] : looks[-1] + 1] if len(looks) > 20 else []  # it has begun, and does not end yet
    for line in between:
        if named := NAMED.match(line):
            found["stat" if "stat" in named["call"] else named["call"], named["path"]] += 1
    return len(looks), found
