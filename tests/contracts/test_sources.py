"""What every source must do with good, growing and damaged transcripts.

A source brings a sample for each form of its format: a home directory in ``tests/fixtures/sources/``, called ``<name>``
or ``<name>@<form>``. None of its turns waits for a later row, so that each part of a file of lines gives a part of the
turns.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd import jsonl, paths, registry, sources
from dreamd.records import Mark, Turn
from dreamd.sources import Damaged, Source, Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.jsonl import Trail
    from dreamd.paths import Places
    from dreamd.records import Transcript

SAMPLES = Path(__file__).parent.parent / "fixtures" / "sources"


def named(home: Path, source: Source) -> bool:
    return home.name.partition("@")[0] == source.name


ALL = [source for source in registry.entries(sources, "SOURCE") if isinstance(source, Source)]
FORMS = [(source, home) for source in ALL for home in sorted(SAMPLES.glob(f"{source.name}*")) if named(home, source)]
LINE_LIMIT = 64 * 1024 * 1024


Form = tuple[Source, Path]


@pytest.fixture(params=FORMS, ids=lambda form: form[1].name)
def form(request: pytest.FixtureRequest) -> Form:
    source, home = request.param
    assert isinstance(source, Source)
    return source, home


@pytest.fixture
def source(form: Form) -> Source:
    return form[0]


@pytest.fixture
def sample(form: Form, home: Path, places: Places) -> Transcript:
    """The source's sample session in a scratch home."""
    shutil.copytree(form[1], home, dirs_exist_ok=True)
    return only(form[0], places)


@pytest.fixture
def lines(sample: Transcript) -> list[bytes]:
    """The sample's lines, for the sources that keep JSON lines."""
    if sample.path.suffix != ".jsonl":
        pytest.skip("this source does not keep JSON lines")
    return sample.path.read_bytes().splitlines(keepends=True)


@pytest.fixture
def document(sample: Transcript) -> bytes:
    """The sample, for the sources that keep one JSON object and write it anew."""
    if sample.path.suffix != ".json":
        pytest.skip("this source keeps no single JSON object")
    return sample.path.read_bytes()


def only(source: Source, places: Places) -> Transcript:
    (found,) = source.find(places, [])
    return found


def read(source: Source, transcript: Transcript, mark: Mark | None = None) -> tuple[list[Turn], Tally]:
    tally = Tally()
    turns = list(source.read(transcript, mark or Mark(), tally))
    return turns, tally


def words(turns: list[Turn]) -> list[tuple[str, str]]:
    return [(turn.role, turn.text) for turn in turns]


def damage(source: Source, transcript: Transcript, data: bytes) -> tuple[list[Turn], Tally]:
    transcript.path.write_bytes(data)
    return read(source, transcript)


def growing(transcript: Transcript, lines: list[bytes]) -> Iterator[tuple[int, bytes]]:
    """Write the file byte by byte, as an agent does that is watched closely."""
    data = b"".join(lines)
    transcript.path.write_bytes(b"")
    with transcript.path.open("ab", buffering=0) as handle:
        for cut in range(len(data) + 1):
            yield cut, data[:cut]
            handle.write(data[cut : cut + 1])


def test_every_source_brings_a_sample() -> None:
    assert {source.name for source, _ in FORMS} == {source.name for source in ALL}
    assert {home for _, home in FORMS} == set(SAMPLES.iterdir())


# --- finding ----------------------------------------------------------------------------------------------------------


def test_a_home_without_the_agent_has_no_sessions_and_no_damage(source: Source, places: Places) -> None:
    damaged: list[Damaged] = []
    assert list(source.find(places, damaged)) == []
    assert damaged == []
    assert source.roots(places)


def test_a_file_where_the_directory_should_be_is_reported(source: Source, places: Places) -> None:
    root = source.roots(places)[0]
    root.parent.mkdir(parents=True, exist_ok=True)
    root.write_text("not a directory")
    damaged: list[Damaged] = []
    assert list(source.find(places, damaged)) == []
    assert [item.path for item in damaged] == [root]
    assert damaged[0].reason


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every directory")
def test_a_directory_that_may_not_be_read_is_reported_and_the_rest_found(
    source: Source, sample: Transcript, places: Places
) -> None:
    closed = source.roots(places)[0] / "closed"
    closed.mkdir(mode=0)
    damaged: list[Damaged] = []
    assert list(source.find(places, damaged)) == [sample]
    assert [item.path for item in damaged] == [closed]


