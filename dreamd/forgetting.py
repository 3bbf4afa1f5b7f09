"""Which evidence has had its day: that of statements which stand nowhere and which no undo would bring back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import ledger, state
from dreamd.memory import contents, history

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.attempt import Attempt
    from dreamd.memory.history import Step
    from dreamd.memory.store import Snapshot

KEPT_STEPS = 50
"""Steps whose statements keep their evidence wherever these stand: a person may take the step back, and that too."""


def forgotten(attempt: Attempt, step: Step, current: Snapshot, after: Mapping[str, bytes]) -> tuple[str, ...]:
    """Keys whose evidence goes with this step.

    Kept is what a file names, the archive's too, what a person took back, and what the step or one of the last
    ``KEPT_STEPS`` wrote or took away. Where a file could not be read, nothing goes: who knows what stands there.

    Args:
        attempt: the step under way.
        step: as the history will have it.
        current: the memory before it.
        after: the files after it.

    Raises:
        StoreError: the history or our own state cannot be read.
    """
    workspace = attempt.workspace
    if current.hazards or not contents.readable(workspace, after):
        return ()
    with state.database(attempt.setting.places.database, look=True) as db:
        known = ledger.keys(db, workspace.name)
        rejected = {item.key for item in ledger.rejections(db, workspace.name)}
    told = [item.step for item in history.steps(attempt.repository) if item.step.kind != "found"]
    named = {key for one in (step, *told[:KEPT_STEPS]) for key in one.keys}
    return tuple(sorted(known - rejected - named - contents.keys(workspace, after)))
