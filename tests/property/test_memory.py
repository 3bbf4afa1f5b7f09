"""What holds of every entry, topic and index, whatever stands in them."""

from __future__ import annotations

import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dreamd.memory import entry as entries
from dreamd.memory import front_matter, index, topic
from dreamd.records import Entry

words = st.text(alphabet=st.characters(codec="utf-8"), max_size=60)
snippets = st.sampled_from(
    [
        "[created: x]",
        "[unconfirmed]",
        "[待确认]",
        "<!--",
        "-->",
        "- ",
        "# ",
        "```",
        "\u202e",
        "\u200b",
        "\n",
        "Why: ",
        "]",
        "[",
        "1. ",
    ]
)
hostile = st.lists(st.one_of(words, snippets), max_size=6).map("".join)
dates = st.dates().map(str)
references = st.from_regex(r"[a-z-]{1,12}/[0-9a-f-]{1,13}#L[0-9]{1,5}", fullmatch=True)
spoken = hostile.filter(lambda text: bool(entries.plain(text)))
written = st.builds(
    Entry,
    text=spoken,
    why=hostile,
    how=hostile,
    created=dates,
    updated=dates,
    sources=st.lists(references, min_size=1, max_size=3).map(tuple),
    seen=st.integers(1, 50),
    unconfirmed=st.booleans(),
    archived=st.one_of(st.just(""), dates),
    reason=hostile,
)
strange_lines = st.sampled_from(
    [
        b"- a person's note\n",
        b"  indented more\n",
        b"* another\r\n",
        b"```\n",
        b"<!-- aside\n",
        b"-->\n",
        b"# Heading\n",
        b"\n",
        b"---\n",
        b"name: x: y\n",
        b"created: 2026-01-01\n",
        b"no end",
        b"\r",
        "\ufeff".encode(),
    ]
)
strange = st.lists(st.one_of(strange_lines, words.map(str.encode)), max_size=12).map(b"".join)


@given(hostile)
@settings(deadline=None)
def test_plain_text_is_one_safe_line_and_stays_as_it_is(text: str) -> None:
    once = entries.plain(text)
    assert entries.plain(once) == once
    assert len(once.splitlines()) <= 1
    assert "<!--" not in once
    assert "\u202e" not in once


@given(written)
@settings(deadline=None)
def test_an_entry_read_back_is_the_entry_that_was_written(entry: Entry) -> None:
    lines = entries.render(entry)
    (item,) = entries.parse([f"{line}\n" for line in lines])
    assert item.entry == entries.clean(entry)
    assert (item.start, item.stop) == (0, len(lines))
    assert entries.render(item.entry) == lines


@given(strange)
@settings(max_examples=200, deadline=None)
def test_a_topic_is_its_bytes_whatever_they_are(data: bytes) -> None:
    assert topic.parse("any", data).data == data


@given(strange, written)
@settings(max_examples=300, deadline=None)
def test_what_is_added_and_removed_again_leaves_no_trace_in_a_foreign_file(data: bytes, entry: Entry) -> None:
    before = topic.parse("any", data)
    key = entries.key(entries.clean(entry))
    after = topic.add(before, entry)
    assert entries.clean(entry) in after.entries
    assert [item for item in after.entries if item != entries.clean(entry)] == [
        item for item in before.entries if item != entries.clean(entry)
    ]
    assert topic.remove(topic.parse("any", after.data), key).data == data


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
@settings(deadline=None)
def test_a_value_of_the_head_survives_every_yaml_reader(value: str) -> None:
    line = front_matter.field("name", value)
    assert yaml.load(line, Loader=front_matter.loader()) == {"name": value}  # noqa: S506 (the loader under test)
    assert yaml.safe_load(line) == {"name": value}
    assert front_matter.parse(["---\n", f"{line}\n", "---\n"]).get("name") == value


NAMES = st.sampled_from(["name", "type", "a_b", "x-1", "metadata", "0", "é"])
VALUES = st.one_of(
    st.text(alphabet="ab1é日: -#'\"\\.,/&*!|>%@`[]{}?~\t\u3000\x7f\u2028", max_size=8),
    st.sampled_from(["no", "null", "12:30", "0x1f", "2026-01-15", "<<", "---", "...", "a # b", "a: b", "a  ", "- a"]),
)
LINES = st.builds(
    "{}{}{}{}".format,
    NAMES,
    st.sampled_from([": ", ":", ":  ", " : "]),
    st.one_of(VALUES, st.builds('"{}"'.format, VALUES)),
    st.sampled_from(["\n", "\r\n", " \n"]),
)


@given(st.lists(LINES, max_size=4))
@settings(max_examples=1000, deadline=None)
def test_a_head_that_is_read_without_the_loader_says_what_the_loader_reads(lines: list[str]) -> None:
    if all(map(front_matter.PLAIN.fullmatch, lines)):
        loaded = yaml.load("".join(lines), Loader=front_matter.loader())  # noqa: S506 (the loader under test)
        assert front_matter.parse(["---\n", *lines, "---\n"]).values == (loaded or {})


@given(written, written)
@settings(max_examples=50, deadline=None)
def test_our_own_topic_is_as_it_was_when_what_came_last_goes_again(first: Entry, second: Entry) -> None:
    assume(entries.key(entries.clean(first)) != entries.key(entries.clean(second)))
    before = topic.add(topic.new("any", "Title", "Read before", "user", "2026-01-01"), first)
    assert topic.remove(topic.add(before, second), entries.key(entries.clean(second))).data == before.data


stems = st.lists(st.sampled_from(["alpha", "beta", "gamma"]), unique=True)
TOPICS = {
    stem: topic.new(stem, stem.title(), "Read before", "project", "2026-01-01") for stem in ("alpha", "beta", "gamma")
}
POINTERS = {stem: f"{index.pointer(held)}\n".encode() for stem, held in TOPICS.items()}
OWN = frozenset(index.key(line.decode()) for line in POINTERS.values())


@given(
    st.lists(st.one_of(st.binary(max_size=12), strange_lines, st.sampled_from(list(POINTERS.values()))), max_size=8),
    stems,
    stems,
)
@settings(max_examples=150, deadline=None)
def test_foreign_lines_of_an_index_keep_words_and_order(parts: list[bytes], born: list[str], gone: list[str]) -> None:
    data = b"".join(parts)
    standing = {stem: held for stem, held in TOPICS.items() if stem not in gone}
    after = index.rebuild(data, OWN, standing, [stem for stem in born if stem not in gone], gone)
    rest = iter(index.text_of(after).removesuffix("\n").split("\n"))
    foreign = [line for line in index.text_of(data).removesuffix("\n").split("\n") if index.key(line) not in OWN]
    assert not data or all(any(line.rstrip("\r") == other.rstrip("\r") for other in rest) for line in foreign)
    assert index.rebuild(after, OWN, standing) == after
    named = {found.file for found in index.pointers(after)}
    assert {f"{stem}.md" for stem in born if stem not in gone} <= named