def test_a_transcript_is_known_by_stat(source: Source, sample: Transcript) -> None:
    status = sample.path.stat()
    assert (sample.size, sample.inode, sample.mtime_ns) == (status.st_size, status.st_ino, status.st_mtime_ns)
    assert sample.source == source.name
    assert sample.session


def test_links_are_followed_once_and_a_loop_ends(source: Source, sample: Transcript, places: Places) -> None:
    root = source.roots(places)[0]
    (root / "loop").symlink_to(root / "loop")
    (root / "again").symlink_to(sample.path.parent)
    (root / "gone").symlink_to(root / "nowhere")
    (sample.path.parent / "second.jsonl").symlink_to(sample.path)
    damaged: list[Damaged] = []
    found = list(source.find(places, damaged))
    assert [item.inode for item in found] == [sample.inode]
    assert [item.path for item in damaged] == [root / "loop"]


def test_the_roots_follow_the_home(source: Source, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    places = paths.places({"HOME": str(other), "DREAMD_HOME": str(tmp_path / "own")})
    assert all(root.is_relative_to(other) for root in source.roots(places))


# --- reading ----------------------------------------------------------------------------------------------------------


def test_the_sample_has_a_person_and_an_agent(source: Source, sample: Transcript) -> None:
    turns, tally = read(source, sample)
    assert {"human", "assistant"} <= {turn.role for turn in turns}
    assert (tally.bad_lines, tally.unknown, tally.own, tally.headless) == (0, {}, False, False)
    assert tally.cwd
    assert tally.last == max(turn.time for turn in turns)
    assert all(turn.source == source.name and turn.session == sample.session and turn.why for turn in turns)


def test_every_turn_is_found_again_in_its_line(source: Source, sample: Transcript) -> None:
    turns, _ = read(source, sample)
    trail: Trail = []
    for turn in (*turns, *reversed(turns)):
        shown = source.rows(sample, turn.line, trail)
        assert (turn.role, turn.text) in words(shown)
        assert shown == source.rows(sample, turn.line, [])


def test_a_line_that_is_not_there_has_no_turns(source: Source, sample: Transcript) -> None:
    assert source.rows(sample, 100_000, []) == []
    assert source.rows(sample, 0, []) == []


def test_a_transcript_that_is_gone_is_an_os_error(source: Source, sample: Transcript) -> None:
    sample.path.unlink()
    with pytest.raises(FileNotFoundError):
        read(source, sample)


def test_the_second_reading_of_an_unchanged_file_gives_nothing(source: Source, sample: Transcript) -> None:
    _, first = read(source, sample)
    turns, second = read(source, sample, first.mark)
    assert turns == []
    assert second.mark == first.mark
    assert (first.mark.size, first.mark.offset) == (sample.size, sample.size)


def test_a_tail_torn_at_any_byte_waits_and_reading_on_from_there_is_reading_at_once(
    source: Source, sample: Transcript, lines: list[bytes]
) -> None:
    whole, total = read(source, sample)
    marks = []
    for cut, data in growing(sample, lines):
        turns, tally = read(source, sample)
        complete = data.count(b"\n")
        assert turns == [turn for turn in whole if turn.line <= complete]
        assert (tally.mark.line, tally.mark.offset, tally.mark.size) == (complete, data.rfind(b"\n") + 1, cut)
        assert tally.bad_lines == 0
        marks.append((len(turns), tally.mark))
    for before, mark in marks:
        after, second = read(source, sample, mark)
        assert after == whole[before:]
        assert second.mark == total.mark


@pytest.mark.parametrize("keep", [0, 1, 300])
def test_a_truncated_file_is_read_from_its_beginning(
    source: Source, sample: Transcript, lines: list[bytes], keep: int
) -> None:
    _, first = read(source, sample)
    expected, _ = damage(source, sample, b"".join(lines)[:keep])
    turns, _ = read(source, sample, first.mark)
    assert turns == expected


def test_a_rewritten_file_is_read_from_its_beginning(source: Source, sample: Transcript, lines: list[bytes]) -> None:
    _, first = read(source, sample)
    sample.path.write_bytes(b"".join([*lines[3:], *lines[:3]]))
    turns, _ = read(source, sample, first.mark)
    assert len(turns) > 1
    assert turns == read(source, sample)[0]


def test_another_file_of_the_same_name_is_read_from_its_beginning(
    source: Source, sample: Transcript, lines: list[bytes]
) -> None:
    whole, first = read(source, sample)
    copy = sample.path.with_suffix(".new")
    copy.write_bytes(b"".join(lines))
    copy.replace(sample.path)
    turns, _ = read(source, sample, first.mark)
    assert turns == whole


def test_what_begins_with_the_first_row_says_so_and_what_goes_on_does_not(
    source: Source, sample: Transcript, lines: list[bytes]
) -> None:
    _, first = read(source, sample)
    _, again = read(source, sample, first.mark)
    sample.path.write_bytes(b"".join([*lines, lines[-1]]))
    _, more = read(source, sample, first.mark)
    sample.path.write_bytes(b"".join([*lines[3:], *lines[:3]]))
    _, rewritten = read(source, sample, first.mark)
    sample.path.write_bytes(b"")
    _, emptied = read(source, sample, first.mark)
    assert [tally.anew for tally in (first, again, more, rewritten, emptied)] == [True, False, False, True, True]


# --- damage -----------------------------------------------------------------------------------------------------------

HARMLESS = {
    "blank lines": b"\n  \n\r\n",
    "an unknown row": b'{"type":"from-the-future","text":"never eat yellow snow"}\n',
}
BAD = {
    "a run of NUL": b"\0" * 5000 + b"\n",
    "no UTF-8": b"\xff\xfe\xc3\x28\n",
    "no JSON": b"panic: disk full\n",
    "half a row": b'{"type":"user","message":{"role":"user","content":"never eat ye\n',
    "a list": b'["user"]\n',
    "a number": b"17\n",
    "deep nesting": b"[" * 100_000 + b"\n",
    "deep objects": b'{"a":' * 100_000 + b"\n",
}


@pytest.mark.parametrize("extra", [*HARMLESS.values(), *BAD.values()], ids=[*HARMLESS, *BAD])
def test_a_line_between_that_cannot_be_read_costs_nothing_else(
    source: Source, sample: Transcript, lines: list[bytes], extra: bytes
) -> None:
    whole, _ = read(source, sample)
    half = len(lines) // 2
    turns, tally = damage(source, sample, b"".join([*lines[:half], extra, *lines[half:]]))
    assert words(turns) == words(whole)
    assert tally.bad_lines == (extra in BAD.values())
    assert [turn.line for turn in turns if turn.line > half] == [
        turn.line + extra.count(b"\n") for turn in whole if turn.line > half
    ]


def test_an_unknown_row_is_counted_by_its_name(source: Source, sample: Transcript, lines: list[bytes]) -> None:
    _, tally = damage(source, sample, b"".join([*lines, HARMLESS["an unknown row"] * 3]))
    assert tally.unknown == {"from-the-future": 3}


def test_many_unknown_names_do_not_fill_the_memory(source: Source, sample: Transcript, lines: list[bytes]) -> None:
    noise = b"".join(b'{"type":"%s%d"}\n' % (b"x" * 500, number) for number in range(1000))
    _, tally = damage(source, sample, b"".join([*lines, noise]))
    assert len(tally.unknown) <= 100
    assert max(len(name) for name in tally.unknown) <= 100


@pytest.mark.parametrize("between", [b"", b"\0\0\0", b" "], ids=["nothing", "NUL", "a space"])
def test_glued_rows_are_taken_apart(source: Source, sample: Transcript, lines: list[bytes], between: bytes) -> None:
    whole, _ = read(source, sample)
    glued = between.join(line.rstrip(b"\n") for line in lines) + b"\n"
    turns, tally = damage(source, sample, glued)
    assert words(turns) == words(whole)
    assert {turn.line for turn in turns} == {1}
    assert tally.bad_lines == 0


def test_behind_a_cut_row_the_whole_one_on_its_line_is_found(
    source: Source, sample: Transcript, lines: list[bytes]
) -> None:
    following = next(line for line in lines if damage(source, sample, line)[0])
    expected = words(damage(source, sample, following)[0])
    for line in lines:
        alone = words(damage(source, sample, line)[0])
        for cut in range(1, len(line) - 1, 41):
            turns, _ = damage(source, sample, line[:cut] + following)
            assert words(turns) in (expected, alone + expected)


def test_a_literal_newline_in_a_string_costs_that_row_alone(
    source: Source, sample: Transcript, lines: list[bytes]
) -> None:
    whole, _ = read(source, sample)
    target = next(number for number, line in enumerate(lines) if b"\\n" in line)
    torn = [line.replace(b"\\n", b"\n", 1) if number == target else line for number, line in enumerate(lines)]
    turns, tally = damage(source, sample, b"".join(torn))
    assert words(turns) == words([turn for turn in whole if turn.line != target + 1])
    assert tally.bad_lines >= 1


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: b"\0" * 4096 + data,
        lambda data: data.replace(b"\n", b"\0\0\n"),
        lambda data: data.replace(b'":', b'": ').replace(b',"', b', "'),
    ],
    ids=["CRLF", "BOM", "NUL before", "NUL behind", "spaces"],
)
def test_bytes_around_the_rows_change_no_turn(
    source: Source, sample: Transcript, lines: list[bytes], change: object
) -> None:
    whole, _ = read(source, sample)
    assert callable(change)
    turns, tally = damage(source, sample, change(b"".join(lines)))
    assert turns == whole
    assert tally.bad_lines == 0


