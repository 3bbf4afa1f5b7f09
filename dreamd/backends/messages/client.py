"""The SDK's client as we let it work: one server, one key, no redirects, and no endless errors."""

from __future__ import annotations

import ipaddress
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dreamd.backends import failed
from dreamd.backends.messages.failure import refused

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from httpx2 import Request, Response

    from dreamd.backends import Model

NO_KEY = "none"
"""What a server of one's own is sent where no key is set: it asks for none, but the SDK does."""
CUSTOM_HEADERS = "ANTHROPIC_CUSTOM_HEADERS"
ERROR_BYTES = 64 * 1024


def client_of(model: Model, sent: str, seconds: float) -> tuple[AsyncAnthropic, str]:
    """A client, with the SDK's own retries off, and the key that it sends.

    A key goes to the server that it was set for: where the person named a variable or a server, none is looked for
    elsewhere.

    Args:
        model: which one.
        sent: the prompt; a server that repeats it is not quoted.
        seconds: for each step of the exchange.

    Raises:
        ModelFailed: there is no key, the base URL is none, or the environment's proxy or certificates are of no use.
    """
    import anthropic  # noqa: PLC0415 (takes more than a second, and most commands call no model)
    import httpx2  # noqa: PLC0415 (comes with anthropic)

    if model.key_from and not model.key:
        raise failed("no_key", f"{model.key_from} is not set")
    try:
        # What goes to this machine goes through no proxy.
        http = httpx2.AsyncClient(timeout=seconds, trust_env=not _here(address(model)))
        key = model.key or (NO_KEY if model.base_url else None)
        client = anthropic.AsyncAnthropic(
            api_key=key, base_url=model.base_url or None, max_retries=0, timeout=seconds, http_client=http
        )
    except anthropic.AnthropicError as error:
        raise failed("no_key", type(error).__name__) from None
    except httpx2.InvalidURL:
        raise failed("unreachable", "the base_url or the proxy is no address") from None
    except (ImportError, ValueError, OSError) as error:
        why = f"the environment's proxy or certificates are of no use: {type(error).__name__}"
        raise failed("unreachable", why) from None
    if client.api_key is None and client.auth_token is None and client.credentials is None:
        if not address(model):
            raise failed("no_key")
        client.api_key = NO_KEY
    secret = client.api_key or client.auth_token or ""
    custom = model.environment.get(CUSTOM_HEADERS, "") if model.base_url else ""
    strange = [line.partition(":")[0].strip() for line in custom.splitlines()]
    http.event_hooks = {
        "request": [partial(_without, strange=strange, secret=secret)],
        "response": [partial(_looked_at, hidden=(secret, sent))],
    }
    return client, "" if secret == NO_KEY else secret


async def _without(request: Request, strange: list[str], secret: str) -> None:
    """Take off the headers that the SDK finds in the environment: they were meant for another server."""
    for name in strange:
        request.headers.pop(name, None)
    if strange:
        request.headers["authorization"] = f"Bearer {secret}"


async def _looked_at(response: Response, hidden: tuple[str, str]) -> None:
    """Judge an error by its beginning: the SDK would read all of it, however long.

    Raises:
        ModelFailed: it is one.
    """
    if response.is_success:
        return
    read = b""
    async for part in response.aiter_bytes():
        read += part
        if len(read) > ERROR_BYTES:
            break
    raise refused(response.status_code, response.headers, read[:ERROR_BYTES], hidden)


def address(model: Model) -> str:
    """Of the model's server; empty where it is Anthropic's own."""
    return model.base_url or model.environment.get("ANTHROPIC_BASE_URL", "")


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _here(url: str) -> bool:
    host = _host(url)
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def near(url: str) -> bool:
    """Whether the server is on this machine or its network: an address of that kind, or a name without a dot."""
    host = _host(url)
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return bool(host) and ("." not in host or host.endswith((".localhost", ".local", ".internal", ".lan")))
