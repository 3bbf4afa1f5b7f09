"""The words of a query lead to entries, standing and archived, and from there to what they rest on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd import explain, ledger, state
from dreamd.memory import entry, store
from dreamd.memory.layout import Workspace
from dreamd.records import Entry, Quote

if TYPE_CHECKING:
    from dreamd.paths import Places

TOPIC = """---
name: "Tools"
description: "Read before"
type: feedback
---
# Tools

- Always use pnpm. [created: 2026-11-02, updated: 2026-11-02, source: claude-code/5e55#L1]
  Why: npm broke the lock file.
- Use tabs. [created: 2026-11-02, updated: 2026-11-02, source: claude-code/5e55#L2]
"""
ARCHIVED = """# Tools, archived

- Always use npm. [created: 2026-10-02, updated: 2026-10-02, archived: 2026-11-02, reason: superseded]
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "m" / ".archive").mkdir(parents=True)
    (tmp_path / "m" / "tools.md").write_text(TOPIC)
    (tmp_path / "m" / ".archive" / "tools.md").write_text(ARCHIVED)
    (tmp_path / "m" / "broken.md").write_bytes(b"\xff\xfe pnpm")
    return Workspace(name="shop", root=tmp_path / "m", layout="claude-code", project=Path("/w/shop"))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("pnpm", [("Always use pnpm.", "")]),
        ("ALWAYS  use", [("Always use npm.", "2026-11-02"), ("Always use pnpm.", "")]),
        ("lock file", [("Always use pnpm.", "")]),
        ("always tabs", []),
        ("yarn", []),
    ],
)
def test_every_word_must_stand_in_the_entry_or_its_reason(
    workspace: Workspace, places: Places, query: str, expected: list[tuple[str, str]]
) -> None:
    with state.database(places.database) as db:
        found = explain.matching(db, workspace, store.read(workspace), query)
    assert sorted((item.text, item.archived) for item in found) == expected
    assert {item.topic for item in found} <= {"tools"}


def test_the_evidence_comes_oldest_first_and_outlives_its_transcript(workspace: Workspace, places: Places) -> None:
    key = entry.key(Entry(text="Always use pnpm.", why="npm broke the lock file."))
    quotes = [
        Quote(source="claude-code", session="gone", line=line, quote="use pnpm", role="human", date=date)
        for line, date in ((9, "2026-11-05"), (4, "2026-11-02"))
    ]
    with state.database(places.database) as db:
        ledger.add_evidence(db, "shop", key, quotes)
        ledger.add_evidence(db, "other", key, quotes)
        (found,) = explain.matching(db, workspace, store.read(workspace), "pnpm")
    assert found.evidence == tuple(reversed(quotes))
