"""What a text is found by, in English and in Chinese."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamd import kin, words


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Use pnpm, never npm.", "use pnpm never npm"),
        ("getUserName HTTPServer snake_case db-04", "get user name http server snake case db 04"),
        ("数据库迁移", "数据 据库 库迁 迁移"),
        ("部署checkout之前", "部署 checkout 之前"),
        ("库", "库"),
        ("ＰＮＰＭ", "pnpm"),
        ("…!?", ""),
    ],
)
def test_an_index_keeps_words_and_pairs_of_characters(text: str, terms: str) -> None:
    assert words.indexed(text) == terms


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("How do we deploy, and who deploys?", ("deploy", "deploys")),
        ("数据库的迁移怎么做？", ("数据", "据库", "迁移", "移怎")),
        ("where are you", ("where", "are", "you")),
        ("部署 部署", ("部署",)),
    ],
)
def test_a_question_is_about_what_not_every_question_says(question: str, terms: tuple[str, ...]) -> None:
    assert words.asked(question) == terms


@given(st.text(max_size=300))
def test_no_text_has_terms_that_a_query_could_misread(text: str) -> None:
    terms = words.asked(text)
    assert len(terms) <= words.TERMS
    assert not [term for term in terms if '"' in term or " " in term or not term]


def test_kindred_words_lead_both_ways_and_whatever_their_ending() -> None:
    assert "release" in kin.of("deploying") & kin.of("发布")
    assert "数据" in kin.of("database")
    assert "deploy" not in kin.of("deploy")
    assert kin.of("zebra") == frozenset()
