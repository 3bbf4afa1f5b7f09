"""Finds what a person answered to the agent's questions, which no message of the person says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import jsonl
from dreamd.reading.decoding import value
from dreamd.sources.codex.row import texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.sources.codex.row import Row

ASK = "request_user_input"
"""The client's own tool; one of others has a name space."""
REPLY, REPLIED = "<send_user_message_question_reply>", "</send_user_message_question_reply>"
"""Around the answers that Desktop sends as a message."""
NOTE = "user_note: "
RESULT = "response_item:function_call_output"


def asked(row: Row) -> dict[str, str]:
    """The questions that the row puts to the person, by their names; as a rule none."""
    if row.name != "response_item:function_call" or row.payload.name != ASK or row.payload.namespace:
        return {}
    questions = _field(_json("".join(texts(value(row.payload.arguments)))), "questions")
    found = questions if isinstance(questions, list) else []
    return {str(_field(one, "id")): str(_field(one, "question") or _field(one, "title") or "") for one in found}


def may_answer(row: Row) -> bool:
    """A cheap look whether the row is a result that may hold answers."""
    return row.name == RESULT and b"answers" in bytes(row.payload.output)


def answered(row: Row, questions: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The questions with their answers, where the row is the result of the call that asked them."""
    answers = _field(_json("".join(texts(value(row.payload.output)))), "answers")
    for name, answer in answers.items() if isinstance(answers, dict) else ():
        given = _field(answer, "answers")
        if name in questions and isinstance(given, list):
            yield questions[name], "\n".join(str(one).removeprefix(NOTE) for one in given if one)


def replied(text: str) -> list[tuple[str, str]]:
    """The questions with their answers, where the whole text is such a reply."""
    if not text.endswith(REPLIED):
        return []
    found = _json(text.removeprefix(REPLY).removesuffix(REPLIED))
    pairs = found if isinstance(found, list) else [found]
    return [(str(_field(one, "question") or ""), str(_field(one, "answer") or "")) for one in pairs]


def _json(text: str) -> object:
    return jsonl.value(text.strip().encode())


def _field(found: object, name: str) -> object:
    return found.get(name) if isinstance(found, dict) else None
