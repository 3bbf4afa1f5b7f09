"""A publish killed at any change, or stopped by a full disk: every file whole, the next command finishes the set."""

from __future__ import annotations

import contextlib
import json
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd.errors import StoreError
from dreamd.memory import index, publish, store, topic
from dreamd.memory.layout import Workspace
from dreamd.records import Entry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Die = Callable[[Workspace, int], bool]

FOREIGN = b"- Somebody's own line.\n"


def said(text: str) -> Entry:
    return Entry(text=text, created="2026-01-01", updated="2026-01-01", sources=("claude-code/54bb2ec8-87cc#L1",))


def topic_of(name: str, *texts: str) -> bytes:
    made = topic.new(name, name.upper(), f"Read before {name}", "project", "2026-01-01")
    for text in texts:
        made = topic.add(made, said(text))
    return made.data


def pointers(*names: str) -> bytes:
    return "".join(f"- [{name.upper()}]({name}.md)\n" for name in names).encode()


OLD = {
    "MEMORY.md": pointers("a", "b", "gone"),
    "a.md": topic_of("a", "one", "two"),
    "b.md": topic_of("b", "three"),
    "gone.md": topic_of("gone", "four"),
    ".archive/b.md": b"# Retired from B\n\n- before\n- back\n",
}
NEW = {
    "MEMORY.md": pointers("a", "b", "new"),
    "a.md": topic_of("a", "one", "five"),
    "b.md": topic_of("b", "three", "back"),
    "new.md": topic_of("new", "six"),
    ".archive/a.md": b"# Retired from A\n\n- two\n",
    ".archive/b.md": b"# Retired from B\n\n- before\n",
}


@pytest.fixture(scope="module")
def die() -> Iterator[Die]:
    """Completes the publish in a process that dies at its nth change; tells whether it lived."""
    program = [sys.executable, str(Path(__file__).with_name("publish_dying.py"))]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        asked, answers = process.stdin, process.stdout

        def act(workspace: Workspace, nth: int) -> bool:
            asked.write(json.dumps([str(workspace.root), "d1", nth]) + "\n")
            asked.flush()
            status = int(answers.readline())
            assert status in {0, -signal.SIGKILL}
            return status == 0

        yield act
        process.stdin.close()


@pytest.fixture
def top(tmp_path: Path) -> Iterator[Path]:
    """A directory in memory where there is such a thing: hundreds of copies are synced here."""
    memory = Path("/dev/shm")  # noqa: S108 (a fresh directory is made in it)
    if not memory.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory) as made:
        yield Path(made)


@pytest.fixture
def staged(top: Path) -> Path:
    """A memory with a publish that was prepared, to be copied for each death."""
    root = top / "staged"
    (root / ".archive").mkdir(parents=True)
    for name, data in OLD.items():
        (root / name).write_bytes(data)
    workspace = at(root)
    publish.prepare(workspace, publish.plan(workspace, "d1", store.read(workspace), NEW, mtimes={"a.md": 10**18}))
    return root


def at(root: Path) -> Workspace:
    return Workspace(name="w", root=root, layout="claude-code", project=root)


def copies(staged: Path) -> Iterator[tuple[int, Workspace]]:
    nth = 0
    while True:
        nth += 1
        root = staged.with_name(f"memory-{nth}")
        shutil.copytree(staged, root, symlinks=True)
        yield nth, at(root)
        shutil.rmtree(root)


def check_whole(workspace: Workspace) -> None:
    """Every file is the old one or the new one, and the index names no file that is missing."""
    snapshot = store.read(workspace)
    assert snapshot.hazards == ()
    for name in OLD.keys() | NEW.keys():
        assert snapshot.bytes.get(name) in (OLD.get(name), NEW.get(name)), name
    for pointer in index.pointers(snapshot.bytes["MEMORY.md"]):
        assert pointer.file in snapshot.files
    said_now = {text for data in snapshot.bytes.values() for text in ("two", "back") if f"- {text}".encode() in data}
    assert said_now == {"two", "back"}, "an entry on its way was nowhere"


