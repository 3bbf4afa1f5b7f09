"""The engines with a model: one loop, each over its own backend; the scripted one finds what the embedded one finds."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, cast

import pytest

from dreamd import backends, digest, engines, paths, registry
from dreamd.backends import Backend, Model
from dreamd.backends.scripted import BACKEND
from dreamd.digest import Reading
from dreamd.dream import loop
from dreamd.engines import Engine, Host, Work
from dreamd.engines.embedded import ENGINE as EMBEDDED
from dreamd.errors import EngineError, LimitReached
from dreamd.fakes.messages_server import call, say
from dreamd.records import Turn
from dreamd.sources.claude_code import SOURCE
from dreamd.worker import process
from dreamd.worker.answering import Serving
from dreamd.worker.protocol import DreamJob

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.dialog import Reply, Request
    from dreamd.records import Operation, Tokens, Transcript
    from tests.conftest import Talk

TODAY = "2026-11-30"


@pytest.mark.parametrize(
    ("name", "backend"), [("anthropic", "messages"), ("claude-cli", "claude-cli"), ("scripted", "scripted")]
)
def test_each_engine_with_a_model_dreams_by_the_loop_over_a_backend_that_there_is(name: str, backend: str) -> None:
    engine = cast("Engine", registry.entry(engines, "ENGINE", name))
    assert engine.dream is loop.run
    assert engine.backend == backend
    assert cast("Backend", registry.entry(backends, "BACKEND", backend)).name == backend


def test_without_a_model_such_an_engine_fails() -> None:
    turn = Turn(source="s", session="x", line=1, role="human", text="Use pnpm.")
    work = Work(digest=((turn,),), context={}, memory=(), today=TODAY)
    with pytest.raises(EngineError, match="no model"):
        loop.run(work, Host(lambda _one: ""))


def test_a_confined_worker_dreams_by_the_loop_with_explorers_over_its_socket(talk: Talk, home: Path) -> None:
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    (found,) = SOURCE.find(paths.places({"HOME": str(home)}), [])
    agents: list[str] = []
    found_by_it: list[Operation] = []

    def complete(request: Request) -> Reply:
        agents.append(request.agent)
        return BACKEND.complete(request, Model(name="honest"), 60.0)

    def propose(operation: Operation) -> str:
        found_by_it.append(operation)
        return ""

    job = DreamJob(
        engine="scripted", readings=(Reading(transcript=found),), known_rows=(), memory=(), today=TODAY, full=False
    )
    serving = Serving(propose, complete, lambda _lost: None, lambda _done, _total: None)
    finished = process.dream(job, serving, 2.0)
    assert [operation.text for operation in found_by_it] == ["Always use pnpm instead of npm."]
    assert set(agents) == {"dream", "explorer-1"}
    assert (finished.turns, finished.coverage) == (2, 1.0)


def test_a_limit_of_the_loop_reaches_the_run_with_its_reason(talk: Talk, home: Path) -> None:
    talk("one", "Always use pnpm instead of npm.")
    (found,) = SOURCE.find(paths.places({"HOME": str(home)}), [])
    job = DreamJob(
        engine="scripted",
        readings=(Reading(transcript=found),),
        known_rows=(),
        memory=(),
        today=TODAY,
        full=False,
        rounds=3,
    )
    said = call("list_topics")
    serving = Serving(lambda _one: "", lambda _request: said, lambda _lost: None, lambda _done, _total: None)
    with pytest.raises(LimitReached, match="3 replies") as limit:
        process.dream(job, serving, 2.0)
    assert limit.value.reason == "limit_turns"
    said = say("I shall remember it.")
    with pytest.raises(EngineError, match="does not use its tools"):
        process.dream(job, serving, 2.0)


def read(transcripts: list[Transcript]) -> tuple[tuple[Turn, ...], ...]:
    done = digest.digest([Reading(transcript=one) for one in transcripts], [], lambda _: None, lambda *_: None)
    return tuple(one.turns for one in done if one.turns)


def proposed(engine: Engine, turns: tuple[tuple[Turn, ...], ...], spent: list[Tokens]) -> list[Operation]:
    found: list[Operation] = []

    def propose(operation: Operation) -> str:
        found.append(operation)
        return ""

    def complete(request: Request) -> Reply:
        reply = BACKEND.complete(request, Model(name="honest"), 60.0)
        spent.append(reply.tokens)
        return reply

    host = Host(propose, lambda session: pytest.fail(f"left {session}"), complete)
    engine.dream(Work(digest=turns, context={}, memory=(), today=TODAY), host)
    return found


def test_a_dream_over_the_corpus_finds_what_the_embedded_engine_finds_within_its_tokens(corpus: Path) -> None:
    projects: dict[Path, list[Transcript]] = defaultdict(list)
    for one in SOURCE.find(paths.places({"HOME": str(corpus / "home")}), []):
        projects[one.path.parent].append(one)
    spent: list[Tokens] = []
    ours, theirs = set[str](), set[str]()
    scripted = cast("Engine", registry.entry(engines, "ENGINE", "scripted"))
    for held in projects.values():
        turns = read(held)
        ours |= {one.text for one in proposed(scripted, turns, spent) if one.op == "add"}
        theirs |= {one.text for one in proposed(EMBEDDED, turns, []) if one.op == "add"}
    assert len(ours & theirs) >= 0.9 * len(theirs)
    assert sum(seen.input + 0.1 * seen.cached for seen in spent) <= 400_000
