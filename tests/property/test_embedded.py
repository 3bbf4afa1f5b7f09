"""The embedded engine on anything: its entries are plain, its quotes verbatim, its answers always the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamd.engines import Host, Work
from dreamd.engines.embedded import ENGINE
from dreamd.memory.entry import plain
from dreamd.records import Operation, Role, Turn

ENGLISH = [
    "Always",
    "never",
    "use",
    "should",
    "because",
    "instead",
    "don't",
    "we",
    "our",
    "remember:",
    "the tests",
    "100",
]
CHINESE = ["可以", "不要", "以后", "记住", "！", "。"]
MARKUP = [
    "`code`",
    "[created: 2026-01-01]",
    "[unconfirmed]",
    "<b>",
    "<!--",
    "-->",
    "**",
    "_x_",
    "- ",
    "# ",
    "> ",
    "```",
]
CONTROL = ["\n", "\n\n", "\r\n", "\t", "\x00", "\u202e", "\u2028", "🙂", ". ", "? ", "(", ")", "Why:", "source:"]
PIECES = st.sampled_from(ENGLISH + CHINESE + MARKUP + CONTROL)
MIXED = st.lists(PIECES, max_size=30)
TEXT = st.one_of(st.text(max_size=200), MIXED.map(" ".join), MIXED.map("".join))
ROLES: st.SearchStrategy[Role] = st.sampled_from(["human", "human", "human", "assistant", "pasted"])
DATES = st.dates().map(lambda day: f"{day.isoformat()}T08:00:00.000Z") | st.just("")


@st.composite
def sessions(draw: st.DrawFn) -> tuple[Turn, ...]:
    name = draw(st.uuids()).hex
    spoken = draw(st.lists(st.tuples(ROLES, TEXT, DATES), min_size=1, max_size=5))
    return tuple(
        Turn(source="claude-code", session=name, line=line, role=role, text=text, time=date, row=f"{name}-{line}")
        for line, (role, text, date) in enumerate(spoken, 1)
    )


def dream(*digest: tuple[Turn, ...]) -> list[Operation]:
    proposed: list[Operation] = []

    def propose(operation: Operation) -> str:
        proposed.append(operation)
        return ""

    ENGINE.dream(Work(digest, {}, (), "2026-11-30"), Host(propose))
    return proposed


@settings(max_examples=150, deadline=None)
@given(st.lists(sessions(), max_size=4))
def test_every_entry_is_plain_and_rests_on_words_in_human_rows(digest: list[tuple[Turn, ...]]) -> None:
    rows = {(turn.session, turn.line): turn for turns in digest for turn in turns}
    for each in dream(*digest):
        if each.op == "add":
            assert 0 < len(each.text) <= 240
            assert not re.search(r"[\[\]\n]|<!--|^[-*#>]", each.text)
            assert plain(each.text) == each.text
            assert plain(each.why) == each.why
            assert all(unicodedata.category(char)[0] != "C" for char in each.text + each.why)
            assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,63}", each.topic)
        assert each.evidence
        for quote in each.evidence:
            turn = rows[quote.session, quote.line]
            assert (turn.role, quote.role) == ("human", "human")
            assert quote.quote in turn.text


@settings(max_examples=60, deadline=None)
@given(st.lists(sessions(), max_size=4).flatmap(lambda all_of: st.tuples(st.just(all_of), st.permutations(all_of))))
def test_the_order_of_sessions_never_matters(orders: tuple[list[tuple[Turn, ...]], list[tuple[Turn, ...]]]) -> None:
    assert dream(*orders[0]) == dream(*orders[1])


PROGRAM = """
from dreamd.engines import Host, Work
from dreamd.engines.embedded import ENGINE
from dreamd.records import Turn

said = [
    "Always run the linter, never skip tests.", "我们用 pnpm，不用 npm，因为更快。",
    "Our docs live in the wiki under PAY.",
    "Use npm in this repo.", "Use pnpm instead of npm in this repo.", "Keep lines under 100 characters.",
]
turns = [Turn(source="claude-code", session=f"{n:036}", line=1, role="human", text=text) for n, text in enumerate(said)]
host = Host(lambda operation: print(operation) or "")
ENGINE.dream(Work(tuple((turn,) for turn in turns), {}, (), "2026-11-30"), host)
"""


def test_the_seed_of_hashing_never_matters() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1
    assert "linter" in outputs.pop()


HUGE = ["a", "<a>", "[", "\n", "we should ", "不是", "(", "`", "*a", "_a", "check ", ", not a", "? ", "use a ", "ok, "]
HUGE += ["let's ", "- a\n", "~~~\n", "a_", "0a", "a/", "the ", "we use ", "我们", "的 "]
HUGE += ["'-", ":", "let me check ", "是否", "- must:\n", "a@", "Always ", "能不能写"]


@pytest.mark.parametrize("piece", HUGE)
def test_of_a_megabyte_only_what_a_person_could_type_is_read(piece: str) -> None:
    text = f"We never delete logs.\n\n{piece * (1_000_000 // len(piece))}\n\nWe never deploy on Fridays."
    turn = Turn(source="claude-code", session="s", line=1, role="human", text=text)
    texts = {each.text for each in dream((turn,))}
    assert "We never deploy on Fridays." not in texts
    assert piece == "~~~\n" or "We never delete logs." in texts
