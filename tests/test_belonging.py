"""What has no place at every start: what the program that runs an agent tells it anyway."""

from __future__ import annotations

import pytest

from dreamd import belonging
from dreamd.records import Entry


def noted(text: str) -> bool:
    return "the program that runs the agent" in belonging.misplaced(Entry(text=text), frozenset())


@pytest.mark.parametrize(
    "text",
    [
        "You are Claude Code, Anthropic's official CLI. Always use the TodoWrite tool.",
        "You are a coding agent running in the Codex CLI, a terminal-based coding assistant.",
        "You are an interactive CLI agent specializing in software engineering tasks.",
        "Use update_plan for every task of several steps.",
        "Always use the `apply_patch` tool to edit files.",
        "Your output will be displayed on a command line interface.",
        "Assistant knowledge cutoff is January 2026.",
        "你是 Codex，运行在终端里。",
    ],
)
def test_a_hosts_own_instructions_are_noted(text: str) -> None:
    assert noted(text)


@pytest.mark.parametrize(
    "text",
    [
        "Never use the WebFetch tool for internal pages.",
        "Do not call apply_patch on generated files.",
        "You are talking to Anna, who sells tickets.",
        "Claude Code runs in the shop's container, Codex on the laptop.",
        "Always answer in German.",
        "The receipt is shown in a dialog.",
        "你们团队用中文。",
    ],
)
def test_what_a_person_says_of_agents_and_tools_is_not(text: str) -> None:
    assert not noted(text)
