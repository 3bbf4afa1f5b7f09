"""Cutting a prompt loses nothing, lets no quoted line through, and takes no longer than the prompt is long."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamd.quoted import DETECTORS, parts
from tests.planted import FORMS
from tests.taught import TAUGHT

if TYPE_CHECKING:
    from types import FrameType

    from _typeshed import TraceFunction

MARKS = (
    *("> ", ">", "\n", "\n\n", "\r", "\r\n", "\u2028", "\x00", "\u200b", "    ", "\t", "- ", "1. ", "# ", "---", "|"),
    *(
        "```",
        "~~~",
        "```sh",
        "<a>",
        "</a>",
        "<b ",
        "<!--",
        "-->",
        "[quote]",
        "[/quote]",
        '"',
        "“",
        "”",
        "„",
        "「",
        "」",
    ),
    *("From: ", "Subject: x", "On Tue, Bob wrote:", "Hi all,", "Regards,", "Bob: ", "10:32", "[10:32] Bob: ", "$ "),
    *(
        "says",
        " says: ",
        "The README ",
        "Bob ",
        "I ",
        "said",
        ", but ",
        "文档",
        "说",
        "：",
        "。",
        "{",
        "}",
        "a=",
        "ERROR ",
    ),
)
PROSE = st.sampled_from([*TAUGHT, *FORMS.values(), "never use tabs", "ok", "好的"])
TEXTS = st.lists(st.one_of(st.sampled_from(MARKS), PROSE, st.text(max_size=8)), max_size=30).map("".join)
SECRET = "zebra"


@given(TEXTS)
def test_the_parts_put_together_are_the_text(text: str) -> None:
    found = parts(text)
    assert "".join(part.text for part in found) == text
    assert all(part.text for part in found)


@settings(max_examples=400)
@given(TEXTS)
def test_where_a_cheap_look_says_no_nothing_is_found(text: str) -> None:
    for detector in DETECTORS:
        assert detector.may_hold(text) or list(detector.found(text)) == [], detector.__name__


@given(TEXTS, st.sampled_from(["> ", ">", "  > ", ">> ", "\u200b> ", "\t>", "＞ "]), TEXTS)
def test_no_quoted_line_is_ever_the_persons(before: str, mark: str, after: str) -> None:
    text = f"{before}\n{mark}never say {SECRET} again\n{after}"
    assert not any(SECRET in part.text for part in parts(text) if not part.why)


@given(st.lists(st.sampled_from([one for one in TAUGHT if "\n" not in one and ":" not in one]), min_size=1, max_size=5))
def test_what_people_teach_stays_theirs_in_one_prompt_too(taught: list[str]) -> None:
    text = "\n\n".join(one for one in taught if one[0] not in "#@1")
    assert not [part for part in parts(text) if part.why]


@settings(max_examples=25)
@given(TEXTS)
def test_the_same_text_is_cut_the_same_way(text: str) -> None:
    assert parts(text) == parts(text)


HOSTILE = (
    *("<", "<a>", "<a>\n", "</a>", "<!--", "[quote]", "```\n", "```x\n", "> a\n", '"', "“", "„", "from the wiki "),
    *(
        "says ",
        "Bob says ",
        'it says, "',
        "the wiki a a a a ",
        "a.",
        "a/",
        "On a wrote\n",
        "Am schrieb\n",
        "a@a",
        "Hi,\n",
    ),
    *(
        "From: x\n",
        "bob 10:32\n",
        "Bob: a\n",
        "- ",
        "{\n",
        "A_B=1\n",
        "    a\n",
        "a\n\n",
        "\n",
        "老王说",
        "文档说",
        "I I ",
    ),
)


def steps(text: str) -> int:
    """Lines and calls of ours that it takes to cut the text."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> TraceFunction | None:
        nonlocal count
        if "quoted" not in frame.f_code.co_filename:
            return None
        count += event in {"line", "call"}
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        parts(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("unit", HOSTILE)
def test_twice_the_text_takes_about_twice_the_steps(unit: str) -> None:
    short, long = (steps((unit * size)[:size]) for size in (2_000, 8_000))
    assert long <= 4 * short + 500
