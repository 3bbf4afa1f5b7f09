"""Undo gives the memory back as it was; what was taken back is not learned again unless it is said again."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Look, Memory, Talk


def later() -> str:
    """A person speaks again an hour from now."""
    return (datetime.now(tz=UTC) + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")


@pytest.fixture
def here(talk: Talk, memory: Memory) -> Path:
    """A session with two rules, and a memory that somebody else began; returns its directory."""
    talk("one", "Always use pnpm instead of npm.", "> Noted.", "Never push to main without asking me first.")
    directory = memory()
    directory.mkdir(mode=0o750)
    (directory / "MEMORY.md").write_bytes(b"# Mine\r\n- [Notes](notes.md) - what I noted")
    (directory / "notes.md").write_bytes(b"\xef\xbb\xbfA person's page\r\n")
    (directory / "notes.md").chmod(0o444)
    return directory


def watermark(memory: Path) -> tuple[int, bytes]:
    lock = memory / ".consolidate-lock"
    return (lock.stat().st_mtime_ns, lock.read_bytes())


def texts(dream: Any) -> set[str]:  # noqa: ANN401 (JSON)
    return {entry["text"] for entry in dream["entries"]}


def test_undo_gives_the_directory_back_byte_for_byte_and_leaves_the_watermark(here: Path, cli: Cli, look: Look) -> None:
    before = look(here)
    dream = cli.once()
    lock, changed = watermark(here), look(here)
    assert changed != before
    ran = cli("undo", dream["dream_id"])
    assert ran.code == 0
    assert "- Always use pnpm instead of npm." in ran.out
    assert look(here) == before
    assert watermark(here) == lock
    assert here.stat().st_mode & 0o777 == 0o750
    assert cli.once()["reason"] == "no_sessions"
    assert look(here) == before
    nothing = cli("undo", dream["dream_id"], "--json")
    assert (nothing.code, nothing.document["id"], nothing.document["changes"]) == (0, "", [])


def test_undo_removes_the_directories_that_the_dream_made(cli: Cli, talk: Talk, memory: Memory) -> None:
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    cli("undo", cli.once()["dream_id"])
    assert [path.name for path in memory().rglob("*")] == [".consolidate-lock"]


def test_what_was_taken_back_is_learned_from_a_newer_sentence_of_a_person_alone(
    here: Path, cli: Cli, talk: Talk, look: Look
) -> None:
    before = look(here)
    dream = cli.once()
    cli("undo", dream["dream_id"])
    talk("two", "Always use pnpm instead of npm.", "> Noted.", day="2026-11-09")
    old = cli.once()
    assert (old["outcome"], old["reason"]) == ("nothing_new", "nothing_kept")
    assert look(here) == before
    talk("three", "> Always use pnpm instead of npm.", "Thanks.", day=later())
    assert cli.once()["outcome"] == "nothing_new"
    talk("four", "Always use pnpm instead of npm.", "> Noted.", day=later())
    again = cli.once()
    assert (again["outcome"], texts(again)) == ("dreamed", {"Always use pnpm instead of npm."})


def test_reading_again_asks_before_it_lifts_what_was_taken_back(here: Path, cli: Cli, look: Look) -> None:
    dream = cli.once()
    after = look(here)
    cli("undo", dream["dream_id"])
    before = look(here)
    refused = cli("once", "--again", "--json")
    assert refused.code == 2
    assert "2 statements" in refused.document["error"]["message"]
    assert "--yes" in refused.document["error"]["fix"]
    assert cli.once("--again", "--dry-run", "--yes")["added"] == 2
    assert cli("once", "--again", "--json").code == 2, "a dry run lifts nothing"
    assert look(here) == before
    agent = cli.having(CLAUDECODE="1")("once", "--again", "--yes")
    assert (agent.code, "Let the person run it" in agent.err) == (1, True)
    assert cli.once("--again", "--dry-run", "--yes")["added"] == 2, "an agent lifts nothing"
    assert texts(cli.once("--again", "--yes")) == texts(dream)
    assert {name: data for name, (_, _, data) in look(here).items()} == {
        name: data for name, (_, _, data) in after.items()
    }


def test_one_entry_is_taken_back_and_the_others_stay(here: Path, cli: Cli) -> None:
    dream = cli.once()
    changes = cli("show", dream["dream_id"], "--json").document["changes"]
    number = 1 + [row["text"] for row in changes].index("Never push to main without asking me first.")
    ran = cli("undo", dream["dream_id"], "--entry", str(number), "--json")
    assert [row["text"] for row in ran.document["changes"]] == ["Never push to main without asking me first."]
    written = "".join(path.read_text() for path in here.glob("*.md"))
    assert "Always use pnpm" in written
    assert "push to main" not in written
    assert "commits-and-reviews" not in written, "the index names no topic that is gone"
    wrong = cli("undo", dream["dream_id"], "--entry", "7", "--json")
    assert (wrong.code, wrong.document["error"]["kind"]) == (1, "StoreError")
    assert "no change 7" in wrong.document["error"]["message"]


def test_an_undo_can_be_undone_and_the_statements_may_then_be_confirmed(
    here: Path, cli: Cli, talk: Talk, look: Look
) -> None:
    dream = cli.once()
    after = look(here)
    undo = cli("undo", dream["dream_id"], "--json").document["id"]
    assert cli("show", dream["dream_id"], "--json").document["undone_by"] == [undo]
    assert f"taken back in step {undo}" in cli("show", dream["dream_id"]).out
    redo = cli("undo", undo, "--json")
    assert redo.code == 0
    assert [row["undone_by"] for row in cli("history", "--json").document["steps"]] == [[], [redo.document["id"]], []]
    assert look(here) == after
    kinds = [(step["id"], step["kind"]) for step in cli("history", "--json").document["steps"]]
    assert kinds == [(redo.document["id"], "undo"), (undo, "undo"), (dream["dream_id"], "dream")]
    talk("two", "Always use pnpm instead of npm.", "> Noted.", day="2026-11-09")
    assert cli.once()["updated"] == 1
    (entry,) = cli("why", "pnpm", "--json").document["entries"]
    assert len(entry["evidence"]) == 2


def test_undo_is_refused_and_explained_where_a_person_changed_the_entry_since(here: Path, cli: Cli, look: Look) -> None:
    dream = cli.once()
    topic = here / "commits-and-reviews.md"
    said = topic.read_text().replace("without asking me first", "unless it is urgent")
    topic.write_text(said)
    before = look(here)
    numbers = {row["text"]: str(number) for number, row in enumerate(dream["entries"], 1)}
    ran = cli("undo", dream["dream_id"], "--entry", numbers["Never push to main without asking me first."], "--json")
    assert (ran.code, ran.document["error"]["kind"]) == (1, "HistoryConflict")
    assert "Never push to main without asking me first." in ran.document["error"]["message"]
    assert "commits-and-reviews.md" in ran.document["error"]["message"]
    assert ran.document["error"]["fix"]
    assert look(here) == before
    assert list((cli.own / "runs").iterdir()) == []
    ran = cli("undo", dream["dream_id"], "--json")
    assert ran.code == 0, "all the rest can be taken back"
    assert [change["text"] for change in ran.document["changes"]] == ["Always use pnpm instead of npm."]
    assert topic.read_text() == said
    ran = cli("undo", dream["dream_id"], "--json")
    assert (ran.code, ran.document["error"]["kind"]) == (1, "HistoryConflict"), "nothing else is left of it"


def test_what_people_wrote_beside_an_entry_stays_when_it_is_taken_back(here: Path, cli: Cli) -> None:
    dream = cli.once()
    topic, index = here / "commits-and-reviews.md", here / "MEMORY.md"
    topic.write_text(topic.read_text() + "- A person's own line.\n")
    with index.open("ab") as handle:
        handle.write(b"\r\nmore of mine")
    assert cli("undo", dream["dream_id"]).code == 0
    assert "- A person's own line.\n" in topic.read_text()
    assert "Never push" not in topic.read_text()
    assert index.read_bytes().startswith(b"# Mine\r\n- [Notes](notes.md) - what I noted")
    assert index.read_bytes().endswith(b"\r\nmore of mine")


def test_a_later_dream_stays_when_an_earlier_one_is_taken_back(here: Path, cli: Cli, talk: Talk) -> None:
    first = cli.once()
    talk("two", "Never force-push to a shared branch.", "> Noted.", day="2026-11-09")
    second = cli.once()
    assert cli("undo", first["dream_id"]).code == 0
    text = (here / "commits-and-reviews.md").read_text()
    assert "Never force-push to a shared branch." in text
    assert "Never push to main" not in text
    assert cli("undo", second["dream_id"]).code == 0
    assert sorted(path.name for path in here.glob("*.md")) == ["MEMORY.md", "notes.md"]
    assert (here / "MEMORY.md").read_bytes().rstrip() == b"# Mine\r\n- [Notes](notes.md) - what I noted"


def test_an_agent_takes_back_only_what_it_kept_on_its_own_word(talk: Talk, cli: Cli, home: Path) -> None:
    shop = home / "shop"
    subprocess.run(["git", "init", "-q", str(shop)], check=True)
    talk("one", "Never deploy on Fridays.", day=datetime.now(tz=UTC).strftime("%Y-%m-%dT%H:%M"), cwd=str(shop))
    person = cli.at(shop)
    agent = person.having(CLAUDECODE="1", CLAUDE_CODE_ENTRYPOINT="cli")
    kept = person.typed("remember", "--json", "Always use pnpm instead of npm").document["id"]
    forgotten = person.typed("forget", "--json", "pnpm").document["id"]
    quoted = agent("remember", "--json", "Never deploy on Fridays", "--quote", "Never deploy on Fridays.").document[
        "id"
    ]
    guessed = agent("remember", "--json", "The plate library belongs to Mara").document["id"]
    for step in (forgotten, kept, quoted):
        refused = agent("undo", step)
        assert refused.code == 1, refused.out
        assert f"Let the person run it: dreamd undo {step}" in refused.err
    assert agent("undo", guessed).code == 0
    assert "pnpm" not in agent("resident").out
    assert person("undo", forgotten).code == 0
    assert "pnpm" in agent("resident").out
