"""What an attempt says, logs and leaves beside the memory it makes."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd import attempt, clock, forgetting, intake, ledger, lock, log, run, standing, state, steps, undoing
from dreamd.config import Config, Gates
from dreamd.dreaming import Options
from dreamd.memory import contents, entry, store
from dreamd.records import Entry

if TYPE_CHECKING:
    from dreamd.log import Event
    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places
    from dreamd.records import Dream
    from tests.conftest import Cli, Memory, Talk


@dataclass
class Desk:
    """Dreams in this process over the one project there is."""

    places: Places
    said: list[str] = field(default_factory=list)
    """What the person was told."""
    ahead_ns: int = 0
    config: Config = field(default_factory=Config)
    ids: itertools.count[int] = field(default_factory=itertools.count)

    def now(self) -> int:
        return clock.now_ns() + self.ahead_ns

    def setting(self) -> attempt.Setting:
        return attempt.Setting(
            places=self.places,
            config=self.config,
            search=os.environ["PATH"],
            environment={},
            now=self.now,
            new_id=lambda: f"{next(self.ids):08x}",
            told=lambda _done, _total: None,
            say=self.said.append,
        )

    def workspace(self) -> Workspace:
        with state.database(self.places.database, look=True) as db:
            (found,) = state.workspaces(db)
        return found

    def dream(self, *, gated: bool = False) -> Dream:
        scanned = intake.scan(self.places, self.config, self.now(), lambda _done, _total: None)
        return run.attempt(self.setting(), self.workspace(), scanned, Options(gated=gated))

    def events(self, name: str) -> list[Event]:
        return [event for event in log.events(self.places.log) if event.name == name]

    def attention(self) -> tuple[str, ...]:
        with state.database(self.places.database, look=True) as db:
            return standing.status(db, self.workspace(), [], self.places, self.config, self.now()).attention


@pytest.fixture
def desk(places: Places, talk: Talk) -> Desk:
    talk("first", "Always use pnpm instead of npm.", "> Noted.")
    return Desk(places)


def test_a_dream_that_writes_a_nearly_full_index_says_so_and_status_goes_on_saying_it(
    desk: Desk, memory: Memory
) -> None:
    memory().mkdir()
    (memory() / "MEMORY.md").write_text("- a person's line\n" * 160)
    assert desk.dream().outcome == "dreamed"
    (line,) = desk.said
    assert line.startswith("MEMORY.md: 161 lines")
    assert any("nearly full: 161 lines" in line for line in desk.attention())


def test_a_dream_tells_of_the_first_faults_only_and_of_no_file_that_it_did_not_write(
    desk: Desk, memory: Memory
) -> None:
    memory().mkdir()
    (memory() / "notes.md").write_text("A page that the index does not name\n")
    (memory() / "MEMORY.md").write_text("".join(f"- [Gone](gone-{number}.md)\n" for number in range(20)))
    assert desk.dream().outcome == "dreamed"
    assert desk.said[0] == "MEMORY.md: the index names gone-0.md, which is not there."
    assert len(desk.said) == 6
    assert desk.said[-1] == "and 15 more of the kind: dreamd status"
    assert not any("notes.md" in line for line in desk.said)


def test_status_names_dead_pointers_and_files_without_pointer(desk: Desk, memory: Memory) -> None:
    desk.dream()
    assert desk.attention() == ()
    with (memory() / "MEMORY.md").open("a") as handle:
        handle.write("- [Gone](gone.md)\n")
    (memory() / "notes.md").write_text("A page\n")
    assert desk.attention() == (
        "MEMORY.md: the index names gone.md, which is not there",
        "notes.md: the index does not name this topic",
    )
    for number in range(20):
        (memory() / f"page-{number}.md").write_text("A page\n")
    assert desk.attention()[-1] == "and 14 more pointers or files like these"


def test_a_watermark_of_the_future_counts_as_never_and_is_logged(desk: Desk, memory: Memory) -> None:
    memory().mkdir()
    ahead = desk.now() + clock.DAY
    lock.write(memory() / ".consolidate-lock", lock.Stamp(mtime_ns=ahead))
    desk.config = Config(gates=Gates(min_sessions=1, idle_minutes=0))
    assert desk.dream(gated=True).outcome == "dreamed"
    (event,) = desk.events("watermark.future")
    assert event.workspace == "shop"
    assert clock.iso(ahead)[:16].replace("T", " ") in event.fields["message"]
    desk.dream()
    assert len(desk.events("watermark.future")) == 1


def test_a_closed_gate_is_logged_once_for_each_change_of_reason(desk: Desk) -> None:
    for _ in range(3):
        assert desk.dream(gated=True).reason == "sessions"
    assert desk.dream().outcome == "dreamed"
    for _ in range(3):
        assert desk.dream(gated=True).reason == "time"
    desk.ahead_ns = 2 * clock.DAY
    for _ in range(3):
        assert desk.dream(gated=True).reason == "sessions"
    told = [(event.fields["outcome"], event.fields["reason"]) for event in desk.events("dream.finished")]
    assert told == [("skipped", "sessions"), ("dreamed", ""), ("skipped", "time"), ("skipped", "sessions")]


def test_the_end_of_a_dream_tells_what_was_read_and_what_was_left(desk: Desk, talk: Talk) -> None:
    talk("gone", "Never deploy on a Friday.", "> Noted.", "Use tabs, never spaces.")
    scanned = intake.scan(desk.places, desk.config, desk.now(), lambda _done, _total: None)
    (gone,) = (item.path for item in scanned.found.values() if "Friday" in item.path.read_text())
    gone.unlink()
    dream = run.attempt(desk.setting(), desk.workspace(), scanned, Options())
    assert (dream.sessions, dream.turns, dream.sessions_left, dream.turns_left) == (1, 2, 1, 2)
    (event,) = desk.events("dream.finished")
    assert (event.fields["sessions_left"], event.fields["turns_left"]) == (1, 2)


def test_what_the_projects_instructions_say_is_not_learned_and_the_log_says_why(
    places: Places, talk: Talk, tmp_path: Path
) -> None:
    project = tmp_path / "shop"
    project.mkdir()
    (project / "CLAUDE.md").write_text("# Rules\n\n- Always use **pnpm** instead of npm\n")
    talk("first", "Always use pnpm instead of npm.", "> Noted.", "Never deploy on a Friday.", cwd=str(project))
    desk = Desk(places)
    assert [learned.text for learned in desk.dream().entries] == ["Never deploy on a Friday."]
    (refused,) = desk.events("entry.refused")
    assert refused.fields["text"] == "Always use pnpm instead of npm."
    assert "CLAUDE.md" in refused.fields["message"]


def _rests(desk: Desk, text: str) -> int:
    """How many quotes are kept for a statement, wherever it stands."""
    with state.database(desk.places.database, look=True) as db:
        return len(ledger.evidence(db, "shop", entry.key(Entry(text=text))))


def _known(desk: Desk) -> frozenset[str]:
    with state.database(desk.places.database, look=True) as db:
        return ledger.keys(db, "shop")


PNPM, FRIDAY, TABS, SQUASH = (
    "Always use pnpm instead of npm.",
    "Never deploy on a Friday.",
    "Use tabs, never spaces.",
    "Never squash commits before merging.",
)


def test_evidence_goes_once_its_statement_stands_nowhere_and_no_late_step_names_it(
    desk: Desk, talk: Talk, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "KEPT_STEPS", 2)
    talk("second", FRIDAY, "> Noted.")
    desk.dream()
    assert (_rests(desk, PNPM), _rests(desk, FRIDAY)) == (1, 1)
    for path in memory().glob("*.md"):
        lines = [line for line in path.read_text().splitlines(keepends=True) if not line.startswith(f"- {PNPM}")]
        path.write_text("".join(lines))
    talk("third", TABS, "> Noted.")
    desk.dream()
    assert _rests(desk, PNPM) == 1, "the step that wrote it is one of the last two"
    for number in range(2):
        talk(f"more {number}", f"Never push to release-{number} without asking me first.", "> Noted.")
        desk.dream()
    assert (_rests(desk, PNPM), _rests(desk, FRIDAY), _rests(desk, TABS)) == (0, 1, 1)
    assert entry.key(Entry(text=PNPM)) not in _known(desk)
    standing_keys = contents.keys(desk.workspace(), store.read(desk.workspace()).bytes)
    assert {entry.key(Entry(text=FRIDAY)), entry.key(Entry(text=TABS))} <= standing_keys & _known(desk)


def test_evidence_of_the_archive_and_of_what_was_taken_back_stays_and_an_undo_of_the_undo_finds_it(
    desk: Desk, talk: Talk, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "KEPT_STEPS", 0)
    talk("second", SQUASH, "> Noted.", day="2026-11-02")
    first = desk.dream()
    talk("third", "Always squash commits before merging.", "> Noted.", day="2026-11-20")
    assert desk.dream().updated == 1
    assert _rests(desk, SQUASH) == 1, "it is archived"
    taken = _undo(desk, first.dream_id)
    talk("fourth", TABS, "> Noted.")
    desk.dream()
    assert _rests(desk, PNPM) == 1, "it was taken back, and must not be learned again"
    _undo(desk, taken)
    assert _rests(desk, PNPM) == 1
    assert any(PNPM in path.read_text() for path in memory().glob("*.md"))


def test_where_a_file_of_the_memory_is_left_alone_no_evidence_goes(
    desk: Desk, talk: Talk, memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "KEPT_STEPS", 0)
    desk.dream()
    (topic,) = (path for path in memory().glob("*.md") if PNPM in path.read_text())
    topic.rename(tmp_path / "moved.md")
    topic.symlink_to(tmp_path / "moved.md")
    talk("second", FRIDAY, "> Noted.")
    assert desk.dream().outcome == "dreamed"
    assert _rests(desk, PNPM) == 1


def _undo(desk: Desk, step_id: str) -> str:
    setting, workspace = desk.setting(), desk.workspace()
    _, _, recorded = steps.find(desk.places, [workspace], step_id, setting.search)
    return undoing.take_back(setting, workspace, recorded).id


WALKED = """
import sys
walked = []
def hook(event, arguments):
    if event in {"os.scandir", "os.listdir"}:
        walked.append(str(arguments[0]))
sys.addaudithook(hook)
from dreamd import cli
try:
    cli.main()
finally:
    print(*walked, sep="\\n", file=sys.stderr)
"""


def walked(cli: Cli, *arguments: str) -> list[str]:
    """Directories below HOME that the command looks through in its own process."""
    command = [sys.executable, "-c", WALKED, *arguments]
    ran = subprocess.run(command, cwd=cli.cwd, env=cli.environment, capture_output=True, text=True, check=True)
    return [line for line in ran.stderr.splitlines() if Path(line).is_relative_to(cli.home)]


def test_while_every_time_gate_is_closed_no_directory_of_the_person_is_walked(cli: Cli, desk: Desk) -> None:
    assert walked(cli, "once"), "a dream looks for sessions"
    assert desk.dream(gated=True).reason == "time"
    assert walked(cli, "once", "--gated", "--all") == []
