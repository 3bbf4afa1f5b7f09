"""Keeps every state of a memory in a bare git repository of our own, one commit a step.

Whoever writes holds the workspace's ``write`` lock.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from dreamd import redact
from dreamd.errors import ConfigError, StoreError
from dreamd.files import TEMPORARY, make_private, sync_directory
from dreamd.memory import plumbing
from dreamd.memory.plumbing import Repository
from dreamd.memory.store import Held
from dreamd.records import Change, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BRANCH = "refs/heads/main"
AUTHOR = b"dreamd <dreamd@localhost>"

Kind: TypeAlias = Literal["dream", "undo", "remember", "govern", "promote", "import", "found"]
"""``found``: the files as they were before a step of ours, with whatever a person or an agent changed."""


class Step(Record, frozen=True):
    """What a commit tells beside the files."""

    id: str
    kind: Kind
    time: str
    """ISO 8601, UTC."""
    summary: str
    """One line for people."""
    changes: tuple[Change, ...] = ()
    made_dirs: tuple[str, ...] = ()
    """Directories that the step made, relative to the workspace's root, outermost first."""
    keys: tuple[str, ...] = ()
    """Keys (``memory.entry.key``) of what the step wrote, spoke for or took away."""
    undoes: str = ""
    """Id of the step that this one takes back."""


class Recorded(Record, frozen=True):
    """A step as it stands in the history."""

    step: Step
    commit: str
    before: str
    """The commit that holds the files as they were; empty for the first."""


class Note(Record, frozen=True):
    """The JSON in a commit's message: what git's own tree cannot keep."""

    step: Step
    held: dict[str, tuple[int, int]]
    """Name -> permission bits, mtime in nanoseconds."""


