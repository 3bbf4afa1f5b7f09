"""Prints what looking for sessions costs by stat alone, beside ``find -newer`` over the same directories.

    python -m bench.scan

10,000 transcripts in 200 directories, none of which is new to us. Each figure is the mean of fifteen, in computing
time; ``find``'s start is measured on an empty directory, and taken off.
"""

from __future__ import annotations

import resource
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.idle import DIRECTORIES, home_with_projects
from dreamd import paths, scanner, state
from dreamd.config import Sources

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.paths import Places
    from dreamd.state import Session

PASSES = 15


def computed() -> float:
    """Milliseconds of computing so far, ours and our children's: what others do at the time is then no matter."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(item.ru_utime + item.ru_stime for item in (own, children)) * 1000


def mean(work: Callable[[], object]) -> float:
    """Milliseconds of computing."""
    start = computed()
    for _ in range(PASSES):
        work()
    return (computed() - start) / PASSES


def find(directory: Path, reference: Path) -> None:
    """What a shell would do."""
    command = ["find", str(directory), "-type", "f", "-name", "*.jsonl", "-newer", str(reference)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def look(places: Places, known: list[Session]) -> int:
    """What we do."""
    found, _ = scanner.find(scanner.enabled(Sources()), places)
    return len(state.changed(known, found))


def main() -> None:
    """Measure both, and print."""
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        places = paths.places(home_with_projects(top))
        projects, empty = places.home / ".claude" / "projects", top / "empty"
        empty.mkdir()
        found, _ = scanner.find(scanner.enabled(Sources()), places)
        known = [
            state.Session(source=item.source, session=item.session, path=item.path, size=item.size, inode=item.inode)
            for item in found
        ]
        start = mean(lambda: find(empty, empty))
        theirs = mean(lambda: find(projects, empty)) - start
        ours = mean(lambda: look(places, known))
        new = look(places, known)
        print(f"{len(found)} transcripts in {DIRECTORIES} directories, {new} of them new by stat")
        print(f"find -newer  {theirs:6.1f} ms (and {start:.1f} ms to start)")
        print(f"dreamd       {ours:6.1f} ms, {ours / theirs:.1f} times as long")


if __name__ == "__main__":
    main()
