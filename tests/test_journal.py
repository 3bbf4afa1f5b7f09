"""The journal survives as a whole, and tells what is pending for which workspace."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd import journal, recording
from dreamd.errors import StoreError
from dreamd.journal import Journal
from dreamd.lock import Stamp

if TYPE_CHECKING:
    from pathlib import Path


def note(tmp_path: Path, **fields: object) -> Journal:
    made = Journal(
        dream_id="3f2a91bc",
        workspace="repo",
        lock=tmp_path / ".consolidate-lock",
        prior=Stamp(mtime_ns=1_780_000_000_123_456_789, body=b"\xff\x00"),
        ours=Stamp(mtime_ns=1_780_000_001_000_000_000, body=b"4711"),
        made=(tmp_path / "a", tmp_path / "a" / "b"),
    )
    return msgspec.structs.replace(made, **fields)


def test_a_journal_comes_back_as_it_was_written(tmp_path: Path) -> None:
    written = note(tmp_path, rest=msgspec.Raw(b'{"a":1}'), phase="commit")
    journal.write(tmp_path / "runs", written)
    (found,) = journal.pending(tmp_path / "runs", "repo")
    assert bytes(found.rest) == b'{"a":1}'
    assert msgspec.structs.replace(found, rest=written.rest) == written


def test_only_this_workspaces_journals_are_pending_until_closed(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    journal.write(runs, note(tmp_path))
    journal.write(runs, note(tmp_path, dream_id="00000000", workspace="other"))
    assert [item.dream_id for item in journal.pending(runs, "repo")] == ["3f2a91bc"]
    journal.close(runs, "3f2a91bc")
    journal.close(runs, "3f2a91bc")
    assert list(journal.pending(runs, "repo")) == []


def test_a_damaged_journal_is_named_and_nothing_is_guessed(tmp_path: Path) -> None:
    journal.write(tmp_path / "runs", note(tmp_path))
    path = tmp_path / "runs" / "3f2a91bc" / journal.NAME
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(StoreError, match="cannot read the journal"):
        list(journal.pending(tmp_path / "runs", "repo"))


def test_a_journal_that_cannot_be_written_is_an_error_before_anything_moved(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("a file")
    with pytest.raises(StoreError, match="cannot write the journal"):
        journal.write(tmp_path / "runs", note(tmp_path))


def test_what_killed_processes_left_is_swept_away_and_a_rejected_dream_stays(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    for name in (".dreamd-tmp-4194304-3f2a91bc", f".dreamd-tmp-{os.getpid()}-11111111", "22222222", "33333333/staged"):
        (runs / name).mkdir(parents=True)
    journal.write(runs, note(tmp_path))
    journal.sweep(runs)
    left = sorted(path.name for path in runs.iterdir())
    assert left == [f".dreamd-tmp-{os.getpid()}-11111111", "33333333", "3f2a91bc"]
    assert [item.dream_id for item in journal.pending(runs, "repo")] == ["3f2a91bc"]


def test_a_dropped_attempt_leaves_its_record_and_nothing_else(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    for name in ("3f2a91bc", "00000000"):
        journal.write(runs, note(tmp_path, dream_id=name))
        (runs / name / "staged" / ".archive").mkdir(parents=True)
        (runs / name / "staged" / ".archive" / "a.md").write_text("- a\n")
    (runs / "3f2a91bc" / recording.NAME).write_text("{}\n")
    for name in ("3f2a91bc", "00000000", "never"):
        journal.drop(runs, name)
    assert [str(path.relative_to(runs)) for path in sorted(runs.rglob("*"))] == [
        "3f2a91bc",
        f"3f2a91bc/{recording.NAME}",
    ]
