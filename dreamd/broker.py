"""Answers the worker's prompts: redacted once more, within time and money, recorded, tried again where it may help."""

from __future__ import annotations

import itertools
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from dreamd import estimate, redact
from dreamd.backends import failed
from dreamd.dialog import Call, Opaque, Result, Text, Tool
from dreamd.errors import LimitReached, ModelFailed
from dreamd.recording import Answered
from dreamd.records import Record, Tokens

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.backends import Backend, Model
    from dreamd.dialog import Block, Message, Reply, Request
    from dreamd.purse import Purse
    from dreamd.recording import Recorder

PAUSES = (2.0, 4.0, 8.0, 16.0)
"""Seconds before each further try; a server that asks for more gets it."""
PATIENCE_SECONDS = 120.0
"""A server that asks for a longer pause is left to the next dream."""
PROMPT_SECONDS = 600.0
UNBILLED = frozenset(
    {"no_key", "no_cli", "bad_key", "bad_request", "too_large", "rate_limited", "server", "unreachable"}
)
"""Reasons for which no model did any work. For the others the worst case is counted."""


@dataclass(frozen=True, slots=True)
class Hours:
    """The time that a dream has."""

    now: Callable[[], float]
    """Seconds on a clock that only goes forward."""
    sleep: Callable[[float], None]
    deadline: float
    """On that clock; nothing is asked after it."""

    def left(self) -> float:
        """Seconds until the deadline.

        Raises:
            LimitReached: it has passed.
        """
        seconds = self.deadline - self.now()
        if seconds <= 0:
            raise LimitReached("the dream's time ran out before the model had answered", "Raise [dream] minutes.")
        return seconds


class Spent(Record, frozen=True):
    """What the prompts of a dream took in all."""

    prompts: int
    tokens: Tokens
    usd: float
    estimated: bool
    """At least one reply came without its number of tokens; it was counted from above."""


