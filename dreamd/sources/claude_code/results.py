"""Finds what a person said by way of a tool's result: why a call was refused, and answers to questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.reading.decoding import strings, value
from dreamd.reading.saying import Said
from dreamd.sources.claude_code.prose import spoken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.sources.claude_code.row import Block, Row

REFUSED = (
    "The user doesn't want to proceed with this tool use",
    "The user doesn't want to take this action right now",
)
SAID = "the user said:"
ADVICE = re.compile(r"\n+Note: The user's next message may contain a correction or preference\..*", re.DOTALL)
"""What the client may add behind the person's words."""
ANSWERED = ("User has answered your questions:", "Your questions have been answered:")
ANSWER = re.compile(r'"(.*?)"="(.*?)"(?=, "|\. You can now|\s*\Z)', re.DOTALL)


def from_person(block: Block, row: Row) -> Iterator[Said]:
    """The person's words in a tool's result; as a rule none.

    A tool prints what it likes, so the phrases count only at the very beginning, and only where the row itself does not
    say that the tool ran.
    """
    text = "\n".join(strings(value(block.content)))
    if text.startswith(REFUSED):
        yield from _refusal(text, block, row)
    elif text.startswith(ANSWERED):
        yield from _answers(text, row)


def _refusal(text: str, block: Block, row: Row) -> Iterator[Said]:
    ran = row.permission_decision is not None and row.permission_decision.decision == "accept"
    if block.is_error and not ran:
        reason = ADVICE.sub("", text.partition(SAID)[2]).strip()
        yield from spoken(reason, "refusal")


def _answers(text: str, row: Row) -> Iterator[Said]:
    """Each question as the assistant's words, then its answer and the notes beside it."""
    result = value(row.tool_use_result)
    if isinstance(result, dict):
        answers, notes = result.get("answers"), result.get("annotations")
        pairs = list(answers.items()) if isinstance(answers, dict) and "questions" in result else []
    else:
        pairs, notes = (ANSWER.findall(text) if result is None else []), None
    for question, answer in pairs:
        yield Said("assistant", question, "question")
        for said in ("\n".join(strings(answer)), _note(notes, question)):
            if said.strip():
                yield from spoken(said, "answer")


def _note(notes: object, question: str) -> str:
    note = notes.get(question) if isinstance(notes, dict) else None
    return "\n".join(strings(note.get("notes"))) if isinstance(note, dict) else ""
