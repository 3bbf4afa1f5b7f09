"""Names that Codex gives to its rows, from 0.1 to 0.171; what is not here is counted as unknown."""

from __future__ import annotations

META = "session_meta"
TURN_STARTS = frozenset({"turn_context", "event_msg:task_started", "event_msg:turn_started"})
"""Rows that name the turn which begins."""
TURN_ENDS = frozenset({"event_msg:task_complete", "event_msg:turn_complete", "event_msg:turn_aborted", "compacted"})
"""Rows behind which nothing repeats what stands before them."""
CALLS = frozenset(
    {
        "custom_tool_call",
        "function_call",
        "image_generation_call",
        "local_shell_call",
        "tool_call",
        "tool_search_call",
        "web_search_call",
    }
)
"""Items of a response that call a tool."""
RESULTS = frozenset(
    {
        "custom_tool_call_output",
        "function_call_output",
        "function_result",
        "local_shell_call_output",
        "tool_result",
        "tool_search_output",
    }
)
"""Items that give a tool's result back."""
QUIET = frozenset({"compaction", "compaction_trigger", "context_compaction", "ghost_snapshot", "other", "reasoning"})
"""Items that hold nobody's words."""
ITEMS = CALLS | RESULTS | QUIET | {"agent_message", "message"}
"""All that a ``response_item`` may be; before 0.44 such items are rows of their own."""
COMPLETED = frozenset(
    {
        "AgentMessage",
        "CollabAgentToolCall",
        "CommandExecution",
        "ContextCompaction",
        "DynamicToolCall",
        "EnteredReviewMode",
        "ExitedReviewMode",
        "Extension",
        "FileChange",
        "HookPrompt",
        "ImageGeneration",
        "ImageView",
        "McpToolCall",
        "Plan",
        "Reasoning",
        "SubAgentActivity",
        "UserMessage",
        "WebSearch",
    }
)
"""What an event says is complete."""
EVENTS = frozenset(
    {
        "account/rateLimits/updated",
        "agent_message",
        "agent_message_delta",
        "agent_reasoning",
        "agent_reasoning_raw_content",
        "agent_reasoning_section_break",
        "apply_patch_approval_request",
        "background_event",
        "codex/event/raw_item",
        "collab_agent_interaction_begin",
        "collab_agent_interaction_end",
        "collab_agent_spawn_begin",
        "collab_agent_spawn_end",
        "collab_close_begin",
        "collab_close_end",
        "collab_resume_begin",
        "collab_resume_end",
        "collab_waiting_begin",
        "collab_waiting_end",
        "context_compacted",
        "deprecation_notice",
        "dynamic_tool_call_request",
        "dynamic_tool_call_response",
        "elicitation_request",
        "entered_review_mode",
        "error",
        "exec_approval_request",
        "exec_command_begin",
        "exec_command_end",
        "exited_review_mode",
        "guardian_assessment",
        "hook_completed",
        "hook_started",
        "image_generation_begin",
        "image_generation_end",
        "item_completed",
        "item_started",
        "mcp_startup_complete",
        "mcp_startup_update",
        "mcp_tool_call_begin",
        "mcp_tool_call_end",
        "model_reroute",
        "patch_apply_begin",
        "patch_apply_end",
        "plan_update",
        "raw_response_item",
        "request_permissions",
        "request_user_input",
        "session_configured",
        "shutdown_complete",
        "skills_update_available",
        "stream_error",
        "sub_agent_activity",
        "task_complete",
        "task_started",
        "thread_goal_updated",
        "thread_name_updated",
        "thread_rolled_back",
        "thread_settings_applied",
        "token_count",
        "turn.completed",
        "turn_aborted",
        "turn_complete",
        "turn_diff",
        "turn_started",
        "undo_completed",
        "undo_started",
        "user_message",
        "view_image_tool_call",
        "warning",
        "web_search_begin",
        "web_search_end",
    }
)
"""What an ``event_msg`` may be."""
PLAIN = frozenset(
    {
        META,
        "compacted",
        "error",
        "inter_agent_communication",
        "inter_agent_communication_metadata",
        "state",
        "token_usage_record",
        "turn_context",
        "world_state",
    }
)
"""Rows whose type says it all; ``state`` and ``error`` are rows of the first versions."""
