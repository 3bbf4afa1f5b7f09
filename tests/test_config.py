"""Settings: the shipped file says what holds, and a wrong file says what to do."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import dreamd
from dreamd import config, paths
from dreamd.errors import ConfigError

SHIPPED = paths.shipped("config") / "dreamd.toml"
SETTING = re.compile(r"#([a-z_]+ = .*)")
PROSE = re.compile(r"# [A-Z\"].*[.:]")


def uncommented() -> str:
    return "\n".join(SETTING.sub(r"\1", line) for line in SHIPPED.read_text("utf-8").splitlines())


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "config.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def refused(path: Path, *, required: bool = False) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        config.load(path, required=required)
    assert str(path) in caught.value.message
    assert "\n" not in caught.value.message
    assert caught.value.fix
    assert caught.value.exit_code == 2
    return caught.value


def test_the_shipped_file_as_it_is_changes_nothing() -> None:
    assert config.load(SHIPPED, required=True) == config.Config()


def test_every_setting_stands_in_the_shipped_file_with_its_default(tmp_path: Path) -> None:
    path = written(tmp_path, uncommented())
    assert config.load(path) == config.Config()
    named = {(table, key) for table, keys in _tables(path).items() for key in keys}
    known = {(table, key) for table, keys in msgspec.to_builtins(config.Config()).items() for key in keys}
    assert named == known


def test_every_setting_in_the_shipped_file_is_explained_right_above() -> None:
    lines = SHIPPED.read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        if SETTING.match(line):
            assert PROSE.match(lines[number - 1]), f"line {number + 1} has no comment"


NAMED = re.compile(r"\[(gates|sources|dream|daemon|metrics)\] ([a-z]\w*)")


def test_every_setting_that_a_text_names_exists() -> None:
    known = {(table, key) for table, keys in msgspec.to_builtins(config.Config()).items() for key in keys}
    texts = [path.read_text("utf-8") for path in Path(dreamd.__file__).parent.rglob("*.py")]
    named = {name for text in texts for name in NAMED.findall(text)}
    assert ("dream", "key_env") in named
    assert named <= known


def _tables(path: Path) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = msgspec.toml.decode(path.read_bytes())
    return found


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert config.load(tmp_path / "none.toml") == config.Config()


def test_a_setting_in_the_file_holds_and_the_others_keep_their_defaults(tmp_path: Path) -> None:
    read = config.load(written(tmp_path, '[gates]\nmin_hours = 6\n[sources]\nexclude = ["/srv/private"]\n'))
    assert read.gates == config.Gates(min_hours=6.0)
    assert read.sources.exclude == ("/srv/private",)
    assert read.dream == config.DreamSettings()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('base_url = "localhost:11434"', "base_url is an address like http://localhost:11434"),
        ('base_url = "http://localhost:11434/v1"', "without /v1"),
        ("usd_per_million = [1.0]", "two prices"),
        ("usd_per_million = [1.0, 2.0, 3.0]", "length <= 2"),
    ],
)
def test_what_no_server_or_price_can_be_is_refused_at_once(tmp_path: Path, line: str, words: str) -> None:
    assert words in str(refused(written(tmp_path, f"[dream]\n{line}\n")))


def test_a_file_that_was_named_must_exist(tmp_path: Path) -> None:
    error = refused(tmp_path / "none.toml", required=True)
    assert "dreamd init" in error.fix


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[gates]\nmin_hour = 6", "min_hour"),
        ("[gate]\nmin_hours = 6", "gate"),
        ("[gates]\nmin_hours = 'six'", "gates.min_hours"),
        ("[gates]\nmin_hours = -1", "gates.min_hours"),
        ("[gates]\nmin_hours = inf", "gates.min_hours"),
        ("[gates]\nidle_minutes = nan", "gates.idle_minutes"),
        ("[dream]\nminutes = 60", "dream.minutes"),
        ("[gates]\nmin_sessions = 0", "gates.min_sessions"),
        ("[gates]\nmin_sessions = 2.5", "gates.min_sessions"),
        ("[sources]\nenabled = 'codex'", "sources.enabled"),
        ("[sources]\nheadless = 1", "sources.headless"),
        ("[dream]\nengine = 'gpt'", "dream.engine"),
        ("gates = 3", "gates"),
    ],
)
def test_an_unknown_key_or_a_wrong_value_is_named_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    error = refused(written(tmp_path, text))
    assert told in error.message
    assert str(SHIPPED) in error.fix


@pytest.mark.parametrize("text", [b"[gates", b"min_hours = ", b"\xff\xfe[\x00g\x00", b"a = 1\na = 2"])
def test_what_is_no_toml_is_refused_with_the_way_out(tmp_path: Path, text: bytes) -> None:
    error = refused(written(tmp_path, text))
    assert "move it away" in error.fix


def test_what_cannot_be_read_is_refused_with_the_way_out(tmp_path: Path) -> None:
    error = refused(tmp_path)  # a directory: unreadable for root too
    assert "move it away" in error.fix
