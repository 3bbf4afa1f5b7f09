"""Shows what stands in a row beside words: calls of tools, what they returned, the client's instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading.decoding import value
from dreamd.sources.codex import names
from dreamd.sources.codex.row import texts
from dreamd.sources.codex.speech import told

if TYPE_CHECKING:
    from msgspec import Raw

    from dreamd.reading.saying import Said
    from dreamd.sources.codex.row import Row


def shown(row: Row) -> tuple[Said, ...]:
    """What the row shows and nobody says."""
    payload = row.payload
    kind = row.name.removeprefix("response_item:")
    if kind in names.CALLS:
        given = _fields(payload.arguments, payload.input, payload.action)
        return told("tool_call", [payload.name or kind, *given], kind)
    if kind in names.RESULTS:
        return told("tool_result", _fields(payload.output, payload.result, payload.tools), kind)
    if kind == "message" and payload.role not in ("user", "assistant"):
        return told("injected", texts(value(payload.content)), payload.role or "message")
    return ()


def _fields(*fields: Raw) -> list[str]:
    """The fields' texts, or their JSON where they have none."""
    found = [(texts(value(raw)), bytes(raw)) for raw in fields]
    return ["\n".join(own) or data.decode("utf-8", "replace") for own, data in found if data != b"null"]
