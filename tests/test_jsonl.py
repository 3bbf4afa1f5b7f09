"""Damaged JSON lines: what is a line, and which objects are on it."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from dreamd import jsonl

if TYPE_CHECKING:
    from pathlib import Path

BEGIN = re.compile(r'\{"(?:type|id)":')


def lines(path: Path, data: bytes, offset: int = 0, number: int = 0, limit: int = jsonl.LIMIT) -> list[jsonl.Line]:
    path.write_bytes(data)
    with path.open("rb") as handle:
        return list(jsonl.lines(handle, offset, number, limit))


def has_id(found: dict[str, object]) -> bool:
    return "id" in found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.jsonl"


def test_a_line_ends_at_its_newline_and_nowhere_else(path: Path) -> None:
    first = '{"a":"\u2028 \x0b \x0c \x85"}\r\n'.encode()
    assert lines(path, first + b"{}\n") == [(1, first, len(first)), (2, b"{}\n", len(first) + 3)]


def test_a_tail_without_a_newline_is_no_line_yet(path: Path) -> None:
    assert lines(path, b'{}\n{"a":1}') == [(1, b"{}\n", 3)]


def test_reading_goes_on_from_an_offset(path: Path) -> None:
    assert lines(path, b"{}\n{}\n[]\n", offset=3, number=1) == [(2, b"{}\n", 6), (3, b"[]\n", 9)]


@pytest.mark.parametrize("length", [9, 10, 11, 19, 20, 21, 35])
def test_a_line_beyond_the_limit_keeps_its_number_and_loses_its_bytes(path: Path, length: int) -> None:
    long = b"x" * (length - 1) + b"\n"
    kept = long if length <= 10 else b""
    assert lines(path, b"{}\n" + long + b"[]\n", limit=10) == [
        (1, b"{}\n", 3),
        (2, kept, 3 + length),
        (3, b"[]\n", 6 + length),
    ]


class Counted(io.FileIO):
    """A file that counts the bytes read from it."""

    count = 0

    def readinto(self, buffer: Any, /) -> int:  # noqa: ANN401 (a buffer of any kind)
        got: int = super().readinto(buffer) or 0
        self.count += got
        return got


@pytest.mark.parametrize("step", [1, 173, 400])
def test_a_line_is_found_by_its_number_wherever_others_were_found_before(path: Path, step: int) -> None:
    made = [b"%d %s\n" % (number, b"x" * (number * 37 % 5000)) for number in range(1, 400)]
    path.write_bytes(b"".join(made) + b"no line yet")
    numbers = sorted(range(-1, 402, 2), key=lambda number: number * step % 401)
    trail: jsonl.Trail = []
    with path.open("rb") as handle:
        for number in numbers:
            there = 0 < number < 400
            assert jsonl.line(handle, number, trail) == (made[number - 1] if there else b"")
    assert trail == sorted(trail)
    assert len(trail) <= path.stat().st_size / jsonl.STRIDE
    assert all(path.read_bytes()[:offset].count(b"\n") == before for before, offset in trail)


def test_many_lines_cost_one_reading_of_the_file_and_a_stride_each(path: Path) -> None:
    path.write_bytes(b"".join(b'{"number":%d,"text":"%s"}\n' % (number, b"x" * 970) for number in range(5000)))
    size, trail = path.stat().st_size, jsonl.Trail()
    raw = Counted(path)
    with io.BufferedReader(raw, 8192) as handle:
        for number in range(5000, 0, -50):
            assert b'"number":%d,' % (number - 1) in jsonl.line(handle, number, trail)
    assert raw.count < size + 100 * (jsonl.STRIDE + 2 * 8192)
    assert raw.count < 100 * size / 8, "it would be fifty times the size"


def test_a_long_tail_without_a_newline_is_no_line(path: Path) -> None:
    assert lines(path, b"{}\n" + b"x" * 25, limit=10) == [(1, b"{}\n", 3)]


def test_one_line_is_found_by_its_number(path: Path) -> None:
    path.write_bytes(b"1\n2\n3")
    with path.open("rb") as handle:
        assert [jsonl.line(handle, number, []) for number in (0, 1, 2, 3, 4)] == [b"", b"1\n", b"2\n", b"", b""]


def test_the_fingerprint_stays_when_the_file_grows_and_only_then(path: Path) -> None:
    data = bytes(range(256)) * 100
    path.write_bytes(data)
    with path.open("rb") as handle:
        known = jsonl.fingerprint(handle, 20_000)
    for changed, same in ((data + b"more", True), (b"x" + data[1:], False), (data[:19_999] + b"x", False)):
        path.write_bytes(changed)
        with path.open("rb") as handle:
            assert (jsonl.fingerprint(handle, 20_000) == known) is same


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b'{"id":1}', [{"id": 1}]),
        (b'{"id":1}{"id":2} {"id":3}\r\n', [{"id": 1}, {"id": 2}, {"id": 3}]),
        (b'\xef\xbb\xbf{"id":1}\n', [{"id": 1}]),
        (b'\0\0{"id":1}\0\0{"id":2}\0\n', [{"id": 1}, {"id": 2}]),
        (b'{"id":1}\0\0{"id":"half\n', [{"id": 1}]),
        (b'ge","x":[{"id":0},1]}{"id":1}\n', [{"id": 1}]),
        (b'{"id":7,"text":"half {"id":1}\n', [{"id": 1}]),
        (b'{"id":7,"sub":{"type":"user"},"text":"half\n', []),
        (b'{"id":7,"list":[{"type":"user"},{"type":"user"}\n', []),
        (b'{"id":7,"list":[{"type":"user"},{"id":1}\n', [{"id": 1}]),
        (b'{"id":NaN,"big":123456789012345678901234567890}', [{"id": None, "big": 123456789012345678901234567890}]),
        (b'{"id":"\xff"}', [{"id": "\ufffd"}]),
        (b'{"id":"\\ud83d!"}', [{"id": "\ufffd!"}]),
        (b'{"id":"\\ud83d\\ude00"}', [{"id": "\U0001f600"}]),
        (b'{"\\udcb2":["\\udcb2"]}', [{"\ufffd": ["\ufffd"]}]),
        (b'{"id":"a\tb"}', [{"id": "a\tb"}]),
        (b"[1]", []),
        (b"", []),
        (b"{" * 100_000, []),
        (b'{"id":' * 100_000, []),
    ],
)
def test_the_whole_objects_on_a_line_are_found(data: bytes, found: list[dict[str, object]]) -> None:
    assert jsonl.objects(data, BEGIN, has_id) == found


def test_more_glued_objects_than_searches_are_all_found() -> None:
    assert len(jsonl.objects(b'{"id":1}' * 1000, BEGIN, has_id)) == 1000


def test_a_search_among_garbage_ends() -> None:
    assert jsonl.objects(b'{"id":[' * 2000 + b"x" * 100_000, BEGIN, has_id) == []


def test_a_string_that_is_too_long_is_left_out_and_nothing_beside_it() -> None:
    short, long = '\\"' * 1000, '\\"x' * jsonl.TEXT
    line = json.dumps({"a": short, long: ["y", long], "b": 1}).encode()
    note = f"[dreamd left out {len(json.dumps(long))} bytes]"
    assert json.loads(jsonl.shortened(line)) == {"a": short, note: ["y", note], "b": 1}
    assert jsonl.shortened(line[:-40]).endswith(line[-200:-40])


def test_a_value_is_read_or_is_none() -> None:
    assert jsonl.value(b'["\\ud83d"]') == ["\ufffd"]
    assert jsonl.value(b"") is None
    assert jsonl.value(json.dumps({"a": 1}).encode()) == {"a": 1}


@pytest.mark.parametrize(("data", "blank"), [(b"\n", True), (b" \t\r\n", True), (b"\0\n", False), (b"", False)])
def test_only_an_empty_line_is_blank(data: bytes, *, blank: bool) -> None:
    assert jsonl.blank(data) is blank
