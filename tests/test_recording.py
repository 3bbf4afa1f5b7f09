"""The record of a dream: whole, private, without secrets, and gone in time."""

from __future__ import annotations

import itertools
import os
import stat
import threading
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd import clock, recording
from dreamd.dialog import Call, Message, Opaque, Reply, Request, Result, Text, Tool
from dreamd.errors import ModelFailed
from dreamd.recording import Answered, Asked, Ended, Failed, Proposed, Recorder
from dreamd.records import Dream, Operation, Quote, Tokens

if TYPE_CHECKING:
    from pathlib import Path

TOKEN = "ghp_" + "x7Kq2mZ9tR4wB8nL3vJ6yD1cF5hG0pSaQeUi"
TOOLS = (Tool(name="view", description="Look.", schema=msgspec.Raw(b'{"type":"object"}')),)
FIRST = Message(role="user", content=(Text(text="Dream."),))
CALL = Message(role="assistant", content=(Call(id="a", name="view", input=msgspec.Raw(b'{"topic":"a"}')),))
RESULT = Message(role="user", content=(Result(id="a", text="no such topic", error=True),))
REPLY = Reply(
    content=(Opaque(raw=msgspec.Raw(b'{"type":"thinking","signature":"x"}')), Text(text="Done.")),
    stop="end_turn",
    tokens=Tokens(input=7, output=2, cached=90),
)
QUOTE = Quote(source="s", session="t", line=4, quote="we deploy on Fridays", role="human", date="2026-11-02")


