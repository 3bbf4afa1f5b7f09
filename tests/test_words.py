"""What a text is found by, in English and in Chinese."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamd import kin, words

WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+){0,2}|[\u4e00-\u9fff]{1,6}")


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Use pnpm, never npm.", "use pnpm never npm"),
        (
            "getUserName HTTPServer snake_case db-04",
            "get user name getusername http server httpserver snake case db 04 db04",
        ),
        ("数据库迁移", "数据 据库 库迁 迁移"),
        ("部署checkout之前", "部署 checkout 之前"),
        ("库", "库"),
        ("ＰＮＰＭ", "pnpm"),
        ("sign-off, e-mails", "sign off signoff e mails emails"),
        ("three APIs of GitHub", "three api of git hub github"),
        ("a-b-c-d, sixteen-characters-and-longer", "a b c d sixteen characters and longer"),
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


@pytest.mark.parametrize(
    "forms",
    [
        "ship ships shipped shipping shipper shipment",
        "policy policies",
        "retry retries retried retrying",
        "cookie cookies",
        "plan planned planning",
        "cancel cancelled canceled cancelling",
        "migrate migrates migration migrating",
        "delete deletion deleting",
        "process processes processing",
        "bill bills billing",
    ],
)
def test_the_forms_of_a_word_are_one_without_their_endings(forms: str) -> None:
    assert len({words.bare(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    "others", ["plan plain", "policy police", "product production", "meet met", "team tea", "cat category"]
)
def test_other_words_stay_others(others: str) -> None:
    assert len({words.bare(other) for other in others.split()}) == 2


def test_kindred_words_lead_both_ways_and_whatever_their_ending() -> None:
    assert "release" in kin.of("deploying") & kin.of("发布")
    assert "据库" in kin.of("database")
    assert "deploy" not in kin.of("deploy")
    assert kin.of("zebra") == frozenset()


def test_a_word_s_beginning_or_its_middle_is_not_the_word() -> None:
    assert kin.of("golan") == kin.of("olang") == frozenset()
    assert "golang" in kin.of("go")
    assert "golang" not in kin.of("goo")


@pytest.mark.parametrize("question", ["is a signoff needed", "is a sign-off needed", "is a sign off needed"])
def test_words_written_apart_or_with_a_hyphen_are_the_joined_one(question: str) -> None:
    assert {"approval", "审批"} <= kin.sought(question)["signoff"]
    assert "sign off" in kin.of("approval")


def test_words_that_are_one_term_together_bring_no_kin_of_their_own() -> None:
    assert "vacation" in kin.sought("how much time off is left")["timeoff"]
    assert kin.sought("how much time off is left")["time"] == frozenset()
    assert kin.sought("send the report off")["report"]


def test_a_longer_chinese_word_is_not_taken_for_others_that_begin_like_it() -> None:
    assert "database" in kin.sought("换数据库")["据库"]
    assert "database" not in kin.of("数据")


def test_a_word_of_the_thesaurus_is_no_form_of_an_everyday_one() -> None:
    assert kin.telling("meeting") == kin.telling("meetings") == 1.0
    assert kin.telling("meet") == kin.telling("wanted") == kin.telling("wants") == words.LITTLE
    assert kin.telling("简单") == words.LITTLE


@pytest.mark.parametrize("pair", ["能直", "我写", "一张", "把钱"])
def test_a_pair_with_a_character_that_stands_by_itself_tells_little(pair: str) -> None:
    assert kin.telling(pair) == words.LITTLE


@pytest.mark.parametrize("pair", ["要求", "上线", "跟踪", "发布"])
def test_a_pair_that_is_a_word_tells_all_whatever_its_characters(pair: str) -> None:
    assert kin.telling(pair) == 1.0


def test_a_chinese_character_of_no_word_is_looked_up_by_itself() -> None:
    assert "退款" in kin.sought("把钱退到另外的地方")["退"]
    assert "退" not in kin.sought("退款到哪张卡")


def test_what_is_written_as_one_word_is_not_looked_up_in_parts() -> None:
    assert "gitlab" in kin.sought("an action on GitHub")["github"]
    assert not {"git", "hub"} & kin.sought("an action on GitHub").keys()
    assert {"camel", "zebra"} <= kin.sought("a CamelZebra").keys()


def test_each_group_of_the_thesaurus_is_a_few_words_that_an_index_can_find() -> None:
    lines = [line.decode() for line in kin._groups()[0]]
    assert len(lines) >= 2000
    for line in lines:
        group = line.split()
        assert 2 <= len(group) <= 16, line
        assert len(set(group)) == len(group), line
        assert not [word for word in group if not WORD.fullmatch(word)], line
        assert not words.STOP & set(group), line
        assert not [word for word in group if not kin.LINKS.isdisjoint((word.split("-")[0], word.split("-")[-1]))], line
        told = [words.indexed(kin._indexed(word)) for word in group]
        assert told == [kin._indexed(word) for word in group], line


def test_a_kind_leads_to_its_things_and_they_to_it_but_not_to_one_another() -> None:
    assert {"pnpm", "poetry", "包管"} <= kin.sought("which package manager do we use")["packagemanager"]
    assert "pnpm" in kin.sought("我们用哪个包管理器")["包管"]
    assert "package manager" in kin.of("poetry")
    assert "pnpm" not in kin.of("poetry")
    assert "time zone" in kin.of("berlin")
    assert not {"tokyo", "utc"} & kin.of("berlin")


def test_each_kind_is_a_few_names_and_things_that_an_index_can_find() -> None:
    lines = [line.decode() for line in kin._kinds()[0]]
    assert len(lines) >= 100
    for line in lines:
        sides = [side.split() for side in line.split(kin.MEMBERS)]
        assert len(sides) == 2, line
        names, things = sides
        assert 1 <= len(names) <= 12, line
        assert 2 <= len(things) <= 36, line
        group = [*names, *things]
        assert len(set(group)) == len(group), line
        assert not [word for word in group if not WORD.fullmatch(word)], line
        assert not words.STOP & set(group), line
        told = [words.indexed(kin._indexed(word)) for word in group]
        assert told == [kin._indexed(word) for word in group], line


def test_no_word_joins_many_groups_and_none_stands_twice() -> None:
    lines = [line.decode() for line in kin._groups()[0]]
    counts = Counter(word for line in lines for word in line.split())
    assert not [word for word, count in counts.items() if count > 8]
    assert not [line for line, count in Counter(lines).items() if count > 1]
