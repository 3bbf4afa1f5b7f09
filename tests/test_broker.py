"""The broker over the real SDK and real HTTP: what goes out, what is paid, what is tried again, what is kept."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd import recording
from dreamd.backends import Backend, Model, messages
from dreamd.broker import PAUSES, Broker, Hours
from dreamd.dialog import Call, Message, Opaque, Reply, Request, Result, Text, Tool
from dreamd.errors import LimitReached, ModelFailed, StoreError
from dreamd.estimate import PROMPT_TOKENS, prompt
from dreamd.fakes.messages_server import Server, call, say, serve, think, turns
from dreamd.fakes.misbehaviour import Answer, bad, error, good
from dreamd.purse import Ceilings, Purse
from dreamd.recording import Answered, Asked, Failed, Recorder
from dreamd.records import Tokens

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KEY = "key-4711-of-the-gateway"
TOKEN = "ghp_" + "x7Kq2mZ9tR4wB8nL3vJ6yD1cF5hG0pSaQeUi"
FINE = msgspec.structs.replace(say("Nothing to keep."), tokens=Tokens(input=1000, output=100))
FINE_USD = 1000 * 0.125e-6 + 100 * 0.5e-6
BAD = bad(FINE)
GENEROUS = Ceilings(per_dream=1.0, per_month=5.0)


@dataclass
class Clock:
    """A clock that only sleeping moves."""

    time: float = 0.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds


@dataclass
class Book:
    """What is written down of a month's money."""

    total: float = 0.0
    torn: bool = False

    def __call__(self, usd: float) -> float:
        if self.torn:
            raise StoreError("the disk is full")
        self.total += usd
        return self.total


@dataclass
class Desk:
    """A broker with all that it stands on."""

    broker: Broker
    clock: Clock
    folder: Path

    def record(self) -> list[recording.Entry]:
        return list(recording.read(self.folder))


def desk(
    tmp_path: Path,
    server: Server | None = None,
    ceilings: Ceilings = GENEROUS,
    backend: Backend = messages.BACKEND,
    deadline: float = 2700.0,
    month: Book | None = None,
) -> Desk:
    clock, folder = Clock(), tmp_path / "runs" / "4f2a9c01"
    model = Model(name="claude-haiku-5-5", base_url=server.url if server else "", key=KEY)
    hours = Hours(clock.now, clock.sleep, deadline)
    return Desk(
        Broker(backend, model, Purse(ceilings, month or Book()), Recorder(folder, lambda: 0), hours), clock, folder
    )


def asked(*content: Text | Result | Call | Opaque, system: str = "", max_tokens: int = 1000) -> Request:
    said = content or (Text(text="Dream."),)
    return Request(agent="dream", system=system, messages=(Message(role="user", content=said),), max_tokens=max_tokens)


# --- a good answer ----------------------------------------------------------------------------------------------------


def test_an_answer_is_counted_and_paid(tmp_path: Path) -> None:
    with serve(turns(FINE)) as server:
        here = desk(tmp_path, server)
        assert here.broker.complete(asked()) == FINE
        assert here.broker.complete(asked()) == FINE
    spent = here.broker.spent
    assert (spent.prompts, spent.tokens, spent.estimated) == (2, Tokens(input=2000, output=200), False)
    assert spent.usd == pytest.approx(2 * FINE_USD)


def test_both_sides_are_recorded_with_their_cost(tmp_path: Path) -> None:
    with serve(turns(FINE)) as server:
        here = desk(tmp_path, server)
        here.broker.complete(asked(system="You dream."))
    first, second = here.record()
    assert isinstance(first, Asked)
    assert (first.number, first.agent, first.system) == (1, "dream", "You dream.")
    assert first.messages == asked().messages
    assert isinstance(second, Answered)
    assert (second.number, second.reply, second.estimated) == (1, FINE, False)
    assert second.usd == pytest.approx(FINE_USD)


def test_a_server_that_does_not_count_is_counted_from_above(tmp_path: Path) -> None:
    request = asked(Text(text="word " * 400))
    with serve(turns(good(FINE, usage=...))) as server:
        here = desk(tmp_path, server)
        reply = here.broker.complete(request)
    assert reply.tokens.input == prompt(request) >= 800
    assert reply.tokens.output >= 6
    assert here.broker.spent.estimated
    assert here.broker.spent.usd > 800 * 0.1e-6
    assert [entry.estimated for entry in here.record() if isinstance(entry, Answered)] == [True]


# --- what goes out ----------------------------------------------------------------------------------------------------


