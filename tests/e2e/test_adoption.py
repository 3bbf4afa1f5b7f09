"""A memory that others wrote is taken as it is: their bytes, modes and times stay, whatever they are."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Look, Memory, Talk

OLD_NS = 1_700_000_000_987_654_321
THEIRS = {
    "notes.md": b"---\r\nname: Notes\r\nmetadata:\r\n  type: project\r\n---\r\n- A rule of theirs.\r\n",
    "bom.md": b"\xef\xbb\xbf# Byte order mark\n\n- kept\n",
    "no-end.md": b"# No final newline\n- the last line",
    "latin.md": b"caf\xe9 is not UTF-8\n",
    "broken.md": b"---\nname: [unclosed\n- what is this\n",
    "empty.md": b"",
    "Odd Name \xe2\x9c\x93.md": b"spaces and signs\n",
    "huge.md": b"0123456789abcdef\n" * 20_000,
    "plain.txt": b"no Markdown\n",
    "agent-rules.md": b"# Rules\n- People keep these.\n",
    "commits-and-reviews.md": b"# A page that bears the name of one of ours\n\nNo list here.\n",
    ".archive/notes.md": b"# Notes, archived\n\n- An old rule. [archived: 2026-01-01, reason: theirs]\n",
}
INDEX = (
    b"\xef\xbb\xbf# Mine\r\n\r\n- [Notes](notes.md) \xe2\x80\x94 what I noted\r\n"
    b"Some words of mine\r\n- [Gone](gone.md)"
)


@pytest.fixture
def here(talk: Talk, memory: Memory, tmp_path: Path) -> Path:
    """Two rules said, and a memory with everything that people and other agents leave in one."""
    talk("one", "Always use pnpm instead of npm.", "> Noted.", "Never push to main without asking me first.")
    directory = memory()
    (directory / ".archive").mkdir(parents=True)
    (directory / "folder").mkdir()
    for name, data in {**THEIRS, "MEMORY.md": INDEX, "folder/inner.md": b"not ours\n"}.items():
        (directory / os.fsdecode(name)).write_bytes(data)
    (directory / os.fsdecode(b"odd\nname.md")).write_bytes(b"a line break in the name\n")
    (tmp_path / "outside.md").write_bytes(b"outside\n")
    (directory / "link.md").symlink_to(tmp_path / "outside.md")
    (directory / "dangling.md").symlink_to(tmp_path / "nowhere.md")
    (directory / "twin.md").hardlink_to(tmp_path / "outside.md")
    os.mkfifo(directory / "pipe.md")
    for number, path in enumerate(sorted(directory.rglob("*"))):
        if not path.is_symlink() and path.is_file():
            path.chmod((0o644, 0o600, 0o440)[number % 3])
            os.utime(path, ns=(OLD_NS + number, OLD_NS + number))
    return directory


def test_what_others_wrote_stays_byte_for_byte_and_undo_gives_back_the_rest(
    here: Path, cli: Cli, look: Look, tmp_path: Path
) -> None:
    before = look(here)
    dream = cli.once()
    assert (dream["outcome"], dream["added"]) == ("dreamed", 2)
    after = look(here)
    ours = after.keys() - before.keys()
    assert ours == {"commits-and-reviews-2.md", "working-agreements.md"}
    assert {name: after[name] for name in before if name != "MEMORY.md"} == {
        name: held for name, held in before.items() if name != "MEMORY.md"
    }
    index = (here / "MEMORY.md").read_bytes()
    theirs = [line for line in INDEX.splitlines() if line]
    assert [line for line in index.splitlines() if line in theirs] == theirs
    assert index.startswith(b"\xef\xbb\xbf# Mine\r\n")
    assert after["MEMORY.md"][0] == before["MEMORY.md"][0]
    assert index.count(b"\n") == index.count(b"\r\n"), "the index keeps its line ends"
    assert (tmp_path / "outside.md").read_bytes() == b"outside\n"
    assert cli("undo", dream["dream_id"]).code == 0
    assert look(here) == before


def test_what_is_left_alone_is_shown_in_status(here: Path, cli: Cli) -> None:
    cli.once()
    (row,) = cli("status", "--json").document["workspaces"]
    attention = "\n".join(row["attention"])
    for name in ("link.md", "dangling.md", "twin.md", "pipe.md", "huge.md", "latin.md", "odd"):
        assert name in attention, name
    assert here.is_dir()


def test_a_statement_that_others_wrote_is_known_and_stays_theirs(
    cli: Cli, talk: Talk, memory: Memory, look: Look
) -> None:
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    memory().mkdir()
    (memory() / "theirs.md").write_bytes(b"# Tools\n\n- Always use pnpm instead of npm.\n")
    before = look(memory())
    assert cli.once()["added"] == 0
    assert look(memory()) == before
    (entry,) = cli("why", "pnpm", "--json").document["entries"]
    assert entry["topic"] == "theirs"


def test_the_memory_directory_itself_may_be_a_link(
    cli: Cli, talk: Talk, memory: Memory, tmp_path: Path, look: Look
) -> None:
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    memory().symlink_to(elsewhere, target_is_directory=True)
    dream = cli.once()
    assert dream["outcome"] == "dreamed"
    assert memory().is_symlink()
    assert (elsewhere / "working-agreements.md").is_file()
    assert (elsewhere / ".consolidate-lock").is_file()
    assert cli("undo", dream["dream_id"]).code == 0
    assert look(elsewhere) == {}


@pytest.mark.parametrize("kind", ["a directory", "a symlink", "a hard link", "a fifo"])
def test_an_index_that_is_no_plain_file_is_left_alone_and_nothing_is_half_written(
    cli: Cli, talk: Talk, memory: Memory, look: Look, tmp_path: Path, kind: str
) -> None:
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    memory().mkdir()
    index = memory() / "MEMORY.md"
    (tmp_path / "outside.md").write_bytes(b"outside\n")
    match kind:
        case "a directory":
            index.mkdir()
        case "a symlink":
            index.symlink_to(tmp_path / "outside.md")
        case "a hard link":
            index.hardlink_to(tmp_path / "outside.md")
        case _:
            os.mkfifo(index)
    before = look(cli.home)
    ran = cli("once", "--json")
    (dream,) = ran.document["dreams"]
    assert (ran.code, dream["outcome"]) == (1, "failed")
    assert "MEMORY.md is left alone" in dream["message"]
    assert look(cli.home) == before
    assert not (memory() / ".consolidate-lock").exists()
    assert (tmp_path / "outside.md").read_bytes() == b"outside\n"
    if kind == "a directory":
        index.rmdir()
    else:
        index.unlink()
    assert cli.once()["outcome"] == "dreamed"
