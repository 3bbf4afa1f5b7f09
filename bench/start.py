"""Prints what an agent's start costs, in tokens and in time, on a memory of 170 topics near their limit.

    python -m bench.start

Tokens are estimated from above. Time is a ratio within one run: each command beside a bare process that imports click,
msgspec and platformdirs, all in turn, the median of many turns; first by the clock, then by computing time.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from bench import generated
from dreamd import estimate, paths, state
from dreamd.memory.layout import Workspace

TOPICS, TURNS = 170, 25
BARE = [sys.executable, "-c", "import click, msgspec, platformdirs"]
TASK = "before I run the migration on the billing database, who signs off and in which order"
RULES = "".join(
    f"- Rule {number}: write the reason beside every change of this kind, before it is made.\n" for number in range(45)
)


def prepared(top: Path) -> tuple[dict[str, str], Path]:
    """A home with that memory, with full resident files; its environment, and the project's directory."""
    project = top / "home" / "shop"
    project.mkdir(parents=True)
    environment = {"PATH": os.environ["PATH"], "HOME": str(top / "home"), "DREAMD_HOME": str(top / "own")}
    root = top / "home" / ".claude" / "projects" / "-shop" / "memory"
    generated.memory(root, TOPICS)
    for name in ("user-profile.md", "agent-rules.md"):
        (root / name).write_text(RULES, "utf-8")
    subprocess.run(["git", "init", "--quiet", str(project)], check=True)
    with state.database(paths.places(environment).database) as db:
        state.add_workspace(db, Workspace(name="shop", root=root, layout="claude-code", project=project))
    return environment, project


def said(command: list[str], environment: dict[str, str], project: Path) -> str:
    """What a command prints."""
    ran = subprocess.run(command, env=environment, cwd=project, check=True, capture_output=True, text=True)
    return ran.stdout


def computing() -> float:
    """Seconds that the processes started so far have computed."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ratios(commands: dict[str, list[str]], environment: dict[str, str], project: Path) -> None:
    """Run all in turn, and print how often the bare process's time each takes."""
    clock: dict[str, list[float]] = {name: [] for name in commands}
    cpu: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(TURNS):
        for name, command in commands.items():
            began, computed = time.perf_counter(), computing()
            said(command, environment, project)
            clock[name].append(time.perf_counter() - began)
            cpu[name].append(computing() - computed)
    for name in commands:
        shares = (statistics.median(taken[name]) / statistics.median(taken["bare"]) for taken in (clock, cpu))
        told = f"{next(shares):.2f} times bare ({next(shares):.2f} computing)"
        print(f"{name:<10} {statistics.median(clock[name]) * 1000:6.0f} ms   {told}")


def main() -> None:
    """Make the memory, ask it, print."""
    with tempfile.TemporaryDirectory() as name:
        environment, project = prepared(Path(name).resolve())
        dreamd = [sys.executable, "-m", "dreamd"]
        root = next(Path(environment["HOME"]).glob(".claude/projects/*/memory"))
        everything = "".join(path.read_text("utf-8") for path in sorted(root.glob("*.md")))
        start = said([*dreamd, "resident"], environment, project)
        layer: dict[str, Any] = msgspec.json.decode(
            said([*dreamd, "resident", "--index", "--json"], environment, project)
        )
        task = said([*dreamd, "recall", TASK], environment, project)
        one = (root / "billing-database.md").read_text("utf-8")
        figures = {
            "everything": everything,
            "start": start,
            "index": layer["index"],
            "with a topic": start + one,
            "recall": task,
        }
        notes = {
            "everything": f"in {TOPICS} topics",
            "start": "of at most 12288",
            "index": "beside it",
            "recall": "for a task",
        }
        for label, text in figures.items():
            size = len(text.encode())
            print(f"{label:<13} {estimate.tokens(text):8} tokens {size:8} bytes {notes.get(label, '')}")
        commands = {"bare": BARE, "resident": [*dreamd, "resident"], "recall": [*dreamd, "recall", TASK]}
        ratios(commands, environment, project)


if __name__ == "__main__":
    main()