def check_done(workspace: Workspace) -> None:
    snapshot = store.read(workspace)
    assert snapshot.bytes == NEW
    assert snapshot.files["a.md"].mtime_ns == 10**18
    assert {path.name for path in workspace.root.iterdir()} == {name for name in NEW if "/" not in name} | {".archive"}
    assert all(path.lstat().st_nlink == 1 for path in workspace.root.rglob("*.md"))


def test_killed_at_any_change_the_next_call_finishes_the_same_set(staged: Path, die: Die) -> None:
    deaths = 0
    for nth, workspace in copies(staged):
        lived = die(workspace, nth)
        check_whole(workspace)
        assert publish.complete(workspace, "d1") == ()
        check_done(workspace)
        if lived:
            break
        deaths += 1
    assert deaths > 30


def test_killed_again_while_finishing_it_still_comes_to_the_same(staged: Path, die: Die) -> None:
    for nth, workspace in copies(staged):
        lived = die(workspace, nth)
        die(workspace, 1 + nth % 7)
        check_whole(workspace)
        assert publish.complete(workspace, "d1") == ()
        check_done(workspace)
        if lived:
            break


def test_what_a_person_writes_after_the_crash_survives_the_recovery(staged: Path, die: Die) -> None:
    for nth, workspace in copies(staged):
        lived = die(workspace, nth)
        for name in ("a.md", "MEMORY.md"):
            with (workspace.root / name).open("ab") as file:
                file.write(FOREIGN)
        assert publish.complete(workspace, "d1") == ()
        snapshot = store.read(workspace)
        texts = {entry.text for entry in topic.parse("a", snapshot.bytes["a.md"]).entries}
        assert texts == {"one", "five", "Somebody's own line."}
        assert sorted(snapshot.bytes["MEMORY.md"].splitlines()) == sorted((NEW["MEMORY.md"] + FOREIGN).splitlines())
        assert not store.staging(workspace).exists()
        if lived:
            break


def test_what_a_person_wrote_before_survives_every_death_of_the_merge(staged: Path, die: Die) -> None:
    (staged / "a.md").write_bytes(OLD["a.md"] + FOREIGN)
    for nth, workspace in copies(staged):
        lived = die(workspace, nth)
        assert FOREIGN in (workspace.root / "a.md").read_bytes()
        assert publish.complete(workspace, "d1") == ()
        texts = [entry.text for entry in topic.parse("a", store.read(workspace).bytes["a.md"]).entries]
        assert texts == ["one", "five", "Somebody's own line."]
        if lived:
            break


@contextlib.contextmanager
def files_at_most(size: int) -> Iterator[None]:
    """No file of this process may grow over ``size`` bytes; a write beyond fails with EFBIG, as a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_while_staging_leaves_the_memory_untouched(tmp_path: Path) -> None:
    workspace = at(tmp_path / "memory")
    workspace.root.mkdir()
    (workspace.root / "a.md").write_bytes(OLD["a.md"])
    before = (workspace.root / "a.md").lstat()
    planned = publish.plan(workspace, "d1", store.read(workspace), {"a.md": OLD["a.md"], "b.md": b"x" * 9_000})
    with files_at_most(8_192), pytest.raises(StoreError, match=r"could not be written: .*\nFree some space") as caught:
        publish.prepare(workspace, planned)
    assert "the memory is unchanged" in caught.value.fix
    assert [path.name for path in workspace.root.iterdir()] == ["a.md"]
    assert (workspace.root / "a.md").lstat() == before


def test_a_full_disk_while_merging_keeps_every_file_and_can_be_finished(staged: Path) -> None:
    workspace = at(staged)
    theirs = OLD["a.md"] + b"\n".join(b"- A longer line of a person, number %d." % n for n in range(40)) + b"\n"
    (staged / "a.md").write_bytes(theirs)
    with files_at_most(1_024), pytest.raises(StoreError, match="it goes on from here"):
        publish.complete(workspace, "d1")
    assert (staged / "a.md").read_bytes() == theirs
    assert publish.complete(workspace, "d1") == ()
    texts = [entry.text for entry in topic.parse("a", store.read(workspace).bytes["a.md"]).entries]
    assert texts[:2] == ["one", "five"]
    assert len(texts) == 42
