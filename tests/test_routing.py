"""Where a question leads, over a memory on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dreamd import faircopy, paths, routing
from dreamd.memory import topic
from dreamd.memory.layout import Workspace

if TYPE_CHECKING:
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


def nearest(top: Path, question: str) -> str:
    """The topic that the question leads to first."""
    root = top / "memory"
    root.mkdir()
    for stem, told in TOPICS.items():
        (root / f"{stem}.md").write_bytes(topic.new(stem, stem, f"Read before {told}", "project", "2026-01-15").data)
    places = paths.places({"HOME": str(top), "DREAMD_HOME": str(top / "own")})
    workspace = Workspace(name="shop", root=root, layout="claude-code", project=top)
    with faircopy.opened(places, workspace, [f"{stem}.md" for stem in TOPICS]) as copy:
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
    ],
)
def test_a_question_leads_to_what_others_call_it(tmp_path: Path, question: str, stem: str) -> None:
    assert nearest(tmp_path, question) == stem


def test_many_kindred_words_tell_no_more_than_the_word_that_was_said(tmp_path: Path) -> None:
    assert nearest(tmp_path, "tests that are flaky") == "flaky"
    assert routing._rarity(100, 2, 30) < routing._rarity(100, 2, 2)
