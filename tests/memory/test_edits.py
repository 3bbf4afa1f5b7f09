"""The staged copy: what is applied, what is refused, and what stays as it was."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd.memory import entry as entries
from dreamd.memory import index, topic
from dreamd.memory.edits import Staged
from dreamd.memory.layout import TOPIC_BYTES, Workspace
from dreamd.records import Entry, Operation, Quote

if TYPE_CHECKING:
    from dreamd.records import EntryType, Role

TODAY = "2026-04-01"
HERE = Workspace(name="w", root=Path("/w"), layout="claude-code", project=Path("/p"))
SHARED = Workspace(name="s", root=Path("/s"), layout="workspace", project=Path("/p"))


def quote(session: str = "aaaaaaaa-0000-1111", line: int = 3, date: str = "2026-03-10", role: Role = "human") -> Quote:
    return Quote(source="claude-code", session=session, line=line, quote="as said", role=role, date=date)


def adds(text: str, *quotes: Quote, stem: str = "releases", kind: EntryType = "feedback", **more: object) -> Operation:
    bare = Operation(
        op="add",
        topic=stem,
        type=kind,
        title="Releases",
        description="Read before tagging: which channel comes first",
        text=text,
        evidence=quotes or (quote(),),
    )
    return msgspec.structs.replace(bare, **more)


def said(op: str, was: str, *quotes: Quote, stem: str = "releases", **more: object) -> Operation:
    fields = {"op": op, "topic": stem, "entry": was, **more}
    return msgspec.structs.replace(msgspec.convert(fields, Operation), evidence=quotes or (quote(),))


def dreamt(workspace: Workspace = HERE, *operations: Operation) -> tuple[dict[str, bytes], frozenset[str]]:
    """A memory that an earlier dream wrote, and the keys that tell it."""
    staged = Staged(workspace, {}, frozenset(), TODAY)
    for operation in operations or (adds("Publish under next first."),):
        assert staged.apply(operation) == ""
    return staged.finish(), frozenset(staged.keys())


def only(files: dict[str, bytes], name: str = "releases.md") -> Entry:
    (entry,) = topic.parse("any", files[name]).entries
    return entry


def test_a_first_entry_makes_topic_and_index() -> None:
    files, _ = dreamt()
    assert files["releases.md"].decode() == (
        "---\n"
        'name: "Releases"\n'
        'description: "Read before tagging: which channel comes first"\n'
        "type: feedback\n"
        "created: 2026-03-10\n"
        "updated: 2026-03-10\n"
        "---\n"
        "# Releases\n"
        "\n"
        "- Publish under next first. "
        "[created: 2026-03-10, updated: 2026-03-10, source: claude-code/aaaaaaaa-0000#L3]\n"
    )
    assert files["MEMORY.md"].decode() == "- [Releases](releases.md) — Read before tagging: which channel comes first\n"


def test_both_layouts_put_topics_beside_their_index() -> None:
    files, _ = dreamt(SHARED)
    assert sorted(files) == ["memory/MEMORY.md", "memory/releases.md"]


def test_the_account_of_changes_names_text_and_source() -> None:
    staged = Staged(HERE, {}, frozenset(), TODAY)
    staged.apply(adds("Publish under next first.", why="A broken release reached users."))
    (change,) = staged.changes
    assert (change.op, change.topic, change.text) == ("add", "releases", "Publish under next first.")
    assert change.source == "claude-code/aaaaaaaa-0000#L3"
    (key,) = staged.evidence
    assert staged.evidence[key] == (quote(),)
    head = topic.head_key(topic.parse("releases", staged.finish()["releases.md"]))
    line = index.key("- [Releases](releases.md) — Read before tagging: which channel comes first")
    assert staged.keys() == (head, key, line)


def test_dates_follow_the_rows_and_never_pass_today() -> None:
    files, _ = dreamt(
        HERE, adds("A.", quote(date="2026-03-12"), quote(line=9, date="2026-03-02"), quote(line=4, date="2027-01-01"))
    )
    entry = only(files)
    assert (entry.created, entry.updated) == ("2026-03-02", TODAY)
    assert entry.sources == tuple(f"claude-code/aaaaaaaa-0000#L{line}" for line in (9, 3, 4))
    assert entry.seen == 1


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        (adds(" \n"), "empty"),
        (adds("x" * 501), "at most 500"),
        (adds("Fine.", why="y" * 501), "at most 500"),
        (adds("The token is ghp_" + "a1B2c3D4e5F6" * 3 + "."), "secret"),
        (adds("The password was [REDACTED:label]."), "secret"),
        (adds("Fine.", title="t" * 101), "title"),
        (adds("Fine.", title=""), "title"),
        (adds("Fine.", description=""), "description"),
        (adds("Fine.", stem="Release Notes"), "no topic name"),
        (adds("Fine.", stem="../escape"), "no topic name"),
        (msgspec.structs.replace(adds("Fine."), evidence=()), "no evidence"),
        (adds("Fine.", quote(role="tool_result")), "tool_result is not the person"),
        (adds("Fine.", quote(), quote(role="assistant"), kind="user"), "assistant is not the person"),
        (adds("Fine.", quote(role="pasted"), kind="project"), "unconfirmed"),
        (adds("Fine.", quote(role="injected"), kind="project", unconfirmed=True), "no evidence"),
        (adds("Fine.", quote(role="summary"), kind="reference", unconfirmed=True), "no evidence"),
    ],
)
def test_what_may_not_be_kept_is_refused_with_a_reason_and_changes_nothing(operation: Operation, reason: str) -> None:
    staged = Staged(HERE, {}, frozenset(), TODAY)
    assert reason in staged.apply(operation)
    assert staged.finish() == {}
    assert not staged.changes
    assert not staged.keys()


def test_what_the_agent_inferred_may_be_kept_as_unconfirmed_fact() -> None:
    files, _ = dreamt(
        HERE, adds("The docs site deploys from a fork.", quote(role="assistant"), kind="project", unconfirmed=True)
    )
    assert b"- The docs site deploys from a fork. [unconfirmed] [created:" in files["releases.md"]


@pytest.mark.parametrize(
    "again", ["Publish under next first.", "publish  under NEXT first", "Publish under\nnext first."]
)
def test_the_same_statement_is_known_wherever_it_stands(again: str) -> None:
    files, own = dreamt()
    assert "already known" in Staged(HERE, files, own, TODAY).apply(adds(again, stem="other"))
    assert "already known" in Staged(HERE, {"notes.md": b"- Publish under next first.\n"}, own, TODAY).apply(
        adds(again)
    )


def test_another_session_moves_updated_seen_and_sources() -> None:
    files, own = dreamt()
    staged = Staged(HERE, files, own, TODAY)
    for session, date in (
        ("bbbbbbbb-0000-1", "2026-03-20"),
        ("cccccccc-0000-1", "2026-03-25"),
        ("dddddddd-0000-1", "2026-03-30"),
    ):
        assert staged.apply(said("confirm", "Publish under next first.", quote(session, 1, date))) == ""
    entry = only(staged.finish())
    assert (entry.created, entry.updated, entry.seen) == ("2026-03-10", "2026-03-30", 4)
    assert entry.sources == (
        "claude-code/aaaaaaaa-0000#L3",
        "claude-code/cccccccc-0000#L1",
        "claude-code/dddddddd-0000#L1",
    )
    assert b"\nupdated: 2026-03-30\n" in staged.finish()["releases.md"]
    assert [change.op for change in staged.changes] == ["confirm"]


def test_an_older_session_read_later_moves_created_and_not_updated() -> None:
    files, own = dreamt()
    staged = Staged(HERE, files, own, TODAY)
    assert staged.apply(said("confirm", "Publish under next first.", quote("bbbbbbbb-0000-1", 8, "2026-02-01"))) == ""
    entry = only(staged.finish())
    assert (entry.created, entry.updated) == ("2026-02-01", "2026-03-10")
    assert entry.sources == ("claude-code/bbbbbbbb-0000#L8", "claude-code/aaaaaaaa-0000#L3")


def test_the_same_session_does_not_confirm_itself() -> None:
    files, own = dreamt()
    staged = Staged(HERE, files, own, TODAY)
    assert "already known" in staged.apply(
        said("confirm", "Publish under next first.", quote(line=90, date="2026-03-30"))
    )
    assert staged.finish() == files


def test_a_session_that_the_entry_no_longer_names_is_not_counted_twice() -> None:
    texts = [quote(session=f"{name * 8}-0000-1111", line=7) for name in "abcde"]
    staged = Staged(HERE, {}, frozenset(), TODAY)
    assert staged.apply(adds("Publish under next first.", texts[0])) == ""
    for more in texts[1:]:
        assert staged.apply(said("confirm", "Publish under next first.", more)) == ""
    files, own, rests = staged.finish(), frozenset(staged.keys()), staged.evidence
    assert only(files).seen == 5
    assert len(only(files).sources) == 3
    again = Staged(HERE, files, own, TODAY, rests=rests)
    assert "already known" in again.apply(said("confirm", "Publish under next first.", texts[1]))
    assert only(again.finish()).seen == 5


def test_only_a_person_confirms_and_that_lifts_unconfirmed() -> None:
    files, own = dreamt(
        HERE, adds("The site deploys from a fork.", quote(role="assistant"), kind="project", unconfirmed=True)
    )
    staged = Staged(HERE, files, own, TODAY)
    confirm = said("confirm", "The site deploys from a fork.", quote("bbbbbbbb-0000-1", role="tool_result"))
    assert "confirms, changes and retires nothing" in staged.apply(confirm)
    word = quote("bbbbbbbb-0000-1")
    assert "nobody has said this yet" in staged.apply(msgspec.structs.replace(confirm, evidence=(word,)))
    whole = msgspec.structs.replace(word, quote="our site deploys from a fork")
    assert staged.apply(msgspec.structs.replace(confirm, evidence=(whole,))) == ""
    assert not only(staged.finish()).unconfirmed


def test_an_update_archives_the_old_rule_and_says_what_is_void() -> None:
    files, own = dreamt()
    staged = Staged(HERE, files, own, TODAY)
    later = quote("bbbbbbbb-0000-1", 5, "2026-03-20")
    assert (
        staged.apply(
            said("update", "Publish under next first.", later, text="Publish under beta first.", reason="renamed")
        )
        == ""
    )
    after = staged.finish()
    entry = only(after)
    assert entry.text == "Publish under beta first."
    assert entry.why == "void since 2026-03-20: Publish under next first."
    assert (entry.created, entry.sources) == ("2026-03-20", ("claude-code/bbbbbbbb-0000#L5",))
    old = only(after, ".archive/releases.md")
    assert (old.text, old.archived, old.reason) == ("Publish under next first.", "2026-03-20", "renamed")
    assert old.sources == ("claude-code/aaaaaaaa-0000#L3",)
    (change,) = staged.changes
    assert (change.op, change.was) == ("update", "Publish under next first.")


def test_a_superseded_fact_needs_no_void_note() -> None:
    files, own = dreamt(HERE, adds("Staging is db-02.", kind="project"))
    staged = Staged(HERE, files, own, TODAY)
    assert (
        staged.apply(
            said("update", "Staging is db-02.", quote(date="2026-03-20"), text="Staging is db-04.", why="Moved.")
        )
        == ""
    )
    assert only(staged.finish()).why == "Moved."


def test_what_was_said_earlier_does_not_supersede() -> None:
    files, own = dreamt()
    staged = Staged(HERE, files, own, TODAY)
    reason = staged.apply(
        said("update", "Publish under next first.", quote(date="2026-01-01"), text="Publish at once.")
    )
    assert "the later one stands" in reason
    assert staged.finish() == files


def test_what_was_retired_comes_back_only_when_it_is_said_again_later() -> None:
    files, own = dreamt()
    staged = Staged(HERE, files, own, TODAY)
    later = quote("bbbbbbbb-0000-1", 5, "2026-03-20")
    assert "the later one" in staged.apply(
        said("retire", "Publish under next first.", quote(date="2026-03-01"), reason="x")
    )
    assert staged.apply(said("update", "Publish under next first.", later, text="Publish under beta first.")) == ""
    files, own = staged.finish(), own | frozenset(staged.keys())
    again = Staged(HERE, files, own, TODAY)
    assert "retired on 2026-03-20" in again.apply(adds("Publish under next first.", quote(date="2026-03-19")))
    back = said("update", "Publish under beta first.", quote(date="2026-03-20"), text="Publish under next first.")
    assert again.apply(back) == ""
    assert only(again.finish()).text == "Publish under next first."


def test_retiring_needs_a_reason_and_empties_the_topic_away() -> None:
    files, own = dreamt()
    staged = Staged(HERE, files, own, TODAY)
    assert "name it" in staged.apply(said("retire", "Publish under next first."))
    assert staged.apply(said("retire", "Publish under next first.", reason="no longer published")) == ""
    assert sorted(staged.finish()) == [".archive/releases.md", "MEMORY.md"]
    assert staged.finish()["MEMORY.md"] == b""


def test_a_topic_with_a_persons_words_in_it_stays_when_our_entries_leave() -> None:
    files, own = dreamt()
    files["releases.md"] += b"\nA person's paragraph.\n"
    staged = Staged(HERE, files, own, TODAY)
    assert staged.apply(said("retire", "Publish under next first.", reason="gone")) == ""
    assert staged.finish()["releases.md"].endswith(b"# Releases\n\n\nA person's paragraph.\n")


def test_a_topic_that_a_persons_pointer_names_stays_when_it_empties() -> None:
    files, own = dreamt()
    files["MEMORY.md"] = b"- [Releases](releases.md): my words\n"
    staged = Staged(HERE, files, own, TODAY)
    assert staged.apply(said("retire", "Publish under next first.", reason="gone")) == ""
    assert staged.finish()["MEMORY.md"] == files["MEMORY.md"]
    assert topic.bare(topic.parse("any", staged.finish()["releases.md"]))


def test_secrets_come_in_through_no_field() -> None:
    files, own = dreamt()
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    staged = Staged(HERE, files, own, TODAY)
    assert "secret" in staged.apply(said("update", "Publish under next first.", text="New.", reason=secret))
    assert "secret" in staged.apply(said("retire", "Publish under next first.", reason=secret))
    assert "secret" in staged.apply(adds("New.", how=secret))
    assert "secret" in staged.apply(adds("New.", stem="other", description=secret))
    assert staged.finish() == files


@pytest.mark.parametrize(
    ("role", "kind", "refused"),
    [("assistant", "feedback", True), ("assistant", "project", True), ("human", "feedback", False)],
)
def test_only_a_person_retires(role: Role, kind: EntryType, *, refused: bool) -> None:
    files, own = dreamt(HERE, adds("Fine.", kind=kind))
    reason = Staged(HERE, files, own, TODAY).apply(said("retire", "Fine.", quote(role=role), reason="over"))
    assert bool(reason) == refused


def test_one_dream_takes_away_at_most_three_or_a_quarter() -> None:
    files, own = dreamt(HERE, *(adds(f"Rule number {number} holds.") for number in range(16)))
    staged = Staged(HERE, files, own, TODAY)
    reasons = [staged.apply(said("retire", f"Rule number {number} holds.", reason="over")) for number in range(5)]
    assert reasons[:4] == [""] * 4
    assert "at most 4 of 16" in reasons[4]


@pytest.mark.parametrize(
    "line",
    ["- Publish under next first.\n", "- Publish under next first. [created: 2026-01-01, source: you/2026-01-01]\n"],
)
def test_a_foreign_entry_is_confirmed_without_a_byte_and_never_changed(line: str) -> None:
    files = {"notes.md": b"# Notes\n\n" + line.encode()}
    staged = Staged(HERE, files, frozenset(), TODAY)
    assert staged.apply(said("confirm", "Publish under next first.", stem="notes")) == ""
    assert "never changed" in staged.apply(said("update", "Publish under next first.", stem="notes", text="New."))
    assert "never changed" in staged.apply(said("retire", "Publish under next first.", stem="notes", reason="x"))
    assert staged.finish() == files
    assert not staged.changes
    assert not staged.keys()
    assert list(staged.evidence.values()) == [(quote(),)]


def test_our_entry_that_a_person_changed_is_foreign() -> None:
    files, own = dreamt()
    files["releases.md"] = files["releases.md"].replace(b"next first", b"next at first")
    staged = Staged(HERE, files, own, TODAY)
    assert "never changed" in staged.apply(said("retire", "Publish under next at first.", reason="x"))
    (view,) = staged.views()
    assert view.foreign == (True,)


@pytest.mark.parametrize(
    "data",
    [
        b"# A person's file\n\nwith prose\n",
        b"---\ncreated: 2026-01-01\nupdated: 2026-01-01\n---\n# Dated by another tool\n",
        b"- a list\r\n- of theirs",
        b"\xff\xfe broken",
    ],
)
def test_a_file_that_is_not_ours_gets_no_entries_but_a_neighbour(data: bytes) -> None:
    files = {"releases.md": data, "MEMORY.md": b"- [Theirs](releases.md)\n"}
    staged = Staged(HERE, files, frozenset(), TODAY)
    assert staged.apply(adds("Publish under next first.")) == ""
    after = staged.finish()
    assert after["releases.md"] == data
    assert only(after, "releases-2.md").text == "Publish under next first."
    assert staged.apply(adds("Announce it.")) == ""
    assert len(topic.parse("any", staged.finish()["releases-2.md"]).entries) == 2
    assert after["MEMORY.md"].startswith(b"- [Theirs](releases.md)\n- [Releases](releases-2.md)")


def test_our_topic_stays_ours_when_claude_code_rewrites_its_head() -> None:
    files, own = dreamt()
    entry = files["releases.md"].split(b"# Releases")[1]
    head = b"---\nname: Releases\ndescription: d\nmetadata:\n  node_type: memory\n  type: feedback\n---\n"
    files["releases.md"] = head + b"# Releases" + entry
    staged = Staged(HERE, files, own, TODAY)
    assert staged.apply(adds("Announce it.")) == ""
    assert staged.finish()["releases.md"].startswith(files["releases.md"])


@pytest.mark.parametrize("stem", ["user-profile", "agent-rules", "memory"])
def test_a_dream_never_adds_to_peoples_files_or_over_the_index(stem: str) -> None:
    files, _ = dreamt(HERE, adds("Fine.", stem=stem))
    assert sorted(files) == ["MEMORY.md", f"{stem}-2.md"]


def test_peoples_files_of_the_other_layout_are_seen_and_not_added_to() -> None:
    entry = Entry(text="Answers in German.", created="2026-01-01", updated="2026-01-01", sources=("you/2026-01-01",))
    line = "\n".join(entries.render(entry)).encode()
    files = {"user.md": b"# Me\n\n" + line + b"\n", "soul.md": line + b"\n"}
    own = frozenset([entries.key(entry)])
    staged = Staged(SHARED, files, own, TODAY)
    assert [view.name for view in staged.views()] == ["soul", "user"]
    assert staged.apply(adds("Fine.", stem="user", kind="user")) == ""
    assert "is not the person" in staged.apply(
        said("update", entry.text, quote(role="assistant"), stem="user", text="French.")
    )
    assert staged.apply(said("update", entry.text, quote(), stem="user", text="Answers in French.")) == ""
    after = staged.finish()
    assert after["soul.md"] == files["soul.md"]
    assert only(after, "user.md").text == "Answers in French."
    assert only(after, "memory/user-2.md").text == "Fine."
    assert "memory/.archive/user.md" in after
    assert "never changed" in staged.apply(said("retire", entry.text, stem="soul", reason="x"))


def test_nothing_comes_in_the_place_of_a_link() -> None:
    staged = Staged(HERE, {}, frozenset(), TODAY, taken=frozenset(["releases.md"]))
    assert staged.apply(adds("Fine.")) == ""
    assert "releases-2.md" in staged.finish()


def test_a_topic_stays_under_the_size_where_agents_cut_it() -> None:
    staged = Staged(HERE, {}, frozenset(), TODAY)
    reasons = [staged.apply(adds(f"{number} {'word ' * 60}")) for number in range(20)]
    full = next(reason for reason in reasons if reason)
    assert "another topic" in full
    assert len(staged.finish()["releases.md"]) < TOPIC_BYTES
    assert len(staged.changes) == reasons.count("")


def test_one_topic_holds_one_kind() -> None:
    files, own = dreamt()
    assert "holds feedback entries" in Staged(HERE, files, own, TODAY).apply(adds("A fact.", kind="project"))


def test_a_full_index_takes_no_new_topic_but_all_else() -> None:
    files, own = dreamt()
    files["MEMORY.md"] += b"a line of theirs\n" * 179
    staged = Staged(HERE, files, own, TODAY)
    assert staged.full()
    assert "index is full" in staged.apply(adds("Fine.", stem="other"))
    assert staged.apply(adds("Fine.")) == ""
    assert staged.finish()["MEMORY.md"] == files["MEMORY.md"]


def test_statements_of_one_dream_supersede_and_confirm_each_other() -> None:
    staged = Staged(HERE, {}, frozenset(), TODAY)
    assert staged.apply(adds("Use npm.")) == ""
    assert staged.apply(said("confirm", "Use npm.", quote("bbbbbbbb-0000-1", 4, "2026-03-11"))) == ""
    assert staged.apply(said("update", "Use npm.", quote("cccccccc-0000-1", 6, "2026-03-12"), text="Use pnpm.")) == ""
    after = staged.finish()
    assert only(after).text == "Use pnpm."
    assert only(after, ".archive/releases.md").seen == 2
    assert [(change.op, change.text) for change in staged.changes] == [("add", "Use npm."), ("update", "Use pnpm.")]
    assert staged.changes[0].source == "claude-code/aaaaaaaa-0000#L3;claude-code/bbbbbbbb-0000#L4"


def test_a_broken_archive_stops_the_change_and_is_left_alone() -> None:
    files, own = dreamt()
    files[".archive/releases.md"] = b"\xff"
    staged = Staged(HERE, files, own, TODAY)
    assert "UTF-8" in staged.apply(said("retire", "Publish under next first.", reason="over"))
    assert staged.finish() == files
