"""What a service needs: it looks where the person's shell looks, and carries no key."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from dreamd import paths, state
from dreamd.config import Config, Metrics
from dreamd.errors import ConfigError
from dreamd.memory.layout import Workspace
from dreamd.service.wanted import gather, unseen

if TYPE_CHECKING:
    from pathlib import Path


def shell(home: Path, **more: str) -> dict[str, str]:
    """An environment; the fixture's own places, since the platform's are those of the real HOME."""
    return {"HOME": str(home), "PATH": "/usr/bin:/bin", "DREAMD_HOME": str(home / ".dreamd"), **more}


def test_it_carries_where_things_lie_and_nothing_that_may_be_secret(home: Path, tmp_path: Path) -> None:
    places_of_things = {"DREAMD_HOME": str(tmp_path / "own"), "CLAUDE_CONFIG_DIR": str(tmp_path / "claude dir")}
    secrets = {"ANTHROPIC_API_KEY": "sk-ant-api03-" + "Zq7" * 20, "HTTPS_PROXY": "http://me:word@proxy", "MY_KEY": "x"}
    environment = shell(home, **places_of_things, **secrets, EDITOR="vi")
    needed = gather(paths.places(environment), Config(), environment, "daemon")
    assert needed.environment.keys() == {"PATH", *places_of_things}
    assert needed.environment.items() >= places_of_things.items()
    assert unseen(environment, "MY_KEY") == sorted(secrets)
    assert needed.key_file == home / ".config" / "dreamd" / "environment"


def test_it_starts_this_very_interpreter_by_its_absolute_path(home: Path) -> None:
    environment = shell(home)
    assert gather(paths.places(environment), Config(), environment, "daemon").command == (
        sys.executable,
        "-I",
        "-m",
        "dreamd",
        "run",
    )
    once = gather(paths.places(environment), Config(), environment, "timer").command
    assert once[4:] == ("--quiet", "once", "--all", "--gated")


def test_a_configuration_that_was_named_is_named_to_the_service(home: Path, tmp_path: Path) -> None:
    environment = shell(home)
    named = gather(paths.places(environment, tmp_path / "my.toml"), Config(), environment, "daemon")
    assert named.command[4:] == ("--config", str(tmp_path / "my.toml"), "run")


def test_git_is_found_on_the_path_wherever_it_lies(home: Path, tmp_path: Path) -> None:
    tools = tmp_path / "odd tools"
    tools.mkdir()
    for name in ("git", "claude"):
        (tools / name).touch(mode=0o755)
    environment = shell(home, PATH=f"/nowhere:{tools}:/usr/bin")
    search = gather(paths.places(environment), Config(), environment, "daemon").environment["PATH"].split(":")
    assert search[0] == str(tools)
    assert search[-1] == "/bin"
    assert "/nowhere" not in search


def test_it_may_write_memories_and_our_own_directories(home: Path, tmp_path: Path) -> None:
    (home / ".claude").mkdir()
    environment = shell(home)
    places = paths.places(environment)
    assert set(gather(places, Config(), environment, "daemon").writable) == {home / ".claude", places.state}
    elsewhere = tmp_path / "notes"
    elsewhere.mkdir()
    root = home / ".claude" / "projects" / "-w-shop" / "memory"
    root.parent.mkdir(parents=True)
    root.symlink_to(elsewhere)
    with state.database(places.database) as db:
        workspace = Workspace(name="shop", root=root, layout="claude-code", project=tmp_path)
        state.add_workspace(db, workspace)
    figures = figured(tmp_path / "figures" / "dreamd.prom")
    (tmp_path / "figures").mkdir()
    assert set(gather(places, figures, environment, "daemon").writable) == {
        *(home / ".claude", places.state),
        *(elsewhere, tmp_path / "figures"),
    }


def figured(path: Path) -> Config:
    return Config(metrics=Metrics(textfile=str(path)))


@pytest.mark.parametrize("name", ["dreamd.prom", "figures.txt"])
def test_a_directory_with_nothing_but_figures_is_writable(name: str, home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    folder.mkdir()
    for there in (name, f".dreamd-tmp-7-{name}", "node.prom"):
        (folder / there).touch()
    environment = shell(home)
    needed = gather(paths.places(environment), figured(folder / name), environment, "daemon")
    assert folder in needed.writable
    assert needed.shared is None


def test_figures_never_open_the_home_or_what_others_use(home: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "diary.md").touch()
    (tmp_path / "link").symlink_to(home)
    (home / ".bashrc").touch()
    environment = shell(home)
    places = paths.places(environment)
    plain = gather(places, Config(), environment, "daemon")
    shared = (home, home.parent, tmp_path / "notes", tmp_path / "missing", tmp_path / "link")
    for folder in (*shared, *map(type(home), ("/", "/tmp", "/etc", "/var/tmp", "/usr/bin"))):  # noqa: S108
        needed = gather(places, figured(folder / "dreamd.prom"), environment, "daemon")
        assert needed.writable == plain.writable
        assert needed.shared == folder.resolve()


def test_an_empty_home_is_no_directory_for_figures_either(home: Path) -> None:
    environment = shell(home)
    needed = gather(paths.places(environment), figured(home / "dreamd.prom"), environment, "daemon")
    assert (needed.shared, home in needed.writable) == (home, False)


def test_figures_within_our_own_state_need_nothing_more(home: Path) -> None:
    environment = shell(home)
    places = paths.places(environment)
    needed = gather(places, figured(places.state / "dreamd.prom"), environment, "daemon")
    assert needed.writable == gather(places, Config(), environment, "daemon").writable
    assert needed.shared is None


def test_where_claude_code_is_not_yet_it_is_named_and_never_the_home(home: Path) -> None:
    environment = shell(home)
    places = paths.places(environment)
    needed = gather(places, Config(), environment, "daemon")
    assert needed.writable == (home / ".claude", places.state)
    assert needed.awaited == home / ".claude"
    (home / ".claude").mkdir()
    later = gather(places, Config(), environment, "daemon")
    assert (later.writable, later.awaited) == (needed.writable, None)


def test_a_home_that_is_claude_codes_directory_too_is_not_writable_as_a_whole(home: Path) -> None:
    environment = shell(home, CLAUDE_CONFIG_DIR=str(home))
    needed = gather(paths.places(environment), Config(), environment, "daemon")
    assert home not in needed.writable
    assert home / "projects" in needed.writable


def test_a_path_that_no_unit_can_hold_is_refused_with_its_name(home: Path, tmp_path: Path) -> None:
    environment = shell(home, DREAMD_HOME=f"{tmp_path}/a\nb")
    with pytest.raises(ConfigError, match="DREAMD_HOME holds"):
        gather(paths.places(environment), Config(), environment, "daemon")
