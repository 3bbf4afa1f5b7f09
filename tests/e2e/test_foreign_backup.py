"""A backup from elsewhere: what it says of how git is to run is not used, and what is no backup changes nothing."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd import archives

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Cli, Talk

CONFIG = """[core]
\trepositoryformatversion = 0
\tbare = true
[log]
\tshowSignature = true
[gpg]
\tprogram = {program}
"""


@pytest.fixture
def kept(talk: Talk, cli: Cli) -> Path:
    talk("first", "Use pnpm in this repo, never npm.", "> Noted.")
    cli.once()
    return Path(cli("backup", "--json").document["path"])


def altered(kept: Path, target: Path, alter: Callable[[dict[str, bytes]], None]) -> Path:
    """The backup with other members, whose checksums are right."""
    with zipfile.ZipFile(kept) as packed:
        held = {name: packed.read(name) for name in packed.namelist() if name != archives.MANIFEST}
    alter(held)
    with archives.written(target, "backup", "2026-11-30T10:00:00Z", {}) as add:
        for name, data in held.items():
            add(name, io.BytesIO(data), 0o600, 0)
    return target


def test_no_history_is_asked_by_the_configuration_that_came_with_it(kept: Path, cli: Cli, tmp_path: Path) -> None:
    trace = tmp_path / "ran"
    program = tmp_path / "evil.sh"
    program.write_text(f"#!/bin/sh\ntouch {trace}\n", "utf-8")
    program.chmod(0o700)

    def alter(held: dict[str, bytes]) -> None:
        for folder in {name.partition(".git/")[0] for name in held if ".git/" in name}:
            held[f"{folder}.git/config"] = CONFIG.format(program=program).encode()
            held[f"{folder}.git/hooks/reference-transaction"] = program.read_bytes()
            held[f"{folder}.git/objects/info/alternates"] = b"/elsewhere\n"

    foreign = altered(kept, tmp_path / "foreign.zip", alter)
    ran = cli("restore", "--yes", str(foreign))
    assert ran.code == 0, ran.err

    (history,) = (cli.own / "history").glob("*.git")
    assert "gpg" not in (history / "config").read_text("utf-8")
    assert not (history / "hooks").exists()
    assert not (history / "objects" / "info" / "alternates").exists()
    assert cli("history").code == 0
    assert not trace.exists()


@pytest.mark.parametrize(
    "alter",
    [
        pytest.param(lambda held: [held.pop(name) for name in [*held] if name != "config.toml"], id="settings alone"),
        pytest.param(lambda held: held.pop("state/state.db"), id="no database"),
        pytest.param(lambda held: held.update({"ready": b"x"}), id="a decision"),
        pytest.param(lambda held: held.update({"ready/x": b"x"}), id="below a decision"),
        pytest.param(lambda held: held.update({"state/restoring/x": b"x"}), id="a restore"),
        pytest.param(lambda held: held.update({"state/locks/x": b"x"}), id="locks"),
    ],
)
def test_what_is_no_backup_is_refused_and_every_command_works_on(
    kept: Path, cli: Cli, tmp_path: Path, alter: Callable[[dict[str, bytes]], None]
) -> None:
    foreign = altered(kept, tmp_path / "foreign.zip", alter)
    before = cli("why", "--json", "pnpm").document

    ran = cli("restore", "--yes", str(foreign))

    assert ran.code == 1
    assert "no backup of dreamd's" in ran.err
    assert cli("why", "--json", "pnpm").document == before
    assert cli("status").code == 0


def test_two_restores_in_one_second_keep_what_each_moved_aside(kept: Path, cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "kept.zip"
    shutil.copy(kept, file)

    asides = [cli("restore", "--yes", "--json", str(file)).document["aside"] for _ in range(3)]

    told = [path for each in asides for path in each]
    assert len(set(told)) == len(told) == len(asides)
    assert cli("status").code == 0