class Broker:
    """Has one backend answer the prompts of one dream; from several threads at once.

    Args:
        backend: the way to the model.
        model: which one.
        purse: what may be spent.
        recorder: keeps what is said.
        hours: when it must be over.
    """

    def __init__(self, backend: Backend, model: Model, purse: Purse, recorder: Recorder, hours: Hours) -> None:
        self._backend = backend
        self._model = model
        self._purse = purse
        self._recorder = recorder
        self._hours = hours
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._opaque: set[bytes] = set()
        self._prompts, self._tokens, self._estimated = 0, Tokens(), False

    @property
    def spent(self) -> Spent:
        """Figures up to now."""
        with self._lock:
            return Spent(prompts=self._prompts, tokens=self._tokens, usd=self._purse.spent, estimated=self._estimated)

    def complete(self, request: Request) -> Reply:
        """Have the model answer.

        Raises:
            ModelFailed: it did not, and trying again within the dream is of no use.
            LimitReached: the money or the time of the dream ran out.
            StoreError: what it may cost cannot be written down.
        """
        number = next(self._numbers)
        try:
            clean = self._clean(request)
            size = self._fitting(clean)
        except ModelFailed as error:
            self._recorder.failed(number, error, 0.0, None)
            raise
        self._recorder.asked(number, clean, size)
        try:
            return self._insist(number, clean, size)
        except LimitReached as error:
            self._recorder.failed(number, error, 0.0, None)
            raise

    def _fitting(self, request: Request) -> int:
        """The prompt's estimated tokens, as the backend sends it.

        Raises:
            ModelFailed: they are too many.
        """
        size = self._backend.size(request)
        if size > estimate.PROMPT_TOKENS:
            raise failed("too_large", f"{size} tokens, and {estimate.PROMPT_TOKENS} are allowed")
        return size

    def _insist(self, number: int, request: Request, size: int) -> Reply:
        worst = self._price(Tokens(input=size, output=request.max_tokens)) * self._backend.asks
        pauses = iter(PAUSES)
        while True:
            try:
                return self._try(number, request, size, worst)
            except ModelFailed as error:
                wait = self._again(error, next(pauses, None))
                self._recorder.failed(number, error, _lost(error, worst), wait)
                if wait is None:
                    raise
            self._hours.sleep(wait)

    def _try(self, number: int, request: Request, size: int, worst: float) -> Reply:
        seconds = min(PROMPT_SECONDS, self._hours.left())
        self._purse.reserve(worst)
        cost = worst  # whatever goes wrong unforeseen may have been billed
        try:
            reply = _whole(self._backend.complete(request, self._model, seconds))
            estimated = reply.tokens == Tokens()
            if estimated:
                reply = msgspec.structs.replace(reply, tokens=Tokens(input=size, output=_size(reply)))
            cost = max(reply.usd, self._price(reply.tokens) * (self._backend.asks if estimated else 1))
        except ModelFailed as error:
            cost = _lost(error, worst)
            raise
        finally:
            self._purse.settle(worst, cost)
        self._count(reply, estimated=estimated)
        self._recorder.write(Answered(number=number, reply=reply, usd=cost, estimated=estimated))
        return reply

    def _again(self, error: ModelFailed, pause: float | None) -> float | None:
        if error.retry_after is None or pause is None:
            return None
        wait = max(pause, error.retry_after)
        return wait if wait <= PATIENCE_SECONDS and self._hours.now() + wait < self._hours.deadline else None

    def _price(self, tokens: Tokens) -> float:
        return self._backend.price(self._model, tokens)

    def _count(self, reply: Reply, *, estimated: bool) -> None:
        seen = reply.tokens
        with self._lock:
            self._prompts += 1
            self._estimated |= estimated
            self._tokens = Tokens(
                input=self._tokens.input + seen.input,
                output=self._tokens.output + seen.output,
                cached=self._tokens.cached + seen.cached,
            )
            self._opaque |= {bytes(block.raw) for block in reply.content if isinstance(block, Opaque)}

    def _clean(self, request: Request) -> Request:
        """The request without secrets, in whatever part of it.

        The worker reads what strangers wrote, so nothing that it sends is believed: what goes back to the model as it
        came must have come from the model.
        """
        try:
            messages = tuple(self._clean_message(message) for message in request.messages)
        except (msgspec.DecodeError, RecursionError):
            raise failed("bad_request", "the input of a call is no JSON object, or too deep") from None
        tools = tuple(
            Tool(
                name=redact.redact(tool.name),
                description=redact.redact(tool.description),
                schema=_clean_input(tool.schema),
            )
            for tool in request.tools
        )
        return msgspec.structs.replace(request, system=redact.redact(request.system), messages=messages, tools=tools)

    def _clean_message(self, message: Message) -> Message:
        return msgspec.structs.replace(message, content=tuple(self._clean_block(block) for block in message.content))

    def _clean_block(self, block: Block) -> Block:
        if isinstance(block, Text):
            return msgspec.structs.replace(block, text=redact.redact(block.text))
        if isinstance(block, Result):
            return msgspec.structs.replace(block, id=redact.redact(block.id), text=redact.redact(block.text))
        if isinstance(block, Call):
            said = {"id": redact.redact(block.id), "name": redact.redact(block.name)}
            return msgspec.structs.replace(block, input=_clean_input(block.input), **said)
        with self._lock:
            if bytes(block.raw) not in self._opaque:
                raise failed("bad_request", "a block that the model never sent was to go back to it")
        return block


def _clean_input(raw: msgspec.Raw) -> msgspec.Raw:
    """Unchanged to the byte where there is no secret in it."""
    plain = msgspec.json.decode(raw, type=dict[str, object])
    clean = redact.values(plain)
    return raw if clean == plain else msgspec.Raw(msgspec.json.encode(clean))


def _whole(reply: Reply) -> Reply:
    if not reply.content:
        raise failed("not_a_model", "it sent a reply without content")
    return reply


def _lost(error: ModelFailed, worst: float) -> float:
    """Dollars that an unanswered prompt may have cost."""
    return error.usd if error.reason in UNBILLED else max(worst, error.usd)


def _size(reply: Reply) -> int:
    return sum(estimate.block(block) for block in reply.content)
