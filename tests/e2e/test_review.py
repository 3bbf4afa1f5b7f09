"""In review mode a dream writes nothing: a person accepts or rejects what it proposes."""

from __future__ import annotations

import os
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from dreamd import awaiting, clock, ledger, lock, reviewing, state
from dreamd.attempt import Setting
from dreamd.config import Config
from dreamd.errors import LockHeld

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.reviewing import Reviewed
    from tests.conftest import Cli, Look, Memory, Talk

SAID = ("Use pnpm in this repo, never npm.", "> Noted.", "The staging database is db-04.")


@pytest.fixture
def reviewed(talk: Talk, cli: Cli) -> Cli:
    """A dream in review mode, over a session with two statements."""
    cli.own.mkdir(exist_ok=True)
    (cli.own / "config.toml").write_text('[dream]\nmode = "review"\n', "utf-8")
    talk("first", *SAID)
    done = cli.once()
    assert (done["outcome"], done["reason"], len(done["entries"])) == ("proposed", "", 2)
    return cli


def proposals(cli: Cli) -> list[dict[str, Any]]:
    ran = cli("review", "--json")
    assert ran.code == 0, ran.err
    return list(ran.document["proposals"])


def texts(memory: Path) -> str:
    return "".join(path.read_text("utf-8") for path in memory.glob("*.md"))


def test_nothing_is_written_and_each_proposal_has_its_sentence(reviewed: Cli, memory: Memory) -> None:
    assert not list(memory().glob("*.md"))
    waiting = proposals(reviewed)
    assert [item["op"] for item in waiting] == ["add", "add"]
    for item in waiting:
        (quote,) = item["evidence"]
        assert (quote["role"], quote["source"]) == ("human", "claude-code")
        assert quote["quote"] in " ".join(SAID)
    (space,) = reviewed("status", "--json").document["workspaces"]
    assert "2 proposals wait for you: dreamd review" in space["attention"]
    assert reviewed.once()["outcome"] == "nothing_new"
    shown = reviewed("review", waiting[0]["id"].partition(".")[0])
    assert "+- The staging database is db-04. [created: 2026-11-02" in shown.out


def test_what_is_accepted_is_one_step_with_its_evidence_that_undo_takes_back(
    reviewed: Cli, memory: Memory, look: Look
) -> None:
    before = look(memory())
    (first, second) = proposals(reviewed)
    dream, _, number = second["id"].partition(".")
    ran = reviewed("review", dream, "--accept", number, "--json")
    assert ran.code == 0, ran.err
    (done,) = ran.document["reviewed"]
    assert done["accepted"] == [second["id"]]
    assert second["text"] in texts(memory())
    assert first["text"] not in texts(memory())
    (why,) = reviewed("why", "--json", second["text"]).document["entries"]
    assert [quote["quote"] for quote in why["evidence"]] == [quote["quote"] for quote in second["evidence"]]
    assert [item["id"] for item in proposals(reviewed)] == [first["id"]]
    assert reviewed("undo", done["id"]).code == 0
    assert look(memory()) == before


def test_what_is_rejected_is_not_proposed_again_but_by_a_newer_word(reviewed: Cli, memory: Memory, talk: Talk) -> None:
    waiting = proposals(reviewed)
    numbers = [option for item in waiting for option in ("--reject", item["id"].partition(".")[2])]
    assert reviewed("review", waiting[0]["id"].partition(".")[0], *numbers).code == 0
    assert proposals(reviewed) == []
    talk("older", *SAID, day="2026-10-30")
    assert reviewed.once()["outcome"] == "nothing_new"
    talk("newer", "The staging database is db-04.", day="2030-01-01")
    reviewed.once()
    assert [item["text"] for item in proposals(reviewed)] == ["The staging database is db-04."]
    assert not list(memory().glob("*.md"))


def test_what_waits_already_waits_once_with_all_its_sentences(reviewed: Cli, talk: Talk) -> None:
    talk("second", "The staging database is db-04.", day="2026-11-05")
    reviewed.once()
    waiting = {item["text"]: item for item in proposals(reviewed)}
    assert len(waiting) == 2
    assert len(waiting["The staging database is db-04."]["evidence"]) == 2


