"""One setting of a configuration file is changed, and every other byte stays."""

from __future__ import annotations

import difflib
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamd import paths, toml_line
from dreamd.errors import ConfigError

SHIPPED = (paths.shipped("config") / "dreamd.toml").read_text("utf-8")
MINE = '[sources]\nexclude = [\n  "/a",\n]  # mine\n\n[dream]\n  engine = "auto"\t# for now\nminutes = 5\n[gates]\n'


def changed(before: str, after: str) -> list[str]:
    differences = difflib.ndiff(before.splitlines(keepends=True), after.splitlines(keepends=True))
    return [line for line in differences if line[0] in "+-"]


def test_a_line_that_is_set_is_the_only_one_that_changes() -> None:
    after = toml_line.put(MINE, "dream", "engine", "anthropic")
    assert changed(MINE, after) == ['-   engine = "auto"\t# for now\n', '+   engine = "anthropic"\t# for now\n']


def test_a_default_that_is_only_explained_is_set_in_its_place() -> None:
    after = toml_line.put(SHIPPED, "dream", "base_url", "http://localhost:11434")
    assert changed(SHIPPED, after) == ['- #base_url = ""\n', '+ base_url = "http://localhost:11434"\n']


@pytest.mark.parametrize(
    "text", ["", "[gates]\nmin_hours = 1", "[dream]", "[dream] # x\n[gates]\n", "a = 1\r\n[dream]\r\n"]
)
def test_where_there_is_no_such_line_one_is_added(text: str) -> None:
    after = toml_line.put(text, "dream", "model", "qwen3")
    assert tomllib.loads(after)["dream"] == {"model": "qwen3"}
    assert all(line.startswith("+") for line in changed(text, after) if line.strip("+- \n") not in text)


@pytest.mark.parametrize("text", ['dream.engine = "auto"\n', 'dream = { engine = "auto" }\n', "[dream\n"])
def test_a_file_written_otherwise_is_left_to_the_person(text: str) -> None:
    with pytest.raises(ConfigError, match="without changing more"):
        toml_line.put(text, "dream", "engine", "anthropic")


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=40))
def test_any_value_comes_back_as_it_was_given(value: str) -> None:
    for text in (MINE, SHIPPED, ""):
        assert tomllib.loads(toml_line.put(text, "dream", "model", value))["dream"]["model"] == value
