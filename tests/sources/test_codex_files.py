"""Where Codex keeps its sessions, archived and compressed ones too."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from dreamd import paths
from dreamd.records import Mark, Turn
from dreamd.sources import Damaged, Tally
from dreamd.sources.codex import SOURCE, packing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.records import Transcript

ONE, TWO = "019ed936-c4f5-7a21-ad41-d1eed95dc4df", "019ed9f4-6510-7fc0-8643-6d434f193bd0"
DAY = "sessions/2026/06/18"
ROW = '{"timestamp":"2026-06-18T05:34:23.194Z","type":"event_msg","payload":{"type":"user_message","message":"%s"}}\n'


def name(identity: str) -> str:
    return f"rollout-2026-06-18T05-34-23-{identity}.jsonl"


def put(root: Path, place: str, data: bytes = b"{}\n") -> Path:
    path = root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def only(places: Places) -> Transcript:
    (transcript,) = found(places)
    return transcript


def found(places: Places) -> list[Transcript]:
    return list(SOURCE.find(places, []))


def elsewhere(home: Path, **variables: str) -> Places:
    return paths.places({"HOME": str(home), "DREAMD_HOME": str(home / "own"), **variables})


def read(transcript: Transcript, mark: Mark | None = None) -> tuple[list[Turn], Tally]:
    tally = Tally()
    return list(SOURCE.read(transcript, mark or Mark(), tally)), tally


@pytest.fixture
def _without_zstd(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine on which the extra was not installed."""
    for library in packing.LIBRARIES:
        monkeypatch.setitem(sys.modules, library, None)
    packing.library.cache_clear()
    yield
    packing.library.cache_clear()


def test_only_the_rollouts_are_found(home: Path, places: Places) -> None:
    codex = home / ".codex"
    put(codex, f"{DAY}/{name(ONE)}")
    put(codex, f"archived_sessions/{name(TWO)}")
    for other in (
        "history.jsonl",
        "session_index.jsonl",
        "AGENTS.md",
        f"{DAY}/notes.jsonl",
        f"{DAY}/{name(ONE)}.tmp",
        "sessions/rollout-2025-05-01-old.json",
        "memories/x.md",
    ):
        put(codex, other)
    assert {item.session for item in found(places)} == {ONE, TWO}


def test_a_session_is_called_by_its_identity_or_by_its_file(home: Path, places: Places) -> None:
    put(home, f".codex/{DAY}/{name(ONE)}")
    put(home, f".codex/{DAY}/rollout-without-identity.jsonl")
    assert [item.session for item in found(places)] == [ONE, "rollout-without-identity"]


def test_a_chosen_directory_stands_alone(home: Path, tmp_path: Path) -> None:
    put(home, f".codex/{DAY}/{name(ONE)}")
    put(tmp_path / "chosen", f"{DAY}/{name(TWO)}")
    assert [item.session for item in found(elsewhere(home, CODEX_HOME=str(tmp_path / "chosen")))] == [TWO]


def test_several_chosen_directories_stand_between_commas(home: Path, tmp_path: Path) -> None:
    put(tmp_path / "one", f"{DAY}/{name(ONE)}")
    put(tmp_path / "two", f"archived_sessions/{name(TWO)}")
    places = elsewhere(home, CODEX_HOME=f"{tmp_path / 'one'}, {tmp_path / 'two'}")
    assert {item.session for item in found(places)} == {ONE, TWO}


def test_the_copy_in_use_stands_for_the_session(home: Path, places: Places, zstd: Any) -> None:  # noqa: ANN401
    codex = home / ".codex"
    places_of_one = [
        f"{DAY}/{name(ONE)}",
        f"{DAY}/{name(ONE)}.zst",
        f"archived_sessions/{name(ONE)}",
        f"archived_sessions/{name(ONE)}.zst",
    ]
    for place in reversed(places_of_one):
        path = put(codex, place, zstd.compress(b"{}\n") if place.endswith(".zst") else b"{}\n")
        assert [item.path for item in found(places)] == [path]


