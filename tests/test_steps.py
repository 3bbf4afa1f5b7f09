"""Of each step it is known what was taken back of it, and still is."""

from __future__ import annotations

import pytest

from dreamd import steps
from dreamd.memory.history import Kind, Recorded, Step
from dreamd.records import Change
from dreamd.steps import Taken


def step(name: str, changes: int, undoes: str = "") -> Recorded:
    made = tuple(Change(op="add", file="a.md", topic="a", text=f"{name} {number}") for number in range(changes))
    kind: Kind = "undo" if undoes else "dream"
    return Recorded(Step(id=name, kind=kind, time="", summary="", changes=made, undoes=undoes), commit="", before="")


DREAM, OTHER = step("dream", 3), step("other", 1)
PART, REST, ALL = step("part", 1, "dream"), step("rest", 2, "dream"), step("all", 3, "dream")
BACK, HALF = step("back", 3, "all"), step("half", 1, "all")


@pytest.mark.parametrize(
    ("since", "taken", "told"),
    [
        ([], None, ""),
        ([OTHER], None, ""),
        ([PART], Taken(("part",), 1), "1 of 3 changes taken back in step part"),
        ([PART, REST], Taken(("rest", "part"), 3), "taken back in step rest, part"),
        ([ALL], Taken(("all",), 3), "taken back in step all"),
        ([ALL, BACK], None, ""),
        ([ALL, HALF], Taken(("all",), 3), "taken back in step all"),
    ],
)
def test_what_stands_taken_back_of_a_step(since: list[Recorded], taken: Taken | None, told: str) -> None:
    newest_first = [*reversed(since), DREAM]
    found = steps.taken_back(newest_first).get("dream")
    assert found == taken
    assert steps.told(DREAM.step, found) == told
