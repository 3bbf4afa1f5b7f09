"""Calls of tools as JSON in the text, for a model that is offered none: told, parsed leniently, checked strictly."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from dreamd.dialog import Block, Call, Opaque, Result, Text
from dreamd.redact import redact

if TYPE_CHECKING:
    from dreamd.dialog import Message, Request, Tool

FORM = """Answer with one JSON object and nothing else, no words around it and no code fence:
{"say": "what you want to say, may be empty", "calls": [{"name": "a tool's name", "input": {...}}]}
You may call several tools at once; their results are the next message. With no more calls ("calls": []) you have \
finished."""
PLACES = 64
"""Brackets at which a JSON value is looked for."""


class Read(NamedTuple):
    """An answer that can be used."""

    say: str
    calls: tuple[Call, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """As the content of a reply."""
        return (*(words(self.say) if self.say or not self.calls else ()), *self.calls)


def words(text: str) -> tuple[Block, ...]:
    """The text as the content of a reply, which is never empty."""
    return (Text(text=text or "Done."),)


def prompt(request: Request) -> str:
    """The dialog and the tools as one text.

    Each message is one line of JSON, so that nothing in a text can pass for another message.
    """
    lines = [_line(message) for message in request.messages]
    dialog = "\n".join(["The dialog so far, one message a line, the newest last:", *lines])
    if not request.tools:
        return f"{dialog}\n\nAnswer as the assistant."
    tools = "\n".join(["You have these tools, one a line:", *(_offer(tool) for tool in request.tools)])
    return f"{tools}\n\n{dialog}\n\n{FORM}\n"


def again(asked: str, answer: str, wrong: str) -> str:
    """The same, with what was wrong with the answer."""
    return f"{asked}\nYou answered:\n{json.dumps(redact(answer))}\nThat cannot be used: {wrong}. {FORM}\n"


def _offer(tool: Tool) -> str:
    offer = {"name": tool.name, "description": tool.description, "input": tool.schema}
    return msgspec.json.encode(offer).decode()


def _line(message: Message) -> str:
    told = [plain for block in message.content if (plain := _plain(block))]
    return msgspec.json.encode({"role": message.role, "content": told}).decode()


def _plain(block: Block) -> dict[str, object]:
    """Without what only another model understands."""
    if isinstance(block, Opaque):
        return {}
    if isinstance(block, Call):
        return {"call": block.id, "name": block.name, "input": block.input}
    if isinstance(block, Result):
        return {"result": block.id, "text": block.text} | ({"error": True} if block.error else {})
    return {"text": block.text}


def read(text: str, request: Request) -> Read | str:
    """What the answer calls, or what is wrong with it."""
    wrong = "it holds no JSON object"
    decoder, at = json.JSONDecoder(), 0
    for _ in range(PLACES):
        at = min((place for sign in "{[" if (place := text.find(sign, at)) >= 0), default=-1)
        if at < 0:
            break
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        found = _read(value, request)
        if isinstance(found, Read):
            return found
        wrong = found
    return wrong


def _read(value: Any, request: Request) -> Read | str:  # noqa: ANN401 (whatever JSON the model wrote)
    if isinstance(value, dict) and "calls" not in value and "name" in value:
        value = [value]
    answer = {"calls": value or None} if isinstance(value, list) else value
    calls, say = answer.get("calls"), answer.get("say") or ""
    if not isinstance(calls, list) or not isinstance(say, str):
        return 'it has no list "calls"'
    if wrong := next((found for call in calls if (found := _wrong(call, request))), ""):
        return wrong
    try:
        return Read(say, tuple(_call(call, len(request.messages), number) for number, call in enumerate(calls, 1)))
    except (UnicodeEncodeError, RecursionError):
        return "it holds half a character, or is too deep"


def _call(call: dict[str, Any], turn: int, number: int) -> Call:
    return Call(id=f"call_{turn}_{number}", name=call["name"], input=msgspec.Raw(msgspec.json.encode(call["input"])))


def _wrong(call: Any, request: Request) -> str:  # noqa: ANN401 (the same)
    """What is wrong with a call; empty when it names a tool, and members as that tool has them."""
    if not isinstance(call, dict) or not isinstance(call.get("name"), str) or not isinstance(call.get("input"), dict):
        return 'a call has no "name" and "input"'
    tool = next((tool for tool in request.tools if tool.name == call["name"]), None)
    if tool is None:
        return f"there is no tool {call['name'][:60]!r}"
    schema = msgspec.json.decode(tool.schema)
    lacking = sorted(set(schema.get("required", ())) - set(call["input"]))
    if lacking:
        return f"the input of {tool.name} lacks {', '.join(lacking)}"
    unknown = sorted(set(call["input"]) - set(schema.get("properties", call["input"])))
    return f"the input of {tool.name} has no {unknown[0][:60]!r}" if unknown else ""
