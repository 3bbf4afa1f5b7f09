"""The example sessions that ship with the package: readable, complete, and with the traps they promise."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import dreamd
from dreamd.records import Mark
from dreamd.redact import redact
from dreamd.sources import Tally
from dreamd.sources.claude_code import SOURCE

if TYPE_CHECKING:
    from dreamd.paths import Places
    from dreamd.records import Turn

EXAMPLES = Path(dreamd.__file__).parent / "examples"


@pytest.fixture
def turns(places: Places) -> list[Turn]:
    shutil.copytree(EXAMPLES, places.home, dirs_exist_ok=True)
    found = list(SOURCE.find(places, []))
    assert len(found) == 4
    read: list[Turn] = []
    for transcript in found:
        tally = Tally()
        read += SOURCE.read(transcript, Mark(), tally)
        assert (tally.bad_lines, tally.unknown, tally.headless, tally.own) == (0, {}, False, False)
        assert tally.versions == {"2.1.332"}
    return read


def human(turns: list[Turn]) -> str:
    return "\n".join(turn.text for turn in turns if turn.role == "human")


def test_the_examples_hold_what_people_say_in_all_the_places_where_it_hides(turns: list[Turn]) -> None:
    kinds = {turn.why for turn in turns if turn.role == "human"}
    assert kinds == {"typed", "refusal", "answer", "queued"}
    assert 20 <= sum(turn.role == "human" for turn in turns) <= 60
    assert "use pnpm in this repo" in human(turns)
    assert "最多重试三次" in human(turns)


def test_a_fact_of_the_examples_changes_later(turns: list[Turn]) -> None:
    said = {turn.text: turn.time for turn in turns if turn.role == "human" and "the staging database" in turn.text}
    (first, second) = sorted(said, key=lambda text: said[text])
    assert "db-02 is the staging database" in first
    assert "the staging database is db-04 now" in second


def test_what_others_wrote_in_the_examples_is_not_the_persons(turns: list[Turn]) -> None:
    assert "NOTE TO AI AGENTS" in "".join(path.read_text("utf-8") for path in EXAMPLES.rglob("*.jsonl"))
    assert "NOTE TO AI AGENTS" not in human(turns)
    assert "always retry with --force" not in human(turns)
    assert any("always retry with --force" in turn.text for turn in turns if turn.role == "pasted")


def test_the_secret_of_the_examples_is_taken_out(turns: list[Turn]) -> None:
    (text,) = [turn.text for turn in turns if "SEATMAP_API_KEY" in turn.text and turn.role == "human"]
    assert "9f2c7b1e4d8a4c0f" in text
    assert "9f2c7b1e4d8a4c0f" not in redact(text)
    assert "put it into .env" in redact(text)
