"""The Messages API: Anthropic's own server, and every compatible one.

Replies are not streamed: ours are short, and so each is whole or an error. A loop of its own for each prompt puts one
wall-clock deadline over connection, head and body; read timeouts alone would let a server that drips hold us for ever.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from dreamd import prices
from dreamd.backends import Backend, failed
from dreamd.backends.messages.body import body, claude
from dreamd.backends.messages.failure import failure
from dreamd.backends.messages.reply import reply

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

    from dreamd.backends import Model
    from dreamd.dialog import Reply, Request
    from dreamd.records import Tokens

REPLY_BYTES = 8 * 1024 * 1024
NO_KEY = "none"
"""What a server of one's own is sent where no key is set: it asks for none, but the SDK does."""


def complete(request: Request, model: Model, seconds: float) -> Reply:
    """Answer one prompt, see ``Backend.complete``."""
    import anthropic  # noqa: PLC0415 (takes more than a second, and most commands call no model)
    import httpx2  # noqa: PLC0415 (comes with anthropic)

    sent = body(request, model)
    client = _client(model, seconds)
    try:
        answer = asyncio.run(asyncio.wait_for(_post(client, sent), seconds))
    except (TimeoutError, anthropic.AnthropicError, httpx2.HTTPError, UnicodeError) as error:
        # Its own text and cause may hold the key (an illegal header does) or the prompt, so neither goes on.
        raise failure(error, client.api_key or client.auth_token or "", str(sent)) from None
    return reply(answer)


def _client(model: Model, seconds: float) -> AsyncAnthropic:
    """The SDK's client, with its own retries off.

    Raises:
        ModelFailed: there is no key, or the base URL is none.
    """
    import anthropic  # noqa: PLC0415 (see ``complete``)
    import httpx2  # noqa: PLC0415 (the same)

    try:
        client = anthropic.AsyncAnthropic(
            api_key=model.key or None, base_url=model.base_url or None, max_retries=0, timeout=seconds
        )
    except anthropic.AnthropicError as error:
        raise failed("no_key", type(error).__name__) from None
    except httpx2.InvalidURL:
        raise failed("unreachable", "base_url is no address") from None
    if client.api_key is None and client.auth_token is None and client.credentials is None:
        if not model.base_url:
            raise failed("no_key")
        client.api_key = NO_KEY
    return client


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
    """Dollars of one request: nothing where the server is near, the model no Claude, and the person set no price."""
    free = not claude(model) and _near(model.base_url) and not model.usd_per_million
    return 0.0 if free else prices.cost(model.name, tokens, model.usd_per_million)


def _near(base_url: str) -> bool:
    host = urlsplit(base_url).hostname or ""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal", ".lan"))


BACKEND = Backend(name="messages", title="a server that speaks the Messages API", complete=complete, price=price)
