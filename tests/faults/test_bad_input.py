"""Whatever is wrong is said clearly, with what to do and the right exit code; nothing is lost, nothing half-written."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Cli, Look, Memory, Ran, Talk

PRIOR_NS = 1_795_000_000_123_456_789


@pytest.fixture
def said(talk: Talk) -> Path:
    """One session with two rules; returns its transcript."""
    return talk("one", "Always use pnpm instead of npm.", "> Noted.", "Never push to main without asking me first.")


def refused(ran: Ran, code: int, *words: str) -> str:
    """The message of a command that ended with this code, without a traceback, saying all of these words."""
    document = ran.document
    error = document.get("error") or document["dreams"][0]
    message = f"{error['message']} {error.get('fix', '')}"
    assert ran.code == code, message
    assert "Traceback" not in ran.err + message
    for word in words:
        assert word in message, message
    return message


def stamp(memory: Path) -> tuple[int, bytes]:
    lock = memory / ".consolidate-lock"
    return (lock.stat().st_mtime_ns, lock.read_bytes())


def begun(memory: Path) -> tuple[int, bytes]:
    """A memory directory with the lock file that another program left; returns what it holds."""
    memory.mkdir(parents=True, exist_ok=True)
    lock = memory / ".consolidate-lock"
    lock.write_bytes(b"4194304")
    os.utime(lock, ns=(PRIOR_NS, PRIOR_NS))
    return stamp(memory)


def test_without_sessions_there_is_nothing_to_do(cli: Cli) -> None:
    ran = cli("once")
    assert (ran.code, ran.err) == (0, "")
    assert "There are no sessions to dream over here." in ran.out
    assert "dreamd sources" in ran.out
    assert cli("once", "--json").document == {"dreams": []}
    assert list(cli.home.iterdir()) == []


@pytest.mark.parametrize("value", ["", "relative", "/nowhere/at/all", sys.executable])
def test_without_a_home_it_says_so(cli: Cli, value: str) -> None:
    refused(cli.having(HOME=value)("once", "--json"), 2, "HOME is not", "Set HOME")
    assert not cli.own.exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"nonsense = 1\n", ("there is no [nonsense]", "gates")),
        (b"[gates]\nmin_hour = 1\n", ("[gates] has no key 'min_hour'", "did you mean 'min_hours'?")),
        (b'[gates]\nmin_hours = "many"\n', ('[gates] min_hours is "many"', "a number from 0 to 1000000")),
        (b"[gates]\nmin_sessions = 0\n", ("[gates] min_sessions is 0", "a whole number of at least 1")),
        (b'[sources]\nenabled = ["nobody"]\n', ("'nobody'", "claude-code")),
        (b"[gates\n", ("line 1",)),
        (b"\xff\xfe", ("cannot read",)),
    ],
)
def test_a_configuration_that_cannot_be_used_is_named_with_its_place(
    cli: Cli, said: Path, look: Look, text: bytes, words: tuple[str, ...]
) -> None:
    cli.own.mkdir()
    (cli.own / "config.toml").write_bytes(text)
    before = look(cli.home)
    refused(cli("once", "--json"), 2, *words)
    assert look(cli.home) == before
    assert said.is_file()


def test_a_configuration_that_is_missing_or_closed_is_named(cli: Cli, said: Path) -> None:
    refused(cli("--config", "nowhere.toml", "once", "--json"), 2, "nowhere.toml", "dreamd init")
    (cli.own / "config.toml").mkdir(parents=True)
    refused(cli("once", "--json"), 2, "config.toml", "Is a directory")
    (cli.own / "config.toml").rmdir()
    (cli.own / "config.toml").touch(mode=0o000)
    refused(cli.bound()("once", "--json"), 2, "config.toml", "Permission denied")
    assert said.is_file()


@pytest.mark.usefixtures("said")
def test_without_git_it_says_what_to_install(cli: Cli, look: Look, tmp_path: Path) -> None:
    before = look(cli.home)
    refused(cli.having(PATH=str(tmp_path))("once", "--json"), 2, "git was not found", "Install git")
    assert look(cli.home) == before
    (tmp_path / "git").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "git").chmod(0o755)
    refused(cli.having(PATH=str(tmp_path))("once", "--json"), 2, "git does not start", "Install git")
    assert cli.having(PATH=str(tmp_path))("status").code == 0
    assert look(cli.home) == before


@pytest.mark.usefixtures("said")
def test_a_directory_that_may_not_be_read_is_named_and_stops_nothing(cli: Cli, memory: Memory) -> None:
    closed = cli.home / ".claude" / "projects" / "-w-closed"
    closed.mkdir(mode=0o000)
    ran = cli.bound()("once", "--json")
    assert ran.code == 0
    assert f"cannot read {closed}: Permission denied" in ran.err
    assert ran.document["dreams"][0]["outcome"] == "dreamed"
    (damaged,) = cli.bound()("sources", "--json").document["damaged"]
    assert damaged == {"path": str(closed), "reason": "Permission denied"}
    assert (memory() / "MEMORY.md").is_file()


def test_a_session_that_may_not_be_read_is_named_and_read_as_soon_as_it_may(
    cli: Cli, talk: Talk, said: Path, memory: Memory
) -> None:
    closed = talk("closed", "Never deploy on a Friday.", "> Noted.")
    closed.chmod(0o000)
    ran = cli.bound()("once", "--json")
    assert (ran.code, ran.document["dreams"][0]["added"]) == (0, 2)
    assert f"cannot read {closed}: Permission denied" in ran.err
    closed.chmod(0o600)
    assert cli.once()["added"] == 1
    said.chmod(0o000)
    talk("closed", "Use tabs, never spaces.")
    assert cli.once()["added"] == 1
    assert memory().is_dir()


def test_a_session_that_closes_between_scan_and_dream_waits_for_the_next(cli: Cli, talk: Talk, said: Path) -> None:
    talk("open", "Never deploy on a Friday.", "> Noted.")
    cli("sessions")
    said.chmod(0o000)
    ran = cli.bound()("once", "--json")
    assert (ran.code, ran.document["dreams"][0]["sessions"], ran.document["dreams"][0]["added"]) == (0, 1, 1)
    assert f"cannot read {said}: Permission denied" in ran.err
    said.chmod(0o600)
    assert cli.once()["added"] == 2


def test_where_no_session_could_be_read_nothing_is_taken_for_a_dream(cli: Cli, said: Path, memory: Memory) -> None:
    prior = begun(memory())
    cli("sessions")
    said.chmod(0o000)
    ran = cli.bound()("once", "--json")
    assert (ran.code, ran.document["dreams"][0]["reason"], stamp(memory())) == (0, "no_sessions", prior)
    said.chmod(0o600)
    assert cli.once()["added"] == 2


def _file(memory: Path) -> None:
    memory.write_text("a file")


def _nowhere(memory: Path) -> None:
    memory.symlink_to(memory.parent / "nowhere")


def _closed(memory: Path) -> None:
    begun(memory)
    memory.chmod(0o000)


def _read_only(memory: Path) -> None:
    begun(memory)
    memory.chmod(0o500)


def _parent_read_only(memory: Path) -> None:
    memory.parent.chmod(0o500)


def _lock_is_a_directory(memory: Path) -> None:
    (memory / ".consolidate-lock").mkdir(parents=True)


def _lock_is_a_link(memory: Path) -> None:
    memory.mkdir()
    (memory / ".consolidate-lock").symlink_to(memory / "elsewhere")


def _staging_is_a_file(memory: Path) -> None:
    begun(memory)
    (memory / ".dreamd").write_text("a file")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_file, ("is not a directory", "Move it away")),
        (_nowhere, ("cannot make", "leads nowhere")),
        (_closed, ("Permission denied", "rights")),
        (_read_only, ("Permission denied", "rights")),
        (_parent_read_only, ("Permission denied", "writable")),
        (_lock_is_a_directory, (".consolidate-lock", "not a plain file", "Move it away")),
        (_lock_is_a_link, (".consolidate-lock", "Move it away")),
        (_staging_is_a_file, (".dreamd is no directory", "Move it away")),
    ],
)
def test_a_memory_directory_that_cannot_be_used_is_named_and_stays_as_it_is(
    cli: Cli, said: Path, memory: Memory, look: Look, spoil: Callable[[Path], None], words: tuple[str, ...]
) -> None:
    spoil(memory())
    before = look(said.parent)
    ran = cli.bound()("once", "--json")
    refused(ran, 1, *words)
    assert look(said.parent) == before
    assert not list((cli.own / "runs").glob("*"))
    for path in (said.parent, memory()):
        if path.is_dir():
            path.chmod(0o700)
    if (memory() / ".consolidate-lock").is_file():
        assert stamp(memory()) == (PRIOR_NS, b"4194304")
    (status,) = cli("status", "--json").document["workspaces"]
    assert status["last"]["outcome"] == "failed"


@pytest.mark.usefixtures("said")
def test_a_damaged_state_is_named_and_left_for_a_look(cli: Cli, look: Look) -> None:
    cli.own.mkdir()
    (cli.own / "state.db").write_bytes(b"no database" * 1000)
    before = look(cli.home)
    for command in (("once",), ("status",), ("sessions",), ("history",), ("why", "x")):
        refused(cli(*command, "--json"), 1, "state.db", "move", "sessions are then read again")
    checks = {row["name"]: row for row in cli("doctor", "--json").document["checks"]}
    assert (checks["state"]["ok"], checks["git"]["ok"]) == (False, True)
    assert look(cli.home) == before
    (cli.own / "state.db").unlink()
    assert cli.once()["outcome"] == "dreamed"


@pytest.mark.usefixtures("said")
def test_a_damaged_journal_is_named_and_nothing_is_guessed(cli: Cli, memory: Memory, look: Look) -> None:
    cli.once()
    journal = cli.own / "runs" / "0a0a0a0a" / "journal.json"
    journal.parent.mkdir(parents=True)
    journal.write_text('{"dream_id": "0a0a0a0a"')
    before = look(memory())
    refused(cli("once", "--json"), 1, str(journal), f"Move {journal.parent} away")
    (status,) = cli("status", "--json").document["workspaces"]
    assert str(journal) in " ".join(status["attention"])
    assert journal.is_file()
    assert look(memory()) == before
    shutil.rmtree(journal.parent)
    assert cli.once()["outcome"] == "nothing_new"


@pytest.mark.parametrize("name", ["locks", "runs", "history", "log"])
def test_a_file_in_the_place_of_one_of_our_directories_is_named(
    cli: Cli, said: Path, memory: Memory, look: Look, name: str
) -> None:
    begun(memory())
    cli.own.mkdir()
    (cli.own / name).write_text("a file")
    before = look(said.parent)
    ran = cli("once", "--json")
    if name == "log":
        assert ran.document["dreams"][0]["outcome"] == "dreamed", "a log that cannot be written stops no work"
        return
    refused(ran, 1, str(cli.own / name))
    assert look(said.parent) == before
    assert stamp(memory()) == (PRIOR_NS, b"4194304")
    (cli.own / name).unlink()
    assert cli.once()["outcome"] == "dreamed"


@pytest.mark.parametrize("name", [".", "locks", "runs"])
def test_our_own_directories_must_be_writable(
    cli: Cli, said: Path, talk: Talk, memory: Memory, look: Look, name: str
) -> None:
    cli.once()
    talk("two", "Never deploy on a Friday.", "> Noted.")
    prior, before = stamp(memory()), look(said.parent)
    closed(cli.own / name)
    refused(cli.bound()("once", "--json"), 1, "ermission denied" if name != "." else "readonly")
    assert (stamp(memory()), look(said.parent)) == (prior, before)
    opened(cli.own / name)
    assert cli.once()["added"] == 1


def closed(place: Path) -> None:
    for path in (place, *place.glob("*")):
        path.chmod(0o500 if path.is_dir() else 0o400)


def opened(place: Path) -> None:
    for path in (place, *place.glob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)


@pytest.mark.usefixtures("said")
def test_a_history_that_may_not_be_written_delays_the_end_of_a_step_and_loses_nothing(cli: Cli, talk: Talk) -> None:
    first = cli.once()
    talk("two", "Never deploy on a Friday.", "> Noted.")
    (history,) = (cli.own / "history").iterdir()
    closed(history)
    refused(cli.bound()("once", "--json"), 1, "permission", "completes what was decided")
    opened(history)
    assert "completed step" in cli("status").err
    assert cli.once()["outcome"] == "nothing_new"
    steps = cli("history", "--json").document["steps"]
    assert [step["kind"] for step in steps] == ["dream", "dream"]
    assert cli("undo", first["dream_id"]).code == 0
    assert len(cli("why", "friday", "--json").document["entries"]) == 1


@pytest.mark.usefixtures("said")
def test_a_damaged_history_is_named_and_a_new_one_is_begun_where_it_is_moved_away(
    cli: Cli, talk: Talk, memory: Memory, look: Look
) -> None:
    cli.once()
    talk("two", "Never deploy on a Friday.", "> Noted.")
    prior, before = stamp(memory()), look(memory())
    (history,) = (cli.own / "history").iterdir()
    (history / "refs" / "heads" / "main").write_text("0" * 40)
    refused(cli("once", "--json"), 1, str(history), "move it away")
    assert (stamp(memory()), look(memory())) == (prior, before)
    refused(cli("history", "--json"), 1, str(history), "move it away")
    shutil.rmtree(history)
    assert cli.once()["added"] == 1
    assert len(cli("history", "--json").document["steps"]) == 1


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of four megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)]
    if (
        os.geteuid()
        or not shutil.which("mount")
        or subprocess.run(command, capture_output=True, check=False).returncode
    ):
        pytest.skip("only root can mount a small disk")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(disk: Path, left: int) -> Path:
    """Take all but so many pages of the disk; returns the file that does."""
    status = os.statvfs(disk)
    filler = disk / "filler"
    filler.write_bytes(b"x" * (status.f_bavail - left) * status.f_bsize)
    return filler


@pytest.mark.parametrize("left", [0, 1, 3])
@pytest.mark.usefixtures("said")
def test_a_full_disk_under_the_memory_changes_nothing(
    cli: Cli, memory: Memory, look: Look, disk: Path, left: int
) -> None:
    (disk / "memory").mkdir()
    memory().symlink_to(disk / "memory")
    (disk / "memory" / "notes.md").write_text("A person's page\n")
    prior, before = begun(memory()), look(disk / "memory")
    filler = fill(disk, left)
    ran = cli("once", "--json")
    refused(ran, 1, "No space left on device")
    assert ran.document["dreams"][0]["reason"] == "disk_full"
    assert (stamp(memory()), look(disk / "memory")) == (prior, before)
    assert not list((cli.own / "runs").glob("*"))
    filler.unlink()
    assert cli.once()["outcome"] == "dreamed"


@pytest.mark.parametrize("left", [0, *[pytest.param(left, marks=pytest.mark.slow) for left in range(4, 40, 3)], 23, 30])
def test_a_full_disk_under_our_own_state_leaves_a_dream_undone_or_to_be_completed(
    cli: Cli, said: Path, memory: Memory, look: Look, disk: Path, left: int
) -> None:
    begun(memory())
    small = cli.having(DREAMD_HOME=str(disk / "own"))
    filler = fill(disk, left)
    before = look(memory())
    ran = small("once", "--json")
    if ran.code == 0:
        assert ran.document["dreams"][0]["outcome"] == "dreamed"
        return
    refused(ran, 1, "space")
    decided = look(memory()) != before
    if not decided:
        assert stamp(memory()) == (PRIOR_NS, b"4194304")
    filler.unlink()
    status = small("status")
    assert ("completed step" in status.err) == decided
    again = small.once()
    assert again["outcome"] == ("nothing_new" if decided else "dreamed")
    assert stamp(memory())[1] == b""
    assert len(small("history", "--json").document["steps"]) == 1
    assert len(small("why", "pnpm", "--json").document["entries"]) == 1
    assert not list((disk / "own" / "runs").glob("*"))
    assert said.is_file()


@pytest.mark.usefixtures("said")
def test_a_limit_on_the_size_of_files_is_a_full_disk_too(cli: Cli, memory: Memory, look: Look) -> None:
    prior, before = begun(memory()), look(memory())
    limit = f"import resource, runpy; resource.setrlimit(resource.RLIMIT_FSIZE, (30000, {resource.RLIM_INFINITY}))"
    code = f"{limit}; runpy.run_module('dreamd', run_name='__main__')"
    command = [sys.executable, "-c", code, "once", "--json"]
    ran = subprocess.run(command, env=cli.environment, cwd=cli.cwd, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert '"kind":"StoreError"' in ran.stdout
    assert "state.db" in ran.stdout
    assert (stamp(memory()), look(memory())) == (prior, before)
    assert cli.once()["outcome"] == "dreamed"


def test_a_log_that_is_no_file_is_named_with_the_way_out(cli: Cli) -> None:
    (cli.own / "log" / "dreamd.jsonl").mkdir(parents=True)
    refused(cli("log", "--json"), 1, "dreamd.jsonl", "directory", "Move it away")
