"""Fixtures: what a person's service needs, with everything awkward that a path may hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd.service.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.service.wanted import Kind

HOME = Path("/home/m%h $HOME \"é\" \\ 'x' <&> [1]")


@pytest.fixture
def wanted() -> Callable[[Kind], Wanted]:
    """Makes what a service of that kind needs, for a person with an odd home."""

    def made(kind: Kind) -> Wanted:
        state = HOME / ".local" / "state" / "dreamd"
        return Wanted(
            kind=kind,
            command=(str(HOME / "bin" / "python"), "-I", "-m", "dreamd", "run" if kind == "daemon" else "once"),
            environment={"PATH": f"{HOME}/bin:/usr/bin", "DREAMD_HOME": str(state)},
            key_file=HOME / ".config" / "dreamd" / "environment",
            writable=(HOME / ".claude", state),
            home=HOME,
            own=(state,),
            log=state / "log" / "service.log",
        )

    return made
