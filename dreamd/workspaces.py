"""Which memory a session feeds: its repository, and where that repository's memory lies (memory.md, A workspace)."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import files
from dreamd.errors import ConfigError
from dreamd.memory import layout
from dreamd.memory.layout import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.paths import Places
    from dreamd.records import Transcript

WORKTREE = re.compile(r"^(?P<repository>.+)/(?:\.claude/worktrees|\.worktrees)/[^/]+(?:/.*)?$")
"""Where Claude Code, and people by custom, put a repository's worktrees."""
GITFILE_BYTES = 4_096


def project_of(cwd: str) -> Path:
    """The project a working directory belongs to: the main repository of its worktree, else the directory itself.

    A directory that is gone takes its nearest existing ancestor's repository, a worktree that is gone the repository
    that its path names. One of another system (``C:/shop``), or one that cannot be looked at, is its own project.
    Nothing is run and nothing is written.
    """
    path = Path(cwd)
    if not path.is_absolute():
        return path  # looked up from here, it would be the project that the person stands in
    folded = WORKTREE.match(cwd)
    try:
        found = _looked_up(Path(folded["repository"]) if folded and not path.is_dir() else path)
    except (OSError, ValueError, RuntimeError):  # no right, too long a name, a NUL in it, a link that leads to itself
        return path
    return path if _half(found) else found


def _looked_up(path: Path) -> Path:
    existing = path
    while not existing.is_dir() and existing != existing.parent:
        existing = existing.parent
    resolved = existing.resolve()
    for place in (resolved, *resolved.parents):
        root = repository(place)
        if root is not None:
            return root
    return resolved if existing == path else path


def repository(place: Path) -> Path | None:
    """The main working tree of the repository whose working tree starts at ``place``, if one does."""
    git = place / ".git"
    if git.is_dir():
        return place
    named = _line(git)
    if not named.startswith("gitdir:"):
        return None
    directory = (place / named.removeprefix("gitdir:").strip()).resolve()
    common = _line(directory / "commondir")
    if not common:
        return place
    main = (directory / common).resolve()
    return main.parent if main.name == ".git" else main


def _line(path: Path) -> str:
    """What one of git's small files says; empty where there is none, or where it is no plain file."""
    try:
        data = files.read_regular(path, GITFILE_BYTES)
    except OSError:
        return ""
    return (data or b"").decode(errors="replace").strip()


def choose(transcript: Transcript, project: Path, known: Iterable[Workspace], places: Places) -> Workspace:
    """The workspace of a session: the recorded one of its project, else a new choice.

    With Claude Code sessions the memory is Claude Code's own, under the configuration directory that the transcript
    lies in; else it is ours. Claude Code keeps one memory for projects whose slugs are equal, and so do we.
    """
    known = list(known)
    for workspace in known:
        if same(workspace.project, project):
            return workspace
    if transcript.source != "claude-code":
        return begun(project, known, places)
    name = _name(project, {workspace.name for workspace in known})
    projects = transcript.path.parent.parent
    made = layout.slug(str(project))
    if len(made) == layout.SLUG_LIMIT:
        made = transcript.path.parent.name
    root = projects / made / "memory"
    shared = next((workspace for workspace in known if workspace.root == root), None)
    return shared or Workspace(name=name, root=root, layout="claude-code", project=project)


def same(one: Path, other: Path) -> bool:
    """Whether two projects are one directory: where upper and lower case are alike, agents write one path in both."""
    if one == other or str(one).casefold() != str(other).casefold():
        return one == other
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def common(places: Places) -> Workspace:
    """The workspace that holds what is true in every project. No session feeds it; it is made at the first need."""
    root = places.workspaces / layout.COMMON
    return Workspace(name=layout.COMMON, root=root, layout="workspace", project=root)


def begun(project: Path, known: Iterable[Workspace], places: Places) -> Workspace:
    """A new workspace of ours, for a project without Claude Code sessions.

    Raises:
        ConfigError: the project's path is no text.
    """
    if _half(project):
        raise ConfigError(f"the path {str(project)!a} is not in UTF-8", "Rename the directory, then try again.")
    name = _name(project, {workspace.name for workspace in known})
    return Workspace(name=name, root=places.workspaces / name, layout="workspace", project=project)


def _half(path: Path) -> bool:
    """Whether its name holds bytes that are no characters: our state keeps text alone."""
    return any("\ud800" <= sign <= "\udfff" for sign in str(path))


def _name(project: Path, taken: set[str]) -> str:
    """A name for people and for file names: the directory's; where that is taken, its parent's with it, or a hash."""
    own, parent = _plain(project.name) or "root", _plain(project.parent.name)
    names = (own, f"{parent}-{own}" if parent else own, f"{own}-{files.sha256(str(project).encode())[:6]}")
    return next((name for name in names if name not in taken and name != layout.COMMON), names[-1])


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40]


def there(cwd: str) -> bool:
    """Whether the working directory is there now."""
    try:
        return Path(cwd).is_dir()
    except (OSError, ValueError):
        return False


def excluded(cwd: str, directories: Iterable[str]) -> bool:
    """Whether a working directory, or the project it belongs to, is one of the directories or lies below one."""
    roots = [Path(os.path.expanduser(name)) for name in directories]  # noqa: PTH111 (an unknown ~user is no error)
    roots += [Path(os.path.realpath(root)) for root in roots]
    places = (Path(cwd), project_of(cwd)) if roots else ()
    return any(place == root or root in place.parents for root in roots for place in places)
