"""``dreamd ui``: the page, on this machine."""

from __future__ import annotations

import importlib.util
import webbrowser

import click

from dreamd import caller, terminal
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.errors import ConfigError, PolicyViolation

NEEDED = ("starlette", "uvicorn", "jinja2")


def lacking() -> None:
    """Refuse where the extra is not installed.

    Raises:
        ConfigError: it is not.
    """
    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        raise ConfigError(
            "what serves and writes the page is not installed",
            "Install dreamd with its extra ui: pip install 'dreamd[ui]'; in a clone of it: uv tool install '.[ui]'.",
        )


@click.command("ui", short_help="Look at memory in your browser.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Listen there; else where it is free.")
@click.option("--open", "opened", is_flag=True, help="Open it in your browser.")
@with_output
@pass_asked
def command(asked: Asked, port: int, *, opened: bool) -> None:
    """Serve one page on this machine, for your browser.

    It shows what dreams learned and from which sentence, the memory by topic, findings and proposals to accept or
    reject, sizes, cost; and it searches.

    The address that is printed works once, in one browser. Nothing is loaded from elsewhere. Ctrl-C ends it.
    """
    lacking()
    if caller.caller(asked.environment, terminal=terminal.attended()).marked:
        raise PolicyViolation("the page lets who holds its address change the memory", "Start it yourself.")
    from dreamd.page import server  # noqa: PLC0415 (few have the packages)

    def say(address: str) -> None:
        if asked.json:
            terminal.document({"address": address})
        else:
            terminal.say(address)
            terminal.say("  works once, in one browser; Ctrl-C ends it", dim=True)
        if opened:
            webbrowser.open(address)

    try:
        server.serve(asked, port, say)
    except OSError as error:
        raise ConfigError(f"cannot listen on port {port}: {error.strerror}", "Name another with --port.") from error


COMMAND = command
