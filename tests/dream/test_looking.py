"""What a model may look at, and how much of it at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.dream import looking
from dreamd.fakes.messages_server import call, turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.dialog import Result
    from tests.dream.conftest import Stage

FINISH = call("finish", summary="")
FILES = {
    "tools.md": b"---\nname: Tools\ndescription: Read before installing\ntype: feedback\n---\n# Tools\n\n"
    b"- Use pnpm. [unconfirmed]\n  Why: faster.\n- Use ruff. [updated: 2026-01-01, seen: 3, source: you/2026-01-01]\n",
    "empty.md": b"# Empty\n",
}


def answers(one: Stage, name: str, **given: object) -> Result:
    one.dream(turns(call(name, **given), FINISH))
    (result,) = one.results()
    return result


def test_sessions_are_listed_with_dates_sizes_and_beginnings(stage: Callable[..., Stage]) -> None:
    one = stage(first=["Ship it.", "> Done."], second=["Use pnpm."])
    assert answers(one, "list_sessions").text.splitlines() == [
        f"{one.names['second']}: 2026-11-03 to 2026-11-03, 1 human of 1 turns, 1 pages; begins: Use pnpm.",
        f"{one.names['first']}: 2026-11-02 to 2026-11-02, 1 human of 2 turns, 1 pages; begins: Ship it.",
    ]


def test_a_page_of_a_session_is_shown_by_its_name_or_any_reference_into_it(stage: Callable[..., Stage]) -> None:
    one = stage(first=["Ship it."])
    for name in (one.names["first"], f"{one.names['first']}#L1", one.names["first"][:20]):
        assert "Ship it." in answers(one, "view_session", session=name).text
    for given in ({"session": "claude-code/nothing"}, {"session": one.names["first"], "page": 2}, {"session": ""}):
        assert answers(one, "view_session", **given).text == "no such page; list_sessions tells what there is"


def test_a_turn_is_shown_whole_within_the_budget(stage: Callable[..., Stage]) -> None:
    one = stage(first=["Explain.", f"> {'a ' * 1_000}MIDDLE {'b ' * 900}", f"> {'这' * 9_000}"])
    assert "MIDDLE" not in one_prompt(one)
    assert "MIDDLE" in answers(one, "view_turn", ref=f"{one.names['first']}#L2").text
    long = answers(one, "view_turn", ref=f"{one.names['first']}#L3").text
    assert len(long.encode()) < looking.LOOK_BYTES + 100
    assert answers(one, "view_turn", ref="#L99").text == "no such turn; the reference stands before each turn"


def one_prompt(one: Stage) -> str:
    one.dream(turns(FINISH))
    return one.told()


def test_finding_shows_the_turns_that_hold_every_word(stage: Callable[..., Stage]) -> None:
    one = stage(first=["Always use PNPM here.", "> I use npm.", "pnpm it is"])
    found = answers(one, "grep_digest", words="pnpm use").text
    assert found == f"[{one.names['first']}#L1 human 2026-11-02] Always use PNPM here."
    assert answers(one, "grep_digest", words="yarn").text == "nothing"
    assert answers(one, "grep_digest", words="(a+)+$").text == "nothing"


def test_the_memory_is_listed_shown_and_searched(stage: Callable[..., Stage]) -> None:
    one = stage(FILES, first=["Hello."])
    assert answers(one, "list_topics").text == (
        f"## empty (project, 0 entries, 8 bytes) Empty: \n"
        f"## tools (feedback, 2 entries, {len(FILES['tools.md'])} bytes) Tools: Read before installing"
    )
    shown = answers(one, "view_topic", topic="tools").text.splitlines()[1:]
    assert shown == [
        "- Use pnpm. [unconfirmed, foreign]",
        "  Why: faster.",
        "- Use ruff. [updated 2026-01-01, seen 3, foreign]",
    ]
    assert answers(one, "view_topic", topic="tool").text == "the topics are: empty, tools"
    assert (
        answers(one, "grep_memory", words="RUFF use").text == "tools: - Use ruff. [updated 2026-01-01, seen 3, foreign]"
    )


def test_what_is_too_much_is_cut_and_counted() -> None:
    told = looking.within(f"line {number}" for number in range(5_000))
    assert len(told.encode()) < looking.LOOK_BYTES + 100
    kept = told.splitlines()
    assert kept[-1] == f"[{5_000 - len(kept) + 1} more lines; ask for less]"
    assert looking.within(["x" * 5_000]).endswith("x [cut]")
    assert looking.within([]) == "nothing"
    assert looking.cut("这这这", 7) == "这这 [cut]"
