"""How many tokens a text has, without asking anybody: never fewer than the models' own count on ordinary text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.dialog import Call, Opaque

if TYPE_CHECKING:
    from dreamd.dialog import Block, Request

PROMPT_TOKENS = 100_000
"""No prompt is larger: above it the default model's price is five times as high for the whole prompt."""
ASCII_CHARS, OTHER_TOKENS = 2.5, 1.5
BLOCK_TOKENS, TOOLS_TOKENS = 8, 600
"""What a block costs beside its text, and what offering tools costs beside their schemas."""


def tokens(text: str) -> int:
    """An estimate from above: 2.5 ASCII characters a token (models need 3 to 4.5), 1.5 tokens any other character."""
    plain = len(text.encode("ascii", "ignore"))
    return int(plain / ASCII_CHARS + (len(text) - plain) * OTHER_TOKENS) + 1


def prompt(request: Request) -> int:
    """The same for all that one request sends."""
    tools = sum(tokens(tool.description + bytes(tool.schema).decode()) + BLOCK_TOKENS for tool in request.tools)
    said = sum(block(item) for message in request.messages for item in message.content)
    return tokens(request.system) + said + tools + (TOOLS_TOKENS if tools else 0)


def block(said: Block) -> int:
    """The same for one block of a message."""
    if isinstance(said, Call):
        return tokens(said.id + said.name + bytes(said.input).decode(errors="replace")) + BLOCK_TOKENS
    if isinstance(said, Opaque):
        return tokens(bytes(said.raw).decode(errors="replace")) + BLOCK_TOKENS
    return tokens(said.text) + BLOCK_TOKENS
