"""How an attempt ends: what is kept of a rejected one, under whatever names its files have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import attempt, files
from dreamd.records import Finding

if TYPE_CHECKING:
    from pathlib import Path

FINDING = Finding(check="format", severity="blocking", file="a.md", text="this is no name of a memory file")


def test_a_rejected_dream_is_kept_also_where_a_name_takes_all_that_a_name_may(tmp_path: Path) -> None:
    name = "x" * 252 + ".md"
    attempt.keep_for_a_look(tmp_path, "d1", {name: b"theirs", ".archive/a.md": b"ours"}, (FINDING,))
    staged = tmp_path / "d1" / "staged"
    assert (staged / name).read_bytes() == b"theirs"
    assert (staged / ".archive" / "a.md").read_bytes() == b"ours"
    assert b"no name of a memory file" in (tmp_path / "d1" / "findings.json").read_bytes()
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(files.TEMPORARY)]


def test_only_the_newest_rejected_dreams_are_kept(tmp_path: Path) -> None:
    for number in range(attempt.KEPT_RUNS + 3):
        attempt.keep_for_a_look(tmp_path, f"d{number:02}", {"a.md": b"x"}, (FINDING,))
    assert len(list(tmp_path.iterdir())) == attempt.KEPT_RUNS
    assert (tmp_path / f"d{attempt.KEPT_RUNS + 2:02}").is_dir()
