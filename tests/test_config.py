"""Settings: the shipped file says what holds, and a wrong file says what to do."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

import dreamd
from dreamd import config, paths
from dreamd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

SHIPPED = paths.shipped("config") / "dreamd.toml"
SETTING = re.compile(r"#([a-z_]+ = .*)")
TEXTFILE = "/var/lib/node_exporter/dreamd.prom, or begin with ~/"
PROSE = re.compile(r"# [A-Z\"].*[.:]")


def uncommented() -> str:
    return "\n".join(SETTING.sub(r"\1", line) for line in SHIPPED.read_text("utf-8").splitlines())


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "config.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def refused(path: Path, load: Callable[[Path], object] = config.load) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert str(path) in caught.value.message
    assert "\n" not in caught.value.message
    assert caught.value.fix
    assert caught.value.exit_code == 2
    return caught.value


def test_the_shipped_file_as_it_is_changes_nothing() -> None:
    config.require(SHIPPED)
    assert config.load(SHIPPED) == config.Config()


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


NAMED = re.compile(r"\[(gates|sources|dream|daemon|resident|metrics)\] ([a-z]\w*)")


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
        ('base_url = "localhost:11434"', "[dream] base_url must be an address like http://localhost:11434"),
        ('base_url = "http://localhost:11434/v1"', "without /v1"),
        ("usd_per_million = [1.0]", "two prices"),
        ("usd_per_million = [1.0, 2.0, 3.0]", "two prices"),
    ],
)
def test_what_no_server_or_price_can_be_is_refused_at_once(tmp_path: Path, line: str, words: str) -> None:
    assert words in str(refused(written(tmp_path, f"[dream]\n{line}\n")))


def test_a_file_that_was_named_must_exist(tmp_path: Path) -> None:
    error = refused(tmp_path / "none.toml", config.require)
    assert "dreamd init" in error.fix


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[gates]\nmin_hour = 6", "min_hour"),
        ("[gate]\nmin_hours = 6", "gate"),
        ("[gates]\nmin_hours = 'six'", "[gates] min_hours is "),
        ("[gates]\nmin_hours = -1", "[gates] min_hours is "),
        ("[gates]\nmin_hours = inf", "[gates] min_hours is "),
        ("[gates]\nidle_minutes = nan", "[gates] idle_minutes is "),
        ("[dream]\nminutes = 60", "[dream] minutes is "),
        ("[gates]\nmin_sessions = 0", "[gates] min_sessions is "),
        ("[gates]\nmin_sessions = 2.5", "[gates] min_sessions is "),
        ("[sources]\nenabled = 'codex'", "[sources] enabled is "),
        ("[sources]\nheadless = 1", "[sources] headless is "),
        ("[dream]\nengine = 'gpt'", "[dream] engine is "),
        ("gates = 3", "gates is 3; it must be a table, which begins with [gates]"),
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


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[gates]\nmin_sessions = 'one'", '[gates] min_sessions is "one"; it must be a whole number of at least 1'),
        ("[gates]\nmin_hours = inf", "[gates] min_hours is inf; it must be a number from 0 to 1000000"),
        ("[dream]\nminutes = 0", "[dream] minutes is 0; it must be a number above 0 and at most 55"),
        ("[sources]\nheadless = 1", "[sources] headless is 1; it must be true or false"),
        ("[sources]\nheadless = 1979-05-27", "[sources] headless is 1979-05-27; it must be true or false"),
        ("[sources]\nenabled = 'codex'", '[sources] enabled is "codex"; it must be a list, in brackets'),
        ("[sources]\nenabled = [1]", "[sources] enabled[0] is 1; it must be a text, in quotes"),
        ("[dream]\nfallback = true", '[dream] fallback is true; it must be "embedded" or "none"'),
        ("[daemon]\nquiet_hours = ['9-17']", '[daemon] quiet_hours[0] is "9-17"; write it like "09:00-17:30"'),
        (
            "[daemon]\nquiet_hours = ['23:00-07:00', '09:00-09:00']",
            '[daemon] quiet_hours[1] is "09:00-09:00"; it must end at another time than it begins',
        ),
        (
            "[metrics]\ntextfile = 'a.prom'",
            '[metrics] textfile is "a.prom"; it must be an absolute path, like ' + TEXTFILE,
        ),
    ],
)
def test_a_wrong_value_is_told_in_one_sentence_of_ours(tmp_path: Path, text: str, sentence: str) -> None:
    path = written(tmp_path, text)
    assert refused(path).message == f"{path}: {sentence}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[gates]\nmin_hours = 1\nmin_hours = 2\n", "line 3, min_hours, sets what is set already"),
        ("[gates]\n\n[gates]\nmin_hours = 2\n", "line 3, [gates], sets what is set already"),
        ("[gates]\nmin_hours =\n", "line 2, min_hours, is no TOML: Invalid value"),
        ("[gates", "line 1, [gates, is no TOML: "),
        ("[gates]\n# \udcff", "line 2 is not written in UTF-8"),
        (f"a = {'[' * 5000}", "stand too deep"),
        (f"a = {'9' * 5000}", "a number that is too long"),
    ],
)
def test_what_is_no_toml_is_told_with_its_line(tmp_path: Path, text: str, sentence: str) -> None:
    assert sentence in refused(written(tmp_path, text.encode("utf-8", "surrogateescape"))).message


def test_a_key_in_the_place_of_its_variables_name_is_never_told(tmp_path: Path) -> None:
    error = refused(written(tmp_path, "[dream]\nkey_env = 'my-unknown-key'"))
    assert "my-unknown-key" not in str(error)
    assert "[dream] key_env" in error.message


def test_every_mistake_tells_the_commands_that_help(tmp_path: Path) -> None:
    for text in ("[gates]\nmin_hours = 'six'", "[gates"):
        assert "dreamd init --force" in refused(written(tmp_path, text)).fix


def test_the_textfile_may_lie_in_the_home_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    read = config.load(written(tmp_path, "[metrics]\ntextfile = '~/dreamd.prom'"))
    assert read.metrics.textfile == str(tmp_path / "dreamd.prom")


@pytest.mark.parametrize(
    "text",
    [
        b"x = " + b"[" * 200_000,
        b"#" * 2_000_000,
        b'[sources]\nexclude = ["a\\u0000b"]',
        b'[metrics]\ntextfile = "/a\\u0000b"',
        b"[daemon]\nmemory_mb = 9223372036855",
    ],
    ids=["nested", "huge", "NUL in a path", "NUL in another", "more memory than there is"],
)
def test_what_would_harm_whoever_reads_it_is_refused(tmp_path: Path, text: bytes) -> None:
    refused(written(tmp_path, text))


def test_a_pipe_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    os.mkfifo(path)
    assert "pipe" in refused(path).message
