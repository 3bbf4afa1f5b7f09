"""A real systemd user manager for tests: unprivileged, with a home of its own, in namespaces of its own.

It needs root, which gives itself away inside (``inside.py``). Nothing of the machine's own systemd is touched.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import dreamd
from tests.conftest import Ran

if TYPE_CHECKING:
    from collections.abc import Iterator

UID = 61_234
"""Nobody's."""
INSIDE = Path(__file__).parent / "inside.py"
END_SECONDS = 30
PROGRAMS = ("unshare", "systemctl", "systemd-analyze")


@dataclass(frozen=True)
class Manager:
    """A running manager, and the person whose it is."""

    process: subprocess.Popen[str]
    home: Path
    """Where the test finds it."""
    inner: Path
    """How this person calls it; below /home, where systemd's own rules for homes hold."""
    environment: dict[str, str] = field(default_factory=dict)

    def __call__(self, *argv: str, **environment: str) -> Ran:
        """Run a program as this person."""
        self.give()
        answer = self._asked({"argv": argv, "environment": self.environment | environment, "cwd": str(self.inner)})
        return Ran(answer["code"], answer["out"], answer["err"])

    def dreamd(self, *arguments: str, **environment: str) -> Ran:
        """Run our command as this person."""
        return self(sys.executable, "-I", "-m", "dreamd", *arguments, **environment)

    def show(self, unit: str, key: str) -> str:
        """A property of a unit."""
        return self("systemctl", "--user", "show", f"--property={key}", "--value", unit).out.strip()

    def give(self) -> None:
        """What the test wrote into this home belongs to this person."""
        for path in (self.home, *self.home.rglob("*")):
            if path.lstat().st_uid != UID:
                os.chown(path, UID, UID, follow_symlinks=False)

    def _asked(self, job: dict[str, object]) -> Any:  # noqa: ANN401 (JSON)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the manager's namespaces are gone"
        return json.loads(line)


@contextmanager
def running(home: Path, name: str = "mira") -> Iterator[Manager]:
    """A manager for a person with this home; skips where there can be none."""
    if not sys.platform.startswith("linux") or os.geteuid():
        pytest.skip("only root on Linux can start a systemd user manager apart from the machine's own")
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    os.chown(home, UID, UID)
    inner = Path("/home") / name
    own = {Path(sys.prefix), Path(sys.base_prefix), Path(dreamd.__file__).parent.parent, Path(__file__).parent}
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable, str(INSIDE)]
    command += [str(UID), *map(str, (home, inner, *sorted(own, key=lambda path: len(path.parts))))]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        trouble = json.loads(first)["trouble"] if first else process.communicate()[1].strip()
        if trouble:
            process.kill()
            assert first or trouble.startswith("unshare:"), trouble
            pytest.skip(f"no user manager can be started here: {trouble}")
        search = os.environ["PATH"]
        environment = {"HOME": str(inner), "XDG_RUNTIME_DIR": f"/run/user/{UID}", "PATH": search, "LC_ALL": "C.UTF-8"}
        try:
            yield Manager(process, home, inner, environment)
        finally:
            _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    """Let it stop its services and take its control group away."""
    try:
        process.communicate(timeout=END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
