"""Taking back a step, whole or by change, with and without later changes."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from dreamd.errors import HistoryConflict, StoreError
from dreamd.memory import entry as entries
from dreamd.memory import index, topic, undo
from dreamd.memory.edits import Staged
from dreamd.memory.history import Step
from dreamd.memory.layout import Workspace
from dreamd.memory.store import Held
from dreamd.records import Change, Entry, Operation, Quote

ROOT = Path("/nowhere")
WORKSPACE = Workspace(name="w", root=ROOT, layout="claude-code", project=ROOT)
FOREIGN = b"- Somebody's own line.\n"


def quote(session: str, date: str) -> Quote:
    return Quote(source="claude-code", session=session * 36, line=7, quote="words", role="human", date=date)


def add(stem: str, text: str, session: str = "1", date: str = "2026-01-01") -> Operation:
    about = f"Read before {stem}"
    return Operation(op="add", topic=stem, title=stem, description=about, text=text, evidence=(quote(session, date),))


def update(stem: str, entry: str, text: str) -> Operation:
    return Operation(op="update", topic=stem, entry=entry, text=text, evidence=(quote("2", "2026-02-01"),))


def confirm(stem: str, entry: str, session: str = "2") -> Operation:
    return Operation(op="confirm", topic=stem, entry=entry, evidence=(quote(session, "2026-02-01"),))


def retire(stem: str, entry: str, date: str = "2026-02-01") -> Operation:
    evidence = (quote("2", date),)
    return Operation(op="retire", topic=stem, entry=entry, reason="gone for good", evidence=evidence)


class Memory:
    """A memory in the making: its files, what dreamd knows as its own, and the steps so far."""

    def __init__(self, **foreign: bytes) -> None:
        self.files = {f"{name}.md": data for name, data in foreign.items()}
        self.own: frozenset[str] = frozenset()

    def dream(self, *operations: Operation) -> Dreamt:
        staged = Staged(WORKSPACE, self.files, self.own, "2026-03-01")
        assert [staged.apply(operation) for operation in operations] == [""] * len(operations)
        before, self.files = self.files, staged.finish()
        self.own |= frozenset(staged.keys())
        step = Step(id="d", kind="dream", time="", summary="", changes=staged.changes, made_dirs=(".archive",))
        return Dreamt(step, before, dict(self.files))

    def undo(self, dreamt: Dreamt, number: int = 0) -> undo.Undone:
        undone = undo.plan(
            WORKSPACE, dreamt.step, held(dreamt.before), held(dreamt.after), self.files, self.own, number=number
        )
        self.files = undone.files
        self.own |= frozenset(undone.keys)
        return undone

    def texts(self, name: str) -> list[str]:
        return [entry.text for entry in topic.parse("x", self.files[name]).entries]

    def pointers(self) -> list[str]:
        return [item.file for item in index.pointers(self.files.get("MEMORY.md", b""))]


class Dreamt(msgspec.Struct, frozen=True):
    step: Step
    before: dict[str, bytes]
    after: dict[str, bytes]


def held(files: dict[str, bytes]) -> dict[str, Held]:
    return {name: Held(data=data, mode=0o640, mtime_ns=number) for number, (name, data) in enumerate(files.items())}


def test_an_untouched_step_is_taken_back_byte_for_byte() -> None:
    memory = Memory(MEMORY=b"# Mine\r\n", notes=b"prose\xff")
    memory.dream(add("a", "One."), add("a", "Two."), add("b", "Three."))
    before = dict(memory.files)
    dream = memory.dream(update("a", "One.", "Uno."), retire("b", "Three."), add("c", "Four."), confirm("a", "Two."))
    undone = memory.undo(dream)
    assert undone.files == before
    assert set(undone.modes) == set(undone.mtimes) == {"MEMORY.md", "a.md", "b.md"}
    assert undone.mtimes["a.md"] == held(before)["a.md"].mtime_ns
    assert undone.drop_dirs == (".archive",)
    assert {(change.op, change.topic, change.text, change.was) for change in undone.changes} == {
        ("restore", "a", "One.", "Uno."),
        ("restore", "a", "Two.", ""),
        ("restore", "b", "Three.", ""),
        ("retire", "c", "Four.", ""),
    }
    assert {entry.text for entry in undone.taken} == {"Uno.", "Four."}
    assert {entry.text for entry in undone.given} == {"One.", "Three."}


def test_undoing_the_undo_brings_the_step_back() -> None:
    memory = Memory()
    dream = memory.dream(add("a", "One."), add("b", "Two."))
    after = dict(memory.files)
    undone = memory.undo(dream)
    assert memory.files == {}
    step = Step(id="u", kind="undo", time="", summary="", changes=undone.changes)
    memory.undo(Dreamt(step, after, {}))
    assert memory.files == after


def test_one_change_is_taken_back_and_the_others_stay() -> None:
    memory = Memory()
    dream = memory.dream(add("a", "One."), add("a", "Two."), add("b", "Three."))
    undone = memory.undo(dream, 2)
    assert memory.texts("a.md") == ["One."]
    assert [entry.text for entry in undone.taken] == ["Two."]
    assert undone.drop_dirs == ()
    memory.undo(dream, 3)
    assert "b.md" not in memory.files
    assert memory.pointers() == ["a.md"]
    assert memory.undo(dream, 3).changes == ()
    memory.undo(dream)
    assert memory.files == {}


def test_an_update_taken_back_leaves_the_archive_too() -> None:
    memory = Memory()
    memory.dream(add("a", "One."), add("a", "Two."), add("a", "Three."))
    before = dict(memory.files)
    dream = memory.dream(update("a", "One.", "Uno."), retire("a", "Two."))
    memory.undo(dream, 1)
    assert memory.texts("a.md") == ["One.", "Three."]
    assert memory.texts(".archive/a.md") == ["Two."]
    memory.undo(dream, 2)
    assert sorted(memory.texts("a.md")) == ["One.", "Three.", "Two."]
    assert memory.files.keys() == before.keys()


def test_what_was_added_since_stays() -> None:
    memory = Memory()
    dream = memory.dream(add("a", "One."), add("b", "Two."))
    memory.files["a.md"] += FOREIGN
    memory.files["MEMORY.md"] = b"# Mine\n\n" + memory.files["MEMORY.md"]
    memory.files["new.md"] = b"new"
    memory.undo(dream)
    assert memory.texts("a.md") == ["Somebody's own line."]
    assert memory.files.keys() == {"MEMORY.md", "a.md", "new.md"}
    assert memory.pointers() == ["a.md"]
    assert memory.files["MEMORY.md"].startswith(b"# Mine\n\n")


def test_steps_may_be_taken_back_in_any_order() -> None:
    memory = Memory()
    first = memory.dream(add("a", "One."))
    second = memory.dream(add("a", "Two."), add("b", "Three."))
    memory.undo(first)
    assert memory.texts("a.md") == ["Two."]
    memory.undo(second)
    assert memory.files == {}


def test_an_entry_confirmed_since_is_still_taken_back() -> None:
    memory = Memory()
    dream = memory.dream(add("a", "One."), add("a", "Two."))
    memory.dream(confirm("a", "One."))
    memory.undo(dream)
    assert memory.files == {}


def test_an_entry_put_into_other_words_since_is_a_conflict() -> None:
    memory = Memory()
    dream = memory.dream(add("a", "One."), add("a", "Two."))
    memory.files["a.md"] = memory.files["a.md"].replace(b"One.", b"One, mostly.")
    kept = dict(memory.files)
    why = r"the entry 'One.' of a\.md cannot be taken back: it was put into other"
    with pytest.raises(HistoryConflict, match=why):
        memory.undo(dream, 1)
    assert memory.files == kept
    undone = memory.undo(dream)
    assert [change.text for change in undone.changes] == ["Two."]
    assert [entry.text for entry in undone.taken] == ["Two."]
    (told,) = undone.conflicts
    assert re.match(why, told)
    assert memory.texts("a.md") == ["One, mostly."]
    assert memory.pointers() == ["a.md"]
    with pytest.raises(HistoryConflict, match=why):
        memory.undo(dream)  # nothing else is left of it


def test_of_a_step_all_is_taken_back_that_nobody_changed_and_the_archive_keeps_what_does_not_come_back() -> None:
    memory = Memory()
    memory.dream(add("a", "One."), add("a", "Two."), add("b", "Three."), add("c", "Four."))
    before = dict(memory.files)
    dream = memory.dream(
        update("a", "One.", "Uno."), retire("a", "Two."), update("b", "Three.", "Tres."), add("d", "D.")
    )
    memory.files["a.md"] = memory.files["a.md"].replace(b"- Uno.", b"- Uno, said a person.")
    undone = memory.undo(dream)
    assert undone.conflicts == ("the entry 'Uno.' of a.md cannot be taken back: it was changed or taken out since",)
    assert {(change.op, change.text) for change in undone.changes} == {
        ("restore", "Two."),
        ("restore", "Three."),
        ("retire", "D."),
    }
    assert sorted(memory.texts("a.md")) == ["Two.", "Uno, said a person."]
    assert memory.texts(".archive/a.md") == ["One."], "it stands nowhere else"
    assert memory.files["b.md"] == before["b.md"]
    assert ".archive/b.md" not in memory.files
    assert "d.md" not in memory.files
    assert sorted(memory.pointers()) == ["a.md", "b.md", "c.md"]


def test_a_file_changed_outside_its_entries_stays_and_so_does_what_its_archive_holds() -> None:
    step = Step(id="g", kind="govern", time="", summary="")
    memory = Memory()
    memory.dream(add("b", "Other."))
    base = memory.dream(add("a", "One.")).after
    memory.dream(update("a", "One.", "Uno."), retire("b", "Other."))
    after = memory.files | {"a.md": memory.files["a.md"] + b"\nA step's own prose.\n"}
    memory.files = after | {"a.md": after["a.md"] + b"A person's prose.\n"}
    undone = memory.undo(Dreamt(step, base, after))
    assert undone.conflicts == ("a.md cannot be taken back: text outside its entries was changed since",)
    assert [change.text for change in undone.changes] == ["Other."]
    assert memory.texts("a.md") == ["Uno."]
    assert memory.texts(".archive/a.md") == ["One."]
    assert memory.texts("b.md") == ["Other."]
    assert ".archive/b.md" not in memory.files


def test_an_entry_that_somebody_took_out_since_is_nothing_to_take_back() -> None:
    memory = Memory()
    dream = memory.dream(add("a", "One."), add("a", "Two."))
    held = topic.parse("a", memory.files["a.md"])
    memory.files["a.md"] = topic.remove(held, entries.key(held.entries[0])).data
    undone = memory.undo(dream)
    assert [change.text for change in undone.changes] == ["Two."]
    assert memory.files == {}


def test_an_update_whose_entry_was_updated_again_is_a_conflict_until_the_later_step_is_undone() -> None:
    memory = Memory()
    memory.dream(add("a", "One."))
    first = memory.dream(update("a", "One.", "Two."))
    second = memory.dream(update("a", "Two.", "Three."))
    with pytest.raises(HistoryConflict, match=r"'Two.' of a\.md .* changed or taken out since\nUndo the later step"):
        memory.undo(first)
    memory.undo(second)
    memory.undo(first)
    assert memory.texts("a.md") == ["One."]


def test_a_confirmation_confirmed_again_is_a_conflict() -> None:
    memory = Memory()
    memory.dream(add("a", "One."))
    first = memory.dream(confirm("a", "One.", "2"))
    memory.dream(confirm("a", "One.", "3"))
    with pytest.raises(HistoryConflict, match="confirmed again"):
        memory.undo(first)


def test_a_topic_removed_since_is_a_conflict_only_where_something_should_come_back() -> None:
    memory = Memory()
    memory.dream(add("a", "One."))
    grown = memory.dream(add("a", "Two."))
    changed = memory.dream(update("a", "One.", "Uno."))
    del memory.files["a.md"]
    with pytest.raises(HistoryConflict, match=r"a\.md cannot be taken back: it was removed since"):
        memory.undo(changed)
    assert memory.undo(grown).changes == ()


def test_a_topic_that_the_step_emptied_comes_back_for_one_entry() -> None:
    memory = Memory()
    memory.dream(add("a", "One."), add("a", "Two."), add("b", "Three."))
    dream = memory.dream(retire("a", "One."), retire("a", "Two."))
    assert memory.pointers() == ["b.md"]
    memory.undo(dream, 2)
    assert memory.texts("a.md") == ["Two."]
    assert memory.texts(".archive/a.md") == ["One."]
    assert sorted(memory.pointers()) == ["a.md", "b.md"]


def test_the_same_statement_retired_twice_leaves_the_right_one_in_the_archive() -> None:
    memory = Memory()
    memory.dream(add("a", "One."), add("b", "Other."))
    memory.dream(retire("a", "One."))
    once = memory.files[".archive/a.md"]
    memory.dream(add("a", "One.", "3", "2026-02-15"))
    dream = memory.dream(retire("a", "One.", "2026-02-20"))
    memory.files[".archive/a.md"] += FOREIGN
    memory.undo(dream)
    assert memory.files[".archive/a.md"] == once + FOREIGN


def test_a_file_that_is_no_topic_comes_back_only_untouched() -> None:
    step = Step(id="i", kind="import", time="", summary="", changes=(Change(op="edit", file="x.md", topic="x"),))
    dreamt = Dreamt(step, {"x.md": b"\xff"}, {"x.md": b"\xfe"})
    memory = Memory()
    memory.files = dict(dreamt.after)
    assert memory.undo(dreamt).changes == (Change(op="edit", file="x.md", topic="x"),)
    assert memory.files == dreamt.before
    memory.files = {"x.md": b"\xfd"}
    with pytest.raises(HistoryConflict, match=r"x\.md cannot be taken back: .* no topic"):
        memory.undo(dreamt)


def test_text_outside_entries_changed_on_both_sides_is_a_conflict() -> None:
    step = Step(id="g", kind="govern", time="", summary="")
    dreamt = Dreamt(step, {"x.md": b"# Old\n"}, {"x.md": b"# New\n"})
    memory = Memory()
    memory.files = {"x.md": b"# Newer\n"}
    with pytest.raises(HistoryConflict, match="text outside its entries"):
        memory.undo(dreamt)


@pytest.mark.parametrize("number", [3, -1])
def test_a_change_that_the_step_does_not_have_is_named(number: int) -> None:
    memory = Memory()
    dream = memory.dream(add("a", "One."), add("a", "Two."))
    with pytest.raises(StoreError, match=r"has 2 changes, .*\nSee their numbers with: dreamd show d"):
        memory.undo(dream, number)


def test_statements_that_come_back_are_known_as_our_own_again() -> None:
    memory = Memory()
    memory.dream(add("a", "One."))
    dream = memory.dream(update("a", "One.", "Two."))
    undone = memory.undo(dream)
    assert entries.key(Entry(text="One.")) in undone.keys


@pytest.mark.parametrize("number", [0, 1])
def test_what_moved_goes_back_and_counts_as_taken_from_nobody(number: int) -> None:
    memory = Memory()
    memory.dream(add("a", "One."), add("b", "Two."))
    before = dict(memory.files)
    dream = memory.dream(Operation(op="merge", topic="b", into="a"))
    assert memory.texts("a.md") == ["One.", "Two."]
    undone = memory.undo(dream, number)
    assert memory.files == before
    assert (undone.taken, undone.given) == ((), ())
    assert {(change.op, change.topic) for change in undone.changes} == {("retire", "a"), ("restore", "b")}


def test_a_renamed_topic_gets_its_name_back() -> None:
    memory = Memory()
    memory.dream(add("a", "One."))
    before = dict(memory.files)
    dream = memory.dream(Operation(op="rename", topic="a", title="Other", description="Read never"))
    undone = memory.undo(dream)
    assert undone.files == before
    assert [(change.op, change.topic) for change in undone.changes] == [("edit", "a")]
