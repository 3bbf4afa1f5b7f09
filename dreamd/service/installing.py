"""Installs a service and takes it away, whoever supervises it; twice is once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import files
from dreamd.errors import ConfigError
from dreamd.records import Record
from dreamd.service import placing, program
from dreamd.service.placing import Change
from dreamd.service.program import Program
from dreamd.service.wanted import Kind

if TYPE_CHECKING:
    from dreamd.service.supervisor import Supervisor
    from dreamd.service.wanted import Wanted

OTHER: dict[Kind, Kind] = {"daemon": "timer", "timer": "daemon"}


class Plan(Record, frozen=True):
    """What an installation or its removal would do."""

    kind: Kind
    changes: tuple[Change, ...]
    unconfined: str = ""
    """Why the service can have no view of the person's files of its own; empty where it has one."""
    gone: bool = False
    """The service runs, although its file was taken away by somebody."""

    @property
    def theirs(self) -> list[str]:
        """Names of files that somebody else wrote or changed."""
        return [change.name for change in self.changes if change.whose != "ours"]


def verify(search: str) -> None:
    """Make sure that the program starts from anywhere, as a supervisor starts it.

    Raises:
        ConfigError: it does not, as from a checkout that is not installed.
    """
    python = Program(path=Path(sys.executable), environment={"PATH": search})
    ran = program.run(python, "-I", "-m", "dreamd", "--version")
    if ran.code:
        raise ConfigError(f"{sys.executable} cannot start dreamd by itself: {ran.told}", "Install dreamd first.")


def plan(supervisor: Supervisor, wanted: Wanted) -> Plan:
    """What an installation would change, after a trial of what this system can hold; makes dreamd's own directories.

    Raises:
        ServiceError: the trial cannot be made, or a file not be read.
    """
    for directory in wanted.own:
        files.make_private(directory)
    unconfined = supervisor.trial(wanted)
    rendered = _rendered(supervisor, wanted, confined=not unconfined)
    possible = [*supervisor.names(wanted.kind), *supervisor.names(OTHER[wanted.kind])]
    changes = placing.compare(supervisor.folder, rendered, possible)
    return Plan(kind=wanted.kind, changes=tuple(changes), unconfined=unconfined)


def install(supervisor: Supervisor, planned: Plan) -> list[Path]:
    """Write the files, and start the service; the other kind of service ends.

    Returns:
        Where files that were not as we wrote them are kept.

    Raises:
        ServiceError: a file cannot be written, or the service does not start.
    """
    other = OTHER[planned.kind]
    if any(change.name in supervisor.names(other) for change in planned.changes) or supervisor.look(other).gone:
        supervisor.end(other)
    kept = placing.apply(supervisor.folder, planned.changes)
    if planned.changes and supervisor.look(planned.kind).state != "absent":
        supervisor.end(planned.kind)
    supervisor.begin(planned.kind)
    return kept


def removal(supervisor: Supervisor, kind: Kind) -> Plan:
    """What taking it away would change: files of ours go, those of others stay."""
    changes = placing.compare(supervisor.folder, {}, supervisor.names(kind))
    return Plan(kind=kind, changes=tuple(changes), gone=supervisor.look(kind).gone)


def uninstall(supervisor: Supervisor, planned: Plan) -> list[Path]:
    """Stop it, and take its files away; see ``install``."""
    if not (planned.changes or planned.gone):
        return []
    ours = supervisor.names(planned.kind)[0] in {change.name for change in planned.changes}
    if ours or planned.gone or supervisor.look(planned.kind).state == "absent":  # links may be left of what is absent
        supervisor.end(planned.kind)
    kept = placing.apply(supervisor.folder, planned.changes)
    supervisor.forget(planned.kind)
    return kept


def present(supervisor: Supervisor) -> Kind:
    """The kind that has a file here, or runs without one; the daemon where both do, or none."""
    there = {kind for kind in OTHER if any((supervisor.folder / name).exists() for name in supervisor.names(kind))}
    there = there or {kind for kind in OTHER if supervisor.look(kind).gone}
    return "timer" if there == {"timer"} else "daemon"


def confined(supervisor: Supervisor, kind: Kind) -> bool | None:
    """Whether it was installed with a view of the files of its own; ``None`` where that is no question."""
    view = supervisor.view(kind)
    if not view or not (supervisor.folder / supervisor.names(kind)[0]).exists():
        return None
    return (supervisor.folder / view).exists()


def drift(supervisor: Supervisor, wanted: Wanted) -> list[Change]:
    """How the installed files differ from what would be installed now."""
    names = supervisor.names(wanted.kind)
    if not (supervisor.folder / names[0]).exists():
        return []
    rendered = _rendered(supervisor, wanted, confined=confined(supervisor, wanted.kind) is not False)
    return placing.compare(supervisor.folder, rendered, names)


def _rendered(supervisor: Supervisor, wanted: Wanted, *, confined: bool) -> dict[str, str]:
    """The files, without the one for what this system cannot hold."""
    view = "" if confined else supervisor.view(wanted.kind)
    return {name: text for name, text in supervisor.render(wanted).items() if name != view}
