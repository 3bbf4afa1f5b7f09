"""What waited for a dream is not lost when its agent deletes the transcript."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from dreamd import clock

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Memory, Talk

RULE = "Always use pnpm instead of npm in this repo."
KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def age(path: Path, days: float) -> None:
    then = time.time_ns() - int(days * clock.DAY)
    os.utime(path, ns=(then, then))


def kept(cli: Cli) -> list[Path]:
    return sorted((cli.own / "harvest").glob("*.jsonl"))


def looked_at(cli: Cli) -> None:
    """Two looks: one that learns of the sessions, and one that keeps what ages."""
    for _ in range(2):
        assert cli("sessions", "--json").code == 0


def test_an_old_session_is_kept_redacted_and_dreamt_of_after_its_transcript_is_gone(
    cli: Cli, talk: Talk, memory: Memory
) -> None:
    path = talk("one", RULE, f"> Noted, with {KEY}.", f"The token is {KEY}.")
    age(path, 25)
    looked_at(cli)
    (file,) = kept(cli)
    assert file.stat().st_mode & 0o777 == 0o600
    assert RULE.encode() in file.read_bytes()
    assert KEY.encode() not in file.read_bytes()
    path.unlink()
    dream = cli.once()
    assert (dream["outcome"], dream["sessions"], dream["added"]) == ("dreamed", 1, 1)
    assert RULE in "".join(topic.read_text() for topic in memory().glob("*.md"))
    (entry,) = cli("why", "pnpm", "--json").document["entries"]
    assert [quote["quote"] for quote in entry["evidence"]] == [RULE]
    assert cli.once()["outcome"] == "nothing_new"
    looked_at(cli)
    assert kept(cli) == [], "what was read is let go"


def test_a_young_session_is_not_kept_and_a_read_one_neither(cli: Cli, talk: Talk) -> None:
    talk("young", RULE)
    read = talk("read", "Never deploy on a Friday.")
    age(read, 25)
    cli.once()
    looked_at(cli)
    assert kept(cli) == []


def test_status_warns_of_what_its_agent_may_delete(cli: Cli, talk: Talk) -> None:
    age(talk("one", RULE), 25)
    looked_at(cli)
    (row,) = cli("status", "--all", "--json").document["workspaces"]
    assert any("may soon be deleted" in line for line in row["attention"])


def test_keeping_can_be_switched_off_and_is_bounded(cli: Cli, talk: Talk) -> None:
    for name in ("one", "two"):
        age(talk(name, f"{RULE} {name}"), 25)
    cli.own.mkdir(parents=True)
    (cli.own / "config.toml").write_text("[sources]\nharvest = false\n")
    looked_at(cli)
    assert kept(cli) == []
    (cli.own / "config.toml").write_text("[sources]\nharvest_mb = 0.0004\n")
    looked_at(cli)
    looked_at(cli)
    assert len(kept(cli)) == 1


def test_a_transcript_that_is_there_is_read_and_not_what_was_kept_of_it(cli: Cli, talk: Talk) -> None:
    path = talk("one", RULE)
    age(path, 25)
    looked_at(cli)
    assert len(kept(cli)) == 1
    talk("one", "Never deploy on a Friday.")
    assert cli.once()["added"] == 2


def test_damaged_words_are_passed_over(cli: Cli, talk: Talk) -> None:
    path = talk("one", RULE, "> Noted.", "Never deploy on a Friday.")
    age(path, 25)
    looked_at(cli)
    (file,) = kept(cli)
    file.write_bytes(file.read_bytes().replace(b'"line":1', b'"line":', 1))
    (cli.own / "harvest" / "odd.jsonl").write_bytes(b"no head\n\xff")
    path.unlink()
    assert cli.once()["added"] == 1
