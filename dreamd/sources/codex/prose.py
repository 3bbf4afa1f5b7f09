"""Tells the person's own words in a message from what Codex sends in the person's name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.reading.saying import Said
from dreamd.sources.codex.asking import REPLY, replied

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

REQUEST = re.compile(r"^## My request(?: for Codex)?:", re.MULTILINE)
"""Stands between what an editor puts before a prompt and the prompt."""
AGENTS = "# AGENTS.md instructions"
INJECTED = {
    AGENTS: "agents_md",
    "# Context from my IDE setup:": "ide",
    "# Files mentioned by the user:": "ide",
    "# Selected text:": "ide",
    "<INSTRUCTIONS>": "agents_md",
    "<user_instructions>": "agents_md",
    "<environment_context>": "environment",
    "<turn_aborted>": "interrupt",
    "<skill>": "skill",
    "<skill ": "skill",
    "<subagent_notification>": "notification",
    "<user_shell_command>": "command_output",
    "<codex_internal_context": "goal",
    "<goal_context>": "goal",
    "<image>": "image",
    "<image ": "image",
    "</image>": "image",
    "Generate a file named AGENTS.md that serves as a contributor guide": "command",
    "You are performing a CONTEXT CHECKPOINT COMPACTION": "command",
    "Warning: apply_patch was requested via": "warning",
    "Warning: The maximum number of": "warning",
    "Warning: Your account was flagged": "warning",
}
"""How messages begin that the client wrote -> ``why``."""
SUMMARIES = (
    "Another language model started to solve this problem",
    "You were originally given instructions from a user over one or more turns.",
)
"""How a compaction goes on in the person's name."""
AUTOMATION = re.compile(r"Automation: .*\nAutomation ID: ")
"""How a prompt begins that Desktop sends by a timetable."""
PLAN = "PLEASE IMPLEMENT THIS PLAN:"
WRAPPER = re.compile(r"<([a-z]+(?:[-_ ][a-z0-9]+)+)(?:\s[^<>]*)?>.*</\1>", re.DOTALL)
"""As ``saying.WRAPPER``; Codex's own tags have spaces and digits too."""
DIRECTORY = re.compile(r"<cwd>([^<>\n]+)</cwd>|^Current working directory: (.+)$", re.MULTILINE)
ENVIRONMENT = "<environment_context>"


def spoken(text: str, why: str) -> Iterator[Said]:
    """Whose words these are that stand in a message of the person.

    Args:
        text: one block of the message.
        why: for what turns out to be the person's own.
    """
    body = text.strip()
    request = list(REQUEST.finditer(body)) if body.startswith("# ") and not body.startswith(AGENTS) else []
    if request:
        # What is selected in the editor may hold the heading too: only behind the last one is surely the person.
        yield Said("injected", body[: request[-1].start()].strip(), "ide")
        body = body[request[-1].end() :].strip()
    if body.startswith(REPLY):
        yield from answers(replied(body))
        return
    rule = next((kind for start, kind in INJECTED.items() if body.startswith(start)), "")
    if not body:
        return
    if rule or WRAPPER.fullmatch(body):
        yield Said("injected", body, rule or "wrapper")
    elif AUTOMATION.match(body):
        yield Said("injected", body, "automation")
    elif body.startswith(SUMMARIES):
        yield Said("summary", body, "compaction")
    elif body.startswith(PLAN):
        yield Said("pasted", body, "plan")
    else:
        yield Said("human", body, why)


def answers(pairs: Iterable[tuple[str, str]]) -> Iterator[Said]:
    """The agent's questions and what the person answered."""
    for question, answer in pairs:
        yield Said("assistant", question, "question")
        yield Said("human", answer, "answer")


def directory(text: str) -> str:
    """The working directory that the client tells the agent; empty where the text tells none."""
    found = DIRECTORY.search(text) if text.lstrip().startswith(ENVIRONMENT) else None
    return (found[1] or found[2]).strip() if found else ""
