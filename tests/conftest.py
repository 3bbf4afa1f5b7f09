"""Fixtures that every test may use: an empty HOME, our own places below it, and the corpus where it is present."""

from __future__ import annotations

import itertools
import json
import os
import pty
import re
import shutil
import signal
import stat
import subprocess
import sys
import threading
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias
from uuid import NAMESPACE_URL, uuid5

import pytest

from dreamd import paths
from dreamd.attempt import Setting
from dreamd.config import Config
from dreamd.sources.codex import packing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dreamd.paths import Places

CORPUS = Path(__file__).parent.parent.parent / "shared" / "corpus"


@pytest.fixture(scope="session", autouse=True)
def _heed_interrupts() -> None:
    """A shell makes what it starts in the background deaf to SIGINT, and so all that this would start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home directory."""
    path = tmp_path / "home"
    path.mkdir()
    return path


@pytest.fixture
def places(home: Path, tmp_path: Path) -> Places:
    """Our own places, outside the home so that stray writes show."""
    return paths.places({"HOME": str(home), "DREAMD_HOME": str(tmp_path / "own")})


@pytest.fixture
def setting(places: Places) -> Setting:
    """What the command line gives."""
    numbers = itertools.count()
    return Setting(
        places=places,
        config=Config(),
        search="",
        now=lambda: 0,
        environment={},
        new_id=lambda: f"{next(numbers):08x}",
        told=lambda _done, _total: None,
        say=lambda _line: None,
    )


@pytest.fixture
def zstd() -> Any:  # noqa: ANN401 (one library or another)
    """What compresses."""
    library = packing.library()
    if library is None:
        pytest.skip("nothing reads zstd here: pip install 'dreamd[zstd]'")
    return library


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The real sessions; read-only."""
    if not CORPUS.is_dir():
        pytest.skip(f"the corpus of real sessions is not beside this checkout ({CORPUS})")
    return CORPUS


@pytest.fixture
def corpus_home(corpus: Path, home: Path) -> Path:
    """A writable copy of the corpus's home."""
    copy_of_corpus(corpus, home)
    return home


def copy_of_corpus(corpus: Path, home: Path) -> None:
    """Make such a copy there."""
    shutil.copytree(corpus / "home", home, dirs_exist_ok=True, copy_function=shutil.copy)
    for path in [home, *home.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)


class Talk(Protocol):
    """Writes (or goes on with) a Claude Code session: ``you`` and ``agent`` in turn, a minute apart."""

    def __call__(self, session: str, *said: str, day: str = "2026-11-02", cwd: str = "/w/shop") -> Path: ...


@pytest.fixture
def talk(home: Path) -> Talk:
    """See ``Talk``. A line that starts with ``>`` is the agent's; the others are typed by the person."""
    return _talk(home)


def _talk(home: Path) -> Talk:
    def write(session: str, *said: str, day: str = "2026-11-02", cwd: str = "/w/shop") -> Path:
        folder = _folder(home, cwd)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{uuid5(NAMESPACE_URL, session)}.jsonl"
        number = path.read_bytes().count(b"\n") if path.exists() else 0
        with path.open("a", encoding="utf-8") as handle:
            for line in said:
                number += 1
                moment = datetime.fromisoformat(day).replace(tzinfo=UTC) + timedelta(minutes=number)
                handle.write(json.dumps(_row(line, path.stem, number, moment, cwd)) + "\n")
        return path

    return write


def _row(line: str, session: str, number: int, moment: datetime, cwd: str) -> dict[str, object]:
    agent = line.startswith(">")
    text = line.removeprefix(">").strip()
    row: dict[str, object] = {
        "parentUuid": None,
        "isSidechain": False,
        "type": "assistant" if agent else "user",
        "message": {"role": "assistant", "content": [{"type": "text", "text": text}]}
        if agent
        else {"role": "user", "content": text},
        "uuid": str(uuid5(NAMESPACE_URL, f"{session}/{number}")),
        "timestamp": f"{moment:%Y-%m-%dT%H:%M:%S.000Z}",
        "userType": "external",
        "entrypoint": "cli",
        "cwd": cwd,
        "sessionId": session,
        "version": "2.1.332",
    }
    if not agent:
        row |= {"promptSource": "typed", "origin": {"kind": "human"}, "turnOrigin": "human"}
    return row


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:  # noqa: ANN401 (whatever JSON it is)
        """The one JSON document on standard output."""
        (line,) = self.out.splitlines()
        return json.loads(line)


