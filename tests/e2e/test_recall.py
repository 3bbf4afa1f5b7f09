"""A question leads to the right topics and entries, within its budget, and nothing of the memory is changed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from dreamd import estimate

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Look, Memory, Talk

TOPIC = """---
name: "{name}"
description: "{description}"
type: project
---
# {name}

{entries}
"""
TOPICS = {
    "release-process": (
        "Release process",
        "Read before tagging or publishing: which channel comes first, who approves",
    ),
    "database": ("Database", "Read before changing tables or running a migration: order of steps, locks"),
    "zh-deploy": ("部署流程", "部署到生产环境之前先读：顺序、审批、回滚办法"),
    "people": ("People", "Read before asking somebody: who owns which part, who decides"),
}
ENTRIES = {
    "release-process": "- Publish under the next tag first.\n  Why: a broken latest release reached users.\n",
    "database": "- Lock the ledger table before a backfill.\n- Ask Anna before dropping a column.\n",
    "zh-deploy": "- 先在预发环境验证，再部署到生产。\n- 回滚使用上一个镜像，不要重新构建。\n",
    "people": "- Anna Keller owns the pricing rules.\n",
}
BEGIN = "-----BEGIN RSA PRIVATE KEY-----"
BODY = "MIIEowIBAAKCAQEAx7vZQ0Y3bM1kQk0xS1l2c0pQd2FhYmJjY2RkZWVmZmdnaGhpaWpqa2s"


@pytest.fixture
def shop(cli: Cli, talk: Talk, memory: Memory) -> Path:
    """A memory that one dream has made known, with topics that people wrote."""
    talk("one", "Always use pnpm instead of npm.", "> Noted.")
    cli.once()
    for stem, (name, description) in TOPICS.items():
        text = TOPIC.format(name=name, description=description, entries=ENTRIES[stem])
        (memory() / f"{stem}.md").write_text(text, "utf-8")
    return memory()


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize(
    ("question", "topic", "said"),
    [
        ("which channel comes first when I publish a release?", "release-process", "Publish under the next tag first."),
        ("before I run the migrations, what has to be locked", "database", "Lock the ledger table before a backfill."),
        ("怎么回滚线上的部署？", "zh-deploy", "回滚使用上一个镜像，不要重新构建。"),
        ("who decides about pricing", "people", "Anna Keller owns the pricing rules."),
        ("may I use npm here", "working-agreements", "Always use pnpm instead of npm."),
    ],
)
def test_a_question_leads_to_its_topic_and_entry(cli: Cli, question: str, topic: str, said: str) -> None:
    found = cli("recall", question, "--json").document
    assert topic in [item["topic"] for item in found["topics"]]
    assert len(found["topics"]) <= 2
    assert said in [item["text"] for item in found["entries"] if item["topic"] == topic]
    assert said in cli("recall", *question.split()).out


NAMED = {
    "db-guide": "- Databases db-07 and db-09 are for tests, db ports are 5432.\n- The db team sits in room 01.\n",
    "hosts": "- db-010: OS = Debian 12\n- db-01 restarts at night.\n- db-01: OS = Ubuntu 24.04\n- web-01: OS = BSD\n",
    "style": "- The language of the interface is German.\n- Log every message to stderr.\n"
    "- Write commit messages in English.\n- Never commit generated files.\n",
}


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("db-01", ["db-01: OS = Ubuntu 24.04", "db-01 restarts at night."]),
        ("which OS is on db-01?", ["db-01: OS = Ubuntu 24.04", "db-01 restarts at night."]),
        ("commit message language", ["Write commit messages in English."]),
    ],
)
def test_what_the_question_names_comes_first(cli: Cli, shop: Path, question: str, first: list[str]) -> None:
    for stem, text in NAMED.items():
        head = TOPIC.format(name=stem, description=f"Read before {stem} work: db, message, language", entries=text)
        (shop / f"{stem}.md").write_text(head)
    entries = cli("recall", question, "--json").document["entries"]
    assert [item["text"] for item in entries][: len(first)] == first


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("question", ["the", "what is it", "怎么"])
def test_words_of_every_question_bring_up_nothing_and_it_is_said_why(cli: Cli, question: str) -> None:
    answer = cli("recall", "--sessions", question)
    assert answer.out == ("Memory holds nothing on that. Such words stand in every question: name what it is about.\n")


@pytest.mark.usefixtures("shop")
def test_why_entries_are_left_out_and_what_brings_them_is_told(cli: Cli, shop: Path) -> None:
    far = "".join(f"- Lantern {number} hangs in hall {number}.\n" for number in range(9))
    near = "- The harbour lantern key lies in the blue harbour box.\n"
    (shop / "lights.md").write_text(TOPIC.format(name="Lights", description="Read before lights", entries=far + near))
    last = cli("recall", "harbour lantern key blue box").out.splitlines()[-1]
    assert last.endswith(" far from it (ask for them by name).")
    assert "want of room" not in last
    last = cli("recall", "--bytes", "700", "lantern hall").out.splitlines()[-1]
    assert " for want of room (--bytes)" in last


@pytest.mark.usefixtures("shop")
def test_what_is_told_of_an_entry_has_these_keys(cli: Cli) -> None:
    document = cli("recall", "pnpm", "--json").document
    assert set(document) == {"topics", "entries", "left_out", "faint", "passages", "passages_left_out"}
    (entry,) = document["entries"]
    expected = {"topic", "text", "score", "updated", "stale", "why", "how", "workspace", "created", "sources", "seen"}
    assert set(entry) == expected | {"unconfirmed", "unverified", "repository", "gone"}
    assert (entry["updated"], entry["unverified"], entry["workspace"]) == ("2026-11-02", False, "shop")
    assert entry["sources"][0].startswith("claude-code/")


@pytest.mark.usefixtures("shop")
def test_what_dreamd_did_not_write_is_unverified_and_so_is_what_somebody_changed(cli: Cli, shop: Path) -> None:
    (entry,) = cli("recall", "pricing rules", "--json").document["entries"]
    assert entry["unverified"] is True
    (own,) = (path for path in shop.glob("*.md") if "pnpm" in path.read_text() and path.name != "MEMORY.md")
    own.write_text(own.read_text().replace("instead of npm", "instead of yarn"))
    (entry,) = cli("recall", "pnpm yarn", "--json").document["entries"]
    assert entry["unverified"] is True
    assert "UNVERIFIED" in cli("recall", "pnpm yarn").out


def test_what_a_person_stands_by_is_verified_whoever_wrote_it_and_stays_as_it_is(cli: Cli, shop: Path) -> None:
    before = (shop / "people.md").read_bytes()
    assert cli.typed("--workspace", "shop", "confirm", "pricing", "rules").code == 0
    (entry,) = cli("recall", "pricing rules", "--json").document["entries"]
    assert entry["unverified"] is False
    assert (shop / "people.md").read_bytes() == before


def test_age_and_the_repository_are_told(cli: Cli, talk: Talk, tmp_path: Path, memory: Memory) -> None:
    project = tmp_path / "shop"
    (project / "src").mkdir(parents=True)
    (project / "src" / "app.py").touch()
    talk("one", "Always use pnpm instead of npm.", "> Noted.", cwd=str(project))
    standing = cli.at(project)
    standing.once()
    now = datetime.now(UTC)
    old, young = (f"{now - timedelta(days=days):%Y-%m-%d}" for days in (181, 179))
    lines = [
        f"- Widgets are drawn in src/app.py. [created: {old}, updated: {old}]",
        f"- Widgets are stored in src/gone.py. [created: {young}, updated: {young}]",
        "- Widgets need version 1.2.3 of the library.",
        "- Widgets are blue and/or green.",
    ]
    (memory(str(project)) / "widgets.md").write_text("\n".join(lines))
    found = {item["text"]: item for item in standing("recall", "widgets", "--json").document["entries"]}
    texts = [line[2:].split(" [")[0] for line in lines]
    told = [(found[text]["stale"], found[text]["repository"], found[text]["gone"]) for text in texts]
    assert told == [
        (True, "there", []),
        (False, "gone", ["src/gone.py"]),
        (False, "unchecked", []),
        (False, "", []),
    ]
    said = standing("recall", "widgets").out
    for words in ("OLD", old, "GONE from the repository: src/gone.py", "not checked against the repository"):
        assert words in said


@pytest.mark.usefixtures("shop")
def test_reading_changes_no_byte_and_no_time_of_the_memory(cli: Cli, shop: Path, look: Look) -> None:
    before = look(shop)
    for command in (("recall", "pnpm"), ("resident", "--index"), ("recent",), ("check",)):
        cli(*command)
    assert look(shop) == before


def test_a_key_whose_first_line_would_be_cut_off_reaches_nobody(cli: Cli, shop: Path) -> None:
    filler = "".join(f"- Deploy step {number} goes to the staging cluster first.\n" for number in range(40))
    key = f"- {BEGIN}\n  {BODY}\n  {BODY}\n  -----END RSA PRIVATE KEY-----\n"
    text = f'---\nname: "Keys"\ndescription: "Read before touching keys"\n---\n{filler}{key}- After the key.\n'
    (shop / "keys.md").write_text(text)
    (shop / "agent-rules.md").write_text(filler + key + "- After the key.\n")
    before = (shop / "keys.md").read_bytes()
    outputs = [
        cli(*command).out
        for size in range(600, 4000, 700)
        for command in (("recall", "deploy staging key", "--bytes", str(size)), ("recall", BODY, "--bytes", str(size)))
    ]
    outputs += [cli("resident").out, cli("resident", "--json").out, cli("recall", "after key", "--json").out]
    assert not [out for out in outputs if BODY[:16] in out]
    assert any("After the key" in out for out in outputs)
    assert (shop / "keys.md").read_bytes() == before
    kept = [path.read_bytes() for path in cli.own.rglob("*") if path.is_file() and "history" not in path.parts]
    assert not [data for data in kept if BODY[:16].encode() in data], "nor what is kept to answer faster"


@pytest.mark.usefixtures("shop")
def test_what_is_hidden_in_a_text_is_shown(cli: Cli, shop: Path) -> None:
    (shop / "hidden.md").write_text("- Zebra rule\u202e one\u200b two \U000e0041.\n", "utf-8")
    found = cli("recall", "zebra", "--json").document["entries"]
    assert [item["text"] for item in found] == ["Zebra rule\\u202e one\\u200b two \\ue0041."]


@pytest.mark.usefixtures("shop")
def test_links_and_the_archive_are_never_read(cli: Cli, shop: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.md").write_text("- Zebra secretly elsewhere.\n")
    (shop / "link.md").symlink_to(tmp_path / "elsewhere.md")
    os.link(tmp_path / "elsewhere.md", shop / "hard.md")
    (shop / ".archive").mkdir(exist_ok=True)
    (shop / ".archive" / "old.md").write_text("- Zebra of long ago.\n")
    assert cli("recall", "zebra", "--json").document["entries"] == []


@pytest.mark.usefixtures("shop")
def test_a_file_that_changed_or_went_is_told_as_it_is_now(cli: Cli, shop: Path) -> None:
    place = shop / "people.md"
    cli("recall", "pricing")
    was = place.stat()
    place.write_text(place.read_text().replace("Anna Keller", "Maria Lopez"))
    os.utime(place, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert "Maria Lopez" in cli("recall", "pricing").out
    place.unlink()
    assert cli("recall", "pricing", "--json").document["entries"] == []


@pytest.mark.usefixtures("shop")
def test_the_copy_is_made_again_where_it_is_damaged_locked_or_cannot_be_written(cli: Cli) -> None:
    expected = cli("recall", "pricing").out
    (copy,) = (cli.own / "copybooks").glob("*.db")
    assert copy.stat().st_mode & 0o777 == 0o600
    copy.write_bytes(b"no database" * 1000)
    assert cli("recall", "pricing").out == expected
    with sqlite3.connect(copy) as held:
        held.execute("UPDATE form SET told = 'another'")
    held.close()
    assert cli("recall", "pricing").out == expected
    held = sqlite3.connect(copy, isolation_level=None)
    held.execute("BEGIN EXCLUSIVE")
    assert cli("recall", "pricing").out == expected
    held.close()


@pytest.mark.usefixtures("shop")
def test_what_is_true_in_every_project_is_found_from_each(cli: Cli) -> None:
    common = cli.own / "workspaces" / "me" / "memory"
    common.mkdir(parents=True)
    (common / "habits.md").write_text("- Zebra crossings are painted on Mondays.\n")
    (entry,) = cli("recall", "zebra", "--json").document["entries"]
    assert (entry["workspace"], entry["topic"]) == ("me", "habits")


@pytest.mark.usefixtures("shop")
def test_a_task_takes_at_most_4000_tokens_in_english_and_in_chinese(cli: Cli, shop: Path) -> None:
    english = "".join(f"- Migration step {n} of the ledger needs approval number {n * 7}.\n" for n in range(400))
    chinese = "".join(f"- 第{n}个迁移步骤需要审批编号{n * 7}，不得跳过。\n" for n in range(400))
    (shop / "long.md").write_text(english)
    (shop / "chang.md").write_text(chinese, "utf-8")
    for question in ("migration approval", "迁移审批"):
        said = cli("recall", question).out
        assert 1_500 < estimate.tokens(said) <= 4_000
        assert "left out" in said.splitlines()[-1]
        document = cli("recall", question, "--json").document
        heard = [item for item in document["entries"] if item["score"] > 0]
        assert document["left_out"] > 400 - len(heard), "all that share a word, and those of the other language"


@pytest.mark.usefixtures("shop")
def test_nothing_found_and_a_budget_too_small_are_said(cli: Cli) -> None:
    ran = cli("recall", "quantum", "chromodynamics")
    assert (ran.code, ran.out) == (0, "Memory holds nothing on that.\n")
    assert cli("recall", "pricing", "--bytes", "10").code == 2


@pytest.mark.usefixtures("shop")
def test_a_repository_without_a_memory_is_not_answered_for_another_project(cli: Cli, home: Path) -> None:
    for name in ("new", "plain"):
        (home / name).mkdir()
    subprocess.run(["git", "init", "-q", str(home / "new")], check=True)
    inside = cli.at(home / "new")("recall", "who approves a release")
    assert (inside.code, "next tag" in inside.out) == (0, False)
    assert "--workspace NAME" in inside.out
    assert "next tag" in cli.at(home / "new")("recall", "--workspace", "shop", "who approves a release").out
    assert "next tag" in cli.at(home / "plain")("recall", "who approves a release").out
