"""What supervises services, as this command sees it: a record of functions over ``systemd`` or ``launchd``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dreamd.service.wanted import Kind, Wanted

State: TypeAlias = Literal["absent", "stopped", "starting", "running", "waiting", "stopping", "failed"]
"""``absent``: neither installed nor at work; ``waiting``: a timer that will start its service; ``failed``: its last run
did, or a timer's service, whose next run comes all the same."""


class Standing(Record, frozen=True):
    """One service, now."""

    state: State
    enabled: bool = False
    """Starts by itself at the next login."""
    status: str = ""
    """What the service says that it is doing."""
    hint: str = ""
    """Why it failed, if it did."""
    gone: bool = False
    """It runs, although its file was taken away."""


@dataclass(frozen=True, slots=True)
class Supervisor:
    """Systemd or launchd, for one person. What talks to it may raise ``ServiceError``."""

    folder: Path
    """Where the files lie."""
    names: Callable[[Kind], tuple[str, ...]]
    """Every file that ``render`` may make; the first is what is enabled and started."""
    view: Callable[[Kind], str]
    """The one of them that gives it a view of the person's files of its own; empty where there is none."""
    render: Callable[[Wanted], dict[str, str]]
    """All of them, by name."""
    trial: Callable[[Wanted], str]
    """Why a service can have no such view; empty where it can."""
    begin: Callable[[Kind], None]
    """Have it started, now and at every login."""
    start: Callable[[Kind], None]
    stop: Callable[[Kind], None]
    end: Callable[[Kind], None]
    """Stop it, and have it started no more."""
    forget: Callable[[Kind], None]
    """Notice that the files are gone."""
    look: Callable[[Kind], Standing]
