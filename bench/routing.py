"""Prints how often a question is led to the right topic, in a memory of 170 topics that was not made here.

    python -m bench.routing [--misses]

Topics and questions lie in ``bench/questions/``; their authors saw no code of ours. The misses of ``a`` and ``b`` were
looked at while the routing was mended; ``c`` was written and asked after that, and had 93 of 100 then. A question is
answered where its one right topic is among the first two that ``recall`` leads to. ``--misses`` names the others.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from dreamd import paths, recall, state
from dreamd.memory import index, topic
from dreamd.memory.layout import Workspace
from dreamd.records import Entry

MATERIAL = Path(__file__).parent / "questions"
TODAY = "2026-11-30"


def lines(name: str) -> list[dict[str, Any]]:
    """The objects of one file of the material."""
    return [msgspec.json.decode(line) for line in (MATERIAL / name).read_bytes().splitlines()]


def memory(root: Path) -> None:
    """Write the topics as a memory."""
    root.mkdir(parents=True)
    pointers = []
    for one in lines("topics.jsonl"):
        held = topic.new(one["stem"], one["name"], one["description"], one["type"], TODAY)
        for text in one["entries"]:
            held = topic.add(held, Entry(text=text, created=TODAY, updated=TODAY, sources=(f"you/{TODAY}",)))
        (root / f"{one['stem']}.md").write_bytes(held.data)
        pointers.append(index.pointer(held))
    (root / "MEMORY.md").write_text("".join(f"{line}\n" for line in pointers), "utf-8")


def main(arguments: list[str]) -> None:
    """Ask all, count, print."""
    with tempfile.TemporaryDirectory(prefix="dreamd-bench-") as name:
        top = Path(name).resolve()
        places = paths.places({"HOME": str(top), "DREAMD_HOME": str(top / "own")})
        workspace = Workspace(name="all", root=top / "memory", layout="claude-code", project=top)
        memory(workspace.root)
        with state.database(places.database) as db:
            for file in sorted(MATERIAL.glob("questions-*.jsonl")):
                asked, right = Counter[str](), Counter[str]()
                for one in lines(file.name):
                    led = recall.answer(places, [workspace], db, one["question"], TODAY).topics
                    hit = one["topic"] in [topic.topic for topic in led]
                    for kind in ("all", one["language"], one["kind"]):
                        asked[kind] += 1
                        right[kind] += hit
                    if not hit and "--misses" in arguments:
                        print(f"  {one['question']}: {one['topic']}, not {', '.join(item.topic for item in led)}")
                print(f"{file.stem}: " + ", ".join(f"{kind} {right[kind]} of {asked[kind]}" for kind in asked))


if __name__ == "__main__":
    main(sys.argv[1:])
