"""The real program ``claude``, where it is installed: it runs our hook, and goes on whatever becomes of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from dreamd.fakes.messages_server import say, serve, turns

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

KEY = "sk-ant-api03-" + "Zq7" * 20
RULE = "Always use pnpm instead of npm"

pytestmark = [
    pytest.mark.skipif(shutil.which("claude") is None, reason="the program claude is not on this machine's PATH"),
    pytest.mark.slow,  # the program takes its time to start
]


def asked(home: Path, cwd: Path) -> str:
    """What the program sends to the model on a start with one prompt."""
    with serve(turns(say("Good morning."), say("Good morning."))) as server:
        environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
        environment |= {"ANTHROPIC_BASE_URL": server.url, "ANTHROPIC_API_KEY": KEY}
        done = subprocess.run(
            ["claude", "-p", "Good morning"], cwd=cwd, env=environment, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout.strip()) == (0, "Good morning."), done.stderr
        return "".join(item.body.decode("utf-8", "replace") for item in server.seen)


def test_it_loads_what_was_said_and_nothing_of_ours_can_stop_its_start(cli: Cli, home: Path) -> None:
    shop, settings = home / "shop", home / ".claude" / "settings.json"
    subprocess.run(["git", "init", "-q", str(shop)], check=True)
    settings.parent.mkdir()
    settings.write_text('{\n  "includeCoAuthoredBy": false\n}\n', "utf-8")
    assert cli.at(shop).typed("remember", RULE).code == 0
    assert RULE not in asked(home, shop)
    assert cli("hooks", "install", "--yes").code == 0
    assert RULE in asked(home, shop)
    text = settings.read_text("utf-8")
    command = json.loads(text)["hooks"]["SessionStart"][0]["hooks"][0]["command"]
    for broken in ("exit 2", "/not/there/python -m dreamd resident"):
        settings.write_text(text.replace(json.dumps(command), json.dumps(broken)), "utf-8")
        assert RULE not in asked(home, shop)
