"""What ``claude -p --output-format json`` printed, as words and their cost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from dreamd.backends import counted, failed
from dreamd.records import Tokens

if TYPE_CHECKING:
    from dreamd.errors import ModelFailed

STATUS = re.compile(r"\bAPI Error:? \(?(\d{3})\b")
PHRASES = (
    (re.compile(r"/login|log ?in|api key|authenticat|credit balance|unauthori[sz]ed", re.IGNORECASE), "bad_key"),
    (re.compile(r"limit (?:was )?reached|(?:rate|usage).?limit|hit your .{0,20}limit", re.IGNORECASE), "rate_limited"),
    (re.compile(r"prompt is too long", re.IGNORECASE), "too_large"),
    (re.compile(r"timed? ?out", re.IGNORECASE), "timeout"),
    (re.compile(r"connection|network|fetch failed|ENOTFOUND|ECONN", re.IGNORECASE), "unreachable"),
    (re.compile(r"overloaded|internal server error", re.IGNORECASE), "server"),
)
"""The program says what is wrong in words; these have been stable parts of them."""
SUBTYPES = {"error_max_turns": "not_a_model", "error_max_budget_usd": "cut_off"}
STATUSES = {401: "bad_key", 403: "bad_key", 413: "too_large", 429: "rate_limited"}
PASSING = frozenset({"server", "unreachable", "timeout"})
MOST_USD = 1000.0
"""A program that says that one answer cost more cannot count."""
FINISHED = {None, "end_turn", "stop_sequence"}
"""Older versions do not say why the model stopped."""


class Said(NamedTuple):
    """One answer."""

    text: str
    tokens: Tokens
    usd: float
    """What the program says that it cost."""


class _Usage(msgspec.Struct):
    input_tokens: int = 0
    output_tokens: int = 0
    cache_creation_input_tokens: int = 0
    cache_read_input_tokens: int = 0


class _Result(msgspec.Struct):
    type: str
    subtype: str = ""
    is_error: bool = False
    result: str = ""
    api_error_status: int | None = None
    """HTTP's, where the server refused; older versions tell it in words alone."""
    stop_reason: str | None = None
    usage: Any = None
    total_cost_usd: float = 0.0


def read(printed: bytes) -> Said:
    """The answer in the program's output.

    Raises:
        ModelFailed: there is none.
    """
    try:
        result = msgspec.json.decode(printed, type=_Result)
    except (msgspec.DecodeError, RecursionError):
        raise failed("not_a_model", "claude printed no result; try: claude -p hello") from None
    if result.is_error or result.subtype != "success":
        raise _failure(result)
    if result.stop_reason not in FINISHED:
        raise failed("refused" if result.stop_reason == "refusal" else "cut_off", usd=_usd(result))
    if not result.result.strip():
        raise failed("not_a_model", "it sent a reply without content")
    return Said(result.result, _tokens(result.usage), _usd(result))


def _failure(result: _Result) -> ModelFailed:
    """By the words; they are not quoted, since they may repeat the prompt."""
    said = STATUS.search(result.result)
    code = result.api_error_status or (int(said[1]) if said else 0)
    if code:
        reason = STATUSES.get(code, "server" if code >= 500 else "bad_request")  # noqa: PLR2004 (HTTP's border)
    else:
        told = (reason for pattern, reason in PHRASES if pattern.search(result.result))
        reason = SUBTYPES.get(result.subtype) or next(told, "server")
    return failed(reason, "claude says so", 0.0 if reason in PASSING else None, _usd(result))


def _usd(result: _Result) -> float:
    return result.total_cost_usd if 0 <= result.total_cost_usd <= MOST_USD else 0.0


def _tokens(usage: object) -> Tokens:
    try:
        said = msgspec.convert(usage, _Usage)
    except msgspec.ValidationError:
        return Tokens()
    counts = Tokens(
        input=said.input_tokens + said.cache_creation_input_tokens,
        output=said.output_tokens,
        cached=said.cache_read_input_tokens,
    )
    return counts if counted(counts) else Tokens()
