"""What gets installed: the wheel, the source archive and the editable install hold everything that dreamd needs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SHIPPED = (
    *("skills/dream/SKILL.md", "skills/memory-save/SKILL.md", "skills/skill-creator/SKILL.md"),
    *("skills/memory-governance/SKILL.md", "config/dreamd.toml"),
    *("systemd/dreamd.service", "systemd/dreamd.service.d/namespace.conf"),
    *("systemd/dreamd-once.service", "systemd/dreamd-once.timer"),
)
PINNED = re.compile(r"([a-z0-9-]+)==\S+(?: ; [^\\]+)? \\")


def build(kind: str, source: Path, target: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (made,) = target.glob("dreamd-*")
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A new environment's interpreter; what we depend on is lent by this one, so that nothing is downloaded."""
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(subprocess.run([python, "-c", where], check=True, capture_output=True, text=True).stdout.strip())
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def install(python: Path, *what: str) -> None:
    # Ignoring what is installed: the environment that lends may hold this very version, and pip would then do nothing.
    flags = ["-q", "--no-index", "--no-deps", "--no-build-isolation", "--ignore-installed"]
    command = [str(python), "-m", "pip", "install", *flags, *what]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def works(python: Path, scratch: Path) -> str:
    """Run the installed program on its examples; returns where its package lies."""
    home = scratch / "home"
    home.mkdir()
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "TMPDIR": str(scratch)}
    command = [str(python.with_name("dreamd")), "once", "--example", "--json"]
    done = subprocess.run(command, cwd=scratch, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (dream,) = json.loads(done.stdout)["dreams"]
    assert dream["outcome"] == "dreamed"
    assert dream["added"] > 0
    script = (
        "import dreamd\nfrom dreamd import paths\n"
        f"for name in {SHIPPED!r}:\n"
        "    top, _, rest = name.partition('/')\n"
        "    assert (paths.shipped(top) / rest).is_file(), name\n"
        "print(dreamd.__file__)"
    )
    found = subprocess.run([python, "-c", script], cwd=scratch, check=True, capture_output=True, text=True)
    return found.stdout.strip()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_wheel_works_in_a_fresh_environment(wheel: Path, fresh: Path, tmp_path: Path) -> None:
    install(fresh, str(wheel))
    assert works(fresh, tmp_path).startswith(str(fresh.parent.parent))


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_an_editable_install_works_from_the_checkout(fresh: Path, tmp_path: Path) -> None:
    install(fresh, "-e", str(ROOT))
    assert works(fresh, tmp_path) == str(ROOT / "dreamd" / "__init__.py")


@pytest.mark.slow
def test_the_wheel_holds_every_tracked_file_of_the_package_and_what_ships_with_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    tracked = subprocess.run(["git", "ls-files", "dreamd"], cwd=ROOT, check=True, capture_output=True, text=True)
    present = {name for name in tracked.stdout.split() if (ROOT / name).exists()}
    assert present <= inside
    assert {f"dreamd/_shipped/{name}" for name in SHIPPED} <= inside
    assert not [name for name in inside if name.startswith(("tests/", "bench/")) or "__pycache__" in name]


@pytest.mark.slow
def test_the_source_archive_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    archive = build("sdist", ROOT, tmp_path / "sdist")
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    subprocess.run(["tar", "-xf", archive, "-C", unpacked], check=True)
    (source,) = unpacked.iterdir()
    again = build("wheel", source, tmp_path / "again")
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(again) as second:
        assert sorted(first.namelist()) == sorted(second.namelist())


@pytest.fixture(params=["requirements.txt", "requirements-dev.txt"])
def requirements(request: pytest.FixtureRequest) -> list[str]:
    path: Path = ROOT / request.param
    return path.read_text("utf-8").splitlines()


def test_every_requirement_is_pinned_by_hash_and_names_no_server(requirements: list[str]) -> None:
    assert not [line for line in requirements if line.startswith("-") or "://" in line]
    for line, following in zip(requirements, [*requirements[1:], ""], strict=True):
        if line and not line.startswith(("#", " ")):
            assert PINNED.fullmatch(line), line
            assert following.startswith("    --hash=sha256:")


def test_the_requirements_hold_what_the_project_asks_for(requirements: list[str]) -> None:
    pinned = {match[1] for line in requirements if (match := PINNED.fullmatch(line))}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = [*project["project"]["dependencies"], *project["dependency-groups"]["build"]]
    if "pytest" in pinned:
        asked += project["dependency-groups"]["dev"]
    names = {re.split(r"[<>=~\[; ]", item)[0].lower().replace("_", "-") for item in asked}
    assert names <= pinned
