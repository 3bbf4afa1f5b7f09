"""The profile under which macOS starts a worker, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PROGRAM = "/usr/bin/sandbox-exec"


def profile(readable: Iterable[Path], programs: Iterable[Path]) -> str:
    """What the worker may do; the last rule that fits holds.

    Args:
        readable: files and directories, free of links: the kernel compares what paths lead to.
        programs: directories that hold the interpreter with its libraries; only from there may it be started.

    A path with a control character, which no profile can name, is left out.
    """
    started, read = _named(programs), _named(readable)
    return "\n".join(
        [
            "(version 1)",
            "(deny default)",
            '(import "system.sb")',
            "(allow sysctl-read)",
            "(allow file-read-metadata)",
            '(allow file-read* (literal "/"))',
            *_rule("allow process-exec", started),
            *_rule("allow file-read* file-map-executable", started),
            *_rule("allow file-read*", read),
            "(deny file-write*)",
            "(deny network*)",
            "(deny process-fork)",
            "(deny signal (target others))",
            "",
        ]
    )


def _rule(head: str, filters: list[str]) -> list[str]:
    """Nothing where there is no filter: a rule without one is a rule for everything."""
    return [f"({head}", *(f"  {item}" for item in filters[:-1]), f"  {filters[-1]})"] if filters else []


def _named(paths: Iterable[Path]) -> list[str]:
    texts = sorted({str(path) for path in paths if str(path).isprintable()})
    escaped = [text.replace("\\", "\\\\").replace('"', '\\"') for text in texts]
    return [f'(subpath "{text}")' for text in escaped]
