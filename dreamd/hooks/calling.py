"""The command by which an agent asks for the resident layer, and how ours is known among others; pure."""

from __future__ import annotations

import shlex

from dreamd.service.quoting import plain

CARRIED = "DREAMD_HOME"
"""An agent that no shell starts has it not."""


def command(python: str, own: str, agent: str) -> str:
    """The line for a shell: the interpreter's path, and ``-I``, so that nothing in a project can take our place.

    Args:
        python: path of the interpreter that dreamd is installed for.
        own: directory that ``DREAMD_HOME`` names; empty where it names none.
        agent: whose start it is.

    Raises:
        ConfigError: a path holds a character that no line can hold.
    """
    words = [plain(python, "the path of Python"), "-I", "-m", "dreamd", "resident", "--quiet", "--agent", agent]
    if own:
        words = ["env", f"{CARRIED}={plain(own, CARRIED)}", *words]
    return shlex.join(words)


def ours(line: str) -> bool:
    """Whether a line asks some dreamd for its resident layer."""
    try:
        words = shlex.split(line)
    except ValueError:
        words = line.split()
    return "resident" in words and any(word.rpartition("/")[2] == "dreamd" for word in words)
