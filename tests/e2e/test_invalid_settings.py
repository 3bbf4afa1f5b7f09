"""A configuration that is not valid: what reads sessions refuses, what looks back and the ways out work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Cli, Look, Talk

TOLD = '[gates] min_sessions is "one"; it must be a whole number of at least 1'
INVALID = [b'[gates]\nmin_sessions = "one"\n', b"[gates\n", b"\xff\xfe"]


@pytest.fixture
def dreamed(cli: Cli, talk: Talk) -> str:
    """Id of a dream that learned a statement."""
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    return str(cli.once()["dream_id"])


def spoil(cli: Cli, text: bytes = INVALID[0]) -> None:
    cli.own.mkdir(exist_ok=True)
    (cli.own / "config.toml").write_bytes(text)


@pytest.mark.parametrize("text", INVALID)
def test_what_looks_back_says_the_same_as_before(cli: Cli, dreamed: str, text: bytes) -> None:
    looking = [("log",), ("history",), ("show", dreamed), ("diff", dreamed), ("why", "pnpm"), ("replay",)]
    before = [cli(*command) for command in looking]
    spoil(cli, text)
    assert [cli(*command) for command in looking] == before
    assert {ran.code for ran in before} == {0}


def test_undo_takes_back(cli: Cli, dreamed: str) -> None:
    spoil(cli)
    assert "Took back" in cli("undo", dreamed).out
    assert cli("why", "pnpm", "--json").document == {"entries": []}


@pytest.mark.usefixtures("dreamed")
@pytest.mark.parametrize(
    "command",
    [
        "once",
        "once --all --gated",
        "once --dry-run",
        "once --example",
        "run",
        "sessions",
        "sources",
        "status",
        "config",
    ],
)
def test_what_goes_by_the_settings_refuses_and_changes_nothing(cli: Cli, talk: Talk, look: Look, command: str) -> None:
    talk("two", "Never push to main without asking me first.", "> Noted.")
    spoil(cli)
    before = look(cli.home)
    ran = cli(*command.split(), "--json")
    assert (ran.code, ran.document["error"]["kind"]) == (2, "ConfigError")
    assert ran.document["error"]["message"].endswith(TOLD)
    assert "dreamd init --force" in ran.document["error"]["fix"]
    assert look(cli.home) == before


def test_doctor_has_it_as_a_check_that_failed(cli: Cli) -> None:
    assert {row["name"]: row["ok"] for row in cli("doctor", "--json").document["checks"]}["config"]
    spoil(cli)
    ran = cli("doctor", "--json")
    failed = [row for row in ran.document["checks"] if not row["ok"]]
    assert [row["name"] for row in failed] == ["config"]
    assert failed[0]["detail"].endswith(TOLD)
    assert "dreamd init --force" in failed[0]["fix"]
    assert ran.code == 1


@pytest.mark.parametrize("text", INVALID)
def test_init_changes_no_line_of_it_but_begins_anew_with_force(cli: Cli, text: bytes) -> None:
    spoil(cli, text)
    path = cli.own / "config.toml"
    assert (cli("init").code, cli("init", "--engine", "embedded").code) == (2, 2)
    assert path.read_bytes() == text
    assert cli("init", "--force").code == 0
    assert path.with_name("config.toml.bak").read_bytes() == text
    assert cli("status").code == 0


@pytest.mark.parametrize("command", ["log", "history", "doctor", "once", "why x", "service stop"])
def test_a_named_file_that_is_missing_is_refused_by_all_but_init(cli: Cli, command: str) -> None:
    ran = cli("--config", "none.toml", *command.split())
    assert ran.code == 2
    assert "there is no configuration file none.toml" in ran.err