def test_all_that_are_left_are_accepted_at_once_by_a_person_alone(reviewed: Cli, memory: Memory) -> None:
    assert reviewed.having(CLAUDECODE="1")("review", "--all").code == 1
    assert not list(memory().glob("*.md"))
    assert reviewed("review", "--all").code == 0
    for said in (SAID[0], SAID[2]):
        assert f"- {said.rstrip('.')}" in texts(memory())
    assert proposals(reviewed) == []


def test_what_the_memory_has_got_meanwhile_is_refused_and_goes_on_waiting(reviewed: Cli, memory: Memory) -> None:
    assert reviewed.typed("remember", "--workspace", "shop", SAID[2]).code == 0
    ran = reviewed("review", "--all")
    assert ran.code == 1
    assert "goes on waiting" in ran.err
    assert len(proposals(reviewed)) == 1
    assert texts(memory()).count("staging database is db-04") == 1


def test_wrong_names_and_numbers_are_told(reviewed: Cli) -> None:
    assert reviewed("review", "ffff").code == 2
    assert reviewed("review", "--accept", "1").code == 2
    dream = proposals(reviewed)[0]["id"].partition(".")[0]
    assert reviewed("review", dream, "--accept", "9").code == 2


def test_nobody_accepts_and_rejects_one_proposal_in_one_call(reviewed: Cli, memory: Memory) -> None:
    waiting = proposals(reviewed)
    dream = waiting[0]["id"].partition(".")[0]
    ran = reviewed("review", dream, "--accept", "1", "--accept", "2", "--reject", "1")
    assert (ran.code, "cannot be accepted and rejected" in ran.err) == (2, True)
    assert proposals(reviewed) == waiting
    assert not list(memory().glob("*.md"))


def test_of_two_processes_that_decide_at_once_one_wins(reviewed: Cli, memory: Memory, places: Places) -> None:
    (first, _) = proposals(reviewed)
    dream, _, number = first["id"].partition(".")
    with lock.held(places.locks, memory(), "write"):
        running = [reviewed.start("review", dream, f"--{way}", number) for way in ("accept", "reject")]
        time.sleep(1)  # by then both have seen that it waits; where one has not, it hears that it does not wait
    ends = [(process.communicate()[0], process.returncode) for process in running]
    assert [code == 0 for _, code in ends].count(True) == 1
    assert sum("Accepted 1" in out or "Rejected 1" in out for out, _ in ends) == 1
    assert (first["text"] in texts(memory())) is (ends[0][1] == 0)


@pytest.mark.parametrize("ways", [("accept", "reject"), ("accept", "accept"), ("reject", "reject")])
def test_of_two_who_saw_it_wait_one_decides(
    reviewed: Cli, memory: Memory, places: Places, ways: tuple[str, str]
) -> None:
    with state.database(places.database) as db:
        (space,) = state.workspaces(db)
        seen = awaiting.waiting(db, space.name)[:1]
    start = threading.Barrier(2)

    def decide(way: str) -> Reviewed:
        start.wait()
        return {"accept": reviewing.accept, "reject": reviewing.reject}[way](setting(places), space, seen)

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(decide, ways))
    assert sum(len(one.accepted) + len(one.rejected) for one in done) == 1
    assert sorted(one.gone for one in done) == [(), (seen[0].id,)]
    accepted = any(one.accepted for one in done)
    assert (seen[0].operation.text in texts(memory())) is accepted
    assert len(reviewed("history", "--json").document["steps"]) == accepted
    with state.database(places.database) as db:
        assert bool(ledger.rejections(db, space.name)) is not accepted


def test_nobody_rejects_while_another_writes(
    reviewed: Cli, memory: Memory, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "WRITE_WAIT_SECONDS", 0.1)
    with state.database(places.database) as db:
        (space,) = state.workspaces(db)
        seen = awaiting.waiting(db, space.name)
    with lock.held(places.locks, memory(), "write"), pytest.raises(LockHeld):
        reviewing.reject(setting(places), space, seen)
    assert len(proposals(reviewed)) == 2


def setting(places: Places) -> Setting:
    return Setting(
        places=places,
        config=Config(),
        search=os.environ["PATH"],
        now=clock.now_ns,
        environment={},
        new_id=lambda: secrets.token_hex(4),
        told=lambda _done, _total: None,
        say=pytest.fail,
    )
