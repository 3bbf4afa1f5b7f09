"""Runs dreamd in children of one process that has imported it already; driven over a pipe by the tests.

Reads lines of JSON ``[arguments, environment, cwd, out, err, limits]``; for each it forks a child that runs the command
with its standard streams in the empty files ``out`` and ``err`` (or one for both), and answers with its process id, and
then with its exit status. ``limits`` are pairs of a resource's name and its limit; of ``AS`` it is what may come on top
of what is used. Its standard input is what ``STDIN`` in the environment names: a terminal, say.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import resource
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import dreamd
from dreamd import cli

if TYPE_CHECKING:
    from collections.abc import Mapping

DEAR = ("dreamd.serving", "dreamd.engines", "dreamd.backends", "dreamd.dream", "dreamd.fakes", "dreamd.worker.__main__")
"""What no dream without a model imports in the run."""


def main() -> None:
    """Answer until the pipe closes."""
    sys.dont_write_bytecode = True  # whether a cache is written would move the count
    for info in pkgutil.walk_packages(dreamd.__path__, "dreamd."):
        if not info.name.startswith(DEAR) and info.name != "dreamd.__main__":
            importlib.import_module(info.name)
    importlib.import_module("structlog")
    for line in sys.stdin:
        arguments, environment, cwd, out, err, limits = json.loads(line)
        child = os.fork()
        if child == 0:
            run(arguments, environment, cwd, (out, err), limits)
        answer(child)
        answer(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def answer(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def run(
    arguments: list[str], environment: dict[str, str], cwd: str, said: tuple[str, str], limits: dict[str, int]
) -> NoReturn:
    """The command, as its own process would run it."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may have hangups ignored; dreamd heeds that
    os.dup2(os.open(environment.pop("STDIN", os.devnull), os.O_RDONLY | os.O_NOCTTY), 0)
    out = os.open(said[0], os.O_RDWR)
    err = out if said[0] == said[1] else os.open(said[1], os.O_RDWR)
    os.dup2(out, 1)
    os.dup2(err, 2)
    for file in {out, err}:
        os.close(file)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["dreamd", *arguments]
    bind(limits)
    code: object = 1
    try:
        cli.main()
    except SystemExit as ended:
        code = ended.code
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code if isinstance(code, int) else 0)


def bind(limits: Mapping[str, int]) -> None:
    for name, limit in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() if name == "AS" else 0
        resource.setrlimit(kind, (used + limit, resource.getrlimit(kind)[1]))


if __name__ == "__main__":
    main()
