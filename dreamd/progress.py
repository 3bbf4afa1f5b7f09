"""What is seen while dreamd works: a bar for what is counted, a line for what a model is asked."""

from __future__ import annotations

import sys
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dreamd import prices, slugs, terminal
from dreamd.broker import PAUSES
from dreamd.recording import Answered, Asked, Failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dreamd import commands
    from dreamd.recording import Entry
    from dreamd.worker.answering import Told

BAR_WIDTH, LABEL_WIDTH = 24, 44
"""Columns; together with the percentage they fit a narrow terminal."""


@dataclass(slots=True)
class Talk:
    """A dream's talk with its model, as far as it was heard of."""

    label: str
    now: Callable[[], float]
    """Seconds."""
    since: float | None = None
    """When the model was first asked; ``None``: not yet."""
    replies: int = 0
    usd: float = 0.0
    tries: Counter[int] = field(default_factory=Counter)
    """Number of a prompt -> how often it failed."""
    trouble: str = ""
    trial: str = ""
    until: float = 0.0
    """When what failed is tried again."""

    def hear(self, entry: Entry) -> None:
        """Take note of what was recorded."""
        if isinstance(entry, Asked) and self.since is None:
            self.since = self.now()
        elif isinstance(entry, Answered):
            self.replies, self.usd, self.trouble = self.replies + 1, self.usd + entry.usd, ""
        elif isinstance(entry, Failed):
            self.usd += entry.usd
            self.tries[entry.number] += 1
            self.trouble = "" if entry.again is None else slugs.why(entry.reason)
            self.trial = f"(try {self.tries[entry.number] + 1} of {len(PAUSES) + 1})"
            self.until = self.now() + (entry.again or 0.0)

    def line(self) -> str:
        """One line for now."""
        left = round(self.until - self.now())
        if self.trouble and left > 0:
            return f"{self.trouble}; again in {left} s {self.trial}"
        seconds = int(self.now() - (self.since or self.now()))
        cost = f", {prices.told(self.usd)} dollars" if self.usd else ""
        trial = f" {self.trial}" if self.trouble else ""
        return f"{self.label}: reply {self.replies + 1}{trial}{cost}, {seconds // 60}:{seconds % 60:02}"


@dataclass(frozen=True, slots=True)
class Ears:
    """What work under way tells of itself."""

    told: Told
    """How much is done, and how much there is."""
    heard: Callable[[Entry], None]
    """What a model is asked and answers."""


@contextmanager
def shown(asked: commands.Asked, label: str) -> Iterator[Ears]:
    """Progress on a terminal, gone when its work is done; silence in a pipe, under ``--json`` and ``--quiet``."""
    if asked.json or asked.quiet or not sys.stderr.isatty():
        yield Ears(lambda _done, _total: None, lambda _entry: None)
        return
    from rich.console import Console  # noqa: PLC0415 (takes 50 ms, and only long work on a terminal needs it)
    from rich.live import Live  # noqa: PLC0415 (as above)
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn  # noqa: PLC0415 (as above)
    from rich.text import Text  # noqa: PLC0415 (as above)

    console, talk = Console(stderr=True), Talk(terminal.safe(label)[:LABEL_WIDTH], time.monotonic)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(bar_width=BAR_WIDTH), TaskProgressColumn())
    bar = Progress(*columns, console=console)
    task = bar.add_task(talk.label, total=None)

    def render() -> Progress | Text:
        return bar if talk.since is None else Text(talk.line(), no_wrap=True, overflow="ellipsis")

    with Live(get_renderable=render, console=console, transient=True):
        yield Ears(lambda done, total: bar.update(task, completed=done, total=total), talk.hear)
