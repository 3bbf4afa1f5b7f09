"""A request as the Messages API wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from dreamd.dialog import Call, Result, Text

if TYPE_CHECKING:
    from dreamd.backends import Model
    from dreamd.dialog import Block, Request

KEPT = {"type": "ephemeral"}
"""Keep what stands before this for five minutes."""


def claude(model: Model) -> bool:
    """Whether it is one of Anthropic's models, by whatever server; only those are told more than the plain API has."""
    return "claude" in model.name.casefold()


def body(request: Request, model: Model) -> dict[str, Any]:
    """The parameters of the call.

    A Claude model is told its effort, and to keep the prompt: tools and system up to a mark of their own, the dialog
    up to its end, which moves on with each message. Compatible servers may refuse what they do not know, so others
    get neither.
    """
    sent: dict[str, Any] = {
        "model": model.name,
        "max_tokens": request.max_tokens,
        "messages": [
            {"role": message.role, "content": [_block(block) for block in message.content]}
            for message in request.messages
        ],
    }
    if request.system:
        system = {"type": "text", "text": request.system}
        sent["system"] = [system | {"cache_control": KEPT}] if claude(model) else request.system
    if request.tools:
        sent["tools"] = [
            {"name": tool.name, "description": tool.description, "input_schema": msgspec.json.decode(tool.schema)}
            for tool in request.tools
        ]
    if claude(model):
        sent["cache_control"] = KEPT
        if model.effort:
            sent["output_config"] = {"effort": model.effort}
    return sent


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Text):
        return {"type": "text", "text": block.text}
    if isinstance(block, Call):
        return {"type": "tool_use", "id": block.id, "name": block.name, "input": msgspec.json.decode(block.input)}
    if isinstance(block, Result):
        said = {"type": "tool_result", "tool_use_id": block.id, "content": block.text}
        return said | {"is_error": True} if block.error else said
    return msgspec.json.decode(block.raw, type=dict[str, Any])
