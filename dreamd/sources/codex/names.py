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
QUIET = frozenset(
    {
        "additional_tools",
        "compaction",
        "compaction_trigger",
        "context_compaction",
        "ghost_snapshot",
        "other",
        "reasoning",
    }
)
"""Items that hold nobody's words."""
ITEMS = CALLS | RESULTS | QUIET | {"agent_message", "message"}
"""All that a ``response_item`` may be; before 0.44 such items are rows of their own."""
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
