"""Runs the programs that talk to a supervisor, and explains what they say."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from dreamd.errors import ConfigError, ServiceError
from dreamd.records import Record

SECONDS = 30.0
SLOW_SECONDS = 90.0
"""For what waits until a service has started or stopped."""


class Program(Record, frozen=True):
    """A program of the system, and the environment that leads it to the person's own supervisor."""

    path: Path
    environment: dict[str, str]


class Ran(Record, frozen=True):
    """How it ended."""

    code: int
    out: str
    err: str

    @property
    def told(self) -> str:
        """Its complaint, on one line."""
        lines = [line.strip() for line in (self.err or self.out).splitlines() if line.strip()]
        return lines[0] if lines else f"exit code {self.code}"


def find(name: str, search: str, environment: dict[str, str], fix: str) -> Program:
    """The program.

    Raises:
        ConfigError: it is not on the PATH.
    """
    found = shutil.which(name, path=search)
    if found is None:
        raise ConfigError(f"{name} is not on the PATH", fix)
    return Program(path=Path(found), environment=environment)


def run(program: Program, *arguments: str, seconds: float = SECONDS) -> Ran:
    """Run it to its end, whatever that is.

    Raises:
        ServiceError: it cannot be started, or takes longer.
    """
    command = [str(program.path), *arguments]
    try:
        done = subprocess.run(
            command,
            env=program.environment | {"LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        told = f"{' '.join((program.path.name, *arguments))} takes longer than {seconds:g} seconds"
        raise ServiceError(told, "It may still be at it. See: dreamd service status") from None
    except OSError as error:
        raise ServiceError(f"cannot run {program.path}: {error.strerror}") from error
    return Ran(code=done.returncode, out=done.stdout, err=done.stderr)


def must(program: Program, *arguments: str, seconds: float = SECONDS, fix: str = "") -> str:
    """What it prints.

    Raises:
        ServiceError: it failed; with its own words.
    """
    ran = run(program, *arguments, seconds=seconds)
    if ran.code:
        raise ServiceError(f"{' '.join((program.path.name, *arguments))}: {ran.told}", fix)
    return ran.out
