"""One agent's dialog with the model, within its rounds and the size of a prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import estimate
from dreamd.dialog import Call, Message, Request, Text
from dreamd.errors import EngineError, LimitReached

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.dialog import Block, Reply, Result, Tool

CALLS = 64
"""In one reply; more are no use of tools."""
NEARLY_FULL = 16_000
"""Tokens of a prompt; with fewer left the model is told to come to an end."""
LAST_ROUNDS = 2
FULL = "The dialog is nearly full: look no further, propose or report what is left now, and end."
LAST = "Replies left: {left}. Propose or report what is left now, and end."


class Dialog:
    """What was said so far; it only grows, since models sign what they thought.

    Args:
        agent: who asks.
        system: its instructions.
        tools: what it may call.
        opening: what it is told first.
        max_tokens: of one reply.
    """

    def __init__(self, agent: str, system: str, tools: tuple[Tool, ...], opening: str, max_tokens: int) -> None:
        self._agent = agent
        self._system = system
        self._tools = tools
        self._max_tokens = max_tokens
        self._messages: list[Message] = []
        self._said: list[str] = []
        self.tell(Text(text=opening))

    @property
    def said(self) -> str:
        """All that the model said in words."""
        return "\n".join(self._said)

    @property
    def room(self) -> int:
        """Tokens that may still be added before the next prompt is too large; estimated, so never too many."""
        return estimate.PROMPT_TOKENS - self._max_tokens - estimate.prompt(self._request())

    def _request(self) -> Request:
        return Request(
            agent=self._agent,
            system=self._system,
            messages=tuple(self._messages),
            tools=self._tools,
            max_tokens=self._max_tokens,
        )

    def tell(self, *blocks: Block) -> None:
        """Add what the model is told next."""
        self._messages.append(Message(role="user", content=blocks))

    def ask(self, complete: Callable[[Request], Reply]) -> tuple[Call, ...]:
        """Have the model reply; what it calls.

        Raises:
            LimitReached: the prompt would be too large, or there is no money or time for it.
            EngineError: the model gave no usable answer.
        """
        if self.room < 0:
            raise LimitReached("the dialog with the model has grown too large for a prompt", reason="limit_tokens")
        reply = complete(self._request())
        if not reply.content:
            raise EngineError("the model said nothing")
        self._messages.append(Message(role="assistant", content=reply.content))
        self._said += [block.text for block in reply.content if isinstance(block, Text)]
        calls = tuple(block for block in reply.content if isinstance(block, Call))
        if len(calls) > CALLS:
            raise EngineError(f"the model called {len(calls)} tools at once")
        return calls


def talk(
    dialog: Dialog,
    complete: Callable[[Request], Reply],
    use: Callable[[Call], Result],
    over: Callable[[], bool],
    rounds: int,
) -> int:
    """Let the model call tools until it calls none, or it is over.

    Returns:
        Rounds that are left.

    Raises:
        LimitReached: it had not come to an end within so many replies, or a limit of another kind is reached.
        EngineError: the model gave no usable answer.
    """
    for left in range(rounds - 1, -1, -1):
        calls = dialog.ask(complete)
        results = [use(call) for call in calls]
        if not calls or over():
            return left
        answers = fitting(results, dialog.room - NEARLY_FULL // 2)
        full = dialog.room - sum(map(estimate.block, answers)) < NEARLY_FULL
        notes = [note for note in (FULL if full else "", LAST.format(left=left) if left <= LAST_ROUNDS else "") if note]
        dialog.tell(*answers, *(Text(text=note) for note in notes))
    raise LimitReached(f"the model did not come to an end within {rounds} replies", reason="limit_turns")


def fitting(results: list[Result], room: int) -> list[Result]:
    """The results, cut to equal parts where together they are more than the room, in tokens."""
    if sum(map(estimate.block, results)) <= room:
        return results
    most = max(0, room // len(results) - estimate.BLOCK_TOKENS) // 2
    return [
        result
        if len(result.text) <= most
        else msgspec.structs.replace(result, text=f"{result.text[:most]} [cut: the dialog is nearly full]")
        for result in results
    ]
