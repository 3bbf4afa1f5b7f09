"""Which sessions count, for which memory, and when a dream that nobody asked for may begin."""

from __future__ import annotations

import json
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Look, Memory, Talk


def minutes_ago(count: int) -> str:
    return (datetime.now(tz=UTC) - timedelta(minutes=count)).strftime("%Y-%m-%dT%H:%M")


def configure(cli: Cli, text: str) -> None:
    cli.own.mkdir(exist_ok=True)
    (cli.own / "config.toml").write_text(text)


def reword(path: Path, **fields: object) -> None:
    """Set fields in every row; ``None`` takes a field out."""
    rows = [json.loads(line) | fields for line in path.read_text().splitlines()]
    kept = [{name: value for name, value in row.items() if value is not None} for row in rows]
    path.write_text("".join(json.dumps(row) + "\n" for row in kept))


def test_a_gated_dream_waits_for_five_sessions_and_then_for_a_day(cli: Cli, talk: Talk, look: Look) -> None:
    configure(cli, "[gates]\nscan_minutes = 0\n")
    for number in range(4):
        talk(f"s{number}", "Always use pnpm instead of npm.", "> Noted.")
    before = look(cli.home)
    closed = cli.once("--gated")
    assert (closed["outcome"], closed["reason"]) == ("skipped", "sessions")
    assert look(cli.home) == before
    (status,) = cli("status", "--json").document["workspaces"]
    assert status["gates"]["sessions"] == {"open": False, "reason": "4 of 5 new sessions", "retry_at": ""}
    talk("s4", "Never deploy on a Friday.", "> Noted.")
    assert cli.once("--gated")["outcome"] == "dreamed"
    for number in range(5, 10):
        talk(f"s{number}", "Use tabs, never spaces.", "> Noted.")
    assert cli.once("--gated")["reason"] == "time"
    assert cli.once()["outcome"] == "dreamed", "by hand no gate is asked"


def test_the_directories_are_looked_through_at_most_every_ten_minutes_for_a_gated_dream(cli: Cli, talk: Talk) -> None:
    configure(cli, "[gates]\nmin_sessions = 1\nmin_hours = 0\n")
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    assert cli.once("--gated")["outcome"] == "dreamed"
    talk("two", "Never deploy on a Friday.", "> Noted.")
    assert cli.once("--gated")["reason"] == "sessions"
    configure(cli, "[gates]\nmin_sessions = 1\nmin_hours = 0\nscan_minutes = 0\n")
    assert cli.once("--gated")["outcome"] == "dreamed"


def test_a_session_that_goes_on_is_left_alone_by_a_gated_dream_and_taken_by_hand(cli: Cli, talk: Talk) -> None:
    configure(cli, "[gates]\nmin_sessions = 1\nmin_hours = 0\nscan_minutes = 0\n")
    talk("live", "Always use pnpm instead of npm.", "> Noted.", day=minutes_ago(10))
    assert cli.once("--gated")["reason"] == "sessions"
    (row,) = cli("sessions", "--json").document["sessions"]
    assert (row["state"], row["reason"]) == ("skipped", "live")
    talk("quiet", "Never deploy on a Friday.", "> Noted.", day=minutes_ago(40))
    gated = cli.once("--gated")
    assert [entry["text"] for entry in gated["entries"]] == ["Never deploy on a Friday."]
    by_hand = cli.once()
    assert [entry["text"] for entry in by_hand["entries"]] == ["Always use pnpm instead of npm."]


def test_sessions_that_do_not_count_say_why(cli: Cli, talk: Talk, memory: Memory) -> None:
    configure(cli, '[sources]\nexclude = ["/w/secret"]\n')
    rule = "Always use pnpm instead of npm."
    new = talk("counts", "Never deploy on a Friday.", "> Noted.")
    reasons = {
        talk("by program", rule, "> Noted."): "headless",
        talk("nowhere", rule, "> Noted."): "no_project",
        talk("kept out", rule, "> Noted.", cwd="/w/secret/inner"): "excluded",
        talk("silent", "> Noted."): "no_human_turn",
        talk("our own", f"<!-- dreamd run --> {rule}", "> Noted."): "own_run",
    }
    by_program, nowhere, *_ = reasons
    reword(by_program, entrypoint="sdk-cli", promptSource="sdk", origin=None, turnOrigin=None)
    reword(nowhere, cwd=None)
    subagent = new.parent / new.stem / "subagents" / "agent-a1.jsonl"
    subagent.parent.mkdir(parents=True)
    subagent.write_bytes(by_program.read_bytes())
    rows = {row["session"]: row for row in cli("sessions", "--json", "--all").document["sessions"]}
    assert {rows[path.stem]["reason"] for path in reasons} == set(reasons.values())
    for path, reason in reasons.items():
        assert (rows[path.stem]["state"], rows[path.stem]["reason"]) == ("skipped", reason)
    assert rows[new.stem]["state"] == "new"
    assert len(rows) == 6
    dreams = cli("once", "--all", "--json").document["dreams"]
    assert [entry["text"] for dream in dreams for entry in dream["entries"]] == ["Never deploy on a Friday."]
    rows = {row["session"]: row for row in cli("sessions", "--json", "--all").document["sessions"]}
    assert rows[new.stem]["state"] == "read"
    assert not memory("/w/secret/inner").exists()


