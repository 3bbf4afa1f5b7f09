"""Keeps of an odd JSON object the fields that fit a typed record, so that one odd field does not cost the others."""

from __future__ import annotations

import json

import msgspec


def fits(kind: type[msgspec.Struct], item: object) -> bool:
    """Whether the record can be made from the item."""
    try:
        msgspec.json.decode(encode(item), type=kind)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def fitting(kind: type[msgspec.Struct], found: dict[str, object]) -> dict[str, object]:
    """The fields of the object that the record has and takes."""
    names = {field.encode_name for field in msgspec.structs.fields(kind)}
    return {name: item for name, item in found.items() if name in names and fits(kind, {name: item})}


def encode(item: object) -> bytes:
    """The item as JSON, for a typed decoder."""
    return json.dumps(item).encode()
