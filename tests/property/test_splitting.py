"""Whatever Markdown a file holds, a split moves every byte once, every heading to one file, and undo needs no guess."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from dreamd.checks import Candidate, splitting
from dreamd.errors import PolicyViolation
from dreamd.memory import headings, index, topic
from dreamd.memory.layout import STEM, TOPIC_BYTES, Workspace
from dreamd.memory.splitting import PART_BYTES, Cut, cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TODAY = "2026-11-30"
HERE = Workspace(name="w", root=Path("/w"), layout="claude-code", project=Path("/p"))
HEADS = ["# Release process", "## Rollback", "## 部署", "### 回滚步骤", "## Rollback", "####", "## Who approves ##"]
BLOCKS = [
    "Who releases\n------------",
    "Everything\n==========",
    "```sh\n# no heading\n## none either\n```",
    "~~~\n# nor this\n~~~",
    "<!-- ## hidden -->",
    "- Publish it. [created: 2026-01-15, updated: 2026-03-10, source: codex/019edaf4-6510#L4]\n  Why: it broke.",
    "- a list\n- of others\n\n  ## inside of it",
    "> # quoted",
    "    # a block of code",
    "Plain words of a person, and " + "some more " * 60,
    "中文的一段话。" * 90,
    "a | b\n--- | ---\n1 | 2",
    "***",
]
FRONT = '---\nname: "Release process"\ndescription: "Read before tagging"\ntype: project\n---\n'
texts = st.tuples(
    st.sampled_from(["", FRONT]),
    st.lists(st.sampled_from(HEADS + BLOCKS), max_size=14),
    st.sampled_from(["\n", "\n\n", "\n\n\n"]),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
Text = tuple[str, list[str], str, str, bool]


def written(text: Text) -> bytes:
    """Blocks stand apart: what runs into the block before it is another matter."""
    front, blocks, gap, end, closed = text
    body = gap.join(f"{block}\n" for block in blocks)
    made = front + (body if closed else body.removesuffix("\n"))
    return made.replace("\n", end).encode()


def split(data: bytes, name: str = "release.md") -> Cut | None:
    try:
        return cut(HERE, name, data, {name, "MEMORY.md"}, TODAY)
    except PolicyViolation:
        return None


def taken_out(whole: bytes, pieces: list[bytes], at: int = 0) -> Iterator[bytes]:
    """What is left without the pieces, in order; the same words may stand there more than once."""
    if not pieces:
        yield whole
        return
    first, *others = pieces
    found = whole.find(first, at)
    while found >= 0:
        yield from taken_out(whole[:found] + whole[found + len(first) :], others, found)
        found = whole.find(first, found + 1)


def body(data: bytes) -> bytes:
    held = topic.parse("x", data)
    return "".join(held.lines[held.front.stop :]).encode()


def named(data: bytes) -> list[tuple[int, str]]:
    """Level and text of each heading, as CommonMark has them."""
    held = topic.parse("x", data)
    tokens = MarkdownIt("commonmark").enable("table").parse("".join(held.lines[held.front.stop :]))
    return [
        (int(opened.tag[1]), text.content)
        for opened, text in pairwise(tokens)
        if opened.type == "heading_open" and not opened.level
    ]


@given(text=texts)
@settings(deadline=None)
def test_headings_are_those_that_commonmark_has(text: Text) -> None:
    data = written(text)
    held = topic.parse("x", data)
    found = headings.find(held.lines, held.front.stop)
    assert [(head.level, head.text.replace("\n", " ")) for head in found] == named(data)


@given(text=texts)
@settings(deadline=None)
def test_every_byte_stands_once_and_every_heading_in_one_file(text: Text) -> None:
    data = written(text)
    made = split(data)
    if made is None:
        return
    assert made.rest in taken_out(data, [body(piece.data) for piece in made.pieces])
    told = [text for piece in made.pieces for text in piece.headings]
    assert named(made.rest) + [pair for piece in made.pieces for pair in named(piece.data)] == named(data)
    assert told == [text for piece in made.pieces for _, text in named(piece.data)]


@given(text=texts)
@settings(deadline=None)
def test_each_new_file_is_a_topic_with_a_trigger_and_no_longer_than_agents_read(text: Text) -> None:
    data = written(text)
    made = split(data)
    for piece in made.pieces if made else ():
        held = topic.parse(piece.name, piece.data)
        assert STEM.fullmatch(piece.name)
        assert held.made
        assert held.description.startswith(("Read before ", "涉及"))
        assert len(index.pointer(held)) <= index.POINTER_CHARS
        alone = len(headings.find(held.lines, held.front.stop)) == 1
        assert len(piece.data) < TOPIC_BYTES or (alone and len(body(piece.data)) > PART_BYTES)
    names = [piece.name for piece in made.pieces] if made else []
    assert len(set(names)) == len(names)


@given(text=texts)
@settings(deadline=None)
def test_what_did_not_do_the_splitting_finds_it_right(text: Text) -> None:
    data = written(text)
    made = split(data)
    if made:
        assert [*splitting.run(candidate(data, made))] == []


def candidate(data: bytes, made: Cut, name: str = "release.md") -> Candidate:
    new = {f"{piece.name}.md": piece.data for piece in made.pieces}
    before = {name: data, "other.md": b"text\n"}
    return Candidate(HERE, before, before | {name: made.rest} | new, frozenset(), {}, split=name)


DATA = b"# T\n\nWords.\n\n## A\n\n- one\n\n```\n# x\n```\n\n## B\n\n" + b"fill\n" * 900 + b"\n## C\n\nend\n"


def swapped(data: bytes) -> bytes:
    return data.replace(b"- one\n\n```\n", b"```\n- one\n\n")


@pytest.mark.parametrize(
    ("spoiled", "said"),
    [
        (lambda data: data.replace(b"- one", b"- two"), "lost, doubled or changed"),
        (lambda data: data.replace(b"- one\n", b""), "lost, doubled or changed"),
        (lambda data: data + b"- one\n", "lost, doubled or changed"),
        (lambda data: data + b"## B\n", "in no file, or in two"),
        (lambda data: data.replace(b"## A", b"### A"), "in no file, or in two"),
        (swapped, "do not stand together"),
    ],
)
def test_a_split_that_is_not_word_for_word_is_found(spoiled: Callable[[bytes], bytes], said: str) -> None:
    made = split(DATA)
    assert made
    first, *others = made.pieces
    worse = msgspec.structs.replace(first, data=spoiled(first.data))
    assert worse != first
    bad = msgspec.structs.replace(made, pieces=(worse, *others))
    told = [item.text for item in splitting.run(candidate(DATA, bad))]
    assert any(said in text for text in told)


def test_a_split_that_changes_another_file_or_reorders_what_stays_is_found() -> None:
    made = split(DATA)
    assert made
    asked = candidate(DATA, made)
    elsewhere = msgspec.structs.replace(made, rest=b"\nWords.\n# T\n\n")
    assert any("another order" in item.text for item in splitting.run(candidate(DATA, elsewhere)))
    other = Candidate(HERE, asked.before, {**asked.after, "other.md": b"no\n"}, frozenset(), {}, split="release.md")
    assert any("another file" in item.text for item in splitting.run(other))


@given(text=texts)
@settings(deadline=None)
def test_an_index_keeps_each_line_that_points_to_a_file(text: Text) -> None:
    front, blocks, gap, end, closed = text
    pointed = [block for block in blocks for block in (block, "- [A](a.md) — Read before a")[: 1 + ("部" in block)]]
    data = written((front, pointed, gap, end, closed))
    made = split(data, "MEMORY.md")
    if made is None:
        return
    assert [item.text for item in index.pointers(made.rest)] == [item.text for item in index.pointers(data)]
    assert [*splitting.run(candidate(data, made, "MEMORY.md"))] == []
