"""The index: our pointers in one block, all else as it was."""

from __future__ import annotations

import pytest

from dreamd.memory import index, topic

TOPICS = {
    stem: topic.new(stem, stem.title(), f"Read before {stem}ing", "project", "2026-01-01")
    for stem in ("alpha", "beta", "gamma")
}
LINES = {stem: f"- [{stem.title()}]({stem}.md) — Read before {stem}ing\n" for stem in TOPICS}
OWN = frozenset(index.key(line) for line in LINES.values())


def rebuilt(data: bytes | str, **more: object) -> str:
    raw = data.encode() if isinstance(data, str) else data
    return index.text_of(index.rebuild(raw, OWN, TOPICS, **more))  # type: ignore[arg-type]


def test_a_new_index_is_its_pointers() -> None:
    assert rebuilt("", born=["beta", "alpha"]) == LINES["beta"] + LINES["alpha"]


@pytest.mark.parametrize(
    ("before", "between"),
    [
        ("# Mine\n- [x](x.md)\n", ""),
        ("# Mine\n- [x](x.md)", "\n"),
        ("Some prose.\n", "\n"),
        ("Some prose.\n\n", ""),
        ("Some prose.", "\n\n"),
    ],
)
def test_the_first_pointers_stand_at_the_end_of_a_foreign_index(before: str, between: str) -> None:
    assert rebuilt(before, born=["alpha"]) == before + between + LINES["alpha"]


def test_later_pointers_join_the_block_and_foreign_lines_keep_their_place() -> None:
    before = "top\r\n" + LINES["alpha"].replace("\n", "\r\n") + "- [Theirs](theirs.md)\r\nlast"
    after = rebuilt(before, born=["gamma"])
    assert after.splitlines() == [
        "top",
        LINES["alpha"].rstrip(),
        LINES["gamma"].rstrip(),
        "- [Theirs](theirs.md)",
        "last",
    ]
    assert after.count("\r\n") == 4


def test_scattered_pointers_of_ours_come_together_only_when_something_changes() -> None:
    before = LINES["alpha"] + "theirs\n" + LINES["beta"]
    assert rebuilt(before) == before
    assert rebuilt(before, born=["gamma"]) == LINES["alpha"] + LINES["beta"] + LINES["gamma"] + "theirs\n"


def test_a_pointer_follows_its_topics_head() -> None:
    topics = {**TOPICS, "alpha": topic.new("alpha", "Alpha", "Read after", "project", "2026-01-01")}
    after = index.rebuild((LINES["alpha"] + LINES["beta"]).encode(), OWN, topics)
    assert index.text_of(after) == "- [Alpha](alpha.md) — Read after\n" + LINES["beta"]


def test_a_pointer_that_a_person_changed_stays_and_gets_no_twin() -> None:
    before = "- [Alpha](alpha.md) — my own words\n"
    assert rebuilt(before, born=["alpha"]) == before
    assert rebuilt(before, gone=["alpha"]) == before


def test_dead_pointers_and_missing_ones_are_not_mended() -> None:
    dead = "- [Old](old.md) — gone\n"
    own = OWN | {index.key(dead)}
    assert index.rebuild(dead.encode(), own, TOPICS) == dead.encode()
    assert index.text_of(index.rebuild(dead.encode(), own, TOPICS, born=["beta"])) == dead + LINES["beta"]
    assert rebuilt("") == ""


def test_the_pointer_of_a_topic_that_is_no_more_goes() -> None:
    assert rebuilt(LINES["alpha"] + "theirs\n" + LINES["beta"], gone=["beta"]) == LINES["alpha"] + "theirs\n"
    assert rebuilt(LINES["alpha"], gone=["alpha"]) == ""


def test_bytes_that_are_no_utf8_survive() -> None:
    assert index.rebuild(b"\xff\xfe caf\xe9\n", OWN, TOPICS, born=["alpha"]).startswith(b"\xff\xfe caf\xe9\n")


@pytest.mark.parametrize(
    ("title", "description"),
    [
        ("Release process", "word " * 60),
        ("T" * 100, "d" * 300),
        ("发布流程", "在打标签或发布之前阅读" * 30),
        ("a](evil.md) `b` <c> [d", "x](y.md) and [z](w.md) \\"),
        ("-", "."),
    ],
)
def test_a_pointer_is_one_short_line_with_one_link(title: str, description: str) -> None:
    held = topic.new("s" * 64, title, description, "user", "2026-01-01")
    line = index.pointer(held)
    assert len(line) <= 150
    assert [found.file for found in index.pointers(line.encode())] == [f"{'s' * 64}.md"]
    assert "\n" not in line


def test_long_descriptions_are_cut_at_a_word() -> None:
    line = index.pointer(topic.new("x", "X", "Read before " + "something " * 30, "user", "2026-01-01"))
    assert line.endswith(" something…")


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("- [a](a.md)", ["a.md"]),
        ("* [a](./a.md#part) and [b](<b c.md>)", ["a.md", "b c.md"]),
        ("[a](a%20b.md)", ["a b.md"]),
        ("[a](sub/b.md)", ["sub/b.md"]),
        ("[a](https://x.org/a.md) [b](/etc/a.md) [c](../a.md) [d](#x.md) [e](a.txt) [f]()", []),
    ],
)
def test_links_to_files_beside_the_index_are_found(text: str, files: list[str]) -> None:
    assert [found.file for found in index.pointers(text.encode())] == files


@pytest.mark.parametrize(
    ("lines", "width", "gate"),
    [
        (0, 0, "open"),
        (149, 1, "open"),
        (150, 1, "warn"),
        (179, 1, "warn"),
        (180, 1, "full"),
        (100, 187, "warn"),
        (100, 225, "full"),
    ],
)
def test_the_gates_open_and_close_at_the_drawn_sizes(lines: int, width: int, gate: str) -> None:
    assert index.gate((("x" * width + "\n") * lines).encode()) == gate


def test_size_counts_as_agents_count() -> None:
    assert index.size("a\n😀".encode()) == (2, 4)
    assert index.size(b"") == (0, 0)
