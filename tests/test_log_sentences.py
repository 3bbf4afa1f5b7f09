"""Each event is a sentence to people: none shows them its name for scripts."""

from __future__ import annotations

import re

import pytest

from dreamd import slugs
from dreamd.commands import log as command
from dreamd.log import Event

NAME = re.compile(r"[a-z]+\.[a-z]+")
EVENTS = sorted(value for value in vars(slugs).values() if isinstance(value, str) and NAME.fullmatch(value))


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_is_told_as_a_sentence(name: str) -> None:
    fields = {"text": "Use pnpm.", "topic": "tools", "message": "so it was", "undoes": "a1", "step": "b2"}
    told = command._sentence(Event(name=name, time="", fields=fields))
    assert name not in told
    assert "{" not in told
    assert "so it was" in told or name in command.SENTENCES
    assert command._sentence(Event(name=name, time="")), "also where its fields are missing"
