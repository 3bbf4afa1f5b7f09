"""A secret that somebody wrote into a file of the memory: commands work on its entry, and none shows or copies it."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Memory, Talk

TOKEN = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
LINE = f"- the deploy token of the mirror is {TOKEN} and nobody rotates it\n"
KEY = ["-----BEGIN PRIVATE KEY-----", *["MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"] * 12, "-----END PRIVATE KEY-----"]
HELD = f"# Mirror\n\n{LINE}- the key of the mirror:\n" + "".join(f"  {line}\n" for line in KEY)


@pytest.fixture
def foreign(cli: Cli, talk: Talk, memory: Memory) -> Path:
    """A file of others with two secrets, beside what dreamd learned."""
    talk("one", "Always use pnpm instead of npm.")
    cli.once()
    path = memory() / "mirror.md"
    path.write_text(HELD, "utf-8")
    return path


def hidden(text: str) -> bool:
    return TOKEN not in text and TOKEN[:24] not in text and KEY[1] not in text


def kept(own: Path) -> str:
    """All that our own database holds; the history holds the person's file, and what it says of it is shown above."""
    with sqlite3.connect(own / "state.db") as db:
        return "\n".join(db.iterdump())


@pytest.mark.parametrize("query", [("deploy", "token"), ("key", "mirror")])
def test_no_command_on_the_entry_shows_it(cli: Cli, foreign: Path, query: tuple[str, ...]) -> None:
    here = ("--workspace", "shop")
    told = [cli(*here, "why", *query), cli(*here, "why", *query, "--json")]
    assert all("mirror" in ran.out for ran in told)
    told += [cli.typed(*here, "confirm", *query), cli.typed(*here, "forget", *query)]
    steps = cli("history", "--json").document["steps"]
    assert steps[0]["summary"].startswith("forget: ")
    step = steps[0]["id"]
    for command in (["history"], ["show", step], ["diff", step], ["undo", step], ["history"]):
        told += [cli(*command, *more) for more in ([], ["--json"])][: 1 if command[0] == "undo" else 2]
    told.append(cli("log"))
    assert all(ran.code == 0 for ran in told), [ran.err for ran in told if ran.code]
    assert [ran.out for ran in told if not hidden(ran.out + ran.err)] == []
    assert hidden(kept(cli.own))
    assert foreign.read_text("utf-8") == HELD


@pytest.mark.parametrize("query", ["deploy token", "staging login"])
def test_what_is_forgotten_leaves_its_secret_behind_and_undo_brings_the_very_line_back(
    cli: Cli, foreign: Path, query: str
) -> None:
    login = f"- The staging login is old. [created: 2026-01-01, updated: 2026-01-01]\n  Why: the token was {TOKEN}\n"
    foreign.write_text(HELD + login, "utf-8")
    before = foreign.read_bytes()
    ran = cli.typed("--workspace", "shop", "forget", query, "--json")
    assert ran.code == 0, ran.err or ran.out
    archive = (foreign.parent / ".archive" / "mirror.md").read_text("utf-8")
    assert query.split()[1] in archive
    assert hidden(archive)
    step = cli("history", "--json").document["steps"][0]["id"]
    assert cli("undo", step).code == 0
    assert foreign.read_bytes() == before
    assert not (foreign.parent / ".archive").exists()


def test_a_file_that_governing_moves_whole_leaves_its_secrets_behind(cli: Cli, foreign: Path) -> None:
    found = cli("--workspace", "shop", "govern", "--json").document["findings"]
    (fault,) = [item["id"] for item in found if item["check"] == "orphans"]
    assert cli("--workspace", "shop", "govern", "--apply", f"{fault}:archive").code == 0
    assert not foreign.exists()
    archive = (foreign.parent / ".archive" / "mirror.md").read_text("utf-8")
    assert "deploy token of the mirror" in archive
    assert hidden(archive)
    assert cli("undo", cli("history", "--json").document["steps"][0]["id"]).code == 0
    assert foreign.read_text("utf-8") == HELD
