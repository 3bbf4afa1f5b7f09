"""What a project's repository has, as far as a memory speaks of it; pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from dreamd import figures

if TYPE_CHECKING:
    from collections.abc import Mapping

ADDRESS = re.compile(r"(?:(?:https?|ssh|git)://(?:[^@/\s]+@)?|git@)(?P<host>[\w.-]+)(?::\d+)?[:/](?P<path>[^\s?#]*)")
LETTERS, LETTERS_BEFORE = re.compile(r"[a-z]*"), re.compile(r"[a-z]*$")
WORD = 4
"""Letters of a word that can be misspelled and still be told."""
MAJOR = re.compile(r"/v\d+$")
"""Go writes the major version behind a module's name."""
ALIKE = 4
"""Letters in which parts of addresses agree at an end."""
SPECIFIED = re.compile(r"(?P<how>[~^]|[=<>!~]=?=?)?\s*v?(?P<number>\d+(?:\.\d+)*)")


@dataclass(frozen=True)
class Codebase:
    """What was looked up in a repository; nothing was run of it and nothing asked over a network."""

    files: frozenset[str] = frozenset()
    """Tracked files, and what a statement names and is there; relative to the project."""
    once: frozenset[str] = frozenset()
    """Of what statements name: paths and bare names that its history knows."""
    sought: frozenset[str] = frozenset()
    """Symbols that were looked for in the tracked files."""
    symbols: frozenset[str] = frozenset()
    """Those that stand in one."""
    programs: frozenset[str] = frozenset()
    """Programs that skills start and that stand as a word in a tracked file."""
    branches: frozenset[str] = frozenset()
    """Local and remote ones, and tags; a remote one also without its remote's name."""
    versions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Package or language, lower case -> what the repository's own files ask for."""
    remotes: tuple[str, ...] = ()
    """Addresses."""
    trackers: frozenset[str] = frozenset()
    """Addresses in the tracked files at which faults are told."""
    urls: frozenset[str] = frozenset()
    """Addresses in the tracked files, of the hosts that statements name."""

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a file."""
        return frozenset(path[:at] for path in self.files for at in range(len(path)) if path[at] == "/")

    @cached_property
    def _bare(self) -> frozenset[str]:
        return frozenset(path.rpartition("/")[2] for path in self.files)

    def has(self, path: str) -> bool:
        """Whether the file or folder is there; a bare name may lie anywhere, and a path may begin in the middle."""
        bare = path.rstrip("/")
        if bare in self.files or bare in self.folders or ("/" not in bare and bare in self._bare):
            return True
        last = bare.rpartition("/")[2]
        if "/" not in bare or not (last in self._bare or any(name.endswith(f"/{last}") for name in self.folders)):
            return False
        return any(name.endswith(f"/{bare}") for name in (*self.files, *self.folders))

    def lost(self, path: str) -> bool:
        """Whether what a statement names so is no more: the repository knew it, or has the folder that it lay in."""
        if self.has(path):
            return False
        return path.rstrip("/") in self.once or ("/" in path.rstrip("/") and path.partition("/")[0] in self.folders)

    def nearly(self, path: str) -> str:
        """The one file or folder that differs from the path in case or by a slip; empty where none, or several."""
        same = [name for name in (*self.files, *self.folders) if name.lower() == path.lower().rstrip("/")]
        if len(same) == 1:
            return same[0]
        if path.rstrip("/") in self.once:
            return ""
        near = [name for name in self.files if abs(len(name) - len(path)) <= 1 and _slip(name.lower(), path.lower())]
        return near[0] if len(near) == 1 else ""

    def contradicts(self, name: str, number: str) -> str:
        """What the repository asks for in place of that version; empty where it agrees or does not say."""
        asked = self.versions.get(name) or self.versions.get(name.replace("_", "-")) or ()
        asked = asked or next(
            (
                told
                for known, told in self.versions.items()
                if _module(known) and MAJOR.sub("", known).endswith(f"/{name}")
            ),
            (),
        )
        if not asked or any(_agrees(spec, number) for spec in asked):
            return ""
        return asked[0]

    def moved(self, url: str) -> str:
        """The address in the place of the one that a statement gives of this repository; empty where that holds."""
        given = ADDRESS.match(url)
        if given is None:
            return ""
        own = [found for remote in self.remotes if (found := ADDRESS.match(remote))]
        here = [_repository(found["path"]) for found in own if found["host"] == given["host"]]
        if here and _repository(given["path"]) not in here and _repository(given["path"]).count("/") == 1:
            return next(remote for remote in self.remotes if given["host"] in remote)
        return ""

    def tracker(self, url: str) -> str:
        """Where the repository's files tell faults, if not at this address, which none of them names."""
        known = {item.rstrip("/") for item in self.urls | self.trackers}
        wanted = url.rstrip("/")
        if not self.trackers or any(item.startswith(wanted) or wanted.startswith(item) for item in known):
            return ""
        return min(self.trackers)

    def instead(self, url: str) -> str:
        """The one address in the repository's files that differs in one part from an address that is in none."""
        known = {item.rstrip("/") for item in self.urls}
        wanted = url.rstrip("/")
        if any(item == wanted or item.startswith(f"{wanted}/") or wanted.startswith(f"{item}/") for item in known):
            return ""
        parts = wanted.split("/")
        near = [
            item
            for item in known
            if len(item.split("/")) == len(parts)
            and len(other := [pair for pair in zip(item.split("/"), parts, strict=True) if pair[0] != pair[1]]) == 1
            and _forms(*other[0])
            and len(parts) > 3  # noqa: PLR2004 (scheme, blank, host, and something else)
        ]
        return near[0] if len(near) == 1 else ""


