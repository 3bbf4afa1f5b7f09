"""Each check says nothing of what a dream made, and speaks up at what it is there for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd.checks import Candidate, budget, foreign, links, provenance, retirement, secrets
from dreamd.checks import format as shape
from dreamd.memory import entry as entries
from dreamd.memory import index
from dreamd.memory.edits import Staged
from dreamd.memory.layout import Workspace
from dreamd.records import Entry, Operation, Quote

if TYPE_CHECKING:
    from dreamd.checks import Check
    from dreamd.records import EntryType, Finding, Role

TODAY = "2026-04-01"
SHELF = [module.CHECK for module in (budget, foreign, shape, links, provenance, retirement, secrets)]


def place(name: str = "claude-code") -> Workspace:
    fields = {"name": "w", "root": Path("/w"), "layout": name, "project": Path("/p")}
    return msgspec.convert(fields, Workspace)


def quote(role: Role = "human", session: str = "aaaaaaaa-0000-1", date: str = "2026-03-10") -> Quote:
    return Quote(source="claude-code", session=session, line=3, quote="q", role=role, date=date)


def adds(text: str, kind: EntryType = "feedback", stem: str = "rules") -> Operation:
    bare = Operation(op="add", topic=stem, type=kind, text=text, evidence=(quote(),))
    return msgspec.structs.replace(bare, title="Rules", description="Read before working")


def staged(
    before: dict[str, bytes], own: frozenset[str], *operations: Operation, where: Workspace | None = None
) -> Staged:
    made = Staged(where or place(), before, own, TODAY)
    for operation in operations:
        assert made.apply(operation) == ""
    return made


@pytest.fixture
def memory() -> tuple[dict[str, bytes], frozenset[str]]:
    """A memory of eight entries that dreamd wrote, beside what others wrote."""
    theirs = {
        "MEMORY.md": b"# Mine\n- [Notes](notes.md): read me\n- [Dead](dead.md)\n",
        "notes.md": b"# Notes\r\n\r\n- theirs\r\n",
        "broken.md": b"\xff",
        "Odd Name.md": b"text\n",
    }
    made = staged(theirs, frozenset(), *(adds(f"Rule {number} holds.") for number in range(8)))
    return made.finish(), frozenset(made.keys())


def candidate(
    memory: tuple[dict[str, bytes], frozenset[str]], made: Staged, after: dict[str, bytes] | None = None
) -> Candidate:
    files = made.finish() if after is None else after
    return Candidate(workspace=made.workspace, before=memory[0], after=files, own=memory[1], evidence=made.evidence)


def blocked(check: Check, asked: Candidate) -> list[Finding]:
    return [finding for finding in check.run(asked) if finding.severity == "blocking"]


@pytest.fixture
def reshaped(memory: tuple[dict[str, bytes], frozenset[str]]) -> Staged:
    """A dream that renames, splits and merges."""
    return staged(
        *memory,
        adds("Rule 8 holds.", stem="more"),
        Operation(op="rename", topic="rules", title="House rules", description="Read before any work"),
        Operation(
            op="split",
            topic="rules",
            entries=("Rule 1 holds.", "rule 5 holds"),
            into="some",
            title="S",
            description="d",
        ),
        Operation(op="merge", topic="more", into="rules"),
    )


@pytest.mark.parametrize("check", SHELF, ids=lambda check: check.name)
def test_what_a_dream_renames_splits_and_merges_passes(
    check: Check, memory: tuple[dict[str, bytes], frozenset[str]], reshaped: Staged
) -> None:
    assert blocked(check, candidate(memory, reshaped)) == []


@pytest.fixture
def dream(memory: tuple[dict[str, bytes], frozenset[str]]) -> Staged:
    """One more dream: every operation there is."""
    other = quote(session="bbbbbbbb-0000-1", date="2026-03-20")
    return staged(
        *memory,
        adds("Rule 8 holds."),
        adds("Staging is db-04.", kind="project", stem="servers"),
        Operation(op="confirm", topic="rules", entry="Rule 1 holds.", evidence=(other,)),
        Operation(op="confirm", topic="notes", entry="theirs", evidence=(other,)),
        Operation(op="update", topic="rules", entry="Rule 2 holds.", text="Rule 2 has changed.", evidence=(other,)),
        Operation(op="retire", topic="rules", entry="Rule 3 holds.", reason="over", evidence=(other,)),
    )


@pytest.mark.parametrize("check", SHELF, ids=lambda check: check.name)
def test_a_dreams_own_work_passes(check: Check, memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged) -> None:
    assert blocked(check, candidate(memory, dream)) == []


@pytest.mark.parametrize("check", SHELF, ids=lambda check: check.name)
def test_a_first_dream_passes_in_both_layouts(check: Check) -> None:
    for name in ("claude-code", "workspace"):
        made = staged({}, frozenset(), adds("Rule 1 holds."), where=place(name))
        assert list(check.run(candidate(({}, frozenset()), made))) == []


def edited(memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged, name: str, old: str, new: str) -> Candidate:
    """The dream's result with one thing wrong in it."""
    after = dream.finish()
    assert old.encode() in after[name]
    after[name] = after[name].replace(old.encode(), new.encode(), 1)
    return candidate(memory, dream, after)


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("Rule 8 holds.", "Rule 8 \u202eholds.", "form"),
        ("Rule 8 holds.", "Rule 8 <!-- psst --> holds.", "form"),
        ("- Rule 8", "*  Rule 8", "form"),
        ("type: feedback", "type: gossip", "head"),
        ("created: 2026-03-10\n", "", "head"),
        ("updated: 2026-03-20\n", "updated: soon\n", "dates"),
    ],
)
def test_format_wants_heads_and_new_entries_as_drawn(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged, old: str, new: str, text: str
) -> None:
    (finding, *_) = blocked(shape.CHECK, edited(memory, dream, "rules.md", old, new))
    assert text in finding.text
    assert finding.file == "rules.md"


