"""Goes round the workspaces: asks the gates, cheapest first, looks for sessions, and deals out turns to dream."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from dreamd import clock, gates, slugs, state
from dreamd.daemon import aftermath, conditions, turns
from dreamd.daemon.child import Run

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.daemon.child import Ended
    from dreamd.daemon.world import World
    from dreamd.memory.layout import Workspace
    from dreamd.records import Verdict

TRUTH_SECONDS = 3600.0
"""Sessions are looked for after so long, whatever the hints say."""
SLACK_SECONDS = 120.0
"""What a run may take beyond the minutes of its dream."""
LOOK = ""
"""Stands for a look for sessions where a workspace's name stands for its dream."""


class Rounds:
    """The runs under way, and what is known of whose turn it is.

    Args:
        world: what the daemon is given from outside.
        ended: told the end of each run, by a thread of its own; hands it to ``settle`` in the daemon's thread.
    """

    def __init__(self, world: World, ended: Callable[[Ended], None]) -> None:
        self.runs: dict[str, Run] = {}
        self.workspaces: list[Workspace] = []
        self.hinted = True
        """An agent has written something since sessions were last looked for."""
        self.written_ns = 0
        """When it did; 0 where none has, since we began."""
        self.doing = "starting"
        """A sentence, for people."""
        self._world, self._ended = world, ended
        self._turns: dict[str, int] = {}
        """Workspace -> when its last turn began."""
        self._before: dict[str, str] = {}
        """Workspace whose run is under way -> the dream that was its last."""
        self._tried: set[str] = set()
        """Workspaces that had their turn in this round."""
        self._held = ""
        self._next_round = self._next_look = 0.0

    def hint(self) -> None:
        """An agent has written something; called by any thread."""
        self.hinted, self.written_ns = True, self._world.now()

    def soon(self) -> None:
        """Begin a round at the next tick, whatever was decided before."""
        self._next_round = self._next_look = 0.0

    def tick(self, now: float, *, unwatched: bool) -> None:
        """Begin a round, where one is due and the time gate of some workspace is open, or a new one may have come.

        Args:
            now: on the monotonic clock, in seconds.
            unwatched: hints may be missing, so that sessions are looked for without any.

        Raises:
            StoreError: our own state cannot be read.
        """
        if self.runs or now < self._next_round:
            return
        awake = turns.awake(self.workspaces, self._world.config, self._world.now())
        newcomers = not self.workspaces or (self.hinted and now >= self._next_look)
        if not awake and not newcomers:
            self.doing = "asleep: every project has dreamed lately"
            return
        if self._waits():
            return
        self._next_round = now + self._world.config.gates.scan_minutes * 60
        self._tried.clear()
        if self._look_is_due(now, unwatched=unwatched):
            self.hinted, self._next_look = False, now + TRUTH_SECONDS
            self._begin(LOOK, "sessions", "--all")
        else:
            self._deal()

    def settle(self, end: Ended, *, deal: bool) -> None:
        """Tell what became of a run, and give the next its turn where there is to be one.

        Raises:
            StoreError: our own state cannot be read.
        """
        del self.runs[end.workspace]
        aftermath.tell(end, self._before.pop(end.workspace), self._world)
        if deal and not self._waits():
            self._deal()

    def know(self) -> None:
        """Read which workspaces there are.

        Raises:
            StoreError: our own state cannot be read.
        """
        with state.database(self._world.places.database, look=True) as db:
            self.workspaces = state.workspaces(db)

    def end(self, now: float) -> None:
        """Ask every run to end; kill what was asked before and had its grace."""
        for run in self.runs.values():
            run.end(now)

    def end_overdue(self, now: float) -> None:
        """The same, for runs whose time is over."""
        for run in self.runs.values():
            if now >= run.deadline:
                run.end(now)

    def _closed(self) -> Verdict | None:
        """The first of the person's own conditions that keeps dreams from beginning now."""
        settings, now = self._world.config.daemon, self._world.now()
        verdicts = (
            gates.quiet(settings, clock.minute_of_day(now)),
            gates.idle(settings, self.written_ns, now),
            gates.power(settings, battery=not settings.on_battery and conditions.on_battery(self._world.supplies)),
        )
        return next((item for item in verdicts if not item.open), None)

    def _waits(self) -> bool:
        """Whether a condition of the person's keeps dreams from beginning now; which one is said once."""
        closed = self._closed()
        if closed is not None:
            self.doing = f"waiting: {closed.reason}"
            if self._held != closed.reason:
                self._world.teller.tell(slugs.DREAMS_HELD, message=f"no dream starts now: {closed.reason}")
        self._held = closed.reason if closed else ""
        return closed is not None

    def _look_is_due(self, now: float, *, unwatched: bool) -> bool:
        with state.database(self._world.places.database, look=True) as db:
            due = gates.scan(self._world.config.gates, state.scanned_ns(db), self._world.now()).open
        return due and (self.hinted or unwatched or now >= self._next_look)

    def _deal(self) -> None:
        """Give turns to those that are ready, as many at once as may be, each once a round."""
        self.know()
        config, now = self._world.config, self._world.now()
        untried = [item for item in self.workspaces if item.name not in self._tried]
        with state.database(self._world.places.database, look=True) as db:
            ready = turns.ready(db, turns.awake(untried, config, now), config, now)
        free = max(0, config.daemon.dreams_at_once - len(self.runs))
        for workspace in turns.fairly(ready, self._turns)[:free]:
            self._tried.add(workspace.name)
            self._begin(workspace.name, "once", "--gated", f"--workspace={workspace.name}")
        if not self.runs:
            self.doing = "watching; no project has enough that is new"

    def _begin(self, workspace: str, *command: str) -> None:
        config = self._world.config
        self._turns[workspace] = self._world.now()
        self._before[workspace] = aftermath.last(workspace, self._world)
        deadline = time.monotonic() + config.dream.minutes * 60 + SLACK_SECONDS
        arguments = (*self._world.options, "--quiet", *command)
        memory = config.daemon.memory_mb
        self.runs[workspace] = Run(arguments, workspace, self._world.environment, deadline, memory, self._ended)
        dreaming = ", ".join(name for name in self.runs if name != LOOK)
        self.doing = f"dreaming over {dreaming}" if dreaming else "looking for new sessions"
