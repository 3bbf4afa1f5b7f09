"""Prints what the daemon costs while it waits, beside a bare process that imports and watches the same.

    python -m bench.idle [SECONDS]

200 directories with 10,000 transcripts are watched recursively, and every project has dreamed lately. Both processes
run side by side, by default for two minutes. Their memory is what the kernel says is resident; their computing time is
the kernel's count in nanoseconds, of all their threads; threads and descriptors are counted before and after.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import paths, state
from dreamd.memory.layout import Workspace

if TYPE_CHECKING:
    from collections.abc import Mapping

DIRECTORIES, EACH = 200, 50
SETTLE_SECONDS = 15.0
HELD = {"task": "threads", "fd": "descriptors"}
BARE = """
import sys, threading
from datetime import UTC
import click, filelock, msgspec, platformdirs, sqlite3, structlog, tomllib, yaml
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from watchdog.events import FileSystemEventHandler
from watchdog.observers import Observer
observer = Observer()
observer.start()
observer.schedule(FileSystemEventHandler(), sys.argv[1], recursive=True)
scheduler = BackgroundScheduler(timezone=UTC, executors={"default": ThreadPoolExecutor(1)})
scheduler.start()
scheduler.add_job(lambda: None, "interval", seconds=60)
threading.Event().wait()
"""


def home_with_projects(top: Path) -> Mapping[str, str]:
    """A home with many sessions and their projects, all of which have just dreamed; the environment for it."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(top / "home"), "DREAMD_HOME": str(top / "own")}
    projects = top / "home" / ".claude" / "projects"
    for number in range(DIRECTORIES):
        folder = projects / f"-w-p{number}"
        (folder / "memory").mkdir(parents=True)
        (folder / "memory" / ".consolidate-lock").touch()
        for session in range(EACH):
            (folder / f"{number:04d}{session:04d}-0000-4000-8000-000000000000.jsonl").touch()
    with state.database(paths.places(environment).database) as db:
        for number in range(DIRECTORIES):
            memory = projects / f"-w-p{number}" / "memory"
            project = Path(f"/w/p{number}")
            state.add_workspace(db, Workspace(name=f"p{number}", root=memory, layout="claude-code", project=project))
    return environment


def resident(pid: int) -> float:
    """Megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def computed(pid: int) -> float:
    """Seconds of computing so far."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def held(pid: int) -> str:
    """How many threads and descriptors it has."""
    return " and ".join(f"{len(list(Path(f'/proc/{pid}/{kind}').iterdir()))} {word}" for kind, word in HELD.items())


def main() -> None:
    """Run both, and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 120.0
    with tempfile.TemporaryDirectory() as name:
        environment = home_with_projects(Path(name))
        projects = f"{environment['HOME']}/.claude/projects"
        commands = {"daemon": [sys.executable, "-m", "dreamd", "run"], "bare": [sys.executable, "-c", BARE, projects]}
        running = {
            label: subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
            for label, command in commands.items()
        }
        time.sleep(SETTLE_SECONDS)
        had = {label: held(process.pid) for label, process in running.items()}
        before = {label: computed(process.pid) for label, process in running.items()}
        time.sleep(seconds)
        cpu = {label: computed(process.pid) - before[label] for label, process in running.items()}
        memory = {label: resident(process.pid) for label, process in running.items()}
        for label, process in running.items():
            share = f"{cpu[label] / seconds:.4%} of a core over {seconds:g} s"
            print(f"{label:<7} {memory[label]:5.1f} MB resident, {share}")
            print(f"{'':<7} before: {had[label]}; after: {held(process.pid)}")
            process.send_signal(signal.SIGTERM)
            process.wait()
        print(f"memory of the daemon: {memory['daemon'] / memory['bare']:.2f} times the bare process's")


if __name__ == "__main__":
    main()
