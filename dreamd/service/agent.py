"""The property list of a launchd agent. It was written without a Mac to try it on."""

from __future__ import annotations

import plistlib
from typing import TYPE_CHECKING, Any

from dreamd.service.marking import marked

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.service.wanted import Kind, Wanted

DAEMON, ONCE = "local.dreamd", "local.dreamd-once"
HOUR = 3600
THROTTLE_SECONDS = 30
"""Between two starts; five fill half of the five minutes that ``crashes`` looks at."""
STOP_SECONDS = 60
WITH_KEYS = 'set -a; test -r "$0" && . "$0"; set +a; exec "$@"'
"""launchd reads no file of variables, so a shell does."""


def label(kind: Kind) -> str:
    """The agent's name."""
    return ONCE if kind == "timer" else DAEMON


def starts(state: Path) -> Path:
    """Where ``crashes`` counts, below dreamd's state directory."""
    return state / "starts.json"


def names(kind: Kind) -> tuple[str, ...]:
    """The one file that ``render`` makes."""
    return (f"{label(kind)}.plist",)


def render(wanted: Wanted) -> dict[str, str]:
    """The property list, by its name below the directory of a person's agents.

    Launchd expands neither ``~`` nor variables, so every path is absolute.
    """
    name, daemon = label(wanted.kind), wanted.kind == "daemon"
    python, counted = wanted.command[0], ("-I", "-m", "dreamd.service.crashes", str(starts(wanted.own[0])))
    command = (python, *counted, *wanted.command) if daemon else wanted.command
    entry: dict[str, Any] = {
        "Label": name,
        "ProgramArguments": ["/bin/sh", "-c", WITH_KEYS, str(wanted.key_file), *command],
        "EnvironmentVariables": wanted.environment,
        "WorkingDirectory": str(wanted.home),
        "StandardOutPath": str(wanted.log),
        "StandardErrorPath": str(wanted.log),
        "RunAtLoad": True,
        "ThrottleInterval": THROTTLE_SECONDS,
        "ExitTimeOut": STOP_SECONDS,
        "ProcessType": "Background",
        "LowPriorityIO": True,
        "Nice": 19,
        "Umask": 0o077,
    }
    # A daemon that ends well stays down; one that fails is started anew, so often as ``crashes`` allows.
    entry |= {"KeepAlive": {"SuccessfulExit": False}} if daemon else {"StartInterval": HOUR}
    return {f"{name}.plist": marked(plistlib.dumps(entry, sort_keys=False).decode(), xml=True)}
