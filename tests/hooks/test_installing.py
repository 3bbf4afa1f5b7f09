"""One file of an agent: where it lies, what may stand in it, who else changes it."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from dreamd import paths
from dreamd.errors import ConfigError, StoreError
from dreamd.hooks import agents, block, installing, starting

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.hooks.agents import Target
    from dreamd.hooks.installing import Change
    from dreamd.paths import Places
    from tests.conftest import Look

COMMAND = "/opt/one/bin/python -I -m dreamd resident --quiet --agent claude-code"
SETTINGS = '{\n  "model": "opus"\n}\n'


@pytest.fixture
def claude(home: Path, places: Places) -> Target:
    (home / ".claude").mkdir()
    return target(places, "claude-code")


@pytest.fixture
def codex(home: Path, places: Places) -> Target:
    (home / ".codex").mkdir()
    return target(places, "codex")


def target(places: Places, name: str) -> Target:
    (found,) = agents.targets(places, [name])
    return found


def planned(places: Places, target: Target) -> Change:
    change = installing.installation(places, target, COMMAND)
    assert change is not None
    return change


def install(places: Places, target: Target) -> None:
    installing.apply(places, planned(places, target))
    assert installing.look(target, COMMAND).state == "installed"


def uninstall(places: Places, target: Target) -> None:
    change = installing.removal(places, target)
    assert change is not None
    installing.apply(places, change)
    assert installing.removal(places, target) is None


def test_the_file_lies_where_the_agent_s_variable_says(home: Path, tmp_path: Path) -> None:
    named = {
        "CLAUDE_CONFIG_DIR": str(tmp_path / "c"),
        "CODEX_HOME": str(tmp_path / "x"),
        "GEMINI_CLI_HOME": str(tmp_path),
    }
    places = paths.places({"HOME": str(home), "DREAMD_HOME": str(tmp_path / "own"), **named})
    files = [(one.path, one.found) for one in agents.targets(places, agents.FILES)]
    wanted = [tmp_path / "c" / "settings.json", tmp_path / "x" / "AGENTS.md", tmp_path / ".gemini" / "GEMINI.md"]
    assert files == [(path, False) for path in wanted]
    for path in wanted:
        path.parent.mkdir()
    assert all(one.found for one in agents.targets(places, agents.FILES))


def test_every_directory_of_an_agent_that_is_there_is_meant(home: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    several = f"{tmp_path / 'one'},{tmp_path / 'two'},{tmp_path / 'three'}"
    places = paths.places({"HOME": str(home), "CLAUDE_CONFIG_DIR": several})
    found = agents.targets(places, ["claude-code"])
    assert [one.path.parent.name for one in found] == ["one", "two"]


BROKEN = {
    "half a file": '{"hooks": {',
    "a list": "[1, 2]",
    "hooks are no object": '{"hooks": []}',
    "the event is no list": '{"hooks": {"SessionStart": {}}}',
    "no text": "\0\0",
    "another encoding": '{"a": 1}'.encode("utf-16").decode("latin-1"),
    "too deep": '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "a remark without an end": '{"a": 1} /* and so on',
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_settings_that_are_none_are_refused(claude: Target, places: Places, home: Path, look: Look, text: str) -> None:
    claude.path.write_bytes(text.encode("latin-1"))
    before = look(home)
    with pytest.raises(ConfigError) as caught:
        installing.installation(places, claude, COMMAND)
    assert str(claude.path) in caught.value.message
    assert caught.value.fix
    assert look(home) == before


def test_a_link_is_written_through_and_stays_a_link(claude: Target, places: Places, home: Path) -> None:
    dots = home / "dotfiles"
    dots.mkdir()
    (dots / "claude.json").write_text(SETTINGS, "utf-8")
    (home / "between").symlink_to(dots)
    claude.path.symlink_to("../between/claude.json")
    install(places, claude)
    assert claude.path.is_symlink()
    assert "dreamd" in (dots / "claude.json").read_text("utf-8")
    uninstall(places, claude)
    assert claude.path.is_symlink()
    assert (dots / "claude.json").read_text("utf-8") == SETTINGS
    assert [path.name for path in dots.iterdir()] == ["claude.json"]


def test_a_link_to_a_file_that_is_not_there_yet_makes_it_there(claude: Target, places: Places, home: Path) -> None:
    claude.path.symlink_to(home / "later.json")
    install(places, claude)
    assert (home / "later.json").is_file()
    uninstall(places, claude)
    assert claude.path.is_symlink()
    assert not (home / "later.json").exists()


def test_what_cannot_be_replaced_as_a_whole_is_refused(claude: Target, places: Places, home: Path) -> None:
    claude.path.symlink_to(home / "gone" / "settings.json")
    with pytest.raises(ConfigError, match="directory is not there"):
        installing.installation(places, claude, COMMAND)
    claude.path.unlink()
    claude.path.symlink_to(claude.path)
    with pytest.raises(StoreError, match="cannot read"):
        installing.installation(places, claude, COMMAND)
    claude.path.unlink()
    (home / "other.json").write_text("{}", "utf-8")
    claude.path.hardlink_to(home / "other.json")
    with pytest.raises(ConfigError, match="hard link"):
        installing.installation(places, claude, COMMAND)
    claude.path.unlink()
    claude.path.mkdir()
    with pytest.raises(StoreError, match="Is a directory"):
        installing.installation(places, claude, COMMAND)


@pytest.mark.parametrize("theirs", ['{"model": "haiku"}', None], ids=["changed", "removed"])
def test_a_change_since_it_was_shown_is_noticed_and_stays(
    claude: Target, places: Places, home: Path, theirs: str | None
) -> None:
    claude.path.write_text(SETTINGS, "utf-8")
    change = planned(places, claude)
    if theirs is None:
        claude.path.unlink()
    else:
        claude.path.write_text(theirs, "utf-8")
    with pytest.raises(StoreError, match="changed meanwhile"):
        installing.apply(places, change)
    assert (claude.path.read_text("utf-8") if claude.path.exists() else None) == theirs
    assert len(list(claude.path.parent.iterdir())) == (theirs is not None)
    assert home.is_dir()


def test_mode_and_bytes_that_are_no_text_stay(codex: Target, places: Places) -> None:
    codex.path.write_bytes(b"\xef\xbb\xbf# Mine \xff\xfe\r\n")
    codex.path.chmod(0o604)
    install(places, codex)
    assert codex.path.read_bytes().startswith(b"\xef\xbb\xbf# Mine \xff\xfe\r\n\r\n<!-- dreamd: begin")
    assert codex.path.stat().st_mode & 0o777 == 0o604
    uninstall(places, codex)
    assert codex.path.read_bytes() == b"\xef\xbb\xbf# Mine \xff\xfe\r\n"
    assert codex.path.stat().st_mode & 0o777 == 0o604


def test_what_stands_around_our_block_may_change_and_stays(codex: Target, places: Places) -> None:
    codex.path.write_text("# Mine", "utf-8")
    install(places, codex)
    text = codex.path.read_text("utf-8")
    codex.path.write_text(f"First.\n{text}Last.", "utf-8")
    uninstall(places, codex)
    assert codex.path.read_text("utf-8") == "First.\n# MineLast."
    codex.path.write_text(f"First.\n{text}Last.", "utf-8")
    (places.state / "hooks.json").unlink()
    uninstall(places, codex)
    assert codex.path.read_text("utf-8") == "First.\n# Mine\nLast."


def test_what_a_killed_process_was_writing_beside_the_file_goes(codex: Target, places: Places) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    left = codex.path.with_name(f".dreamd-tmp-{gone.pid}-{codex.path.name}")
    left.write_text("Half.")
    others = codex.path.with_name(f".dreamd-tmp-{gone.pid}-mine.md")
    others.write_text("Of another file.")
    install(places, codex)
    assert (left.exists(), others.exists()) == (False, True)


@pytest.mark.parametrize("end", ["", "- A later rule.", "- A later rule.\n\n- And one more.\n"])
@pytest.mark.parametrize("start", ["", "# Mine\n", "# Mine, without a line end"])
def test_a_block_that_is_put_in_anew_stands_where_the_old_one_stood(
    codex: Target, places: Places, start: str, end: str
) -> None:
    codex.path.write_text(start)
    install(places, codex)
    codex.path.write_text(codex.path.read_text().replace("Once at the start", "At times at the start") + end)
    changed = codex.path.read_text()
    assert installing.look(codex, COMMAND).state == "changed"
    install(places, codex)
    assert codex.path.read_text() == changed.replace("At times at the start", "Once at the start")
    uninstall(places, codex)
    kept = f"{start.rstrip()}\n" if start else ""  # whose line end is ours nobody knows any more
    assert (codex.path.read_text() if codex.path.exists() else "") == kept + end


def test_a_block_that_lost_a_mark_is_left_to_its_person(codex: Target, places: Places) -> None:
    install(places, codex)
    codex.path.write_text(codex.path.read_text("utf-8").replace(block.END, "Mine."), "utf-8")
    with pytest.raises(ConfigError, match="not in pairs"):
        installing.installation(places, codex, COMMAND)
    with pytest.raises(ConfigError, match="not in pairs"):
        installing.removal(places, codex)
    assert installing.look(codex, COMMAND).state == "unreadable"


def test_our_hook_is_known_however_it_came_there_and_others_are_not(claude: Target, places: Places) -> None:
    theirs = {"type": "command", "command": "dreamd status"}
    held = {"hooks": {"SessionStart": [{"hooks": [theirs, {"type": "command", "command": "dreamd resident"}]}]}}
    claude.path.write_text(json.dumps(held), "utf-8")
    standing = installing.look(claude, COMMAND)
    assert (standing.state, standing.detail) == ("changed", "it calls: dreamd resident")
    install(places, claude)
    uninstall(places, claude)
    assert json.loads(claude.path.read_text("utf-8")) == {"hooks": {"SessionStart": [{"hooks": [theirs]}]}}


def test_a_hook_that_not_every_start_calls_is_told(claude: Target, places: Places) -> None:
    install(places, claude)
    for matcher, state in (("resume", "changed"), ("*", "installed")):
        held = json.loads(claude.path.read_text("utf-8"))
        held["hooks"]["SessionStart"][0]["matcher"] = matcher
        claude.path.write_text(json.dumps(held), "utf-8")
        assert installing.look(claude, COMMAND).state == state


def test_settings_that_claude_code_itself_does_not_read_are_told(claude: Target, places: Places) -> None:
    text = '{\n  // mine\n  "model": "opus", // and mine\n}\n'
    claude.path.write_text(text, "utf-8")
    install(places, claude)
    assert "reads no settings with remarks" in installing.look(claude, COMMAND).detail
    assert claude.path.read_text("utf-8").endswith('  // mine\n  "model": "opus", // and mine\n}\n')
    uninstall(places, claude)
    assert claude.path.read_text("utf-8") == text


def test_settings_of_a_megabyte_in_one_line_are_shown_by_what_changes(claude: Target, places: Places) -> None:
    text = json.dumps({"permissions": {"allow": [f"Bash(make {n}:*)" for n in range(60_000)]}})
    claude.path.write_text(text, "utf-8")
    change = planned(places, claude)
    told = "\n".join(installing.told(change))
    assert COMMAND in told
    assert len(told) < 1_000
    installing.apply(places, change)
    uninstall(places, claude)
    assert claude.path.read_text("utf-8") == text


def test_a_secret_beside_our_part_is_not_shown(claude: Target, places: Places) -> None:
    secret = "sk-ant-api03-" + "Zq7" * 20
    claude.path.write_text(json.dumps({"env": {"ANTHROPIC_API_KEY": secret}}, indent=2), "utf-8")
    change = planned(places, claude)
    assert secret not in "\n".join(installing.told(change))
    installing.apply(places, change)
    assert secret not in (places.state / "hooks.json").read_text("utf-8")
    assert secret in claude.path.read_text("utf-8")


def test_the_same_key_twice_is_understood_as_the_agent_does(claude: Target, places: Places) -> None:
    text = '{"hooks": {"SessionStart": 5}, "model": "opus", "hooks": {}}'
    claude.path.write_text(text, "utf-8")
    install(places, claude)
    assert starting.differs(claude.path.read_text("utf-8"), COMMAND) == ""
    uninstall(places, claude)
    assert claude.path.read_text("utf-8") == text
