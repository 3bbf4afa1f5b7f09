"""Topics: changed entry by entry, all else byte for byte."""

from __future__ import annotations

import pytest

from dreamd.errors import TopicInvalid
from dreamd.memory import entry as entries
from dreamd.memory import index, topic
from dreamd.records import Entry

ENTRY = Entry(text="Use pnpm.", created="2026-01-15", updated="2026-03-10", sources=("codex/019edaf4-6510#L431",))
LINE = "- Use pnpm. [created: 2026-01-15, updated: 2026-03-10, source: codex/019edaf4-6510#L431]"
KEY = entries.key(ENTRY)


def parsed(text: str) -> topic.Topic:
    return topic.parse("tools", text.encode())


def test_a_new_topic_is_written_as_drawn() -> None:
    made = topic.add(topic.new("tools", "Tools\n# x", 'Read "before" installing', "feedback", "2026-01-15"), ENTRY)
    assert made.data.decode() == (
        '---\nname: "Tools # x"\ndescription: "Read \\"before\\" installing"\ntype: feedback\n'
        f"created: 2026-01-15\nupdated: 2026-03-10\n---\n# Tools # x\n\n{LINE}\n"
    )
    assert (made.title, made.type, made.created, made.made) == ("Tools # x", "feedback", "2026-01-15", True)
    assert made.entries == (ENTRY,)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"{LINE}\n"),
        ("# T\n", f"# T\n{LINE}\n"),
        ("# T", f"# T\n{LINE}"),
        ("# T\r\n\r\n- a\r\n", f"# T\r\n\r\n- a\r\n{LINE}\r\n"),
        ("x\r\n- a", f"x\r\n- a\r\n{LINE}"),
        ("- a\n  more\n\nprose\n", f"- a\n  more\n{LINE}\n\nprose\n"),
        ("x\n```\n- code\n", f"x\n{LINE}\n```\n- code\n"),
        ("\ufeff---\nname: x\n---\nx\n", f"\ufeff---\nname: x\n---\nx\n{LINE}\n"),
    ],
)
def test_an_entry_is_added_behind_the_last_and_removed_without_a_trace(before: str, after: str) -> None:
    grown = topic.add(parsed(before), ENTRY)
    assert grown.data.decode() == after
    assert topic.remove(grown, KEY).data.decode() == before


def test_an_entry_is_replaced_where_it_stands() -> None:
    text = f"# T\r\n- a person's\r\n{LINE}\r\n  Why: fast\r\n- another"
    key = entries.key(Entry(text="Use pnpm.", why="fast"))
    after = topic.replace(parsed(text), key, Entry(text="Use bun.")).data.decode()
    assert after == "# T\r\n- a person's\r\n- Use bun.\r\n- another"
    last = topic.replace(parsed(f"x\n{LINE}"), KEY, Entry(text="Use bun."))
    assert last.data == b"x\n- Use bun."


def test_an_unknown_key_changes_nothing() -> None:
    held = parsed(f"{LINE}\n")
    assert topic.replace(held, "nobody", ENTRY) is held
    assert topic.remove(held, "nobody") is held


def test_the_heads_date_follows_the_newest_entry_in_our_topics_alone() -> None:
    ours = topic.new("tools", "T", "d", "project", "2026-01-01")
    assert b"updated: 2026-03-10\n" in topic.add(ours, ENTRY).data
    theirs = parsed("---\nname: x\ncreated: 2026-01-01\nupdated: 2026-01-01\n---\n")
    assert b"updated: 2026-01-01\n" in topic.add(theirs, ENTRY).data


@pytest.mark.parametrize("data", [b"\xff", b"# caf\xe9\n", "x".encode("utf-16")])
def test_what_is_not_utf8_is_no_topic(data: bytes) -> None:
    with pytest.raises(TopicInvalid, match=r"tools\.md is not UTF-8"):
        topic.parse("tools", data)


@pytest.mark.parametrize(
    ("text", "title", "kind"),
    [
        ("", "tools", "project"),
        ("text\n# A heading \n## B\n", "A heading", "project"),
        ("---\nname: N\ntype: user\n---\n# H\n", "N", "user"),
        ("---\ntype: note\n---\n", "tools", "project"),
        ("---\nmetadata:\n  type: reference\n---\n", "tools", "reference"),
    ],
)
def test_title_and_type_are_found_in_whatever_form(text: str, title: str, kind: str) -> None:
    assert (parsed(text).title, parsed(text).type) == (title, kind)


@pytest.mark.parametrize(
    "text",
    [
        "#" + " " * 250_000,
        "- x\n" + "  y\n" * 60_000,
        "- " + "[created: " * 25_000,
        "- " * 125_000,
        "`" * 250_000 + "x`",
        "```\n" * 60_000,
        "  <!-- \n" * 30_000,
        "---\n" + "a: [" * 60_000 + "\n---\n",
        "---\n" + "x" * 250_000 + "\n---\n",
        "](" * 125_000,
        "[" * 250_000,
        "[](" + " " * 250_000,
    ],
    ids=range(12),
)
def test_a_hostile_file_is_read_like_any_other(text: str) -> None:
    held = parsed(text)
    assert held.data.decode() == text
    assert held.title
    assert index.pointers(text.encode()) == []


def test_a_view_tells_which_entries_are_not_ours() -> None:
    held = parsed(f"{LINE}\n- Use pnpm.\n- theirs [created: 2026-01-01, source: you/2026-01-01]\n")
    view = topic.view(held, {KEY})
    assert view.foreign == (False, True, True)
    assert (view.name, view.size, len(view.entries)) == ("tools", len(held.data), 3)


def test_only_files_that_we_made_and_still_fill_are_ours_to_add_to() -> None:
    empty = topic.new("tools", "T", "d", "project", "2026-01-01")
    filled = topic.add(empty, ENTRY)
    assert topic.writable(empty, set())
    assert topic.writable(filled, {KEY})
    assert not topic.writable(filled, set())
    assert not topic.writable(parsed("---\ncreated: 2026-01-01\n---\n# Theirs\n"), set())
    assert not topic.writable(parsed(f"# Theirs\n{LINE}\n"), {KEY})
    assert topic.writable(parsed(f"---\nmetadata:\n  type: user\n---\n{LINE}\n"), {KEY})


def test_a_file_is_bare_when_only_our_head_and_heading_are_left() -> None:
    empty = topic.new("tools", "T", "d", "project", "2026-01-01")
    assert topic.bare(empty)
    assert not topic.bare(parsed(empty.data.decode() + "word\n"))
    assert not topic.bare(parsed(empty.data.decode().replace("type:", "tags: a\ntype:")))
    assert not topic.bare(parsed(""))