def asked(*messages: Message, agent: str = "dream", system: str = "You dream.") -> Request:
    return Request(agent=agent, system=system, messages=messages, tools=TOOLS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "runs" / "4f2a9c01"


@pytest.fixture
def recorder(folder: Path) -> Recorder:
    ticks = itertools.count(0, clock.SECOND)
    return Recorder(folder, lambda: next(ticks))


def test_what_was_written_is_read_back(folder: Path, recorder: Recorder) -> None:
    recorder.asked(1, asked(FIRST), 40)
    recorder.write(Answered(number=1, reply=REPLY, usd=0.25))
    recorder.failed(2, ModelFailed("server", "it had a fault", "", 0.0), 0.0, 2.0)
    operation = Operation(op="add", topic="deploy", text="Deploys run on Fridays.", evidence=(QUOTE,))
    recorder.write(Proposed(operation=operation, refusal="the quote is not there"))
    recorder.write(Ended(dream=Dream(workspace="shop", outcome="dreamed", cost_usd=0.25)))
    assert list(recording.read(folder)) == [
        Asked(
            number=1,
            agent="dream",
            before=0,
            messages=(FIRST,),
            system="You dream.",
            tools=TOOLS,
            estimate=40,
            time="1970-01-01T00:00:00.000Z",
        ),
        Answered(number=1, reply=REPLY, usd=0.25, time="1970-01-01T00:00:01.000Z"),
        Failed(number=2, reason="server", message="it had a fault", again=2.0, time="1970-01-01T00:00:02.000Z"),
        Proposed(operation=operation, refusal="the quote is not there", time="1970-01-01T00:00:03.000Z"),
        Ended(dream=Dream(workspace="shop", outcome="dreamed", cost_usd=0.25), time="1970-01-01T00:00:04.000Z"),
    ]


def test_of_a_dialog_that_goes_on_only_the_new_messages_are_kept(folder: Path, recorder: Recorder) -> None:
    recorder.asked(1, asked(FIRST), 0)
    recorder.asked(2, asked(FIRST, agent="explorer-1"), 0)
    recorder.asked(3, asked(FIRST, CALL, RESULT), 0)
    told = [
        (entry.before, entry.messages, entry.system) for entry in recording.read(folder) if isinstance(entry, Asked)
    ]
    assert told == [(0, (FIRST,), "You dream."), (0, (FIRST,), "You dream."), (1, (CALL, RESULT), "")]


def test_a_new_dialog_of_the_same_agent_is_kept_from_its_beginning(folder: Path, recorder: Recorder) -> None:
    recorder.asked(1, asked(FIRST, CALL, RESULT), 0)
    recorder.asked(2, asked(FIRST), 0)
    recorder.asked(3, asked(FIRST, system="You explore."), 0)
    told = [
        (entry.before, entry.messages, entry.system) for entry in recording.read(folder) if isinstance(entry, Asked)
    ]
    assert told[1:] == [(0, (FIRST,), "You dream."), (0, (FIRST,), "You explore.")]


def test_the_record_is_private(folder: Path, recorder: Recorder) -> None:
    recorder.asked(1, asked(FIRST), 0)
    assert stat.S_IMODE(recorder.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_no_secret_is_in_the_record_wherever_it_stood(folder: Path, recorder: Recorder) -> None:
    said = msgspec.Raw(msgspec.json.encode({"note": [TOKEN], TOKEN: 1}))
    thought = msgspec.Raw(msgspec.json.encode({"type": "thinking", "thinking": f"it is {TOKEN}"}))
    blocks = (Text(text=TOKEN), Call(id="a", name="b", input=said), Opaque(raw=thought))
    recorder.asked(1, asked(Message(role="user", content=blocks), system=TOKEN), 0)
    recorder.write(Answered(number=1, reply=Reply(content=blocks, stop="end_turn"), usd=0.0))
    recorder.failed(2, ModelFailed("server", TOKEN), 0.0, None)
    recorder.write(Proposed(operation=Operation(op="add", topic="a", text=TOKEN), refusal=TOKEN))
    assert TOKEN.encode() not in recorder.path.read_bytes()
    assert len(list(recording.read(folder))) == 4


def test_torn_and_foreign_lines_are_passed_over(folder: Path, recorder: Recorder) -> None:
    recorder.asked(1, asked(FIRST), 0)
    with recorder.path.open("ab") as handle:
        handle.write(b'\n{"type":"answered","num\nnot JSON\n{"type":"odd"}\n' + b"[" * 100_000 + b"\n")
    recorder.write(Answered(number=1, reply=REPLY, usd=0.0))
    assert [type(entry) for entry in recording.read(folder)] == [Asked, Answered]


def test_a_record_that_cannot_be_written_stops_nothing_and_is_counted(folder: Path, recorder: Recorder) -> None:
    folder.parent.mkdir()
    folder.write_text("in the way")
    recorder.asked(1, asked(FIRST), 0)
    assert recorder.lost == 1
    folder.unlink()
    recorder.write(Answered(number=1, reply=REPLY, usd=0.0))
    assert [type(entry) for entry in recording.read(folder)] == [Answered]


def test_a_link_in_the_records_place_is_not_followed(folder: Path, recorder: Recorder, tmp_path: Path) -> None:
    folder.mkdir(parents=True)
    (tmp_path / "theirs").write_text("kept")
    (folder / recording.NAME).symlink_to(tmp_path / "theirs")
    recorder.asked(1, asked(FIRST), 0)
    assert (tmp_path / "theirs").read_text() == "kept"
    assert recorder.lost == 1


def test_several_threads_never_mix_their_lines(folder: Path, recorder: Recorder) -> None:
    def write(number: int) -> None:
        for step in range(20):
            recorder.asked(number * 100 + step, asked(FIRST, agent=f"explorer-{number}"), 0)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(1 for _ in recording.read(folder)) == 80
    assert recorder.lost == 0


def test_a_dream_without_a_record_says_so(folder: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(recording.read(folder))


# --- pruning ----------------------------------------------------------------------------------------------------------

NOW = 100 * clock.DAY


def kept(runs: Path, name: str, days: float, size: int = 10) -> Path:
    path = runs / name / recording.NAME
    path.parent.mkdir(parents=True)
    path.write_bytes(b"x" * size)
    moment = int(NOW - days * clock.DAY)
    os.utime(path, ns=(moment, moment))
    return path


def names(runs: Path) -> set[str]:
    return {path.parent.name for path in runs.glob(f"*/{recording.NAME}")}


def test_old_records_go_and_their_empty_folders_with_them(tmp_path: Path) -> None:
    for name, days in (("a", 1), ("b", 29), ("c", 31)):
        kept(tmp_path, name, days)
    recording.prune(tmp_path, NOW, days=30, size=1000)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_the_oldest_records_go_until_the_rest_fits(tmp_path: Path) -> None:
    for name, days in (("a", 3), ("b", 2), ("c", 1)):
        kept(tmp_path, name, days, 400)
    recording.prune(tmp_path, NOW, days=30, size=1000)
    assert names(tmp_path) == {"b", "c"}


def test_the_newest_record_stays_however_old_or_large_it_is(tmp_path: Path) -> None:
    kept(tmp_path, "a", 90, 5000)
    kept(tmp_path, "b", 80, 5000)
    recording.prune(tmp_path, NOW, days=30, size=1000)
    assert names(tmp_path) == {"b"}


def test_what_else_lies_in_a_folder_stays(tmp_path: Path) -> None:
    kept(tmp_path, "a", 1)
    journal = kept(tmp_path, "b", 90).with_name("journal.json")
    journal.write_text("{}")
    recording.prune(tmp_path, NOW)
    assert journal.exists()
    assert names(tmp_path) == {"a"}


def test_pruning_nothing_is_no_error(tmp_path: Path) -> None:
    recording.prune(tmp_path / "runs", NOW)
    assert not (tmp_path / "runs").exists()
