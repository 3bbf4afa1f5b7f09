"""Runs dreamd and kills it with SIGKILL just before its Nth change of the world.

    python killed.py N ARGUMENTS...

With N = 0 nothing is killed; the number of changes is the last line of standard error. Counted is what a crash can cut:
files opened for writing, renamed, linked, removed, dated or synced, directories, commits of SQLite, started programs.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from typing import Any

EVENTS = {
    "os.chmod",
    "os.link",
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.truncate",
    "os.utime",
    "subprocess.Popen",
}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
SQL = ("BEGIN IMMEDIATE", "COMMIT")

sys.dont_write_bytecode = True  # whether a cache is written would move the count
last = int(sys.argv.pop(1))
changes = 0


def change() -> None:
    global changes  # noqa: PLW0603 (the one counter of a script)
    changes += 1
    if changes == last:
        os.kill(os.getpid(), signal.SIGKILL)


def seen(event: str, arguments: tuple[Any, ...]) -> None:
    if event in EVENTS or (event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING):
        change()


def main() -> None:
    from dreamd import cli  # noqa: PLC0415 (imported before the counting starts)

    connect, sync = sqlite3.connect, os.fsync

    def connected(*arguments: Any, **options: Any) -> sqlite3.Connection:  # noqa: ANN401 (sqlite3's own)
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.set_trace_callback(lambda statement: change() if statement.startswith(SQL) else None)
        return connection

    def fsync(fd: int) -> None:
        change()
        sync(fd)

    sqlite3.connect, os.fsync = connected, fsync  # type: ignore[assignment]
    sys.addaudithook(seen)
    try:
        cli.main()
    finally:
        sys.stderr.write(f"\n{changes}\n")


if __name__ == "__main__":
    main()