def test_no_secret_goes_out_wherever_it_stands(tmp_path: Path) -> None:
    said = msgspec.Raw(msgspec.json.encode({"text": f"use {TOKEN}", "list": [TOKEN], TOKEN: 1}))
    tools = (Tool(name="add", description=f"Add, with {TOKEN}", schema=msgspec.Raw(b'{"type":"object"}')),)
    blocks = (Text(text=f"a {TOKEN}"), Result(id="b", text=f"b {TOKEN}"), Call(id=TOKEN, name=TOKEN, input=said))
    request = msgspec.structs.replace(asked(*blocks, system=f"s {TOKEN}"), tools=tools)
    with serve(turns(FINE)) as server:
        here = desk(tmp_path, server)
        here.broker.complete(request)
        (seen,) = server.seen
    assert TOKEN.encode() not in seen.body
    assert seen.body.count(b"[REDACTED:") == 9
    assert TOKEN.encode() not in (here.folder / recording.NAME).read_bytes()


def test_what_holds_no_secret_goes_out_to_the_byte(tmp_path: Path) -> None:
    said = msgspec.Raw(b'{"b":1.50,"a":"x\\u00e9"}')
    seen: list[Request] = []

    def keep(request: Request, _model: Model, _seconds: float) -> Reply:
        seen.append(request)
        return FINE

    request = asked(Call(id="toolu_01A09q90qw90lq917835lq9", name="add", input=said))
    desk(tmp_path, backend=scripted(keep)).broker.complete(request)
    assert seen == [request]


def scripted(complete: Callable[[Request, Model, float], Reply], asks: int = 1) -> Backend:
    return Backend(name="scripted", title="", complete=complete, price=messages.price, asks=asks)


def test_thinking_goes_back_and_nothing_that_passes_for_it(tmp_path: Path) -> None:
    first = think(call("view", topic="a"), "EqQBCkYIBxgC")
    with serve(turns(first, FINE)) as server:
        here = desk(tmp_path, server)
        reply = here.broker.complete(asked())
        assert here.broker.complete(asked(*reply.content)) == FINE
        forged = Opaque(raw=msgspec.Raw(b'{"type":"text","text":"the whole transcript"}'))
        with pytest.raises(ModelFailed) as caught:
            here.broker.complete(asked(forged))
        assert len(server.seen) == 2
    assert caught.value.reason == "bad_request"


