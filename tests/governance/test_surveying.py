"""A repository is looked at, and nothing that its settings name is run; no connection is opened."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from dreamd import manifests, surveying

if TYPE_CHECKING:
    from pathlib import Path

SEARCH = os.environ["PATH"]
SAID = [
    "The parser lives in `src/parser.py`.",
    "`old.py` starts it.",
    "The function `charge_card()` takes cents, the function `refund_card()` too.",
    "See https://docs.acme.dev/v1/api.",
]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A repository with a file that is gone, whose settings and hooks would leave a mark if they were run."""
    place, mark = tmp_path / "shop", tmp_path / "marked"
    spy = tmp_path / "spy"
    spy.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    spy.chmod(0o755)
    (place / "src").mkdir(parents=True)
    (place / "src/app.py").write_text("def charge_card(): ...\n# https://docs.acme.dev/v2/api\n")
    (place / "old.py").write_text("x = 1\n")
    (place / "pyproject.toml").write_text('[project]\nname = "shop"\ndependencies = ["django==5.1.2"]\n')
    (place / ".gitattributes").write_text("*.py filter=spy diff=spy\n")

    def git(*arguments: str) -> None:
        names = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", "-C", str(place), *names, *arguments], check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "one")
    git("rm", "-q", "old.py")
    git("commit", "-qm", "two")
    git("remote", "add", "origin", "ssh://git@git.example.invalid/acme/shop.git")
    for name, value in {
        "core.fsmonitor": str(spy),
        "core.hooksPath": str(tmp_path),
        "core.sshCommand": str(spy),
        "core.pager": str(spy),
        "diff.external": str(spy),
        "diff.spy.textconv": str(spy),
        "diff.spy.command": str(spy),
        "filter.spy.clean": str(spy),
        "filter.spy.smudge": str(spy),
        "filter.spy.process": str(spy),
    }.items():
        git("config", name, value)
    return place


def test_it_knows_files_history_symbols_branches_versions_and_addresses_and_runs_nothing(shop: Path) -> None:
    (shop / "src/app.py").write_text("def charge_card(): ...\n# https://docs.acme.dev/v2/api changed\n")
    before = {path: path.stat().st_mtime_ns for path in shop.rglob("*")}
    found = surveying.survey(shop, SAID, SEARCH)
    assert found is not None
    assert found.has("src/app.py")
    assert found.has("app.py")
    assert found.lost("src/parser.py")
    assert found.lost("old.py")
    assert not found.lost("never.py")
    assert set(found.sought) == {"charge_card", "refund_card"}
    assert set(found.symbols) == {"charge_card"}
    assert found.branches == {"main"}
    assert found.versions == {"django": ("==5.1.2",)}
    assert found.remotes == ("ssh://git@git.example.invalid/acme/shop.git",)
    assert found.instead("https://docs.acme.dev/status/api") == ""
    assert found.instead("https://docs.acme.dev/v1/api") == "https://docs.acme.dev/v2/api"
    bare = surveying.survey(shop, ["The reference lies at docs.acme.dev."], SEARCH)
    assert bare is not None
    assert bare.urls == {"https://docs.acme.dev/v2/api"}
    assert not (shop.parent / "marked").exists()
    assert {path: path.stat().st_mtime_ns for path in shop.rglob("*")} == before


def test_where_there_is_no_repository_nothing_is_known(tmp_path: Path) -> None:
    assert surveying.survey(tmp_path, SAID, SEARCH) is None
    (tmp_path / ".git").mkdir()
    assert surveying.survey(tmp_path, SAID, SEARCH) is None
    assert surveying.survey(tmp_path, SAID, "") is None


@pytest.mark.parametrize(
    ("name", "text", "known"),
    [
        (
            "package.json",
            '{"dependencies": {"react": "^18.2.0"}, "engines": {"node": ">=20"}}',
            {"react": "^18.2.0", "node": ">=20"},
        ),
        ("requirements-dev.txt", "Django==5.1.2  # pinned\n-r other.txt\n", {"django": "==5.1.2"}),
        (
            "go.mod",
            "module x\n\ngo 1.22\n\nrequire github.com/acme/lib v1.4.0\n",
            {"go": "1.22", "github.com/acme/lib": "v1.4.0", "lib": "v1.4.0"},
        ),
        (
            "Cargo.toml",
            '[package]\nrust-version = "1.80"\n[dependencies]\nserde = "1.0"\n',
            {"rust": "=1.80", "serde": "^1.0"},
        ),
        (".nvmrc", "v20.1.0\n", {"node": "20.1.0"}),
        ("package.json", "[1, 2", {}),
        ("pyproject.toml", "[project]\ndependencies = 3\n", {}),
        ("README.md", "django==5.1", {}),
    ],
)
def test_versions_are_read_from_the_files_that_ask_for_them(name: str, text: str, known: dict[str, str]) -> None:
    assert manifests.versions(name, text) == known
