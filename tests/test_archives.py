"""An archive is whole or it is refused."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamd import archives, files
from dreamd.errors import StoreError

MADE = "2026-11-30T12:00:00.000Z"
HELD = {"MEMORY.md": b"- [A](a.md)\n", "a.md": "# 甲\n- 一\n".encode(), ".archive/a.md": b"x" * 5000}


def written(path: Path, held: dict[str, bytes]) -> Path:
    with archives.written(path, "export", MADE, {"name": "shop"}) as add:
        for name, data in held.items():
            add(name, io.BytesIO(data), 0o600, 1_700_000_000_000_000_001)
    return path


def held_in(path: Path) -> dict[str, bytes]:
    with archives.opened(path, "export") as archive:
        found = {}
        for member in archive.manifest.files:
            target = io.BytesIO()
            archives.copied(archive, member, target)
            found[member.name] = target.getvalue()
        return found


def test_what_was_put_in_comes_out(tmp_path: Path) -> None:
    path = written(tmp_path / "a.zip", HELD)
    assert held_in(path) == HELD
    assert path.stat().st_mode & 0o777 == 0o600
    assert [item.name for item in tmp_path.iterdir()] == ["a.zip"]
    with archives.opened(path, "export") as archive:
        assert archive.manifest.files[0].mtime_ns == 1_700_000_000_000_000_001
    with pytest.raises(StoreError, match="another kind"), archives.opened(path, "backup"):
        pass


def test_no_archive_takes_the_place_of_a_file(tmp_path: Path) -> None:
    path = written(tmp_path / "a.zip", HELD)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="there already"):
        written(path, {})
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError, match="there already"):
        written(tmp_path / "link", HELD)
    assert path.read_bytes() == before
    assert {item.name for item in tmp_path.iterdir()} == {"a.zip", "link"}


@settings(max_examples=150, deadline=None)
@given(at=st.integers(0, 1 << 20), change=st.integers(1, 255), cut=st.booleans())
def test_a_changed_or_cut_archive_is_refused_or_the_same(
    tmp_path_factory: pytest.TempPathFactory, at: int, change: int, *, cut: bool
) -> None:
    path = written(tmp_path_factory.mktemp("a") / "a.zip", HELD)
    data = bytearray(path.read_bytes())
    at %= len(data)
    data[at] ^= change
    path.write_bytes(data[:at] if cut else data)
    try:
        found = held_in(path)
    except StoreError:
        return
    assert found == HELD


def forged(path: Path, manifest: object, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in members.items():
            packed.writestr(name, data)
        packed.writestr(archives.MANIFEST, msgspec.json.encode(manifest))
    return path


def manifest(*members: tuple[str, bytes], size: int | None = None) -> object:
    named = [
        archives.Member(
            name=name,
            bytes=len(data) if size is None else size,
            sha256=files.sha256(data),
            mode=0o600,
            mtime_ns=0,
        )
        for name, data in members
    ]
    return archives.Manifest(kind="export", made=MADE, about={}, files=tuple(named))


@pytest.mark.parametrize("name", ["../x.md", "/etc/x.md", "a/../../x.md", "a//b.md", "a\\b.md", "a\nb.md", "./a.md"])
def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    path = forged(tmp_path / "a.zip", manifest((name, b"x")), {name: b"x"})
    with pytest.raises(StoreError, match=r"is called|damaged"), archives.opened(path, "export"):
        pass


def test_what_the_manifest_does_not_name_or_names_wrongly_is_refused(tmp_path: Path) -> None:
    for number, (told, members) in enumerate(
        (
            (manifest(("a.md", b"x")), {"a.md": b"x", "b.md": b"y"}),
            (manifest(("a.md", b"x"), ("b.md", b"y")), {"a.md": b"x"}),
            (manifest(("a.md", b"x")), {"a.md": b"y"}),
            (manifest(("a.md", b"x" * 9), size=3), {"a.md": b"x" * 9}),
            (manifest(("a.md", b"x"), size=1 << 40), {"a.md": b"x"}),
            ({"kind": "export"}, {}),
            ([], {}),
        )
    ):
        with pytest.raises(StoreError):
            held_in(forged(tmp_path / f"{number}.zip", told, members))


def test_a_bomb_is_given_up_at_the_size_that_it_claims(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.md", b"\0" * 50_000_000)
        packed.writestr(archives.MANIFEST, msgspec.json.encode(manifest(("a.md", b"x"))))
    target = io.BytesIO()
    with archives.opened(path, "export") as archive, pytest.raises(StoreError, match="not what was put in"):
        archives.copied(archive, archive.manifest.files[0], target)
    assert len(target.getvalue()) <= 2


def test_no_archive_at_all_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    for data in (b"", b"hello", os.urandom(1000)):
        path.write_bytes(data)
        with pytest.raises(StoreError), archives.opened(path, "export"):
            pass
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("x", b"y")
    with pytest.raises(StoreError, match="no archive of dreamd's"), archives.opened(path, "export"):
        pass


def test_what_is_no_plain_file_is_no_archive(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path(os.devnull)):
        with pytest.raises(StoreError, match="no plain file"), archives.opened(path, "export"):
            pass
