"""``dreamd service``: has the system's supervisor run dreamd, and shows what became of it."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING

import click

from dreamd import serviced, terminal
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.errors import ConfigError, ServiceError
from dreamd.service import agent, installing, launchd, placing, systemd, units, wanted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dreamd.service.installing import Plan
    from dreamd.service.placing import Change
    from dreamd.service.supervisor import Standing, Supervisor
    from dreamd.service.wanted import Kind, Wanted

TIMER = click.option("--timer", is_flag=True, help="A gated dream every hour, instead of the daemon.")
YES = click.option(
    "--yes", is_flag=True, help="Replace or remove, without asking, also what somebody changed (kept as .bak)."
)
KINDS: tuple[Kind, ...] = ("daemon", "timer")
SINCE: dict[Kind, str] = {
    "daemon": "; it starts again at every login.",
    "timer": "; every hour it looks whether to dream.",
}


@click.group("service", short_help="Have dreamd run by itself; see what became of it.")
@with_output
def command() -> None:
    """Have systemd or launchd run dreamd for you: from the next login on, and now.

    Only your own services are touched, and no rights are needed for that. Without --timer it is the daemon (dreamd
    run), which watches; with --timer no process stays, and "dreamd once --all --gated" runs every hour.
    """


@command.command("install", short_help="Install it, enable it, start it.")
@TIMER
@YES
@with_output
@pass_asked
def install(asked: Asked, *, timer: bool, yes: bool) -> None:
    """Install the service, enable it and start it; where it is installed already, bring it up to date.

    It carries what says where your things lie (DREAMD_HOME, XDG_*, CLAUDE_CONFIG_DIR, ...), and no key. With -v it
    shows what it writes; so does "dreamd service print", which writes nothing.
    """
    supervisor = _supervisor(asked)
    needed = _needed(asked, "timer" if timer else "daemon")
    installing.verify(asked.search)
    planned = installing.plan(supervisor, needed)
    if not (asked.json or asked.quiet):
        _announce(supervisor, planned, verbose=asked.verbose)
    _agree(asked, supervisor, planned, yes=yes)
    if not (planned.changes or asked.json or asked.quiet):
        terminal.say("Nothing changes: it is installed as it should be.")
    kept = installing.install(supervisor, planned)
    standing = _report(asked, supervisor, needed.kind, planned, kept)
    if not (asked.json or asked.quiet):
        serviced.advise(asked, supervisor, needed, planned)
        terminal.say(
            f"Installed: {supervisor.names(needed.kind)[0]} is {standing.state}{SINCE[needed.kind]}", bold=True
        )


@command.command("uninstall", short_help="Stop it and take it away; memories and state stay.")
@TIMER
@YES
@with_output
@pass_asked
def uninstall(asked: Asked, *, timer: bool, yes: bool) -> None:
    """Stop the service and remove what was installed. Memories, history, configuration and keys stay."""
    if _nothing(asked):
        return
    supervisor, kind = _installed(asked, timer=timer)
    planned = installing.removal(supervisor, kind)
    _agree(asked, supervisor, planned, yes=yes)
    kept = installing.uninstall(supervisor, planned)
    left = [supervisor.folder / name for name in supervisor.names(kind)]
    if not (asked.json or asked.quiet):
        if planned.gone:
            terminal.say(f"Stopped {supervisor.names(kind)[0]}, which ran although its file was gone.")
        _announce(supervisor, planned, verbose=asked.verbose)
        for path in left:
            if path.exists():
                terminal.say(f"{path} is not dreamd's, and stays.")
    _report(asked, supervisor, kind, planned, kept)


@command.command("start", short_help="Start it, also after it failed.")
@TIMER
@with_output
@pass_asked
def start(asked: Asked, *, timer: bool) -> None:
    """Start the installed service."""
    supervisor, kind = _installed(asked, timer=timer, must=True)
    _needed(asked, kind)  # with a configuration that is not valid it would end at once
    supervisor.start(kind)
    _report(asked, supervisor, kind)


@command.command("stop", short_help="Stop it until the next login.")
@TIMER
@with_output
@pass_asked
def stop(asked: Asked, *, timer: bool) -> None:
    """Stop the service, with the dream under way, which is put back. It starts again at the next login."""
    if _nothing(asked):
        return
    supervisor, kind = _installed(asked, timer=timer, must=True)
    supervisor.stop(kind)
    _report(asked, supervisor, kind)


@command.command("status", short_help="Installed, running, failed, changed?")
@TIMER
@with_output
@pass_asked
@click.pass_context
def status(context: click.Context, asked: Asked, *, timer: bool) -> None:
    """Show whether the service is installed and runs, what it says, and how its files differ from new ones."""
    supervisor, kind = _installed(asked, timer=timer)
    standing = _report(asked, supervisor, kind)
    context.exit(1 if standing.state == "failed" else 0)


@command.command("print", short_help="Show the files, and change nothing.")
@TIMER
@with_output
@pass_asked
def show(asked: Asked, *, timer: bool) -> None:
    """Show the files as "install" would write them here, and change nothing."""
    needed = _needed(asked, "timer" if timer else "daemon")
    if sys.platform == "darwin":
        folder, rendered = launchd.folder(asked.places.home), agent.render(needed)
    else:
        folder, rendered = systemd.likely_folder(asked.places.home, asked.environment), units.render(needed)
    if asked.json:
        shown = [{"path": folder / name, "text": text} for name, text in rendered.items()]
        terminal.document({"unit": next(iter(rendered)), "path": shown[0]["path"], "files": shown})
        return
    for name, text in rendered.items():
        terminal.say(f"# --- {folder / name}", bold=True)
        click.echo(text)


def _supervisor(asked: Asked) -> Supervisor:
    """What supervises services here.

    Raises:
        ConfigError: nothing does, or not for this person.
    """
    here = shlex.join((sys.executable, "-I", "-m", "dreamd"))
    otherwise = f"Run it by hand: dreamd run. Or from cron (crontab -e): 17 * * * * {here} --quiet once --all --gated"
    if sys.platform == "darwin":
        return launchd.supervisor(launchd.reach(asked.environment, asked.search, otherwise), asked.places)
    return systemd.supervisor(systemd.reach(asked.environment, asked.search, otherwise), asked.places)


def _nothing(asked: Asked) -> bool:
    """Whether nothing supervises services here and none of ours is installed, so that nothing is to be ended: says so.

    Raises:
        ServiceError: one is installed, and what would end it cannot be reached. Nothing is wrong with the call.
    """
    try:
        _supervisor(asked)
    except ConfigError as error:
        folders, names = {launchd.folder(asked.places.home)}, agent.names
        if sys.platform != "darwin":
            folders = {systemd.likely_folder(asked.places.home, some) for some in (asked.environment, {})}
            names = units.names
        there = [folder / name for folder in folders for kind in KINDS for name in names(kind)]
        if left := next((path for path in there if path.exists()), None):
            raise ServiceError(f"{error.message}; {left} stays", error.fix) from error
        if asked.json:
            terminal.document({"unit": names("daemon")[0], "path": there[0], "state": "absent", "changed": []})
        elif not asked.quiet:
            terminal.say(f"Nothing to do: no service is installed ({error.message}).")
        return True
    return False


def _needed(asked: Asked, kind: Kind) -> Wanted:
    """What the service needs by the settings.

    Raises:
        ConfigError: they are not valid, or a path is none for a service.
    """
    return wanted.gather(asked.places, asked.config, asked.environment, kind)


def _installed(asked: Asked, *, timer: bool, must: bool = False) -> tuple[Supervisor, Kind]:
    """The supervisor, and the kind of service that is installed (or is meant by ``--timer``).

    Raises:
        ConfigError: it must be installed, and is not.
    """
    supervisor = _supervisor(asked)
    kind: Kind = "timer" if timer else installing.present(supervisor)
    if must and supervisor.look(kind).state == "absent":
        raise ConfigError("the service is not installed", "Install it with: dreamd service install")
    return supervisor, kind


def _announce(supervisor: Supervisor, planned: Plan, *, verbose: bool) -> None:
    """What is about to be written: the paths; with ``verbose`` also the lines that are not comments.

    What somebody else wrote is shown as a diff in any case.
    """
    for change in planned.changes:
        path = supervisor.folder / change.name
        verb = "Removes" if change.new is None else "Writes" if change.old is None else "Changes"
        terminal.say(f"{verb} {path}", bold=True)
        if change.new is None:
            continue
        if change.old is not None and (verbose or change.whose != "ours"):
            terminal.difference(placing.told([change]))
        elif change.old is None and verbose:
            for line in change.new.decode().splitlines():
                if line.strip() and not line.startswith("#"):
                    terminal.say(f"    {line}", dim=True)


def _agree(asked: Asked, supervisor: Supervisor, planned: Plan, *, yes: bool) -> None:
    """Ask before anything that somebody else wrote is replaced.

    Raises:
        ConfigError: nobody is here to be asked.
    """
    if not planned.theirs or yes:
        return
    named = ", ".join(str(supervisor.folder / name) for name in planned.theirs)
    told = f"not as dreamd wrote it: {named}"
    if asked.json or not terminal.attended():
        raise ConfigError(
            told, "Add --yes: what is there now is kept beside it as .bak. A drop-in of yours stays anyway."
        )
    terminal.warn(told)
    question = "Replace it?" if any(change.new is not None for change in planned.changes) else "Take it away?"
    terminal.agree(f"{question} What is there now is kept beside it as .bak.", err=True)


def _report(
    asked: Asked, supervisor: Supervisor, kind: Kind, planned: Plan | None = None, kept: Sequence[Path] = ()
) -> Standing:
    """How the service stands now, and what was just done to its files."""
    name = supervisor.names(kind)[0]
    standing, drift = supervisor.look(kind), _drift(asked, supervisor, kind)
    path = supervisor.folder / name
    if asked.json:
        document = {"unit": name, "path": path, "state": standing.state, "drift": placing.told(drift)}
        document |= {"enabled": standing.enabled, "status": standing.status, "hint": standing.hint}
        document["confined"] = installing.confined(supervisor, kind)
        if planned is not None:
            changed = [supervisor.folder / change.name for change in planned.changes]
            document |= {"changed": changed, "kept": kept, "unconfined": planned.unconfined}
        terminal.document(document)
        return standing
    for aside in kept:
        terminal.say(f"What was there is kept as {aside}.")
    if not asked.quiet:
        serviced.tell(name, path, standing, drift)
        if planned is None and installing.confined(supervisor, kind) is False:
            terminal.say(f"  {serviced.EXPOSED}. To hear why, and to try again: dreamd service install")
    return standing


def _drift(asked: Asked, supervisor: Supervisor, kind: Kind) -> Sequence[Change]:
    """How the files differ from what would be installed now; with settings that are not valid nobody knows."""
    try:
        return installing.drift(supervisor, _needed(asked, kind))
    except ConfigError as error:
        terminal.warn(f"{error.message}; how the service's files differ from new ones is not known")
        return ()


COMMAND = command
