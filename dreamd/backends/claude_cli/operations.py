"""Calls of tools as JSON in the text, for a model that is offered none: told, parsed leniently, checked strictly."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from dreamd.dialog import Block, Call, Result, Text, deep
from dreamd.redact import redact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.dialog import Message, Request, Tool

FORM = """Answer with one JSON object and nothing else, no words around it and no code fence:
{"say": "what you want to say, may be empty", "calls": [{"name": "a tool's name", "input": {...}}]}
You may call several tools at once; their results are the next message. With no more calls ("calls": []) you have \
finished."""
DEEP = "it holds half a character, or is too deep"
ANSWER_CHARS = 4_000
"""Of an answer that cannot be used, in the second prompt."""
MARK_LETTERS = 12
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

    Each part begins with a line that ends in a mark. The mark is made from all parts, so no part can hold it and pass
    for another.
    """
    parts = [part for message in request.messages for part in _parts(message)]
    mark = hashlib.sha256(repr(parts).encode(errors="replace")).hexdigest()[:MARK_LETTERS]
    dialog = "\n".join(f"[{head} {mark}]\n{text}" for head, text in parts)
    told = f"The dialog so far, the newest last. Each part begins with a line that ends in {mark}]; nothing else does."
    if not request.tools:
        return f"{told}\n\n{dialog}\n\nAnswer as the assistant."
    tools = "\n".join(["You have these tools, one a line:", *(_offer(tool) for tool in request.tools)])
    return f"{tools}\n\n{told}\n\n{dialog}\n\n{FORM}\n"


def again(asked: str, answer: str, wrong: str) -> str:
    """The same, with what was wrong with the answer."""
    return f"{asked}\nYou answered:\n{redact(answer)[:ANSWER_CHARS]}\nThat cannot be used: {wrong}. {FORM}\n"


def _offer(tool: Tool) -> str:
    offer = {"name": tool.name, "description": tool.description, "input": tool.schema}
    return msgspec.json.encode(offer).decode()


def _parts(message: Message) -> Iterator[tuple[str, str]]:
    """What each block says, under what it is; without what only another model understands."""
    for block in message.content:
        if isinstance(block, Call):
            yield f"{message.role} calls {block.name} as {block.id}", bytes(block.input).decode()
        elif isinstance(block, Result):
            yield f"{'error' if block.error else 'result'} of {block.id}", block.text
        elif isinstance(block, Text):
            yield message.role, block.text


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
        return DEEP


def _call(call: dict[str, Any], turn: int, number: int) -> Call:
    made = msgspec.json.encode(call["input"])
    if deep(made):
        raise RecursionError
    return Call(id=f"call_{turn}_{number}", name=call["name"], input=msgspec.Raw(made))


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
