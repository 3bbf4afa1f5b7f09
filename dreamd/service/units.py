"""The files of ``systemd/``, rendered for one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import paths
from dreamd.service.marking import marked
from dreamd.service.quoting import file_name, word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.service.wanted import Kind, Wanted

DAEMON, ONCE, TIMER = "dreamd.service", "dreamd-once.service", "dreamd-once.timer"
SHIPPED_VIEW = "dreamd.service.d/namespace.conf"
PROBE = "dreamd-probe.service"
READABLE, CHANGEABLE, LOCKED = 11, 12, 13
"""How it ends where it sees what is hidden, may change what is read-only, or may not change what is dreamd's."""
AWAITED = "was not there when this was written, and can be changed only by a service that starts after it came."
"""With this line the drop-in changes when that comes, so that another installation starts the service anew."""


def render(wanted: Wanted) -> dict[str, str]:
    """The unit files, by their names below the directory of a person's units."""
    unit = service(wanted.kind)
    made = {unit: _unit(unit, wanted), view_name(wanted.kind): view(wanted)}
    if wanted.kind == "timer":
        made[TIMER] = _shipped(TIMER)
    return {name: marked(text) for name, text in made.items()}


def service(kind: Kind) -> str:
    """The unit that dreams."""
    return ONCE if kind == "timer" else DAEMON


def names(kind: Kind) -> tuple[str, ...]:
    """Every file that ``render`` makes; the first is what is enabled and started."""
    return (TIMER, ONCE, view_name(kind)) if kind == "timer" else (DAEMON, view_name(kind))


def view_name(kind: Kind) -> str:
    """The drop-in with the unit's own view of the person's files; it needs user namespaces."""
    return f"{service(kind)}.d/{SHIPPED_VIEW.rpartition('/')[2]}"


def view(wanted: Wanted) -> str:
    """The text of that drop-in."""
    text = _replaced(_shipped(SHIPPED_VIEW), {"ReadWritePaths": " ".join(_optional(map(str, wanted.writable)))})
    return text if wanted.awaited is None else f"{text}# {wanted.awaited} {AWAITED}\n"


def probe(wanted: Wanted, hidden: str, outside: str) -> str:
    """A unit that fails unless the drop-in's lines start and hold.

    Args:
        wanted: what the service needs.
        hidden: a directory that the unit must not see into.
        outside: one that it must not write into; dreamd's own it must.
    """
    lines = [line for line in view(wanted).splitlines() if line and not line.startswith("#")]
    script = f'test ! -r "$0" || exit {READABLE}; test ! -w "$1" || exit {CHANGEABLE}; test -w "$2" || exit {LOCKED}'
    arguments = " ".join(map(word, (":/bin/sh", "-c", script, hidden, outside, str(wanted.own[0]))))
    held = [f"InaccessiblePaths={word(hidden)}", "Type=oneshot", "TimeoutStartSec=15", f"ExecStart={arguments}"]
    return "\n".join(["[Unit]", "Description=dreamd: a short trial", *lines, *held, ""])


def _unit(name: str, wanted: Wanted) -> str:
    # systemd starts no program whose path holds one of these signs; a shell does.
    odd = set(wanted.command[0]) & set("\"'\\")
    started = (
        (":/bin/sh", "-c", 'exec "$0" "$@"', *wanted.command) if odd else (f":{wanted.command[0]}", *wanted.command[1:])
    )
    start = " ".join(map(word, started))
    environment = [f"Environment={word(f'{key}={value}')}" for key, value in wanted.environment.items()]
    text = _replaced(_shipped(name), {"EnvironmentFile": f"-{file_name(str(wanted.key_file))}", "ExecStart": start})
    head, found, rest = text.partition("ExecStart=")
    return head + "".join(f"{line}\n" for line in environment) + found + rest


def _optional(names: Iterable[str]) -> list[str]:
    return [word(f"-{name}") for name in names]


def _replaced(text: str, values: dict[str, str]) -> str:
    """The text with other values for these keys, each of which stands there once."""
    lines = text.splitlines()
    keys = [line.partition("=")[0] for line in lines]
    for key, value in values.items():
        lines[keys.index(key)] = f"{key}={value}"
    return "\n".join(lines) + "\n"


def _shipped(name: str) -> str:
    return (paths.shipped("systemd") / name).read_text("utf-8")
