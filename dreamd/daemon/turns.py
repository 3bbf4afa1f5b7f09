"""Decides whose turn it is: pure verdicts over what was looked up, cheapest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import gates, intake, ledger, lock, state

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    from dreamd.config import Config
    from dreamd.memory.layout import Workspace


def awake(workspaces: Iterable[Workspace], config: Config, now_ns: int) -> list[Workspace]:
    """Those whose time gate is open, at the price of one ``stat`` each."""
    return [item for item in workspaces if _time(str(item.lock), config, now_ns)]


def asleep(locks: Iterable[str], config: Config, now_ns: int) -> bool:
    """Whether no time gate is open: what every tick asks, so that it costs little more than the ``stat`` of each.

    Args:
        locks: the paths of all lock files.
        config: the settings.
        now_ns: now.
    """
    return not any(_time(path, config, now_ns) for path in locks)


def _time(path: str, config: Config, now_ns: int) -> bool:
    """A lock file that cannot be looked at stops its own workspace's dream, which says why, and no other."""
    try:
        return gates.rested(config.gates, lock.watermark(path), now_ns)
    except OSError:
        return True


def ready(db: sqlite3.Connection, workspaces: Iterable[Workspace], config: Config, now_ns: int) -> list[Workspace]:
    """Those of them that no back-off holds, and for which enough has gathered, as far as was surveyed."""
    return [item for item in workspaces if _gathered(db, item, config, now_ns)]


def _gathered(db: sqlite3.Connection, workspace: Workspace, config: Config, now_ns: int) -> bool:
    backoff = ledger.backoff(db, workspace.name)
    if not gates.backoff(backoff.retry_ns, backoff.paused, now_ns).open:
        return False
    waiting = intake.waiting(state.sessions(db, workspace.name), config, now_ns, live=False)
    oldest = min((item.first_ns for item in waiting), default=None)
    return gates.sessions(config.gates, len(waiting), oldest, now_ns).open


def fairly(workspaces: Iterable[Workspace], turns: Mapping[str, int]) -> list[Workspace]:
    """Whoever has waited longest for a turn comes first; who never had one, before all.

    Args:
        workspaces: those that are ready.
        turns: name -> its last turn, of all that there were.
    """
    return sorted(workspaces, key=lambda item: (turns.get(item.name, 0), item.name))
