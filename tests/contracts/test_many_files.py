"""What every source must do where an agent left a hundred thousand files: list its own by stat alone.

The files are made once and moved from one agent's place to the next. They are no links to one file: a source gives what
it meets by two ways once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

import pytest

from dreamd import registry, sources
from dreamd.sources import Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.paths import Places

pytestmark = pytest.mark.slow  # the files are many

FILES = 100_000
HUGE = 1 << 30
"""Bytes of every third file, which are nowhere on the disk: who reads one notices."""
BYTES_A_FILE = 700
"""What may be remembered of a file while the others are listed."""
MORE_OPEN = 8
"""Descriptors beside those that a process has."""
OTHER_READS = 20
"""Marks and registers that may be read, however many transcripts lie beside them."""

ALL = [source for source in registry.entries(sources, "SOURCE") if isinstance(source, Source)]
LAID = 200
"""Sessions that are laid as copies the first time, and known by stat from then on."""

WHERE = {
    "amp": (".local/share/amp/threads", "T-*.json"),
    "claude-code": (".claude/projects/-w-shop", "*.jsonl"),
    "codex": (".codex/sessions/2026/11/12", "rollout-*.jsonl"),
    "copilot": (".copilot/session-state", "*.jsonl"),
    "cursor": (".cursor/projects/w-shop/agent-transcripts", "*.jsonl"),
    "gemini": (".gemini/tmp/shop/chats", "session-*.json"),
    "goose": (".local/share/goose/sessions", "*.jsonl"),
    "openclaw": (".openclaw/agents/main/sessions", "*.jsonl"),
    "opencode": (".local/share/opencode/storage/session/shop", "ses_*.json"),
    "pi": (".pi/agent/sessions/--w-shop--", "*.jsonl"),
    "qwen": (".qwen/projects/-w-shop/chats", "*.jsonl"),
}
"""Source -> where its transcripts lie, and what their names are like."""


class Crowd(NamedTuple):
    """The directory that holds them."""

    path: Path
    names: frozenset[str]


def name_of(number: int) -> str:
    """Transcripts of every agent, and files that are nobody's."""
    own = f"{number:08x}-2222-4333-8444-555566667777"
    if number < LAID:
        return f"ses_{number}.json"
    forms = (f"{own}.jsonl", f"rollout-2026-11-12T10-00-00-{own}.jsonl", f"session-2026-11-12T10-00-{own}.json")
    return (*forms, f"T-{own}.json", f"{own}.jsonl.bak")[number % 5]


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Crowd:
    """A hundred thousand files: transcripts, empty ones, and huge ones of another kind."""
    path = tmp_path_factory.mktemp("crowd") / "files"
    path.mkdir()
    names = [name_of(number) for number in range(FILES)]
    for number, name in enumerate(names):
        with (path / name).open("wb") as handle:
            if number < LAID or number % 3 == 0:
                handle.write(b'{"id":"ses_%d"}\n' % number)
            elif number % 3 == 1:
                handle.truncate(HUGE)
    return Crowd(path, frozenset(names))


@contextmanager
def moved(path: Path, target: Path) -> Iterator[None]:
    target.parent.mkdir(parents=True)
    path.rename(target)
    try:
        yield
    finally:
        target.rename(path)


LIST = """
import json, os, re, resource, sys
from pathlib import Path
from dreamd import paths, registry, sources

def peak():
    # Linux counts in ru_maxrss what the process was before it became this program
    if sys.platform == "linux":
        return 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

source, folder, more = registry.entry(sources, "SOURCE", sys.argv[1]), sys.argv[2], int(sys.argv[3])
places, damaged, opened = paths.places(os.environ), [], []
elsewhere = {"HOME": str(places.state), "DREAMD_HOME": str(places.state / "elsewhere")}
list(source.find(paths.places(elsewhere), []))  # loads what it needs
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
highest = max(int(entry.name) for entry in Path("/dev/fd").iterdir())
resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1 + more, hard))
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
before = peak()
listed = sum(1 for _ in source.find(places, damaged))
reads = list(opened)
of_folder = [path for path in reads if path.startswith(folder + os.sep)]
print(json.dumps([listed, list(map(str, damaged)), of_folder, len(reads), peak() - before]))
"""
"""Lists a source's sessions in a process of its own, with few descriptors; says what it opened and how it grew."""


def test_every_source_has_its_place() -> None:
    assert set(WHERE) == {source.name for source in ALL}


@pytest.mark.parametrize("source", ALL, ids=lambda source: source.name)
def test_a_hundred_thousand_files_are_listed_by_stat_alone(
    source: Source, crowd: Crowd, home: Path, places: Places
) -> None:
    folder, pattern = WHERE[source.name]
    expected = sum(fnmatchcase(name, pattern) for name in crowd.names)
    assert (len(crowd.names), expected > 0) == (FILES, True)
    places.state.mkdir(parents=True)
    command = [sys.executable, "-c", LIST, source.name, str(home / folder), str(MORE_OPEN)]
    environment = {**os.environ, "HOME": str(home), "DREAMD_HOME": str(places.state)}
    with moved(crowd.path, home / folder):
        if source.name == "opencode":  # lays its copies
            subprocess.run(command, env=environment, check=True, capture_output=True)
        done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    listed, damaged, opened, reads, grown = json.loads(done.stdout)
    assert (listed, damaged, opened) == (expected, [], [])
    assert reads <= OTHER_READS
    assert grown < BYTES_A_FILE * FILES
