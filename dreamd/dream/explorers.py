"""Read-only subagents that look at parts of the sessions, up to four at once, and report what they found."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from dreamd import estimate
from dreamd.dialog import Result
from dreamd.dream import desk, looking, offers, wording
from dreamd.dream.talking import Dialog, talk
from dreamd.errors import DreamdError, EngineError, LimitReached

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dreamd.dialog import Call, Reply, Request
    from dreamd.dream.inputs import Task
    from dreamd.dream.looking import Sessions
    from dreamd.dream.rendering import Page

AT_ONCE = 4
ROUNDS = 8
MAX_TOKENS = 6_000
SHARE_TOKENS = 72_000
"""Of sessions, in one explorer's first prompt."""
FINDINGS_TOKENS = 36_000
"""Of all findings together, in the dream's prompt."""
TASK_PAGES_TOKENS = 24_000
"""Of the sessions that a task names: more the explorer looks up itself."""
TASK_TOKENS = 3_000
"""Of the findings on one task."""


class Found(NamedTuple):
    """What explorers brought back."""

    findings: str
    lost: frozenset[str]
    """Names of sessions of which a part was not read."""


@dataclass(frozen=True, slots=True)
class Explorers:
    """The explorers of one dream."""

    known: Sessions
    complete: Callable[[Request], Reply]
    today: str
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def answer(self, tasks: tuple[Task, ...]) -> str:
        """Have each task looked into; the findings, one after the other.

        Raises:
            EngineError: no explorer got a usable answer from the model.
            LimitReached: nor was there money or time for any.
        """
        openings = [self._opening(task) for task in tasks]
        reports = self._reports(openings)
        told = zip(tasks, reports, strict=True)
        return "\n\n".join(f"# {task.task[:80]}\n{_cut(report or LOST, TASK_TOKENS)}" for task, report in told)

    def read(self, pages: Sequence[Page]) -> Found:
        """Have the pages read, each by one explorer.

        Raises:
            EngineError: no explorer got a usable answer from the model.
            LimitReached: nor was there money or time for any.
        """
        parts = shares(pages)
        openings = [
            wording.text("share", today=self.today, sessions="\n\n".join(page.text for page in part)) for part in parts
        ]
        reports = self._reports(openings)
        most = FINDINGS_TOKENS // len(parts)
        lost = frozenset(
            page.session for part, report in zip(parts, reports, strict=True) if report is None for page in part
        )
        return Found("\n".join(_cut(report, most) for report in reports if report), lost)

    def _opening(self, task: Task) -> str:
        pages = [page for name in task.sessions for page in looking.named(self.known, name)]
        whole = sum(page.tokens for page in pages) <= TASK_PAGES_TOKENS
        shown = "\n\n".join(page.text for page in pages if whole) or looking.list_sessions(self.known)
        return wording.text("task", today=self.today, task=task.task, sessions=shown)

    def _reports(self, openings: list[str]) -> list[str | None]:
        """A report for each opening; ``None`` where its explorer brought nothing back."""
        with ThreadPoolExecutor(AT_ONCE, "explorer") as threads:
            results = list(threads.map(self._explored, openings))
        failures = [result for result in results if isinstance(result, DreamdError)]
        if len(failures) == len(results) and not all(_own_limit(failure) for failure in failures):
            raise failures[0]
        return [None if isinstance(result, DreamdError) else result for result in results]

    def _explored(self, opening: str) -> str | DreamdError:
        """One explorer's report: what it has when a limit ends it; or why it has nothing."""
        name = f"explorer-{next(self.numbers)}"
        dialog = Dialog(name, wording.text("explorer"), offers.for_explorers(), opening, MAX_TOKENS)
        try:
            talk(dialog, self.complete, self._use, lambda: False, ROUNDS)
        except LimitReached as limit:
            return dialog.said or limit
        except EngineError as error:
            return error
        return dialog.said

    def _use(self, call: Call) -> Result:
        asked = desk.read(call, offers.SESSIONS)
        if isinstance(asked, str):
            return Result(id=call.id, text=asked, error=True)
        return Result(id=call.id, text=desk.looked(self.known, asked))


def _own_limit(error: DreamdError) -> bool:
    """Whether an explorer came to the end of its own rounds or prompt: the dream goes on without it."""
    return isinstance(error, LimitReached) and error.reason in {"limit_turns", "limit_tokens"}


LOST = "The explorer could not finish, and brought nothing back."


def shares(pages: Sequence[Page]) -> list[list[Page]]:
    """The pages in their order, in as few parts as hold them, all about as large."""
    total = sum(page.tokens for page in pages)
    count = -(-total // SHARE_TOKENS)
    parts: list[list[Page]] = [[] for _ in range(count)]
    before = 0
    for page in pages:
        parts[min(count - 1, (2 * before + page.tokens) * count // (2 * total))].append(page)
        before += page.tokens
    return [part for part in parts if part]


def _cut(text: str, tokens: int) -> str:
    """The beginning of a text that is larger than so many tokens, up to a whole line."""
    if estimate.tokens(text) <= tokens:
        return text
    lines, size = [], 0
    for line in text.splitlines():
        size += estimate.tokens(line)
        if size > tokens:
            break
        lines.append(line)
    return "\n".join([*lines, "[cut: the report was too long]"])
