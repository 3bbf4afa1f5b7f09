"""The injectors, each skipping with its reason where the machine lacks the means, and scenes to use them on."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import Ran, World, _cli, _memory, _talk
from tests.faults import promises, shim
from tests.faults.promises import Before, End, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Cli, Look
    from tests.faults.shim import Shim

    Scene = Callable[[World], list[str]]

FORKING = Path(__file__).with_name("forking.py")


@pytest.fixture
def top(tmp_path: Path) -> Iterator[Path]:
    """A directory in memory where there is such a thing: hundreds of copies are synced here."""
    memory = Path("/dev/shm")  # noqa: S108 (a fresh directory is made in it)
    if not memory.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory) as made:
        yield Path(made)


@dataclass
class Forks:
    """A process that has imported dreamd, with the shim loaded, and runs commands in its children."""

    process: subprocess.Popen[str]
    shim: Shim
    output: Path
    running: int = 0
    """The process id of the command under way; 0 where there is none."""

    def start(self, cli: Cli, *arguments: str, **limits: int) -> int:
        """Start a command; its process id. One runs at a time."""
        assert self.process.stdin
        self.output.write_bytes(b"")
        request = [arguments, cli.environment, str(cli.cwd), str(self.output), str(self.output), limits]
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        self.running = self._answer()
        return self.running

    def wait(self) -> Ran:
        """Wait for the command's end. What it said on either stream is in ``err``, the last document in ``out``."""
        code, text = self._answer(), self.output.read_text("utf-8", "replace")
        self.running = 0
        documents = [line for line in text.splitlines() if line.startswith("{")]
        return Ran(code, "".join(documents[-1:]), text)

    def run(self, cli: Cli, *arguments: str, **limits: int) -> Ran:
        """A command from its start to its end."""
        self.start(cli, *arguments, **limits)
        return self.wait()

    def stop(self) -> None:
        """End what a test left under way."""
        if self.running:
            os.kill(self.running, signal.SIGKILL)
            self.wait()

    def _answer(self) -> int:
        assert self.process.stdout
        return int(self.process.stdout.readline())


@contextmanager
def forked(directory: Path) -> Iterator[Forks]:
    """Such a process, with its page and its output in that directory."""
    loaded = shim.shim(directory)
    command, pipe = [sys.executable, str(FORKING)], subprocess.PIPE
    environment = os.environ | loaded.environment | {"LC_ALL": "C.UTF-8"}
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        assert process.stdin
        made = Forks(process, loaded, directory / "output")
        yield made
        made.stop()
        process.stdin.close()


@pytest.fixture(scope="module")  # no longer: other tests look at what children there are
def forks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forks]:
    """See ``Forks``."""
    with forked(tmp_path_factory.mktemp("forks")) as made:
        yield made


@dataclass(frozen=True)
class Stage:
    """One scene that can be set again and again in the same place."""

    world: World
    side: Side
    command: list[str]
    forks: Forks
    template: Path
    end: End

    def again(self) -> Before:
        """The scene as it was at first."""
        self.forks.stop()
        self.forks.shim.arm(shim.How.COUNT)
        for top in (self.world.cli.home, self.world.cli.own):
            shutil.rmtree(top, ignore_errors=True)
            if (self.template / top.name).exists():
                shutil.copytree(self.template / top.name, top, symlinks=True)
        return promises.before(self.side, self.command)

    def changes(self) -> str:
        """The changes that the command makes, a letter each; see ``Shim.kinds``."""
        self.again()
        ran = self.forks.run(self.world.cli, *self.command)
        assert ran.code == 0, ran.err
        return self.forks.shim.kinds

    def stopped(self, at: int) -> int | None:
        """Start the command and stop it just before its Nth change; its process id, unless it came to its end."""
        self.forks.shim.arm(shim.How.STOP, at)
        return self.stops(self.forks.start(self.world.cli, *self.command))

    def step(self, pid: int, by: int = 1) -> int | None:
        """Let a stopped command go on by so many changes; as ``stopped``."""
        self.forks.shim.arm(shim.How.STOP, by)
        os.kill(pid, signal.SIGCONT)
        return self.stops(pid)

    def stops(self, pid: int) -> int | None:
        """Wait until the process with the shim has stopped, or ended; its id, unless it has ended."""
        while not (self.forks.shim.hit and _state(pid) == "T"):
            if _state(pid) == "Z":
                self.forks.shim.arm(shim.How.COUNT)
                return None
            time.sleep(0.001)
        return pid

    def go_on(self, pid: int) -> Ran:
        """Let a stopped command go on to its end."""
        self.forks.shim.arm(shim.How.COUNT)
        os.kill(pid, signal.SIGCONT)
        return self.forks.wait()


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "Z"


def set_up(place: Path, scene: Scene, forks: Forks, look: Look) -> Stage:
    """Set the scene in that place, and see what its command comes to."""
    home, template = place / "home", place / "template"
    home.mkdir(parents=True)
    template.mkdir()
    world = World(_cli(home, place), _talk(home), _memory(home))
    command = scene(world)
    for part in (home, world.cli.own):
        if part.exists():
            shutil.copytree(part, template / part.name, symlinks=True)
    side = Side(world.cli, world.memory(), look, lambda *arguments: forks.run(world.cli, *arguments))
    new = Stage(world, side, command, forks, template, End({}, None))
    new.again()
    return replace(new, end=promises.undisturbed(side, command))


@pytest.fixture
def stage(top: Path, forks: Forks, look: Look) -> Callable[[Scene], Stage]:
    """Makes a stage of a scene."""
    return lambda scene: set_up(top / "world", scene, forks, look)


@pytest.fixture
def sleeper() -> Iterator[int]:
    """The id of a process that lives."""
    with subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE) as process:
        yield process.pid


@pytest.fixture
def mount() -> Iterator[Callable[..., None]]:
    """Mounts something at a place, with these arguments, until the test is over; skips where that may not be."""
    if os.geteuid() or not shutil.which("mount"):
        pytest.skip("only root can mount a disk")
    places: list[Path] = []

    def act(place: Path, *arguments: str) -> None:
        made = subprocess.run(["mount", *arguments, str(place)], capture_output=True, text=True, check=False)
        if made.returncode:
            pytest.skip(f"cannot mount here: {made.stderr.strip()}")
        places.append(place)

    yield act
    for place in reversed(places):
        subprocess.run(["umount", "--lazy", str(place)], capture_output=True, check=False)
