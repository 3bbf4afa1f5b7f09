"""The Messages API: Anthropic's own server, and every compatible one.

Replies are not streamed: ours are short, and so each is whole or an error. A loop of its own for each prompt puts one
wall-clock deadline over connection, head and body; read timeouts alone would let a server that drips hold us for ever.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, cast

import msgspec

from dreamd import prices
from dreamd.backends import Backend, failed
from dreamd.backends.messages.body import body
from dreamd.backends.messages.client import address, client_of, near
from dreamd.backends.messages.failure import failure
from dreamd.backends.messages.reply import reply

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from anthropic import AsyncAnthropic

    from dreamd.backends import Model
    from dreamd.dialog import Reply, Request
    from dreamd.records import Tokens

HOSTED = re.compile(r"claude|opus|sonnet|haiku|gpt-(?!oss)|chatgpt|gemini|grok|\bo\d\b|deepseek-chat", re.IGNORECASE)
"""Models that nobody runs at home: a server near by forwards to where they are paid for."""
REPLY_BYTES = 8 * 1024 * 1024


def complete(request: Request, model: Model, seconds: float) -> Reply:
    """Answer one prompt, see ``Backend.complete``."""
    sent = body(request, model)
    client, key = client_of(model, msgspec.json.encode(sent).decode(), seconds)
    try:
        answer = _within(seconds, _post(client, sent))
    except Exception as error:  # noqa: BLE001 (its text or cause may hold the key or the prompt, so none goes on)
        raise failure(error) from None
    return reply(answer.replace(key.encode(), b"[key]") if key else answer)


def _within(seconds: float, answering: Coroutine[Any, Any, bytes]) -> bytes:
    """Run it to its end or the deadline; ``asyncio.run`` would wait for a slow look-up of a name beyond that."""
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(asyncio.wait_for(answering, seconds))
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def _post(client: AsyncAnthropic, sent: dict[str, Any]) -> bytes:
    # The SDK's own types of the parameters know neither blocks to come nor those of other servers.
    messages = cast("Any", client.messages).with_streaming_response
    answer = bytearray()
    async with client, messages.create(**sent) as response:
        async for part in response.iter_bytes():
            answer += part
            if len(answer) > REPLY_BYTES:
                raise failed("not_a_model", f"it sent more than {REPLY_BYTES} bytes")
    return bytes(answer)


def price(model: Model, tokens: Tokens) -> float:
    """Dollars of one request: nothing where a server near by may run the model, and the person set no price."""
    free = not HOSTED.search(model.name) and near(address(model)) and not model.usd_per_million
    return 0.0 if free else prices.cost(model.name, tokens, model.usd_per_million)


BACKEND = Backend(name="messages", title="a server that speaks the Messages API", complete=complete, price=price)
