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
    figures = Config(metrics=Metrics(textfile=str(tmp_path / "figures" / "dreamd.prom")))
    assert set(gather(places, figures, environment, "daemon").writable) == {
        *(home / ".claude", places.state),
        *(elsewhere, tmp_path / "figures"),
    }


def test_where_claude_code_is_not_yet_its_parent_is_writable_so_that_it_may_come(home: Path) -> None:
    environment = shell(home)
    assert gather(paths.places(environment), Config(), environment, "daemon").writable == (home,)


def test_a_path_that_no_unit_can_hold_is_refused_with_its_name(home: Path, tmp_path: Path) -> None:
    environment = shell(home, DREAMD_HOME=f"{tmp_path}/a\nb")
    with pytest.raises(ConfigError, match="DREAMD_HOME holds"):
        gather(paths.places(environment), Config(), environment, "daemon")
