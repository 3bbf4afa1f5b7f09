"""The workspace ``me``: what is true in every project. It is made at the first need, and no session feeds it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Look, Talk


def remember(cli: Cli, *said: str) -> str:
    ran = cli.typed("remember", "--json", "--workspace", "me", *said)
    assert ran.code == 0, ran.err or ran.out
    return str(ran.document["id"])


@pytest.fixture
def root(cli: Cli) -> Path:
    return cli.own / "workspaces" / "me"


@pytest.mark.parametrize(
    ("said", "file"),
    [
        ("I prefer dark roast coffee", "user.md"),
        ("回复要更简洁", "agent.md"),
        ("db-01: OS = Ubuntu 24.04", "memory/hosts-and-services.md"),
    ],
)
def test_it_is_made_by_the_first_thing_that_is_said_for_it(cli: Cli, root: Path, said: str, file: str) -> None:
    assert not root.exists()
    for command in ("status", "history", "check"):
        assert cli(command, "--json").code == 0
    assert not root.exists()
    step = remember(cli, said)
    assert said in (root / file).read_text("utf-8")
    assert (root.stat().st_mode & 0o777, (root / file).stat().st_mode & 0o777) == (0o700, 0o600)
    assert cli("undo", step).code == 0
    assert list(root.rglob("*.md")) == []


def test_what_is_said_for_every_project_stands_at_every_start(cli: Cli, talk: Talk) -> None:
    talk("one", "Never push to main without asking me first.", "> Noted.")
    cli.once()
    remember(cli, "I prefer dark roast coffee")
    for arguments in ((), ("--workspace", "shop")):
        assert "I prefer dark roast coffee [" in cli("resident", *arguments).out
    (entry,) = cli("recall", "--json", "--workspace", "shop", "dark roast coffee").document["entries"]
    assert entry["workspace"] == "me"


def test_each_command_knows_it(cli: Cli, talk: Talk, root: Path, look: Look) -> None:
    talk("one", "Never push to main without asking me first.", "> Noted.")
    cli.once()
    first = remember(cli, "I prefer dark roast coffee")
    before = look(root)
    second = remember(cli, "I prefer light roast coffee")
    rows = {row["name"]: row for row in cli("status", "--json").document["workspaces"]}
    assert (rows["me"]["layout"], rows["me"]["attention"], rows["me"]["waiting"]) == ("workspace", [], 0)
    assert rows["me"]["gates"]["sessions"]["open"] is False
    assert "me  every project" in cli("status").out
    steps = cli("history", "--json", "--workspace", "me").document["steps"]
    assert [step["id"] for step in steps] == [second, first]
    (why,) = cli("why", "--json", "--workspace", "me", "light").document["entries"]
    assert why["evidence"][0]["source"] == "you"
    (root / "agent.md").write_text("- One more rule, and yet another one.\n" * 120)
    (over,) = [item for item in cli("check", "--json").document["findings"] if item["severity"] == "blocking"]
    assert (over["workspace"], over["file"]) == ("me", "agent.md")
    (root / "agent.md").unlink()
    assert cli("undo", second).code == 0
    assert look(root) == before
    assert cli.typed("forget", "--workspace", "me", "dark roast").code == 0
    assert "dark roast" not in (root / "user.md").read_text("utf-8")


def test_no_dream_feeds_it(cli: Cli, talk: Talk, root: Path) -> None:
    remember(cli, "I prefer dark roast coffee")
    talk("inside", "Always use pnpm instead of npm.", "> Noted.", cwd=str(root))
    talk("one", "Never push to main without asking me first.", "> Noted.")
    dreams = cli("once", "--json", "--all").document["dreams"]
    assert sorted(dream["outcome"] for dream in dreams) == ["dreamed", "dreamed"]
    assert "me" not in {dream["workspace"] for dream in dreams}
    assert [path.name for path in root.rglob("*.md")] == ["user.md"]
    refused = cli("once", "--workspace", "me")
    assert (refused.code, "dreamd remember --workspace me" in refused.err) == (2, True)


def test_an_agent_needs_the_persons_words_from_whichever_session_is_going_on(cli: Cli, talk: Talk) -> None:
    now = datetime.now(tz=UTC)
    talk("one", "Please always answer in German.", "> Gern.", day=now.isoformat(timespec="seconds")[:19])
    cli("sessions", "--json", "--all")
    agent = cli.having(CLAUDECODE="1")
    said = agent(
        *("remember", "--json", "--workspace", "me", "--quote", "always answer in German", "always answer in German")
    ).document
    assert (said["outcome"], said["reason"], said["file"]) == ("saved", "saved", "agent.md")
    mine = agent("remember", "--json", "--workspace", "me", "The person paints").document
    assert mine["reason"] == "unconfirmed"


def test_what_every_project_holds_is_known_in_each(cli: Cli, talk: Talk, home: Path) -> None:
    (home / "shop").mkdir()
    talk("one", "hello", "> Hello.", cwd=str(home / "shop"))
    assert cli.typed("remember", "--workspace", "me", "I like dark mode").code == 0
    cli.once("--all")
    again = cli.typed("remember", "--json", "--workspace", "shop", "I like dark mode").document
    assert (again["outcome"], again["topic"]) == ("known", "me/user")
