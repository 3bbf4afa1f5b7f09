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
