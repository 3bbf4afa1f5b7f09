"""Where a question leads, over a memory on disk."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from dreamd import faircopy, paths, routing
from dreamd.memory import topic
from dreamd.memory.layout import Workspace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping
    from pathlib import Path

TOPICS = {
    "go": "writing services in Go",
    "invoicing": "reminders for late payers",
    "time-off": "vacation, and who is told",
    "releases": "tags, and who gives the sign-off",
    "flaky": "a test that fails once",
    "pytest": "which plugins pytest has",
    "coverage": "coverage of new modules",
    "qa": "what the testers look at",
}


@contextmanager
def memory(top: Path, topics: Mapping[str, str] = TOPICS) -> Iterator[sqlite3.Connection]:
    """The fair copy of a memory with these topics, and those of earlier calls."""
    root = top / "memory"
    root.mkdir(exist_ok=True)
    for stem, told in topics.items():
        (root / f"{stem}.md").write_bytes(topic.new(stem, stem, f"Read before {told}", "project", "2026-01-15").data)
    places = paths.places({"HOME": str(top), "DREAMD_HOME": str(top / "own")})
    workspace = Workspace(name="shop", root=root, layout="claude-code", project=top)
    with faircopy.opened(places, workspace, sorted(path.name for path in root.iterdir())) as copy:
        yield copy


def nearest(top: Path, question: str) -> str:
    """The topic that the question leads to first."""
    with memory(top) as copy:
        near = routing.scores(copy, question).topics
        return faircopy.topics(copy)[max(near, key=near.__getitem__)].stem


@pytest.mark.parametrize(
    ("question", "stem"),
    [
        ("how do we name packages in golang", "go"),
        ("dunning", "invoicing"),
        ("谁来催款", "invoicing"),
        ("how many days off do I have", "time-off"),
        ("is a signoff needed", "releases"),
        ("this suite is nondeterministic", "flaky"),
        ("催一下", "invoicing"),
        ("我能休假吗", "time-off"),
    ],
)
def test_a_question_leads_to_what_others_call_it(tmp_path: Path, question: str, stem: str) -> None:
    assert nearest(tmp_path, question) == stem


def test_many_kindred_words_tell_no_more_than_the_word_that_was_said(tmp_path: Path) -> None:
    assert nearest(tmp_path, "tests that are flaky") == "flaky"


def test_kindred_words_that_many_places_have_tell_less_than_those_that_few_have(tmp_path: Path) -> None:
    with memory(tmp_path) as copy:
        one = ("heads", (1.0, 1.0))
        (rare,) = routing._kindred(copy, *one, frozenset({"vacation"}), len(TOPICS)).values()
        many = routing._kindred(copy, *one, frozenset({"vacation", "coverage", "testers", "plugins"}), len(TOPICS))
    assert len(many) == 4
    assert max(many.values()) < rare


def test_a_place_that_has_several_kindred_words_is_nearer_than_one_that_has_one(tmp_path: Path) -> None:
    with memory(tmp_path) as copy:
        found = routing._kindred(copy, "heads", (1.0, 1.0), frozenset({"reminders", "payers", "vacation"}), len(TOPICS))
        stems = {faircopy.topics(copy)[number].stem: score for number, score in found.items()}
    assert stems["invoicing"] > stems["time-off"]


def test_an_index_is_one_part_after_every_change(tmp_path: Path) -> None:
    for stem in ("first", "second"):
        with memory(tmp_path, {stem: "what changed"}) as copy:
            parts = copy.execute("SELECT count(DISTINCT segid) FROM heads_idx").fetchone()
        assert parts == (1,)
