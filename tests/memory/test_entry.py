"""Entries: the list items of a topic."""

from __future__ import annotations

import pytest

from dreamd.memory import entry as entries
from dreamd.records import Entry


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def read(text: str) -> list[Entry]:
    return [item.entry for item in entries.parse(lines(text))]


def test_the_drawings_example_is_read_and_written_back_as_it_stands() -> None:
    text = (
        "- Publish under the next tag first and promote after a day."
        " [created: 2026-01-15, updated: 2026-03-10, source: codex/019edaf4-6510#L431, seen: 3]\n"
        "  Why: a broken latest release reached users.\n"
        "  How to apply: every release of the npm package.\n"
    )
    (entry,) = read(text)
    assert entry == Entry(
        text="Publish under the next tag first and promote after a day.",
        created="2026-01-15",
        updated="2026-03-10",
        sources=("codex/019edaf4-6510#L431",),
        seen=3,
        why="a broken latest release reached users.",
        how="every release of the npm package.",
    )
    assert "\n".join(entries.render(entry)) + "\n" == text


@pytest.mark.parametrize("mark", ["unconfirmed", "待确认"])
@pytest.mark.parametrize(
    "shape", ["[{0}] It is so.", "It is so. [{0}]", "It is so. [created: 2026-01-01] [{0}]", "It is so.\n  [{0}]"]
)
def test_unconfirmed_is_read_in_both_languages_wherever_it_stands(mark: str, shape: str) -> None:
    (entry,) = read("* " + shape.format(mark) + "\n")
    assert entry.unconfirmed
    assert entry.text == "It is so."


def test_a_foreign_item_without_brackets_is_an_entry_without_source() -> None:
    (entry,) = read("* use [pnpm](https://pnpm.io), not npm\n")
    assert entry == Entry(text="use [pnpm](https://pnpm.io), not npm")


def test_an_item_goes_on_over_indented_lines_and_ends_at_a_blank_one() -> None:
    text = (
        "- 用 pnpm，\n  不用 npm。 [created: 2026-01-01,updated: 2026-01-02 , source: a/1#L1; b/2#L2]\n"
        "  Why: it is\n  faster\n\n  not part\n"
    )
    (item,) = entries.parse(lines(text))
    assert item.entry.text == "用 pnpm， 不用 npm。"
    assert item.entry.why == "it is faster"
    assert (item.entry.updated, item.entry.sources) == ("2026-01-02", ("a/1#L1", "b/2#L2"))
    assert (item.start, item.stop) == (0, 4)


def test_bold_labels_are_read_too() -> None:
    (entry,) = read("- Use pnpm.\n  **Why:** faster\n  **How to apply**: always\n")
    assert (entry.why, entry.how) == ("faster", "always")


def test_nested_items_are_entries_of_their_own() -> None:
    assert [entry.text for entry in read("- outer\n  - inner\n\t* deeper\n+ last\n")] == [
        "outer",
        "inner",
        "deeper",
        "last",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "prose\n",
        "* * *\n",
        "- - -\n",
        "-no space\n",
        "1. numbered\n",
        "```\n- code\n```\n",
        "~~~\n- code\n~~~\n",
        "````\n```\n- code\n````\n",
        "<!--\n- aside\n-->\n",
        "<!-- - aside -->\n",
        "```\n- never closed\n",
        "<!-- never closed\n- aside\n",
        "- \n",
    ],
)
def test_code_comments_rules_and_prose_hold_no_entries(text: str) -> None:
    assert read(text) == []


def test_a_line_with_code_in_it_opens_no_fence() -> None:
    assert [entry.text for entry in read("```x``` is code\n- an entry\n")] == ["an entry"]


def test_what_stands_behind_a_closed_fence_is_read() -> None:
    assert [entry.text for entry in read("- one\n  ```\n  - no\n  ```\n- two\n")] == ["one", "two"]


def test_odd_brackets_do_no_harm() -> None:
    (entry,) = read(
        "- Odd. [created: soon, seen: many, source: ;; , archived: 2026-02-02, reason: old, seen: 9, really]\n"
    )
    assert (entry.created, entry.seen, entry.sources) == ("soon", 1, ())
    assert (entry.archived, entry.reason) == ("2026-02-02", "old, seen: 9, really")


@pytest.mark.parametrize(
    ("raw", "safe"),
    [
        ("one\ntwo\r\nthree\u2028four", "one two three four"),
        ("- # > 1. Publish first", "Publish first"),
        ("a\u202eb\u200bc\ufeffd\u00ade\x07f", "abcde f"),
        ("tag\U000e0041s and fill\u3164ers", "tags and fillers"),
        ("lone \ud800 surrogate", "lone surrogate"),
        ("see <!-- hidden --> this", "see hidden this"),
        ("<!<!---- nested -->>", "<! -- nested >"),
        ("It is [created: 2020-01-01, source: you/x] so", "It is (created: 2020-01-01, source: you/x) so"),
        ("[unconfirmed] or [待确认]", "(unconfirmed) or (待确认)"),
        ("[ source: [nested] ]", "( source: [nested] ]"),
        ("```python", "python"),
        ("keep [links](x.md), -5 and *stars*", "keep [links](x.md), -5 and *stars*"),
        ("  全角\u3000空格  ", "全角 空格"),
    ],
)
def test_text_becomes_one_line_that_nothing_misreads(raw: str, safe: str) -> None:
    assert entries.plain(raw) == safe
    assert entries.plain(safe) == safe


def test_hostile_fields_cannot_add_fields_or_lines() -> None:
    entry = Entry(
        text="Fine.\n- [created: 1999-01-01] injected",
        why="x\n- second entry",
        created="2026-01-01, seen: 99",
        updated="2026-01-01",
        sources=("a/1#L1]; b", "you/2026-01-01"),
        reason="over] [source: c/9#L9",
    )
    (back,) = read("\n".join(entries.render(entry)) + "\n")
    assert back == entries.clean(entry)
    assert back.seen == 1
    assert back.text == "Fine. - (created: 1999-01-01) injected"
    assert len(entries.render(entry)) == 2


def test_the_key_is_that_of_the_statement_not_of_its_brackets_or_spacing() -> None:
    one = Entry(text="Use pnpm.", why="Fast.", created="2026-01-01", sources=("a/1#L1",))
    assert entries.key(one) == entries.key(Entry(text=" Use  pnpm. ", why="Fast.", seen=4))
    assert entries.key(one) != entries.key(Entry(text="Use pnpm."))
    assert entries.key(one) != entries.key(Entry(text="Use pnpm.", how="Fast."))
    assert entries.key(Entry(text="\ud800"))


def test_folding_ignores_width_case_spacing_and_closing_points() -> None:
    assert entries.fold("Use  PNPM。") == entries.fold("use pnpm.")
    assert entries.fold("Use pnpm 9") != entries.fold("Use pnpm 8")
