"""Another order for what is known: topics renamed, merged and split, each statement as it stands; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.errors import PolicyViolation
from dreamd.memory import admission, topic
from dreamd.memory import entry as entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from dreamd.memory.entry import Item
    from dreamd.memory.topic import Topic
    from dreamd.records import Operation


def must_be_few(operation: Operation, done: AbstractSet[tuple[str, str]], name: str, topics: int) -> None:
    """Refuse to reshape many topics in one dream, or one topic to and fro.

    Args:
        operation: the next one.
        done: what became of files in this dream: ``renamed``, ``emptied`` (of some entries) or ``filled`` (with some).
        name: the file of the operation's topic.
        topics: how many there are.

    Raises:
        PolicyViolation: it is refused.
    """
    before = "renamed" if operation.op == "rename" else "filled"
    if (name, before) in done:
        raise PolicyViolation(f"topic {operation.topic} was {before} in this dream; leave it so")
    most = admission.retirable(topics)
    if len({other for other, _ in done} | {name}) > most:
        raise PolicyViolation(f"one dream renames, merges or splits at most {most} topics")


def renamed(held: Topic, operation: Operation, own: AbstractSet[str]) -> Topic:
    """The topic with the title and description that the operation names.

    Raises:
        PolicyViolation: they will not do, are there already, or are not ours to change.
    """
    if not topic.headed(held, own):
        raise PolicyViolation(f"a person or another agent wrote the head of topic {held.name}; it stays as it is")
    title, description = operation.title or held.title, operation.description or held.description
    admission.must_pass(
        admission.heading(title, description), admission.secret(f"{operation.title}\n{operation.description}")
    )
    new = topic.rename(held, title, description)
    if new == held:
        raise PolicyViolation(f"topic {held.name} is called that already")
    return new


def leaving(held: Topic, operation: Operation, own: AbstractSet[str]) -> list[Item]:
    """The entries that a merge or a split takes out of the topic.

    Raises:
        PolicyViolation: one of them is not there, or not ours to move.
    """
    items = list(held.items) if operation.op == "merge" else list(_named(held, operation.entries))
    if not items:
        raise PolicyViolation(f"name the entries of topic {held.name} that shall move, by their texts")
    if not all(topic.own(item, own) for item in items):
        raise PolicyViolation("a person or another agent wrote one of the entries; it stays where it is")
    return items


def _named(held: Topic, texts: Iterable[str]) -> Iterator[Item]:
    for wanted in dict.fromkeys(entries.fold(text) for text in texts):
        found = next((item for item in held.items if entries.fold(item.entry.text) == wanted), None)
        if found is None:
            raise PolicyViolation(f"no entry of topic {held.name} reads {wanted!r}; give its text as it stands")
        yield found


def moved(held: Topic, target: Topic, items: Iterable[Item]) -> tuple[Topic, Topic]:
    """Both topics after the items went from one to the other.

    Raises:
        PolicyViolation: they are of two kinds, or one topic.
    """
    if held.name == target.name:
        raise PolicyViolation(f"the entries stand in topic {held.name} already")
    if held.type != target.type:
        raise PolicyViolation(f"topic {target.name} holds {target.type} entries, topic {held.name} {held.type} ones")
    for item in items:
        held, target = topic.remove(held, entries.key(item.entry)), topic.add(target, item.entry)
    return held, target
