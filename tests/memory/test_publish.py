"""A publish arrives whole, keeps what others wrote meanwhile, and can be repeated or taken back."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from dreamd.errors import BudgetExceeded, StoreError
from dreamd.memory import publish, settle, store, topic
from dreamd.memory.layout import FILE_BYTES, Layout, Workspace
from dreamd.records import Entry

INDEX = b"# Memory\n\n- [A](a.md) - read before a\n"
NEW_INDEX = INDEX + b"- [B](b.md) - read before b\n"
FOREIGN = b"- Somebody's own line.\n"


def said(text: str) -> Entry:
    return Entry(text=text, created="2026-01-01", updated="2026-01-01", sources=("claude-code/54bb2ec8-87cc#L1",))


def topic_of(name: str, *texts: str) -> bytes:
    made = topic.new(name, name.upper(), f"read before {name}", "project", "2026-01-01")
    for text in texts:
        made = topic.add(made, said(text))
    return made.data


OLD = {"MEMORY.md": INDEX, "a.md": topic_of("a", "one", "two"), "gone.md": topic_of("gone", "three")}
NEW = {
    "MEMORY.md": NEW_INDEX,
    "a.md": topic_of("a", "one", "four"),
    "b.md": topic_of("b", "five"),
    ".archive/a.md": b"# Retired from A\n\n- two\n",
}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    root = tmp_path / "memory"
    root.mkdir(mode=0o700)
    for name, data in OLD.items():
        (root / name).write_bytes(data)
        (root / name).chmod(0o640)
    return Workspace(name="w", root=root, layout="claude-code", project=tmp_path)


def begin(workspace: Workspace, after: dict[str, bytes]) -> None:
    publish.prepare(workspace, publish.plan(workspace, "d1", store.read(workspace), after))


def listing(workspace: Workspace) -> list[str]:
    return sorted(str(path.relative_to(workspace.root)) for path in workspace.root.rglob("*"))


def test_the_files_arrive_with_their_modes_and_mtimes_and_nothing_else_stays(workspace: Workspace) -> None:
    planned = publish.plan(
        workspace, "d1", store.read(workspace), NEW, mtimes={"b.md": 10**18 + 1}, modes={"b.md": 0o644}
    )
    assert [item.name for item in planned.items] == [".archive/a.md", "MEMORY.md", "a.md", "b.md", "gone.md"]
    assert planned.made_dirs == (".archive",)
    publish.prepare(workspace, planned)
    assert store.read(workspace).bytes == OLD
    assert (store.staging(workspace) / "d1").is_dir()
    assert publish.complete(workspace, "d1") == ()
    after = store.read(workspace)
    assert after.bytes == NEW
    assert {name: held.mode for name, held in after.files.items()} == {
        "MEMORY.md": 0o640,
        "a.md": 0o640,
        "b.md": 0o644,
        ".archive/a.md": 0o600,
    }
    assert after.files["b.md"].mtime_ns == 10**18 + 1
    assert listing(workspace) == [".archive", ".archive/a.md", "MEMORY.md", "a.md", "b.md"]
    assert (workspace.root / ".archive").stat().st_mode & 0o777 == 0o700


def test_a_directory_that_is_made_stands_in_its_parent_for_good(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(workspace, NEW)
    synced: list[tuple[int, bool]] = []
    sync = os.fsync

    def seen(fd: int) -> None:
        synced.append((os.fstat(fd).st_ino, (workspace.root / ".archive").is_dir()))
        sync(fd)

    monkeypatch.setattr(os, "fsync", seen)
    publish.complete(workspace, "d1")
    assert synced[0] == (workspace.root.stat().st_ino, True), "before anything lies in it"


def test_completing_again_changes_nothing(workspace: Workspace) -> None:
    begin(workspace, NEW)
    publish.complete(workspace, "d1")
    (workspace.root / "a.md").write_bytes(b"a person's")
    assert publish.complete(workspace, "d1") == ()
    assert (workspace.root / "a.md").read_bytes() == b"a person's"


def test_a_file_that_does_not_change_is_no_part_of_the_plan(workspace: Workspace) -> None:
    planned = publish.plan(workspace, "d1", store.read(workspace), OLD)
    assert planned == publish.Plan(dream="d1", items=())


def test_a_publish_into_a_memory_that_does_not_exist_makes_it_private(tmp_path: Path) -> None:
    workspace = Workspace(name="w", root=tmp_path / "x" / "memory", layout="claude-code", project=tmp_path)
    begin(workspace, NEW)
    assert publish.complete(workspace, "d1") == ()
    assert store.read(workspace).bytes == NEW
    assert workspace.root.stat().st_mode & 0o777 == 0o700


def test_abandoning_leaves_the_memory_as_it_was(workspace: Workspace) -> None:
    begin(workspace, NEW)
    publish.abandon(workspace, "d1")
    assert listing(workspace) == sorted(OLD)
    assert store.read(workspace).bytes == OLD
    publish.abandon(workspace, "d1")


def test_abandoning_removes_the_directories_it_made(tmp_path: Path) -> None:
    workspace = Workspace(name="w", root=tmp_path / "memory", layout="claude-code", project=tmp_path)
    begin(workspace, NEW)
    publish.abandon(workspace, "d1")
    assert not workspace.root.exists()


def test_abandoning_copes_with_a_plan_that_was_never_whole(workspace: Workspace) -> None:
    begin(workspace, NEW)
    (workspace.root / ".dreamd/d1/plan.json").write_bytes(b'{"dream":')
    with pytest.raises(StoreError, match="is damaged"):
        publish.complete(workspace, "d1")
    publish.abandon(workspace, "d1")
    assert listing(workspace) == sorted(OLD)


def test_what_somebody_added_meanwhile_is_merged(workspace: Workspace) -> None:
    begin(workspace, NEW)
    (workspace.root / "a.md").write_bytes(OLD["a.md"] + FOREIGN)
    (workspace.root / "MEMORY.md").write_bytes(INDEX + b"- [X](x.md)\n")
    assert publish.complete(workspace, "d1") == ()
    after = store.read(workspace).bytes
    assert topic.parse("a", after["a.md"]).entries == (said("one"), said("four"), Entry(text="Somebody's own line."))
    assert after["MEMORY.md"] == INDEX + b"- [B](b.md) - read before b\n- [X](x.md)\n"


def test_the_same_entry_changed_on_both_sides_keeps_theirs_and_reports(workspace: Workspace) -> None:
    begin(workspace, NEW)
    theirs = OLD["a.md"].replace(b"two", b"two, or so")
    (workspace.root / "a.md").write_bytes(theirs)
    [conflict] = publish.complete(workspace, "d1")
    assert conflict.name == "a.md"
    assert store.read(workspace).bytes == NEW | {"a.md": theirs}


def test_a_file_changed_meanwhile_is_not_removed(workspace: Workspace) -> None:
    begin(workspace, NEW)
    (workspace.root / "gone.md").write_bytes(OLD["gone.md"] + FOREIGN)
    [conflict] = publish.complete(workspace, "d1")
    assert conflict.name == "gone.md"
    assert (workspace.root / "gone.md").read_bytes() == OLD["gone.md"] + FOREIGN


def test_a_file_that_appeared_meanwhile_is_not_replaced(workspace: Workspace) -> None:
    begin(workspace, NEW)
    (workspace.root / "b.md").write_bytes(FOREIGN)
    [conflict] = publish.complete(workspace, "d1")
    assert conflict.name == "b.md"
    assert (workspace.root / "b.md").read_bytes() == FOREIGN


def test_a_file_removed_meanwhile_stays_removed(workspace: Workspace) -> None:
    begin(workspace, NEW)
    (workspace.root / "a.md").unlink()
    [conflict] = publish.complete(workspace, "d1")
    assert conflict.name == "a.md"
    assert not (workspace.root / "a.md").exists()


@pytest.mark.parametrize("made", ["symlink", "hard link", "archive link"])
def test_what_became_a_link_meanwhile_is_left_alone(workspace: Workspace, tmp_path: Path, made: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.md").write_bytes(OLD["a.md"])
    begin(workspace, NEW)
    if made == "archive link":
        (workspace.root / ".archive").symlink_to(outside)
    else:
        (workspace.root / "a.md").unlink()
        link = (workspace.root / "a.md").symlink_to if made == "symlink" else (workspace.root / "a.md").hardlink_to
        link(outside / "a.md")
    [conflict] = publish.complete(workspace, "d1")
    assert conflict.name == (".archive/a.md" if made == "archive link" else "a.md")
    assert (outside / "a.md").read_bytes() == OLD["a.md"]
    assert [path.name for path in outside.iterdir()] == ["a.md"]


def racing(monkeypatch: pytest.MonkeyPatch, path: Path, act: str, write: list[bytes]) -> None:
    """Let somebody else replace the file just before our call ``act`` on it."""
    real = getattr(os, act)

    def raced(source: Path, target: Path, **options: bool) -> None:
        mine = Path(target if act == "replace" else source)
        if mine == path and write:
            (mine.parent / "editor").write_bytes(write.pop(0))
            os.rename(mine.parent / "editor", mine)  # noqa: PTH104 (not the call under test)
        real(source, target, **options)

    monkeypatch.setattr(os, act, raced)


@pytest.mark.parametrize("act", ["link", "replace"])
def test_a_write_in_the_instant_of_the_rename_is_seen_and_merged(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    begin(workspace, NEW)
    racing(monkeypatch, workspace.root / "a.md", act, [OLD["a.md"] + FOREIGN])
    conflicts = publish.complete(workspace, "d1")
    held = topic.parse("a", store.read(workspace).bytes["a.md"]).entries
    if act == "link":
        assert conflicts == ()
        assert held == (said("one"), said("four"), Entry(text="Somebody's own line."))
    else:
        # Between the link and the rename lie microseconds in which a rename by somebody else cannot be seen.
        assert held == (said("one"), said("four"))


def test_two_writes_in_a_row_are_both_merged(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(workspace, NEW)
    second = topic.add(topic.parse("a", NEW["a.md"]), said("six")).data
    racing(monkeypatch, workspace.root / "a.md", "link", [OLD["a.md"] + FOREIGN, second])
    assert publish.complete(workspace, "d1") == ()
    held = topic.parse("a", store.read(workspace).bytes["a.md"]).entries
    assert {entry.text for entry in held} == {"one", "four", "six", "Somebody's own line."}


def test_a_conflicting_write_in_the_instant_of_the_rename_comes_back(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(workspace, NEW)
    theirs = OLD["a.md"].replace(b"two", b"two, or so")
    racing(monkeypatch, workspace.root / "a.md", "link", [theirs])
    [conflict] = publish.complete(workspace, "d1")
    assert conflict.name == "a.md"
    assert store.read(workspace).bytes == NEW | {"a.md": theirs}


def test_a_write_in_the_instant_of_the_removal_comes_back(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(workspace, NEW)
    racing(monkeypatch, workspace.root / "gone.md", "rename", [FOREIGN])
    [conflict] = publish.complete(workspace, "d1")
    assert conflict.name == "gone.md"
    assert (workspace.root / "gone.md").read_bytes() == FOREIGN


def test_a_file_that_keeps_changing_is_left_as_somebody_else_made_it(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(workspace, NEW)
    writes = [OLD["a.md"] + b"- line %d\n" % number for number in range(settle.ROUNDS - 1)]
    last = writes[-1]
    racing(monkeypatch, workspace.root / "a.md", "link", writes)
    [conflict] = publish.complete(workspace, "d1")
    assert conflict.name == "a.md"
    assert store.read(workspace).bytes == NEW | {"a.md": last}


def test_it_works_where_the_file_system_has_no_links(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    begin(workspace, NEW)
    (workspace.root / "MEMORY.md").write_bytes(INDEX + b"- [X](x.md)\n")
    assert publish.complete(workspace, "d1") == ()
    assert store.read(workspace).bytes == NEW | {"MEMORY.md": NEW_INDEX + b"- [X](x.md)\n"}
    assert not store.staging(workspace).exists()


def test_people_files_may_lie_on_another_file_system_than_the_memory(tmp_path: Path) -> None:
    if not Path("/dev/shm").is_dir() or Path("/dev/shm").stat().st_dev == tmp_path.stat().st_dev:  # noqa: S108 (the only second file system there is)
        pytest.skip("no second file system")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as other:
        (tmp_path / "memory").symlink_to(other)
        (tmp_path / "user.md").write_bytes(b"- old\n")
        (tmp_path / "agent.md").write_bytes(b"- goes\n")
        layout: Layout = "workspace"
        workspace = Workspace(name="w", root=tmp_path, layout=layout, project=tmp_path)
        after = {"user.md": b"- new\n", "soul.md": b"s\n", "memory/MEMORY.md": INDEX}
        planned = publish.plan(workspace, "d1", store.read(workspace), after, mtimes={"user.md": 5})
        publish.prepare(workspace, planned)
        assert publish.complete(workspace, "d1") == ()
        assert store.read(workspace).bytes == after
        assert store.read(workspace).files["user.md"].mtime_ns == 5
        assert sorted(path.name for path in tmp_path.iterdir()) == ["memory", "soul.md", "user.md"]


def test_directories_that_an_undo_names_go_when_they_are_empty(workspace: Workspace) -> None:
    begin(workspace, NEW)
    publish.complete(workspace, "d1")
    planned = publish.plan(workspace, "d2", store.read(workspace), OLD, drop_dirs=(".archive",))
    publish.prepare(workspace, planned)
    assert publish.complete(workspace, "d2") == ()
    assert listing(workspace) == sorted(OLD)


def test_temporary_files_of_a_process_that_is_gone_are_swept(workspace: Workspace) -> None:
    ended = subprocess.Popen([sys.executable, "-S", "-c", ""])
    ended.wait()
    for owner in (str(ended.pid), str(os.getpid()), "1", "x"):
        (workspace.root / f".dreamd-tmp-{owner}-a.md").touch()
    begin(workspace, NEW)
    publish.complete(workspace, "d1")
    left = {path.name for path in workspace.root.glob(".dreamd-tmp-*")}
    assert left == {f".dreamd-tmp-{owner}-a.md" for owner in (os.getpid(), 1, "x")}


def test_a_file_that_is_left_alone_cannot_be_published_over(workspace: Workspace) -> None:
    (workspace.root / "b.md").symlink_to(workspace.root / "a.md")
    with pytest.raises(StoreError, match=r"b\.md is left alone \(symlink\)"):
        publish.plan(workspace, "d1", store.read(workspace), NEW)


def test_nothing_is_published_into_an_archive_that_is_a_link(workspace: Workspace, tmp_path: Path) -> None:
    (workspace.root / ".archive").symlink_to(tmp_path)
    with pytest.raises(StoreError, match=r"\.archive is left alone \(symlink\)"):
        publish.plan(workspace, "d1", store.read(workspace), NEW)


@pytest.mark.parametrize(
    "name",
    [
        "../a.md",
        "/a.md",
        "sub/a.md",
        "a.txt",
        ".a.md",
        "",
        ".archive/../../a.md",
        ".md",
        "\u202ea.md",
        f"{'a' * 253}.md",
    ],
)
def test_a_name_outside_the_layout_is_refused(workspace: Workspace, name: str) -> None:
    with pytest.raises(StoreError, match="is no file of the memory"):
        publish.plan(workspace, "d1", store.read(workspace), OLD | {name: b"x"})


def test_a_link_in_place_of_the_staging_directory_is_refused(workspace: Workspace, tmp_path: Path) -> None:
    (workspace.root / ".dreamd").symlink_to(tmp_path)
    with pytest.raises(StoreError, match="is no directory"):
        begin(workspace, NEW)
    publish.abandon(workspace, "d1")
    assert not (tmp_path / "d1").exists()


@pytest.mark.parametrize("name", [".dreamd-tmp-99999999999999999999999-a.md", ".dreamd-tmp-4194304-a.md"])
def test_what_only_looks_like_a_temporary_file_of_ours_stops_no_publish(workspace: Workspace, name: str) -> None:
    (workspace.root / name).mkdir()
    begin(workspace, NEW)
    assert publish.complete(workspace, "d1") == ()
    assert (workspace.root / name).is_dir()
    assert store.read(workspace).bytes == NEW


def test_whoever_reads_while_publishes_come_and_go_sees_whole_files_and_no_hazard(workspace: Workspace) -> None:
    def publishes() -> None:
        for number in range(60):
            before = store.read(workspace)
            after = before.bytes | {"a.md": topic_of("a", f"one {number}"), "MEMORY.md": INDEX + b"\n" * number}
            publish.prepare(workspace, publish.plan(workspace, f"d{number}", before, after))
            publish.complete(workspace, f"d{number}")

    writer = threading.Thread(target=publishes)
    writer.start()
    while writer.is_alive():
        seen = store.read(workspace)
        assert (seen.hazards, sorted(seen.files)) == ((), sorted(OLD))
    writer.join()


@pytest.mark.parametrize(
    ("bound", "most", "after"),
    [
        ("MAX_FILES", 3, {"b.md": b"x"}),
        ("MAX_BYTES", 1_000, {"b.md": b"x" * 1_000}),
        ("MAX_NAMES", 6, {"b.md": b"x"}),
        ("MAX_NAMES", 6, {"b.md": b"x", "gone.md": b""}),
    ],
)
def test_a_memory_that_could_not_be_read_again_is_not_published(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, bound: str, most: int, after: dict[str, bytes]
) -> None:
    current = store.read(workspace)
    monkeypatch.setattr(store, bound, most)
    with pytest.raises(BudgetExceeded):
        publish.plan(workspace, "d1", current, OLD | after)


def test_a_file_that_could_not_be_read_again_is_not_published(workspace: Workspace) -> None:
    current = store.read(workspace)
    publish.plan(workspace, "d1", current, OLD | {"b.md": b"x" * FILE_BYTES})
    with pytest.raises(BudgetExceeded, match="could not be read again"):
        publish.plan(workspace, "d1", current, OLD | {"b.md": b"x" * (FILE_BYTES + 1)})


def test_a_memory_that_is_too_large_may_get_smaller(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_FILES", 1)
    with pytest.raises(StoreError, match="too large"):
        store.read(workspace)
    less = {name: data for name, data in OLD.items() if name != "gone.md"}
    planned = publish.plan(workspace, "d1", store.read(workspace, bounded=False), less)
    assert [item.name for item in planned.items] == ["gone.md"]