@pytest.mark.parametrize("odd", ["\u2028", "\u2029", "\x85", "\\ud83d", "\\udcb2", "\\u0000", "\\ud83d\\ude00"])
def test_odd_characters_in_a_text_stay_in_its_row_and_can_be_written(
    source: Source, sample: Transcript, lines: list[bytes], odd: str
) -> None:
    whole, _ = read(source, sample)
    said = next(turn for turn in whole if turn.role == "human")
    first = said.text.split()[0].encode()
    turns, tally = damage(source, sample, b"".join(lines).replace(first, first + odd.encode(), 1))
    assert [turn.line for turn in turns] == [turn.line for turn in whole]
    assert tally.bad_lines == 0
    for turn in turns:
        turn.text.encode()


def test_a_line_of_20_megabytes_is_read(source: Source, sample: Transcript, lines: list[bytes]) -> None:
    whole, _ = read(source, sample)
    said = next(turn for turn in whole if turn.role == "human")
    first = said.text.split()[0].encode()
    turns, _ = damage(source, sample, b"".join(lines).replace(first, first + b"x" * 20_000_000, 1))
    assert [turn.line for turn in turns] == [turn.line for turn in whole]
    # No model's context holds so long a text. A source may leave it out, but says so, and it is nobody's words then.
    left_out = [turn for turn in turns if turn.text.startswith(jsonl.LEFT_OUT)]
    assert [turn.role for turn in left_out] == ["injected"] or max(len(turn.text) for turn in turns) > 20_000_000


