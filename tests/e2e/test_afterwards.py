"""After a dream with a model: records to look at, why nothing happens by itself, what needs the person."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING

import pytest

from dreamd.backends.scripted import honest
from dreamd.fakes.messages_server import call, turns
from dreamd.fakes.misbehaviour import bad
from tests.e2e.test_shown import END, model

if TYPE_CHECKING:
    from dreamd.dialog import Reply, Request
    from dreamd.fakes.misbehaviour import Answer
    from tests.conftest import Cli, Talk


def misbehaving(how: str) -> Answer:
    return bad(END)[how]


@pytest.fixture
def three(talk: Talk) -> None:
    for project in ("api", "shop", "web"):
        talk(project, "Always use pnpm here.", "> Noted.", cwd=f"/w/{project}")


@pytest.mark.usefixtures("three")
def test_what_fails_for_every_project_is_tried_for_one(cli: Cli) -> None:
    with model(cli, lambda _request: misbehaving("401")) as (asking, server):
        ran = asking("once", "--all")
        assert (ran.code, len(server.seen)) == (1, 1)
        assert "2 more projects were not tried" in ran.out
        server.seen.clear()
        ran = asking("once", "--all", "--json")
        assert (len(ran.document["dreams"]), len(server.seen)) == (1, 1)
        assert "2 more projects were not tried" in ran.err
    with model(cli, lambda _request: misbehaving("HTML")) as (asking, _):
        assert len(asking("once", "--all", "--json").document["dreams"]) == 3


def test_status_says_at_once_what_it_waits_for_and_what_needs_the_person(cli: Cli, talk: Talk) -> None:
    talk("one", "Always use pnpm here.")
    with model(cli, lambda _request: misbehaving("401")) as (asking, server):
        asking("once")
        out = " ".join(asking("status").out.split())
        assert "waits by itself: after a failure (the model server did not accept the key), until " in out
        assert "needs you the model server did not accept the key: 401 no. Check that it is valid" in out
        place = server.url.removeprefix("http://")
        assert f"model: anthropic claude-haiku-5-5 at {place}; this month 0 of 5.00 dollars" in out
        (row,) = asking("status", "--json").document["workspaces"]
        assert row["backoff"]["open"] is False
        assert row["next_check"] == row["backoff"]["retry_at"]


def test_what_a_failed_model_left_to_the_embedded_engine_is_listed_and_can_be_taken_back(cli: Cli, talk: Talk) -> None:
    talk("one", "Always use pnpm here.")
    with model(cli, lambda _request: misbehaving("refusal"), 'fallback = "embedded"') as (asking, _):
        out = asking("once").out
    for told in ("the model failed", "+ Always use pnpm here.", "take back: dreamd undo ", "dreamd once --again"):
        assert told in out


def test_replay_lists_the_newest_records_and_names_those_that_an_id_could_mean(cli: Cli, talk: Talk) -> None:
    assert "no records yet" in cli("replay").out
    talk("one", "Always use pnpm here.")
    with model(cli, lambda _request: misbehaving("401")) as (asking, _):
        failed = asking("once", "--json").document["dreams"][0]
    with model(cli, honest.answer) as (asking, _):
        done = asking.once()
    first, second = cli("replay").out.splitlines()
    assert first.startswith(done["dream_id"])
    assert "shop  dreamed  0.00" in first
    assert second.startswith(failed["dream_id"])
    assert second.endswith("shop  failed (bad_key)  nothing spent")
    ids = [row["id"] for row in cli("replay", "--json").document["records"]]
    assert ids == [done["dream_id"], failed["dream_id"]]
    ambiguous = cli("replay", "")
    assert (ambiguous.code, f"Newest first: {', '.join(ids)}." in ambiguous.err) == (2, True)
    offered = cli.having(_DREAMD_COMPLETE="bash_complete", COMP_WORDS="dreamd replay ", COMP_CWORD="2")
    assert [line.partition(",")[2] for line in offered().out.splitlines()] == ids


def test_replay_tells_agents_apart_and_shows_instructions_and_tools_when_asked(cli: Cli, talk: Talk) -> None:
    talk("one", "Always use pnpm here.", "> Noted.")
    with model(cli, honest.answer) as (asking, _):
        dream = asking.once()
    short, whole = cli("replay", dream["dream_id"]).out, cli("-v", "replay", dream["dream_id"]).out
    assert "explorer-1 asks" in short
    assert "answer to explorer-1, " in short
    assert "answer to dream, " in short
    assert "tool explore:" not in short
    for told in ("tool explore: ", "tool list_sessions: ", "    system: "):
        assert told in whole
    assert short.splitlines()[-1].startswith("ended: dreamed, 0.00")


def test_an_interrupted_dream_says_what_was_spent_and_its_record_that_it_has_no_end(cli: Cli, talk: Talk) -> None:
    asked, over = threading.Event(), threading.Event()

    def answer(request: Request) -> Reply | Answer:
        if asked.is_set() or len(request.messages) > 1:
            asked.set()
            over.wait(60)
        return turns(call("list_topics"))(request)

    talk("one", "Always use pnpm here.", "> Noted.")
    with model(cli, answer) as (asking, _), asking.start("once") as process:
        assert asked.wait(60)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
        over.set()
    assert process.returncode == 130
    assert "at most 0.00" in err
    assert "stopped; nothing was left half-done" in err
    (line,) = cli("replay").out.splitlines()
    assert "  -  interrupted  0.00" in line
    assert cli("replay", line[:8]).out.splitlines()[-1].startswith("no end: the dream was interrupted")
