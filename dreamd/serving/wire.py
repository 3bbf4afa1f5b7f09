"""Answers what is no message of the protocol: the package passes over it, and its sender would wait for ever."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Awaitable, Callable

    from anyio.streams.memory import MemoryObjectSendStream

    Item = SessionMessage | Exception


PAIR = 2
"""A kind of message, and its field."""


async def sift(
    reading: AsyncIterable[Item],
    onward: MemoryObjectSendStream[Item],
    send: Callable[[SessionMessage], Awaitable[None]],
) -> None:
    """Pass on each message, and answer the others, until the input or the server ends.

    Args:
        reading: what comes in.
        onward: what the server reads.
        send: has one go out.
    """
    try:
        async with onward:
            async for item in reading:
                if isinstance(item, SessionMessage):
                    await onward.send(item)
                elif (answer := refusal(item)) is not None:
                    await send(SessionMessage(answer))
    except (anyio.ClosedResourceError, anyio.BrokenResourceError):
        await anyio.lowlevel.checkpoint()  # the server has ended


def refusal(error: Exception) -> JSONRPCError | None:
    """What to answer to a line that could not be read; ``None`` where nobody waits for an answer."""
    sent, text = _sent(error), ""
    if sent is None:
        code, text = PARSE_ERROR, "this line is no JSON"
    elif not isinstance(sent, dict) or "id" in sent or "method" not in sent:
        code, text = INVALID_REQUEST, "this is no request of the protocol"
        if not _whole(sent):
            code, text = PARSE_ERROR, "half a character stands in it (a lone surrogate); send whole ones"
    if not text:
        return None
    number = sent.get("id") if isinstance(sent, dict) else None
    known = number if (isinstance(number, str) and _whole(number)) or type(number) is int else None
    return JSONRPCError(jsonrpc="2.0", id=known, error=ErrorData(code=code, message=text))


def _sent(error: Exception) -> Any:  # noqa: ANN401 (any JSON value)
    """What was sent, as far as the package's error tells it; ``None`` where it is no JSON."""
    told: list[dict[str, Any]] = getattr(error, "errors", list)()
    raw = next((item["input"] for item in told if item["type"] == "json_invalid"), None)
    if raw is None:  # JSON of another shape; where a field is missing, the error holds the whole of it
        return next((item["input"] for item in told if item["type"] == "missing" and len(item["loc"]) == PAIR), {})
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def _whole(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
