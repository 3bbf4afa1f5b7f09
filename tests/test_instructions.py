"""What CLAUDE.md and its like say is told to agents anyway, and becomes no memory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd import instructions, paths
from dreamd.memory.admission import folded
from dreamd.memory.edits import Staged
from dreamd.memory.layout import Workspace
from dreamd.records import Operation, Quote

if TYPE_CHECKING:
    from dreamd.paths import Places

TEXT = """# House rules

- **Always** use `pnpm` instead of npm.
- Never deploy on a Friday,
  whatever the hurry.
1. Ask before a push.
> Tabs, not spaces.

The staging host is db-04. It is wiped every night!
先跑测试。再提交。
"""
SAID = (
    "Always use pnpm instead of npm",
    "never deploy on a friday, whatever the hurry.",
    "Ask before a push!",
    "Tabs, not spaces.",
    "The staging host is db-04.",
    "It is wiped every night.",
    "先跑测试。",
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "shop"
    path.mkdir()
    return path


@pytest.mark.parametrize("said", SAID)
def test_list_items_and_sentences_are_found_whatever_their_marks(said: str) -> None:
    assert folded(said) in set(instructions.statements(TEXT))


@pytest.mark.parametrize(
    "said", ["Always use pnpm", "Never use pnpm instead of npm.", "whatever the hurry", "db-04", ""]
)
def test_a_part_or_another_statement_is_not(said: str) -> None:
    assert folded(said) not in set(instructions.statements(TEXT))


@pytest.mark.parametrize("name", instructions.NAMES)
def test_the_projects_files_and_the_persons_own_are_read(project: Path, places: Places, name: str) -> None:
    (project / name).write_text("Use pnpm.\n")
    (places.home / ".claude").mkdir()
    (places.home / ".claude" / "CLAUDE.md").write_text("Use tabs.\n")
    assert instructions.read(project, places) == {"use pnpm", "use tabs"}


def test_the_persons_own_file_moves_with_the_configuration_directory(project: Path, home: Path, tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_text("Use tabs.\n")
    moved = paths.places({"HOME": str(home), "DREAMD_HOME": str(tmp_path / "own"), "CLAUDE_CONFIG_DIR": str(tmp_path)})
    assert instructions.read(project, moved) == {"use tabs"}


def test_links_huge_and_special_files_and_odd_projects_say_nothing(
    project: Path, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere.md").write_text("Use pnpm.\n")
    (project / "CLAUDE.md").symlink_to(tmp_path / "elsewhere.md")
    (project / "AGENTS.md").write_bytes(b"Use tabs.\n" * (instructions.FILE_BYTES // 10 + 1))
    os.mkfifo(project / "GEMINI.md")
    assert instructions.read(project, places) == frozenset()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "C:").mkdir()
    (tmp_path / "C:" / "CLAUDE.md").write_text("Use pnpm.\n")
    for odd in ("C:", "/no/such/place", "/nul\0"):
        assert instructions.read(Path(odd), places) == frozenset()


def test_a_statement_that_instructions_hold_is_refused_with_that_reason_and_others_are_not() -> None:
    here = Workspace(name="w", root=Path("/m"), layout="claude-code", project=Path("/p"))
    staged = Staged(here, {}, frozenset(), "2026-11-30", told=frozenset(instructions.statements(TEXT)))

    def add(text: str) -> str:
        quote = Quote(source="claude-code", session="5e55", line=1, quote=text, role="human", date="2026-11-01")
        about = "Read before work"
        return staged.apply(Operation(op="add", topic="t", title="T", description=about, text=text, evidence=(quote,)))

    assert "CLAUDE.md" in add("Always use pnpm instead of npm.")
    assert staged.changes == ()
    assert add("Always use yarn instead of npm.") == ""
