"""dreamd's own state is kept, and brought back."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd import archives, backups, lock, paths, restoring

if TYPE_CHECKING:
    from dreamd.paths import Places
    from tests.conftest import Cli, Memory, Talk


@pytest.fixture
def kept(talk: Talk, cli: Cli) -> Path:
    """A backup of what one dream left."""
    talk("first", "Use pnpm in this repo, never npm.", "> Noted.", "The staging database is db-04.")
    cli.once()
    ran = cli("backup", "--json")
    assert ran.code == 0, ran.err
    return Path(ran.document["path"])


def told(cli: Cli) -> tuple[object, object]:
    """What the state knows: the evidence of an entry, and the steps."""
    return cli("why", "--json", "staging").document, cli("history", "--json").document


def test_a_lost_state_comes_back_with_its_evidence_and_its_history(kept: Path, cli: Cli, tmp_path: Path) -> None:
    before = told(cli)
    file = tmp_path / "elsewhere.zip"
    shutil.copy(kept, file)
    shutil.rmtree(cli.own)
    ran = cli("restore", "--yes", "--json", str(file))
    assert ran.code == 0, ran.err or ran.out
    assert ran.document["aside"] == []
    assert told(cli) == before
    assert cli.once()["outcome"] == "nothing_new"


def test_what_stood_there_is_moved_aside_and_nothing_is_deleted(kept: Path, talk: Talk, cli: Cli) -> None:
    before = told(cli)
    talk("second", "Never push on Fridays.", "> Noted.")
    cli.once()
    ran = cli("restore", "--yes", "--json", str(kept))
    assert told(cli) == before
    (aside,) = map(Path, ran.document["aside"])
    assert (aside / "state.db").exists()
    assert (aside / "history" / "shop.git").is_dir()
    assert kept.exists()


def test_a_restore_that_is_cut_short_is_completed_or_never_was(kept: Path, cli: Cli, places: Places) -> None:
    before = told(cli)
    coming = places.restoring
    with archives.opened(kept, "backup") as archive:
        backups.unpacked(archive, coming)
    assert told(cli) == before
    assert not coming.exists()
    with archives.opened(kept, "backup") as archive:
        backups.unpacked(archive, coming)
    (coming / restoring.READY).write_text("before-restore-x", "utf-8")
    (places.state / "before-restore-x").mkdir()
    shutil.move(places.state / "history", places.state / "before-restore-x" / "history")
    assert told(cli) == before
    assert not coming.exists()
    assert (places.state / "before-restore-x" / "state.db").exists()


def test_a_command_beside_a_restore_lets_it_be(kept: Path, cli: Cli, places: Places) -> None:
    with (
        lock.held(places.locks, places.restoring, "dream"),
        archives.opened(kept, "backup") as archive,
    ):
        backups.unpacked(archive, places.restoring)
        assert cli("history").code == 0
        assert (places.restoring / "state" / "state.db").exists()


def test_a_damaged_backup_changes_nothing(kept: Path, cli: Cli) -> None:
    before = told(cli)
    data = bytearray(kept.read_bytes())
    data[len(data) // 2] ^= 0xFF
    kept.write_bytes(data)
    for options in (("--check",), ("--yes",)):
        assert cli("restore", *options, str(kept)).code == 1
    assert told(cli) == before
    assert not (cli.own / paths.RESTORING).exists()


def test_doctor_tells_the_age_of_the_last_and_that_it_is_gone(kept: Path, cli: Cli) -> None:
    def row() -> dict[str, object]:
        return next(item for item in cli("doctor", "--json").document["checks"] if item["name"] == "backup")

    assert (row()["ok"], "made and rehearsed today" in str(row()["detail"])) == (True, True)
    kept.unlink()
    assert row()["ok"] is False


def test_nothing_is_restored_under_a_daemon_or_by_an_agent(kept: Path, cli: Cli) -> None:
    assert cli.having(CLAUDECODE="1")("restore", "--yes", str(kept)).code == 1
    assert cli("restore", str(kept)).code == 2
    with cli.start("run") as daemon:
        try:
            while not (cli.own / "daemon.json").exists():
                assert daemon.poll() is None
            ran = cli("restore", "--yes", str(kept))
            assert (ran.code, "dreamd service stop" in ran.err) == (75, True)
        finally:
            daemon.terminate()
            daemon.communicate()


def test_a_purge_names_the_backups_and_takes_out_proposals(kept: Path, cli: Cli, talk: Talk) -> None:
    (cli.own / "config.toml").write_text('[dream]\nmode = "review"\n', "utf-8")
    talk("second", "The staging database is db-04.", "> Noted.", "Invoices go out on Fridays.", day="2026-11-09")
    cli.once()
    ran = cli.typed("forget", "--purge", "--yes", "--json", "--workspace", "shop", "staging database")
    assert ran.code == 0, ran.err or ran.out
    assert str(kept) in ran.document["left"]
    waiting = cli("review", "--json").document["proposals"]
    assert [item["text"] for item in waiting] == ["Invoices go out on Fridays."]


def test_a_name_that_no_archive_takes_is_a_clear_error(kept: Path, cli: Cli) -> None:
    (cli.own / "workspaces").mkdir(exist_ok=True)
    odd = cli.own / "workspaces" / os.fsdecode(b"caf\xe9.md")
    odd.write_text("x", "utf-8")
    ran = cli("backup", "--json", str(kept.with_name("second.zip")))
    assert (ran.code, "caf\\udce9.md" in ran.document["error"]["message"]) == (1, True)
    assert list(kept.parent.iterdir()) == [kept]


def test_it_tells_which_memories_are_ahead_of_what_was_restored(
    kept: Path, talk: Talk, memory: Memory, cli: Cli
) -> None:
    ran = cli("restore", "--yes", "--json", str(kept))
    assert (ran.document["ahead"], ran.document["unknown"]) == ({}, [])
    talk("second", "Never push on Fridays.", "> Noted.")
    talk("other", "Always run the linter first.", "> Noted.", cwd="/w/other")
    cli.once()
    before = {path.name: path.read_bytes() for path in memory().glob("*.md")}
    told = cli("restore", "--yes", str(kept)).out
    assert "the memory of shop is ahead of its restored history, in " in told
    assert "MEMORY.md" in told
    assert "the memory of other is not known to what was restored" in told
    assert {path.name: path.read_bytes() for path in memory().glob("*.md")} == before