@pytest.mark.parametrize(
    "name", ["Big Topic.md", "topic.txt", ".archive/UP.md", "sub/dir.md", ".hidden.md", "user-profile.md"]
)
def test_format_wants_drawn_names_of_new_files(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged, name: str
) -> None:
    after = dream.finish() | {name: b"x\n"}
    assert "no name" in blocked(shape.CHECK, candidate(memory, dream, after))[0].text


def test_format_wants_utf8(memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged) -> None:
    after = dream.finish() | {"rules.md": b"\xff"}
    assert "UTF-8" in blocked(shape.CHECK, candidate(memory, dream, after))[0].text


def test_budget_blocks_a_topic_that_grows_over_its_size(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged
) -> None:
    after = dream.finish()
    after["rules.md"] += b"- long\n" * 600
    (finding,) = blocked(budget.CHECK, candidate(memory, dream, after))
    assert "4096" in finding.text
    assert finding.proposal
    before = memory[0] | {"rules.md": after["rules.md"] + b"- longer\n"}
    assert blocked(budget.CHECK, candidate((before, memory[1]), dream, after)) == []


def test_budget_blocks_new_pointers_in_a_full_index(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged
) -> None:
    before, after = dict(memory[0]), dream.finish()
    before["MEMORY.md"] += b"words\n" * 180
    after["MEMORY.md"] += b"words\n" * 180
    (finding,) = blocked(budget.CHECK, candidate((before, memory[1]), dream, after))
    assert finding.file == "MEMORY.md"
    same = after | {"MEMORY.md": before["MEMORY.md"].replace(b"working", b"work")}
    told = list(budget.CHECK.run(candidate((before, memory[1]), dream, same)))
    assert [finding.severity for finding in told] == ["warning"]


def test_links_block_a_new_dead_pointer_and_an_unnamed_new_topic(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged
) -> None:
    after = dream.finish()
    del after["servers.md"]
    (dead,) = blocked(links.CHECK, candidate(memory, dream, after))
    assert (dead.file, "servers.md" in dead.text, dead.line) == ("MEMORY.md", True, 5)
    after = dream.finish() | {"MEMORY.md": memory[0]["MEMORY.md"]}
    (unnamed,) = blocked(links.CHECK, candidate(memory, dream, after))
    assert unnamed.file == "servers.md"


