"""Fixtures that every test may use: an empty HOME, our own places below it, and the corpus where it is present."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

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
