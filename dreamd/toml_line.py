"""One setting of a TOML file changed, with every other byte as it was; pure."""

from __future__ import annotations

import json
import re
import tomllib

from dreamd.errors import ConfigError

TABLE = re.compile(r"\s*\[")


def put(text: str, table: str, key: str, value: str) -> str:
    """The text with ``key`` of the table set: in its own line, else in the one that explains it, else in a new one.

    Raises:
        ConfigError: the file is written so that this would change more, or nothing.
    """
    lines = text.splitlines(keepends=True)
    line = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    start, stop = _span(lines, table)
    if not start:
        changed = [*lines, *_apart(lines), f"[{table}]\n", f"{line}\n"]
    elif (at := _find(lines, start, stop, key)) is not None:
        indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        changed = [*lines[:at], indent + line + _rest(lines[at]), *lines[at + 1 :]]
    else:
        changed = [*lines[: start - 1], _ended(lines[start - 1]), f"{line}\n", *lines[start:]]
    result = "".join(changed)
    if not _only(text, result, table, key, value):
        raise ConfigError(
            f"cannot set {key} in this file without changing more", f"Write in it, below [{table}]: {line}"
        )
    return result


def _span(lines: list[str], table: str) -> tuple[int, int]:
    """The lines behind the table's head, up to the next one's; zeros where there is none."""
    heads = [at for at, line in enumerate(lines) if TABLE.match(line)]
    own = [at for at in heads if re.fullmatch(rf"\s*\[\s*{table}\s*\]\s*(#.*)?", lines[at].rstrip())]
    if not own:
        return 0, 0
    return own[0] + 1, next((at for at in heads if at > own[0]), len(lines))


def _find(lines: list[str], start: int, stop: int, key: str) -> int | None:
    """The line that sets the key; else the one that shows its default behind a ``#``."""
    for form in (rf"\s*{key}\s*=", rf"#\s?{key}\s*="):
        for at in range(start, stop):
            if re.match(form, lines[at]):
                return at
    return None


def _rest(line: str) -> str:
    """What stands behind the value: a remark, the line's end."""
    behind = re.search(r"""=\s*(?:"[^"]*"|'[^']*'|[^#\s"']+)(\s*(?:#[^\n]*)?\r?\n?)$""", line)
    return behind[1] if behind and not line.startswith("#") else line[len(line.rstrip("\r\n")) :]


def _ended(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n"


def _apart(lines: list[str]) -> list[str]:
    """What must come between the text and a new table."""
    if not lines:
        return []
    return ["\n"] if lines[-1].endswith("\n") else ["\n", "\n"]


def _only(before: str, after: str, table: str, key: str, value: str) -> bool:
    """Whether the two differ in that one setting at most."""
    try:
        old, new = tomllib.loads(before), tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        return False
    expected = {name: held for name, held in old.get(table, {}).items() if name != key} | {key: value}
    return new == {**old, table: expected}
