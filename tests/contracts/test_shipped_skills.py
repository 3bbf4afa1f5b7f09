"""What every skill that ships must be: shown whole, triggered in two languages, clean by our own look."""

from __future__ import annotations

import re

import pytest

from dreamd import commands, paths, registry, skills, sources
from dreamd.skills import BODY_CHARS, Shelf, Skill, homes, lint, pages
from dreamd.skills.tools import Known

SHIPPED = skills.catalogue([Shelf(path=paths.shipped("skills"), origin="shipped")])
HAN = re.compile(r"[\u4e00-\u9fff]")
BYTES = 8_192
"""A text that agents follow is short."""


def known() -> Known:
    return Known(frozenset(name.replace("_", "-") for name in registry.names(commands)), lambda _name: False)


def test_those_that_are_promised_ship() -> None:
    assert [item.name for item in SHIPPED] == ["dream", "memory-governance", "memory-save", "skill-creator"]


@pytest.mark.parametrize("skill", SHIPPED, ids=[item.name for item in SHIPPED])
def test_it_triggers_on_three_phrasings_in_each_language_and_is_shown_whole(skill: Skill) -> None:
    told = lint.phrasings(skill.description)
    assert len([one for one in told if HAN.search(one)]) >= 3
    assert len([one for one in told if not HAN.search(one)]) >= 3
    assert len(skill.description) <= lint.DESCRIPTION_CHARS
    body = skills.body(skill)
    assert (body.left_out, len(body.text) < BODY_CHARS, skill.path.stat().st_size < BYTES) == (0, True, True)


def test_our_own_look_finds_nothing_in_them() -> None:
    assert list(lint.findings(list(pages.read(SHIPPED)), known())) == []


def test_every_agent_that_skills_are_put_before_is_a_source() -> None:
    assert set(homes.AGENTS) <= {name.replace("_", "-") for name in registry.names(sources)}
