"""An agent that asks to remember needs the person's own words; else nothing is confirmed, resident or changed."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Memory, Talk

RULE = "Always use pnpm instead of npm"


@pytest.fixture
def shop(cli: Cli, home: Path) -> Cli:
    """A repository in which Claude Code runs dreamd."""
    place = home / "shop"
    subprocess.run(["git", "init", "-q", str(place)], check=True)
    return cli.at(place).having(CLAUDECODE="1", CLAUDE_CODE_ENTRYPOINT="cli")


def now(minutes: int = 0) -> str:
    return (datetime.now(tz=UTC) - timedelta(minutes=minutes + 5)).strftime("%Y-%m-%dT%H:%M")


def remember(shop: Cli, *said: str, code: int = 0) -> Any:  # noqa: ANN401 (JSON)
    ran = shop("remember", "--json", *said)
    assert ran.code == code, ran.err or ran.out
    return ran.document


@pytest.mark.parametrize(
    ("turn", "text"),
    [(f"Please note: {RULE}.", RULE), ("以后回复要更简洁。", "以后回复要更简洁")],
    ids=["English", "中文"],
)
def test_the_person_s_words_in_the_live_session_confirm_it(
    shop: Cli, talk: Talk, memory: Memory, turn: str, text: str
) -> None:
    talk("one", turn, "> Noted.", day=now(), cwd=str(shop.cwd))
    done = remember(shop, text, "--quote", turn)
    assert (done["outcome"], done["reason"], done["topic"]) == ("saved", "saved", "agent-rules")
    (why,) = shop("why", "--json", text).document["entries"]
    (quote,) = why["evidence"]
    assert (quote["source"], quote["role"], quote["quote"]) == ("claude-code", "human", turn)
    line = (memory(str(shop.cwd)) / "agent-rules.md").read_text("utf-8")
    assert "#L1]" in line
    assert "[unconfirmed]" not in line


DOUBTED = {
    "no quote": ((), "nobody has said this yet"),
    "words that nobody said": (("--quote", "Always use pnpm instead of yarn"), "stands in no human turn"),
    "the agent's own words": (("--quote", "I shall use pnpm."), "stands in no human turn"),
    "another statement of theirs": (("--quote", "Thanks, that works."), "do not say this"),
    "a question of theirs": (("--quote", "Should we use pnpm instead of npm?"), "question"),
    "a mention of theirs": (("--quote", "always use pnpm instead of npm"), "whole clauses"),
    "an old session": (("--quote", "Use pnpm instead of npm, always."), "stands in no human turn"),
}


@pytest.mark.parametrize(("quoted", "doubt"), DOUBTED.values(), ids=DOUBTED)
def test_without_them_it_is_unconfirmed_and_not_resident(
    shop: Cli, talk: Talk, memory: Memory, quoted: tuple[str, ...], doubt: str
) -> None:
    here = str(shop.cwd)
    talk("old", "Use pnpm instead of npm, always.", "> Noted.", day=now(120), cwd=here)
    mention = "Never say:\nalways use pnpm instead of npm."
    question = "Should we use pnpm instead of npm?"
    talk("one", "Thanks, that works.", "> I shall use pnpm.", question, mention, day=now(), cwd=here)
    done = remember(shop, RULE, *quoted)
    assert (done["outcome"], done["reason"]) == ("saved", "unconfirmed")
    assert doubt in done["message"]
    assert done["topic"] not in {"agent-rules", "user-profile"}
    assert "dreamd confirm" in done["message"]
    text = (memory(here) / done["file"]).read_text("utf-8")
    assert f"- {RULE} [unconfirmed] [created: " in text
    assert "source: claude-code/20" in text
    assert "type: project" in text


@pytest.mark.parametrize(
    ("turn", "text"),
    [("Never push to main.", "push to main"), ("回复里不要用表情符号", "回复里用表情符号")],
    ids=["English", "中文"],
)
def test_the_opposite_of_what_the_person_said_is_refused(shop: Cli, talk: Talk, turn: str, text: str) -> None:
    talk("one", turn, "> Noted.", day=now(), cwd=str(shop.cwd))
    done = remember(shop, text, "--quote", turn, code=1)
    assert (done["outcome"], done["reason"]) == ("refused", "contradicts")
    assert "the person did not say so" in done["message"]


def test_an_agent_s_own_word_changes_nothing_that_stands(shop: Cli, cli: Cli) -> None:
    person = cli.at(shop.cwd)
    assert person.typed("remember", RULE).code == 0
    assert remember(shop, "Always use npm instead of pnpm", code=1)["reason"] == "contradicts"
    assert remember(shop, RULE)["outcome"] == "known"


def test_saying_it_oneself_lifts_the_mark(shop: Cli, cli: Cli) -> None:
    said = "The plate library belongs to Mara"
    assert remember(shop, said)["reason"] == "unconfirmed"
    ran = cli.at(shop.cwd).typed("remember", "--json", said)
    assert ran.document["outcome"] == "updated"
    (held,) = shop.own.rglob("where-things-are.md")
    assert "[unconfirmed]" not in held.read_text("utf-8")


@pytest.mark.parametrize(
    ("guess", "said"),
    [(f"{RULE} everywhere", "Always use npm instead of pnpm everywhere"), ("直接推到 main", "不要直接推到 main")],
    ids=["English", "中文"],
)
def test_a_rule_that_a_person_says_against_a_guess_is_resident(shop: Cli, cli: Cli, guess: str, said: str) -> None:
    person = cli.at(shop.cwd)
    guessed = remember(shop, guess)
    before = {path: path.read_bytes() for path in shop.own.rglob("*.md")}
    done = person.typed("remember", "--json", said).document
    assert (done["outcome"], done["was"], done["file"]) == ("updated", guess, "agent.md")
    assert said in person("resident").out
    assert not [path for path in shop.own.rglob(guessed["file"]) if guess in path.read_text("utf-8")]
    assert [path for path in shop.own.rglob("*.md") if ".archive" in path.parts and guess in path.read_text("utf-8")]
    assert person("undo", done["id"]).code == 0
    assert {path: path.read_bytes() for path in shop.own.rglob("*.md")} == before


def test_what_a_person_took_back_is_not_learned_from_an_agent(shop: Cli, cli: Cli) -> None:
    person = cli.at(shop.cwd)
    done = person.typed("remember", "--json", RULE).document
    assert person("undo", done["id"]).code == 0
    assert remember(shop, RULE, code=1)["reason"] == "taken_back"
    assert person.typed("remember", RULE).code == 0


@pytest.mark.parametrize(
    "marks",
    [
        {"CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": "sdk-cli"},
        {"CLAUDECODE": "", "CLAUDE_CODE_ENTRYPOINT": "", "CI": "true"},
        {"CLAUDECODE": "", "CLAUDE_CODE_ENTRYPOINT": "", "INVOCATION_ID": "4f5b"},
        {"CI": "true"},
    ],
    ids=["headless", "build server", "scheduled", "agent on a build server"],
)
def test_where_no_person_is_there_is_no_remember(shop: Cli, marks: dict[str, str]) -> None:
    assert remember(shop.having(**marks), RULE, code=1)["reason"] == "alone"
    assert not (shop.own / "workspaces").exists()


def lead(path: Path) -> None:
    """Make it a session that a program leads."""
    marks = {'"cli"': '"sdk-cli"', '"typed"': '"sdk"', '"origin": {"kind": "human"}, "turnOrigin": "human"': '"x": 1'}
    led = path.read_text("utf-8")
    for mark, program in marks.items():
        led = led.replace(mark, program)
    path.write_text(led, "utf-8")


def test_a_session_that_a_program_leads_remembers_nothing(shop: Cli, talk: Talk) -> None:
    path = talk("one", f"{RULE}.", "> Noted.", day=now(), cwd=str(shop.cwd))
    lead(path)
    calling = shop.having(CLAUDE_CODE_SESSION_ID=path.stem)
    assert remember(calling, RULE, "--quote", f"{RULE}.", code=1)["reason"] == "alone"
    assert not [entry for entry in shop.own.rglob("*.md") if RULE in entry.read_text("utf-8")]


@pytest.mark.parametrize("led", ["a program", "dreamd itself"])
def test_no_session_that_no_person_leads_is_quoted_from(shop: Cli, talk: Talk, led: str) -> None:
    first = ("<!-- dreamd run -->",) if led == "dreamd itself" else ()
    path = talk("one", *first, f"{RULE}.", "> Noted.", day=now(), cwd=str(shop.cwd))
    if led == "a program":
        lead(path)
    done = remember(shop, RULE, "--quote", f"{RULE}.")
    assert (done["reason"], "no human turn of a session" in done["message"]) == ("unconfirmed", True)


def test_a_secret_is_a_secret_also_where_no_person_is(shop: Cli) -> None:
    headless = shop.having(CLAUDE_CODE_ENTRYPOINT="sdk-cli")
    assert remember(headless, "the door code is kitchen7seven", code=1)["reason"] == "secret"
    assert not [path for path in shop.own.rglob("*.jsonl") if "kitchen7" in path.read_text("utf-8")]


def test_an_agent_that_says_which_session_it_is_quotes_from_no_other(shop: Cli, talk: Talk) -> None:
    one = talk("one", f"{RULE}.", "> Noted.", day=now(), cwd=str(shop.cwd))
    two = talk("two", "Thanks, that works.", "> You are welcome.", day=now(), cwd=str(shop.cwd))
    quoted = (RULE, "--quote", f"{RULE}.")
    assert remember(shop.having(CLAUDE_CODE_SESSION_ID=two.stem), *quoted)["reason"] == "unconfirmed"
    assert remember(shop.having(CLAUDE_CODE_SESSION_ID=one.stem), *quoted)["reason"] == "saved"


def test_a_mark_counts_at_a_terminal_too_and_a_script_is_no_person(shop: Cli, cli: Cli) -> None:
    assert shop.typed("remember", "--json", "We ship on Tuesdays").document["reason"] == "unconfirmed"
    assert remember(cli.at(shop.cwd), "We pack on Mondays")["reason"] == "unconfirmed"
    assert cli.at(shop.cwd).typed("remember", "--json", "We invoice on Fridays").document["reason"] == "saved"


def test_an_agent_chooses_no_settings_by_which_its_own_words_would_be_the_person_s(shop: Cli, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs.toml"
    theirs.write_text("[sources]\nheadless = true\n")
    for command in (("--config", str(theirs), "once"), ("init",), ("init", "--engine", "anthropic", "--force")):
        ran = shop(*command)
        assert (ran.code, "person" in ran.err) == (1, True), command
    assert not (shop.own / "config.toml").exists()
