"""A stand-in for the program ``claude`` in its print mode: it checks how it is called, and answers as it was told.

``install`` puts it on a PATH; it is ``python -m dreamd.fakes.claude FOLDER <claude's own arguments>``.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dreamd import paths

if TYPE_CHECKING:
    from collections.abc import Sequence

ANSWERS, CALLS = "answers.json", "calls.jsonl"
FLAGS = frozenset({"-p", "--strict-mcp-config", "--no-session-persistence"})
VALUES = frozenset(
    {
        *("--output-format", "--tools", "--mcp-config", "--setting-sources", "--system-prompt"),
        *("--max-turns", "--max-budget-usd", "--model"),
    }
)


class Run(msgspec.Struct):
    """One call of the program."""

    arguments: list[str]
    prompt: str
    environment: dict[str, str]
    directory: str
    listing: list[str]
    """What lay in the directory."""

    def option(self, name: str) -> str:
        """The value of an option."""
        return self.arguments[self.arguments.index(name) + 1]


def said(text: str, **changed: object) -> str:
    """What the program prints, as JSON, when the model said ``text``; with members changed."""
    usage = {"input_tokens": 10, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 5, "output_tokens": 7}
    told = {"type": "result", "subtype": "success", "is_error": False, "result": text, "stop_reason": "end_turn"}
    return msgspec.json.encode(told | {"session_id": "s", "total_cost_usd": 0.001, "usage": usage} | changed).decode()


def install(folder: Path, answers: Sequence[str]) -> str:
    """Put it into the folder.

    Args:
        folder: of its own.
        answers: what it prints, call by call, the last again and again; ``sleep`` is no answer at all.

    Returns:
        The PATH that leads to it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ANSWERS).write_bytes(msgspec.json.encode(answers))
    program = folder / "claude"
    command = shlex.join([sys.executable, "-I", "-m", __name__, str(folder)])
    program.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    program.chmod(0o755)
    return f"{folder}{os.pathsep}{os.defpath}"


def runs(folder: Path) -> list[Run]:
    """The calls so far."""
    path = folder / CALLS
    return (
        msgspec.json.decode(b"[" + b",".join(path.read_bytes().splitlines()) + b"]", type=list[Run])
        if path.exists()
        else []
    )


def main(folder: Path, arguments: list[str]) -> int:
    """Be ``claude``: the exit code."""
    wrong = _wrong(arguments)
    if wrong:
        os.write(2, f"error: {wrong}\n".encode())
        return 1
    here = Path.cwd()
    run = Run(arguments, sys.stdin.read(), paths.environment(), str(here), sorted(item.name for item in here.iterdir()))
    with (folder / CALLS).open("ab") as handle:
        handle.write(msgspec.json.encode(run) + b"\n")
    answers: list[str] = msgspec.json.decode((folder / ANSWERS).read_bytes())
    answer = answers[min(len(runs(folder)), len(answers)) - 1]
    if answer == "sleep":
        time.sleep(3600)
    os.write(1, answer.encode())
    return 0


def _wrong(arguments: list[str]) -> str:
    """What the real program would not accept."""
    rest = iter(arguments)
    for argument in rest:
        if argument in VALUES:
            if next(rest, None) is None:
                return f"option '{argument}' argument missing"
        elif argument not in FLAGS:
            return f"unknown option '{argument}'"
    return ""


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
