"""The command line: the group of commands, and the one door where an error becomes an exit code."""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, cast

import click

from dreamd import __version__, caller, commands, config, paths, patience, registry, terminal
from dreamd.commands import WORKSPACE, Asked, offered
from dreamd.errors import ConfigError, DreamdError, PolicyViolation, StoreError

if TYPE_CHECKING:
    from types import FrameType

UNWRITTEN, BUG, INTERRUPTED, TERMINATED = 1, 3, 130, 143


SECTIONS = {
    "Dream": "once run service status log review",
    "Say and ask": "remember confirm forget recall why resident recent",
    "See what was done, take it back": "history show diff undo replay sessions sources ui",
    "Keep it in order": "govern check promote split index skills",
    "Connect agents": "hooks mcp",
    "Carry and keep": "export import backup restore",
    "Set up": "init config doctor",
}
"""Heading of the help -> the commands below it."""


class Shelf(click.Group):
    """Finds its commands on the shelf and imports only the one that runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's form)
        """Names of all commands."""
        return [name.replace("_", "-") for name in registry.names(commands)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (click's form)
        """The command, or ``None`` where there is none of that name."""
        if cmd_name.replace("-", "_") not in registry.names(commands):
            return None
        return cast("click.Command", registry.entry(commands, "COMMAND", cmd_name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what people want of them."""
        names = {heading: listed.split() for heading, listed in SECTIONS.items()}
        widest = max(len(name) for listed in names.values() for name in listed)
        for heading, listed in names.items():
            found = [(name, self.get_command(ctx, name)) for name in listed]
            rows = [(name.ljust(widest), one.get_short_help_str(100)) for name, one in found if one]
            with formatter.section(heading):
                formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's own, with the nearest names where there is none."""
        name = str(args[0])
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            import difflib  # noqa: PLC0415 (an agent's start waits for this module)

            near = " or ".join(difflib.get_close_matches(name, self.list_commands(ctx), n=2))
            meant = f"; did you mean {near}?" if near else ""
            raise click.UsageError(f"there is no command {name!r}{meant}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=Shelf, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--config", "config_path", type=click.Path(path_type=Path), metavar="FILE", help="Use this configuration."
)
@click.option("--workspace", metavar="NAME|DIR", shell_complete=offered, help=WORKSPACE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("-v", "--verbose", is_flag=True, help="Say more.")
@click.option("-q", "--quiet", is_flag=True, help="Say only what went wrong.")
@click.version_option(__version__, prog_name="dreamd")
@click.pass_context
def group(
    context: click.Context,
    config_path: Path | None,
    workspace: str | None,
    *,
    as_json: bool,
    verbose: bool,
    quiet: bool,
) -> None:
    """Long-term memory for coding agents.

    dreamd reads the sessions of your coding agents and keeps a short, true, sourced memory that they load at their next
    start. Begin with: dreamd once
    """
    env = paths.environment()
    if env.get("NO_COLOR") or env.get("TERM") == "dumb":
        context.color = False
    places = paths.places(env, config_path)
    if config_path is not None and caller.caller(env, terminal=False).marked:
        raise PolicyViolation(
            "an agent goes by the person's own settings, and chooses no others", "Leave --config out."
        )
    if config_path is not None and context.invoked_subcommand != "init":
        config.require(places.config)
    context.obj = Asked(places, env.get("PATH", os.defpath), env, workspace, as_json, quiet, verbose)


def main() -> NoReturn:
    """Run one command and exit with its code."""
    _opened()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal of another encoding is no reason to fail
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup's wish stands
            signal.signal(number, _terminate)
    try:
        code = _run()
    except click.ClickException as error:
        code = _misused(error)
    except DreamdError as error:
        _explain(error.kind, error.message, error.fix)
        code = error.exit_code
    except (KeyboardInterrupt, click.Abort):
        _explain("Interrupted", "stopped; nothing was left half-done", "")
        code = INTERRUPTED
    except BrokenPipeError:
        code = 0  # the reader of our output went away (`dreamd log | head`): that is its right
    except Exception as error:  # noqa: BLE001 (the one door: everything else is a bug, and says so)
        _report(error)
        code = BUG
    whole = _written()
    sys.exit(code if whole else code or UNWRITTEN)


def _opened() -> None:
    """Open what was closed when we started: no file of ours may get the number of a standard stream."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or os.fdopen(1, "w")
    sys.stderr = sys.stderr or os.fdopen(2, "w")


def _written() -> bool:
    """Write out what was said; whether all of it could be. The rest is let go of: Python would complain at exit."""
    whole = True
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            whole = whole and isinstance(error, BrokenPipeError)
    return whole


def _misused(error: click.ClickException) -> int:
    """Explain wrong usage; ``dreamd`` alone is none, and shows the help."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.message)
        return 0
    context = error.ctx if isinstance(error, click.UsageError) else None
    _explain("UsageError", error.format_message(), f"See: {context.command_path if context else 'dreamd'} --help")
    return ConfigError.exit_code


def _run() -> int:
    """Run the command; click's own ``main`` would end the process itself when a pipe breaks.

    Raises:
        StoreError: the system refused something that no code below had a better word for.
    """
    paths.refuse_windows()
    if any(name.startswith("_DREAMD_COMPLETE") for name in paths.environment()):
        group.main(prog_name="dreamd")
    try:
        with group.make_context("dreamd", sys.argv[1:]) as context:
            group.invoke(context)
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StoreError(f"the system refused: {error}", "Check the disk, its free space and its rights.") from error
    return 0


def _terminate(_number: int, _frame: FrameType | None) -> None:
    """SIGTERM and SIGHUP unwind like an error, so that whatever is under way is put back, and nobody is waited for."""
    patience.end_by(time.monotonic())
    sys.exit(TERMINATED)


def _explain(kind: str, message: str, fix: str) -> None:
    """Say what went wrong; where nothing can be written, the exit code alone does."""
    with suppress(OSError):
        if "--json" in sys.argv[1:]:
            terminal.document({"error": {"kind": kind, "message": message, "fix": fix}})
            return
        terminal.warn(message)
        if fix:
            click.echo(terminal.safe(fix), err=True)


def _report(error: Exception) -> None:
    """Write a report of a bug, and say where it lies."""
    from dreamd import bugreport  # noqa: PLC0415 (an agent's start waits for this module)

    _explain("Bug", f"this is a bug in dreamd: {type(error).__name__}", bugreport.write(error))
