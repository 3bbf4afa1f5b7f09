"""Which entries of a memory what was saved just now contradicts: told to who saves it, for a person to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.comparing import Said, contrary, senses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dreamd.memory.layout import Workspace
    from dreamd.records import Change, TopicView

NEAREST = 60
"""Entries of topics that are compared, those first whose words mean the same: who saves waits for it."""
TOLD_CHARS = 160
LONGEST = 600
"""Characters of an entry that is compared, as ``govern`` does."""


def told(workspace: Workspace, memory: Sequence[TopicView], change: Change) -> str:
    """What to say of the entries that the saved one contradicts; empty where it contradicts none.

    Args:
        workspace: whose memory.
        memory: its topics, before or after.
        change: what was saved.
    """
    titles = {view.name: view.title for view in memory}
    new = Said(change.text, titles.get(change.topic, ""))
    against = [
        f"{file} says: {text[:TOLD_CHARS]} ({what})"
        for file, title, text in _near(workspace, memory, change)
        if (what := contrary(new, Said(text, title)))
    ]
    return (
        f"This contradicts what is kept: {'; '.join(against)}. Say which stands with: dreamd govern" if against else ""
    )


def _near(workspace: Workspace, memory: Sequence[TopicView], change: Change) -> list[tuple[str, str, str]]:
    """File, title and text of the entries to compare: all that every start holds, and the nearest of the topics."""
    hints = senses.hints(change.text)
    resident, others = [], []
    for view in memory:
        file = workspace.file(view.name)
        for entry in view.entries:
            if len(entry.text) > LONGEST or entry.text in (change.text, change.was):
                continue
            one = (file, view.title, entry.text)
            if file in workspace.people:
                resident.append(one)
            elif common := hints & senses.hints(entry.text):
                others.append((-len(common), one))
    return [*resident, *(one for _, one in sorted(others)[:NEAREST])]