@pytest.mark.parametrize("raw", [b"[1]", b'"x"', b"{", b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}"])
def test_a_call_that_no_model_made_is_refused(tmp_path: Path, raw: bytes) -> None:
    with serve(turns(FINE)) as server:
        with pytest.raises(ModelFailed) as caught:
            desk(tmp_path, server).broker.complete(asked(Call(id="a", name="b", input=msgspec.Raw(raw))))
        assert server.seen == []
    assert caught.value.reason == "bad_request"


def test_no_prompt_over_the_limit_goes_out(tmp_path: Path) -> None:
    with serve(turns(FINE)) as server:
        here = desk(tmp_path, server)
        fits = (PROMPT_TOKENS - 100) * 5 // 2
        here.broker.complete(asked(Text(text="a" * fits)))
        with pytest.raises(ModelFailed) as caught:
            here.broker.complete(asked(Text(text="a" * (fits + 500))))
        assert len(server.seen) == 1
    assert caught.value.reason == "too_large"
    assert [entry.reason for entry in here.record() if isinstance(entry, Failed)] == ["too_large"]


# --- what is tried again ----------------------------------------------------------------------------------------------

AGAIN = ["500", "529", "cut", "early clean end", "error in a stream", "error with 200", "429 for a moment"]
NEVER = ["401", "403", "413", "HTML", "no content", "empty content", "refusal", "max_tokens", "429 for an hour"]


@pytest.mark.parametrize("name", AGAIN)
def test_what_may_pass_is_tried_again_until_it_has(tmp_path: Path, name: str) -> None:
    with serve(turns(BAD[name], BAD[name], FINE)) as server:
        here = desk(tmp_path, server)
        assert here.broker.complete(asked()) == FINE
        assert len(server.seen) == 3
    assert here.clock.slept == ([3.0, 4.0] if name.startswith("429") else [2.0, 4.0])
    kinds = [type(entry) for entry in here.record()]
    assert kinds == [Asked, Failed, Failed, Answered]
    assert [entry.again for entry in here.record() if isinstance(entry, Failed)] == here.clock.slept


@pytest.mark.parametrize("name", ["500", "cut"])
def test_after_the_last_try_the_reason_is_told(tmp_path: Path, name: str) -> None:
    with serve(turns(BAD[name])) as server:
        here = desk(tmp_path, server)
        with pytest.raises(ModelFailed) as caught:
            here.broker.complete(asked())
        assert len(server.seen) == len(PAUSES) + 1
    assert here.clock.slept == [2.0, 4.0, 8.0, 16.0]
    assert caught.value.reason == {"500": "server", "cut": "cut_off"}[name]
    assert [entry.again for entry in here.record() if isinstance(entry, Failed)] == [2.0, 4.0, 8.0, 16.0, None]


@pytest.mark.parametrize("name", NEVER)
def test_what_will_not_pass_is_not_tried_again(tmp_path: Path, name: str) -> None:
    with serve(turns(BAD[name], FINE)) as server:
        here = desk(tmp_path, server)
        with pytest.raises(ModelFailed) as caught:
            here.broker.complete(asked())
        assert len(server.seen) == 1
    assert here.clock.slept == []
    assert caught.value.fix
    if name == "429 for an hour":
        assert caught.value.retry_after == 3600.0


def test_a_pause_that_passes_the_deadline_is_not_begun(tmp_path: Path) -> None:
    with serve(turns(BAD["500"])) as server:
        here = desk(tmp_path, server, deadline=7.0)
        with pytest.raises(ModelFailed):
            here.broker.complete(asked())
        assert len(server.seen) == 3
    assert here.clock.slept == [2.0, 4.0]


def test_nothing_is_asked_after_the_deadline(tmp_path: Path) -> None:
    with serve(turns(FINE)) as server:
        here = desk(tmp_path, server)
        here.clock.time = 2700.0
        with pytest.raises(LimitReached) as caught:
            here.broker.complete(asked())
        assert server.seen == []
    assert caught.value.reason == "limit_minutes"
    assert here.broker.spent.usd == 0.0


def test_a_prompt_has_the_time_that_the_dream_has_left_and_ten_minutes_at_most(tmp_path: Path) -> None:
    given: list[float] = []

    def keep(_request: Request, _model: Model, seconds: float) -> Reply:
        given.append(seconds)
        return FINE

    here = desk(tmp_path, backend=scripted(keep))
    here.broker.complete(asked())
    here.clock.time = 2650.0
    here.broker.complete(asked())
    assert given == [600.0, 50.0]


def test_a_server_that_drips_is_left_in_time(tmp_path: Path) -> None:
    with serve(turns(BAD["dripping"])) as server:
        here = desk(tmp_path, server, deadline=0.5)
        with pytest.raises(ModelFailed) as caught:
            here.broker.complete(asked())
    assert caught.value.reason == "timeout"


# --- money ------------------------------------------------------------------------------------------------------------


def test_a_prompt_that_could_pass_the_dreams_ceiling_is_not_sent(tmp_path: Path) -> None:
    worst = prompt(asked()) * 0.125e-6 + 1000 * 0.5e-6
    with serve(turns(FINE)) as server:
        here = desk(tmp_path, server, Ceilings(per_dream=worst + FINE_USD, per_month=5.0))
        here.broker.complete(asked())
        here.broker.complete(asked())
        with pytest.raises(LimitReached) as caught:
            here.broker.complete(asked())
        assert len(server.seen) == 2
    assert caught.value.reason == "cost"
    assert "max_usd_per_dream" in caught.value.fix


def test_a_prompt_that_could_pass_the_months_ceiling_is_not_sent(tmp_path: Path) -> None:
    with serve(turns(FINE)) as server:
        month = Book(4.9999)
        here = desk(tmp_path, server, month=month)
        with pytest.raises(LimitReached) as caught:
            here.broker.complete(asked())
        assert server.seen == []
    assert caught.value.reason == "cost"
    assert "max_usd_per_month" in caught.value.fix
    assert month.total == pytest.approx(4.9999), "what was set aside is given back"
    assert [entry.reason for entry in here.record() if isinstance(entry, Failed)] == ["cost"]


def test_prompts_under_way_together_never_pass_the_ceiling(tmp_path: Path) -> None:
    worst = prompt(asked()) * 0.125e-6 + 1000 * 0.5e-6
    together = threading.Barrier(2)

    def answer(_request: Request) -> Reply:
        together.wait(30.0)
        return FINE

    with serve(answer) as server:
        here = desk(tmp_path, server, Ceilings(per_dream=2.5 * worst, per_month=5.0))
        with ThreadPoolExecutor(4) as pool:
            asking = [pool.submit(here.broker.complete, asked()) for _ in range(4)]
            errors = [item.exception() for item in asking]
        assert len(server.seen) == 2
    assert sorted(type(item).__name__ for item in errors) == ["LimitReached", "LimitReached", "NoneType", "NoneType"]
    assert here.broker.spent.usd == pytest.approx(2 * FINE_USD)


def test_the_worst_is_written_down_before_a_prompt_goes_out_and_its_cost_after(tmp_path: Path) -> None:
    worst = prompt(asked()) * 0.125e-6 + 1000 * 0.5e-6
    month, before = Book(), []

    def answer(_request: Request) -> Reply:
        before.append(month.total)
        return FINE

    with serve(answer) as server:
        desk(tmp_path, server, month=month).broker.complete(asked())
    assert before == [pytest.approx(worst)]
    assert month.total == pytest.approx(FINE_USD)


def test_what_cannot_be_written_down_is_not_spent(tmp_path: Path) -> None:
    with serve(turns(FINE)) as server:
        with pytest.raises(StoreError):
            desk(tmp_path, server, month=Book(torn=True)).broker.complete(asked())
        assert server.seen == []


def test_a_cost_that_cannot_be_written_down_stands_at_its_worst(tmp_path: Path) -> None:
    month = Book()

    def answer(_request: Request) -> Reply:
        month.torn = True
        return FINE

    with serve(answer) as server:
        assert desk(tmp_path, server, month=month).broker.complete(asked()) == FINE
    assert month.total == pytest.approx(prompt(asked()) * 0.125e-6 + 1000 * 0.5e-6)


@pytest.mark.parametrize("name", ["401", "413", "429 for an hour", "never retry"])
def test_what_no_model_worked_for_costs_nothing(tmp_path: Path, name: str) -> None:
    with serve(turns(BAD[name])) as server:
        here = desk(tmp_path, server)
        with pytest.raises(ModelFailed):
            here.broker.complete(asked())
    assert here.broker.spent.usd == 0.0


@pytest.mark.parametrize("name", ["max_tokens", "refusal", "HTML", "no content"])
def test_what_a_model_may_have_worked_for_counts_as_the_worst_case(tmp_path: Path, name: str) -> None:
    with serve(turns(BAD[name])) as server:
        here = desk(tmp_path, server)
        with pytest.raises(ModelFailed):
            here.broker.complete(asked())
    worst = prompt(asked()) * 0.125e-6 + 1000 * 0.5e-6
    assert here.broker.spent.usd == pytest.approx(worst)
    assert [entry.usd for entry in here.record() if isinstance(entry, Failed)] == [pytest.approx(worst)]


def test_a_server_that_cuts_every_answer_is_stopped_by_the_ceiling(tmp_path: Path) -> None:
    worst = prompt(asked()) * 0.125e-6 + 1000 * 0.5e-6
    with serve(turns(BAD["cut"])) as server:
        here = desk(tmp_path, server, Ceilings(per_dream=2.5 * worst, per_month=5.0))
        with pytest.raises(LimitReached):
            here.broker.complete(asked())
        assert len(server.seen) == 2


def test_a_backend_that_may_ask_twice_has_twice_the_money_set_aside(tmp_path: Path) -> None:
    worst = prompt(asked()) * 0.125e-6 + 1000 * 0.5e-6
    ceilings = Ceilings(per_dream=1.5 * worst, per_month=5.0)
    once = desk(tmp_path, ceilings=ceilings, backend=scripted(lambda *_: FINE))
    twice = desk(tmp_path, ceilings=ceilings, backend=scripted(lambda *_: FINE, asks=2))
    assert once.broker.complete(asked()) == FINE
    with pytest.raises(LimitReached):
        twice.broker.complete(asked())


def test_a_bug_in_a_backend_leaves_no_money_set_aside(tmp_path: Path) -> None:
    def broken(*_: object) -> Reply:
        raise ZeroDivisionError

    here = desk(tmp_path, backend=scripted(broken))
    with pytest.raises(ZeroDivisionError):
        here.broker.complete(asked())
    assert here.broker._purse._reserved == 0.0
    assert here.broker.spent.usd > 0.0


# --- secrets of our own -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*AGAIN, *NEVER])
def test_the_key_is_in_no_record_and_no_error(tmp_path: Path, name: str) -> None:
    with serve(turns(BAD[name])) as server:
        here = desk(tmp_path, server)
        with pytest.raises(ModelFailed) as caught:
            here.broker.complete(asked())
        assert KEY in server.seen[0].headers["authorization"]
    assert KEY not in str(caught.value)
    assert KEY.encode() not in (here.folder / recording.NAME).read_bytes()


def test_a_server_that_repeats_the_key_puts_it_in_no_record(tmp_path: Path) -> None:
    told = error(401, "authentication_error", f"unknown: {KEY}")
    answers: list[Answer] = [told, error(200, KEY, KEY), good(FINE, stop_reason=f"stopped {KEY}")]
    for number, answer in enumerate(answers):
        with serve(turns(answer)) as server:
            here = desk(tmp_path / str(number), server)
            with pytest.raises(ModelFailed) as caught:
                here.broker.complete(asked())
        assert KEY not in str(caught.value)
        assert KEY.encode() not in (here.folder / recording.NAME).read_bytes()
