"""Renaming, merging and splitting: every statement as it stands, others' words untouched."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from dreamd.memory import topic
from dreamd.memory.edits import Staged
from dreamd.memory.layout import Workspace
from dreamd.records import Operation, Quote

TODAY = "2026-04-01"
HERE = Workspace(name="w", root=Path("/w"), layout="claude-code", project=Path("/p"))
RENAME = Operation(op="rename", topic="tools", title="Package tools", description="Read before installing")
MERGE = Operation(op="merge", topic="servers", into="tools")
SPLIT = Operation(
    op="split", topic="tools", entries=("use pnpm",), into="packages", title="Packages", description="Read before"
)


def adds(text: str, stem: str, day: int = 10) -> Operation:
    quote = Quote(
        source="claude-code", session="aaaaaaaa-0000-1111", line=day, quote="q", role="human", date=f"2026-03-{day}"
    )
    return Operation(
        op="add", topic=stem, type="project", title="T", description="Read before", text=text, evidence=(quote,)
    )


def dreamt(*more: Operation) -> tuple[dict[str, bytes], frozenset[str]]:
    staged = Staged(HERE, {}, frozenset(), TODAY)
    first = (adds("Use pnpm.", "tools", 11), adds("Use ruff.", "tools", 12), adds("Staging is db-04.", "servers", 13))
    for operation in (*first, *more):
        assert staged.apply(operation) == ""
    return staged.finish(), frozenset(staged.keys())


def entries(files: dict[str, bytes], stem: str) -> list[str]:
    return [entry.text for entry in topic.parse(stem, files[f"{stem}.md"]).entries]


def test_a_rename_changes_head_heading_and_index_and_nothing_else() -> None:
    files, own = dreamt()
    staged = Staged(HERE, files, own, TODAY)
    assert staged.apply(RENAME) == ""
    after = staged.finish()
    told = files["tools.md"].replace(b'"T"', b'"Package tools"').replace(b"# T\n", b"# Package tools\n")
    assert after["tools.md"] == told.replace(b'"Read before"', b'"Read before installing"')
    assert b"- [Package tools](tools.md) \xe2\x80\x94 Read before installing\n" in after["MEMORY.md"]
    assert [(change.op, change.topic, change.was) for change in staged.changes] == [("edit", "tools", "T")]
    again = Staged(HERE, after, own | frozenset(staged.keys()), TODAY)
    assert again.apply(msgspec.structs.replace(RENAME, title="Tools")) == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"# T\n", b"# Mine\n"), (b'"Read before"', b'"Read me"'), (b'name: "T"', b"name: T"), (b"created:", b"since:")],
)
def test_a_head_that_a_person_touched_keeps_its_name(old: bytes, new: bytes) -> None:
    files, own = dreamt()
    files["tools.md"] = files["tools.md"].replace(old, new)
    staged = Staged(HERE, files, own, TODAY)
    assert staged.apply(RENAME) != ""
    assert staged.finish()["tools.md"] == files["tools.md"]


def test_a_merge_moves_entries_word_for_word_and_the_emptied_topic_goes() -> None:
    files, own = dreamt()
    staged = Staged(HERE, files, own, TODAY)
    assert staged.apply(MERGE) == ""
    after = staged.finish()
    assert "servers.md" not in after
    assert b"servers.md" not in after["MEMORY.md"]
    moved = next(line for line in files["servers.md"].splitlines() if line.startswith(b"- "))
    assert after["tools.md"].splitlines()[-1] == moved
    assert b"\nupdated: 2026-03-13\n" in after["tools.md"]
    assert [(change.op, change.topic) for change in staged.changes] == [("move", "tools")]


def test_a_split_moves_the_named_entries_to_a_topic_as_old_as_they_are() -> None:
    files, own = dreamt()
    staged = Staged(HERE, files, own, TODAY)
    assert staged.apply(SPLIT) == ""
    after = staged.finish()
    assert entries(after, "tools") == ["Use ruff."]
    assert entries(after, "packages") == ["Use pnpm."]
    assert b"\ncreated: 2026-03-11\nupdated: 2026-03-11\n" in after["packages.md"]
    assert b"- [Packages](packages.md)" in after["MEMORY.md"]


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        (msgspec.structs.replace(RENAME, topic="nothing"), "no topic nothing"),
        (msgspec.structs.replace(RENAME, topic="../MEMORY"), "no topic"),
        (msgspec.structs.replace(RENAME, title="x" * 101), "at most 100"),
        (msgspec.structs.replace(RENAME, title="The ghp_" + "a1B2c3D4e5F6" * 3), "secret"),
        (msgspec.structs.replace(RENAME, title="T", description="Read before"), "already"),
        (msgspec.structs.replace(MERGE, into="nothing"), "no topic nothing"),
        (msgspec.structs.replace(MERGE, into="servers"), "already"),
        (msgspec.structs.replace(SPLIT, entries=()), "name the entries"),
        (msgspec.structs.replace(SPLIT, entries=("Use yarn.",)), "as it stands"),
        (msgspec.structs.replace(SPLIT, into="../etc/passwd"), "no topic name"),
        (msgspec.structs.replace(SPLIT, into="rules"), "holds feedback entries"),
        (msgspec.structs.replace(SPLIT, title=""), "title"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(operation: Operation, reason: str) -> None:
    files, own = dreamt(msgspec.structs.replace(adds("Ask first.", "rules"), type="feedback"))
    staged = Staged(HERE, files, own, TODAY)
    assert reason in staged.apply(operation)
    assert staged.finish() == files
    assert not staged.changes


def test_entries_of_others_move_nowhere() -> None:
    files, own = dreamt()
    files["servers.md"] += b"- a person's line\n"
    staged = Staged(HERE, files, own, TODAY)
    assert "stays where it is" in staged.apply(MERGE)
    assert staged.finish() == files
    assert "no topic notes that dreamd made" in Staged(HERE, {"notes.md": b"# Notes\n"}, own, TODAY).apply(
        msgspec.structs.replace(RENAME, topic="notes")
    )


def test_a_merge_over_the_size_of_a_topic_moves_nothing() -> None:
    long = [adds(f"{number} {'word ' * 90}", "servers") for number in range(5)]
    files, own = dreamt(*long, *(msgspec.structs.replace(one, topic="tools", text=f"x{one.text}") for one in long))
    staged = Staged(HERE, files, own, TODAY)
    assert "may have" in staged.apply(MERGE)
    assert staged.finish() == files


def test_one_dream_reshapes_few_topics() -> None:
    files, own = dreamt(*(adds(f"Fact {number} holds.", f"more-{number}") for number in range(4)))
    staged = Staged(HERE, files, own, TODAY)
    reasons = [staged.apply(msgspec.structs.replace(RENAME, topic=f"more-{number}")) for number in range(4)]
    assert reasons[:3] == [""] * 3
    assert "at most 3 topics" in reasons[3]


def test_nothing_goes_to_and_fro_in_one_dream() -> None:
    files, own = dreamt()
    staged = Staged(HERE, files, own, TODAY)
    assert staged.apply(RENAME) == ""
    assert "leave it so" in staged.apply(msgspec.structs.replace(RENAME, title="T", description="Read before"))
    assert staged.apply(SPLIT) == ""
    assert "leave it so" in staged.apply(Operation(op="merge", topic="packages", into="tools"))
