"""Why a server did not answer: from errors, statuses and the API's names for them, without key or prompt."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

from dreamd.backends import failed
from dreamd.errors import ModelFailed

if TYPE_CHECKING:
    from collections.abc import Mapping

TYPES = {
    "authentication_error": "bad_key",
    "permission_error": "bad_key",
    "billing_error": "bad_key",
    "invalid_request_error": "bad_request",
    "not_found_error": "not_a_model",
    "request_too_large": "too_large",
    "rate_limit_error": "rate_limited",
    "timeout_error": "timeout",
    "overloaded_error": "server",
    "api_error": "server",
}
STATUSES = {401: "bad_key", 402: "bad_key", 403: "bad_key", 404: "not_a_model", 405: "not_a_model", 408: "timeout"}
STATUSES |= {409: "server", 413: "too_large", 429: "rate_limited"}
PASSING = frozenset({"rate_limited", "server", "timeout", "cut_off", "unreachable"})
"""What may be over when the same prompt is sent again."""
ECHO_CHARS, KEY_CHARS = 24, 8
"""A server that repeats so much of the prompt, or of the key, is not quoted."""
QUOTED_CHARS = 400
REDIRECTS = range(300, 400)


class _Problem(msgspec.Struct):
    type: object = ""
    message: object = ""


class _Body(msgspec.Struct):
    error: _Problem = msgspec.field(default_factory=_Problem)


def failure(error: Exception) -> ModelFailed:
    """The error for what came of asking: raised by the SDK, by its HTTP library, or by our own look at the answer."""
    import anthropic  # noqa: PLC0415 (loaded by now)
    import httpx2  # noqa: PLC0415 (the same)

    cause = error.__cause__ if isinstance(error, anthropic.APIConnectionError) and error.__cause__ else error
    if isinstance(cause, ModelFailed):
        return cause
    if isinstance(cause, anthropic.APITimeoutError | httpx2.TimeoutException | TimeoutError):
        return failed("timeout", retry_after=0.0)
    if isinstance(cause, httpx2.LocalProtocolError | UnicodeError):
        return failed("bad_key", "it holds a character that no key has")
    if isinstance(cause, httpx2.ReadError | httpx2.RemoteProtocolError | httpx2.DecodingError):
        return failed("cut_off", retry_after=0.0)
    if isinstance(cause, httpx2.HTTPError | OSError):
        return failed("unreachable", type(cause).__name__, 0.0)
    if isinstance(cause, anthropic.AnthropicError):
        return failed("no_key", type(cause).__name__)
    return failed("not_a_model", f"its answer could not be read: {type(cause).__name__}")


def named(kind: str) -> ModelFailed:
    """The error that the API calls so."""
    reason = TYPES.get(kind, "server")
    return failed(reason, kind if kind in TYPES else "", 0.0 if reason in PASSING else None)


def refused(status: int, headers: Mapping[str, str], body: bytes, hidden: tuple[str, str]) -> ModelFailed:
    """The error for an answer that is none.

    Args:
        status: HTTP's.
        headers: names in any case.
        body: its beginning.
        hidden: our key and the prompt; a server may repeat either.
    """
    problem = _problem(body)
    unnamed = "server" if status >= 500 else "bad_request"  # noqa: PLR2004 (HTTP's border)
    if status in REDIRECTS:
        unnamed, problem = "not_a_model", _Problem(message="it sends us to another server, and we do not follow")
    reason = STATUSES.get(status) or TYPES.get(str(problem.type), unnamed)
    again = reason in PASSING and headers.get("x-should-retry") != "false"
    said = f"{status} {_quotable(str(problem.message)[:QUOTED_CHARS], *hidden)}"
    return failed(reason, said, _pause(headers.get("retry-after")) if again else None)


def _problem(body: bytes) -> _Problem:
    try:
        return msgspec.json.decode(body, type=_Body).error
    except (msgspec.DecodeError, RecursionError):
        return _Problem()


def _quotable(said: str, key: str, sent: str) -> str:
    whole = said.casefold()
    if _shares(whole, key.casefold(), KEY_CHARS) or _shares(whole, sent.casefold(), ECHO_CHARS):
        return ""
    return said


def _shares(said: str, hidden: str, chars: int) -> bool:
    return any(said[at : at + chars] in hidden for at in range(len(said) - chars + 1))


def _pause(header: str | None) -> float:
    """Seconds that the server asks for; a date counts as none."""
    try:
        seconds = float(header or 0.0)
    except ValueError:
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0
