"""Who calls: a person at a terminal, an agent by the marks in its commands' environment, or a script; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MARKS = {
    "CLAUDECODE": "claude-code",
    "CLAUDE_CODE_ENTRYPOINT": "claude-code",
    "CODEX_SANDBOX": "codex",
    "CODEX_SANDBOX_NETWORK_DISABLED": "codex",
    "CODEX_THREAD_ID": "codex",
    "CODEX_CI": "codex",
    "GEMINI_CLI": "gemini",
    "OPENCODE": "opencode",
    "OPENCODE_PID": "opencode",
    "QWEN_CODE": "qwen",
    "CURSOR_AGENT": "cursor",
    "COPILOT_CLI": "copilot",
    "GOOSE_TERMINAL": "goose",
    "PI_CODING_AGENT": "pi",
    "OPENCLAW_SHELL": "openclaw",
    "AMP_CURRENT_THREAD_ID": "amp",
    "AGENT": "agent",
    "AI_AGENT": "agent",
}
"""Variable -> the source whose agent sets it for what it runs; ``agent``: one that does not say which."""
SESSIONS = {"CLAUDE_CODE_SESSION_ID": "claude-code", "CODEX_THREAD_ID": "codex", "AMP_CURRENT_THREAD_ID": "amp"}
"""Variable in which an agent says which session it is -> the source."""
HEADLESS = ("sdk-",)
"""How ``CLAUDE_CODE_ENTRYPOINT`` begins where no person sits before the agent."""
CLIENTS = {
    "claude-code": "claude-code",
    "codex": "codex",
    "gemini": "gemini",
    "opencode": "opencode",
    "qwen": "qwen",
    "cursor": "cursor",
    "copilot": "copilot",
    "github-copilot": "copilot",
    "goose": "goose",
    "amp": "amp",
}
"""How the name begins by which an agent's client makes itself known over MCP -> its source."""
BUILDING = ("CI", "GITHUB_ACTIONS")
"""What a build server sets: an agent that works there has no person before it."""
SCHEDULED = (*BUILDING, "INVOCATION_ID", "CRON")
"""What it or a service manager sets; a terminal window may carry it too, and an agent in that."""
OFF = frozenset({"", "0", "false", "no"})


class Caller(Record, frozen=True):
    """Who asks."""

    agent: str = ""
    """Source of the agent, ``agent`` or ``script``; empty for a person."""
    alone: bool = False
    """No person is there: a scheduled or headless run."""
    session: str = ""
    """The session that it says it is."""

    @property
    def person(self) -> bool:
        """Whether a person typed it."""
        return not self.agent

    @property
    def marked(self) -> bool:
        """Whether an agent says that it is one; a script may do what a person told it to do, an agent may not."""
        return self.agent not in {"", "script"}


def caller(environment: Mapping[str, str], *, terminal: bool) -> Caller:
    """Who calls. Without a terminal and without a mark it is a script, and counts as an agent.

    Args:
        environment: the command's own.
        terminal: its standard input is one.
    """
    agent = next((name for mark, name in MARKS.items() if environment.get(mark)), "")
    if agent:
        named = next(
            (environment[mark] for mark, name in SESSIONS.items() if name == agent and mark in environment), ""
        )
        headless = environment.get("CLAUDE_CODE_ENTRYPOINT", "").startswith(HEADLESS)
        return Caller(agent=agent, alone=headless or _set(environment, BUILDING), session=named)
    if terminal:
        return Caller()
    return Caller(agent="script", alone=_set(environment, SCHEDULED))


def _set(environment: Mapping[str, str], names: Iterable[str]) -> bool:
    return any(environment.get(name, "").lower() not in OFF for name in names)


def connected(environment: Mapping[str, str], client: str) -> Caller:
    """Who calls over MCP: an agent in any case. Its client's name comes before the marks, which it may have inherited.

    Args:
        environment: the server's own; few clients hand on all of theirs.
        client: the name that the client gives itself; may be empty.
    """
    name = client.strip().lower()
    agent = next((source for start, source in CLIENTS.items() if name.startswith(start)), "")
    marked = caller(environment, terminal=False)
    if agent:
        alone = _set(environment, BUILDING) or (marked.marked and marked.alone)
        return Caller(agent=agent, alone=alone, session=marked.session if marked.agent == agent else "")
    return Caller(agent="agent", alone=marked.alone) if marked.agent == "script" else marked
