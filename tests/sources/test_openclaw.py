"""Whose words stand in an OpenClaw session, and where it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dreamd.sources import openclaw

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.sources.conftest import Scene, Search

AGENT = openclaw.SOURCE
SENDER = 'Sender (untrusted metadata):\n```json\n{\n  "label": "openclaw-control-ui"\n}\n```'
INFO = 'Conversation info (untrusted metadata):\n```json\n{\n  "chat_id": "1", "x": "```\\n"\n}\n```'

PROMPTS = {
    "plain": ("use tabs", [("human", "use tabs", "typed")]),
    "with its time": ("[Wed 2026-02-18 11:21 GMT+1] use tabs", [("human", "use tabs", "typed")]),
    "with its sender": (
        f"{SENDER}\n\n[Wed 2026-02-18 11:21 GMT+1] use tabs",
        [("injected", SENDER, "gateway"), ("human", "use tabs", "typed")],
    ),
    "over a channel": (
        f"{INFO}\n\n{SENDER}\n\nuse npm",
        [("injected", INFO, "gateway"), ("injected", SENDER, "gateway"), ("injected", "use npm", "channel")],
    ),
    "over a channel, as it was written before": (
        "[Telegram Ann id:1 2026-01-05 12:00 GMT+1] use npm",
        [("injected", "[Telegram Ann id:1 2026-01-05 12:00 GMT+1] use npm", "channel")],
    ),
    "with a message's id": (
        "[message_id: om_1]\nAnn: use npm",
        [("injected", "[message_id: om_1]\nAnn: use npm", "channel")],
    ),
    "behind what the system says": (
        "System: [2026-04-30 09:57:13 GMT+8] Exec completed\n\nuse tabs",
        [("injected", "System: [2026-04-30 09:57:13 GMT+8] Exec completed", "gateway"), ("human", "use tabs", "typed")],
    ),
    "a heartbeat": (
        "Read HEARTBEAT.md if it exists. Follow it strictly.",
        [("injected", "Read HEARTBEAT.md if it exists. Follow it strictly.", "heartbeat")],
    ),
    "a timer": ("[cron:1 report] use npm", [("injected", "[cron:1 report] use npm", "cron")]),
    "brackets of the person's": ("[x] is done, use tabs", [("human", "[x] is done, use tabs", "typed")]),
}


@pytest.mark.parametrize("name", PROMPTS)
def test_only_what_was_typed_at_its_own_desk_is_the_persons(scene: Scene, name: str) -> None:
    text, expected = PROMPTS[name]
    row = {"type": "message", "id": "e1", "timestamp": "2026-11-02T09:00:00.000Z"}
    assert scene.said({**row, "message": {"role": "user", "content": text}}) == expected


def test_all_branches_count(scene: Scene) -> None:
    for number, parent in ((1, None), (2, "e1"), (3, "e1")):
        row = {"type": "message", "id": f"e{number}", "parentId": parent, "timestamp": "2026-11-02T09:00:00.000Z"}
        scene.write({**row, "message": {"role": "user", "content": f"rule {number}"}})
    assert scene.human() == ["rule 1", "rule 2", "rule 3"]


def put(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}\n")


def test_checkpoints_and_what_was_taken_away_are_no_sessions(home: Path, found: Search) -> None:
    sessions = home / ".openclaw" / "agents" / "main" / "sessions"
    put(home / ".clawdbot" / "agents" / "main" / "sessions" / "old.jsonl")
    for name in ("a.jsonl", "a.checkpoint.1.jsonl", "b.jsonl.deleted.1", "c.jsonl.reset.1", "sessions.json"):
        put(sessions / name)
    assert set(found()) == {"a", "old"}


def test_another_place_may_be_named(home: Path, found: Search, tmp_path: Path) -> None:
    put(home / ".openclaw" / "agents" / "main" / "sessions" / "a.jsonl")
    put(tmp_path / "state" / "agents" / "main" / "sessions" / "b.jsonl")
    assert set(found(OPENCLAW_STATE_DIR=str(tmp_path / "state"))) == {"b"}


def test_synthetic_samples_hold_what_a_reader_counts(corpus: Path, genuine: Callable[[Path], Scene]) -> None:
    for path in (corpus / "formats" / "openclaw").rglob("*.jsonl"):
        turns, tally = genuine(path).read()
        assert len([turn for turn in turns if turn.role == "human"]) == 1
        assert (tally.unknown, tally.bad_lines) == ({}, 0)
