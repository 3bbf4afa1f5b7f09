"""What every publish check promises."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamd import checks, registry
from dreamd.checks import Candidate, Check
from dreamd.memory.layout import Workspace

SHELF = cast("list[Check]", registry.entries(checks, "CHECK"))
HERE = Workspace(name="w", root=Path("/w"), layout="claude-code", project=Path("/p"))

names = st.sampled_from(["MEMORY.md", "a.md", "b.md", "user-profile.md", ".archive/a.md", "odd name.md", "x/y.md", "z"])
lines = st.sampled_from(
    [
        b"- [A](a.md)\n",
        b"- text [created: 2026-01-01, source: you/2026-01-01]\n",
        b"---\n",
        b"name: x\n",
        b"\xff\n",
        b"```\n",
        b"\r\n",
        b"end",
    ]
)
memories = st.dictionaries(names, st.lists(lines, max_size=6).map(b"".join), max_size=6)


def candidate(before: dict[str, bytes], after: dict[str, bytes]) -> Candidate:
    return Candidate(workspace=HERE, before=before, after=after, own=frozenset(), evidence={})


def test_the_shelf_holds_the_drawn_checks() -> None:
    assert {"format", "budget", "links", "secrets", "provenance", "retirement", "foreign"} <= {
        item.name for item in SHELF
    }


@pytest.mark.parametrize("check", SHELF, ids=lambda check: check.name)
def test_a_check_is_named_like_its_module(check: Check) -> None:
    assert registry.entry(checks, "CHECK", check.name) is check


@pytest.mark.parametrize("check", SHELF, ids=lambda check: check.name)
def test_a_check_has_nothing_to_say_of_an_empty_memory(check: Check) -> None:
    assert list(check.run(candidate({}, {}))) == []


@pytest.mark.parametrize("check", SHELF, ids=lambda check: check.name)
@given(files=memories)
@settings(max_examples=30, deadline=None)
def test_a_check_never_blocks_what_does_not_change(check: Check, files: dict[str, bytes]) -> None:
    assert [finding for finding in check.run(candidate(files, dict(files))) if finding.severity == "blocking"] == []


@pytest.mark.parametrize("check", SHELF, ids=lambda check: check.name)
@given(before=memories, after=memories)
@settings(max_examples=30, deadline=None)
def test_a_check_judges_whatever_comes_and_signs_its_findings(
    check: Check, before: dict[str, bytes], after: dict[str, bytes]
) -> None:
    asked = candidate(before, after)
    told = list(check.run(asked))
    assert told == list(check.run(asked))
    for finding in told:
        assert finding.check == check.name
        assert finding.text
        assert finding.file
