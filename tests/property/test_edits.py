"""Whatever an engine proposes over whatever memory: others' bytes stay, and the result passes its checks."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamd import checks, registry
from dreamd.checks import Candidate, Check
from dreamd.memory.edits import Staged
from dreamd.memory.layout import Workspace
from dreamd.records import Operation, Quote

HERE = Workspace(name="w", root=Path("/w"), layout="claude-code", project=Path("/p"))
TODAY = "2026-04-01"
SHELF = cast("list[Check]", registry.entries(checks, "CHECK"))

texts = st.sampled_from(
    [
        "Use pnpm.",
        "Use npm.",
        "Deploy on Monday.",
        "Staging is db-04.",
        "a\n- b [created: 1]",
        "<!-- x",
        "# y",
        "- z",
        "\u202e",
        "w " * 200,
    ]
)
stems = st.sampled_from(["tools", "servers", "notes", "user-profile", "memory", "Not A Stem"])
quotes = st.builds(
    Quote,
    source=st.just("claude-code"),
    session=st.sampled_from(["aaaaaaaa-1111-2", "bbbbbbbb-1111-2", "cccccccc-1111-2"]),
    line=st.integers(1, 9),
    quote=st.just("said"),
    role=st.sampled_from(["human"] * 12 + ["assistant", "injected"]),
    date=st.sampled_from(["", "2026-01-01", "2026-02-02", "2026-03-03", "2027-01-01"]),
)
operations = st.builds(
    Operation,
    op=st.sampled_from(["add"] * 6 + ["confirm", "confirm", "update", "update", "retire", "rename", "merge", "split"]),
    topic=stems,
    type=st.sampled_from(["feedback", "project"]),
    title=st.sampled_from(["Tools", "T](x.md)\n# no", ""]),
    description=st.sampled_from(["Read before x", "d [y](z.md)"]),
    entry=texts,
    text=texts,
    why=st.sampled_from(["", "because\nof", "How to apply: never"]),
    unconfirmed=st.booleans(),
    reason=st.sampled_from(["over", "x] [source: y"]),
    into=stems,
    evidence=st.lists(quotes, min_size=1, max_size=2).map(tuple),
)
proposals = st.tuples(operations, st.integers(0, 20))
"""An operation, and which of the entries there are it means."""
foreign_lines = st.sampled_from(
    [
        b"- theirs\n",
        b"  - nested\r\n",
        b"prose\n",
        b"\n",
        b"```\n",
        b"<!--\n",
        b"- [T](tools.md)\n",
        b"- [Gone](gone.md) x\n",
        b"tail",
        b"\xff",
    ]
)
foreign_files = st.dictionaries(
    st.sampled_from(["MEMORY.md", "tools.md", "notes.md", "Tools.md", "user-profile.md", ".archive/tools.md"]),
    st.lists(foreign_lines, max_size=6).map(b"".join),
    max_size=4,
)


def in_order(lines: list[bytes], within: list[bytes]) -> bool:
    rest = iter(within)
    return all(line in rest for line in lines)


def aimed(staged: Staged, operation: Operation, pick: int) -> Operation:
    there = [(view.name, entry.text) for view in staged.views() for entry in view.entries]
    if operation.op == "add" or not there:
        return operation
    topic, text = there[pick % len(there)]
    return msgspec.structs.replace(operation, topic=topic, entry=text, entries=(text,))


def stripped(data: bytes) -> list[bytes]:
    return [line.rstrip(b"\r") for line in data.removesuffix(b"\n").split(b"\n")] if data else []


@given(foreign_files, st.lists(st.lists(proposals, max_size=8), min_size=1, max_size=3))
@settings(max_examples=120, deadline=None)
def test_dream_after_dream_foreign_lines_stay_and_every_check_passes(
    files: dict[str, bytes], dreams: list[list[tuple[Operation, int]]]
) -> None:
    original, own = dict(files), frozenset[str]()
    for proposed in dreams:
        staged = Staged(HERE, files, own, TODAY)
        for proposal in proposed:
            operation = aimed(staged, *proposal)
            before = (staged.finish(), staged.changes, staged.keys())
            if staged.apply(operation):
                assert (staged.finish(), staged.changes, staged.keys()) == before
        after = staged.finish()
        asked = Candidate(workspace=HERE, before=files, after=after, own=own, evidence=staged.evidence)
        assert [found for check in SHELF for found in check.run(asked) if found.severity == "blocking"] == []
        assert bool(staged.changes) == (after != files)
        files, own = after, own | frozenset(staged.keys())
    for name, data in original.items():
        assert in_order(stripped(data), stripped(files[name]))
        assert files[name] == data or name in {"MEMORY.md", ".archive/tools.md"}
