"""``dreamd run`` as a process: it dreams by itself, stops cleanly, and outlives whatever happens to its runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd import ledger, state
from tests.daemon.running import PATIENCE, configure, daemon, hanging, runs

if TYPE_CHECKING:
    from tests.conftest import Cli, Look, Memory, Talk

SINCE = 1_760_000_000_123_456_789
RULE = "Always use pnpm instead of npm in this repo."


@pytest.fixture
def waiting(talk: Talk, memory: Memory) -> Path:
    """A session that waits for a dream, and a lock file of long ago."""
    talk("one", RULE)
    memory().mkdir(parents=True)
    (memory() / "MEMORY.md").write_text("- [Mine](mine.md)\n")
    lock = memory() / ".consolidate-lock"
    lock.write_bytes(b"")
    os.utime(lock, ns=(SINCE, SINCE))
    return lock


def test_it_dreams_by_itself_and_tells_what_it_learned_in_the_log_alone(cli: Cli, waiting: Path) -> None:
    configure(cli.own)
    with daemon(cli) as running:
        finished = running.event("dream.finished")
        assert (finished["outcome"], finished["added"]) == ("dreamed", 1)
        status = cli("status", "--json").document["daemon"]
        assert status["pid"] == running.process.pid
        assert "since" in status
    assert running.process.returncode == 0
    assert not any("pnpm" in str(event) for event in running.rest())
    assert waiting.stat().st_mtime_ns > SINCE
    assert "pnpm" in cli("log").out
    assert cli("status", "--json").document["daemon"] is None


@pytest.mark.usefixtures("waiting")
def test_what_is_said_later_is_noticed(cli: Cli, talk: Talk) -> None:
    configure(cli.own, hours=0)
    with daemon(cli) as running:
        assert running.event("dream.finished")["added"] == 1
        talk("two", "Never push to main without a review.")
        assert running.event("dream.finished", lambda event: event["sessions"] == 1)["added"] == 1


def test_each_project_has_its_turn(cli: Cli, talk: Talk) -> None:
    for name in ("a", "b", "c"):
        talk(name, RULE, cwd=f"/w/{name}")
    configure(cli.own)
    with daemon(cli) as running:
        assert {running.event("dream.finished")["workspace"] for _ in range(3)} == {"a", "b", "c"}


def test_a_second_one_is_refused_by_name(cli: Cli) -> None:
    configure(cli.own)
    with daemon(cli) as running:
        ran = cli("run")
        assert ran.code == 75
        assert str(running.process.pid) in ran.err
    with daemon(cli) as after:
        assert after.process.poll() is None


@pytest.mark.parametrize("deaf", [False, True], ids=["it puts everything back", "it does not listen and is killed"])
def test_stopped_in_the_middle_of_a_dream(cli: Cli, waiting: Path, memory: Memory, look: Look, *, deaf: bool) -> None:
    before = look(memory())
    with hanging(cli.own) as asked, daemon(cli) as running:
        assert asked.wait(PATIENCE)
        assert waiting.read_bytes(), "a dream is under way"
        (run,) = runs(running.process.pid)
        assert "Max data size             2048000000" in Path(f"/proc/{run}/limits").read_text()
        if deaf:
            os.kill(run, signal.SIGSTOP)
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(PATIENCE) == 0
        assert not Path(f"/proc/{run}").exists()
    assert running.rest()[-1]["event"] == "daemon.stopped"
    assert look(memory()) == before
    assert (waiting.read_bytes(), waiting.stat().st_mtime_ns) == (b"", SINCE)
    assert not list((cli.own / "runs").glob("*/journal.json"))
    with state.database(cli.own / "state.db", look=True) as db:
        assert ledger.backoff(db, "shop").failures == 0, "a stop is no failure"


def test_a_run_that_is_killed_is_a_failure_with_back_off_and_the_daemon_goes_on(cli: Cli, waiting: Path) -> None:
    with hanging(cli.own) as asked, daemon(cli) as running:
        assert asked.wait(PATIENCE)
        (run,) = runs(running.process.pid)
        os.kill(run, signal.SIGKILL)
        finished = running.event("dream.finished")
        assert (finished["outcome"], finished["reason"]) == ("failed", "crashed")
        assert (waiting.read_bytes(), waiting.stat().st_mtime_ns) == (b"", SINCE)
        assert running.process.poll() is None
        (row,) = cli("status", "--json").document["workspaces"]
        assert row["backoff"]["reason"] == "waiting after a failure"
    with state.database(cli.own / "state.db", look=True) as db:
        assert ledger.backoff(db, "shop").retry_ns > time.time_ns()


def test_two_projects_dream_side_by_side_where_that_is_wanted(cli: Cli, talk: Talk) -> None:
    for name in ("a", "b", "c"):
        talk(name, RULE, cwd=f"/w/{name}")
    with hanging(cli.own, "dreams_at_once = 2") as asked, daemon(cli) as running:
        assert asked.wait(PATIENCE)
        until = time.monotonic() + PATIENCE
        while "over a, b" not in doing(cli) and time.monotonic() < until:
            time.sleep(0.2)
        assert doing(cli) == "dreaming over a, b"
        assert len(runs(running.process.pid)) == 2


def test_a_daemon_that_is_killed_leaves_its_dream_to_end_and_the_next_one_goes_round_it(
    cli: Cli, talk: Talk, memory: Memory
) -> None:
    talk("one", RULE, cwd="/w/a")
    with hanging(cli.own) as asked:
        with daemon(cli) as running:
            assert asked.wait(PATIENCE)
            (left,) = runs(running.process.pid)
            running.process.kill()
        talk("two", RULE, cwd="/w/b")
        with daemon(cli, "--config", str(embedded(cli.own))) as running:
            assert running.event("dream.finished")["workspace"] == "b"
            assert cli("status", "--all", "--json").code == 0
    until = time.monotonic() + PATIENCE
    while Path(f"/proc/{left}").exists() and time.monotonic() < until:
        time.sleep(0.1)
    lock = memory("/w/a") / ".consolidate-lock"
    assert not lock.exists() or lock.read_bytes() == b"", "it came to its end, and nobody holds the memory any more"
    assert not list((cli.own / "runs").glob("*/journal.json"))


def embedded(own: Path) -> Path:
    """Another configuration file, without a model."""
    path = own / "other.toml"
    path.write_text((own / "config.toml").read_text().partition("[dream]")[0])
    return path


def doing(cli: Cli) -> str:
    """What the daemon says that it does."""
    return str((cli("status", "--json").document["daemon"] or {}).get("doing"))


@pytest.mark.usefixtures("waiting")
def test_after_five_failures_the_project_is_left_alone_until_a_person_tries(cli: Cli) -> None:
    configure(cli.own)
    cli("sessions", "--all")
    with state.database(cli.own / "state.db") as db:
        for _ in range(5):
            ledger.grow_backoff(db, "shop", "the disk is full", 0)
    with daemon(cli) as running:
        until = time.monotonic() + PATIENCE
        while "watching" not in doing(cli) and time.monotonic() < until:
            time.sleep(0.2)
        assert doing(cli) == "watching; no project has enough that is new"
        (row,) = cli("status", "--json").document["workspaces"]
        assert row["paused"] == "the disk is full"
    assert not any(event["event"] == "dream.finished" for event in running.rest())
    assert cli.once()["outcome"] == "dreamed"
    (row,) = cli("status", "--json").document["workspaces"]
    assert row["paused"] == ""


@pytest.mark.usefixtures("waiting")
def test_a_configuration_that_is_not_valid_is_refused_and_the_old_one_stays(cli: Cli) -> None:
    configure(cli.own, 'quiet_hours = ["00:00-12:00", "12:00-00:00"]')
    with daemon(cli) as running:
        assert "quiet hours until" in running.event("dreams.held")["message"]
        good = (cli.own / "config.toml").read_text()
        (cli.own / "config.toml").write_text(good + "\ntick_secondz = 1\n")
        running.process.send_signal(signal.SIGHUP)
        assert "tick_seconds" in running.event("config.refused")["message"]
        assert running.process.poll() is None
        assert "quiet hours" in cli("--config", os.devnull, "status").out
        configure(cli.own, '[metrics]\ntextfile = "nowhere"')
        running.process.send_signal(signal.SIGHUP)
        assert "absolute path" in running.event("config.refused")["message"]
        configure(cli.own, '[sources]\nenabled = ["nonsense"]')
        running.process.send_signal(signal.SIGHUP)
        assert "nonsense" in running.event("config.refused")["message"]
        (cli.own / "config.toml").unlink()
        running.process.send_signal(signal.SIGHUP)
        assert "there is no configuration file" in running.event("config.refused")["message"]
        assert (cli.own / "daemon.toml").read_text() == good, "what is refused is in force for nobody"
        configure(cli.own)
        assert "was changed" in "".join(cli("status").out.split("\n"))
        running.process.send_signal(signal.SIGHUP)
        running.event("config.reloaded")
        assert running.event("dream.finished")["outcome"] == "dreamed"


def test_a_dream_reads_the_configuration_in_force_whatever_became_of_its_file(
    cli: Cli, talk: Talk, tmp_path: Path
) -> None:
    figures = tmp_path / "dreamd.prom"
    configure(cli.own, f'[metrics]\ntextfile = "{figures}"')
    with daemon(cli) as running:
        (cli.own / "config.toml").write_text("this is [no TOML")
        (cli.own / "daemon.toml").unlink()
        talk("one", RULE)
        assert running.event("dream.finished")["outcome"] == "dreamed"
    assert 'dreamd_dreams_total{workspace="shop",outcome="dreamed"} 1' in figures.read_text()


@pytest.mark.usefixtures("waiting")
@pytest.mark.parametrize("sink", ["a closed pipe", "a full pipe", "a full disk"])
def test_nobody_who_listens_is_no_reason_to_stop(cli: Cli, memory: Memory, sink: str) -> None:
    configure(cli.own)
    ours, theirs = os.pipe()
    if sink == "a full pipe":
        os.set_blocking(theirs, False)
        with suppress(BlockingIOError):
            while os.write(theirs, b"." * 4096):
                pass
        os.set_blocking(theirs, True)
    command = [sys.executable, "-m", "dreamd", "run"]
    with Path("/dev/full").open("wb") as full:
        heard = full.fileno() if sink == "a full disk" else theirs
        process = subprocess.Popen(command, env=cli.environment, stderr=heard, stdout=subprocess.DEVNULL)
    os.close(theirs)
    if sink == "a closed pipe":
        os.close(ours)
    with process:
        until = time.monotonic() + PATIENCE
        while not list(memory().glob("[a-z]*.md")) and time.monotonic() < until:
            time.sleep(0.1)
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert "pnpm" in "".join(path.read_text() for path in memory().glob("*.md"))


@pytest.mark.usefixtures("waiting")
def test_a_key_is_passed_on_and_told_to_nobody(cli: Cli) -> None:
    key = "sk-ant-test-4711-0815-daemon"
    with hanging(cli.own) as asked, daemon(cli.having(ANTHROPIC_API_KEY=key)) as running:
        assert asked.wait(PATIENCE)
    told = str(running.rest()) + "".join(
        path.read_text(errors="replace") for path in cli.own.rglob("*") if path.is_file() and path.suffix != ".db"
    )
    assert key not in told
