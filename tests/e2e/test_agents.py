"""Sessions of every agent, found in one home, read in the confined process, and dreamed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Cli

SAMPLES = Path(__file__).parent.parent / "fixtures" / "sources"


def test_every_agents_sessions_are_dreamed_and_those_of_one_project_feed_one_memory(cli: Cli) -> None:
    agents = sorted(home.name for home in SAMPLES.iterdir() if "@" not in home.name)
    for agent in agents:
        shutil.copytree(SAMPLES / agent, cli.home, dirs_exist_ok=True)
    dreams = cli.once("--all")
    assert {dream["outcome"] for dream in dreams} == {"dreamed"}
    assert all(dream["added"] for dream in dreams)
    together = next(dream for dream in dreams if dream["workspace"] == "bakery")
    assert together["sessions"] == 2, "pi's and OpenClaw's"
    sessions = cli("sessions", "--all", "--json").document["sessions"]
    assert {item["source"] for item in sessions} == set(agents)
    assert {item["state"] for item in sessions} == {"read"}
    sources = cli("sources", "--json").document
    assert sources["damaged"] == []
    assert {row["name"] for row in sources["sources"] if row["sessions"] == 1} == set(agents)
