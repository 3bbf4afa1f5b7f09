"""Reads skills whole for those who look them over."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from dreamd import invisible, redact
from dreamd.memory import front_matter, store
from dreamd.skills import FILE
from dreamd.skills.lint import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from dreamd.skills import Skill

READ = frozenset({".md", ".txt", ".rst", ""})
"""How the names of files end that agents read as prose."""
MAX_FILES = 200
"""Names of one skill's folder that are looked at."""


def read(skills: Iterable[Skill]) -> Iterator[Page]:
    """Each skill that can be read now, as a page."""
    for skill in skills:
        held = store.hold(skill.path, frozenset())
        if isinstance(held, store.Held):
            yield page(skill, held.data.decode("utf-8-sig", "replace"))


def page(skill: Skill, raw: str) -> Page:
    """The skill with this text, as a page.

    Args:
        skill: with its description.
        raw: its file's text as it is; here it is redacted.
    """
    text = invisible.shown(redact.redact(raw))
    front = front_matter.parse(text.splitlines(keepends=True))
    beside = () if skill.path.name != FILE else tuple(below(skill.path.parent))
    return Page(
        name=skill.name,
        description=skill.description,
        file=str(skill.path),
        text=text,
        named=front.get("name"),
        allowed=front.get("allowed-tools"),
        beside=beside,
        texts=tuple(_texts(skill, beside)),
        secrets=tuple(redact.findings(raw)),
    )


def _texts(skill: Skill, beside: Iterable[str]) -> Iterator[Page]:
    """What agents are led to from the skill."""
    for name in beside:
        path = skill.path.parent / name
        held = store.hold(path, frozenset()) if path.suffix.lower() in READ and name != FILE else None
        if isinstance(held, store.Held):
            raw = held.data.decode("utf-8-sig", "replace")
            yield Page(
                name=skill.name,
                description="",
                file=str(path),
                text=invisible.shown(redact.redact(raw)),
                secrets=tuple(redact.findings(raw)),
            )


def whole(folder: Path, mark: str) -> list[str] | None:
    """Names of all files below the folder but for our mark; ``None`` where they are more than ``MAX_FILES``."""
    names = [name for name in below(folder, MAX_FILES + 2) if name != mark]
    return None if len(names) > MAX_FILES else names


def below(folder: Path, most: int = MAX_FILES) -> Iterator[str]:
    """Names of files below the folder, ``most`` of them; links are not followed."""
    left = most
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            left -= 1
            if left < 0:
                return
            yield os.path.relpath(os.path.join(place, name), folder)  # noqa: PTH118 (os.walk gives text)
