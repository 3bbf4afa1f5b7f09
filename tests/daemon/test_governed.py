"""The daemon has a memory looked over after each dream, and once a month where nothing is new; it cleans nothing."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd import files
from dreamd.governed import Governed
from tests.daemon.running import PATIENCE, configure, daemon

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Cli, Memory, Talk


def looked(path: Path, holds: Callable[[Governed], bool]) -> Governed:
    """What is remembered of the look, as soon as it holds; the run tells of its dream before it looks."""
    for _ in range(int(PATIENCE * 10)):
        if path.is_file() and holds(known := msgspec.json.decode(path.read_bytes(), type=Governed)):
            return known
        time.sleep(0.1)
    raise AssertionError(f"{path} tells of no look")


@pytest.mark.slow
def test_faults_are_told_after_a_dream_and_again_when_a_month_has_passed(cli: Cli, talk: Talk, memory: Memory) -> None:
    talk("one", "Always use pnpm instead of npm in this repo.")
    memory().mkdir(parents=True)
    index = memory() / "MEMORY.md"
    index.write_text("- [Gone](vanished.md) — nothing is there\n")
    configure(cli.own)
    assert "dreamd govern" not in cli("status").out
    with daemon(cli) as running:
        running.event("dream.finished")
        path = _place(cli)
        known = looked(path, lambda found: found.warnings > 0)
    assert "dreamd govern" in cli("status").out
    assert any("memory.rots" in log.read_text("utf-8") for log in cli.own.rglob("dreamd.jsonl"))
    files.write_atomic(path, msgspec.json.encode(msgspec.structs.replace(known, checked_ns=1, warnings=0)))
    with daemon(cli):
        again = looked(path, lambda found: found.checked_ns > known.checked_ns)
    assert again.warnings == known.warnings
    assert "vanished.md" in index.read_text()


def _place(cli: Cli) -> Path:
    """The one record below our state."""
    for _ in range(int(PATIENCE * 10)):
        if found := list(cli.own.rglob("governed/*.json")):
            return found[0]
        time.sleep(0.1)
    raise AssertionError("no memory was looked over")
