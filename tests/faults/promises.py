"""The promises that no fault may break: checked after the fault, after the next command, and at the end.

What a command comes to when nothing happens to it (``undisturbed``) is the measure of what it comes to after a fault.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from dreamd.memory import index

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Cli, Look, Picture, Ran

Stamp: TypeAlias = tuple[int, bytes, int] | None
"""The lock file: mtime in nanoseconds, body, mode; ``None`` where there is none."""
Run: TypeAlias = "Callable[..., Ran]"
"""Runs dreamd with these arguments."""

LOCK = ".consolidate-lock"


@dataclass(frozen=True)
class Side:
    """A person's home, our own places, and what may be seen there."""

    cli: Cli
    memory: Path
    look: Look
    run: Run

    def files(self, passing: str = "") -> Picture:
        """The memory; the index is dated by whoever writes it, so its time is no result."""
        found = self.look(self.memory, passing)
        return {name: (mode, 0 if name == "MEMORY.md" else mtime, data) for name, (mode, mtime, data) in found.items()}

    def words(self) -> Picture:
        """The memory without what is dreamd's own on its way into it, or may be gone from there at any moment."""
        return self.files(passing=".dreamd")

    def others(self) -> Picture:
        """All of the home that is no memory."""
        inside = str(self.memory.relative_to(self.cli.home))
        return {name: held for name, held in self.look(self.cli.home).items() if not name.startswith(inside)}

    def stamp(self) -> Stamp:
        """The lock file."""
        lock = self.memory / LOCK
        if not lock.exists():
            return None
        status = lock.stat()
        return (status.st_mtime_ns, lock.read_bytes(), status.st_mode)

    def known(self) -> Any:  # noqa: ANN401 (JSON)
        """Sessions with their turns and states, and the steps that there were."""
        sessions = self.run("sessions", "--json").document["sessions"]
        steps = self.run("history", "--json").document["steps"]
        return [(row["session"], row["turns"], row["state"]) for row in sessions], [step["kind"] for step in steps]

    def leftovers(self) -> list[Path]:
        """Whatever a crash might leave: staging, temporary files, journals, folders of runs not kept for a look."""
        found = [path for top in (self.cli.home, self.cli.own) for path in top.rglob(".dreamd*")]
        runs = (self.cli.own / "runs").glob("*")
        return found + [run for run in runs if (run / "journal.json").exists() or not (run / "findings.json").exists()]


@dataclass(frozen=True)
class Before:
    """A world as the command found it."""

    side: Side
    command: list[str]
    files: Picture
    prior: Stamp
    others: Picture
    began: int
    """When, in nanoseconds since 1970."""


@dataclass(frozen=True)
class End:
    """What the command comes to when nothing happens to it."""

    files: Picture
    known: Any


def before(side: Side, command: list[str]) -> Before:
    """What is there before the command."""
    return Before(side, command, side.files(), side.stamp(), side.others(), time.time_ns())


def undisturbed(side: Side, command: list[str]) -> End:
    """Run the command to its end, and look for sessions once more, since after a fault that is done too."""
    ran = side.run(*command)
    assert ran.code == 0, ran.err
    files = side.files()
    assert side.run("once").code == 0
    return End(files, side.known())


def whole(was: Before, end: End) -> None:
    """At this very moment every file is the old one or the new one, and the index names no file that is missing.

    Of whatever lies elsewhere in the home nothing has changed.
    """
    now = was.side.words()
    for name in was.files.keys() | end.files.keys() | now.keys():
        old, new = was.files.get(name), end.files.get(name)
        assert _content(now.get(name)) in (_content(old), _content(new)), f"{name} is neither the old nor the new one"
    pointers = index.pointers(now["MEMORY.md"][2]) if "MEMORY.md" in now else ()
    missing = [pointer.file for pointer in pointers if pointer.file not in now]
    assert set(missing) <= {name for name in _named(was) if name not in was.files}, f"the index names {missing}"
    assert was.side.others() == was.others, "something outside of the memory changed"


def failed(was: Before, ran: Ran) -> None:
    """A command that ended with a failure of its own has put everything back, unless its step was decided."""
    assert ran.code >= 0, ran.err
    if ran.code and not list((was.side.cli.own / "runs").glob("*/journal.json")):
        assert was.side.files() == was.files
        assert was.side.stamp() == was.prior, "failure moved the watermark"


def settled(was: Before, end: End) -> None:
    """The next command, whichever it is, completes the step or takes it back; the watermark moved only with it."""
    status = was.side.run("status", "--json", "--all")
    assert status.code == 0, status.out
    now, lock = was.side.files(), was.side.stamp()
    assert now in (was.files, end.files), "a memory that is neither the old nor the new one"
    if now == was.files or was.command[0] in {"undo", "promote"}:
        assert lock == was.prior, "the lock file is not what it was"
    else:
        assert lock is not None
        assert was.began <= lock[0] <= time.time_ns()
        assert lock[1:] == (b"", was.prior[2] if was.prior else 0o100600)
    assert was.side.others() == was.others, "something outside of the memory changed"


def repeated(was: Before, end: End) -> None:
    """The command, given again, comes to the end that it would have come to; no session is lost or read twice."""
    again = was.side.run(*was.command)
    assert again.code == 0, again.err
    assert was.side.files() == end.files
    ran = was.side.run("once", "--json")
    assert ran.document["dreams"][0]["outcome"] == "nothing_new"
    assert was.side.files() == end.files
    assert was.side.known() == end.known, "a session was lost or read twice"
    assert was.side.leftovers() == []


def kept(was: Before, end: End) -> None:
    """All of it, in this order."""
    whole(was, end)
    settled(was, end)
    repeated(was, end)


def _content(held: tuple[int, int, bytes] | None) -> tuple[int, bytes] | None:
    return None if held is None else (held[0], held[2])


def _named(was: Before) -> set[str]:
    """What a person's index names, be it there or not."""
    held = was.files.get("MEMORY.md")
    return {pointer.file for pointer in index.pointers(held[2])} if held else set()
