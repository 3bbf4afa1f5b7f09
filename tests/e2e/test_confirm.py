"""A person confirms what nobody had said, denies or forgets what is wrong; all of it can be taken back."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Look, Memory, Talk

RULE = "Never force-push to a shared branch"
OWNER = "The plate library belongs to Mara"


@pytest.fixture
def shop(cli: Cli, home: Path) -> Cli:
    """A repository in which an agent noted a rule and an owner that nobody had said."""
    place = home / "shop"
    subprocess.run(["git", "init", "-q", str(place)], check=True)
    agent = cli.at(place).having(CLAUDECODE="1")
    for said in (RULE, OWNER):
        assert agent("remember", said).code == 0
    return cli.at(place)


def typed(shop: Cli, *said: str, code: int = 0) -> Any:  # noqa: ANN401 (JSON)
    ran = shop.typed(*said, "--json")
    assert ran.code == code, ran.err or ran.out
    return ran.document


def root(shop: Cli) -> Path:
    return shop.own / "workspaces" / "shop"


def test_a_confirmed_fact_loses_its_mark_where_it_stands(shop: Cli) -> None:
    done = typed(shop, "confirm", "plate", "library")
    assert (done["outcome"], done["entries"][0]["text"]) == ("confirmed", OWNER)
    text = (root(shop) / done["entries"][0]["file"]).read_text("utf-8")
    assert f"- {OWNER} [created: " in text
    assert "[unconfirmed]" not in text
    assert typed(shop, "confirm", "plate", "library")["outcome"] == "known"


@pytest.mark.parametrize("lift", [("confirm", "Fridays"), ("remember", "Invoices go out on Fridays")])
def test_what_a_person_inferred_may_be_confirmed_the_same_day(shop: Cli, lift: tuple[str, ...]) -> None:
    done = typed(shop, "remember", "--inferred", "Invoices go out on Fridays")
    assert done["reason"] == "unconfirmed"
    assert typed(shop, *lift)["outcome"] in {"confirmed", "updated"}
    text = (root(shop) / done["file"]).read_text("utf-8")
    assert "- Invoices go out on Fridays [created: " in text


def test_a_confirmed_rule_becomes_resident_and_stands_once(shop: Cli, look: Look) -> None:
    before = look(root(shop))
    done = typed(shop, "confirm", RULE)
    assert (done["outcome"], done["entries"][0]["file"]) == ("confirmed", "agent.md")
    assert "[unconfirmed]" not in (root(shop) / "agent.md").read_text("utf-8")
    held = [path for path in root(shop).rglob("*.md") if f"- {RULE}" in path.read_text("utf-8")]
    assert held == [root(shop) / "agent.md"]
    (why,) = shop("why", "--json", "force-push").document["entries"]
    assert {(quote["source"], quote["role"]) for quote in why["evidence"]} == {
        ("claude-code", "assistant"),
        ("you", "human"),
    }
    assert shop("undo", done["id"]).code == 0
    assert look(root(shop)) == before


@pytest.mark.parametrize("command", [("confirm", "--deny"), ("forget",)], ids=["denied", "forgotten"])
def test_what_is_denied_or_forgotten_is_archived_and_comes_back_with_undo(
    shop: Cli, look: Look, command: tuple[str, ...]
) -> None:
    before = look(root(shop))
    done = typed(shop, *command, "plate", "library")
    assert (done["outcome"], done["entries"][0]["text"]) == ("archived", OWNER)
    standing = [path for path in root(shop).rglob("*.md") if f"- {OWNER}" in path.read_text("utf-8")]
    assert standing == [root(shop) / "memory" / ".archive" / "where-things-are.md"]
    assert "reason: " in standing[0].read_text("utf-8")
    assert "where-things-are.md" not in (root(shop) / "memory" / "MEMORY.md").read_text("utf-8")
    refused = shop.having(CLAUDECODE="1")("remember", "--json", OWNER)
    assert (refused.code, refused.document["reason"]) == (1, "taken_back")
    assert shop("undo", done["id"]).code == 0
    assert look(root(shop)) == before


def test_what_was_forgotten_is_not_learned_again_from_the_same_sentence(
    cli: Cli, talk: Talk, memory: Memory, home: Path
) -> None:
    place = home / "shop"
    place.mkdir()
    talk("one", "Always use pnpm instead of npm.", "> Noted.", cwd=str(place))
    shop = cli.at(place)
    assert shop.once()["added"] == 1
    typed(shop, "forget", "pnpm")
    assert shop("once", "--again", "--json", "--yes").code == 0
    standing = [path for path in memory(str(place)).glob("*.md") if "pnpm" in path.read_text("utf-8")]
    assert standing == []


def test_words_that_several_entries_hold_change_nothing_and_name_them(shop: Cli, look: Look) -> None:
    before = look(root(shop))
    for command in ("confirm", "forget"):
        several = typed(shop, command, "r", code=1)
        assert several["reason"] == "several"
        assert {entry["text"] for entry in several["entries"]} == {RULE, OWNER}
        assert typed(shop, command, "kangaroo", code=1)["reason"] == "no_entry"
    assert look(root(shop)) == before


def test_a_word_is_a_word_before_it_is_a_part_of_others(shop: Cli) -> None:
    """ "a" stands by itself in one entry, and within the words of both."""
    assert [entry["text"] for entry in typed(shop, "forget", "a")["entries"]] == [RULE]


def test_of_what_somebody_else_wrote_no_byte_changes_but_it_is_confirmed(shop: Cli, look: Look) -> None:
    (root(shop) / "memory" / "notes.md").write_text("- Invoices go out on Fridays\n", "utf-8")
    before = look(root(shop))
    assert typed(shop, "confirm", "invoices")["outcome"] == "confirmed"
    assert typed(shop, "confirm", "invoices")["outcome"] == "known"
    assert look(root(shop)) == before
    (why,) = shop("why", "--json", "invoices").document["entries"]
    assert [quote["source"] for quote in why["evidence"]] == ["you"]


def test_that_somebody_elses_line_was_confirmed_is_a_step_that_may_be_taken_back_and_given_again(
    shop: Cli, look: Look
) -> None:
    (root(shop) / "memory" / "notes.md").write_text("- Invoices go out on Fridays\n", "utf-8")
    before = look(root(shop))

    def vouched() -> bool:
        (entry,) = shop("why", "--json", "invoices").document["entries"]
        (recalled,) = shop("recall", "--json", "invoices").document["entries"][:1]
        assert recalled["unverified"] is not bool(entry["evidence"])
        return bool(entry["evidence"])

    done = typed(shop, "confirm", "invoices")
    (newest, *_) = shop("history", "--json").document["steps"]
    assert (newest["id"], newest["kind"]) == (done["id"], "remember")
    assert vouched()
    undone = typed(shop, "undo", done["id"])
    assert [change["text"] for change in undone["changes"]] == ["Invoices go out on Fridays"]
    assert not vouched()
    assert typed(shop, "undo", done["id"])["changes"] == []
    assert typed(shop, "undo", undone["id"])["changes"]
    assert vouched()
    assert look(root(shop)) == before
    assert typed(shop, "forget", "invoices")["outcome"] == "archived"


def test_what_somebody_else_wrote_may_be_forgotten_and_comes_back_byte_for_byte(shop: Cli, look: Look) -> None:
    notes = root(shop) / "memory" / "notes.md"
    notes.write_text("# Mine\n\n* Invoices go out on Fridays\n* Rain is wet\n", "utf-8")
    before = look(root(shop))
    done = typed(shop, "forget", "invoices")
    assert done["outcome"] == "archived"
    assert notes.read_text("utf-8") == "# Mine\n\n* Rain is wet\n"
    assert shop("undo", done["id"]).code == 0
    assert look(root(shop)) == before


@pytest.mark.parametrize("command", ["confirm", "forget"])
def test_neither_an_agent_nor_a_script_confirms_or_forgets(shop: Cli, look: Look, command: str) -> None:
    before = look(root(shop))
    script = shop(command, "--json", "plate library")
    agent = shop.having(GEMINI_CLI="1").typed(command, "--json", "plate library")
    assert [(ran.code, ran.document["reason"]) for ran in (script, agent)] == [(1, "not_said")] * 2
    assert look(root(shop)) == before


def test_what_was_said_long_ago_is_confirmed_anew_and_is_old_no_more(cli: Cli, talk: Talk) -> None:
    talk("one", "Always use pnpm instead of npm.", day="2025-01-05")
    assert cli.once()["added"] == 1
    asked = ("--workspace", "shop", "recall", "pnpm")
    assert "OLD: nobody confirmed it" in cli(*asked).out
    for outcome in ("confirmed", "known"):
        assert typed(cli, "--workspace", "shop", "confirm", "pnpm")["outcome"] == outcome
        assert "OLD" not in cli(*asked).out