def _forms(one: str, other: str) -> bool:
    """Whether two parts of addresses are forms of one: both tell a number, or they begin or end alike."""
    if any(map(str.isdigit, one)) and any(map(str.isdigit, other)):
        return True
    return one[:ALIKE].lower() == other[:ALIKE].lower() or one[-ALIKE:].lower() == other[-ALIKE:].lower()


def _module(known: str) -> bool:
    """Whether it is a module of Go, called by an address, of which people say the last part alone."""
    return "." in known.partition("/")[0]


def _repository(path: str) -> str:
    return "/".join(path.strip("/").removesuffix(".git").split("/")[:2]).lower()


def _agrees(spec: str, number: str) -> bool:
    """Whether a version can be what a specification asks for, as far as both say."""
    found = list(SPECIFIED.finditer(spec))
    if not found:
        return True
    said = [figures.whole(part) or 0 for part in number.split(".")]
    for match in found:
        asked = [figures.whole(part) or 0 for part in match["number"].split(".")]
        shared = min(len(said), len(asked))
        how = match["how"] or "="
        if how in {">=", ">"} and said[:shared] < asked[:shared]:
            return False
        if how in {"<", "<="} and said[:shared] > asked[:shared]:
            return False
        if how == "<" and said[:shared] == asked[:shared] and not any(asked[shared:]) and shared == len(asked):
            return False
        if how in {"=", "==", "==="} and said[:shared] != asked[:shared]:
            return False
        if how in {"^", "~", "~="} and (said[:1] != asked[:1] or said[:shared] < asked[:shared]):
            return False
        if how == "~" and said[: min(2, shared)] != asked[: min(2, shared)]:
            return False
    return True


def _slip(one: str, other: str) -> bool:
    """Whether the two differ in one letter of a word, left out, put in, exchanged or swapped."""
    if one == other:
        return False
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, left = one[at:], other[at:]
    if not (rest[:1] + left[:1]).isalpha() or len(_word(one, at)) < WORD or len(_word(other, at)) < WORD:
        return False
    swapped = rest[:2] == left[1::-1] and rest[2:] == left[2:]
    return swapped or left in (rest[1:], f"{left[:1]}{rest[1:]}") or rest == left[1:]


def _word(text: str, at: int) -> str:
    """The word around a place."""
    before, behind = LETTERS_BEFORE.search(text[:at]), LETTERS.match(text[at:])
    return (before[0] if before else "") + (behind[0] if behind else "")
