"""How well the embedded engine distils the corpus of real sessions, on everything and with each session left out.

    python bench/distil.py CORPUS [--write DIR]

CORPUS holds ``home/``, ``gold.jsonl`` and ``score.py``. Left out means: the only tuned number, the least weight of a
statement that is kept, is chosen on all other sessions, and the session is scored with that choice; the counts of all
sessions are pooled. A person's sessions are also scored apart, to show how far the figures spread.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import paths
from dreamd.engines import Host, Work
from dreamd.engines.embedded import ENGINE, passages
from dreamd.records import Mark
from dreamd.sources import Tally
from dreamd.sources.claude_code import SOURCE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.records import Operation, Turn

GRID = (0.35, 0.55, 0.75, 0.95, 1.15, 1.35)
TODAY = "2026-11-30"


@dataclass(frozen=True)
class Session:
    """One transcript's turns, and whose they are."""

    name: str
    person: str
    turns: tuple[Turn, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--write", type=Path, help="leave the memory there")
    chosen = parser.parse_args()
    sessions = read(chosen.corpus / "home")
    kept = {least: distil(sessions, least) for least in GRID}
    default = passages.KEEP
    everything = distil(sessions, default)
    print(f"everything (least weight {default}): {score(chosen.corpus, everything, chosen.write)}")
    for least in GRID:
        print(f"  least weight {least}: {score(chosen.corpus, kept[least])}")
    counts = {least: tallied(chosen.corpus, kept[least]) for least in GRID}
    names = sorted(counts[GRID[0]])
    left_out = [counts[best(counts, set(names) - {name})][name] for name in names]
    print(f"each session left out: {figures(left_out)}")
    people = defaultdict(list)
    for session in sessions:
        people[session.person].append(session.name)
    now = tallied(chosen.corpus, everything)
    for person, theirs in sorted(people.items()):
        print(f"  {person:8} {len(theirs):2} sessions: {figures([now[name] for name in theirs if name in now])}")


def read(home: Path) -> list[Session]:
    """The sessions of a home directory, oldest first."""
    places = paths.places({"HOME": str(home)})
    found = []
    for transcript in SOURCE.find(places, []):
        turns = tuple(SOURCE.read(transcript, Mark(), Tally()))
        person = transcript.path.parent.name.removeprefix("-Users-").partition("-")[0]
        found.append(Session(transcript.session, person, turns))
    return sorted(found, key=lambda each: min((turn.time for turn in each.turns if turn.time), default=""))


def distil(sessions: Iterable[Session], least: float) -> list[Operation]:
    """What the engine proposes for all sessions as one dream."""
    proposed: list[Operation] = []

    def propose(operation: Operation) -> str:
        proposed.append(operation)
        return ""

    before, passages.KEEP = passages.KEEP, least
    digest = tuple(each.turns for each in sessions if each.turns)
    ENGINE.dream(Work(digest=digest, context={}, memory=(), today=TODAY), Host(propose))
    passages.KEEP = before
    return proposed


def write(operations: Iterable[Operation], memory: Path) -> None:
    """The additions as a memory directory, in the form that the score reads."""
    topics: dict[str, list[str]] = defaultdict(list)
    for each in operations:
        if each.op == "add":
            if each.title and not topics[each.topic]:
                topics[each.topic].append(f"# {each.title}\n")
            dates = f"created: {each.evidence[0].date}, updated: {each.evidence[0].date}"
            topics[each.topic].append(f"- {each.text} [{dates}, source: {each.evidence[0].ref}]")
            if each.why:
                topics[each.topic].append(f"  Why: {each.why}")
    memory.mkdir(parents=True, exist_ok=True)
    for name, lines in topics.items():
        (memory / f"{name}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def score(corpus: Path, operations: Iterable[Operation], where: Path | None = None) -> str:
    """One line from ``score.py``."""
    with tempfile.TemporaryDirectory() as scratch:
        memory = where or Path(scratch)
        write(operations, memory)
        command = [sys.executable, str(corpus / "score.py"), "--source", "claude-code", "--memory", str(memory)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@dataclass(frozen=True)
class Count:
    """Of one session: entries, those that carry a gold item, gold items of importance 2 and 3, those found."""

    entries: int
    useful: int
    wanted: int
    found: int


def tallied(corpus: Path, operations: Iterable[Operation]) -> dict[str, Count]:
    """The counts of each annotated session, by the rule of ``score.py``."""
    said: dict[str, list[str]] = defaultdict(list)
    for each in operations:
        if each.op == "add":
            said[each.evidence[0].session].append(each.text.lower()[:240])
    lines = (corpus / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    gold = [session for session in map(json.loads, lines) if session["source"] == "claude-code"]
    return {session["session"]: count(session["items"], said[session["session"]]) for session in gold}


def count(items: list[dict[str, object]], texts: list[str]) -> Count:
    carried = [[text for text in texts if carries(text, item["keys"])] for item in items]
    wanted = [found for item, found in zip(items, carried, strict=True) if item["importance"] != 1]
    useful = {text for found in carried for text in found}
    return Count(len(texts), len(useful), len(wanted), sum(bool(found) for found in wanted))


def carries(text: str, keys: object) -> bool:
    return isinstance(keys, list) and all(any(key.lower() in text for key in group) for group in keys)


def measure(counts: Iterable[Count]) -> tuple[float, float, float]:
    """f, recall2 and precision of the pooled counts."""
    entries, useful, wanted, found = (
        sum(column) for column in zip(*((c.entries, c.useful, c.wanted, c.found) for c in counts), strict=True)
    )
    recall = found / wanted if wanted else 0.0
    precision = useful / entries if entries else 0.0
    return (2 * recall * precision / (recall + precision) if recall + precision else 0.0), recall, precision


def best(counts: dict[float, dict[str, Count]], names: set[str]) -> float:
    """The least weight with the best f over these sessions."""
    return max(GRID, key=lambda least: measure(counts[least][name] for name in sorted(names))[0])


def figures(counts: list[Count]) -> str:
    f, recall, precision = measure(counts)
    entries = sum(each.entries for each in counts)
    return f"f {f:.3f}  recall2 {recall:.3f}  precision {precision:.3f}  entries {entries}"


if __name__ == "__main__":
    main()
