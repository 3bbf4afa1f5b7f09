"""What people see: lines that fit their terminal, paths as they write them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import terminal

if TYPE_CHECKING:
    import pytest

LONG = "  + new topic working-agreements: Working agreements: Read before starting a task, and when to ask first"


def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 60 columns, from now on."""
    monkeypatch.setenv("COLUMNS", "60")
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)


def test_a_long_line_goes_on_below_itself_or_where_it_is_told_to(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    narrow(monkeypatch)
    terminal.say(LONG)
    terminal.say("claude-code  " + "a-long-directory/ " * 4, column=13)
    terminal.warn("cannot read " + "a-long-directory/ " * 4)
    out, err = capsys.readouterr()
    lines = (out + err).splitlines()
    assert max(map(len, lines)) <= 60
    assert [len(line) - len(line.lstrip()) for line in lines] == [2, 4, 0, 13, 0, 2]


def test_a_line_that_may_be_cut_is_one_line_of_whole_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    narrow(monkeypatch)
    terminal.say(LONG, cut=True)
    terminal.say("  + short", cut=True)
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith(" ...")
    assert LONG.startswith(first.removesuffix(" ..."))
    assert len(first) <= 60
    assert second == "  + short"


def test_in_a_pipe_every_line_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.say(LONG, cut=True)
    terminal.say(LONG, column=13)
    assert capsys.readouterr().out.splitlines() == [LONG, LONG]


def test_a_path_below_the_home_begins_with_its_sign() -> None:
    home = Path("/home/mira")
    assert terminal.place(home / ".claude" / "projects", home) == "~/.claude/projects"
    assert terminal.place(Path("/home/mirabelle/x"), home) == "/home/mirabelle/x"
