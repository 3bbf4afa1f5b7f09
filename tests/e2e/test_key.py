"""A model's key while a dream is under way: where it is, and where it never comes."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd.backends.scripted import honest
from dreamd.fakes.messages_server import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.dialog import Reply, Request
    from tests.conftest import Cli, Talk

KEY = "sk-ant-api03-" + "Zq7" * 20
RULE = "Always use pnpm instead of npm in this repo."
PROC = Path("/proc")

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into processes through /proc")


def below(top: int) -> dict[str, int]:
    """The run and its worker by name, among the processes below this one."""
    parents = {}
    for entry in PROC.glob("[0-9]*"):
        try:
            parents[int(entry.name)] = int(
                re.findall(r"^PPid:\t(\d+)", (entry / "status").read_text(), re.MULTILINE)[0]
            )
        except (OSError, IndexError):
            continue  # it has ended
    found: dict[str, int] = {}
    for pid in parents:
        line, at = pid, []
        while line in parents and line != top:
            line = parents[line]
            at.append(line)
        command = (PROC / str(pid) / "cmdline").read_bytes() if line == top and at else b""
        found |= {name: pid for name in ("dreamd", "dreamd.worker") if f"-m\0{name}\0".encode() in command}
    return found


def memory(pid: int) -> Iterator[bytes]:
    """All that the process holds and may be read."""
    spans = [line.split()[0].split("-") for line in (PROC / str(pid) / "maps").read_text().splitlines()]
    with (PROC / str(pid) / "mem").open("rb", buffering=0) as handle:
        for start, end in ((int(first, 16), int(last, 16)) for first, last in spans):
            try:
                handle.seek(start)
                yield handle.read(end - start)
            except (OSError, OverflowError):
                continue  # a guard page, or the kernel's own


def holds(pid: int, wanted: str) -> bool:
    return any(wanted.encode() in part for part in memory(pid))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can look into a process that hides its memory")
def test_the_workers_memory_and_environment_never_hold_the_key(cli: Cli, talk: Talk) -> None:
    talk("one", RULE)
    seen: list[dict[str, bool]] = []

    def answer(request: Request) -> Reply:
        found = below(os.getpid())
        run, worker = found["dreamd"], found["dreamd.worker"]
        environment = (PROC / str(worker) / "environ").read_bytes()
        seen.append(
            {
                "the run holds it": holds(run, KEY),
                "the worker has something to hold": holds(worker, RULE),
                "the worker holds it": holds(worker, KEY),
                "its environment does": KEY.encode() in environment or b"ANTHROPIC" in environment,
            }
        )
        return honest.answer(request)

    with serve(answer) as server:
        dreaming(cli, server.url).once()
    assert seen
    expected = dict.fromkeys(seen[0], False) | {"the run holds it": True, "the worker has something to hold": True}
    assert seen == [expected] * len(seen)


def test_no_other_process_of_the_person_can_look_into_the_run_while_it_holds_the_key(cli: Cli, talk: Talk) -> None:
    talk("one", RULE)
    owners: list[tuple[int, bytes]] = []

    def answer(request: Request) -> Reply:
        run = PROC / str(below(os.getpid())["dreamd"])
        limits = (run / "limits").read_bytes()
        owners.append(((run / "environ").stat().st_uid, re.findall(rb"core file size +(\d+)", limits)[0]))
        return honest.answer(request)

    with serve(answer) as server:
        dreaming(cli, server.url).once()
    # The kernel gives a process that hides its memory to root; as root there is nothing to tell it by but the limit.
    assert set(owners) == {(0, b"0")}


def dreaming(cli: Cli, url: str) -> Cli:
    cli.own.mkdir(parents=True, exist_ok=True)
    settings = {"engine": "anthropic", "base_url": url}
    lines = ["[dream]", *(f"{name} = {json.dumps(value)}" for name, value in settings.items())]
    (cli.own / "config.toml").write_text("\n".join(lines))
    return cli.started().having(ANTHROPIC_API_KEY=KEY)  # processes are looked into