def test_a_text_of_3_megabytes_is_read_whole(source: Source, sample: Transcript, lines: list[bytes]) -> None:
    whole, _ = read(source, sample)
    first = next(turn for turn in whole if turn.role == "human").text.split()[0].encode()
    turns, _ = damage(source, sample, b"".join(lines).replace(first, first + b"x" * 3_000_000, 1))
    assert [turn.line for turn in turns] == [turn.line for turn in whole]
    assert max(len(turn.text) for turn in turns) > 3_000_000


def test_a_line_beyond_the_limit_is_passed_over(source: Source, sample: Transcript, lines: list[bytes]) -> None:
    whole, _ = read(source, sample)
    with sample.path.open("wb") as handle:
        handle.write(lines[0])
        handle.truncate(len(lines[0]) + LINE_LIMIT + 1)
        handle.seek(0, os.SEEK_END)
        handle.write(b"\n" + b"".join(lines[1:]))
    turns, tally = read(source, sample)
    assert words(turns) == words(whole)
    assert tally.bad_lines == 1


# --- one object, written anew -----------------------------------------------------------------------------------------


def test_an_object_torn_at_any_byte_waits_and_is_then_read_whole(
    source: Source, sample: Transcript, document: bytes
) -> None:
    whole, total = read(source, sample)
    for cut in range(len(document.rstrip())):
        turns, tally = damage(source, sample, document[:cut])
        assert (turns, tally.mark.line, tally.mark.size) == ([], 0, cut)
    turns, tally = damage(source, sample, document)
    assert turns == whole
    assert tally.mark == total.mark