def test_runs_of_programs_are_read_when_the_settings_say_so(cli: Cli, talk: Talk) -> None:
    configure(cli, "[sources]\nheadless = true\n")
    path = talk("by program", "Always use pnpm instead of npm.", "> Noted.")
    reword(path, entrypoint="sdk-cli", promptSource="sdk", origin=None, turnOrigin=None)
    cli.once()
    (row,) = cli("sessions", "--json").document["sessions"]
    assert row["state"] == "read"


def test_every_project_has_its_memory_and_learns_nothing_of_the_others(cli: Cli, talk: Talk, memory: Memory) -> None:
    said = {"/w/shop": "Always use pnpm instead of npm.", "/w/site": "Never deploy on a Friday."}
    for cwd, rule in said.items():
        talk(cwd, rule, "> Noted.", cwd=cwd)
    dreams = cli("once", "--all", "--json").document["dreams"]
    assert {dream["workspace"]: dream["added"] for dream in dreams} == {"shop": 1, "site": 1}
    for cwd, rule in said.items():
        written = "".join(path.read_text() for path in memory(cwd).glob("*.md"))
        assert rule in written
        assert not any(other in written for other in said.values() if other != rule)


def test_worktrees_and_subdirectories_of_one_repository_share_its_memory(
    cli: Cli, talk: Talk, memory: Memory, tmp_path: Path
) -> None:
    repository, tree = tmp_path / "repo", tmp_path / "tree"
    who = ["-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false"]
    for command in (
        ["init", "-q", str(repository)],
        ["-C", str(repository), *who, "commit", "-q", "--allow-empty", "-m", "x"],
        ["-C", str(repository), "worktree", "add", "-q", str(tree)],
    ):
        subprocess.run(["git", *command], check=True, capture_output=True)
    (repository / "deep").mkdir()
    talk("tree", "Always use pnpm instead of npm.", "> Noted.", cwd=str(tree))
    talk("deep", "Never deploy on a Friday.", "> Noted.", cwd=str(repository / "deep"))
    talk("gone", "Use tabs, never spaces.", "> Noted.", cwd=str(repository / ".claude" / "worktrees" / "gone"))
    dream = cli.once()
    assert (dream["workspace"], dream["sessions"], dream["added"]) == ("repo", 3, 3)
    assert (memory(str(repository)) / "MEMORY.md").is_file()
    assert not memory(str(tree)).exists()
    assert cli.at(tree).once()["workspace"] == "repo"
    shutil.rmtree(tree)
    talk("late", "We release on Tuesdays only.", "> Noted.", cwd=str(tree))
    late = cli.at(repository).once()
    assert (late["workspace"], late["added"]) == ("repo", 1), "a worktree that is gone stays the repository's"


def test_a_repository_without_sessions_is_no_reason_to_dream_over_others(cli: Cli, talk: Talk, tmp_path: Path) -> None:
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    subprocess.run(["git", "init", "-q", str(tmp_path / "new")], check=True, capture_output=True)
    assert cli.at(tmp_path / "new").once() == []
    assert cli("once", "--all", "--json").document["dreams"][0]["added"] == 1


def test_claude_codes_configuration_directory_may_lie_elsewhere(cli: Cli, talk: Talk, tmp_path: Path) -> None:
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    (cli.home / ".claude").rename(tmp_path / "moved")
    assert cli.once() == []
    dream = cli.having(CLAUDE_CONFIG_DIR=str(tmp_path / "moved")).once()
    assert dream["added"] == 1
    assert (tmp_path / "moved" / "projects" / "-w-shop" / "memory" / "MEMORY.md").is_file()
    assert not (cli.home / ".claude").exists()


def test_copies_of_a_session_are_read_once(cli: Cli, talk: Talk) -> None:
    path = talk("one", "Never deploy on a Friday.", "> Noted.")
    assert cli.once()["added"] == 1
    copy = path.with_name("0f0f0f0f-0000-4000-8000-000000000000.jsonl")
    copy.write_bytes(path.read_bytes())
    again = cli.once()
    assert (again["outcome"], again["reason"]) == ("nothing_new", "nothing_kept")
    (entry,) = cli("why", "friday", "--json").document["entries"]
    assert len(entry["evidence"]) == 1


def test_a_session_that_was_rewritten_is_read_again_and_learns_nothing_twice(
    cli: Cli, talk: Talk, memory: Memory, look: Look
) -> None:
    path = talk("one", "Never deploy on a Friday.", "> Noted.", "Thanks.")
    cli.once()
    before = look(memory())
    rows = path.read_text().splitlines(keepends=True)
    path.unlink()
    path.write_text("".join(rows[:2]))
    again = cli.once()
    assert again["outcome"] == "nothing_new"
    assert look(memory()) == before
