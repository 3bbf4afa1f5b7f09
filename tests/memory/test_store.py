"""What a memory holds as read, and what is reported and left alone."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from dreamd.errors import StoreError
from dreamd.memory import store
from dreamd.memory.layout import FILE_BYTES, Layout, Workspace

if TYPE_CHECKING:
    from pathlib import Path


def workspace(root: Path, layout: Layout = "claude-code") -> Workspace:
    return Workspace(name="w", root=root, layout=layout, project=root)


def hazards(snapshot: store.Snapshot) -> dict[str, str]:
    return {hazard.name: hazard.reason for hazard in snapshot.hazards}


def test_a_memory_that_does_not_exist_is_empty(tmp_path: Path) -> None:
    snapshot = store.read(workspace(tmp_path / "none"))
    assert snapshot == store.Snapshot(files={}, missing=(".", ".archive"))


def test_markdown_is_held_with_its_bytes_mode_and_mtime(tmp_path: Path) -> None:
    (tmp_path / ".archive").mkdir()
    (tmp_path / "MEMORY.md").write_bytes(b"\xef\xbb\xbfx\r\n")
    (tmp_path / "MEMORY.md").chmod(0o640)
    os.utime(tmp_path / "MEMORY.md", ns=(1, 1_700_000_000_123_456_789))
    (tmp_path / ".archive" / "old.md").write_bytes(b"\xff")
    snapshot = store.read(workspace(tmp_path))
    assert list(snapshot.files) == ["MEMORY.md", ".archive/old.md"]
    assert snapshot.files["MEMORY.md"] == store.Held(
        data=b"\xef\xbb\xbfx\r\n", mode=0o640, mtime_ns=1_700_000_000_123_456_789
    )
    assert snapshot.bytes[".archive/old.md"] == b"\xff"
    assert (snapshot.hazards, snapshot.missing) == ((), ())


def test_lock_staging_temporaries_folders_and_other_types_are_no_part_of_it(tmp_path: Path) -> None:
    for name in (".consolidate-lock", ".dreamd-tmp-7-a.md", ".hidden.md", "notes.txt", "README"):
        (tmp_path / name).write_text("x")
    (tmp_path / ".dreamd").mkdir()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "deep.md").write_text("x")
    snapshot = store.read(workspace(tmp_path))
    assert snapshot.files == {}
    assert snapshot.hazards == ()


def test_the_workspace_layout_holds_the_people_files_beside_the_memory(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    for name in ("user.md", "recent.md", "memory/MEMORY.md", "memory/topic.md"):
        (tmp_path / name).write_text(name)
    snapshot = store.read(workspace(tmp_path, "workspace"))
    assert sorted(snapshot.files) == ["memory/MEMORY.md", "memory/topic.md", "user.md"]
    assert snapshot.missing == ("memory/.archive",)


def test_links_special_files_and_large_files_are_reported_and_left_alone(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("secret")
    root = tmp_path / "memory"
    root.mkdir()
    (root / "good.md").write_text("good")
    (root / "link.md").symlink_to(outside)
    (root / "dangling.md").symlink_to(tmp_path / "nowhere")
    (root / "twin.md").hardlink_to(outside)
    (root / "folder.md").mkdir()
    (root / "large.md").write_bytes(b"x" * (FILE_BYTES + 1))
    (root / "limit.md").write_bytes(b"x" * FILE_BYTES)
    os.mkfifo(root / "pipe.md")
    snapshot = store.read(workspace(root))
    assert sorted(snapshot.files) == ["good.md", "limit.md"]
    assert hazards(snapshot) == {
        "dangling.md": "symlink",
        "folder.md": "special",
        "large.md": "too_large",
        "link.md": "symlink",
        "pipe.md": "special",
        "twin.md": "hard_link",
    }


def test_names_that_would_break_a_line_are_reported_visibly(tmp_path: Path) -> None:
    for name in (b"a\nb.md", b"a\xffb.md", "a\u202eb.md".encode(), '中文 it\'s "x" \\.md'.encode()):
        (tmp_path / os.fsdecode(name)).write_text("x")
    snapshot = store.read(workspace(tmp_path))
    assert list(snapshot.files) == ['中文 it\'s "x" \\.md']
    assert hazards(snapshot) == {
        "a\\u000ab.md": "odd_name",
        "a\\u202eb.md": "odd_name",
        "a\\udcffb.md": "odd_name",
    }


def test_a_link_in_place_of_the_archive_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.md").write_text("x")
    root = tmp_path / "memory"
    root.mkdir()
    (root / ".archive").symlink_to(tmp_path / "elsewhere")
    snapshot = store.read(workspace(root))
    assert snapshot.files == {}
    assert hazards(snapshot) == {".archive": "symlink"}


def test_the_memory_directory_itself_may_be_a_symlink(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "MEMORY.md").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    snapshot = store.read(workspace(tmp_path / "link"))
    assert snapshot.bytes == {"MEMORY.md": b"x"}
    assert store.place(workspace(tmp_path / "link"), "MEMORY.md") == tmp_path / "real" / "MEMORY.md"


def test_a_twin_that_a_publish_holds_aside_is_our_own(tmp_path: Path) -> None:
    aside = tmp_path / ".dreamd" / "d1" / "old"
    aside.mkdir(parents=True)
    (tmp_path / "a.md").write_text("x")
    (aside / "0").hardlink_to(tmp_path / "a.md")
    snapshot = store.read(workspace(tmp_path))
    assert snapshot.bytes == {"a.md": b"x"}
    assert snapshot.hazards == ()


def test_a_file_in_place_of_the_memory_directory_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "memory").write_text("x")
    with pytest.raises(StoreError, match=r"cannot be read: Not a directory\nMake it a directory"):
        store.read(workspace(tmp_path / "memory"))


def test_too_many_files_are_a_clear_error(tmp_path: Path) -> None:
    for number in range(store.MAX_FILES + 1):
        (tmp_path / f"{number}.md").touch()
    with pytest.raises(StoreError, match="too large"):
        store.read(workspace(tmp_path))


def test_too_many_names_are_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_NAMES", 3)
    for number in range(4):
        (tmp_path / f"{number}.txt").touch()
    with pytest.raises(StoreError, match="holds 4 names, more than 3"):
        store.read(workspace(tmp_path))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_reported_and_an_unreadable_directory_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "a.md").touch(0o000)
    assert hazards(store.read(workspace(tmp_path))) == {"a.md": "unreadable"}
    tmp_path.chmod(0o000)
    try:
        with pytest.raises(StoreError, match="Permission denied"):
            store.read(workspace(tmp_path))
    finally:
        tmp_path.chmod(0o700)
