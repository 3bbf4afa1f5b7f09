"""``dreamd mcp``: memory and skills as tools of an agent."""

from __future__ import annotations

import importlib.util
import sys

import click

from dreamd import terminal
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.errors import ConfigError


@click.command("mcp", short_help="Serve memory and skills as tools, over MCP.")
@click.option("--write", is_flag=True, help="Offer remember, too; else the server only reads.")
@with_output
@pass_asked
def command(asked: Asked, *, write: bool) -> None:
    """Serve memory and skills to an agent over the Model Context Protocol, on standard input and output.

    An agent starts it: claude mcp add dreamd -- dreamd mcp. It acts on the project that it is started in. The tools are
    recall, topics, read_topic, skills and read_skill; with --write also remember, which keeps what an agent says as
    [unconfirmed], unless it quotes your own words from the session that is going on.
    """
    if importlib.util.find_spec("mcp") is None:
        raise ConfigError(
            "the package mcp is not installed",
            "Install dreamd with its extra mcp: pip install 'dreamd[mcp]'; in a clone of it: uv tool install '.[mcp]'.",
        )
    if sys.stdin is None:
        raise ConfigError("standard input is closed, and the protocol is spoken there", "Let an agent start it.")
    if terminal.attended() and not asked.quiet:
        terminal.warn("this is for agents to start, and speaks their protocol; Ctrl-D ends it")
    from dreamd.serving import server  # noqa: PLC0415 (few have the package, and it takes a second to load)

    server.serve(asked, write=write)


COMMAND = command
