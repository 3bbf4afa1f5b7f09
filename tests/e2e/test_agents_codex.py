"""Codex's sessions beside another agent's feed one memory, and what was copied is learned once."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Cli, Memory, Talk

PARENT, CHILD = "019ed936-c4f5-7a21-ad41-d1eed95dc4df", "019f9000-6510-7fc0-8643-6d434f193bd0"
RULE = "Never deploy on a Friday."


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A repository."""
    path = tmp_path / "shop"
    subprocess.run(["git", "init", "-q", str(path)], check=True)
    (path / "web").mkdir()
    return path


@pytest.fixture
def compress(zstd: Any) -> Callable[[Path], None]:  # noqa: ANN401 (one library or another)
    """Does to a rollout what Codex does after a week of rest."""

    def packed(plain: Path) -> None:
        plain.with_suffix(".jsonl.zst").write_bytes(zstd.compress(plain.read_bytes()))
        plain.unlink()

    return packed


def rows(meta: dict[str, Any], *said: str, day: str) -> list[dict[str, Any]]:
    """A rollout of 0.142: each prompt in both logs, each followed by an answer."""
    found: list[tuple[str, dict[str, Any]]] = [("session_meta", {"cli_version": "0.142.5", "source": "cli", **meta})]
    for number, text in enumerate(said):
        block = [{"type": "input_text", "text": text}]
        found += [
            ("turn_context", {"turn_id": f"turn-{text[:9]}-{number}", "cwd": meta["cwd"]}),
            ("response_item", {"type": "message", "role": "user", "content": block}),
            ("event_msg", {"type": "user_message", "message": text}),
            ("event_msg", {"type": "agent_message", "message": "Noted."}),
            ("event_msg", {"type": "task_complete"}),
        ]
    return [
        {"timestamp": f"{day}T09:00:{number:02d}.000Z", "type": kind, "payload": payload}
        for number, (kind, payload) in enumerate(found)
    ]


def rollout(home: Path, session: str, *written: dict[str, Any]) -> Path:
    path = home / ".codex" / "sessions" / "2026" / "11" / "02" / f"rollout-2026-11-02T10-00-00-{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in written))
    return path


def test_the_sessions_of_two_agents_in_one_repository_feed_one_memory(
    cli: Cli, talk: Talk, memory: Memory, home: Path, shop: Path
) -> None:
    meta = {"id": PARENT, "cwd": str(shop / "web")}
    rollout(home, PARENT, *rows(meta, RULE, "Always use pnpm instead of npm.", day="2026-11-03"))
    talk("the younger file", "Always use pnpm instead of npm.", "> Noted.", cwd=str(shop))
    dream = cli.once("--all")
    assert dream["sessions"] == 2
    assert {entry["text"] for entry in dream["entries"]} >= {
        "Always use pnpm instead of npm.",
        RULE,
    }
    assert memory(str(shop)).is_dir()
    (why,) = cli("why", "Friday", "--json").document["entries"]
    assert [(one["source"], one["session"], one["line"]) for one in why["evidence"]] == [("codex", PARENT, 4)]
    (both,) = cli("why", "pnpm", "--json").document["entries"]
    assert {one["source"] for one in both["evidence"]} == {"claude-code", "codex"}


def test_a_fork_teaches_what_is_new_in_it_and_its_parents_words_once(cli: Cli, home: Path, shop: Path) -> None:
    parent = rows({"id": PARENT, "cwd": str(shop)}, RULE, day="2026-11-03")
    rollout(home, PARENT, *parent)
    assert cli.once("--all")["added"] == 1
    later = rows({"id": CHILD, "cwd": str(shop)}, "Always use pnpm instead of npm.", day="2026-11-04")
    copied = [row | {"timestamp": "2026-11-04T08:59:59.000Z"} for row in parent]
    rollout(home, CHILD, later[0], *copied, *later[1:])
    dream = cli.once("--all")
    assert [entry["text"] for entry in dream["entries"]] == ["Always use pnpm instead of npm."]
    (why,) = cli("why", "Friday", "--json").document["entries"]
    assert [one["session"] for one in why["evidence"]] == [PARENT]


def test_runs_of_a_program_and_of_subagents_are_no_sessions_of_a_person(cli: Cli, home: Path, shop: Path) -> None:
    rollout(home, PARENT, *rows({"id": PARENT, "cwd": str(shop), "source": "exec"}, RULE, day="2026-11-03"))
    spawned = {"id": CHILD, "cwd": str(shop), "source": {"subagent": "review"}}
    rollout(home, CHILD, *rows(spawned, RULE, day="2026-11-03"))
    listed = cli("sessions", "--all", "--json").document["sessions"]
    assert {(row["session"], row["reason"]) for row in listed} == {(PARENT, "headless"), (CHILD, "no_human_turn")}


def test_a_compressed_session_is_dreamt_over_by_the_confined_worker(
    cli: Cli, home: Path, shop: Path, compress: Callable[[Path], None]
) -> None:
    plain = rollout(home, PARENT, *rows({"id": PARENT, "cwd": str(shop)}, RULE, day="2026-11-03"))
    compress(plain)
    assert [entry["text"] for entry in cli.once("--all")["entries"]] == [RULE]


def test_what_was_read_before_it_was_compressed_is_not_read_again(
    cli: Cli, home: Path, shop: Path, compress: Callable[[Path], None]
) -> None:
    plain = rollout(home, PARENT, *rows({"id": PARENT, "cwd": str(shop)}, RULE, day="2026-11-03"))
    assert cli.once("--all")["added"] == 1
    compress(plain)
    again = cli.once("--all")
    assert (again["outcome"], again["turns"]) == ("nothing_new", 0)
    (row,) = cli("sessions", "--all", "--json").document["sessions"]
    assert (row["session"], row["state"]) == (PARENT, "read")
