"""What moved lately in words: a line for each topic, the newest statements of all, and no more than has room."""

from __future__ import annotations

import pytest

from dreamd import recent
from dreamd.recent import Moved, Step

SAID = [f"Invoice {number} goes to desk {number}" for number in range(6)]


def step(hour: int, file: str, *texts: str, **counts: int) -> Step:
    return Step(time=f"2026-11-02T{hour:02}:00:00Z", file=file, counts=counts or {"add": len(texts)}, texts=texts)


def told(steps: list[Step], held: dict[str, list[str]], most: int | None = None) -> list[str]:
    moved = Moved(topics={"shop": tuple(steps)}, projects=())
    texts = {file: frozenset(said) for file, said in held.items()}
    return recent.text(moved, lambda _name, file: texts.get(file), most).splitlines()


def test_many_entries_of_a_day_are_a_number_and_the_newest_few_of_them_are_quoted() -> None:
    steps = [step(hour, "office.md", SAID[hour]) for hour in (5, 4, 3, 2, 1)] + [step(0, "desk.md", SAID[0])]
    lines = told(steps, {"office.md": SAID, "desk.md": SAID})
    assert lines == [
        f"- office.md (2026-11-02: 5 added) · {' · '.join(SAID[:2:-1])}",
        "- desk.md (2026-11-02: 1 added)",
    ]


@pytest.mark.parametrize(
    ("said", "held"), [("x" * 141, True), (SAID[0], False)], ids=["what is long", "what may not be quoted"]
)
def test_what_is_not_quoted_leaves_its_place_to_others(said: str, *, held: bool) -> None:
    steps = [step(9, "office.md", said), *(step(hour, "office.md", SAID[hour]) for hour in (3, 2, 1))]
    (line,) = told(steps, {"office.md": [*SAID[1:], *([said] if held else [])]})
    assert line == f"- office.md (2026-11-02: 4 added) · {' · '.join(SAID[3:0:-1])}"


def test_a_topic_that_is_gone_has_no_line() -> None:
    assert told([step(2, "gone.md", SAID[2]), step(1, "gone.md", SAID[1])], {}) == []


def test_what_changed_and_was_retired_is_counted_and_the_newest_topic_stands_first() -> None:
    steps = [step(2, "b.md", update=2, retire=1), step(3, "a.md", add=1)]
    assert told(steps, {"a.md": [], "b.md": []}) == [
        "- a.md (2026-11-02: 1 added)",
        "- b.md (2026-11-02: 2 changed, 1 retired)",
    ]


def test_of_more_topics_than_there_is_room_for_the_others_are_counted() -> None:
    steps = [step(hour, f"topic-{hour}.md", add=1) for hour in range(9)]
    held: dict[str, list[str]] = {f"topic-{hour}.md": [] for hour in range(9)}
    lines = told(steps, held, 2)
    assert [line.split()[1] for line in lines[:2]] == ["topic-8.md", "topic-7.md"]
    assert lines[2:] == ["- and 7 more topics (dreamd recent)"]
    assert len(told(steps, held)) == 9
