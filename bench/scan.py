"""Prints what looking for sessions costs by stat alone, beside ``find -newer`` over the same directories.

    python -m bench.scan

10,000 transcripts in 200 directories, none of which is new to us. Each figure is the mean of fifteen, in computing
time; ``find``'s start is measured on an empty directory, and taken off. Reading what we know of them from our own state
is no part of the look, and has a figure of its own.
"""

from __future__ import annotations

import resource
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.idle import DIRECTORIES, home_with_projects
from dreamd import intake, paths, scanner, state
from dreamd.config import Config
from dreamd.records import Mark, Survey

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.paths import Places
    from dreamd.records import Transcript
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
    return len(state.changed(known, intake.look(places, Config(), known).found.values()))


def know(places: Places, transcripts: list[Transcript]) -> None:
    """Record that all of them were surveyed."""
    with state.database(places.database) as db:
        for item in transcripts:
            survey = Survey(source=item.source, session=item.session, path=item.path, mark=Mark(), human=1)
            state.record_survey(db, survey, item, "w", 1)


def known_of(places: Places) -> list[Session]:
    """What our own state says of them."""
    with state.database(places.database, look=True) as db:
        return state.sessions(db)


def main() -> None:
    """Measure both, and print."""
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        places = paths.places(home_with_projects(top))
        projects, empty = places.home / ".claude" / "projects", top / "empty"
        empty.mkdir()
        found, _ = scanner.find(scanner.enabled(Config().sources), places)
        know(places, found)
        known = known_of(places)
        start = mean(lambda: find(empty, empty))
        theirs = mean(lambda: find(projects, empty)) - start
        ours = mean(lambda: look(places, known))
        new = look(places, known)
        reading = mean(lambda: known_of(places))
        print(f"{len(found)} transcripts in {DIRECTORIES} directories, {new} of them new by stat")
        print(f"find -newer  {theirs:6.1f} ms (and {start:.1f} ms to start)")
        print(f"dreamd       {ours:6.1f} ms, {ours / theirs:.1f} times as long")
        print(f"state.db     {reading:6.1f} ms more, to read what we know of them")


if __name__ == "__main__":
    main()