def require(path: Path, search: str) -> Repository:
    """The repository at ``path``, used through the git found on ``search`` (a PATH).

    Raises:
        ConfigError: git is missing or does not start.
    """
    fix = "Install git (Debian: apt install git; macOS: xcode-select --install) and run dreamd again."
    git = shutil.which("git", path=search)
    if git is None:
        raise ConfigError("git was not found, and dreamd keeps its history with it", fix)
    try:
        subprocess.run([git, "--version"], env={"PATH": search}, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise ConfigError(f"{git} does not start, and dreamd keeps its history with it", fix) from error
    return Repository(path=path, git=Path(git))


def record(repository: Repository, files: Mapping[str, Held], step: Step) -> str:
    """Commit the files durably and return the commit; a step that is there already is returned as it is.

    Raises:
        StoreError: the repository is damaged or cannot be written.
    """
    _make(repository)
    made = _committed(repository, step.id)
    if made:
        return made
    # A git that was killed leaves its locks; nobody else writes while we hold the workspace's lock.
    for name in (BRANCH, "HEAD"):
        (repository.path / f"{name}.lock").unlink(missing_ok=True)
    parent = head(repository)
    stream = (b"feature done\n", *told(BRANCH, files, step, parent), b"done\n")
    plumbing.git(repository, "fast-import", "--quiet", "--done", data=b"".join(stream))
    return head(repository)


def record_found(repository: Repository, files: Mapping[str, Held], before: str, time: str) -> str:
    """Commit the files as they were read, unless the newest commit holds just these; returns the commit that does.

    Args:
        repository: the history.
        files: as they were read.
        before: id of the step that is about to change them.
        time: now.

    Raises:
        StoreError: as ``record``.
    """
    newest = head(repository)
    if newest and read(repository, newest) == files:
        return newest
    found = Step(id=f"{before}-found", kind="found", time=time, summary="the files as they were")
    return record(repository, files, found)


def recorded(repository: Repository, wanted: str) -> bool:
    """Whether the step with that id is there.

    Raises:
        StoreError: the repository is damaged.
    """
    return bool(_committed(repository, wanted))


def head(repository: Repository) -> str:
    """The newest commit, or empty where there is none yet.

    Raises:
        StoreError: the repository is damaged.
    """
    if not repository.path.exists():
        return ""
    newest = plumbing.git(repository, "for-each-ref", "--format=%(objectname)", BRANCH).decode().strip()
    if not newest and os.path.lexists(repository.path / BRANCH):
        # To git a broken reference is worth a warning at most; to us it would be an empty history.
        raise plumbing.damaged(repository, f"the reference {BRANCH} is broken")
    return newest


def verify(repository: Repository) -> None:
    """Have git look at every object.

    Raises:
        StoreError: the repository is damaged.
    """
    if head(repository):
        plumbing.git(repository, "fsck", "--full", "--no-dangling", "--no-progress")


def steps(repository: Repository) -> list[Recorded]:
    """Every step, newest first.

    Raises:
        StoreError: the repository is damaged.
    """
    if not head(repository):
        return []
    log = plumbing.git(repository, "log", "-z", "--format=%H%n%P%n%B", BRANCH, "--").decode()
    return [_recorded(item) for item in log.split("\0") if item]


def read(repository: Repository, commit: str) -> dict[str, Held]:
    """The files of a commit, with their modes and mtimes; none for an empty ``commit``.

    Raises:
        StoreError: there is no such commit, or the repository is damaged.
    """
    if not commit:
        return {}
    listing = plumbing.git(repository, "ls-tree", "-r", "-z", "--full-tree", commit).decode()
    rows = [row.split("\t", 1) for row in listing.split("\0") if row]
    raw, *blobs = plumbing.objects(repository, [commit, *(fields.split()[2] for fields, _ in rows)])
    held = _note(raw.partition(b"\n\n")[2].decode()).held
    named = zip((name for _, name in rows), blobs, strict=True)
    return {name: Held(data=data, mode=held[name][0], mtime_ns=held[name][1]) for name, data in named}


def _make(repository: Repository) -> None:
    """Make the repository under another name first, so that a half-made one never stands in its place."""
    if repository.path.exists():
        return
    make_private(repository.path.parent)
    new = repository.path.with_name(f"{TEMPORARY}{repository.path.name}")
    shutil.rmtree(new, ignore_errors=True)
    plumbing.git(Repository(path=new, git=repository.git), "init", "--bare", "--quiet", "--template=")
    new.chmod(0o700)
    new.rename(repository.path)
    sync_directory(repository.path.parent)


def _committed(repository: Repository, wanted: str) -> str:
    return next((item.commit for item in steps(repository) if item.step.id == wanted), "")


def told(branch: str, files: Mapping[str, Held], step: Step, parent: str) -> Iterable[bytes]:
    """The commit in the language of ``git fast-import``; without a parent it is put on what that wrote before."""
    safe = tuple(redact.record(item, "text", "was") for item in step.changes)
    step = msgspec.structs.replace(redact.record(step, "summary"), changes=safe)
    note = Note(step=step, held={name: (held.mode, held.mtime_ns) for name, held in sorted(files.items())})
    message = step.summary.encode() + b"\n\n" + msgspec.json.encode(note) + b"\n"
    seconds = int(datetime.fromisoformat(step.time).timestamp())
    yield b"commit %s\ncommitter %s %d +0000\n" % (branch.encode(), AUTHOR, seconds)
    yield b"data %d\n%s\n" % (len(message), message)
    if parent:
        yield b"from %s\n" % parent.encode()
    yield b"deleteall\n"
    for name, held in sorted(files.items()):
        yield b"M 100644 inline %s\ndata %d\n%s\n" % (_quoted(name), len(held.data), held.data)


def _quoted(name: str) -> bytes:
    """The name in git's C style; ``store`` lets no control character in."""
    return b'"' + name.encode().replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'


def _recorded(item: str) -> Recorded:
    commit, parent, message = item.split("\n", 2)
    return Recorded(step=_note(message).step, commit=commit, before=parent)


def _note(message: str) -> Note:
    try:
        return msgspec.json.decode(message.strip().rpartition("\n")[2], type=Note)
    except msgspec.DecodeError as error:
        raise StoreError(f"a commit of the history is not dreamd's: {error}", "Undo whoever wrote into it.") from error
