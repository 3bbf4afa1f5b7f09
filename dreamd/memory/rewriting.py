"""Rewrites a history so that no object of it, reachable or not, packed or loose, holds what was taken out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.errors import StoreError
from dreamd.memory import history, plumbing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dreamd.memory.history import Step
    from dreamd.memory.plumbing import Repository
    from dreamd.memory.store import Held

NEW = "refs/heads/rewritten"
AT_ONCE = 500
"""Objects that are looked at together."""


def rewrite(
    repository: Repository,
    files: Callable[[Mapping[str, Held]], dict[str, Held]],
    step: Callable[[Step], Step],
    holds: Callable[[bytes], bool],
) -> bool:
    """Put every commit's files and note in the form that the functions give them; ids and times of steps stay.

    The branch moves at once to the new commits, when all of them are there. May be called again after a crash.

    Args:
        repository: the history; the caller holds the ``write`` lock.
        files: the files of a commit as they shall be.
        step: what a commit tells as it shall be.
        holds: whether an object's bytes hold what shall be gone.

    Returns:
        Whether anything held it.

    Raises:
        StoreError: the repository is damaged or cannot be written; or an object still holds it.
    """
    if not history.head(repository):
        return False
    _sweep(repository)
    if not _held(repository, holds):
        return False
    recorded = history.steps(repository)[::-1]
    _rebuild(repository, [(files(history.read(repository, one.commit)), step(one.step)) for one in recorded])
    _drop_unreachable(repository)
    if _held(repository, holds):
        raise StoreError(
            f"the history {repository.path} still holds what was to be purged",
            "Move it away: dreamd starts a new one, and older steps cannot be undone.",
        )
    return True


def _rebuild(repository: Repository, made: list[tuple[dict[str, Held], Step]]) -> None:
    """Make the commits anew, oldest first, and have the branch lead to them."""
    commits = [part for held, step in made for part in history.told(NEW, held, step, "")]
    stream = (b"feature done\nreset %s\n" % NEW.encode(), *commits, b"done\n")
    plumbing.git(repository, "fast-import", "--quiet", "--done", "--force", data=b"".join(stream))
    for name in (history.BRANCH, NEW):
        (repository.path / f"{name}.lock").unlink(missing_ok=True)
    plumbing.git(repository, "update-ref", history.BRANCH, NEW)
    plumbing.git(repository, "update-ref", "-d", NEW)


def _drop_unreachable(repository: Repository) -> None:
    """Remove whatever the branch does not lead to."""
    plumbing.git(repository, "reflog", "expire", "--expire=now", "--all")
    plumbing.git(repository, "repack", "-a", "-d", "-q")
    plumbing.git(repository, "prune", "--expire=now")
    _sweep(repository)


def _sweep(repository: Repository) -> None:
    """Remove what killed gits left."""
    folder = repository.path / "objects" / "pack"
    for path in (*folder.glob("tmp_*"), *folder.glob(".tmp-*"), *repository.path.glob("fast_import_crash_*")):
        path.unlink(missing_ok=True)


def _held(repository: Repository, holds: Callable[[bytes], bool]) -> bool:
    """Whether any object holds it, whether anything leads to it or not."""
    asked = ("cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
    listing = plumbing.git(repository, *asked).decode().split()
    return any(
        holds(data)
        for at in range(0, len(listing), AT_ONCE)
        for data in plumbing.objects(repository, listing[at : at + AT_ONCE])
    )
