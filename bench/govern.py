"""Prints how long governance looks over a memory of 2,000 topics, beside reading and parsing the same files.

Run: python -m bench.govern [TOPICS]; no repository belongs to it, so git is not asked.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import clock, governing, paths
from dreamd.memory import contents, store
from dreamd.memory.layout import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

TOPICS, ENTRIES = 2_000, 3
WORDS = """
invoice payment customer gateway warehouse parcel carrier refund voucher basket catalogue price supplier ledger
account mailbox printer badge contract shelf pallet scanner label route driver depot stock order claim tariff
"""
NOUNS = WORDS.split()
SAYINGS = (
    "The {0} of {1} {2} goes through the {3} before the {4} is closed",
    "Mara decides which {0} the {1} {2} takes when the {3} is full",
    "The {0} service keeps each {1} of {3} {2} for {5} days",
    "{2} 号{0}由 {1} 组负责，超过 {5} 天要复核",
    "Ask the {3} group before a {0} of {1} {2} is changed",
)


def seconds(work: Callable[[], object]) -> float:
    """Of its first run: what a second one finds in caches, no person ever has."""
    began = time.process_time()
    work()
    return time.process_time() - began


def written(root: Path, topics: int) -> None:
    index = ["# Memory", ""]
    for number in range(topics):
        nouns = [NOUNS[(number * step + step) % len(NOUNS)] for step in (1, 3, 7, 11)]
        title = f"{nouns[0].title()} {number}"
        head = f'---\nname: "{title}"\ndescription: "Read before {nouns[1]} {number}"\ntype: project\n'
        lines = [f"{head}created: 2026-01-15\nupdated: 2026-11-10\n---\n# {title}\n"]
        for entry in range(ENTRIES):
            said = SAYINGS[(number + entry) % len(SAYINGS)].format(nouns[0], nouns[1], number, *nouns[2:], entry + 10)
            bracket = (
                f"[created: 2026-01-15, updated: 2026-11-10, source: claude-code/019edaf4-{number % 9999:04}#L{entry}]"
            )
            lines.append(f"- {said} {bracket}\n  Why: the {nouns[2]} was late.")
        (root / f"topic-{number}.md").write_text("\n".join(lines) + "\n", "utf-8")
        index.append(f"- [{title}](topic-{number}.md)")
    (root / "MEMORY.md").write_text("\n".join(index) + "\n", "utf-8")


def main() -> None:
    topics = int(sys.argv[1]) if len(sys.argv) > 1 else TOPICS
    with tempfile.TemporaryDirectory() as top:
        root, home = Path(top, "memory"), Path(top, "home")
        root.mkdir()
        home.mkdir()
        written(root, topics)
        workspace = Workspace(name="bench", root=root, layout="claude-code", project=root)
        places = paths.places({"HOME": str(home), "DREAMD_HOME": str(Path(top, "own"))})
        bare = seconds(lambda: contents.topics(workspace, store.read(workspace).bytes))
        whole = seconds(lambda: governing.findings(places, workspace, "", clock.now_ns()))
        found = governing.findings(places, workspace, "", clock.now_ns())
    print(f"topics             {topics:8d}")
    print(f"read and parse     {bare:8.2f} s")
    print(f"look over          {whole:8.2f} s, {whole / bare:.1f} times that")
    print(f"faults             {len(found):8d}")


if __name__ == "__main__":
    main()
