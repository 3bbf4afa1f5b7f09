"""Reads the parts that a message of Gemini's wire is made of; Qwen Code writes the same."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from dreamd.reading.decoding import value
from dreamd.reading.saying import Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from msgspec import Raw


def parts(content: Raw) -> Iterator[dict[str, object]]:
    """The content as parts, whatever its form."""
    found = value(content)
    for item in found if isinstance(found, list) else [found]:
        if isinstance(item, str):
            yield {"text": item}
        elif isinstance(item, dict):
            yield item


def text(content: Raw) -> str:
    """What was said in the content, without thoughts."""
    texts = [part["text"] for part in parts(content) if isinstance(part.get("text"), str) and not part.get("thought")]
    return "\n".join(map(str, texts))


def tools(found: Iterable[dict[str, object]]) -> Iterator[Said]:
    """The calls of tools in the parts, and what came of them."""
    for part in found:
        call, response = part.get("functionCall"), part.get("functionResponse")
        if isinstance(call, dict):
            arguments = json.dumps(call.get("args"), ensure_ascii=False)
            yield Said("tool_call", f"{call.get('name') or ''} {arguments}", "tool_call")
        if isinstance(response, dict):
            output = response.get("response")
            texts = [item for item in output.values() if isinstance(item, str)] if isinstance(output, dict) else []
            yield Said("tool_result", "\n".join(texts) or json.dumps(output, ensure_ascii=False), "tool_result")
