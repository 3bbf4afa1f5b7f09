"""Whatever statement is purged, however it is written, is found nowhere afterwards, and nothing else is touched."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dreamd import conversations, ledger, log, paths, purged, purging, state, steps
from dreamd.conversations import Words
from dreamd.expunging import Gone
from dreamd.ledger import Settlement
from dreamd.memory import cleansing, history, store
from dreamd.memory.history import Step
from dreamd.memory.layout import Layout, Workspace
from dreamd.purging import Purge
from dreamd.records import Change, Mark, Quote, Transcript, Turn
from tests.searched import holders

if TYPE_CHECKING:
    from dreamd.paths import Places

KEY = "ab" * 32
OTHERS = ("Use pnpm.", "先跑测试。", "Rain is wet", "Anna owns the plate library.")
GLUE = st.sampled_from([" ", "  ", "\n", ", ", " - ", "“", "** ", "。", "/"])
word = st.text(st.characters(categories=("Ll", "Lu", "Nd"), max_codepoint=0x17F), min_size=1, max_size=6)
sign = st.sampled_from("供应商总是晚付款钥匙在门边")
statement = st.lists(st.one_of(word, sign), min_size=4, max_size=24)
"""Its words."""


@st.composite
def written(draw: st.DrawFn, words: list[str]) -> str:
    """The statement in one of its forms."""
    parts = [draw(st.sampled_from([said, said.upper(), said.lower()])) for said in words]
    return "".join(part + draw(GLUE) for part in parts[:-1]) + parts[-1]


def finder(*statements: str) -> purged.Finder:
    return purged.finder(purged.Purged(key=KEY, marks=purged.marks(KEY, statements)))


def folds_alike(words: list[str]) -> bool:
    """Whether upper and lower case lead back to the same words: of some letters they do not."""
    return all(purged.words(form(said)) == purged.words(said) for said in words for form in (str.upper, str.lower))


@given(st.data(), statement.filter(folds_alike), st.text(max_size=40), st.text(max_size=40))
def test_a_statement_is_taken_out_of_any_text_in_all_its_forms(
    data: st.DataObject, words: list[str], before: str, after: str
) -> None:
    around = {*purged.words(before), *purged.words(after)}
    assume(not around & {*purged.words(" ".join(words))})  # beside "a a", "a" may be as well the first of the two
    this, said = finder(" ".join(words)), data.draw(written(words))
    text = f"{before}\n{said}\n{after}"
    left = purged.without(this, text)
    assert not purged.holds(this, left)
    assert purged.without(this, left) == left
    assert left.startswith(f"{before}\n")
    assert left.endswith(f"\n{after}")
    assert not purged.within(this, purged.cleaned(this, json.loads(json.dumps({"a": [{"b": text}, [text, 1]]}))))


@given(statement, st.lists(st.one_of(word, sign), min_size=1, max_size=30))
def test_a_text_that_does_not_say_it_stays_as_it_is(words: list[str], others: list[str]) -> None:
    row, wanted = purged.words(" ".join(others)), purged.words(" ".join(words))
    there = any(row[at : at + len(wanted)] == wanted for at in range(len(row)))
    assert purged.holds(finder(" ".join(words)), " ".join(others)) is there


@given(st.data(), statement.filter(folds_alike))
def test_a_memory_is_cleansed_of_it_and_of_nothing_else(data: st.DataObject, words: list[str]) -> None:
    workspace = Workspace(name="x", root=Path("/m"), layout="claude-code", project=Path("/p"))
    said = " ".join(words)
    lines = data.draw(st.lists(st.sampled_from([*OTHERS, said]), min_size=1, max_size=6))
    body = "".join(f"- {line} [created: 2026-01-01, updated: 2026-01-01]\n" for line in lines)
    files = {"a.md": f"# A\n\n{body}".encode(), "notes.md": b"\xff\xfe", "MEMORY.md": b"- [A](a.md)\r\n- [N](notes.md)"}
    this = finder(said)
    clean = cleansing.cleanse(workspace, files, lambda text: purged.without(this, text)).files
    assert not any(purged.holds(this, held.decode("utf-8", "ignore")) for held in clean.values())
    assert clean["notes.md"] == files["notes.md"]
    rest = [line for line in lines if line != said]
    assert ("a.md" in clean) is bool(rest)
    assert ("(a.md)" in clean["MEMORY.md"].decode()) is bool(rest)
    if rest:
        assert [line for line in clean["a.md"].decode().splitlines() if line.startswith("-")] == [
            f"- {line} [created: 2026-01-01, updated: 2026-01-01]" for line in rest
        ]


def lived(top: Path, layout: Layout, said: str) -> tuple[Places, Workspace]:
    """A world in which the statement stands wherever dreamd may have put it."""
    (top / "home").mkdir()
    places = paths.places({"HOME": str(top / "home"), "DREAMD_HOME": str(top / "own")})
    workspace = Workspace(name="shop", root=top / "memory", layout=layout, project=top / "home")
    workspace.memory.mkdir(parents=True)
    body = f"# T\n\n- {said} [created: 2026-01-01, updated: 2026-01-01]\n- Rain is wet\n  Why: {said}\n"
    (workspace.memory / "t.md").write_text(body, "utf-8")
    (workspace.memory / ".archive").mkdir()
    (workspace.memory / ".archive" / "t.md").write_text(f"- {said} [archived: 2026-01-01, reason: {said}]\n", "utf-8")
    (workspace.memory / "MEMORY.md").write_text(f"- [T](t.md) — {said}\n", "utf-8")
    change = Change(op="add", file="t.md", topic="t", text=said, was=said)
    step = Step(id="aaaa0001", kind="remember", time="2026-01-01T00:00:00Z", summary=f"remember: {said}"[:120])
    repository = steps.repository(places, workspace, "/usr/bin:/bin")
    for number in range(2):
        held = store.read(workspace).files if number else {}
        history.record(repository, held, msgspec.structs.replace(step, id=f"aaaa000{number}", changes=(change,)))
    turn = Turn(source="codex", session="s", line=3, role="human", text=f"well, {said}, I say")
    quote = Quote(source="codex", session="s", line=3, quote=said, role="human", date="2026-01-01")
    with state.database(places.database) as db:
        state.add_workspace(db, workspace)
        ledger.settle(db, Settlement(workspace="shop", evidence={"k": (quote,)}, keys=("k",)), 0)
        db.execute("INSERT INTO rejected VALUES ('shop', 'k', ?, 'codex', 's', 3, ?, 1)", (said, said))
        tail = msgspec.json.encode((turn,)).decode()
        db.execute("INSERT INTO sessions (source, session, path, tail) VALUES ('codex', 's', '/t', ?)", (tail,))
    transcript = Transcript(source="codex", session="s", location="/t", size=1, inode=1, mtime_ns=1)
    with conversations.opened(places.conversations) as db:
        conversations.store(db, Words(transcript=transcript, since=Mark(), mark=Mark(size=1), turns=(turn,)))
    log.write(places.log, "memory.added", 1, "shop", text=said)
    log.write(
        places.log, "dream.finished", 1, "shop", entries=[{"op": "add", "text": said}, {"op": "add", "text": "x"}]
    )
    for name, text in (("runs/f00d/record.jsonl", json.dumps({"said": [said]})), ("crashes/1.txt", said)):
        path = places.state / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for path in outside(places, workspace):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# P\n\nFirst:\n{said}\nand so on\n", "utf-8")
    return places, workspace


def outside(places: Places, workspace: Workspace) -> list[Path]:
    """Files that a purge names: what one agent is told, a skill, its copies, and what lies beside a memory."""
    top = places.home
    told = [workspace.root / "agents" / "codex.md", top / ".codex" / "AGENTS.md", top / "CLAUDE.md"]
    shelves = [workspace.root / "skills", places.workspaces / "me" / "skills", top / ".claude" / "skills"]
    shelves += [top / ".agents" / "skills", top / ".config" / "agents" / "skills"]
    return [*told, *(shelf / "deploy-shop" / "SKILL.md" for shelf in shelves), workspace.memory / "more" / "p.md"]


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(statement, st.sampled_from(["claude-code", "workspace"]))
def test_after_a_purge_no_byte_and_no_object_holds_it(words: list[str], layout: Layout) -> None:
    said = " ".join(words)
    with tempfile.TemporaryDirectory() as name:
        places, workspace = lived(Path(name), layout, said)
        assert len(holders(said, places.state, workspace.root)) > 8
        purge = Purge(id="bbbb0001", workspace="shop", marks=purged.marks(KEY, [said]), gone=Gone(keys=("k",)))
        with purging.at_work(places, [workspace]):
            purging.begin(places, purge, KEY)
            left = purging.complete(places, [workspace], purge, "/usr/bin:/bin", 1)
        named = [str(path) for path in outside(places, workspace)]
        assert sorted(left) == sorted(named)
        assert set(holders(said, places.state, workspace.root, places.home)) <= set(left)
        assert b"Rain is wet" in (workspace.memory / "t.md").read_bytes()
        assert next(log.events(places.log)).fields == {"entries": [{"op": "add", "text": "x"}]}
        repository = steps.repository(places, workspace, "/usr/bin:/bin")
        assert [one.step.id for one in history.steps(repository)] == ["aaaa0001", "aaaa0000"]
