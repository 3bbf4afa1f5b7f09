"""The count of starts under launchd: what fails again and again stays down, and comes back when a person asks."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from dreamd import clock
from dreamd.service import crashes

if TYPE_CHECKING:
    from pathlib import Path

NOW = 1_800_000_000 * clock.SECOND


def test_the_sixth_start_within_five_minutes_is_one_too_many_and_the_next_is_a_first_one(tmp_path: Path) -> None:
    path = tmp_path / "state" / "starts.json"
    asked = [crashes.too_many(path, NOW + number * 30 * clock.SECOND) for number in range(7)]
    assert asked == [False] * 5 + [True, False]


def test_starts_that_lie_further_apart_are_never_too_many(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    assert not any(crashes.too_many(path, NOW + number * 61 * clock.SECOND) for number in range(30))


def test_what_lies_in_the_future_or_makes_no_sense_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    for text in (b"\xff", b"{}", b'["x"]', b"[" * 10_000, str([NOW + clock.HOUR] * 9).encode()):
        path.write_bytes(text)
        assert not crashes.too_many(path, NOW)


def test_a_count_that_cannot_be_kept_keeps_nothing_from_starting(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not any(crashes.too_many(tmp_path / "file" / "starts.json", NOW) for _ in range(9))


def test_after_a_person_started_it_earlier_starts_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    for _ in range(5):
        crashes.too_many(path, NOW)
    crashes.forget(path)
    assert not crashes.too_many(path, NOW)


def test_it_becomes_what_it_starts_until_it_gives_up_and_ends_well(tmp_path: Path) -> None:
    program = "import os, sys; print(os.getpid()); sys.exit(2)"
    command = [
        sys.executable,
        "-m",
        "dreamd.service.crashes",
        str(tmp_path / "starts.json"),
        sys.executable,
        "-c",
        program,
    ]
    for _ in range(5):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            out, _ = process.communicate()
        assert (process.returncode, out) == (2, f"{process.pid}\n")
    last = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (last.returncode, last.stdout) == (0, "")
    assert "stays down until: dreamd service start" in last.stderr


def test_a_log_that_grew_large_is_emptied_at_a_start_and_a_small_one_is_not(tmp_path: Path) -> None:
    log, small = tmp_path / "service.log", crashes.LARGEST_LOG
    command = [
        sys.executable,
        "-m",
        "dreamd.service.crashes",
        str(tmp_path / "starts.json"),
        "/bin/sh",
        "-c",
        "echo new >&2",
    ]
    for size, left in ((small, small + len("new\n")), (small + 1, len("new\n"))):
        log.write_bytes(b"x" * size)
        with log.open("ab") as stream:
            subprocess.run(command, check=True, stderr=stream)
        assert log.stat().st_size == left


def test_without_a_log_it_starts_all_the_same(tmp_path: Path) -> None:
    crashes.shorten(10_000)  # nobody's
    command = f'exec "{sys.executable}" -m dreamd.service.crashes "{tmp_path}/starts.json" /bin/echo begun 2>&-'
    assert subprocess.run(["/bin/sh", "-c", command], check=True, capture_output=True, text=True).stdout == "begun\n"
