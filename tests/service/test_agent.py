"""The launchd agent as text: it could not be tried on a Mac."""

from __future__ import annotations

import plistlib
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from dreamd.service import agent, marking

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dreamd.service.wanted import Kind, Wanted

KNOWN = {
    *("Label", "ProgramArguments", "EnvironmentVariables", "WorkingDirectory", "StandardOutPath", "StandardErrorPath"),
    *("RunAtLoad", "ThrottleInterval", "ExitTimeOut", "ProcessType", "LowPriorityIO", "Nice", "Umask"),
    *("KeepAlive", "StartInterval"),
}
"""Of launchd.plist(5)."""
KINDS: list[Kind] = ["daemon", "timer"]


@pytest.mark.parametrize("kind", KINDS)
def test_it_reads_back_and_has_only_known_keys(kind: Kind, wanted: Callable[[Kind], Wanted]) -> None:
    needed = wanted(kind)
    ((name, text),) = agent.render(needed).items()
    read = plistlib.loads(text.encode())
    assert name == f"{read['Label']}.plist"
    assert read.keys() <= KNOWN
    assert read["EnvironmentVariables"] == needed.environment
    assert read["ProgramArguments"][-len(needed.command) :] == list(needed.command)
    assert all(read[key].startswith("/") for key in ("WorkingDirectory", "StandardOutPath", "StandardErrorPath"))
    assert marking.whose(text.encode()) == "ours"


def test_the_daemon_is_kept_alive_unless_it_ended_well_and_its_starts_are_counted(
    wanted: Callable[[Kind], Wanted],
) -> None:
    (text,) = agent.render(wanted("daemon")).values()
    read = plistlib.loads(text.encode())
    assert read["KeepAlive"] == {"SuccessfulExit": False}
    assert read["ProcessType"] == "Background"
    assert read["Umask"] == 0o077
    assert read["RunAtLoad"] is read["LowPriorityIO"] is True
    assert "dreamd.service.crashes" in read["ProgramArguments"]


def test_the_timer_starts_a_gated_dream_every_hour_and_is_not_kept_alive(wanted: Callable[[Kind], Wanted]) -> None:
    (text,) = agent.render(wanted("timer")).values()
    read = plistlib.loads(text.encode())
    assert read["StartInterval"] == 3600
    assert "KeepAlive" not in read
    assert "dreamd.service.crashes" not in read["ProgramArguments"]


def test_the_key_file_is_read_and_its_odd_name_is_no_command(wanted: Callable[[Kind], Wanted], tmp_path: Path) -> None:
    (text,) = agent.render(wanted("timer")).values()
    *shell, _key_file = plistlib.loads(text.encode())["ProgramArguments"][:4]
    keys = tmp_path / "$(touch evil) 'x'"
    keys.write_text("MY_KEY=secret\n")
    for file, expected in ((keys, "secret\n"), (tmp_path / "none", "\n")):
        command = [*shell, str(file), "/bin/sh", "-c", 'echo "$MY_KEY"']
        assert subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout == expected
    assert [path.name for path in tmp_path.iterdir()] == [keys.name]


@pytest.mark.skipif(not shutil.which("plistutil"), reason="plistutil (libplist-utils) is not here")
@pytest.mark.parametrize("kind", KINDS)
def test_another_reader_of_property_lists_reads_the_same(
    kind: Kind, wanted: Callable[[Kind], Wanted], tmp_path: Path
) -> None:
    (text,) = agent.render(wanted(kind)).values()
    source, binary = tmp_path / "a.plist", tmp_path / "b.plist"
    source.write_text(text)
    subprocess.run(["plistutil", "-i", source, "-o", binary, "-f", "bin"], check=True)
    assert plistlib.loads(binary.read_bytes()) == plistlib.loads(text.encode())
