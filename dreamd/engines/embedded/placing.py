"""The topic that a statement goes to: an existing one on its subject, else a new one, never over its size."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamd.engines.embedded.same import meaning
from dreamd.engines.embedded.subjects import subject_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.engines.embedded.subjects import Subject
    from dreamd.records import EntryType, TopicView

TOPIC = 4_096
"""Bytes at which agents cut a topic."""
HEAD = 400
"""Bytes of a new topic's front matter and heading, at most."""
BRACKETS = 130
"""Bytes of an entry beside its text and its reason, at most: dates, three references, count, marks of lines."""
PEOPLE = frozenset({"soul", "user", "agent", "recent", "user-profile", "agent-rules"})
"""Resident topics, which people fill."""
RELATED = 2
"""So many words of a topic's front matter must occur in a statement for the topic to be about it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a statement goes. Title and description are empty for a topic of the memory."""

    topic: str
    title: str = ""
    description: str = ""


class Topics:
    """The topics with their sizes, as they grow while the dream adds to them."""

    def __init__(self, memory: Iterable[TopicView], *, full: bool) -> None:
        self._topics = {topic.name: topic for topic in memory}
        self._sizes = {topic.name: topic.size for topic in self._topics.values()}
        self._types: dict[str, EntryType] = {topic.name: topic.type for topic in self._topics.values()}
        self._full = full

    def place(self, text: str, kind: EntryType, reason: str, known: Subject | None = None) -> Place | None:
        """Find room for the statement, or ``None`` where the index is full and no topic of its kind has any.

        Its subject is looked for in its words unless it is ``known``.
        """
        need = len(text.encode()) + len(reason.encode()) + BRACKETS
        about = known or subject_of(text, kind)
        fitting = [name for name, size in self._sizes.items() if self._types[name] == kind and size + need <= TOPIC]
        fitting = [name for name in fitting if name not in PEOPLE]
        name = self._nearest(fitting, about, text)
        if name is None:
            return None if self._full else self._open(about, need)
        self._sizes[name] += need
        return Place(name) if name in self._topics else _titled(name, about)

    def _nearest(self, fitting: list[str], about: Subject, text: str) -> str | None:
        """The subject's own topic, else the one nearest to the text (any, where none may be made)."""
        own = [name for name in fitting if re.fullmatch(rf"{re.escape(about.stem)}(?:-\d+)?", name)]
        if own:
            return own[0]
        related = [(self._related(name, text), name) for name in fitting if name in self._topics]
        best = max(related, key=lambda pair: pair[0], default=(0, ""))
        return best[1] if best[0] >= RELATED or (self._full and best[1]) else None

    def _related(self, name: str, text: str) -> int:
        topic = self._topics[name]
        return len(meaning(f"{topic.title} {topic.description}").words & meaning(text).words)

    def _open(self, about: Subject, need: int) -> Place:
        """A new topic on the subject, numbered where its first one has no room."""
        names = (about.stem if count == 1 else f"{about.stem}-{count}" for count in range(1, len(self._sizes) + 2))
        name = next(each for each in names if each not in self._sizes)
        self._sizes[name], self._types[name] = HEAD + need, about.type
        return _titled(name, about)


def _titled(name: str, about: Subject) -> Place:
    number = name.removeprefix(about.stem).removeprefix("-")
    return Place(name, f"{about.title} ({number})" if number else about.title, about.description)
