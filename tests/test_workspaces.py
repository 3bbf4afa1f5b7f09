"""A session's project is the main repository of its worktree, and its memory is Claude Code's own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamd import workspaces
from dreamd.memory import layout
from dreamd.records import Transcript

if TYPE_CHECKING:
    from dreamd.paths import Places


def git(*arguments: str, cwd: Path) -> None:
    settings = ["-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *settings, *arguments], cwd=cwd, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    path = tmp_path / "repo"
    path.mkdir()
    git("init", "-q", cwd=path)
    git("commit", "-q", "--allow-empty", "-m", "x", cwd=path)
    return path


def test_subdirectories_and_worktrees_share_the_repository(repository: Path, tmp_path: Path) -> None:
    (repository / "a" / "b").mkdir(parents=True)
    git("worktree", "add", "-q", str(tmp_path / "tree"), cwd=repository)
    (tmp_path / "tree" / "sub").mkdir()
    for cwd in (repository, repository / "a" / "b", tmp_path / "tree", tmp_path / "tree" / "sub"):
        assert workspaces.project_of(str(cwd)) == repository


def test_a_worktree_that_is_gone_takes_its_nearest_existing_repository(repository: Path) -> None:
    assert workspaces.project_of(str(repository / ".worktrees" / "gone" / "deep")) == repository
    assert workspaces.project_of(str(repository / ".claude" / "worktrees" / "gone")) == repository


def test_a_directory_that_is_gone_without_a_repository_is_its_own_project() -> None:
    assert workspaces.project_of("/nowhere/at/all") == Path("/nowhere/at/all")
    assert workspaces.project_of("/nowhere/repo/.claude/worktrees/x/y") == Path("/nowhere/repo")


def test_a_symlinked_directory_is_the_place_it_points_to(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(repository)
    assert workspaces.project_of(str(tmp_path / "link")) == repository


def test_a_submodule_is_a_project_of_its_own(repository: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git("init", "-q", cwd=outer)
    git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repository), "inner", cwd=outer)
    assert workspaces.project_of(str(outer / "inner")) == outer / "inner"


@pytest.mark.parametrize("content", [b"", b"gitdir: /nowhere", b"gitdir: \xff\xfe", b"gitdir: a\0b", b"x" * 10_000])
def test_a_broken_git_file_is_survived(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".git").write_bytes(content)
    assert workspaces.project_of(str(tmp_path)) == tmp_path


def test_a_hostile_place_is_its_own_project(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / ".git").write_bytes(b"gitdir: loop")
    odd = (tmp_path, tmp_path / ("x" * 300), tmp_path / "a\0b", tmp_path / "loop" / "in")
    for place in odd:
        assert workspaces.project_of(str(place)) in {place, tmp_path}
    (tmp_path / "git").mkdir()
    (tmp_path / ".git").write_bytes(b"gitdir: git")
    os.mkfifo(tmp_path / "git" / "commondir")
    assert workspaces.project_of(str(tmp_path)) == tmp_path


def transcript(home: Path, source: str, slug: str) -> Transcript:
    path = home / ".claude" / "projects" / slug / "5e55.jsonl"
    return Transcript(source=source, session="5e55", location=str(path), size=0, inode=0, mtime_ns=0)


def test_claude_code_memory_takes_the_slug_of_the_repository(places: Places, home: Path) -> None:
    found = workspaces.choose(transcript(home, "claude-code", "-w-repo-sub"), Path("/w/repo"), [], places)
    assert found.root == home / ".claude" / "projects" / "-w-repo" / "memory"
    assert (found.layout, found.index) == ("claude-code", "MEMORY.md")


def test_other_agents_get_a_memory_of_ours(places: Places, home: Path) -> None:
    found = workspaces.choose(transcript(home, "codex", "x"), Path("/w/repo"), [], places)
    assert found.root == places.workspaces / "repo"
    assert (found.layout, found.index) == ("workspace", "memory/MEMORY.md")


def test_a_recorded_choice_stands_and_equal_names_are_told_apart(places: Places, home: Path) -> None:
    first = workspaces.choose(transcript(home, "codex", "x"), Path("/w/repo"), [], places)
    again = workspaces.choose(transcript(home, "claude-code", "x"), Path("/w/repo"), [first], places)
    other = workspaces.choose(transcript(home, "codex", "x"), Path("/v/repo"), [first], places)
    assert again == first
    assert other.name != first.name
    assert other.name == "v-repo"
    third = workspaces.choose(transcript(home, "codex", "x"), Path("/u/v/repo"), [first, other], places)
    assert third.name.startswith("repo-")


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/a/b_c.d", "-a-b-c-d"), ("/w/项目", "-w---"), ("/w/😀", "-w---"), ("C:\\Users\\a", "C--Users-a")],
)
def test_the_slug_is_claude_codes_own(path: str, expected: str) -> None:
    assert layout.slug(path) == expected


@given(st.text(max_size=300))
def test_a_slug_holds_only_letters_digits_and_dashes(path: str) -> None:
    made = layout.slug(path)
    assert len(made) <= layout.SLUG_LIMIT
    assert all(char.isascii() and (char.isalnum() or char == "-") for char in made)


def test_excluded_directories_cover_all_below_them() -> None:
    assert workspaces.excluded("/a/b/c", ["/a/b"])
    assert workspaces.excluded("/a/b", ["/a/b"])
    assert not workspaces.excluded("/a/bc", ["/a/b"])
    assert not workspaces.excluded("/a/b", ["~nobody-of-this-name/a", "/c"])


def test_an_excluded_project_is_excluded_with_its_worktrees_and_under_every_name(
    repository: Path, tmp_path: Path
) -> None:
    git("worktree", "add", "-q", str(tmp_path / "tree"), cwd=repository)
    (tmp_path / "link").symlink_to(repository)
    for cwd in (tmp_path / "tree", tmp_path / "link", repository):
        assert workspaces.excluded(str(cwd), [str(repository)])
        assert workspaces.excluded(str(cwd), [str(tmp_path / "link")])


def test_a_directory_of_another_system_is_its_own_project(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)
    for cwd in ("C:\\Users\\me\\shop", "relative", "."):
        assert workspaces.project_of(cwd) == Path(cwd)


def test_projects_for_which_claude_code_keeps_one_memory_share_their_workspace(places: Places, home: Path) -> None:
    first = workspaces.choose(transcript(home, "claude-code", "-w---"), Path("/w/项目"), [], places)
    second = workspaces.choose(transcript(home, "claude-code", "-w---"), Path("/w/工具"), [first], places)
    assert second == first


def test_a_worktree_by_custom_that_is_gone_is_folded_and_one_that_is_there_is_looked_at(tmp_path: Path) -> None:
    assert workspaces.project_of("/nowhere/repo/.worktrees/fix/deep") == Path("/nowhere/repo")
    (tmp_path / ".worktrees" / "own").mkdir(parents=True)
    assert workspaces.project_of(str(tmp_path / ".worktrees" / "own")) == tmp_path / ".worktrees" / "own"