FORKING = Path(__file__).parent / "faults" / "forking.py"
PLAIN = frozenset({"PATH", "HOME", "DREAMD_HOME", "LC_ALL"})
"""Variables of a test's command line that a running interpreter heeds as well as one that starts."""
HEEDED_AT_START = re.compile(r"PYTHON|LD_|LC_|LANG|_")


class Ready:
    """A process that has imported dreamd: a command that is run in a child of it need not wait for an interpreter."""

    def __init__(self, folder: Path) -> None:
        self._out, self._err = folder / "out", folder / "err"
        self._busy = threading.Lock()
        pipe = subprocess.PIPE
        environment = os.environ | {"LC_ALL": "C.UTF-8"}
        command = [sys.executable, str(FORKING)]
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)

    def run(self, cli: Cli, arguments: tuple[str, ...]) -> Ran | None:
        """Run to the end; ``None`` where another command is under way."""
        if not self._busy.acquire(blocking=False):
            return None
        try:
            for said in (self._out, self._err):
                said.write_bytes(b"")
            request = [arguments, cli.environment, str(cli.cwd), str(self._out), str(self._err), {}]
            assert self._process.stdin
            assert self._process.stdout
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            self._process.stdout.readline()  # its process id
            code = int(self._process.stdout.readline())
            return Ran(code, *(said.read_text("utf-8") for said in (self._out, self._err)))
        finally:
            self._busy.release()

    def close(self) -> None:
        with self._process as process:
            process.communicate()


@pytest.fixture(scope="session")
def _ready(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Ready]]:
    """Makes the one process that is ready for commands, where a test first needs it."""
    made: list[Ready] = []

    def ready() -> Ready:
        if not made:
            made.append(Ready(tmp_path_factory.mktemp("ready")))
        return made[0]

    yield ready
    for one in made:
        one.close()


