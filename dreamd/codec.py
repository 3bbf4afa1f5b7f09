"""Records to JSON and back, strictly; paths travel as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def encode(value: object) -> bytes:
    """The record as JSON; paths as text.

    Raises:
        UnicodeEncodeError: a path or text is not UTF-8.
    """
    return msgspec.json.encode(value, enc_hook=_outward)


def shown(value: object) -> bytes:
    """The record as JSON for others to read; half a character (of a file's name, say) stands there as an escape."""
    try:
        return encode(value)
    except UnicodeEncodeError:
        return encode(_whole(msgspec.to_builtins(value, enc_hook=_outward)))


def _whole(value: Any) -> Any:  # noqa: ANN401 (any JSON value)
    if isinstance(value, str):
        return "".join(f"\\u{ord(sign):04x}" if "\ud800" <= sign <= "\udfff" else sign for sign in value)
    if isinstance(value, dict):
        return {_whole(name): _whole(item) for name, item in value.items()}
    return [_whole(item) for item in value] if isinstance(value, list | tuple) else value


def decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    """A strict decoder of JSON that ``encode`` made; it raises ``msgspec.DecodeError``."""
    return msgspec.json.Decoder(kind, dec_hook=inward)


def convert(value: object, kind: type[T]) -> T:
    """The record of plain values (a database row, say).

    Raises:
        msgspec.ValidationError: they do not fit.
    """
    return msgspec.convert(value, kind, dec_hook=inward)


def _outward(value: object) -> str:
    if isinstance(value, Path):
        return str(value)
    raise NotImplementedError(type(value).__name__)


def inward(kind: type, value: Any) -> Path:  # noqa: ANN401 (msgspec's hook takes anything)
    """The decoder's hook: text becomes a path where a path is wanted."""
    if issubclass(kind, Path) and isinstance(value, str):
        return Path(value)
    raise NotImplementedError(kind.__name__)
