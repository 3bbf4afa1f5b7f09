"""Fixtures that every test may use: an empty HOME, our own places below it, and the corpus where it is present."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from uuid import NAMESPACE_URL, uuid5

import pytest

from dreamd import paths

if TYPE_CHECKING:
    from dreamd.paths import Places

CORPUS = Path(__file__).parent.parent.parent / "shared" / "corpus"


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


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The real sessions; read-only."""
    if not CORPUS.is_dir():
        pytest.skip(f"the corpus of real sessions is not beside this checkout ({CORPUS})")
    return CORPUS


@pytest.fixture
def corpus_home(corpus: Path, home: Path) -> Path:
    """A writable copy of the corpus's home."""
    shutil.copytree(corpus / "home", home, dirs_exist_ok=True, copy_function=shutil.copy)
    for path in [home, *home.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    return home


class Talk(Protocol):
    """Writes (or goes on with) a Claude Code session: ``you`` and ``agent`` in turn, a minute apart."""

    def __call__(self, session: str, *said: str, day: str = "2026-11-02", cwd: str = "/w/shop") -> Path: ...


@pytest.fixture
def talk(home: Path) -> Talk:
    """See ``Talk``. A line that starts with ``>`` is the agent's; the others are typed by the person."""

    def write(session: str, *said: str, day: str = "2026-11-02", cwd: str = "/w/shop") -> Path:
        folder = home / ".claude" / "projects" / cwd.replace("/", "-")
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
