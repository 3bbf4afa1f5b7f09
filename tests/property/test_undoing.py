"""Undo after publish is the identity, on a real directory, over generated memories and operations."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from dreamd.errors import HistoryConflict
from dreamd.memory import contents, index, publish, store, undo
from dreamd.memory.edits import Staged
from dreamd.memory.history import Step
from dreamd.memory.layout import Layout, Workspace
from dreamd.records import Operation, Quote

if TYPE_CHECKING:
    from collections.abc import Mapping

TEXTS = ("Use pnpm.", "Staging is db-04.", "先跑测试。", "Tabs, not spaces.", "Deploy on Mondays.", "No force pushes.")
STEMS = ("tools", "servers", "way-of-work")
foreign = st.dictionaries(
    st.sampled_from(["notes.md", "MEMORY.md", "tools.md", "user-profile.md", "中文 file.md"]),
    st.sampled_from([b"", b"# Mine\r\n- a\r\n", b"\xff\xfe", b"---\nname: x\n---\n- Own [b](c.md)", b"- Use pnpm.\n"]),
    max_size=3,
)


@st.composite
def operations(draw: st.DrawFn) -> list[Operation]:
    made = []
    for session in draw(st.lists(st.sampled_from("123"), min_size=1, max_size=6)):
        quote = Quote(
            source="claude-code",
            session=session * 36,
            line=draw(st.integers(1, 9)),
            quote="x",
            role="human",
            date=draw(st.sampled_from(["2026-01-01", "2026-02-02"])),
        )
        stem = draw(st.sampled_from(STEMS))
        made.append(
            Operation(
                op=draw(st.sampled_from(["add", "add", "update", "confirm", "retire"])),
                topic=stem,
                title=stem.title(),
                description=f"Read before {stem}",
                entry=draw(st.sampled_from(TEXTS)),
                text=draw(st.sampled_from(TEXTS)),
                reason="it no longer holds",
                evidence=(quote,),
            )
        )
    return made


class Scene:
    """A memory on disk, and what dreamd knows as its own."""

    def __init__(self, top: Path, layout: Layout, files: dict[str, bytes]) -> None:
        self.workspace = Workspace(name="w", root=top / "root", layout=layout, project=top)
        self.own: frozenset[str] = frozenset()
        self.workspace.memory.mkdir(parents=True)
        for number, (name, data) in enumerate(files.items()):
            path = self.workspace.memory / name
            path.write_bytes(data)
            path.chmod(0o640)
            os.utime(path, ns=(0, 10**18 + number))

    def state(self) -> tuple[store.Snapshot, list[str]]:
        return store.read(self.workspace), sorted(map(str, self.workspace.root.rglob("*")))

    def dream(self, name: str, wanted: list[Operation]) -> Step:
        before = store.read(self.workspace)
        staged = Staged(self.workspace, before.bytes, self.own, "2026-03-01")
        for operation in wanted:
            staged.apply(operation)
        planned = publish.plan(self.workspace, name, before, staged.finish(), mtimes={"tools.md": 7})
        publish.prepare(self.workspace, planned)
        assert publish.complete(self.workspace, name) == ()
        assert store.read(self.workspace).bytes == staged.finish()
        self.own |= frozenset(staged.keys())
        return Step(id=name, kind="dream", time="", summary="", changes=staged.changes, made_dirs=planned.made_dirs)

    def undo(self, step: Step, before: store.Snapshot, after: store.Snapshot, number: int = 0) -> undo.Undone:
        current = store.read(self.workspace)
        undone = undo.plan(self.workspace, step, before.files, after.files, current.bytes, self.own, number=number)
        planned = publish.plan(
            self.workspace,
            f"undo-{step.id}",
            current,
            undone.files,
            modes=undone.modes,
            mtimes=undone.mtimes,
            drop_dirs=undone.drop_dirs,
        )
        publish.prepare(self.workspace, planned)
        assert publish.complete(self.workspace, planned.dream) == ()
        return undone


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["claude-code", "workspace"]), foreign, operations(), operations())
def test_undoing_a_published_dream_gives_back_the_directory(
    layout: Layout, files: dict[str, bytes], first: list[Operation], second: list[Operation]
) -> None:
    with tempfile.TemporaryDirectory() as top:
        scene = Scene(Path(top), layout, files)
        start = scene.state()
        one = scene.dream("one", first)
        middle = scene.state()
        two = scene.dream("two", second)
        end = scene.state()
        scene.undo(two, middle[0], end[0])
        assert scene.state() == middle
        scene.undo(one, start[0], middle[0])
        assert scene.state() == start


@settings(max_examples=40, deadline=None)
@given(foreign, operations(), st.data())
def test_undoing_every_change_by_itself_leaves_what_others_wrote(
    files: dict[str, bytes], wanted: list[Operation], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as top:
        scene = Scene(Path(top), "claude-code", files)
        start = store.read(scene.workspace)
        step = scene.dream("one", wanted)
        after = store.read(scene.workspace)
        written = data.draw(st.sampled_from(sorted(after.files)) if after.files else st.none())
        if written:
            with (scene.workspace.root / written).open("ab") as file:
                file.write(b"\n- A person's line.\n")
        for number in data.draw(st.permutations(range(1, len(step.changes) + 1))):
            try:
                scene.undo(step, start, after, number)
            except HistoryConflict:
                continue
        end = store.read(scene.workspace).bytes
        line = b"\n- A person's line.\n"
        for name, old in files.items():
            if name != "MEMORY.md":
                assert end[name] == old + (line if name == written else b"")
        if written:
            assert line in end[written]
        pointed = {pointer.file for pointer in index.pointers(end.get("MEMORY.md", b""))}
        assert pointed - {"c.md"} <= end.keys()
        lines = end.get("MEMORY.md", b"").splitlines()
        assert set(files.get("MEMORY.md", b"").splitlines()) <= set(lines)


@settings(max_examples=40, deadline=None)
@given(operations(), operations(), st.integers(0, 20))
def test_undoing_a_step_of_which_a_person_changed_an_entry_loses_no_statement_and_keeps_the_persons(
    first: list[Operation], second: list[Operation], chosen: int
) -> None:
    with tempfile.TemporaryDirectory() as top:
        scene = Scene(Path(top), "claude-code", {})
        scene.dream("one", first)
        before = store.read(scene.workspace)
        step = scene.dream("two", second)
        after = store.read(scene.workspace)
        places = [
            (name, one) for name, held in contents.topics(scene.workspace, after.bytes).items() for one in held.items
        ]
        if not places:
            return
        name, item = places[chosen % len(places)]
        lines = after.bytes[name].decode().splitlines(keepends=True)
        lines[item.start] = lines[item.start].replace("- ", "- A person says: ", 1)
        (scene.workspace.root / name).write_bytes("".join(lines).encode())
        with contextlib.suppress(HistoryConflict):
            scene.undo(step, before, after)
        end = store.read(scene.workspace).bytes
        assert f"A person says: {item.entry.text}" in _texts(scene.workspace, end)
        said = {text.removeprefix("A person says: ") for text in _texts(scene.workspace, end)}
        assert _texts(scene.workspace, before.bytes) <= said


def _texts(workspace: Workspace, files: Mapping[str, bytes]) -> set[str]:
    """Every statement that stands, archived or not."""
    held = (*contents.topics(workspace, files).values(), *contents.archives(workspace, files).values())
    return {entry.text for one in held for entry in one.entries}
