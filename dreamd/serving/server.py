"""The server on standard input and output, made with the package ``mcp``; one call at a time."""

from __future__ import annotations

import signal
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
import mcp_types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from dreamd import __version__, caution
from dreamd.serving import tools, wire

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

    from mcp.server.context import ServerRequestContext

    from dreamd.commands import Asked
    from dreamd.serving.tools import Tool

INSTRUCTIONS = "\n".join(("What the person told their agents before, in this project and in all.", *caution.LINES))


def serve(asked: Asked, *, write: bool) -> None:
    """Serve until standard input ends; nothing else reaches standard output meanwhile (the package sees to it).

    Args:
        asked: the invocation.
        write: whether ``remember`` is offered.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)  # the event loop's own waits for the next line of input
    offered = [tool for tool in tools.TOOLS if write or not tool.writes]
    try:
        anyio.run(_served, server(asked, offered))
    except* BrokenPipeError:
        pass  # whoever listened went away: that is its right


def server(asked: Asked, offered: Sequence[Tool]) -> Server[dict[str, Any]]:
    """The server with these tools. Calls wait for each other: what they run is made for one at a time."""
    turn = anyio.CapacityLimiter(1)

    async def listed(
        _context: ServerRequestContext[Any], _params: mcp_types.PaginatedRequestParams | None
    ) -> mcp_types.ListToolsResult:
        return mcp_types.ListToolsResult(tools=[_described(tool) for tool in offered])

    async def called(
        context: ServerRequestContext[Any], params: mcp_types.CallToolRequestParams
    ) -> mcp_types.CallToolResult:
        client = context.session.client_params
        name = client.client_info.name if client is not None else ""
        work = partial(tools.call, asked, offered, params.name, params.arguments or {}, name)
        answer = await anyio.to_thread.run_sync(work, limiter=turn)
        said = mcp_types.TextContent(type="text", text=answer.text)
        return mcp_types.CallToolResult(content=[said], is_error=answer.failed)

    return Server("dreamd", version=__version__, instructions=INSTRUCTIONS, on_list_tools=listed, on_call_tool=called)


def _interrupted(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _described(tool: Tool) -> mcp_types.Tool:
    hints = mcp_types.ToolAnnotations(
        title=tool.title,
        read_only_hint=not tool.writes,
        destructive_hint=False,  # what is replaced is archived, and undo brings it back
        idempotent_hint=True,  # said again it is known
        open_world_hint=False,
    )
    return mcp_types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.schema,
        annotations=hints,
    )


async def _served(server: Server[dict[str, Any]]) -> None:
    async with stdio_server() as (reading, writing), anyio.create_task_group() as tasks:
        onward, whole = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        tasks.start_soon(wire.sift, reading, onward, writing.send)
        await server.run(whole, writing, server.create_initialization_options())
        tasks.cancel_scope.cancel()
