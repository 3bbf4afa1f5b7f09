"""A decided step is carried out once, whatever happens between the decision and its completion."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from dreamd import commit, journal, purged, recovery
from dreamd.journal import Journal
from dreamd.ledger import Settlement
from dreamd.lock import Stamp
from dreamd.memory import history, publish, store, undo
from dreamd.memory.history import Step
from dreamd.memory.layout import Workspace

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.memory.plumbing import Repository
    from dreamd.paths import Places

OURS = b"# Ours\n\n- One.\n"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    root = tmp_path / "memory"
    root.mkdir()
    (root / "old.md").write_bytes(b"Somebody's page\n")
    return Workspace(name="w", root=root, layout="claude-code", project=tmp_path)


@pytest.fixture
def repository(places: Places) -> Repository:
    return history.require(places.history / "w.git", os.environ["PATH"])


def decided(places: Places, workspace: Workspace, repository: Repository) -> Journal:
    """A step that makes ``ours.md``, staged and decided, and then cut short."""
    moment = "2026-11-30T10:00:00.000Z"
    before = store.read(workspace)
    history.record_found(repository, before.files, "d1", moment)
    publish.prepare(workspace, publish.plan(workspace, "d1", before, before.bytes | {"ours.md": OURS}))
    stamp = Stamp()
    note = Journal(dream_id="d1", workspace="w", lock=workspace.lock, prior=stamp, ours=stamp, made=())
    journal.write(places.runs, note)
    step = Step(id="d1", kind="dream", time=moment, summary="dream")
    return commit.decide(places, note, commit.Rest(settlement=Settlement(workspace="w"), step=step))


def test_what_a_person_writes_before_a_decided_step_is_completed_is_not_the_steps(
    places: Places, workspace: Workspace, repository: Repository
) -> None:
    note = decided(places, workspace, repository)
    (workspace.root / "mine.md").write_bytes(b"My own page\n")
    (workspace.root / "old.md").write_bytes(b"Somebody's page, gone on with\n")
    assert commit.complete(places, workspace, note, repository, 1) == ()
    (step, _) = history.steps(repository)
    before, after = history.read(repository, step.before), history.read(repository, step.commit)
    assert after.keys() - before.keys() == {"ours.md"}
    assert after["old.md"] == before["old.md"]
    current = store.read(workspace)
    assert current.bytes.keys() == {"mine.md", "old.md", "ours.md"}
    undone = undo.plan(workspace, step.step, before, after, current.bytes, frozenset())
    assert undone.files == {"mine.md": b"My own page\n", "old.md": b"Somebody's page, gone on with\n"}


def test_a_file_that_is_left_to_whoever_made_it_meanwhile_is_told(
    places: Places, workspace: Workspace, repository: Repository
) -> None:
    decided(places, workspace, repository)
    (workspace.root / "ours.md").write_bytes(b"A person's page\n")
    left, done = recovery.recover(places, workspace, os.environ["PATH"], 1)
    assert left.startswith("ours.md is left as somebody else made it")
    assert done.startswith("completed step d1")
    assert (workspace.root / "ours.md").read_bytes() == b"A person's page\n"


def test_a_step_nobody_disturbed_is_in_the_history_just_as_it_lies_on_disk(
    places: Places, workspace: Workspace, repository: Repository
) -> None:
    note = decided(places, workspace, repository)
    for _ in range(2):
        commit.complete(places, workspace, note, repository, 1)
    assert history.read(repository, history.head(repository)) == store.read(workspace).files
    assert len(history.steps(repository)) == 2


def test_a_purge_is_lifted_when_the_step_that_says_it_anew_is_completed_and_not_before(
    places: Places, workspace: Workspace, repository: Repository
) -> None:
    key, said = "11" * 32, "The door code rotates every month"
    purged.add(places, key, purged.marks(key, [said, "Deploy on quiet evenings"]))
    stamp = Stamp()
    note = Journal(dream_id="d1", workspace="w", lock=workspace.lock, prior=stamp, ours=stamp, made=())
    note = commit.decide(places, note, commit.Rest(settlement=Settlement(workspace="w", said=(said,))))
    assert purged.holds(purged.finder(purged.read(places.purged)), said)
    for _ in range(2):  # a crash may lie between, and recovery does it once more
        commit.complete(places, workspace, note, repository, 1)
        assert purged.read(places.purged).marks == purged.marks(key, ["Deploy on quiet evenings"])
