"""Which file an agent reads its person's instructions from, where that is for its person to say."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from dreamd.errors import DreamdError
from dreamd.hooks import held, jsonc
from dreamd.sources.codex import SOURCE as CODEX
from dreamd.sources.gemini import SOURCE as GEMINI

if TYPE_CHECKING:
    from pathlib import Path

OVERRIDE = "AGENTS.override.md"
"""Of Codex: where it says anything, ``AGENTS.md`` beside it is not read. Source: its guide to AGENTS.md."""
MARKDOWN = re.compile(r"\w[\w. -]*\.md", re.IGNORECASE)
"""A file into which a block may go: nobody keeps settings or keys in one."""


def names(agent: str, folder: Path, usual: str) -> list[str]:
    """The names of the files that the agent may read there, the one that it does read first.

    A setting that cannot be read counts as none: the agent then goes by the usual name as well. So does one that names
    what is no Markdown file beside the settings; such a file is not ours to write.
    """
    if agent == CODEX.name:
        return [OVERRIDE, usual] if _says(folder / OVERRIDE) else [usual, OVERRIDE]
    if agent == GEMINI.name:
        chosen = _chosen(folder / "settings.json")
        return [usual, *chosen] if not chosen or usual in chosen else [*chosen, usual]
    return [usual]


def _says(path: Path) -> bool:
    with suppress(DreamdError):
        return bool(held.read(path).text.strip())
    return False


def _chosen(settings: Path) -> list[str]:
    """The Markdown files that Gemini CLI's ``context.fileName`` names; one, or a list of them."""
    with suppress(DreamdError):
        read = jsonc.read(held.read(settings).text or "{}").value
        context = read.get("context") if isinstance(read, dict) else None
        named = context.get("fileName") if isinstance(context, dict) else None
        listed = named if isinstance(named, list) else [named]
        return [name for name in listed if isinstance(name, str) and MARKDOWN.fullmatch(name)]
    return []
