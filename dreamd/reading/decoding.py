"""Decodes lines into typed rows, mending field by field what does not have the form of its type."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeVar, get_args

import msgspec

from dreamd import jsonl

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

Row = TypeVar("Row", bound=msgspec.Struct)
FAILURES = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
DEPTH = 8
"""Blocks stand in blocks two or three deep; what is nested deeper was never written by a client."""


def decoder(
    kind: type[Row], begin: re.Pattern[str], is_row: Callable[[dict[str, object]], bool]
) -> Callable[[bytes], list[Row]]:
    """Makes what gives the rows on a line: one, as a rule; several where lines were glued; none where it is no JSON.

    Args:
        kind: the row's type; every field has a default.
        begin: how a row begins, see ``jsonl.objects``.
        is_row: tells a row from a part of one.
    """
    fast = msgspec.json.Decoder(kind).decode

    def decode(line: bytes) -> list[Row]:
        try:
            return [fast(line)]
        except FAILURES:
            return [fast(encode(mended(kind, item))) for item in jsonl.objects(line, begin, is_row)]

    return decode


def mended(kind: type[msgspec.Struct], found: dict[str, object]) -> dict[str, object]:
    """What of the object fits the type; parts are mended in their turn."""
    types = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    kept = {
        name: item if fits(types[name], item) else _part(types[name], item)
        for name, item in found.items()
        if name in types
    }
    return {name: item for name, item in kept.items() if fits(types[name], item)}


def _part(kind: object, item: object) -> object:
    inner = next((arg for arg in _structs(kind)), None)
    if inner is None:
        return None
    if isinstance(item, list):
        return [mended(inner, one) for one in item if isinstance(one, dict)]
    return mended(inner, item) if isinstance(item, dict) else None


def _structs(kind: object) -> Iterator[type[msgspec.Struct]]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for arg in get_args(kind):
        yield from _structs(arg)


def fits(kind: object, item: object) -> bool:
    """Whether the JSON value is of the type."""
    try:
        msgspec.json.decode(encode(item), type=kind)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def value(raw: msgspec.Raw) -> object:
    """What stands in a field that was passed over; ``None`` where it is missing or cannot be read."""
    data = bytes(raw)
    try:
        return msgspec.json.decode(data)
    except FAILURES:
        return jsonl.value(data)


def strings(found: object, depth: int = 0) -> Iterator[str]:
    """The texts in a content field, in order: itself, or what its blocks hold under ``text`` or ``content``."""
    if isinstance(found, str):
        yield found
    elif depth > DEPTH:
        return
    elif isinstance(found, list):
        for item in found:
            yield from strings(item, depth + 1)
    elif isinstance(found, dict):
        for key in ("text", "content"):
            yield from strings(found.get(key), depth + 1)


def encode(item: object) -> bytes:
    """The item as JSON, for a typed decoder."""
    return json.dumps(item).encode()
