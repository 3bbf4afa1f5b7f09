"""Finds the sessions' files by stat alone, each with its project as the client's own register tells it."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from dreamd import files
from dreamd.reading import walking

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.records import Transcript
    from dreamd.sources import Damaged

NAME = "gemini"
STEM = re.compile(r"session-(?P<started>\d{4}-\d\d-\d\dT\d\d-\d\d)-(?P<id>.+)")
REGISTER_BYTES = 1 << 20


class Register(msgspec.Struct, frozen=True):
    """What ``projects.json`` holds."""

    projects: dict[str, str] = {}
    """Path -> the short name of its folder."""


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``. ``GEMINI_CLI_HOME`` takes the place of the home directory."""
    return [_settings(places) / "tmp"]


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. A resumed ``.json`` goes on as ``.jsonl`` beside it; subagents lie deeper."""
    walk, register, rooted = walking.Walk(damaged), cache(_register), cache(_rooted)
    for root in roots(places):
        found = [
            one for one in walking.below(root, "*/chats/session-*", walk) if one.path.suffix in {".json", ".jsonl"}
        ]
        paths = {one.path for one in found}
        for one in found:
            if one.path.suffix == ".jsonl" or one.path.with_suffix(".jsonl") not in paths:
                folder = one.path.parent.parent
                project = rooted(folder) or register(_settings(places)).get(folder.name, "")
                yield walking.transcript(NAME, _session(one.path.stem), one, project)


def _session(stem: str) -> str:
    """The session's own id first: its beginning is what references keep."""
    match = STEM.fullmatch(stem)
    return f"{match['id']}-{match['started']}" if match else stem


def _settings(places: Places) -> Path:
    return walking.place(places, "GEMINI_CLI_HOME", "") / ".gemini"


def _rooted(folder: Path) -> str:
    """The project whose sessions lie in the folder, as the folder's mark says; else not told."""
    try:
        mark = files.read_regular(folder / ".project_root", REGISTER_BYTES) or b""
    except OSError:
        mark = b""
    return mark.decode("utf-8", "replace").strip()


def _register(settings: Path) -> dict[str, str]:
    """Folder -> project, by its short name and by the hash that older versions named folders with."""
    try:
        data = files.read_regular(settings / "projects.json", REGISTER_BYTES) or b"{}"
        projects = msgspec.json.decode(data, type=Register).projects
    except (OSError, ValueError, RecursionError):
        return {}
    times = Counter(projects.values())
    short = {slug: path for path, slug in projects.items() if times[slug] == 1}
    return {files.sha256(path.encode()): path for path in projects} | short
