"""A memory is exported, and brought into another."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from dreamd.memory import store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Cli, Look, Memory, Talk, World

SAID = ("Use pnpm in this repo, never npm.", "> Noted.", "The staging database is db-04.")


@pytest.fixture
def carried(talk: Talk, memory: Memory, cli: Cli, tmp_path: Path) -> Path:
    """An archive of a memory that a dream and a person wrote."""
    talk("first", *SAID)
    cli.once()
    (memory() / "mine.md").write_text("# Mine\n\n- Call Anna first.\n", "utf-8")
    file = tmp_path / "shop.zip"
    ran = cli("export", "--json", "--workspace", "shop", str(file))
    assert ran.code == 0, ran.err
    assert "mine.md" in ran.document["files"]
    assert len(ran.document["sha256"]) == 64
    return file


def repository(cli: Cli) -> Cli:
    place = cli.home / "elsewhere"
    subprocess.run(["git", "init", "-q", str(place)], check=True)
    return cli.at(place)


def test_an_empty_memory_gets_all_of_it_and_undo_takes_it_back(
    carried: Path, memory: Memory, world: Callable[[str], World]
) -> None:
    other = repository(world("other").cli)
    root = other.own / "workspaces" / "elsewhere"
    ran = other("import", "--yes", "--json", str(carried))
    assert ran.code == 0, ran.err or ran.out
    came = {path.relative_to(root / "memory"): path.read_bytes() for path in (root / "memory").rglob("*.md")}
    assert came == {path.relative_to(memory()): path.read_bytes() for path in memory().rglob("*.md")}
    for path in (root / "memory").glob("*.md"):
        if path.name != "MEMORY.md":
            assert path.stat().st_mtime_ns == (memory() / path.name).stat().st_mtime_ns
    assert [entry["unverified"] for entry in other("recall", "--json", "staging database").document["entries"]] == [
        True
    ]
    assert other("import", "--yes", str(carried)).out == "elsewhere holds all of it already.\n"
    assert other("undo", ran.document["id"]).code == 0
    assert not list(root.rglob("*.md"))


def test_what_is_here_with_other_words_stays_unless_the_person_says_so(
    carried: Path, memory: Memory, cli: Cli, look: Look
) -> None:
    mine = memory() / "mine.md"
    mine.write_text("# Mine\n\n- Call Bert first.\n", "utf-8")
    before = look(memory())
    refused = cli("import", "--yes", "--workspace", "shop", str(carried))
    assert refused.code == 2
    assert "mine.md is here with other words" in refused.err
    assert look(memory()) == before
    ran = cli("import", "--yes", "--replace", "--json", "--workspace", "shop", str(carried))
    assert ran.document["files"] == ["mine.md"]
    assert "Call Anna first." in mine.read_text("utf-8")
    assert cli("undo", ran.document["id"]).code == 0
    assert look(memory()) == before


def test_the_index_of_a_memory_in_use_gets_the_lines_that_it_lacks(
    carried: Path, world: Callable[[str], World]
) -> None:
    other = repository(world("other").cli)
    assert other.typed("remember", "Invoices go out on Fridays").code == 0
    index = other.own / "workspaces" / "elsewhere" / "memory" / "MEMORY.md"
    before = index.read_text("utf-8")
    assert other("import", "--yes", str(carried)).code == 0
    after = index.read_text("utf-8")
    assert after.startswith(before)
    assert len(after.splitlines()) > len(before.splitlines())


def test_a_secret_in_it_keeps_all_of_it_out(
    memory: Memory, carried: Path, cli: Cli, world: Callable[[str], World]
) -> None:
    (memory() / "mine.md").write_text("# Mine\n\n- token: ghp_" + "a1B2" * 9 + "\n", "utf-8")
    file = carried.with_name("second.zip")
    ran = cli("export", "--workspace", "shop", str(file))
    assert "mine.md holds what looks like a secret" in ran.err
    other = repository(world("other").cli)
    refused = other("import", "--yes", str(file))
    assert refused.code == 1
    assert "mine.md" in refused.err
    assert not list((other.own / "workspaces").rglob("*.md"))


def test_a_damaged_archive_changes_nothing(carried: Path, world: Callable[[str], World]) -> None:
    data = bytearray(carried.read_bytes())
    data[len(data) // 3] ^= 0xFF
    carried.write_bytes(data)
    other = repository(world("other").cli)
    assert other("import", "--yes", str(carried)).code == 1
    assert not list((other.own / "workspaces").rglob("*.md"))


def test_no_agent_imports_and_no_script_unasked(carried: Path, cli: Cli) -> None:
    assert cli.having(CLAUDECODE="1")("import", "--yes", "--workspace", "shop", str(carried)).code == 1
    ran = cli("import", "--workspace", "shop", str(carried))
    assert (ran.code, "Add --yes" in ran.err) == (2, True)


def test_an_import_that_makes_the_memory_too_large_is_refused_and_each_step_can_be_taken_back(
    carried: Path, memory: Memory, cli: Cli, look: Look
) -> None:
    assert cli.typed("remember", "--workspace", "shop", "Invoices go out on Fridays").code == 0
    (memory() / "mine.md").unlink()
    held = len(list(memory().rglob("*.md")))
    for number in range(store.MAX_FILES - held):
        (memory() / f"n{number}.md").write_bytes(b"# N\n")
    before = look(memory())
    refused = cli("import", "--yes", "--workspace", "shop", str(carried))
    assert (refused.code, "too large to be read again" in refused.err) == (1, True)
    refused = cli.typed(
        "remember", "--workspace", "shop", "--topic", "new-topic", "The lease of the office ends in 2031"
    )
    assert (refused.code, "too large to be read again" in refused.err) == (1, True)
    assert look(memory()) == before
    (memory() / "mine.md").write_bytes(b"# Mine\n")
    assert "too large" in cli("govern", "--workspace", "shop").err
    (step,) = [one["id"] for one in cli("history", "--json").document["steps"] if one["kind"] == "remember"]
    assert cli("undo", step).code == 0
    assert not any("Invoices" in path.read_text("utf-8") for path in memory().rglob("*.md"))


def test_the_listing_names_what_is_loaded_at_every_start(carried: Path, world: Callable[[str], World]) -> None:
    shown = repository(world("other").cli).typed("import", "--yes", str(carried)).out
    assert "+ memory/MEMORY.md (loaded at every start: look at it)" in shown
    assert "+ memory/mine.md\n" in shown
