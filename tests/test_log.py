"""The event log: what a line holds, that nothing harms the others, and that it never stops work."""

from __future__ import annotations

import fcntl
import json
import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from dreamd import log, slugs
from dreamd.records import Dream, Learned

if TYPE_CHECKING:
    from pathlib import Path

NOON = 1_773_144_000_000_000_000
HOUR = 3_600_000_000_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "own" / "log" / "dreamd.jsonl"


def test_an_event_is_one_private_line_with_the_time_it_was_given(path: Path) -> None:
    log.write(path, slugs.DREAM_STARTED, NOON, "app", sessions=3)
    assert json.loads(path.read_bytes()) == {
        "event": "dream.started",
        "time": "2026-03-10T12:00:00.000Z",
        "workspace": "app",
        "sessions": 3,
    }
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_the_end_of_a_dream_carries_its_fields(path: Path) -> None:
    learned = Learned(op="add", topic="tools", text="Use pnpm.", source="claude-code/54bb2ec8-87cc#L52")
    dream = Dream(workspace="app", outcome="dreamed", dream_id="0badcafe", added=1, entries=(learned,), seconds=1.5)
    log.finished(path, dream, NOON)
    (event,) = log.events(path)
    assert event.name == slugs.DREAM_FINISHED
    assert event.workspace == "app"
    assert event.flat()["entries"][0]["text"] == "Use pnpm."
    assert event.fields["tokens"] == {"in": 0, "out": 0, "cached": 0}
    assert set(event.fields) == set(Dream.__struct_fields__) - {"workspace"}


def test_events_come_in_order_since_a_time_and_only_the_newest(path: Path) -> None:
    for hour in range(5):
        log.write(path, slugs.DREAM_STARTED, NOON + hour * HOUR, hour=hour)
    assert [event.fields["hour"] for event in log.events(path)] == [0, 1, 2, 3, 4]
    assert [event.fields["hour"] for event in log.events(path, since="2026-03-10T14")] == [2, 3, 4]
    assert [event.fields["hour"] for event in log.events(path, limit=2)] == [3, 4]


def test_without_a_log_there_are_no_events(path: Path) -> None:
    assert list(log.events(path)) == []


def test_torn_and_foreign_lines_are_passed_over_and_the_next_line_is_whole(path: Path) -> None:
    log.write(path, slugs.DREAM_STARTED, NOON)
    with path.open("ab") as handle:
        handle.write(b'[1]\n{"event": 7}\n\xff\xfe\n' + b"[" * 5000 + b'\n{"event": "dream.sta')
    log.write(path, slugs.DREAM_FINISHED, NOON)
    assert [event.name for event in log.events(path)] == ["dream.started", "dream.finished"]


def test_a_full_log_is_moved_aside_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "LIMIT", 2000)
    for number in range(60):
        log.write(path, slugs.DREAM_STARTED, NOON + number, number=number)
    assert sorted(item.name for item in path.parent.iterdir()) == ["dreamd.1.jsonl", "dreamd.jsonl"]
    assert all(item.stat().st_size < 2200 for item in path.parent.iterdir())
    numbers = [event.fields["number"] for event in log.events(path)]
    assert numbers == list(range(60))[-len(numbers) :]
    assert len(numbers) > 15


def test_of_two_that_find_the_log_full_one_moves_it_and_the_old_log_stays(path: Path) -> None:
    log.write(path, slugs.DREAM_STARTED, NOON, text="full")
    first, second = (os.open(path, os.O_RDWR) for _ in range(2))
    try:
        log._rotate(path, first)
        log.write(path, slugs.DREAM_STARTED, NOON, text="fresh")
        os.close(first)
        log._rotate(path, second)
    finally:
        os.close(second)
    assert [event.fields["text"] for event in log.events(path)] == ["full", "fresh"]
    assert b"fresh" in path.read_bytes()


def test_while_one_moves_the_full_log_another_leaves_it_alone(path: Path) -> None:
    log.write(path, slugs.DREAM_STARTED, NOON)
    first, second = (os.open(path, os.O_RDWR) for _ in range(2))
    try:
        fcntl.flock(first, fcntl.LOCK_EX)
        log._rotate(path, second)
        assert not log.old(path).exists()
    finally:
        os.close(first)
        os.close(second)


ROTATING = """
import sys, pathlib
from dreamd import log, slugs
log.LIMIT = 5_000
path = pathlib.Path(sys.argv[1])
for number in range(150):
    log.write(path, slugs.DREAM_STARTED, number, sys.argv[2], number=number)
print(log.dropped(path))
"""


