"""Looks up in a project's repository what a memory says of it: git's plumbing and plain reading, never a connection.

The repository may be anybody's, so nothing of it is run: no hook, no monitor, no filter, no external difference, no
conversion to text, no fetching of what a partial clone lacks.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import files, manifests, referents
from dreamd.codebase import Codebase
from dreamd.dangers import commands

if TYPE_CHECKING:
    from collections.abc import Iterable

SECONDS = 2.0
"""A git that answers later is not waited for: what it would have told is taken as unknown."""
MANIFEST_BYTES = 512 * 1024
NAMES = 200
"""So many symbols, hosts and lost paths are looked up."""
OPTIONS = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false")
LOOK = ("-I", "--no-textconv", "--no-recurse-submodules", "--no-color", "--no-line-number", "--no-column")
"""How git searches, whatever the repository is configured to: what it says is words alone."""
URL = re.compile(rb"https?://[^\s<>\"'`)\]\\]+")
DEEPEST = 3
"""Folders above a file that tells versions: what lies deeper is an example's, as a rule."""


def survey(project: Path, said: Iterable[str], search: str, programs: Iterable[str] = ()) -> Codebase | None:
    """What the repository of the project has of what these statements name; ``None`` where it is none.

    Args:
        project: the main working tree.
        said: the statements.
        search: PATH, to find git.
        programs: names of programs to look for in its files.
    """
    git = shutil.which("git", path=search)
    if git is None or not project.is_absolute() or not (project / ".git").exists():
        return None
    look = _Look(git, project)
    tracked = look.names("ls-files", "-z", "--cached", "--full-name")
    if tracked is None:
        return None
    claims = [text for text in said if referents.asserts(text)]
    named = {path for text in claims for path in referents.paths(text)}
    there = {path.rstrip("/") for path in named if os.path.lexists(project / path)}
    held = Codebase(files=frozenset({*tracked, *there}))
    lost = sorted(path for path in named if not held.has(path))[:NAMES]
    symbols = sorted({symbol for text in claims for symbol in referents.symbols(text)})[:NAMES]
    hosts = sorted({host for text in said for host in commands.hosts(text)})[:NAMES]
    found = look.standing(symbols)
    return Codebase(
        files=held.files,
        once=look.once(lost),
        sought=frozenset(symbols) if found is not None else frozenset(),
        symbols=found or frozenset(),
        programs=look.standing(sorted(set(programs))[:NAMES]) or frozenset(),
        branches=look.branches(),
        versions=_versions(project, tracked),
        remotes=look.remotes(),
        trackers=look.trackers() if any(referents.tracks(text) for text in claims) else frozenset(),
        urls=look.addresses(hosts),
    )


class _Look:
    """Asks git about one repository."""

    def __init__(self, git: str, project: Path) -> None:
        self._git, self._project = git, project
        self._environment = {
            "PATH": str(Path(git).parent),
            "LC_ALL": "C",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_CEILING_DIRECTORIES": str(project.parent),
        }

    def _ask(self, *arguments: str, given: bytes = b"") -> bytes | None:
        """What git prints; ``None`` where it fails or is slow. 1 means that a search found nothing."""
        command = [self._git, "-C", str(self._project), *OPTIONS, *arguments]
        try:
            ran = subprocess.run(
                command, env=self._environment, input=given, capture_output=True, check=False, timeout=SECONDS
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return ran.stdout if ran.returncode == 0 or (ran.returncode == 1 and not ran.stderr) else None

    def names(self, *arguments: str) -> list[str] | None:
        """File names that git lists."""
        told = self._ask(*arguments)
        return None if told is None else [name for name in told.decode("utf-8", "surrogateescape").split("\0") if name]

    def branches(self) -> frozenset[str]:
        """Branches and tags; none where the repository has no commit."""
        told = self._ask("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes", "refs/tags") or b""
        found = set[str]()
        for name in told.decode("utf-8", "replace").split():
            _, kind, short = name.split("/", 2)
            found |= {short, short.partition("/")[2]} if kind == "remotes" else {short}
        return frozenset(found - {""})

    def remotes(self) -> tuple[str, ...]:
        """Addresses that the repository's own configuration names; what that includes is not read."""
        config = self._project / ".git" / "config"
        told = self._ask("config", "--file", str(config), "--no-includes", "--get-regexp", r"^remote\..*\.url$") or b""
        return tuple(line.partition(" ")[2] for line in told.decode("utf-8", "replace").splitlines())

    def standing(self, symbols: list[str]) -> frozenset[str] | None:
        """Those that stand as a word in a tracked file; ``None`` where that cannot be told."""
        if not symbols:
            return frozenset()
        told = self._grep("-a", "-ohw", "-F", given=symbols)  # also in what attributes call no text
        return None if told is None else frozenset(told.decode("utf-8", "replace").split())

    def addresses(self, hosts: list[str]) -> frozenset[str]:
        """Addresses in tracked files, of these hosts."""
        if not hosts:
            return frozenset()
        told = self._grep("-h", "-F", given=[f"://{host}" for host in hosts]) or b""
        wanted = {host.encode() for host in hosts}
        found = {match.rstrip(b".,;:!?") for match in URL.findall(told)}
        return frozenset(item.decode("utf-8", "replace") for item in found if item.split(b"/")[2] in wanted)

    def trackers(self) -> frozenset[str]:
        """Addresses in tracked files at which faults are told."""
        told = self._grep("-h", "-F", given=["/issues"]) or b""
        found = {match.rstrip(b".,;:!?") for match in URL.findall(told)}
        return frozenset(item.decode("utf-8", "replace") for item in found if item.endswith(b"/issues"))

    def _grep(self, *options: str, given: list[str]) -> bytes | None:
        patterns = "\n".join(given).encode()
        return self._ask("grep", *LOOK, *options, "-f", "-", given=patterns)

    def once(self, paths: list[str]) -> frozenset[str]:
        """Those of the paths and bare names that a commit knows, found with one walk over the history."""
        wanted = [path.rstrip("/") for path in paths]
        if not wanted:
            return frozenset()
        specs = [f":(top,glob){path}" if "/" in path else f":(top,glob)**/{path}" for path in map(_literal, wanted)]
        specs += [f":(top,glob){path}/**" for path in map(_literal, wanted)]
        commits = self._ask("rev-list", "--all", "--max-count=200", "--", *specs)
        if not commits:
            return frozenset()
        told = self._ask(
            "diff-tree",
            "--stdin",
            "-r",
            "-z",
            "--root",
            "-m",
            "--name-only",
            "--no-commit-id",
            "--no-ext-diff",
            "--no-textconv",
            given=commits,
        )
        known = set((told or b"").decode("utf-8", "surrogateescape").split("\0"))
        bare = {name.rpartition("/")[2] for name in known}
        folders = {name[:at] for name in known for at, sign in enumerate(name) if sign == "/"}
        return frozenset(
            path for path in wanted if path in known or path in folders or ("/" not in path and path in bare)
        )


def _literal(path: str) -> str:
    return re.sub(r"([*?\[\]\\])", r"\\\1", path)


def _versions(project: Path, tracked: list[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in tracked:
        if name.count("/") < DEEPEST and manifests.known(name.rpartition("/")[2]):
            with suppress(OSError, ValueError):
                text = (files.read_regular(project / name, MANIFEST_BYTES) or b"").decode("utf-8", "replace")
                for package, spec in manifests.versions(name.rpartition("/")[2], text).items():
                    found[package] = (*found.get(package, ()), spec)
    return found
