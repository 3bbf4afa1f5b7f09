"""The property list of a launchd agent. It was written without a Mac to try it on."""

from __future__ import annotations

import plistlib
from typing import TYPE_CHECKING, Any

from dreamd.service.marking import marked

if TYPE_CHECKING:
    from dreamd.service.wanted import Kind, Wanted

DAEMON, ONCE = "local.dreamd", "local.dreamd-once"
HOUR = 3600
THROTTLE_SECONDS = 30
"""Between two starts; five failures fill half of the five minutes that ``crashes`` looks at."""
STOP_SECONDS = 60
WITH_KEYS = 'set -a; test -r "$0" && . "$0"; set +a; exec "$@"'
"""launchd reads no file of variables, so a shell does."""


def label(kind: Kind) -> str:
    """The agent's name."""
    return ONCE if kind == "timer" else DAEMON


def names(kind: Kind) -> tuple[str, ...]:
    """The one file that ``render`` makes."""
    return (f"{label(kind)}.plist",)


def render(wanted: Wanted) -> dict[str, str]:
    """The property list, by its name below the directory of a person's agents.

    Launchd expands neither ``~`` nor variables, so every path is absolute.
    """
    name = label(wanted.kind)
    entry: dict[str, Any] = {
        "Label": name,
        "ProgramArguments": ["/bin/sh", "-c", WITH_KEYS, str(wanted.key_file), *wanted.command],
        "EnvironmentVariables": {"DREAMD_SUPERVISOR": "launchd", **wanted.environment},
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
    # A daemon that ends well stays down; one that fails is started anew, and counts that itself (``crashes``).
    entry |= {"StartInterval": HOUR} if wanted.kind == "timer" else {"KeepAlive": {"SuccessfulExit": False}}
    return {f"{name}.plist": marked(plistlib.dumps(entry, sort_keys=False).decode(), xml=True)}
