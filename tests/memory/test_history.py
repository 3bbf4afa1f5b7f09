"""Every state comes back exactly, and a repository that cannot be used says so."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from dreamd.errors import ConfigError, StoreError
from dreamd.memory import history, plumbing
from dreamd.memory.history import Step
from dreamd.memory.store import Held
from dreamd.records import Change

if TYPE_CHECKING:
    from pathlib import Path

SEARCH = os.environ["PATH"]
NOW = "2026-11-30T09:00:00.000Z"
FILES = {
    "MEMORY.md": Held(data=b"- [A](a.md)\r\n", mode=0o600, mtime_ns=1_700_000_000_123_456_789),
    ".archive/a.md": Held(data=b"", mode=0o644, mtime_ns=0),
    'memory/发布 "it\'s" \\ é\u0301.md': Held(data=b"\x00\xff\n\ndone\n", mode=0o640, mtime_ns=-1),
    "CON.md": Held(data=b"no newline", mode=0o600, mtime_ns=2**62),
    "con.md": Held(data=b"other case", mode=0o600, mtime_ns=1),
}


@pytest.fixture
def repository(tmp_path: Path) -> plumbing.Repository:
    return history.require(tmp_path / "own" / "history" / "w.git", SEARCH)


def step(name: str, kind: history.Kind = "dream") -> Step:
    change = Change(
        op="add", file="a.md", topic="a", text='He said "no\u2028" 中文', source="claude-code/54bb2ec8-87cc#L52"
    )
    return Step(id=name, kind=kind, time=NOW, summary=f"{name}: 1 entry", changes=(change,), made_dirs=(".archive",))


def test_an_absent_history_has_no_steps(repository: plumbing.Repository) -> None:
    assert history.head(repository) == ""
    assert history.steps(repository) == []
    assert history.read(repository, "") == {}


def test_bytes_modes_mtimes_and_names_come_back_exactly(repository: plumbing.Repository) -> None:
    commit = history.record(repository, FILES, step("d1"))
    assert history.read(repository, commit) == FILES


def test_steps_come_back_newest_first_with_the_commit_before(repository: plumbing.Repository) -> None:
    first = history.record(repository, FILES, step("d1"))
    second = history.record(repository, {}, step("d2", "undo"))
    assert history.steps(repository) == [
        history.Recorded(step=step("d2", "undo"), commit=second, before=first),
        history.Recorded(step=step("d1"), commit=first, before=""),
    ]
    assert history.read(repository, second) == {}


def test_recording_a_step_twice_makes_one_commit(repository: plumbing.Repository) -> None:
    first = history.record(repository, FILES, step("d1"))
    second = history.record(repository, {}, step("d2"))
    assert history.record(repository, FILES, step("d1")) == first
    assert history.head(repository) == second


def test_what_was_found_is_recorded_only_where_it_differs(repository: plumbing.Repository) -> None:
    first = history.record_found(repository, FILES, "d1", NOW)
    assert history.record_found(repository, FILES, "d2", NOW) == first
    touched = FILES | {"MEMORY.md": Held(data=FILES["MEMORY.md"].data, mode=0o600, mtime_ns=5)}
    assert history.record_found(repository, touched, "d3", NOW) != first
    assert [item.step.id for item in history.steps(repository)] == ["d3-found", "d1-found"]


def test_the_persons_git_configuration_and_hooks_take_no_part(
    repository: plumbing.Repository, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / ".gitconfig").write_text("[commit]\ngpgsign = true\n[user]\nname = Somebody\n[core]\nautocrlf = true\n")
    for name, value in {"HOME": str(home), "GIT_DIR": str(home), "GIT_AUTHOR_NAME": "Somebody"}.items():
        monkeypatch.setenv(name, value)
    commit = history.record(repository, FILES, step("d1"))
    assert history.read(repository, commit) == FILES
    raw = plumbing.git(repository, "cat-file", "commit", commit)
    assert b"\nauthor dreamd <dreamd@localhost> 1796029200 +0000\n" in raw
    assert b"gpgsig" not in raw


def test_the_repository_is_private_and_sound(repository: plumbing.Repository) -> None:
    history.record(repository, FILES, step("d1"))
    assert repository.path.stat().st_mode & 0o777 == 0o700
    assert plumbing.git(repository, "fsck", "--strict", "--no-dangling") == b""


def test_a_creation_that_was_killed_is_done_again(repository: plumbing.Repository) -> None:
    half = repository.path.with_name(".dreamd-tmp-w.git")
    (half / "objects").mkdir(parents=True)
    history.record(repository, FILES, step("d1"))
    assert not half.exists()
    assert len(history.steps(repository)) == 1


@pytest.mark.parametrize("name", ["refs/heads/main.lock", "HEAD.lock"])
def test_the_lock_of_a_git_that_was_killed_does_not_stop_the_next_step(
    repository: plumbing.Repository, name: str
) -> None:
    history.record(repository, FILES, step("d1"))
    (repository.path / name).touch()
    history.record(repository, {}, step("d2"))
    assert len(history.steps(repository)) == 2


def test_a_stream_that_breaks_off_leaves_the_history_as_it_was(repository: plumbing.Repository) -> None:
    first = history.record(repository, FILES, step("d1"))
    torn = b"".join((b"feature done\n", *history.told(history.BRANCH, {}, step("d2"), first)))
    with pytest.raises(StoreError, match="could not be read or written"):
        plumbing.git(repository, "fast-import", "--quiet", "--done", data=torn)
    assert history.head(repository) == first


def test_a_missing_git_is_named_with_the_way_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"git was not found[^\n]*\nInstall git"):
        history.require(tmp_path / "w.git", str(tmp_path))


def test_a_git_that_does_not_start_is_named(tmp_path: Path) -> None:
    (tmp_path / "git").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "git").chmod(0o755)
    with pytest.raises(ConfigError, match="does not start"):
        history.require(tmp_path / "w.git", str(tmp_path))


@pytest.fixture
def warning(tmp_path: Path, repository: plumbing.Repository) -> plumbing.Repository:
    """The same repository through a git that warns of something harmless whenever it is called."""
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "warning: the clock of this disk is odd" >&2\nexec {repository.git} "$@"\n')
    program.chmod(0o755)
    return plumbing.Repository(path=repository.path, git=program)


def test_a_harmless_warning_of_git_stops_nothing(warning: plumbing.Repository) -> None:
    commit = history.record(warning, FILES, step("d1"))
    assert history.read(warning, commit) == FILES
    assert len(history.steps(warning)) == 1


def test_what_went_wrong_is_told_and_not_the_warning_before_it(warning: plumbing.Repository) -> None:
    history.record(warning, FILES, step("d1"))
    break_all(warning.path)
    with pytest.raises(StoreError, match="could not be read or written: fatal: "):
        history.steps(warning)


@pytest.mark.parametrize(
    "content", [b"", b"nonsense\n", b"0" * 40 + b"\n", b"a" * 40 + b"\n", b"ref: refs/heads/main\n"]
)
def test_a_broken_reference_never_looks_like_an_empty_history(
    repository: plumbing.Repository, warning: plumbing.Repository, content: bytes
) -> None:
    history.record(repository, FILES, step("d1"))
    (repository.path / "refs/heads/main").write_bytes(content)
    for place in (repository, warning):
        with pytest.raises(StoreError, match="could not be read or written"):
            history.steps(place)
        with pytest.raises(StoreError, match="could not be read or written"):
            history.record(place, {}, step("d2"))


def break_reference(path: Path) -> None:
    (path / "refs/heads/main").write_bytes(b"")


def break_objects(path: Path) -> None:
    shutil.rmtree(path / "objects")
    (path / "objects").mkdir()


def break_all(path: Path) -> None:
    shutil.rmtree(path)
    path.mkdir()


@pytest.mark.parametrize("damage", [break_reference, break_objects, break_all])
def test_a_damaged_repository_is_a_clear_error_for_readers_and_writers(
    repository: plumbing.Repository, damage: object
) -> None:
    history.record(repository, FILES, step("d1"))
    assert callable(damage)
    damage(repository.path)
    with pytest.raises(StoreError, match=r"w\.git could not be read or written: .+\nCheck free space"):
        history.steps(repository)
    with pytest.raises(StoreError, match="could not be read or written"):
        history.record(repository, {}, step("d2"))


def test_a_missing_blob_is_a_clear_error(repository: plumbing.Repository) -> None:
    commit = history.record(repository, FILES, step("d1"))
    blob = plumbing.git(repository, "rev-parse", f"{commit}:MEMORY.md").decode().strip()
    (repository.path / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(StoreError, match=f"object {blob} is missing"):
        history.read(repository, commit)


def test_a_commit_that_is_not_ours_is_a_clear_error(repository: plumbing.Repository) -> None:
    history.record(repository, FILES, step("d1"))
    environment = {"PATH": SEARCH, "GIT_DIR": str(repository.path), "HOME": str(repository.path)}
    who = ["-c", "user.name=x", "-c", "user.email=x@x"]
    tree = plumbing.git(repository, "rev-parse", "main^{tree}").decode().strip()
    made = subprocess.run(
        ["git", *who, "commit-tree", tree, "-p", "main", "-m", "mine"], env=environment, capture_output=True, check=True
    )
    subprocess.run(["git", "update-ref", "refs/heads/main", made.stdout.strip()], env=environment, check=True)
    with pytest.raises(StoreError, match="is not dreamd's"):
        history.steps(repository)