def test_an_object_that_is_torn_now_gives_nothing_again_when_it_is_whole(
    source: Source, sample: Transcript, document: bytes
) -> None:
    _, first = read(source, sample)
    sample.path.write_bytes(document[: len(document) // 2])
    turns, torn = read(source, sample, first.mark)
    assert turns == []
    sample.path.write_bytes(document)
    turns, last = read(source, sample, torn.mark)
    assert turns == []
    assert last.mark == first.mark


def test_an_object_says_whether_its_messages_are_others_than_before(
    source: Source, sample: Transcript, document: bytes
) -> None:
    _, first = read(source, sample)
    _, again = read(source, sample, first.mark)
    _, other = read(source, sample, msgspec.structs.replace(first.mark, digest="of others"))
    _, torn = damage(source, sample, document[: len(document) // 2])
    assert [tally.anew for tally in (first, again, other, torn)] == [True, False, True, False]


def test_an_object_written_to_another_file_of_the_same_name_gives_nothing_again(
    source: Source, sample: Transcript, document: bytes
) -> None:
    _, first = read(source, sample)
    copy = sample.path.with_suffix(".new")
    copy.write_bytes(document)
    copy.replace(sample.path)
    assert read(source, sample, first.mark)[0] == []


@pytest.mark.parametrize("data", [b"", *BAD.values()], ids=["nothing", *BAD])
def test_what_is_no_such_object_has_no_turns(source: Source, sample: Transcript, document: bytes, data: bytes) -> None:
    assert document
    turns, tally = damage(source, sample, data)
    assert turns == []
    assert tally.bad_lines == bool(data)
    assert source.rows(sample, 1, []) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: b"\0" * 4096 + data,
        lambda data: data + b"\0\0",
        lambda data: data.replace(b"\n", b""),
    ],
    ids=["CRLF", "BOM", "NUL before", "NUL behind", "one line"],
)
def test_bytes_around_an_object_change_no_turn(
    source: Source, sample: Transcript, document: bytes, change: object
) -> None:
    whole, _ = read(source, sample)
    assert callable(change)
    turns, tally = damage(source, sample, change(document))
    assert turns == whole
    assert tally.bad_lines == 0


@pytest.mark.parametrize("odd", ["\u2028", "\x85", "\\ud83d", "\\udcb2", "\\u0000", "\\ud83d\\ude00"])
def test_odd_characters_in_an_object_can_be_written(
    source: Source, sample: Transcript, document: bytes, odd: str
) -> None:
    whole, _ = read(source, sample)
    first = next(turn for turn in whole if turn.role == "human").text.split()[0].encode()
    turns, tally = damage(source, sample, document.replace(first, first + odd.encode(), 1))
    assert [turn.line for turn in turns] == [turn.line for turn in whole]
    assert tally.bad_lines == 0
    for turn in turns:
        turn.text.encode()


def test_an_object_beyond_the_limit_is_passed_over(source: Source, sample: Transcript, document: bytes) -> None:
    with sample.path.open("wb") as handle:
        handle.write(document)
        handle.truncate(LINE_LIMIT + 1)
    turns, tally = read(source, sample)
    assert turns == []
    assert tally.bad_lines == 1
