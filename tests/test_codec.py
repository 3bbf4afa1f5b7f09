"""What is told to others is always JSON, whatever a file is called."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from dreamd import codec
from dreamd.records import Change

NAME = os.fsdecode(b"caf\xe9.md")


def test_half_a_character_is_told_as_an_escape_and_kept_apart_from_a_whole_one() -> None:
    value = {NAME: [Change(op="add", file=NAME, topic="é", text="x"), Path(NAME)], "n": (1, None, True)}
    told = json.loads(codec.shown(value))
    assert list(told) == ["caf\\udce9.md", "n"]
    assert told["caf\\udce9.md"][0]["file"] == "caf\\udce9.md"
    assert told["caf\\udce9.md"][0]["topic"] == "é"
    assert told["caf\\udce9.md"][1] == "caf\\udce9.md"
    assert told["n"] == [1, None, True]


def test_what_must_come_back_is_not_changed() -> None:
    with pytest.raises(UnicodeEncodeError):
        codec.encode([NAME])
