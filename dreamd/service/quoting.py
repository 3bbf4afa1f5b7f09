"""Texts as systemd reads them back: quotes, escapes and specifiers (systemd.syntax(7), systemd.unit(5))."""

from __future__ import annotations

import re

from dreamd.errors import ConfigError

GLOB = re.compile(r"[\\*?\[]")


def plain(text: str, what: str) -> str:
    """The text, which a unit or a property list can hold.

    Raises:
        ConfigError: it holds a line break or another control character, or is no Unicode.
    """
    if any(ord(sign) < ord(" ") or ord(sign) == 0x7F or "\ud800" <= sign <= "\udfff" for sign in text):  # noqa: PLR2004 (DEL)
        raise ConfigError(
            f"{what} holds a character that no service definition can hold: {text!r}", "Move it to a plainer path."
        )
    return text


def word(text: str) -> str:
    """One argument, assignment or path in double quotes; in ``ExecStart`` behind a ``:``, where ``$`` means nothing."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


def file_name(text: str) -> str:
    """The path of an ``EnvironmentFile``, which takes no quotes and is a pattern."""
    return GLOB.sub(r"\\\g<0>", text).replace("%", "%%")
