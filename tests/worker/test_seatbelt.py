"""The profile for macOS, as text: it cannot be tried on other systems."""

from __future__ import annotations

from pathlib import Path

from dreamd.worker import seatbelt

SNAPSHOT = r"""(version 1)
(deny default)
(import "system.sb")
(allow sysctl-read)
(allow file-read-metadata)
(allow file-read* (literal "/"))
(allow process-exec
  (subpath "/Library/Python/3.11")
  (subpath "/Users/mira/venv"))
(allow file-read* file-map-executable
  (subpath "/Library/Python/3.11")
  (subpath "/Users/mira/venv"))
(allow file-read*
  (subpath "/Users/mira/.claude/projects/-w-shop")
  (subpath "/Users/mira/a \"quoted\\ name"))
(deny file-write*)
(deny network*)
(deny process-fork)
(deny signal (target others))
"""
PROGRAMS = [Path("/Users/mira/venv"), Path("/Library/Python/3.11")]


def test_the_profile_names_what_may_be_read_and_denies_the_rest() -> None:
    read = [Path('/Users/mira/a "quoted\\ name'), Path("/Users/mira/.claude/projects/-w-shop")]
    assert seatbelt.profile([*read, *read], PROGRAMS) == SNAPSHOT


def test_nothing_to_read_is_no_rule_for_everything() -> None:
    text = seatbelt.profile([], PROGRAMS)
    assert text.count("(allow file-read*") == 2
    assert "(allow file-read*)" not in text


def test_a_name_cannot_break_out_of_its_quotes() -> None:
    hostile = Path('/Users/mira/x") (allow default) ("')
    line = next(line for line in seatbelt.profile([hostile], PROGRAMS).splitlines() if "mira/x" in line)
    assert line == r'  (subpath "/Users/mira/x\") (allow default) (\"")' + ")"
    assert "\n(allow default)" not in seatbelt.profile([Path("/Users/mira/x\n(allow default)")], PROGRAMS)
