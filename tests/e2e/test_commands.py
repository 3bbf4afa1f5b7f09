"""What scripts rely on: the keys of every JSON document, and the exit codes."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from dreamd import commands, registry

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Memory, Talk

EVIDENCE = {"source", "session", "line", "role", "quote", "date"}
GATE = {"open", "reason", "retry_at"}
DREAM = {
    *("workspace", "outcome", "reason", "dream_id", "sessions", "turns", "coverage", "added", "updated", "retired"),
    *(
        "sessions_left",
        "turns_left",
        "entries",
        "topics",
        "promoted",
        "diff",
        "engine",
        "tokens",
        "cost_usd",
        "seconds",
        "sandbox",
    ),
}
STATUS = {
    *("name", "root", "layout", "gates", "next_check", "last", "paused", "topics", "entries", "index_lines"),
    *("index_chars", "attention"),
}


def keys(value: Any) -> set[str]:  # noqa: ANN401 (JSON)
    return set(value)


@pytest.fixture
def dreamed(cli: Cli, talk: Talk) -> str:
    """Id of a dream that learned two statements."""
    talk("one", "Always use pnpm instead of npm.", "> Noted.", "Never push to main without asking me first.")
    return str(cli.once()["dream_id"])


def test_once_tells_a_dream_with_these_keys(cli: Cli, talk: Talk) -> None:
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    document = cli("once", "--json").document
    assert keys(document) == {"dreams"}
    (dream,) = document["dreams"]
    assert keys(dream) == DREAM | {"message"}
    assert keys(dream["tokens"]) == {"in", "out", "cached"}
    assert [keys(entry) for entry in dream["entries"]] == [{"op", "topic", "text", "source"}]
    counts = ("sessions", "turns", "added", "updated", "retired")
    assert {type(dream[name]) for name in counts} == {int}
    assert (type(dream["coverage"]), dream["coverage"]) == (float, 1.0)


@pytest.mark.usefixtures("dreamed")
def test_status_tells_a_workspace_with_these_keys(cli: Cli, memory: Memory) -> None:
    document = cli("--json", "status").document
    assert keys(document) == {"workspaces", "sessions", "unseen", "daemon"}
    (row,) = document["workspaces"]
    assert keys(row) == STATUS | {"waiting", "project", "backoff"}
    assert keys(row["gates"]) == {"time", "sessions", "lock"}
    assert [keys(gate) for gate in row["gates"].values()] == [GATE] * 3
    assert keys(row["last"]) == {"outcome", "reason", "dream_id", "time"}
    assert (row["name"], row["root"], row["layout"]) == ("shop", str(memory()), "claude-code")
    assert (row["topics"], row["entries"], row["index_lines"], row["attention"]) == (2, 2, 2, [])
    assert row["gates"]["time"]["open"] is False
    assert row["next_check"] == row["gates"]["time"]["retry_at"]


def test_history_show_and_diff_tell_steps_and_changes_with_these_keys(cli: Cli, dreamed: str) -> None:
    history = cli("history", "--json").document
    assert keys(history) == {"steps"}
    assert [keys(step) for step in history["steps"]] == [{"id", "kind", "time", "summary", "workspace", "undone_by"}]
    change = {"file", "op", "text", "was", "source"}
    show = cli("show", dreamed, "--json").document
    assert keys(show) == {"id", "kind", "time", "summary", "workspace", "changes", "undone_by"}
    assert [keys(row) for row in show["changes"]] == [change] * 2
    diff = cli("diff", dreamed, "--json").document
    assert keys(diff) == {"changes", "files"}
    assert diff["changes"] == show["changes"]
    assert [keys(row) for row in diff["files"]] == [{"file", "diff"}] * 3
    assert "+- Always use pnpm instead of npm." in "\n".join(row["diff"] for row in diff["files"])


@pytest.mark.usefixtures("dreamed")
def test_why_sources_and_sessions_tell_rows_with_these_keys(cli: Cli) -> None:
    why = cli("why", "pnpm", "--json").document
    assert keys(why) == {"entries"}
    assert [keys(row) for row in why["entries"]] == [{"workspace", "topic", "text", "evidence", "archived"}]
    assert [keys(row) for row in why["entries"][0]["evidence"]] == [EVIDENCE | {"row"}]
    sources = cli("sources", "--json").document
    assert keys(sources) == {"sources", "damaged"}
    assert {frozenset(row) for row in sources["sources"]} == {
        frozenset({"name", "root", "sessions", "versions", "experimental"})
    }
    assert {row["name"] for row in sources["sources"] if row["versions"] == ["2.1.332"]} == {"claude-code"}
    sessions = cli("sessions", "--json").document
    assert keys(sessions) == {"sessions"}
    expected = {"source", "session", "project", "last", "turns", "state", "reason"}
    assert [keys(row) for row in sessions["sessions"]] == [expected | {"bad_lines"}]


def test_undo_config_init_and_doctor_tell_these_keys(cli: Cli, dreamed: str) -> None:
    undo = cli("undo", dreamed, "--json").document
    assert keys(undo) == {"id", "workspace", "changes", "kept", "conflicts"}
    assert [keys(row) for row in undo["changes"]] == [{"file", "op", "text", "source"}] * 2
    assert keys(cli("init", "--json").document) == {"file", "sessions"}
    config = cli("config", "--json").document
    assert keys(config) == {"settings", "file", "exists"}
    assert {frozenset(row) for row in config["settings"]} == {frozenset({"key", "value", "origin"})}
    assert {row["origin"] for row in config["settings"]} == {"default"}, "what init writes is all commented out"
    doctor = cli("doctor", "--json").document
    assert keys(doctor) == {"checks"}
    assert {frozenset(row) for row in doctor["checks"]} == {frozenset({"name", "ok", "detail", "fix"})}
    assert all(row["ok"] for row in doctor["checks"])


@pytest.mark.usefixtures("dreamed")
def test_the_log_is_a_stream_of_events_and_holds_what_was_learned(cli: Cli) -> None:
    events = [line for line in cli("log", "--json").out.splitlines() if line]
    assert events[0].startswith('{"event":"dream.started","time":"')
    assert '"event":"dream.finished"' in events[-1]
    assert "Always use pnpm instead of npm." in cli("log").out


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (("once", "--nonsense", "--json"), "UsageError"),
        (("nonsense", "--json"), "UsageError"),
        (("once", "--engine", "nonsense", "--json"), "UsageError"),
        (("once", "--again", "--since", "yesterday", "--json"), "ConfigError"),
        (("show", "nonsense", "--json"), "ConfigError"),
        (("--workspace", "nonsense", "status", "--json"), "ConfigError"),
        (("--config", "nowhere.toml", "status", "--json"), "ConfigError"),
    ],
)
def test_wrong_usage_is_exit_code_2_and_one_error_document(cli: Cli, arguments: tuple[str, ...], kind: str) -> None:
    ran = cli(*arguments)
    assert (ran.code, keys(ran.document)) == (2, {"error"})
    error = ran.document["error"]
    assert (keys(error), error["kind"]) == ({"kind", "message", "fix"}, kind)
    assert "nonsense" in error["message"] or "yesterday" in error["message"] or "nowhere" in error["message"]
    assert error["fix"]
    assert "Traceback" not in ran.err


def test_help_and_version_are_exit_code_0(cli: Cli) -> None:
    ran = cli("--help")
    assert ran.code == 0
    listed = [line.split()[0] for line in ran.out.partition("\nDream:")[2].splitlines() if line.startswith("  ")]
    assert sorted(listed) == sorted(name.replace("_", "-") for name in registry.names(commands))
    assert cli("--version").out.startswith("dreamd, version")


def test_a_dream_with_one_failed_and_one_done_is_exit_code_1(cli: Cli, talk: Talk, memory: Memory) -> None:
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    talk("two", "Never deploy on a Friday.", "> Noted.", cwd="/w/other")
    memory().write_text("not a directory")
    ran = cli("once", "--all", "--json")
    outcomes = {dream["workspace"]: dream["outcome"] for dream in ran.document["dreams"]}
    assert (ran.code, outcomes) == (1, {"shop": "failed", "other": "dreamed"})


def test_standing_in_a_project_a_command_acts_on_it_alone(cli: Cli, talk: Talk, tmp_path: Path) -> None:
    projects = [tmp_path / name for name in ("alpha", "beta")]
    for project in projects:
        project.mkdir()
        talk(project.name, "Always use pnpm instead of npm.", "> Noted.", cwd=str(project))
    (dream,) = cli.at(projects[0])("once", "--json").document["dreams"]
    assert dream["workspace"] == "alpha"
    assert [row["name"] for row in cli.at(projects[1])("status", "--json").document["workspaces"]] == ["beta"]
    both = cli.at(projects[0])("once", "--all", "--json").document["dreams"]
    assert [(row["workspace"], row["outcome"]) for row in both] == [("alpha", "nothing_new"), ("beta", "dreamed")]
    assert len(cli("--workspace", "beta", "history", "--json").document["steps"]) == 1
    (projects[0] / ".git").mkdir()
    (row,) = cli.at(projects[0])("--workspace", "beta", "status", "--json").document["workspaces"]
    assert row["name"] == "beta", "its name, and not a directory of that name in the project one stands in"
    assert len(cli("--workspace", str(projects[1]), "why", "pnpm", "--json").document["entries"]) == 1


def test_sessions_are_read_again_since_a_time_in_whatever_form_it_is_written(cli: Cli, talk: Talk) -> None:
    talk("one", "Always use pnpm instead of npm.", "> Noted.", day="2026-11-02")
    cli.once()
    for since, read in (("20261101", 1), ("2026-11-02T08:00:00+08:00", 1), ("2026-11-03", 0), ("20261103", 0)):
        assert cli.once("--again", "--since", since)["sessions"] == read, since
    ran = cli("once", "--since", "2026-11-02", "--json")
    assert (ran.code, "--again" in ran.document["error"]["message"]) == (2, True)


@pytest.mark.usefixtures("dreamed")
def test_quiet_says_what_went_wrong_and_nothing_else(cli: Cli, talk: Talk, memory: Memory) -> None:
    talk("two", "Never deploy on a Friday.", "> Noted.")
    ran = cli("--quiet", "once")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    (memory() / ".consolidate-lock").unlink()
    (memory() / ".consolidate-lock").mkdir()
    ran = cli("--quiet", "once")
    assert (ran.code, ran.out) == (1, "")
    assert "not a plain file" in ran.err


def test_a_terminal_of_another_encoding_is_no_reason_to_fail(cli: Cli, talk: Talk) -> None:
    talk("one", "永远不要直接推送到主分支。", "> Noted.", "Always use pnpm — never npm. 😀")
    ascii_only = cli.having(PYTHONIOENCODING="ascii")
    ran = ascii_only("once")
    assert (ran.code, ran.err) == (0, "")
    assert "永远" in "".join(entry["text"] for entry in ascii_only("why", "推送", "--json").document["entries"])


def test_a_step_is_named_by_the_start_of_its_id_and_never_by_nothing(cli: Cli, dreamed: str) -> None:
    for start in (dreamed, dreamed[:4]):
        assert cli("show", start, "--json").document["id"] == dreamed
    for slip in ("", dreamed[:1], dreamed[:3]):
        ran = cli("undo", slip, "--json")
        assert ran.code == 2
        assert "too short" in ran.document["error"]["message"]


@pytest.mark.usefixtures("dreamed")
@pytest.mark.parametrize("query", ["", " ", "\t"])
def test_why_without_a_word_is_refused(cli: Cli, query: str) -> None:
    ran = cli("why", query)
    assert (ran.code, ran.out) == (2, "")
    assert "no words to look for" in ran.err


def test_why_says_whether_nothing_was_learned_or_nothing_of_that(cli: Cli, talk: Talk) -> None:
    assert "Nothing was learned here yet" in cli("why", "pnpm").out
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    cli.once()
    assert cli("why", "yarn").out == "No entry holds: yarn\n"


@pytest.mark.parametrize(
    ("redirection", "code"), [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0), ("> /dev/full", 1), ("2> /dev/full", 0)]
)
def test_where_nobody_takes_what_is_said_the_exit_code_tells_and_nothing_is_a_bug(
    cli: Cli, redirection: str, code: int
) -> None:
    shell = ["sh", "-c", f'exec "$0" -m dreamd status {redirection}', sys.executable]
    assert subprocess.run(shell, env=cli.environment, cwd=cli.cwd, check=False).returncode == code
    assert not (cli.own / "crashes").exists()


def test_a_mistyped_name_is_no_directory_of_the_project_one_stands_in(cli: Cli, talk: Talk, tmp_path: Path) -> None:
    shop = tmp_path / "shop"
    shop.mkdir()
    subprocess.run(["git", "init", "-q", str(shop)], check=True)
    talk("one", "Always use pnpm instead of npm.", cwd=str(shop))
    here = cli.at(shop)
    assert here("once").code == 0
    for name in ("shpo", "./shpo"):
        ran = here("status", "--workspace", name)
        assert (ran.code, f"no workspace is called {name!r}" in ran.err) == (2, True)
    (shop / "src").mkdir()
    assert here("status", "--workspace", "src").code == 0


@pytest.mark.parametrize("command", ["once", "status", "history", "sessions"])
def test_one_memory_and_every_memory_are_not_asked_for_at_once(cli: Cli, command: str) -> None:
    ran = cli(command, "--all", "--workspace", "shop")
    assert (ran.code, "Leave one of the two out" in ran.err) == (2, True)
