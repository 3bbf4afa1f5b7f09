"""Decodes a line of a Codex rollout; what the fast decoder refuses is searched for whole objects and mended."""

from __future__ import annotations

import re

import msgspec

from dreamd import jsonl
from dreamd.reading.decoding import FAILURES, encode, mended
from dreamd.sources.codex import names
from dreamd.sources.codex.row import Envelope, Payload, Row

BEGIN = re.compile(r'\{"(?:timestamp|ordinal|type|payload|record_type|id)":')

_envelope = msgspec.json.Decoder(Envelope).decode
_bare = msgspec.json.Decoder(Payload).decode


def decode(line: bytes) -> list[Row]:
    """The rows on one line: one, as a rule; several where lines were glued; none where nothing can be read."""
    try:
        found = _envelope(line)
        return [_row(found, _bare(line) if found.payload is None else found.payload)]
    except FAILURES:
        return decode_plain(line)


def decode_plain(line: bytes) -> list[Row]:
    """The same rows by the tolerant way alone; what ``decode`` is compared with."""
    return [_mended(item) for item in jsonl.objects(line, BEGIN, _is_row)]


def _row(found: Envelope, payload: Payload) -> Row:
    time = found.timestamp or ""
    if found.payload is not None:
        kind = found.type or ""
        return Row(f"{kind}:{payload.type or ''}" if kind in ("response_item", "event_msg") else kind, payload, time)
    kind = payload.type or ""
    if payload.record_type:
        return Row(payload.record_type, payload, bare=True)
    if not kind and payload.role:
        kind = "message"
    if not kind and payload.id:
        return Row(names.META, payload, time, bare=True)
    return Row(f"response_item:{kind}" if kind in names.ITEMS else kind, payload, time, bare=True)


def _is_row(found: dict[str, object]) -> bool:
    """Behind damage a row is known by its envelope alone: its payload looks like a row of the first versions."""
    return {"timestamp", "type", "payload"} <= found.keys()


def _mended(found: dict[str, object]) -> Row:
    payload = found.get("payload")
    inner = _mended_payload(payload if isinstance(payload, dict) else found)
    kept = mended(Envelope, {name: item for name, item in found.items() if name != "payload"})
    made = _envelope(encode(kept | ({"payload": {}} if isinstance(payload, dict) else {})))
    return _row(made, inner)


def _mended_payload(found: dict[str, object]) -> Payload:
    kept = mended(Payload, found)
    if found.get("kind") != kept.get("kind"):
        kept["kind"] = "odd"  # whose words they are cannot be told, so they are not the person's
    return _bare(encode(kept))
