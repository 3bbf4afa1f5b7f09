"""Prints what the daemon costs while it waits, beside a bare process that imports and watches the same.

    python -m bench.idle [SECONDS]

200 directories with 10,000 transcripts are watched recursively, and every project has dreamed lately. Both processes
run side by side, by default for two minutes, which begin once the daemon has looked for sessions and is asleep: each
tick asks all 200 time gates then. Their memory is what the kernel says is resident; their computing time is its count
in nanoseconds, of all their threads; threads and descriptors are counted before and after. At the end the calls of a
tick that name a file are counted by strace, where it is installed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import paths, state
from dreamd.daemon import presence
from dreamd.memory.layout import LOCK_NAME, Workspace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.paths import Places

DIRECTORIES, EACH = 200, 50
PATIENCE_SECONDS, SETTLE_SECONDS = 600.0, 15.0
"""For which a daemon may look for sessions before it falls asleep; and which it is then left alone."""
TICK_SECONDS = 60.0
SETTINGS = "[gates]\nscan_minutes = 0\n"
"""A tick that begins no round asks the gates, and does not wait for the next round first."""
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


def fall_asleep(process: subprocess.Popen[bytes], places: Places) -> None:
    """Wait until the daemon says that it is asleep, and what it did until then is over."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not ((shown := presence.read(places)) and shown.doing.startswith("asleep")):
        if process.poll() is not None or time.monotonic() > until:
            sys.exit(f"the daemon did not fall asleep; it says: {shown.doing if shown else 'nothing'}")
        time.sleep(1)
    time.sleep(SETTLE_SECONDS)


def asked(pid: int, trace: Path) -> str:
    """What one tick asks the system about files, counted over one or two ticks."""
    if shutil.which("strace") is None:
        return "not counted: strace is not installed"
    command = ["strace", "-f", "-qq", "-e", "trace=%file", "-o", str(trace), "-p", str(pid)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as tracing:
        time.sleep(TICK_SECONDS * 1.5)
        tracing.send_signal(signal.SIGINT)
    lines = trace.read_text(errors="replace").splitlines()
    locks = [line for line in lines if LOCK_NAME in line]
    ticks = round(len(locks) / DIRECTORIES) or 1
    return f"{len(locks) / ticks:g} stats of lock files, {(len(lines) - len(locks)) / ticks:g} other calls"


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
        places, projects = paths.places(environment), f"{environment['HOME']}/.claude/projects"
        places.config.write_text(SETTINGS)
        commands = {"daemon": [sys.executable, "-m", "dreamd", "run"], "bare": [sys.executable, "-c", BARE, projects]}
        running = {
            label: subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
            for label, command in commands.items()
        }
        fall_asleep(running["daemon"], places)
        had = {label: held(process.pid) for label, process in running.items()}
        before = {label: computed(process.pid) for label, process in running.items()}
        time.sleep(seconds)
        cpu = {label: computed(process.pid) - before[label] for label, process in running.items()}
        memory = {label: resident(process.pid) for label, process in running.items()}
        after = {label: held(process.pid) for label, process in running.items()}
        calls = asked(running["daemon"].pid, Path(name) / "trace")
        for label, process in running.items():
            share = f"{cpu[label] / seconds:.4%} of a core over {seconds:g} s"
            print(f"{label:<7} {memory[label]:5.1f} MB resident, {share}")
            print(f"{'':<7} before: {had[label]}; after: {after[label]}")
            process.send_signal(signal.SIGTERM)
            process.wait()
        print(f"a tick asks the system: {calls}")
        print(f"memory of the daemon: {memory['daemon'] / memory['bare']:.2f} times the bare process's")


if __name__ == "__main__":
    main()
