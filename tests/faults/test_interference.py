"""While a dream reads, people edit, other programs take the lock, workers die: nothing of theirs is lost."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd import attempt, clock, intake, ledger, lock, run, state
from dreamd.config import Config
from dreamd.dreaming import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dreamd.paths import Places
    from dreamd.records import Dream
    from tests.conftest import Cli, Look, Memory, Talk

PRIOR_NS = 1_795_000_000_123_456_789


@pytest.fixture
def here(talk: Talk, memory: Memory) -> Path:
    """A session about two topics, and a memory directory with a lock file; returns the directory."""
    talk("first", "Always use pnpm instead of npm.", "> Noted.", "Never push to main without asking me first.")
    directory = memory()
    directory.mkdir()
    lock.write(directory / ".consolidate-lock", lock.Stamp(mtime_ns=PRIOR_NS, body=b"4194304", mode=0o640))
    return directory


def dream(
    places: Places,
    meanwhile: Callable[[], object] = lambda: None,
    *,
    gated: bool = False,
    dry_run: bool = False,
    ahead_ns: int = 0,
    say: Callable[[str], None] = pytest.fail,
) -> Dream:
    """One attempt in this process; ``meanwhile`` runs once, while the worker reads."""

    def told(_done: int, _total: int) -> None:
        nonlocal meanwhile
        meanwhile()
        meanwhile = lambda: None  # noqa: E731 (once is enough)

    config = Config()
    setting = attempt.Setting(
        places=places,
        config=config,
        search=os.environ["PATH"],
        environment={},
        now=lambda: clock.now_ns() + ahead_ns,
        new_id=lambda: secrets.token_hex(4),
        told=told,
        say=say,
    )
    scanned = intake.scan(places, config, clock.now_ns(), lambda _done, _total: None)
    with state.database(places.database) as db:
        (workspace,) = state.workspaces(db)
    return run.attempt(setting, workspace, scanned, Options(gated=gated, dry_run=dry_run))


def stamp(directory: Path) -> lock.Stamp:
    return lock.read(directory / ".consolidate-lock")


PRIOR = lock.Stamp(mtime_ns=PRIOR_NS, body=b"4194304", mode=0o640)


def test_while_a_dream_runs_the_lock_file_names_it_and_afterwards_it_is_the_watermark(
    here: Path, places: Places
) -> None:
    seen: list[lock.Stamp] = []
    before = clock.now_ns()
    assert dream(places, lambda: seen.append(stamp(here))).outcome == "dreamed"
    after = stamp(here)
    assert seen == [lock.Stamp(mtime_ns=after.mtime_ns, body=str(os.getpid()).encode(), mode=0o640)]
    assert (after.body, after.mode) == (b"", 0o640)
    assert after.mtime_ns is not None
    assert before <= after.mtime_ns <= clock.now_ns()


def test_what_a_person_writes_into_the_index_meanwhile_stays(here: Path, places: Places) -> None:
    (here / "notes.md").write_text("noted\n")
    text = "# Mine\r\n\r\n- [Notes](notes.md) - what I noted"
    assert dream(places, lambda: _write(here / "MEMORY.md", text)).outcome == "dreamed"
    lines = (here / "MEMORY.md").read_bytes().decode().split("\r\n")
    assert [line for line in lines if line in text.split("\r\n")] == text.split("\r\n")
    assert "](commits-and-reviews.md)" in "\n".join(lines)


def test_what_a_person_writes_into_a_topic_of_their_own_meanwhile_stays(here: Path, places: Places, look: Look) -> None:
    (here / "notes.md").write_text("old\n")
    assert dream(places, lambda: _write(here / "notes.md", "new\n")).outcome == "dreamed"
    assert look(here)["notes.md"][2] == b"new\n"


def test_what_a_person_adds_to_our_topic_meanwhile_is_merged_entry_by_entry(
    here: Path, places: Places, talk: Talk
) -> None:
    assert dream(places).outcome == "dreamed"
    talk("second", "Never force-push to a shared branch.")
    topic = here / "commits-and-reviews.md"
    assert dream(places, lambda: _write(topic, topic.read_text() + "- Theirs, said by hand.\n")).outcome == "dreamed"
    text = topic.read_text()
    assert "- Theirs, said by hand.\n" in text
    assert "- Never force-push to a shared branch." in text
    assert "- Never push to main without asking me first." in text


def test_the_same_entry_changed_by_a_person_meanwhile_is_a_dream_rejected_without_blame(
    here: Path, places: Places, talk: Talk, look: Look
) -> None:
    assert dream(places).outcome == "dreamed"
    prior = stamp(here)
    talk("second", "Never push to main without asking me first.", day="2026-11-09")
    topic = here / "commits-and-reviews.md"
    said = topic.read_text().replace(
        "created: 2026-11-02, updated: 2026-11-02", "created: 2026-11-01, updated: 2026-11-02"
    )
    result = dream(places, lambda: _write(topic, said))
    assert (result.outcome, result.reason, result.added, result.entries) == ("rejected", "memory_changed", 0, ())
    assert topic.read_text() == said
    assert stamp(here) == prior
    with state.database(places.database, look=True) as db:
        assert ledger.backoff(db, "shop") == ledger.Backoff()
    assert [path.name for path in here.iterdir() if path.name.startswith(".dreamd")] == []
    before = look(here)
    assert dream(places).outcome in {"dreamed", "nothing_new"}
    assert look(here)["working-agreements.md"] == before["working-agreements.md"]


def test_a_file_that_appears_meanwhile_under_our_topics_name_is_not_replaced(here: Path, places: Places) -> None:
    topic = here / "commits-and-reviews.md"
    result = dream(places, lambda: _write(topic, "A person's page\n"))
    assert (result.outcome, result.reason) == ("rejected", "memory_changed")
    assert topic.read_text() == "A person's page\n"
    assert stamp(here) == PRIOR
    assert dream(places).outcome == "dreamed"
    assert topic.read_text() == "A person's page\n"
    assert "Never push to main" in (here / "commits-and-reviews-2.md").read_text()


def test_a_topic_removed_meanwhile_stays_removed(here: Path, places: Places, talk: Talk) -> None:
    assert dream(places).outcome == "dreamed"
    talk("second", "Never force-push to a shared branch.")
    assert dream(places, (here / "commits-and-reviews.md").unlink).reason == "memory_changed"
    assert not (here / "commits-and-reviews.md").exists()


def test_a_lock_file_that_another_program_took_meanwhile_stays_theirs_and_nothing_is_published(
    here: Path, places: Places, look: Look
) -> None:
    before = look(here)
    theirs = lock.Stamp(mtime_ns=PRIOR_NS + 5, body=b"1", mode=0o600)
    result = dream(places, lambda: lock.write(here / ".consolidate-lock", theirs))
    assert (result.outcome, result.reason) == ("rejected", "lock_lost")
    assert stamp(here) == theirs
    assert look(here) == before


def test_a_second_dream_by_hand_meanwhile_is_told_that_the_memory_is_taken(
    here: Path, places: Places, cli: Cli
) -> None:
    codes: list[int] = []

    def others() -> None:
        codes.extend((cli("once").code, cli("once", "--gated").code))
        document = cli("once", "--json").document
        codes.append((document["dreams"][0]["outcome"], document["dreams"][0]["reason"]) == ("skipped", "locked"))

    assert dream(places, others).outcome == "dreamed"
    assert codes == [75, 0, True]
    assert stamp(here).body == b""


def test_two_dreams_started_at_once_make_one(here: Path, cli: Cli) -> None:
    both = [cli.start("once", "--json") for _ in range(2)]
    ended = [(process.communicate()[0], process.returncode) for process in both]
    assert {code for _, code in ended} <= {0, 75}
    assert "".join(out for out, _ in ended).count('"outcome":"dreamed"') == 1
    assert (here / "commits-and-reviews.md").read_text().count("Never push") == 1
    assert len(cli("history", "--json").document["steps"]) == 1


@pytest.fixture
def sleeper() -> Iterator[int]:
    """The id of a process that lives."""
    with subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE) as process:
        yield process.pid


def test_another_program_that_consolidates_now_is_left_alone(here: Path, cli: Cli, sleeper: int, look: Look) -> None:
    before = look(here)
    theirs = lock.Stamp(mtime_ns=clock.now_ns(), body=f"{sleeper}\n".encode(), mode=0o644)
    lock.write(here / ".consolidate-lock", theirs)
    ran = cli("once", "--json")
    assert (ran.code, ran.document["dreams"][0]["reason"]) == (75, "locked")
    assert (stamp(here), look(here)) == (theirs, before)


@pytest.mark.parametrize("case", ["it took the lock two hours ago", "it is gone"])
def test_a_holder_that_cannot_be_at_work_any_more_is_passed_over(here: Path, cli: Cli, sleeper: int, case: str) -> None:
    old = case.startswith("it took")
    moment = clock.now_ns() - (2 * clock.HOUR if old else 0)
    lock.write(here / ".consolidate-lock", lock.Stamp(mtime_ns=moment, body=str(sleeper if old else 4194304).encode()))
    assert cli.once()["outcome"] == "dreamed"


def workers() -> list[int]:
    """Workers that this process started and that run."""
    listed = Path("/proc/self/task").glob("*/children")
    pids = [pid for path in listed for pid in path.read_text().split()]
    return [int(pid) for pid in pids if b"dreamd.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def kill_the_worker() -> None:
    for pid in workers():
        os.kill(pid, signal.SIGKILL)


needs_proc = pytest.mark.skipif(
    not list(Path("/proc/self/task").glob("*/children")), reason="finds the worker in /proc"
)


@needs_proc
def test_a_worker_that_dies_changes_nothing_and_failures_wait_ever_longer_until_one_success(
    here: Path, places: Places, look: Look
) -> None:
    before = look(here)
    waits = []
    for _ in range(5):
        began = clock.now_ns()
        result = dream(places, kill_the_worker)
        assert (result.outcome, result.reason) == ("failed", "worker_lost")
        assert "ended early" in result.message
        assert (stamp(here), look(here)) == (PRIOR, before)
        with state.database(places.database, look=True) as db:
            standing = ledger.backoff(db, "shop")
        waits.append(round((standing.retry_ns - began) / clock.MINUTE))
    assert waits == [10, 20, 40, 80, 160]
    assert standing.paused == "the worker process ended without a result"
    assert dream(places, gated=True, ahead_ns=90 * clock.DAY).reason == "paused"
    assert dream(places).outcome == "dreamed"
    with state.database(places.database, look=True) as db:
        assert ledger.backoff(db, "shop") == ledger.Backoff()
    assert list((places.state / "runs").iterdir()) == []


@needs_proc
def test_a_dry_run_that_fails_leaves_outcome_and_back_off_alone(here: Path, places: Places, look: Look) -> None:
    before = look(here)
    for _ in range(2):
        assert dream(places, kill_the_worker, dry_run=True).reason == "worker_lost"
    with state.database(places.database, look=True) as db:
        assert ledger.backoff(db, "shop") == ledger.Backoff()
        assert ledger.last_dream(db, "shop") is None
    assert (stamp(here), look(here)) == (PRIOR, before)


@needs_proc
def test_after_a_failure_a_gated_dream_waits_and_then_tries_again(here: Path, places: Places) -> None:
    assert dream(places, kill_the_worker).outcome == "failed"
    assert dream(places, gated=True).reason == "backoff"
    assert dream(places, gated=True, ahead_ns=8 * clock.DAY).outcome == "dreamed"
    assert here.joinpath("MEMORY.md").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_after_the_decision_waits_until_the_step_is_complete(
    here: Path, cli: Cli, number: signal.Signals
) -> None:
    process = cli.start("once")
    while process.poll() is None:
        if any('"phase":"commit"' in path.read_text() for path in (cli.own / "runs").glob("[0-9a-f]*/journal.json")):
            process.send_signal(number)
            break
    process.communicate()
    assert process.returncode in {0, 128 + number}
    assert stamp(here).body == b""
    assert "Never push to main" in (here / "commits-and-reviews.md").read_text()
    assert list((cli.own / "runs").glob("*/journal.json")) == []
    assert cli("status").err == "", "nothing is left to be put right"
    assert cli.once()["outcome"] == "nothing_new"


def _write(path: Path, text: str) -> None:
    path.write_bytes(text.encode())
