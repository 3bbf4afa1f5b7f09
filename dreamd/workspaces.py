"""Which memory a session feeds: its repository, and where that repository's memory lies (memory.md, A workspace)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import files
from dreamd.memory import layout
from dreamd.memory.layout import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.paths import Places
    from dreamd.records import Transcript

WORKTREE = re.compile(r"^(?P<repository>.+)/\.claude/worktrees/[^/]+(?:/.*)?$")
GITFILE_BYTES = 4_096


def project_of(cwd: str) -> Path:
    """The project a working directory belongs to: the main repository of its worktree, else the directory itself.

    A directory that is gone takes its nearest existing ancestor's repository. Nothing is run and nothing is written.
    """
    folded = WORKTREE.match(cwd)
    path = Path(folded["repository"] if folded else cwd)
    existing = path
    while not existing.is_dir() and existing != existing.parent:
        existing = existing.parent
    resolved = existing.resolve()
    for place in (resolved, *resolved.parents):
        root = _repository(place)
        if root is not None:
            return root
    return resolved if existing == path else path


def _repository(place: Path) -> Path | None:
    """The main working tree of the repository whose working tree starts at ``place``, if one does."""
    git = place / ".git"
    if git.is_dir():
        return place
    try:
        data = files.read_regular(git, GITFILE_BYTES)
    except OSError:
        return None
    if data is None or not data.startswith(b"gitdir:"):
        return None
    directory = (place / data.removeprefix(b"gitdir:").strip().decode(errors="replace")).resolve()
    try:
        common = (directory / "commondir").read_text(encoding="utf-8").strip()
    except OSError:
        return place
    main = (directory / common).resolve()
    return main.parent if main.name == ".git" else main


def choose(transcript: Transcript, project: Path, known: Iterable[Workspace], places: Places) -> Workspace:
    """The workspace of a session: the recorded one of its project, else a new choice.

    With Claude Code sessions the memory is Claude Code's own, under the configuration directory that the transcript
    lies in; else it is ours.
    """
    known = list(known)
    for workspace in known:
        if workspace.project == project:
            return workspace
    name = _name(project, {workspace.name for workspace in known})
    if transcript.source != "claude-code":
        return Workspace(name=name, root=places.workspaces / name, layout="workspace", project=project)
    projects = transcript.path.parent.parent
    made = layout.slug(str(project))
    if len(made) == layout.SLUG_LIMIT:
        made = transcript.path.parent.name
    return Workspace(name=name, root=projects / made / "memory", layout="claude-code", project=project)


def _name(project: Path, taken: set[str]) -> str:
    """A name for people and for file names; the hash tells projects of the same name apart."""
    plain = re.sub(r"[^a-z0-9]+", "-", project.name.lower()).strip("-")[:40] or "root"
    return plain if plain not in taken and plain != "me" else f"{plain}-{files.sha256(str(project).encode())[:6]}"


def below(path: Path, directories: Iterable[str]) -> bool:
    """Whether the path is one of the directories or lies below one."""
    return any(path == (root := Path(name).expanduser()) or root in path.parents for name in directories)
