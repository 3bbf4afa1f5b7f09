"""Whatever became of a transcript's rows, every source reads on: no crash, no odd text, no turn lost."""

from __future__ import annotations

import copy
import json
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamd import paths, registry, sources
from dreamd.records import Mark, Transcript, Turn
from dreamd.sources import Source, Tally
from dreamd.sources.gemini import turns as gemini
from dreamd.sources.pi import prose as pi
from dreamd.sources.qwen import turns as qwen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dreamd.reading.saying import Said

SAMPLES = Path(__file__).parent.parent / "fixtures" / "sources"
FORMS = [
    pytest.param(source, home, id=home.name)
    for source in registry.entries(sources, "SOURCE")
    if isinstance(source, Source)
    for home in sorted(SAMPLES.iterdir())
    if home.name.partition("@")[0] == source.name
]
QUICK = settings(max_examples=60, deadline=None)

words = st.sampled_from(
    ["", "use tabs", "\ud83d", "a\0b", "<user_query>", "--- Content from referenced files ---", "\u2028"]
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
)


@cache
def sample(source: Source, home: Path) -> tuple[bytes, str]:
    """The sample's bytes and its file's suffix."""
    with tempfile.TemporaryDirectory() as top:
        there = Path(top, "home")
        shutil.copytree(home, there)
        (found,) = source.find(paths.places({"HOME": str(there), "DREAMD_HOME": str(Path(top, "own"))}), [])
        return found.path.read_bytes(), found.path.suffix


def mutated(value: object, draw: Callable[[st.SearchStrategy[int]], int], other: object) -> object:
    """The value with something in it replaced by something else, or left out."""
    changed = copy.deepcopy(value)
    place: object = changed
    for _ in range(draw(st.integers(0, 5))):
        keys = list(place) if isinstance(place, dict) else list(range(len(place))) if isinstance(place, list) else []
        inner = [key for key in keys if isinstance(place[key], dict | list)]  # type: ignore[index]
        if not inner:
            break
        place = place[inner[draw(st.integers(0, len(inner) - 1))]]  # type: ignore[index]
    if isinstance(place, dict | list) and place:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = keys[draw(st.integers(0, len(keys) - 1))]
        if draw(st.integers(0, 3)):
            place[key] = other
        else:
            del place[key]
    return changed


@st.composite
def damaged(draw: Callable[[st.SearchStrategy[object]], object], data: bytes) -> list[bytes]:
    """Lines of a sample, some of them changed inside, cut, repeated or glued."""
    rows = []
    for line in data.splitlines():
        kind = draw(st.integers(0, 8))
        if kind == 0:
            rows.append(json.dumps(mutated(json.loads(line), draw, draw(anything))).encode())  # type: ignore[arg-type]
        elif kind == 1:
            rows.append(line[: int(str(draw(st.integers(0, len(line)))))])
        elif kind == 2:
            rows += [line, line]
        elif kind == 3:
            rows.append(line + line)
        else:
            rows.append(line)
    return rows


def read(source: Source, path: Path, mark: Mark) -> tuple[list[Turn], Tally]:
    tally = Tally()
    return list(source.read(transcript(source, path), mark, tally)), tally


def transcript(source: Source, path: Path) -> Transcript:
    return Transcript(source=source.name, session="s", location=str(path), size=0, inode=0, mtime_ns=0)


@pytest.mark.parametrize(("source", "home"), FORMS)
@QUICK
@given(data=st.data())
def test_rows_of_any_form_are_read_and_what_comes_later_is_what_stands_behind_the_mark(
    source: Source, home: Path, data: st.DataObject
) -> None:
    whole, suffix = sample(source, home)
    if suffix != ".jsonl":
        pytest.skip("not a file of lines")
    rows = data.draw(damaged(whole))
    cut = data.draw(st.integers(0, len(rows)))
    with tempfile.TemporaryDirectory() as top:
        path = Path(top, "s.jsonl")
        path.write_bytes(b"".join(row + b"\n" for row in rows[:cut]))
        _, first = read(source, path, Mark())
        with path.open("ab") as handle:
            handle.writelines(row + b"\n" for row in rows[cut:])
        turns, _ = read(source, path, Mark())
        later, _ = read(source, path, first.mark)
        assert later == [turn for turn in turns if turn.line > first.mark.line]
        for turn in turns:
            turn.text.encode()
            shown = source.rows(transcript(source, path), turn.line, [])
            assert turn.text in [one.text for one in shown if one.row in (turn.row, "")]


@pytest.mark.parametrize(("source", "home"), FORMS)
@QUICK
@given(data=st.data())
def test_an_object_of_any_form_is_read_once(source: Source, home: Path, data: st.DataObject) -> None:
    whole, suffix = sample(source, home)
    if suffix != ".json":
        pytest.skip("no single object")
    changed = mutated(json.loads(whole), data.draw, data.draw(anything))
    with tempfile.TemporaryDirectory() as top:
        path = Path(top, "s.json")
        path.write_text(json.dumps(changed))
        turns, first = read(source, path, Mark())
        assert read(source, path, first.mark)[0] == []
        for turn in turns:
            turn.text.encode()


@pytest.mark.parametrize(("source", "home"), FORMS)
@QUICK
@given(data=st.binary(max_size=200))
def test_any_bytes_are_read(source: Source, home: Path, data: bytes) -> None:
    with tempfile.TemporaryDirectory() as top:
        path = Path(top, f"s{sample(source, home)[1]}")
        path.write_bytes(data)
        turns, first = read(source, path, Mark())
        for turn in [*turns, *source.rows(transcript(source, path), 1, [])]:
            turn.text.encode()  # a lone half of a letter could not be written down
        assert read(source, path, first.mark)[0] == []


strangers = st.lists(
    st.text(max_size=20)
    | st.sampled_from(
        ["\n", "</hook_context>", "<hook_context>", "</file>", '<file name="b">', "--- End of content ---"]
    ),
    max_size=6,
).map("".join)
BLOCKS = [
    pytest.param(gemini._spoken, "<hook_context>{}</hook_context>", id="a hook's words in Gemini CLI"),
    pytest.param(
        gemini._spoken, "--- Content from referenced files ---\n{}\n--- End of content ---", id="a file there"
    ),
    pytest.param(
        qwen._spoken, "<qwen:user-prompt-submit-context>{}</qwen:user-prompt-submit-context>", id="in Qwen Code"
    ),
    pytest.param(pi.spoken, '<file name="a">\n{}\n</file>', id="a file in pi"),
]


@pytest.mark.parametrize(("spoken", "block"), BLOCKS)
@QUICK
@given(stranger=strangers)
def test_whatever_others_wrote_into_a_block_of_theirs_is_no_persons(
    spoken: Callable[[str], Iterator[Said]], block: str, stranger: str
) -> None:
    said = list(spoken(f"use tabs\n{block.format(stranger)}"))
    assert [one.text for one in said if one.role == "human" and one.text] == ["use tabs"]