def test_links_warn_of_what_was_wrong_before(memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged) -> None:
    told = [(finding.severity, finding.file) for finding in links.CHECK.run(candidate(memory, dream))]
    assert told == [("warning", "MEMORY.md"), ("warning", "Odd Name.md"), ("warning", "broken.md")]


@pytest.mark.parametrize("name", ["rules.md", "MEMORY.md", ".archive/rules.md"])
def test_secrets_in_any_new_line_block(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged, name: str
) -> None:
    after = dream.finish()
    after[name] += b"- it is ghp_" + b"a1B2c3D4e5F6" * 3 + b"\n"
    (finding,) = blocked(secrets.CHECK, candidate(memory, dream, after))
    assert finding.file == name
    assert "ghp_" not in finding.text


def test_secrets_that_stood_before_do_not_block(memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged) -> None:
    line = b"- it is ghp_" + b"a1B2c3D4e5F6" * 3 + b"\n"
    before, after = dict(memory[0]), dream.finish()
    before["notes.md"] += line
    after["notes.md"] += line
    assert blocked(secrets.CHECK, candidate((before, memory[1]), dream, after)) == []


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("Rule 8 holds.", "Rule 8 never holds.", "no row"),
        ("Rule 8 holds. [created: 2026-03-10, updated", "Rule 8 holds. [created: 2026-03-11, updated", "dates"),
        ("Rule 8 holds. [created: 2026-03-10, updated", "Rule 8 holds. [updated", "dates"),
        (
            "Rule 1 holds. [created: 2026-03-10, updated: 2026-03-20",
            "Rule 1 holds. [created: 2026-03-01, updated: 2026-03-02",
            "back",
        ),
        ("bbbbbbbb-0000", "cccccccc-0000", "sources"),
    ],
)
def test_provenance_blocks_entries_that_rest_on_something_else(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged, old: str, new: str, text: str
) -> None:
    told = blocked(provenance.CHECK, edited(memory, dream, "rules.md", old, new))
    assert any(text in finding.text for finding in told)
    assert all(finding.line for finding in told)


@pytest.mark.parametrize(
    ("entry", "role", "text"),
    [
        ("Rule 8 holds.", "assistant", "what the person said"),
        ("Rule 1 holds.", "tool_result", "what the person said"),
        ("Staging is db-04.", "assistant", "unconfirmed"),
    ],
)
def test_provenance_blocks_roles_that_may_not_speak(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged, entry: str, role: Role, text: str
) -> None:
    key = entries.key(Entry(text=entry))
    dream.evidence[key] = tuple(msgspec.structs.replace(one, role=role) for one in dream.evidence[key])
    assert any(text in finding.text for finding in blocked(provenance.CHECK, candidate(memory, dream)))


def test_retirement_blocks_what_takes_too_much_or_skips_the_archive(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged
) -> None:
    after = dream.finish()
    after["rules.md"] = b"\n".join(line for line in after["rules.md"].split(b"\n") if b"Rule 5" not in line)
    (skipped,) = blocked(retirement.CHECK, candidate(memory, dream, after))
    assert "archive" in skipped.text
    after["rules.md"] = b"\n".join(line for line in after["rules.md"].split(b"\n") if b"Rule 6" not in line)
    told = [finding.text for finding in blocked(retirement.CHECK, candidate(memory, dream, after))]
    assert "4 of 9 old entries would go; at most 3 may" in told


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("notes.md", "theirs", "ours"),
        ("notes.md", "\r\n- theirs", "\n- theirs"),
        ("notes.md", "- theirs\r\n", "- theirs\r\n- more\r\n"),
        ("Odd Name.md", "text", ""),
        ("MEMORY.md", ": read me", ""),
        ("MEMORY.md", "# Mine\n- [Notes](notes.md): read me\n", "- [Notes](notes.md): read me\n# Mine\n"),
        ("rules.md", "# Rules\n", "# Our rules\n"),
        ("rules.md", "type: feedback", "type: user"),
    ],
)
def test_foreign_blocks_every_change_of_what_others_wrote(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged, name: str, old: str, new: str
) -> None:
    (finding,) = blocked(foreign.CHECK, edited(memory, dream, name, old, new))
    assert finding.file == name


