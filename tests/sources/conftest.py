"""Writes a session from rows and reads it with the source that the test module names as its ``AGENT``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pytest

from dreamd import paths
from dreamd.records import Mark, Transcript, Turn
from dreamd.sources import Tally

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dreamd.sources import Source

    Row = dict[str, object]


class Search(Protocol):
    """Finds sessions: environment variables -> session -> its file."""

    def __call__(self, **environment: str) -> dict[str, Transcript]: ...


@dataclass(frozen=True)
class Scene:
    """One session's file."""

    source: Source
    path: Path
    cwd: str = "/w/shop"
    """What ``find`` would tell of the project."""

    @property
    def transcript(self) -> Transcript:
        status = self.path.stat()
        return Transcript(
            source=self.source.name,
            session=self.path.stem,
            location=str(self.path),
            size=status.st_size,
            inode=status.st_ino,
            mtime_ns=status.st_mtime_ns,
            cwd=self.cwd,
        )

    def write(self, *rows: Row) -> None:
        """Go on with the session."""
        with self.path.open("a", encoding="utf-8") as handle:
            handle.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)

    def read(self, mark: Mark | None = None) -> tuple[list[Turn], Tally]:
        """The turns behind the mark, and what was seen beside them."""
        tally = Tally()
        return list(self.source.read(self.transcript, mark or Mark(), tally)), tally

    def said(self, *rows: Row) -> list[tuple[str, str, str]]:
        """Role, words and rule of each turn, when these rows are all that was written."""
        self.path.unlink(missing_ok=True)
        self.write(*rows)
        return [(turn.role, turn.text, turn.why) for turn in self.read()[0]]

    def human(self) -> list[str]:
        """What the person says."""
        return [turn.text for turn in self.read()[0] if turn.role == "human"]

    def shown(self, line: int) -> list[tuple[str, str]]:
        """Role and words of all that stands on a line."""
        return [(turn.role, turn.text) for turn in self.source.rows(self.transcript, line, [])]


@pytest.fixture
def scene(request: pytest.FixtureRequest, tmp_path: Path) -> Scene:
    """A session that nobody wrote yet."""
    return Scene(request.module.AGENT, tmp_path / "5b0b7c8e-1111-4222-8333-444455556666.jsonl")


@pytest.fixture
def found(request: pytest.FixtureRequest, home: Path, tmp_path: Path) -> Search:
    """Looks for sessions as a person with these variables has them."""

    def search(**environment: str) -> dict[str, Transcript]:
        variables = {"HOME": str(home), "DREAMD_HOME": str(tmp_path / "own"), **environment}
        met = list(request.module.AGENT.find(paths.places(variables), []))
        assert len({item.session for item in met}) == len(met)
        return {item.session: item for item in met}

    return search


@pytest.fixture
def genuine(request: pytest.FixtureRequest) -> Callable[[Path], Scene]:
    """Reads a file of the corpus in its place."""
    return lambda path: Scene(request.module.AGENT, path)
