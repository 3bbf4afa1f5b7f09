"""Writes the page as HTML: every value escaped, redacted, and with what hides in it shown."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from dreamd import changes, prices, recalled, terminal
from dreamd.page.picture import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dreamd.page.picture import Picture

TEMPLATES = Path(__file__).with_name("templates")
POLICY = "default-src 'none'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'"
"""Of a page in a file, which has its style in itself."""


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"when": terminal.when, "sign": changes.sign, "dollars": prices.told, "count": terminal.count}
    made.globals |= {"standing": recalled.TOLD}
    return made


def style() -> str:
    """The one style sheet."""
    return (TEMPLATES / "style.css").read_text("utf-8")


def page(picture: Picture, names: Sequence[str], *, key: str, told: str) -> str:
    """The page of one memory, on the server.

    Args:
        picture: what it shows.
        names: of all memories.
        key: what our forms bring back; random, so that it must not be taken for a secret of theirs.
        told: what became of what was just done.
    """
    key = Markup(key)  # noqa: S704 (made by us, of letters that need no escape)
    live = {"key": key, "told": told, "names": names, "style": "", "policy": ""}
    return _environment().get_template("page.html").render(picture=picture, **live)


def report(picture: Picture) -> str:
    """The same as one file, which shows and does nothing."""
    css = style()
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    still = {"key": "", "told": "", "names": [], "style": css, "policy": POLICY.format(digest)}
    return _environment().get_template("page.html").render(picture=picture, **still)


def door(why: str) -> str:
    """What is shown to whom the page is not."""
    return _environment().get_template("door.html").render(why=why)
