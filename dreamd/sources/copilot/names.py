"""Names that Copilot CLI gives to its events; what is not here is counted as unknown."""

from __future__ import annotations

TALK = frozenset(
    {
        "assistant.message",
        "session.compaction_complete",
        "user.message",
        "user_input.completed",
        "user_input.requested",
    }
)
"""Events that hold words of the conversation."""

SHOWN = frozenset({"system.message", "system.notification", "tool.execution_complete", "tool.execution_start"})
"""Events that hold what the client, tools or their makers say."""

SILENT = frozenset(
    {
        "abort",
        "assistant.intent",
        "assistant.reasoning",
        "assistant.turn_end",
        "assistant.turn_retry",
        "assistant.turn_start",
        "assistant.usage",
        "elicitation.completed",
        "elicitation.requested",
        "exit_plan_mode.completed",
        "exit_plan_mode.requested",
        "hook.end",
        "hook.start",
        "model.call_failure",
        "pending_messages.modified",
        "permission.completed",
        "permission.requested",
        "session.auto_mode_resolved",
        "session.compaction_start",
        "session.context_changed",
        "session.context_cleared",
        "session.error",
        "session.handoff",
        "session.idle",
        "session.info",
        "session.mode_changed",
        "session.model_change",
        "session.permissions_changed",
        "session.plan_changed",
        "session.remote_steerable_changed",
        "session.resume",
        "session.shutdown",
        "session.snapshot_rewind",
        "session.start",
        "session.task_complete",
        "session.title_changed",
        "session.todos_changed",
        "session.truncation",
        "session.usage_checkpoint",
        "session.usage_info",
        "session.usage_record",
        "session.warning",
        "session.workspace_file_changed",
        "skill.invoked",
        "subagent.completed",
        "subagent.configured",
        "subagent.deselected",
        "subagent.failed",
        "subagent.selected",
        "subagent.started",
        "tool.execution_partial_result",
        "tool.execution_progress",
        "tool.user_requested",
    }
)
"""Events that hold nobody's words, or repeat what another holds."""

KNOWN = TALK | SHOWN | SILENT
