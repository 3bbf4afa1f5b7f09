"""The files that ship for others to read: units that systemd accepts, a skill whose commands exist."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
import yaml

from dreamd import commands, paths, registry

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = re.compile(r"\bdreamd (?:--quiet )?([a-z]+)\b")
UNITS = sorted(path for path in paths.shipped("systemd").rglob("*") if path.is_file())
SKILLS = sorted(paths.shipped("skills").glob("*/SKILL.md"))


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_systemd_has_nothing_to_say_about_the_units(tmp_path: Path) -> None:
    command = [
        "systemd-analyze",
        "verify",
        "--user",
        "--man=no",
        *map(str, (path for path in UNITS if path.suffix != ".conf")),
    ]
    env = {"XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, env=env, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("path", SKILLS, ids=[path.parent.name for path in SKILLS])
def test_a_skill_has_a_head_that_agents_can_read(path: Path) -> None:
    _, head, body = path.read_text("utf-8").split("---\n", 2)
    fields = yaml.safe_load(head)
    assert fields["name"] == path.parent.name
    assert 100 <= len(fields["description"]) <= 1024
    assert re.search(r"[a-z]", fields["description"])
    assert re.search(r"[一-鿿]", fields["description"])
    assert body.startswith("# ")


@pytest.mark.parametrize("path", [*UNITS, *SKILLS], ids=[path.name for path in [*UNITS, *SKILLS]])
def test_every_command_that_a_shipped_file_names_exists(path: Path) -> None:
    text = path.read_text("utf-8")
    quoted = "\n".join(re.findall(r"`([^`]*)`", text)) if path.suffix == ".md" else text
    named = {match[1] for match in COMMAND.finditer(quoted) if not quoted[match.end() :].startswith("-once")}
    assert named - {name.replace("_", "-") for name in registry.names(commands)} == set()