def test_an_archived_session_is_read_on(home: Path, places: Places) -> None:
    path = put(home, f".codex/{DAY}/{name(ONE)}", (ROW % "use tabs").encode())
    _, first = read(only(places))
    archived = home / ".codex" / "archived_sessions" / path.name
    archived.parent.mkdir()
    path.rename(archived)
    with archived.open("a") as handle:
        handle.write(ROW % "and spaces in YAML")
    transcript = only(places)
    turns, _ = read(transcript, first.mark)
    assert [(turn.line, turn.text) for turn in turns] == [(2, "and spaces in YAML")]


def test_a_compressed_session_is_the_same_session(home: Path, places: Places, zstd: Any) -> None:  # noqa: ANN401
    data = "".join(ROW % f"rule {number}" for number in range(200)).encode()
    path = put(home, f".codex/{DAY}/{name(ONE)}", data)
    plain, first = read(only(places))
    path.unlink()
    put(home, f".codex/{DAY}/{name(ONE)}.zst", zstd.compress(data))
    transcript = only(places)
    assert transcript.session == ONE
    turns, tally = read(transcript)
    assert turns == plain
    assert SOURCE.rows(transcript, 150, []) == SOURCE.rows(transcript, 150, [(1, len(ROW % "rule 0"))])
    assert [turn.text for turn in SOURCE.rows(transcript, 150, [])] == ["rule 149"]
    assert read(transcript, tally.mark)[0] == []
    assert read(transcript, first.mark)[0] == []


def test_a_compressed_session_that_was_rewritten_is_read_from_its_beginning(
    home: Path,
    places: Places,
    zstd: Any,  # noqa: ANN401
) -> None:
    put(home, f".codex/{DAY}/{name(ONE)}.zst", zstd.compress((ROW % "use tabs").encode()))
    _, first = read(only(places))
    put(home, f".codex/{DAY}/{name(ONE)}.zst", zstd.compress((ROW % "use nothing at all").encode()))
    assert [turn.text for turn in read(only(places), first.mark)[0]] == ["use nothing at all"]


@pytest.mark.parametrize("keep", [0, 3, 40, -5])
def test_a_damaged_compressed_session_is_an_os_error(home: Path, places: Places, zstd: Any, keep: int) -> None:  # noqa: ANN401
    data = zstd.compress("".join(ROW % f"rule {number}" for number in range(200)).encode())
    put(home, f".codex/{DAY}/{name(ONE)}.zst", data[:keep] if keep else b"no zstd at all")
    with pytest.raises(OSError, match="compressed text is damaged"):
        read(only(places))


def test_a_long_line_of_a_small_compressed_file_is_passed_over(home: Path, places: Places, zstd: Any) -> None:  # noqa: ANN401
    data = b'{"x":"' + b"0" * (70 << 20) + b'"}\n' + (ROW % "use tabs").encode()
    put(home, f".codex/{DAY}/{name(ONE)}.zst", zstd.compress(data))
    turns, tally = read(only(places))
    assert [turn.text for turn in turns] == ["use tabs"]
    assert tally.bad_lines == 1


@pytest.mark.usefixtures("_without_zstd")
def test_without_the_extra_a_compressed_session_is_reported_in_words(home: Path, places: Places) -> None:
    packed = put(home, f".codex/{DAY}/{name(ONE)}.zst")
    put(home, f".codex/{DAY}/{name(TWO)}")
    put(home, f".codex/{DAY}/{name(TWO)}.zst")
    damaged: list[Damaged] = []
    assert [item.session for item in SOURCE.find(places, damaged)] == [TWO]
    assert [item.path for item in damaged] == [packed]
    assert "dreamd[zstd]" in damaged[0].reason


def test_a_hundred_years_of_days_and_a_link_to_them_are_walked_once(home: Path, places: Places) -> None:
    for year in range(2000, 2100):
        put(home, f".codex/sessions/{year}/01/01/rollout-{year}.jsonl")
    (home / ".codex" / "sessions" / "2050" / "up").symlink_to(home / ".codex" / "sessions")
    assert len(found(places)) == 100
