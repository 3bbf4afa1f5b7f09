"""Talks to a person's own systemd manager, by way of ``systemctl --user``."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd.errors import ConfigError, ServiceError
from dreamd.service import program, trial, units
from dreamd.service.program import SLOW_SECONDS, Program, must, run
from dreamd.service.supervisor import Standing, Supervisor
from dreamd.service.wanted import settings_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.paths import Places
    from dreamd.service.supervisor import State
    from dreamd.service.wanted import Kind

PROPERTIES = (
    *("LoadState", "ActiveState", "UnitFileState", "StatusText", "Result", "ExecMainStatus", "NRestarts"),
    *("NextElapseUSecRealtime", "FragmentPath"),
)
STATES: dict[str, State] = {
    "active": "running",
    "reloading": "running",
    "activating": "starting",
    "deactivating": "stopping",
    "failed": "failed",
}
ALIVE = {"active", "reloading", "activating", "deactivating"}
"""The last words of one that has ended are no news."""
EXITS = {
    "75": "another dreamd daemon of yours runs already",
    "2": "the configuration or the environment is not usable; see: dreamd doctor",
    "78": "the configuration is invalid; see: dreamd config",
}
"""Why it failed, by its exit code ..."""
SIGNALLED = {"signal", "core-dump"}
RESULTS = {
    "start-limit-hit": "it failed too often",
    "watchdog": "it hung, and the watchdog ended it",
    "oom-kill": "memory ran out",
    "timeout": "it took too long to start or stop",
    "protocol": "it ended before it was ready",
}
"""... and by what systemd makes of its end."""


def reach(environment: dict[str, str], search: str, otherwise: str) -> Program:
    """The way to this person's manager.

    Args:
        environment: the person's.
        search: PATH.
        otherwise: what to do where there is none.

    Raises:
        ConfigError: there is none.
    """
    runtime = Path(f"/run/user/{os.getuid()}")
    if not environment.get("XDG_RUNTIME_DIR") and (runtime / "systemd" / "private").exists():
        environment = environment | {"XDG_RUNTIME_DIR": str(runtime)}  # a shell by way of su or cron
    systemctl = program.find("systemctl", search, environment, otherwise)
    ran = run(systemctl, "--user", "show", "--property=Version", "--value")
    if ran.code:
        raise ConfigError(f"no systemd manager runs for this user: {ran.told}", otherwise)
    return systemctl


def supervisor(systemctl: Program, places: Places) -> Supervisor:
    """The manager as a record of functions."""
    place = folder(systemctl, places.home)
    return Supervisor(
        folder=place,
        names=units.names,
        view=units.view_name,
        render=units.render,
        trial=partial(trial.made, systemctl, place),
        begin=partial(begin, systemctl),
        start=partial(start, systemctl),
        stop=partial(stop, systemctl),
        end=partial(end, systemctl),
        forget=partial(forget, systemctl),
        look=partial(look, systemctl),
    )


def folder(systemctl: Program, home: Path) -> Path:
    """Where the manager reads a person's units; it need not know the shell's ``XDG_CONFIG_HOME``."""
    chosen = likely_folder(home, systemctl.environment)
    if chosen.parent.parent == home / ".config":
        return chosen
    read = must(systemctl, "--user", "show", "--property=UnitPath", "--value")
    return chosen if str(chosen) in read else likely_folder(home, {})


def likely_folder(home: Path, environment: Mapping[str, str]) -> Path:
    """The same, without asking a manager."""
    return settings_folder(home, environment) / "systemd" / "user"


def begin(systemctl: Program, kind: Kind) -> None:
    """Have the manager read the files, and enable and start the service.

    Raises:
        ServiceError: it does not start.
    """
    unit = units.names(kind)[0]
    must(systemctl, "--user", "daemon-reload")
    must(systemctl, "--user", "enable", unit)
    start(systemctl, kind)


def start(systemctl: Program, kind: Kind) -> None:
    """Start it, also after it failed too often.

    Raises:
        ServiceError: it does not start.
    """
    unit = units.names(kind)[0]
    _forgive(systemctl, kind)
    ran = run(systemctl, "--user", "start", unit, seconds=SLOW_SECONDS)
    if ran.code:
        standing = look(systemctl, kind)
        raise ServiceError(f"{unit} does not start: {standing.hint or ran.told}", _see(unit))


def stop(systemctl: Program, kind: Kind) -> None:
    """Stop it, with the dream under way.

    Raises:
        ServiceError: it does not stop.
    """
    # What the manager does not know (a file is gone, say) does not run, and cannot be stopped.
    known = [unit for unit in {units.names(kind)[0], units.service(kind)} if _known(_shown(systemctl, unit))]
    if known:
        must(systemctl, "--user", "stop", *known, seconds=SLOW_SECONDS)


def end(systemctl: Program, kind: Kind) -> None:
    """Stop and disable it.

    Raises:
        ServiceError: it does not stop.
    """
    stop(systemctl, kind)
    unit = units.names(kind)[0]
    ran = run(systemctl, "--user", "disable", unit)
    if ran.code and _there(_shown(systemctl, unit)):  # without a file there may be no link to take away
        raise ServiceError(f"systemctl --user disable {unit}: {ran.told}", _see(unit))


def forget(systemctl: Program, kind: Kind) -> None:
    """Have the manager notice that the files are gone."""
    must(systemctl, "--user", "daemon-reload")
    _forgive(systemctl, kind)


def _forgive(systemctl: Program, kind: Kind) -> None:
    """A failure that was is no news any more."""
    for unit in {units.names(kind)[0], units.service(kind)}:
        run(systemctl, "--user", "reset-failed", unit)


def look(systemctl: Program, kind: Kind) -> Standing:
    """What became of the service; where its timer waits, also whether the last run failed.

    Raises:
        ServiceError: the manager does not say.
    """
    name, service = units.names(kind)[0], units.service(kind)
    values = _shown(systemctl, name)
    ran = _shown(systemctl, service) if service != name else values
    state = STATES.get(values.get("ActiveState", ""), "stopped") if _known(values) else "absent"
    hint = _hint(values)
    if kind == "timer" and state == "running":
        failed = ran.get("ActiveState") == "failed"
        state, hint = ("failed", f"its last run failed: {_hint(ran)} ({_see(service)})") if failed else ("waiting", "")
    return Standing(
        state=state,
        enabled=values.get("UnitFileState") in {"enabled", "enabled-runtime", "linked", "linked-runtime"},
        status=_status(values, kind),
        hint=hint,
        gone=values.get("ActiveState") in ALIVE and not _there(values),
    )


def _known(values: dict[str, str]) -> bool:
    """A unit may run on when its file is gone."""
    return values.get("LoadState") != "not-found" or values.get("ActiveState") in ALIVE


def _there(values: dict[str, str]) -> bool:
    """Its file is, whether or not the manager has read that again since."""
    return values.get("LoadState") != "not-found" and Path(values.get("FragmentPath", "")).exists()


def _shown(systemctl: Program, unit: str) -> dict[str, str]:
    shown = must(systemctl, "--user", "show", f"--property={','.join(PROPERTIES)}", unit)
    return dict(line.split("=", 1) for line in shown.splitlines() if "=" in line)


def _status(values: dict[str, str], kind: Kind) -> str:
    if kind == "timer":
        following = values.get("NextElapseUSecRealtime", "")
        return f"next at {following}" if following else ""
    if values.get("ActiveState") not in ALIVE:
        return ""
    again = f"restarts after failures: {_restarts(values)}" if _restarts(values) else ""
    return "; ".join(filter(None, (values.get("StatusText", ""), again)))


def _restarts(values: dict[str, str]) -> int:
    return int(values.get("NRestarts") or 0)


def _hint(values: dict[str, str]) -> str:
    """Why it failed, where it did."""
    result = values.get("Result", "success")
    if result == "success":
        return ""
    given_up = values.get("ActiveState") == "failed" and _restarts(values)
    end = f"; given up after {_restarts(values)} restarts" if given_up else ""
    return _cause(result, values.get("ExecMainStatus", "")) + end


def _cause(result: str, number: str) -> str:
    """``result`` says what ``number`` counts: exit codes, or signals, which share them."""
    if result == "exit-code":
        return EXITS.get(number) or f"it ended with exit code {number}"
    if result in SIGNALLED:
        with suppress(ValueError):
            number = signal.Signals(int(number)).name
        return f"it was ended by signal {number}"
    return RESULTS.get(result) or result


def _see(unit: str) -> str:
    """Where it says why."""
    return f"See: journalctl --user -u {unit} -n 20"
