"""Looking up what entries rest on reads a transcript about once, however many rows are cited."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd.evidence import Witness, sentences
from dreamd.records import Quote, Transcript

if TYPE_CHECKING:
    from tests.conftest import Talk

COUNTERS = Path("/proc/self/io")


def bytes_read() -> int:
    """All bytes that this process has read so far."""
    return int(COUNTERS.read_text().partition("rchar: ")[2].partition("\n")[0])


@pytest.mark.skipif(not COUNTERS.exists(), reason="counts the bytes read in /proc")
def test_many_citations_cost_about_one_reading_of_the_transcript(talk: Talk) -> None:
    path = talk("long", *(f"Rule {number}: never skip step {number}. {'x' * 1500}" for number in range(3000)))
    status = path.stat()
    one = Transcript(
        source="claude-code",
        session=path.stem,
        location=str(path),
        size=status.st_size,
        inode=status.st_ino,
        mtime_ns=0,
    )
    witness = Witness({("claude-code", path.stem): one})
    quotes = [
        Quote(
            source="claude-code",
            session=path.stem,
            line=number + 1,
            quote=f"never skip step {number}.",
            role="human",
            date="",
        )
        for number in range(2990, 0, -30)
    ]
    before = bytes_read()
    assert all(witness.confirm(quote) for quote in quotes)
    read = bytes_read() - before
    assert read < 4 * status.st_size, f"{len(quotes)} citations read {read / status.st_size:.1f} times the transcript"


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Never push to main.", "push to main", "Never push to main."),
        ("Hi. Never push to v2.0 now! Bye.", "push to v2.0", " Never push to v2.0 now!"),
        ("One\nnot two\nthree", "two", "not two\n"),
        ("好的。不要推送到主分支。谢谢", "推送", "不要推送到主分支。"),
        ("One. Two. Three.", "One. Two.", "One. Two."),
        ("all of it", "all of it", "all of it"),
    ],
)
def test_the_sentences_around_a_quote_are_whole(text: str, words: str, expected: str) -> None:
    start = text.index(words)
    assert sentences(text, start, start + len(words)) == expected
