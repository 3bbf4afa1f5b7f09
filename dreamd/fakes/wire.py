"""The Messages API as its server sees it: prompts in, messages out."""

from __future__ import annotations

from typing import Any

import msgspec

from dreamd.dialog import Block, Call, Message, Opaque, Reply, Request, Result, Text, Tool


def requested(body: bytes) -> Request:
    """The prompt in a request's body.

    Raises:
        KeyError: it lacks what the API needs.
    """
    plain = msgspec.json.decode(body)
    system = plain.get("system", "")
    return Request(
        agent="",
        system=system if isinstance(system, str) else "".join(part["text"] for part in system),
        messages=tuple(Message(role=said["role"], content=_content(said["content"])) for said in plain["messages"]),
        tools=tuple(
            Tool(name=tool["name"], description=tool["description"], schema=_raw(tool["input_schema"]))
            for tool in plain.get("tools", ())
        ),
        max_tokens=plain["max_tokens"],
    )


def _content(plain: str | list[dict[str, Any]]) -> tuple[Block, ...]:
    return (Text(text=plain),) if isinstance(plain, str) else tuple(_block(block) for block in plain)


def _block(plain: dict[str, Any]) -> Block:
    kind = plain["type"]
    if kind == "text":
        return Text(text=plain["text"])
    if kind == "tool_use":
        return Call(id=plain["id"], name=plain["name"], input=_raw(plain["input"]))
    if kind == "tool_result":
        return Result(id=plain["tool_use_id"], text=plain["content"], error=plain.get("is_error", False))
    return Opaque(raw=_raw(plain))


def _raw(plain: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(plain))


def message(reply: Reply) -> dict[str, Any]:
    """The reply as the API's message."""
    seen = reply.tokens
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-haiku-5-5",
        "content": [_plain(block) for block in reply.content],
        "stop_reason": reply.stop,
        "stop_sequence": None,
        "usage": {
            "input_tokens": seen.input,
            "output_tokens": seen.output,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": seen.cached,
        },
    }


def events(reply: Reply) -> bytes:
    """The reply's text as a stream of events, for a client that asks for one."""
    told = message(reply)
    text = "".join(block.text for block in reply.content if isinstance(block, Text))
    stream: list[dict[str, Any]] = [
        {"type": "message_start", "message": told | {"content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": reply.stop}, "usage": told["usage"]},
        {"type": "message_stop"},
    ]
    return b"".join(b"event: %b\ndata: %b\n\n" % (item["type"].encode(), msgspec.json.encode(item)) for item in stream)


def _plain(block: Block) -> object:
    if isinstance(block, Text):
        return {"type": "text", "text": block.text}
    if isinstance(block, Call):
        return {"type": "tool_use", "id": block.id, "name": block.name, "input": block.input}
    if isinstance(block, Result):
        return {"type": "tool_result", "tool_use_id": block.id, "content": block.text}
    return block.raw
