"""What an archive must not bring is refused before anything is written, and no secret of it is shown."""

from __future__ import annotations

import io
import json
import warnings
import zipfile
from typing import TYPE_CHECKING

import pytest

from dreamd import archives, importing
from dreamd.errors import BudgetExceeded, DreamdError, StoreError
from dreamd.memory import store
from dreamd.memory.layout import FILE_BYTES, Layout, Workspace

if TYPE_CHECKING:
    from pathlib import Path

MADE = "2026-11-30T12:00:00.000Z"
TOKEN = "ghp_" + "a1B2" * 9
MTIME = 1_700_000_000_000_000_000


def archive(path: Path, held: dict[str, bytes], layout: Layout = "workspace", name: str = "shop") -> Path:
    with archives.written(path, "export", MADE, {"name": name, "layout": layout}) as add:
        for member, data in held.items():
            add(member, io.BytesIO(data), 0o600, MTIME)
    return path


def changed(path: Path, **told: object) -> Path:
    """The archive, with its manifest saying these other things."""
    with zipfile.ZipFile(path) as packed:
        held = {name: packed.read(name) for name in packed.namelist()}
    manifest = json.loads(held.pop(archives.MANIFEST)) | told
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in held.items():
            packed.writestr(name, data)
        packed.writestr(archives.MANIFEST, json.dumps(manifest))
    return path


def here(tmp_path: Path, layout: Layout) -> Workspace:
    return Workspace(name="here", root=tmp_path / "here", layout=layout, project=tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "memory/\u202egnp.md",
        "memory/a\u200bb.md",
        "memory/.archive/\u2066x.md",
        f"memory/{'a' * 253}.md",
        "memory/.hidden.md",
        "memory/notes.txt",
        "memory/deep/er.md",
        "README.md",
    ],
)
def test_a_name_that_no_memory_reads_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreError, match="no memory that dreamd could have written"):
        importing.parcel(archive(tmp_path / "a.zip", {name: b"x\n"}))


@pytest.mark.parametrize(
    ("member", "name"), [(f"memory/{TOKEN}.md", "shop"), ("memory/a.md", TOKEN), ("memory/a.md", f"shop {TOKEN}")]
)
def test_a_secret_in_a_name_is_refused_and_not_shown(tmp_path: Path, member: str, name: str) -> None:
    with pytest.raises(DreamdError) as refused:
        importing.parcel(archive(tmp_path / "a.zip", {member: b"x\n"}, name=name))
    assert "holds a secret" in refused.value.message
    assert TOKEN not in str(refused.value)


def test_what_damage_says_shows_no_secret(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", {f"/{TOKEN}.md": b"x\n"})
    with pytest.raises(StoreError, match="is called") as refused:
        importing.parcel(path)
    assert TOKEN not in str(refused.value)


@pytest.mark.parametrize(("name", "made"), [("s\u202ehop", MADE), ("shop", "now"), ("shop", "2026-11-30\u202e")])
def test_what_it_says_of_itself_must_be_plain(tmp_path: Path, name: str, made: str) -> None:
    path = changed(archive(tmp_path / "a.zip", {"memory/a.md": b"x\n"}, name=name), made=made)
    with pytest.raises(StoreError, match="no memory that dreamd could have written"):
        importing.parcel(path)


def test_two_members_of_one_name_are_damage(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zipfile's own, of the same thing
        with archives.written(tmp_path / "a.zip", "export", MADE, {"name": "shop", "layout": "workspace"}) as add:
            for data in (b"one\n", b"two\n"):
                add("memory/a.md", io.BytesIO(data), 0o600, MTIME)
    with pytest.raises(StoreError, match="two files of one name"):
        importing.parcel(tmp_path / "a.zip")


@pytest.mark.parametrize(
    "told",
    [
        {"mtime_ns": 10**30},
        {"mtime_ns": -(10**30)},
        {"mode": 10**30},
        {"mode": -1},
        {"bytes": 10**30},
        {"bytes": -1},
        {"mtime_ns": "x"},
        {"name": None},
    ],
)
def test_a_number_that_is_none_is_damage(tmp_path: Path, told: dict[str, object]) -> None:
    path = archive(tmp_path / "a.zip", {"memory/a.md": b"x\n"})
    with zipfile.ZipFile(path) as packed:
        files = json.loads(packed.read(archives.MANIFEST))["files"]
    with pytest.raises(StoreError, match="is damaged"):
        importing.parcel(changed(path, files=[files[0] | told]))


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
@pytest.mark.parametrize("which", ["memory/a.md", archives.MANIFEST])
def test_a_member_packed_in_another_way_is_refused(tmp_path: Path, packing: int, which: str) -> None:
    path = archive(tmp_path / "a.zip", {"memory/a.md": b"x\n" * 100})
    with zipfile.ZipFile(path) as packed:
        held = {name: packed.read(name) for name in packed.namelist()}
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in held.items():
            packed.writestr(name, data, packing if name == which else zipfile.ZIP_DEFLATED)
    with pytest.raises(StoreError):
        importing.parcel(path)


def test_an_archive_of_more_than_a_memory_holds_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MAX_BYTES", 10 * FILE_BYTES)
    path = archive(tmp_path / "a.zip", {f"memory/{number}.md": b"x" * FILE_BYTES for number in range(11)})
    with pytest.raises(StoreError, match="no memory that dreamd could have written"):
        importing.parcel(path)


def test_what_comes_and_what_is_here_must_fit_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_FILES", 5)
    this = importing.parcel(archive(tmp_path / "a.zip", {f"memory/{name}.md": b"x\n" for name in "abc"}))
    space = here(tmp_path, "claude-code")
    assert len(importing.planned(this, space, {"x.md": b"", "y.md": b""}).files) == 3
    with pytest.raises(BudgetExceeded, match="6 files of"):
        importing.planned(this, space, dict.fromkeys(("x.md", "y.md", "z.md"), b""))


@pytest.mark.parametrize("data", [b"- mine\n", b""])
def test_two_files_that_would_have_one_place_are_refused(tmp_path: Path, data: bytes) -> None:
    held = {"user.md": b"- I am Anna\n", "memory/user-profile.md": data}
    this, space = importing.parcel(archive(tmp_path / "a.zip", held)), here(tmp_path, "claude-code")
    with pytest.raises(StoreError, match=r"user\.md and memory/user-profile\.md of shop would both be"):
        importing.planned(this, space, {})
    assert importing.planned(this, here(tmp_path, "workspace"), {}).files == held


def test_two_files_with_the_same_words_are_one(tmp_path: Path) -> None:
    held = {"agent.md": b"- Test first\n", "memory/agent-rules.md": b"- Test first\n", "soul.md": b"- mine\n"}
    this = importing.parcel(archive(tmp_path / "a.zip", held))
    plan = importing.planned(this, here(tmp_path, "claude-code"), {})
    assert plan.files == {"agent-rules.md": b"- Test first\n"}
    assert plan.homeless == ("soul.md",)
