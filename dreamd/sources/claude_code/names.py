"""Names that Claude Code gives to its rows, from 1.0.96 to 2.1.332; what is not here is counted as unknown."""

from __future__ import annotations

TALK = frozenset({"user", "assistant", "queue-operation"})
"""Rows of the conversation; ``attachment`` and ``system`` rows, named below, may hold words too."""

BOOKKEEPING = frozenset(
    {
        "agent-name",
        "ai-title",
        "api-request",
        "api-request-blob",
        "api-request-shape",
        "atis-latch",
        "bridge-session",
        "cost-state",
        "custom-title",
        "file-history-delta",
        "file-history-snapshot",
        "frame-link",
        "last-prompt",
        "mode",
        "permission-mode",
        "pr-link",
        "progress",
        "relocated",
        "result",
        "started",
        "summary",
        "tool_result",
        "tool_use",
        "tools-used",
        "worktree-state",
    }
)
"""Rows that hold nobody's words, or repeat what another row holds."""

PLAIN = TALK | BOOKKEEPING
"""Rows whose type says it all."""

SHOWN = frozenset(
    {
        "compact_file_reference",
        "edited_text_file",
        "file",
        "hook_additional_context",
        "hook_blocking_error",
        "hook_non_blocking_error",
        "hook_success",
        "hook_system_message",
        "instructions",
        "invoked_skills",
        "nested_memory",
        "relevant_memories",
    }
)
"""Attachments that put text of others before the agent: memory, files, skills, the output of hooks."""

SURROUNDINGS = frozenset(
    {
        "agent_listing_delta",
        "auto_mode",
        "batching_reminder_sent",
        "budget_usd",
        "command_permissions",
        "date",
        "date_change",
        "deferred_tools_delta",
        "dynamic_skill",
        "environment",
        "mcp_instructions_delta",
        "model",
        "plan_mode",
        "plan_mode_exit",
        "prompt_snapshot",
        "read_truncation_notice",
        "remote_session_change",
        "session_context",
        "silent_turn_reminder",
        "skill_listing",
        "task_reminder",
        "task_status",
        "todo_reminder",
        "total_tokens_reminder",
        "ultra_effort_enter",
        "ultra_effort_exit",
    }
)
"""Attachments by which the client tells the agent about itself."""

SYSTEM = frozenset(
    {
        "api_error",
        "api_refusal",
        "away_summary",
        "bridge_status",
        "compact_boundary",
        "error",
        "informational",
        "local_command",
        "microcompact_boundary",
        "model_refusal_fallback",
        "session_start",
        "stop_hook_summary",
        "turn_duration",
    }
)
"""Subtypes of ``system`` rows."""

SYSTEM_WORDS = frozenset({"away_summary", "local_command"})
"""Those that hold words."""

QUEUED = "queued_command"
"""The attachment that holds a prompt typed while the agent worked."""