@dataclass(frozen=True)
class Cli:
    """The command line: a process of its own, with this HOME and nothing of ours.

    Where it is ``ready`` and nothing is asked for that only a start can give, it is the child of a process that has
    imported dreamd already; what is started, typed or prefixed begins as people begin it, with an interpreter.
    """

    home: Path
    own: Path
    cwd: Path
    environment: dict[str, str] = field(default_factory=dict)
    prefix: tuple[str, ...] = ()
    """A program that starts it, with its arguments."""
    ready: Callable[[], Ready] | None = None

    def having(self, **environment: str) -> Cli:
        """The same with these environment variables too."""
        return replace(self, environment=self.environment | environment)

    def at(self, cwd: Path) -> Cli:
        """The same, standing in that directory."""
        return replace(self, cwd=cwd)

    def started(self) -> Cli:
        """The same, each command begun with an interpreter of its own."""
        return replace(self, ready=None)

    def bound(self) -> Cli:
        """The same, bound by the rights of files: root is not."""
        if os.geteuid():
            return self
        if not shutil.which("setpriv"):
            pytest.skip("root passes all rights, and there is no setpriv to take that away")
        bounds = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")
        return replace(self, prefix=bounds)

    def start(self, *arguments: str, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        """Start, and leave the rest to the test."""
        command, pipe = [*self.prefix, sys.executable, "-m", "dreamd", *arguments], subprocess.PIPE
        return subprocess.Popen(
            command, cwd=self.cwd, env=self.environment, stdin=stdin, stdout=pipe, stderr=pipe, text=True
        )

    def typed(self, *arguments: str) -> Ran:
        """Run to the end at a terminal, where a person types it."""
        ours, theirs = pty.openpty()
        try:
            with self.start(*arguments, stdin=theirs) as process:
                out, err = process.communicate()
        finally:
            os.close(ours)
            os.close(theirs)
        return Ran(process.returncode, out, err)

    def __call__(self, *arguments: str) -> Ran:
        """Run to the end."""
        at_start = any(HEEDED_AT_START.match(name) for name in self.environment.keys() - PLAIN)
        if self.ready and not self.prefix and not at_start and (ran := self.ready().run(self, arguments)):
            return ran
        with self.start(*arguments) as process:
            out, err = process.communicate()
        return Ran(process.returncode, out, err)

    def once(self, *arguments: str) -> Any:  # noqa: ANN401 (the document's own form)
        """``once --json`` that must succeed; the one dream, or the list where there are several."""
        ran = self("once", "--json", *arguments)
        assert ran.code == 0, ran.err or ran.out
        dreams = ran.document["dreams"]
        return dreams[0] if len(dreams) == 1 else dreams


@pytest.fixture
def cli(home: Path, tmp_path: Path, _ready: Callable[[], Ready]) -> Cli:
    """``dreamd`` with the test's own HOME and places."""
    return _cli(home, tmp_path, _ready)


def _cli(home: Path, top: Path, ready: Callable[[], Ready] | None = None) -> Cli:
    own = top / "own"
    needed = {"PATH": os.environ["PATH"], "HOME": str(home), "DREAMD_HOME": str(own), "LC_ALL": "C.UTF-8"}
    return Cli(home=home, own=own, cwd=top, environment=needed, ready=ready)


Picture: TypeAlias = dict[str, tuple[int, int, bytes]]


class Look(Protocol):
    """Mode, mtime and content (a link's target) of everything below a directory but the lock file, by name.

    What lies there under a name that begins with ``passing`` is not looked at, since it comes and goes meanwhile.
    """

    def __call__(self, directory: Path, passing: str = "") -> Picture: ...


@pytest.fixture
def look() -> Look:
    """See ``Look``; a directory's own mtime is left out."""

    def below(directory: Path, passing: str) -> Iterator[Path]:
        for path in sorted(directory.iterdir()) if directory.is_dir() else ():
            if not passing or not path.name.startswith(passing):
                yield path
                yield from sorted(path.rglob("*") if not path.is_symlink() else ())

    def picture(directory: Path, passing: str = "") -> Picture:
        found = {}
        for path in below(directory, passing):
            if path.name == ".consolidate-lock":
                continue
            status = path.lstat()
            plain = stat.S_ISREG(status.st_mode)
            content = path.read_bytes() if plain else os.fsencode(path.readlink()) if path.is_symlink() else b""
            mtime = 0 if stat.S_ISDIR(status.st_mode) else status.st_mtime_ns
            found[str(path.relative_to(directory))] = (status.st_mode, mtime, content)
        return found

    return picture


class Memory(Protocol):
    """Claude Code's memory directory of the project at ``cwd``; it need not exist."""

    def __call__(self, cwd: str = "/w/shop") -> Path: ...


@pytest.fixture
def memory(home: Path) -> Memory:
    """See ``Memory``."""
    return _memory(home)


@dataclass(frozen=True)
class World:
    """A person's home and our own places, apart from those of other worlds."""

    cli: Cli
    talk: Talk
    memory: Memory


@pytest.fixture
def world(tmp_path: Path, _ready: Callable[[], Ready]) -> Callable[[str], World]:
    """Makes a world of that name, for tests that compare several."""

    def made(name: str) -> World:
        home = tmp_path / name / "home"
        home.mkdir(parents=True)
        return World(_cli(home, tmp_path / name, _ready), _talk(home), _memory(home))

    return made


def _memory(home: Path) -> Memory:
    return lambda cwd="/w/shop": _folder(home, cwd) / "memory"


def _folder(home: Path, cwd: str) -> Path:
    return home / ".claude" / "projects" / re.sub("[^A-Za-z0-9]", "-", cwd)
