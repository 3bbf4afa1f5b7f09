"""What a statement names is looked up in the repository, by name alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dreamd import mentions
from dreamd.mentions import Mentioned

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "app.py").touch()
    (tmp_path / "pyproject.toml").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("text", "standing", "gone"),
    [
        ("Answer in German.", "", ()),
        ("Use tabs and/or spaces.", "", ()),
        ("Settings are in pyproject.toml.", "there", ()),
        ("Start at src/app.py, or src/.", "there", ()),
        ("Start at src/old.py.", "gone", ("src/old.py",)),
        ("Start at ./lib/old.py.", "gone", ("./lib/old.py",)),
        ("Start at lib/old.py.", "unchecked", ()),
        ("See old.py.", "unchecked", ()),
        ("Never touch ../src/app.py.", "unchecked", ()),
        ("See https://example.org/src/app.py.", "unchecked", ()),
        ("Call make_it() first.", "unchecked", ()),
        ("We are on 2.4.1.", "unchecked", ()),
        ("Never push to the branch of others.", "unchecked", ()),
        ("Certificates lie in /etc/ssl/certs.", "unchecked", ()),
    ],
)
def test_a_name_is_there_or_gone_or_cannot_be_told(
    project: Path, text: str, standing: str, gone: tuple[str, ...]
) -> None:
    assert mentions.look(text, project) == Mentioned(standing=standing, gone=gone)  # type: ignore[arg-type]


def test_where_the_project_is_not_here_nothing_is_known(tmp_path: Path) -> None:
    assert mentions.look("Start at src/app.py.", tmp_path / "gone").standing == "unchecked"
    assert mentions.look("Answer in German.", tmp_path / "gone").standing == ""
