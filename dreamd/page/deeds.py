"""What a person does on the page: the same as the commands do, and what became of it in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import awaiting, cleanup, figures, reviewing, state, steps, undoing
from dreamd.commands import setting
from dreamd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.commands import Asked
    from dreamd.memory.layout import Workspace


def done(asked: Asked, workspace: Workspace, deed: str, form: Mapping[str, str]) -> str:
    """Do it.

    Args:
        asked: the invocation that serves the page.
        workspace: whose memory.
        deed: ``undo``, ``review`` or ``govern``.
        form: what the form says.

    Raises:
        DreamdError: it could not be done, or there is no such deed.
    """
    deeds = {"undo": _undo, "review": _review, "govern": _govern}
    if deed not in deeds:
        raise ConfigError(f"the page cannot {deed!r}")
    return deeds[deed](asked, workspace, form)


def _undo(asked: Asked, workspace: Workspace, form: Mapping[str, str]) -> str:
    meant = form.get("step", "")
    _, _, recorded = steps.find(asked.places, [workspace], meant, asked.search)
    number = figures.whole(form.get("number", "0"))
    if number is None or number < 0:
        raise ConfigError("that names no entry of the step; go back and load the page again")
    result = undoing.take_back(setting(asked), workspace, recorded, number)
    stays = f" {len(result.conflicts)} of it stay, since somebody changed the same since." if result.conflicts else ""
    if not result.id:
        return f"Of {meant} nothing is left to take back."
    return f"Took back {meant} in step {result.id}.{stays}"


def _review(asked: Asked, workspace: Workspace, form: Mapping[str, str]) -> str:
    with state.database(asked.places.database, look=True) as db:
        chosen = [item for item in awaiting.waiting(db, workspace.name) if item.id == form.get("proposal")]
    if not chosen:
        return "That proposal waits no longer."
    decide = reviewing.accept if form.get("decision") == "accept" else reviewing.reject
    result = decide(setting(asked), workspace, chosen)
    if result.gone:
        return "That proposal waits no longer."
    if result.refused:
        return f"It goes on waiting: {next(iter(result.refused.values()))}."
    return f"Accepted, in step {result.id}." if result.accepted else "Rejected; it is not proposed again."


def _govern(asked: Asked, workspace: Workspace, form: Mapping[str, str]) -> str:
    fault = form.get("fault", "")
    result = cleanup.apply(setting(asked), workspace, {fault: form.get("way", "")})
    if result.refused:
        return f"Nothing was changed: {result.refused}."
    if not result.applied:
        return "That finding stands no longer, or needs your own hand."
    return f"Done, in step {result.id}." if result.id else "Noted; it does not come back."
