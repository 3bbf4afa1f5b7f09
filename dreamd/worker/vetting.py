"""Lets a worker in: it gets no work before it has shown how it is confined."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd.errors import Unconfined, WorkerLost
from dreamd.worker import protocol
from dreamd.worker.protocol import Bounds, Confined

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterable
    from pathlib import Path

Policy: TypeAlias = Literal["required", "best-effort", "off"]
OFF = "none: switched off by [dream] sandbox"


def policy(setting: Literal["", Policy], *, model: bool) -> Policy:
    """What the setting means: text that a model wrote must be held; a rule of ours may do without."""
    return setting or ("required" if model else "best-effort")


def admit(
    sock: socket.socket, readable: Iterable[Path], minutes: float, wanted: Policy, left: Callable[[], float]
) -> str:
    """Have a worker that was just started confine itself, and judge how well it did.

    Args:
        sock: to the worker.
        readable: all that it may read.
        minutes: how long it may compute.
        wanted: the policy.
        left: tells the seconds left, and raises when there are none.

    Returns:
        What is in force, for people: ``landlock 7, seccomp``, or ``none: `` and why.

    Raises:
        Unconfined: confinement is required, and something is missing.
        WorkerLost: the worker ended, or answered with something else.
    """
    protocol.send(sock, Bounds(confine=wanted != "off", readable=tuple(readable), minutes=minutes))
    report = protocol.receive(sock, protocol.VETTED, left)
    if not isinstance(report, Confined):
        raise WorkerLost(f"the worker failed: {report.message}")
    if wanted == "off":
        return OFF
    if wanted == "required" and (report.confinement.missing or report.free or not report.held):
        raise Unconfined(
            f"the worker is not confined as it must be: {words(report)}",
            'Mend that, or let it work as it is with [dream] sandbox = "best-effort".',
        )
    return words(report)


def words(report: Confined) -> str:
    """What is in force and what is not, on one line."""
    layers = ", ".join(report.confinement.layers) if report.held else ""
    lacks = [*report.confinement.missing, *([f"not refused: {', '.join(report.free)}"] if report.free else [])]
    return f"{layers}; {'; '.join(lacks)}" if layers and lacks else layers or f"none: {'; '.join(lacks)}"
