"""Disks that are full, read-only, or lose their power: small ones, mounted for the test."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.faults import promises
from tests.faults.conftest import set_up
from tests.faults.scenes import begun, undoing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Look, World
    from tests.faults.conftest import Forks, Stage

    Scene = Callable[[World], list[str]]
    Staging = Callable[[Scene], Stage]
    Mount = Callable[..., None]

POWER_CUTS = {"ordered": "data=ordered", "delayed": "noauto_da_alloc,data=writeback"}
IMAGE_BYTES = 24 << 20


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("where", ["memory", "own"])
def test_a_read_only_disk_changes_nothing_and_is_named(stage: Staging, mount: Mount, where: str) -> None:
    here = stage(begun)
    was = here.again()
    place = here.side.memory if where == "memory" else here.world.cli.own
    mount(place, "--bind", str(place))
    mount(place, "-o", "remount,bind,ro")
    ran = here.forks.run(here.world.cli, *here.command)
    assert ran.code == 1
    assert "ead-only" in ran.err or "readonly" in ran.err
    promises.whole(was, here.end)
    assert here.side.stamp() == was.prior
    assert run("umount", str(place)).returncode == 0
    promises.kept(was, here.end)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("where", ["memory", "own"])
def test_a_disk_that_becomes_read_only_in_the_middle_loses_nothing(stage: Staging, mount: Mount, where: str) -> None:
    here = stage(begun)
    last = len(here.changes())
    for part in range(2, 10, 2):
        was = here.again()
        place = here.side.memory if where == "memory" else here.world.cli.own
        mount(place, "--bind", str(place))
        stopped = here.stopped(last * part // 10)
        assert stopped
        made = run("mount", "-o", "remount,bind,ro", str(place))
        ran = here.go_on(stopped)
        if made.returncode == 0:  # a file that is open for writing keeps the disk from it
            promises.failed(was, ran)
        assert run("umount", str(place)).returncode == 0
        promises.kept(was, here.end)


@pytest.mark.parametrize(
    "more", [2, *[pytest.param(number, marks=pytest.mark.slow) for number in (0, 1, *range(3, 9))]]
)
def test_a_disk_without_room_for_so_many_more_files_loses_nothing(stage: Staging, mount: Mount, more: int) -> None:
    here = stage(begun)
    was = here.again()
    kept = here.side.memory.with_name("kept")
    shutil.copytree(here.side.memory, kept, symlinks=True)
    inodes = 1 + len(list(kept.rglob("*"))) + more
    mount(here.side.memory, "-t", "tmpfs", "-o", f"size=2m,nr_inodes={inodes}", "tmpfs")
    shutil.copytree(kept, here.side.memory, symlinks=True, dirs_exist_ok=True)
    shutil.rmtree(kept)
    ran = here.forks.run(here.world.cli, *here.command)
    assert ran.code == 0 or "No space" in ran.err
    promises.failed(was, ran)
    assert run("mount", "-o", "remount,nr_inodes=400", str(here.side.memory)).returncode == 0
    promises.kept(was, here.end)


@pytest.fixture
def powered(tmp_path: Path, mount: Mount) -> Iterator[Callable[[str], Path]]:
    """Mounts a fresh ext4 in a file; returns the file. It is mounted at its name without the ending."""
    if not shutil.which("mkfs.ext4"):
        pytest.skip("no mkfs.ext4: apt install e2fsprogs")

    def act(options: str) -> Path:
        image = tmp_path / "disk.img"
        with image.open("wb") as file:
            file.truncate(IMAGE_BYTES)
        assert run("mkfs.ext4", "-q", "-F", str(image)).returncode == 0
        image.with_suffix("").mkdir()
        mount(image.with_suffix(""), "-o", f"loop,commit=300,{options}", str(image))
        return image

    yield act
    while run("umount", str(tmp_path / "disk")).returncode == 0:
        pass


def cut(here: Stage, image: Path, by: int) -> list[Path]:
    """Run the command and copy the disk as it is before each ``by``th change: what a power cut there would leave."""
    copies: list[Path] = []
    stopped = here.stopped(by)
    while stopped is not None:
        copies.append(image.with_name(f"cut-{len(copies)}.img"))
        assert run("cp", "--sparse=always", str(image), str(copies[-1])).returncode == 0
        stopped = here.step(stopped, by)
    assert here.forks.wait().code == 0
    return copies


def powered_again(here: Stage, image: Path, by: int, options: str) -> int:
    """Cut the power at every ``by``th change, and hold the promises after each; how many cuts there were."""
    was, place = here.again(), image.with_suffix("")
    assert run("sync", "-f", str(place)).returncode == 0
    copies = cut(here, image, by)
    for number, copy in enumerate(copies, 1):
        assert run("umount", str(place)).returncode == 0
        assert run("mount", "-o", f"loop,commit=300,{options}", str(copy), str(place)).returncode == 0
        try:
            promises.kept(was, here.end)
        except AssertionError as broken:
            broken.add_note(f"the power was cut at change {number * by}")
            raise
        copy.unlink()
    return len(copies)


def test_after_a_power_cut_the_next_command_puts_it_right(
    powered: Callable[[str], Path], forks: Forks, look: Look
) -> None:
    image = powered(POWER_CUTS["delayed"])
    here = set_up(image.with_suffix("") / "world", begun, forks, look)
    assert powered_again(here, image, 45, POWER_CUTS["delayed"]) > 1


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("how", POWER_CUTS)
@pytest.mark.parametrize("scene", [begun, undoing])
def test_after_any_power_cut_the_next_command_puts_it_right(
    powered: Callable[[str], Path], forks: Forks, look: Look, scene: Scene, how: str
) -> None:
    image = powered(POWER_CUTS[how])
    here = set_up(image.with_suffix("") / "world", scene, forks, look)
    assert powered_again(here, image, 10, POWER_CUTS[how]) > 7
