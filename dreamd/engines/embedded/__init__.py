"""The engine without a model: people's own sentences, weighed by how they are said, settled against the memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.engines import Engine

if TYPE_CHECKING:
    from dreamd.engines import Host, Work


def dream(work: Work, host: Host) -> None:
    """Propose what the sessions teach; the same work gives the same proposals, whatever the order of its sessions."""
    from dreamd.engines.embedded import distilling  # noqa: PLC0415 (governance reads with a few modules of this room)

    distilling.dream(work, host)


ENGINE = Engine(name="embedded", dream=dream)
