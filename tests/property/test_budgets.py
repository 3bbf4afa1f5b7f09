"""Whatever stands in a memory: an answer and a start stay within their budgets, entry by entry, and count the rest."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dreamd import paths, recall, recalled, resident, routing, state
from dreamd.memory import blocks
from dreamd.memory.layout import Workspace
from dreamd.resident import Given

if TYPE_CHECKING:
    from dreamd.paths import Places

WORDS = ("deploy", "migration", "ledger", "approval", "staging", "数据库", "迁移", "审批", "rollback", "Anna", "🦓")
said = st.lists(st.sampled_from(WORDS), min_size=1, max_size=40).map(" ".join)
items = said.map(lambda text: f"- {text}\n")
reasoned = st.tuples(said, said).map(lambda pair: f"- {pair[0]}\n  Why: {pair[1]}\n")
paragraphs = said.map(lambda text: f"\n{text}\n\n")
fences = said.map(lambda text: f"```\n- {text}\n```\n")
pages = st.lists(st.one_of(items, reasoned, paragraphs, fences, st.just("## Part\n\n")), max_size=60).map("".join)


def given_of(name: str, text: str, budget: int) -> Given:
    return Given(name=name, heading="How to work", text=text, size=resident.size(text), budget=budget)


@given(st.lists(pages, min_size=1, max_size=6), st.integers(100, 6_000), st.sampled_from(["", "claude-code"]))
@settings(max_examples=80, deadline=None)
def test_a_start_stays_within_its_budget_with_whole_blocks_and_counts_the_others(
    texts: list[str], budget: int, agent: str
) -> None:
    layer = resident.compose("Memory", [given_of(f"f{n}.md", text, budget) for n, text in enumerate(texts)], agent)
    assert resident.size(layer.text) <= resident.RESIDENT_BYTES
    assert len(layer.text.encode("utf-16-le")) // 2 <= resident.HOOK_CHARS.get(agent, resident.RESIDENT_BYTES)
    lines = layer.text.split("\n")
    there = {block.entry.text for block in blocks.split(lines)}
    every = [block.entry.text for text in texts for block in blocks.split(text.split("\n"))]
    shown = sum(text in there for text in every)
    assert len(every) - layer.left_out <= shown, "what is not counted as left out stands there whole"
    assert (layer.left_out == 0) == ("left out" not in lines[-1])
    assert layer.over == tuple(
        [f"f{n}.md" for n, text in enumerate(texts) if resident.size(text) > budget]
        + (["resident"] if sum(map(resident.size, texts)) > resident.RESIDENT_BYTES else [])
    )


def places_at(top: Path) -> Places:
    (top / "home").mkdir()
    return paths.places({"HOME": str(top / "home"), "DREAMD_HOME": str(top / "own")})


@given(st.dictionaries(st.sampled_from(["one", "two", "three"]), pages, min_size=1), said, st.integers(600, 9_000))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_answer_stays_within_its_budget_with_whole_entries_and_counts_the_others(
    held: dict[str, str], question: str, size: int
) -> None:
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        root = top / "memory"
        root.mkdir()
        for stem, text in held.items():
            (root / f"{stem}.md").write_text(text, "utf-8")
        workspace = Workspace(name="shop", root=root, layout="claude-code", project=top / "nowhere")
        places = places_at(top)
        with state.database(places.database, look=True) as db:
            found = recall.answer(places, [workspace], db, question, "2026-11-30", size)
            again = recall.answer(places, [workspace], db, question, "2026-11-30", size)
    assert found == again
    assert sum(len(line.encode()) + 1 for line in recalled.lines(found)) <= size
    every = {block.entry.text for text in held.values() for block in blocks.split(text.split("\n"))}
    assert {item.text for item in found.entries} <= every
    total = sum(any(word in text for word in question.split()) for text in _all(held))
    heard = sum(item.score > 0 for item in found.entries)
    assert found.left_out + heard >= total - _unseen(held, question)


def _all(held: dict[str, str]) -> list[str]:
    return [block.entry.text for text in held.values() for block in blocks.split(text.split("\n"))]


def _unseen(held: dict[str, str], question: str) -> int:
    """What shares nothing but a sign that is no word."""
    return sum("🦓" in text and "🦓" in question for text in _all(held))


def test_the_shares_of_an_answer_are_in_order() -> None:
    assert list(recall.SHARES) == sorted(recall.SHARES)
    assert recall.SHARES[-1] == 1.0
    assert routing.ALIKE < 1.0