def test_foreign_lets_a_head_change_only_where_dreamd_wrote_it(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged
) -> None:
    edit = ("rules.md", "Read before working", "Read after working")
    assert blocked(foreign.CHECK, edited(memory, dream, *edit)) == []
    before = memory[0] | {"rules.md": memory[0]["rules.md"].replace(b"before working", b"before working here")}
    (finding,) = blocked(foreign.CHECK, edited((before, memory[1]), dream, *edit))
    assert (finding.file, finding.line) == ("rules.md", 3)


@pytest.mark.parametrize("name", ["notes.md", "broken.md", "Odd Name.md", "MEMORY.md"])
def test_foreign_blocks_the_loss_of_a_file(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged, name: str
) -> None:
    after = dream.finish()
    del after[name]
    assert [finding.file for finding in blocked(foreign.CHECK, candidate(memory, dream, after))] == [name]


def test_foreign_lets_a_topic_go_only_when_it_was_ours_alone(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged
) -> None:
    after = dream.finish()
    del after["rules.md"]
    assert blocked(foreign.CHECK, candidate(memory, dream, after)) == []
    before = memory[0] | {"rules.md": memory[0]["rules.md"] + b"- and theirs\n"}
    (finding,) = blocked(foreign.CHECK, candidate((before, memory[1]), dream, after))
    assert finding.file == "rules.md"


def test_foreign_keeps_the_archive_growing(memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged) -> None:
    before = memory[0] | {".archive/rules.md": b"# Old\n\n- gone\n"}
    (finding,) = blocked(foreign.CHECK, candidate((before, memory[1]), dream))
    assert finding.file == ".archive/rules.md"
    again = staged(
        before,
        memory[1],
        *(Operation(op="retire", topic="rules", entry="Rule 0 holds.", reason="x", evidence=(quote(),)),),
    )
    assert blocked(foreign.CHECK, candidate((before, memory[1]), again)) == []


def test_foreign_protects_our_entry_that_a_person_changed(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged
) -> None:
    before = memory[0] | {"rules.md": memory[0]["rules.md"].replace(b"Rule 2 holds.", b"Rule 2 rules.")}
    assert blocked(foreign.CHECK, candidate((before, memory[1]), dream))


def test_foreign_keeps_peoples_files_from_growing_and_soul_from_changing() -> None:
    old = Entry(text="Fine.", created="2026-01-01", updated="2026-01-01", sources=("you/2026-01-01",))
    line = f"{entries.render(old)[0]}\n".encode()
    own = frozenset([entries.key(old)])
    where = place("workspace")
    before = {"user.md": line, "soul.md": line}
    asked = Candidate(workspace=where, before=before, after={"user.md": line * 2, "soul.md": b""}, own=own, evidence={})
    assert [finding.file for finding in blocked(foreign.CHECK, asked)] == ["soul.md", "user.md"]
    other = Operation(op="update", topic="user", entry="Fine.", text="Better.", evidence=(quote(),))
    made = staged(before, own, other, where=where)
    assert blocked(foreign.CHECK, candidate((before, own), made)) == []


def test_a_pointer_line_that_a_person_changed_is_foreign(
    memory: tuple[dict[str, bytes], frozenset[str]], dream: Staged
) -> None:
    own = memory[1] - {index.key("- [Rules](rules.md) — Read before working")}
    after = dream.finish()
    after["MEMORY.md"] = after["MEMORY.md"].replace(b"Read before working", b"Read now", 1)
    assert blocked(foreign.CHECK, candidate((memory[0], own), dream, after))