def test_what_two_processes_wrote_last_is_there_however_often_they_moved_the_log(path: Path) -> None:
    command = [sys.executable, "-c", ROTATING, str(path)]
    running = [subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in "ab"]
    assert [process.communicate()[0].strip() for process in running] == ["0", "0"]
    seen = [(event.workspace, event.fields["number"]) for event in log.events(path)]
    assert len(seen) == len(set(seen))
    for name in "ab":
        numbers = [number for workspace, number in seen if workspace == name]
        assert numbers == sorted(numbers)
    assert 149 in [number for _, number in seen[-2:]]
    assert log.old(path).stat().st_size > 5_000, "the old log is a full one"


@pytest.mark.parametrize("sign", ["\x1b", "\x07", "\x9b", "\u202e", "\u2066", "\u200b", "\u2028", "\U000e0041", "\x7f"])
def test_what_a_terminal_would_obey_is_visible_in_the_file_and_whole_when_read(path: Path, sign: str) -> None:
    log.write(path, slugs.DREAM_STARTED, NOON, text=f"a{sign}b 数据 🚀")
    raw = path.read_text("utf-8")
    assert sign not in raw
    assert "数据 🚀" in raw
    assert [event.fields["text"] for event in log.events(path)] == [f"a{sign}b 数据 🚀"]


def test_half_a_surrogate_pair_does_no_harm(path: Path) -> None:
    log.write(path, slugs.DREAM_STARTED, NOON, text="a\ud83d")
    assert [event.fields["text"] for event in log.events(path)] == ["a\ufffd"]


def test_a_traceback_shows_no_values_of_variables(path: Path) -> None:
    def fail(hidden: str) -> None:
        raise ValueError(len(hidden))

    try:
        fail("the value of a variable")
    except ValueError as error:
        log.write(path, slugs.DREAM_RECOVERED, NOON, exc_info=error)
    raw = path.read_text("utf-8")
    assert "ValueError" in raw
    assert "in fail" in raw or '"fail"' in raw
    assert "the value of a variable" not in raw


def test_secrets_are_taken_out_wherever_they_stand(path: Path) -> None:
    log.write(path, slugs.DREAM_STARTED, NOON, deep=[{"text": "password: hunter2"}], plain="password: hunter3")
    assert "hunter" not in path.read_text("utf-8")
    assert len(list(log.events(path))) == 1


def test_what_cannot_be_written_is_counted_and_told_by_the_next_line(path: Path) -> None:
    path.parent.parent.mkdir()
    path.parent.write_text("a file where the directory should be")
    log.write(path, slugs.DREAM_STARTED, NOON)
    log.write(path, slugs.DREAM_STARTED, NOON)
    assert log.dropped(path) == 2
    path.parent.unlink()
    log.write(path, slugs.DREAM_FINISHED, NOON)
    log.write(path, slugs.DREAM_FINISHED, NOON)
    assert [event.fields for event in log.events(path)] == [{"dropped": 2}, {}]
    assert log.dropped(path) == 0


def test_a_link_is_not_followed(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.symlink_to(tmp_path / "elsewhere")
    log.write(path, slugs.DREAM_STARTED, NOON)
    assert log.dropped(path) == 1
    assert not (tmp_path / "elsewhere").exists()


def test_a_full_disk_stops_nothing_and_costs_one_line(path: Path) -> None:
    script = (
        "import sys, pathlib, signal, resource\nfrom dreamd import log, slugs\npath = pathlib.Path(sys.argv[1])\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nresource.setrlimit(resource.RLIMIT_FSIZE, (300, 10_000))\n"
        "log.write(path, slugs.DREAM_STARTED, 0)\nlog.write(path, slugs.DREAM_STARTED, 1, text='x' * 500)\n"
        "print(log.dropped(path))\nresource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))\n"
        "log.write(path, slugs.DREAM_FINISHED, 2)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"
    assert done.stderr == ""
    assert [(event.name, event.fields) for event in log.events(path)] == [
        ("dream.started", {}),
        ("dream.finished", {"dropped": 1}),
    ]


def test_lines_of_several_processes_never_mix(path: Path) -> None:
    script = (
        "import sys, pathlib\nfrom dreamd import log, slugs\n"
        "for number in range(60):\n"
        "    log.write(pathlib.Path(sys.argv[1]), slugs.DREAM_STARTED, number, sys.argv[2], text='x' * 3000)\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", script, str(path), name]) for name in "ab"]
    assert [process.wait() for process in running] == [0, 0]
    seen = [event.workspace for event in log.events(path)]
    assert (seen.count("a"), seen.count("b"), len(seen)) == (60, 60, 120)


def test_importing_the_log_imports_neither_structlog_nor_rich() -> None:
    script = "import sys, dreamd.log; print([name for name in ('structlog', 'rich') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
