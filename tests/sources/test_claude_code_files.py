"""Where Claude Code keeps its sessions, and what lies beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dreamd import paths
from dreamd.sources.claude_code import SOURCE

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.sources import Damaged

STEM = "5b0b7c8e-1111-4222-8333-444455556666"


def put(root: Path, name: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}\n")
    return path


def found(places: Places) -> list[str]:
    return [transcript.session for transcript in SOURCE.find(places, [])]


def elsewhere(home: Path, tmp_path: Path, **variables: str) -> Places:
    return paths.places({"HOME": str(home), "DREAMD_HOME": str(tmp_path / "own"), **variables})


def test_only_the_sessions_themselves_are_found(home: Path, places: Places) -> None:
    project = home / ".claude" / "projects" / "-home-dev-demo"
    put(project, f"{STEM}.jsonl")
    for name in (
        "agent-0a1b2c3.jsonl",
        "agent-acompact-0a1b2c.jsonl",
        f"{STEM}/subagents/agent-a0ad4f44468bdf20d.jsonl",
        f"{STEM}/subagents/workflows/wf/agent-1.jsonl",
        f"{STEM}/tool-results/x.txt",
        "memory/MEMORY.md",
        "memory/log.jsonl",
        "sessions-index.json",
        f"{STEM}.jsonl.bak",
    ):
        put(project, name)
    put(home / ".claude" / "projects", "stray.jsonl")
    put(home / ".claude", "history.jsonl")
    (project / "directory.jsonl").mkdir()
    assert found(places) == [STEM]


def test_the_other_place_of_the_first_versions_is_looked_at(home: Path, places: Places, tmp_path: Path) -> None:
    put(home / ".config" / "claude" / "projects" / "-p", f"{STEM}.jsonl")
    assert found(places) == [STEM]
    put(tmp_path / "xdg" / "claude" / "projects" / "-p", "other.jsonl")
    assert found(elsewhere(home, tmp_path, XDG_CONFIG_HOME=str(tmp_path / "xdg"))) == ["other"]


def test_a_chosen_directory_stands_alone(home: Path, tmp_path: Path) -> None:
    put(home / ".claude" / "projects" / "-p", f"{STEM}.jsonl")
    put(tmp_path / "chosen" / "projects" / "-p", "chosen.jsonl")
    assert found(elsewhere(home, tmp_path, CLAUDE_CONFIG_DIR=str(tmp_path / "chosen"))) == ["chosen"]


def test_several_chosen_directories_stand_between_commas(home: Path, tmp_path: Path) -> None:
    for name in ("one", "two", "with, comma"):
        put(tmp_path / name / "projects" / "-p", f"{name}.jsonl")
    both = f"{tmp_path / 'one'}, {tmp_path / 'two'}"
    assert found(elsewhere(home, tmp_path, CLAUDE_CONFIG_DIR=both)) == ["one", "two"]
    whole = str(tmp_path / "with, comma")
    assert found(elsewhere(home, tmp_path, CLAUDE_CONFIG_DIR=whole)) == ["with, comma"]


def test_a_relative_choice_is_below_the_home(home: Path, tmp_path: Path) -> None:
    assert SOURCE.roots(elsewhere(home, tmp_path, CLAUDE_CONFIG_DIR="mine")) == [home / "mine" / "projects"]


def test_a_link_to_a_subagents_file_is_no_session(home: Path, places: Places) -> None:
    project = home / ".claude" / "projects" / "-p"
    agent = put(project, f"{STEM}/subagents/agent-1.jsonl")
    (project / "linked.jsonl").symlink_to(agent)
    assert found(places) == []


def test_a_linked_session_has_its_real_path(home: Path, places: Places, tmp_path: Path) -> None:
    real = put(tmp_path / "disk" / "-p", f"{STEM}.jsonl")
    (home / ".claude" / "projects").mkdir(parents=True)
    (home / ".claude" / "projects" / "-p").symlink_to(real.parent)
    (transcript,) = SOURCE.find(places, [])
    assert transcript.path == real.resolve()


def test_a_session_that_loops_is_reported_and_the_next_one_found(home: Path, places: Places) -> None:
    project = home / ".claude" / "projects" / "-p"
    put(project, f"{STEM}.jsonl")
    loop = project / "a.jsonl"
    loop.symlink_to(loop)
    damaged: list[Damaged] = []
    assert [transcript.session for transcript in SOURCE.find(places, damaged)] == [STEM]
    assert [item.path for item in damaged] == [loop]


def test_a_name_that_is_no_text_is_reported(home: Path, places: Places) -> None:
    project = home / ".claude" / "projects" / "-p"
    put(project, f"{STEM}.jsonl")
    try:
        put(project, "a\udcff.jsonl")
    except OSError:
        pytest.skip("this file system takes only names that are text")
    damaged: list[Damaged] = []
    assert [transcript.session for transcript in SOURCE.find(places, damaged)] == [STEM]
    assert [item.path for item in damaged] == [project]
    damaged[0].reason.encode()
