"""Why a server did not answer: from the SDK's errors and the API's names for them, without key or prompt."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from dreamd.backends import failed

if TYPE_CHECKING:
    from anthropic import APIStatusError

    from dreamd.errors import ModelFailed

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
ECHO_CHARS = 24
"""A server that repeats so much of the prompt is not quoted."""


def failure(error: Exception, key: str, sent: str) -> ModelFailed:
    """The error for what the SDK raised.

    Args:
        error: of the SDK or of its HTTP library.
        key: ours; a server may repeat it.
        sent: the prompt; the same.
    """
    import anthropic  # noqa: PLC0415 (loaded by now)
    import httpx2  # noqa: PLC0415 (the same)

    if isinstance(error, anthropic.APIStatusError):
        return _refused(error, key, sent)
    if isinstance(error, anthropic.APITimeoutError | httpx2.TimeoutException | TimeoutError):
        return failed("timeout", retry_after=0.0)
    cause = error.__cause__ if isinstance(error, anthropic.APIConnectionError) else error
    if isinstance(cause, anthropic.AnthropicError):
        return failed("no_key", type(cause).__name__)
    if isinstance(cause, httpx2.LocalProtocolError | UnicodeError):
        return failed("bad_key", "it holds a character that no key has")
    if isinstance(cause, httpx2.ReadError | httpx2.RemoteProtocolError | httpx2.DecodingError):
        return failed("cut_off", retry_after=0.0)
    return failed("unreachable", type(cause).__name__, 0.0)


def named(kind: str) -> ModelFailed:
    """The error that the API calls so."""
    reason = TYPES.get(kind, "server")
    return failed(reason, kind if kind in TYPES else "", 0.0 if reason in PASSING else None)


def _refused(error: APIStatusError, key: str, sent: str) -> ModelFailed:
    status, headers = error.status_code, error.response.headers
    unnamed = "server" if status >= 500 else "bad_request"  # noqa: PLR2004 (HTTP's border)
    reason = STATUSES.get(status) or TYPES.get(error.type or "", unnamed)
    again = reason in PASSING and headers.get("x-should-retry") != "false"
    said = "" if error.api_message is None else _quotable(str(error.api_message), key, sent)
    return failed(reason, f"{status} {said}", _pause(headers.get("retry-after")) if again else None)


def _quotable(said: str, key: str, sent: str) -> str:
    said = said.replace(key, "[key]") if key else said
    parts = (said[at : at + ECHO_CHARS] for at in range(len(said) - ECHO_CHARS + 1))
    return "" if any(part in sent for part in parts) else said


def _pause(header: str | None) -> float:
    """Seconds that the server asks for; a date counts as none."""
    try:
        seconds = float(header or 0.0)
    except ValueError:
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0
