"""Talks to launchd, by way of ``launchctl``. It was written without a Mac to try it on."""

from __future__ import annotations

import os
import re
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd.errors import ConfigError, ServiceError
from dreamd.service import agent, crashes, program
from dreamd.service.program import SLOW_SECONDS, Program, must, run
from dreamd.service.supervisor import Standing, Supervisor

if TYPE_CHECKING:
    from dreamd.paths import Places
    from dreamd.service.wanted import Kind

TRIES, PAUSE_SECONDS = 5, 1.0
"""An agent that was just unloaded may be on its way out when it is loaded again."""
SHOWN = re.compile(r"^\s*(?P<key>path|state|pid|last exit code) = (?P<value>.*)$", re.MULTILINE)


def reach(environment: dict[str, str], search: str, otherwise: str) -> Program:
    """The way to this person's launchd.

    Raises:
        ConfigError: there is none, as in a login over ssh.
    """
    launchctl = program.find("launchctl", search, environment, otherwise)
    ran = run(launchctl, "print", _domain())
    if ran.code:
        raise ConfigError(f"no launchd session of this user: {ran.told}", f"Log in at the Mac's screen. {otherwise}")
    return launchctl


def folder(home: Path) -> Path:
    """Where launchd reads a person's agents."""
    return home / "Library" / "LaunchAgents"


def supervisor(launchctl: Program, places: Places) -> Supervisor:
    """Launchd as a record of functions."""
    place, counted = folder(places.home), agent.starts(places.state)
    return Supervisor(
        folder=place,
        names=agent.names,
        view=lambda _kind: "",
        render=agent.render,
        trial=lambda _wanted: "",
        begin=partial(begin, launchctl, place, counted),
        start=partial(start, launchctl, counted),
        stop=partial(stop, launchctl),
        end=partial(end, launchctl),
        forget=partial(forget, launchctl),
        look=partial(look, launchctl),
    )


def begin(launchctl: Program, folder: Path, counted: Path, kind: Kind) -> None:
    """Load the agent and start it.

    Raises:
        ServiceError: launchd does not take it.
    """
    if look(launchctl, kind).state == "absent":
        run(launchctl, "enable", _target(kind))  # an agent that a person once disabled is not taken
        _load(launchctl, folder / agent.names(kind)[0])
    if kind == "daemon":  # loading alone may not start it
        start(launchctl, counted, kind)


def _load(launchctl: Program, path: Path) -> None:
    for left in reversed(range(TRIES)):
        ran = run(launchctl, "bootstrap", _domain(), str(path))
        if not ran.code:
            return
        if left:
            time.sleep(PAUSE_SECONDS)
    raise ServiceError(f"launchctl bootstrap: {ran.told}", f"Try: launchctl bootstrap {_domain()} '{path}'")


def start(launchctl: Program, counted: Path, kind: Kind) -> None:
    """Start it now, also after it was started too often.

    Raises:
        ServiceError: launchd does not start it.
    """
    crashes.forget(counted)
    must(launchctl, "kickstart", _target(kind), seconds=SLOW_SECONDS)


def stop(launchctl: Program, kind: Kind) -> None:
    """Stop it; it ends well, and so stays down until the next login.

    Raises:
        ServiceError: launchd does not know it.
    """
    if look(launchctl, kind).state == "running":
        must(launchctl, "kill", "SIGTERM", _target(kind))


def end(launchctl: Program, kind: Kind) -> None:
    """Unload it, which stops it.

    Raises:
        ServiceError: it stays.
    """
    if look(launchctl, kind).state != "absent":
        must(launchctl, "bootout", _target(kind), seconds=SLOW_SECONDS)


def forget(launchctl: Program, kind: Kind) -> None:
    """Nothing: an agent that was unloaded is forgotten."""


def look(launchctl: Program, kind: Kind) -> Standing:
    """What became of the agent; launchd tells it for people, and may tell it otherwise one day."""
    ran = run(launchctl, "print", _target(kind))
    if ran.code:
        return Standing(state="absent")
    # What belongs to the agent as a whole comes first; parts of it have states too.
    values = {match["key"]: match["value"].strip() for match in reversed(list(SHOWN.finditer(ran.out)))}
    code = values.get("last exit code", "").split(":")[0]
    gone = not Path(values.get("path", "/")).exists()
    if values.get("state") == "running":
        return Standing(state="running", enabled=True, gone=gone)
    if code not in {"", "0", "(never exited)"}:
        return Standing(state="failed", enabled=True, hint=f"it ended with exit code {code}", gone=gone)
    return Standing(state="waiting" if kind == "timer" else "stopped", enabled=True, gone=gone)


def _domain() -> str:
    return f"gui/{os.getuid()}"


def _target(kind: Kind) -> str:
    return f"{_domain()}/{agent.label(kind)}"
