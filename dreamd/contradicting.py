"""Which entries of a memory a saved statement contradicts: told to who saves it, for a person to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.comparing import Said, contrary, senses
from dreamd.governance.conflicts import LONGEST_ENTRY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dreamd.memory.layout import Workspace
    from dreamd.records import TopicView

NEAREST = 60
"""Entries of topics that are compared, those first whose words mean the same: who saves waits for it."""
TOLD_CHARS = 160


def told(workspace: Workspace, memory: Sequence[TopicView], topic: str, text: str) -> str:
    """What to say of the entries that a statement contradicts; empty where it contradicts none.

    Args:
        workspace: whose memory.
        memory: its topics.
        topic: the stem of the file that the statement stands in.
        text: the statement.
    """
    titles = {view.name: view.title for view in memory}
    new = Said(text, titles.get(topic, ""))
    against = [
        f"{file} says: {other[:TOLD_CHARS]} ({what})"
        for file, title, other in _near(workspace, memory, text)
        if (what := contrary(new, Said(other, title)))
    ]
    return (
        f"This contradicts what is kept: {'; '.join(against)}. Say which stands with: dreamd govern" if against else ""
    )


def _near(workspace: Workspace, memory: Sequence[TopicView], text: str) -> list[tuple[str, str, str]]:
    """File, title and text of the entries to compare: all that every start holds, and the nearest of the topics."""
    hints = senses.hints(text)
    resident, others = [], []
    for view in memory:
        file = workspace.file(view.name)
        for entry in view.entries:
            if len(entry.text) > LONGEST_ENTRY or entry.text == text:
                continue
            one = (file, view.title, entry.text)
            if file in workspace.people:
                resident.append(one)
            elif common := hints & senses.hints(entry.text):
                others.append((-len(common), one))
    return [*resident, *(one for _, one in sorted(others)[:NEAREST])]
