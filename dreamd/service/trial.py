"""Tries here and now, with a unit that does nothing, whether a service can have a view of the files of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import files
from dreamd.errors import ServiceError
from dreamd.service import units
from dreamd.service.program import must, run

if TYPE_CHECKING:
    from dreamd.service.program import Program, Ran
    from dreamd.service.wanted import Wanted

NAMESPACES = "systemd could not give it namespaces of its own, which AppArmor or a setting of the kernel may forbid"
REASONS = {
    str(units.READABLE): "systemd passed over the lines that hide files",
    str(units.CHANGEABLE): "systemd passed over the lines that make files read-only",
    str(units.LOCKED): "dreamd could not have written into its own directories",
    **dict.fromkeys(("217", "226"), NAMESPACES),  # EXIT_USER, EXIT_NAMESPACE of systemd.exec(5)
}


def made(systemctl: Program, folder: Path, wanted: Wanted) -> str:
    """Try it; why the service can have no such view, empty where it can.

    Raises:
        ServiceError: the trial cannot be made.
    """
    runtime = Path(systemctl.environment.get("XDG_RUNTIME_DIR", ""))
    if not runtime.is_absolute():
        return "there is no runtime directory to try it in"
    hidden, path = wanted.own[0] / "service-probe", runtime / "systemd" / "user" / units.PROBE
    outside = hidden if set(wanted.writable) & {folder, *folder.parents} else folder
    try:
        for directory in (hidden, folder, path.parent):
            files.make_private(directory)
        files.write_atomic(path, units.probe(wanted, str(hidden), str(outside)).encode())
        must(systemctl, "--user", "daemon-reload")
        ran = run(systemctl, "--user", "start", units.PROBE)
        return _reason(systemctl, ran) if ran.code else ""
    except OSError as error:
        raise ServiceError(f"cannot try the unit: {error.strerror} ({error.filename})") from error
    finally:
        path.unlink(missing_ok=True)
        files.remove_empty((hidden,))
        for arguments in (("reset-failed", units.PROBE), ("daemon-reload",)):
            run(systemctl, "--user", *arguments)


def _reason(systemctl: Program, ran: Ran) -> str:
    """Asked of systemd before it forgets the unit: people need not search a journal."""
    shown = run(systemctl, "--user", "show", "--property=Result,ExecMainStatus", units.PROBE).out
    values = dict(line.split("=", 1) for line in shown.splitlines() if "=" in line)
    result, code = values.get("Result", ""), values.get("ExecMainStatus", "")
    if result == "exit-code":
        return REASONS.get(code) or f"a trial ended with exit code {code}"
    return f"a trial could not be started: {ran.told if result in {'', 'success'} else result}"
