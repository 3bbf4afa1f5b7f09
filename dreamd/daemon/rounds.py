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
        alone: says whether this is the only daemon, which must be before a round.
    """

    def __init__(self, world: World, ended: Callable[[Ended], None], alone: Callable[[], bool]) -> None:
        self.runs: dict[str, Run] = {}
        self.workspaces: list[Workspace] = []
        self._locks: list[str] = []
        """The paths of their lock files, kept since every tick asks for them."""
        self.hinted = True
        """An agent has written something since sessions were last looked for."""
        self.written_ns = 0
        """When it did; 0 where none has since we began."""
        self.doing = "starting"
        """A sentence, for people."""
        self.looks = self._later = "in a moment"
        """When new sessions are looked for: a clause, for people. It says the same until something has changed."""
        self._world, self._ended, self._alone = world, ended, alone
        self._turns: dict[str, int] = {}
        """Workspace -> its last turn, of all that there were."""
        self._before: dict[str, str] = {}
        """Workspace whose run is under way -> the dream that was its last."""
        self._tried: set[str] = set()
        """Workspaces that had their turn in this round."""
        self._held = self._truth = ""
        self._next_round = self._next_look = 0.0

    def hint(self) -> None:
        """An agent has written something; called by any thread."""
        self.hinted, self.written_ns = True, self._world.now()

    def miss(self) -> None:
        """An agent may have written something unseen; called by any thread."""
        self.hinted = True

    def soon(self) -> None:
        """Begin a round at the next tick, whatever was decided before."""
        self._next_round = self._next_look = 0.0

    def tick(self, now: float, *, unwatched: bool) -> bool:
        """Begin a round, where one is due and the time gate of some workspace is open, or a new one may have come.

        Args:
            now: on the monotonic clock, in seconds.
            unwatched: hints may be missing, so that sessions are looked for without any.

        Returns:
            Whether it came to a round.

        Raises:
            StoreError: our own state cannot be used.
            OSError: a process cannot be started.
        """
        if self.runs or now < self._next_round:
            return False
        known = self._locks and now < self._next_look
        if known and turns.asleep(self._locks, self._world.config, self._world.now()):
            self._sleep()
            return False
        if not self._alone() or self._waits():
            return False
        pause = self._world.config.gates.scan_minutes * 60
        self._next_round, self._later = now + pause, f"at about {self._at(pause)}"
        self.looks = self._later
        self._tried.clear()
        if self._look_is_due(now, unwatched=unwatched):
            self._begin(LOOK, "sessions", "--all")
            self.looks, self._truth = "now", self._at(TRUTH_SECONDS)
            self.hinted, self._next_look = False, now + TRUTH_SECONDS
        else:
            self._deal()
        return True

    def settle(self, end: Ended) -> str:
        """Tell what became of a run, and give the next its turn.

        Returns:
            Why a look for sessions failed; empty where it did not, or it was none.

        Raises:
            StoreError: our own state cannot be used.
            OSError: a process cannot be started.
        """
        self.looks = self._later
        failed = aftermath.tell(end, self._before.pop(end.workspace), self._world)
        if failed:
            self.hinted, self._next_look = True, 0.0  # what it would have found is still to be found
        if not self._waits():
            self._deal()
        return failed

    def know(self) -> None:
        """Read which workspaces there are.

        Raises:
            StoreError: our own state cannot be read.
        """
        with state.database(self._world.places.database, look=True) as db:
            self.workspaces = state.workspaces(db)
        self._locks = [str(item.lock) for item in self.workspaces]

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
            gates.idle(settings, self._written() if settings.idle_minutes else 0, now),
            gates.power(settings, battery=not settings.on_battery and conditions.on_battery(self._world.supplies)),
        )
        return next((item for item in verdicts if not item.open), None)

    def _written(self) -> int:
        """When an agent wrote last: as far as was hinted at, or else surveyed, by us or before us."""
        with state.database(self._world.places.database, look=True) as db:
            return max(self.written_ns, clock.parse(state.newest(db)) or 0)

    def _waits(self) -> bool:
        """Whether a condition of the person's keeps dreams from beginning now; which one is said once."""
        closed = self._closed()
        if closed is not None:
            self.looks = "when that is over"
            self.doing = f"waiting: {closed.reason}"
            if self._held != closed.reason:
                self._world.teller.tell(slugs.DREAMS_HELD, message=f"no dream starts now: {closed.reason}")
        self._held = closed.reason if closed else ""
        return closed is not None

    def _at(self, seconds: float) -> str:
        """The time of day in so many seconds, to the minute."""
        return f"{clock.iso(self._world.now() + int(seconds * clock.SECOND))[11:16]} UTC"

    def _look_is_due(self, now: float, *, unwatched: bool) -> bool:
        with state.database(self._world.places.database, look=True) as db:
            due = gates.scan(self._world.config.gates, state.scanned_ns(db), self._world.now()).open
        return due and (self.hinted or unwatched or now >= self._next_look)

    def _sleep(self) -> None:
        """Say that every project has dreamed lately, and when sessions are looked for then."""
        self.doing = "asleep: every project has dreamed lately"
        self.looks = f"when one may dream again, or at {self._truth} at the latest" if self._next_look else self._later

    def _deal(self) -> None:
        """Give turns to those that are ready, as many at once as may be, each once a round."""
        self.know()
        config, now = self._world.config, self._world.now()
        awake = turns.awake(self.workspaces, config, now)
        untried = [item for item in awake if item.name not in self._tried]
        with state.database(self._world.places.database, look=True) as db:
            ready = turns.ready(db, untried, config, now)
        free = max(0, config.daemon.dreams_at_once - len(self.runs))
        for workspace in turns.fairly(ready, self._turns)[:free]:
            self._tried.add(workspace.name)
            self._begin(workspace.name, "once", "--gated", f"--workspace={workspace.name}")
        if not self.runs and self.workspaces and not awake:
            self._sleep()
        elif not self.runs:
            self.doing = "watching; no project has enough that is new"

    def _begin(self, workspace: str, *command: str) -> None:
        config = self._world.config
        self.doing = "waiting: no process could be started; the next round tries again"
        self._world.arm()
        self._turns[workspace] = max(self._turns.values(), default=0) + 1
        self._before[workspace] = aftermath.last(workspace, self._world)
        deadline = time.monotonic() + config.dream.minutes * 60 + SLACK_SECONDS
        arguments = (*self._world.options, "--quiet", *command)
        memory = config.daemon.memory_mb
        self.runs[workspace] = Run(arguments, workspace, self._world.environment, deadline, memory, self._ended)
        dreaming = ", ".join(name for name in self.runs if name != LOOK)
        self.doing = f"dreaming over {dreaming}" if dreaming else "looking for new sessions"
