"""A person is who sits at a terminal in an environment that no agent has marked; all others are told apart."""

from __future__ import annotations

import pytest

from dreamd.caller import MARKS, Caller, caller, connected


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_tells_an_agent_at_a_terminal_too(mark: str, *, terminal: bool) -> None:
    called = caller({mark: "cli"}, terminal=terminal)
    assert (called.agent, called.alone, called.person) == (MARKS[mark], False, False)


def test_at_a_terminal_without_a_mark_sits_a_person() -> None:
    assert caller({"PATH": "/bin", "CLAUDECODE": "", "INVOCATION_ID": "4f5b", "CI": "1"}, terminal=True).person


def test_without_a_terminal_and_a_mark_it_is_a_script() -> None:
    assert caller({"PATH": "/bin"}, terminal=False) == Caller(agent="script")


@pytest.mark.parametrize("mark", ["CI", "GITHUB_ACTIONS", "INVOCATION_ID"])
def test_a_build_server_s_or_a_manager_s_script_has_nobody_with_it(mark: str) -> None:
    assert caller({mark: "1"}, terminal=False).alone


@pytest.mark.parametrize("entrypoint", ["sdk-cli", "sdk-py", "sdk-ts"])
def test_a_headless_agent_has_nobody_with_it(entrypoint: str) -> None:
    assert caller({"CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": entrypoint}, terminal=False).alone
    assert not caller({"CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": "cli"}, terminal=False).alone


@pytest.mark.parametrize("mark", ["CI", "GITHUB_ACTIONS"])
def test_an_agent_on_a_build_server_has_nobody_with_it_by_whichever_door(mark: str) -> None:
    for agent in ({"CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": "cli"}, {"CODEX_THREAD_ID": "019e"}, {"AGENT": "1"}):
        assert caller({mark: "true", **agent}, terminal=False).alone
        assert connected({mark: "true", **agent}, "claude-code").alone
        assert not caller({mark: "false", "INVOCATION_ID": "4f5b", **agent}, terminal=False).alone
    assert connected({mark: "true"}, "claude-code").alone
    assert not connected({mark: "false"}, "claude-code").alone


def test_over_mcp_too_an_agent_s_own_session_is_known_where_client_and_mark_agree() -> None:
    assert connected({"CODEX_THREAD_ID": "019e"}, "codex-mcp-client").session == "019e"
    assert connected({"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "54bb"}, "claude-code").session == "54bb"
    assert connected({"CODEX_THREAD_ID": "019e"}, "claude-code").session == "", "it is another's"


def test_an_agent_s_own_session_is_known_where_it_says_so() -> None:
    assert caller({"CODEX_THREAD_ID": "019e"}, terminal=False).session == "019e"
    assert caller({"CLAUDECODE": "1", "CODEX_THREAD_ID": "019e"}, terminal=False).session == "", "it is another's"


@pytest.mark.parametrize(
    ("environment", "client", "agent", "alone"),
    [
        ({}, "claude-code", "claude-code", False),
        ({}, "Codex-MCP-Client", "codex", False),
        ({"CLAUDECODE": "1"}, "gemini-cli-mcp-client", "gemini", False),
        ({"CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, "claude-code", "claude-code", True),
        ({"CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, "codex-mcp-client", "codex", True),
        ({"INVOCATION_ID": "4f5b"}, "claude-code", "claude-code", False),
        ({"INVOCATION_ID": "4f5b"}, "some client", "agent", True),
        ({"QWEN_CODE": "1"}, "some client", "qwen", False),
        ({}, "", "agent", False),
    ],
)
def test_over_mcp_it_is_an_agent_and_its_client_says_which(
    environment: dict[str, str], client: str, agent: str, *, alone: bool
) -> None:
    assert connected(environment, client) == Caller(agent=agent, alone=alone)
