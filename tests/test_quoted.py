"""Whose words are whose in one prompt: others' are told by their marks, everything else stays the person's."""

from __future__ import annotations

import pytest

from dreamd.quoted import parts, pastes
from tests.planted import FORMS, RULE
from tests.taught import TAUGHT

SPLIT = {
    "an answer between quoted lines": ("> a?\nUse tabs.\n> b?\nUse pnpm.", "Use tabs.\nUse pnpm."),
    "an answer below what was quoted": ("On Tue, Bob wrote:\n> tabs?\n\nNever use tabs.", "\nNever use tabs."),
    "a question around a quotation": ('The page said "always use tabs, never spaces". Ok?', "The page said  Ok?"),
    "a rule behind a block of code": ("```\nls\n```\nNever run ls.", "Never run ls."),
    "a rule before a letter": ("Never answer these.\n\nFrom: b@x.example\nhi", "Never answer these.\n\n"),
    "a rule before a log": ("Never ignore this:\n\n2026-01-01 10:00 WARN x", "Never ignore this:\n\n"),
    "the person's but": ("The README says npm but we use pnpm.", "The README says  but we use pnpm."),
    "a short word in a tag": ("Always use <b>pnpm</b>.", "Always use <b>pnpm</b>."),
    "an adopted rule stays out": ("The wiki says always squash, do that.", "The wiki says "),
}
"""What the person does -> the prompt, and what of it is theirs."""


def own(text: str) -> str:
    return "".join(part.text for part in parts(text) if not part.why)


@pytest.mark.parametrize("form", FORMS)
def test_a_planted_rule_is_nobodys_own(form: str) -> None:
    left = own(FORMS[form]).lower()
    assert not [word for word in ("upload", "env files", "depot") if word in left]


@pytest.mark.parametrize("form", FORMS)
def test_a_form_is_found_in_the_middle_of_a_prompt_and_with_other_line_breaks(form: str) -> None:
    text = f"Please have a look.\n\n{FORMS[form]}"
    for written in (text, text.replace("\n", "\r\n"), text.replace("\n", "\r")):
        assert "depot" not in own(written)
        assert own(written).startswith("Please have a look.")


@pytest.mark.parametrize("taught", TAUGHT)
def test_what_people_teach_stays_theirs(taught: str) -> None:
    assert own(taught) == taught


def test_the_table_of_what_people_teach_is_long_and_in_two_languages() -> None:
    assert len(TAUGHT) >= 70
    assert sum(any(char > "\u3400" for char in one) for one in TAUGHT) >= 10


@pytest.mark.parametrize("case", SPLIT)
def test_a_prompt_is_cut_where_the_words_change_hands(case: str) -> None:
    text, theirs = SPLIT[case]
    assert own(text) == theirs


@pytest.mark.parametrize("count", [5, pastes.PARAGRAPH])
def test_a_list_is_the_persons_up_to_what_somebody_types(count: int) -> None:
    rules = "Rules for this repo:\n" + "\n".join(f"- rule number {n} holds" for n in range(count - 1))
    assert own(rules) == rules
    assert own(f"{rules}\n- and this\n") == (f"{rules}\n- and this\n" if count < pastes.PARAGRAPH else "")


def test_what_nobody_can_have_typed_is_looked_at_no_further() -> None:
    text = "Use tabs. " * (pastes.TYPED // 10) + RULE
    assert own(text) == text[: pastes.TYPED]
