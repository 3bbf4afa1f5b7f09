"""What the model is told, from the Markdown files in ``prompts/``."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def _file(name: str) -> str:
    return (Path(__file__).parent / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()


def text(name: str, **given: str) -> str:
    """The prompt of that name with ``{field}`` filled in; what is filled in is not looked at again."""
    return _file(name).format(**given) if given else _file(name)
