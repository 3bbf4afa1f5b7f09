"""Git is asked when a project last moved, and nothing of the project's is run for it."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from dreamd import gitlooks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SEARCH = os.environ["PATH"]
WHEN = 1_796_000_000


@pytest.fixture
def git(home: Path, tmp_path: Path) -> Callable[..., None]:
    """Runs git in the project as a person does."""
    names = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = {"PATH": SEARCH, "HOME": str(home), **names}

    def run(*arguments: str, at: int = WHEN) -> None:
        dated = environment | {"GIT_AUTHOR_DATE": f"{at} +0000", "GIT_COMMITTER_DATE": f"{at} +0000"}
        subprocess.run(["git", *arguments], cwd=tmp_path, env=dated, check=True)

    return run


def test_it_tells_the_newest_commit_of_any_branch_and_looks_different_after_one(
    git: Callable[..., None], tmp_path: Path
) -> None:
    assert gitlooks.fingerprint(tmp_path) == ""
    git("init", "-q")
    empty = gitlooks.fingerprint(tmp_path)
    assert (bool(empty), gitlooks.last_commit(tmp_path, SEARCH)) == (True, 0)
    git("commit", "-q", "--allow-empty", "-m", "one")
    one = gitlooks.fingerprint(tmp_path)
    assert one != empty
    git("checkout", "-q", "-b", "other")
    git("commit", "-q", "--allow-empty", "-m", "two", at=WHEN + 60)
    assert gitlooks.fingerprint(tmp_path) != one
    git("checkout", "-q", "-")
    assert gitlooks.last_commit(tmp_path, SEARCH) == WHEN + 60


def test_nothing_that_the_projects_configuration_names_is_run(git: Callable[..., None], tmp_path: Path) -> None:
    git("init", "-q")
    git("commit", "-q", "--allow-empty", "-m", "one")
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    trap.chmod(0o755)
    for name in (
        "core.fsmonitor",
        "gpg.program",
        "core.pager",
        "core.sshCommand",
        "core.hooksPath",
        "pager.for-each-ref",
    ):
        git("config", name, str(trap))
    git("config", "log.showSignature", "true")
    assert gitlooks.last_commit(tmp_path, SEARCH) == WHEN
    assert not (tmp_path / "sprung").exists()


def test_without_git_or_with_one_that_never_answers_nothing_is_known(tmp_path: Path) -> None:
    assert gitlooks.last_commit(tmp_path, "") == 0
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexec /bin/sleep 60\n")
    program.chmod(0o755)
    assert gitlooks.last_commit(tmp_path, str(program.parent)) == 0


@pytest.mark.timeout(20)
def test_a_head_that_is_no_plain_file_holds_nobody_up(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    os.mkfifo(tmp_path / ".git" / "HEAD")
    assert gitlooks.fingerprint(tmp_path) == ""
