"""What a person purges stands nowhere any more, is not learned again, and nothing brings it back."""

from __future__ import annotations

import json
import os
import pty
import sqlite3
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.searched import holders

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Look, Memory, Talk

EN = ("Our supplier Quokkabert pays ninety days late", "Quokkabert")
ZH = ("供应商夸卡贝特总是晚九十天付款", "夸卡贝特")
OTHER = "Always use pnpm instead of npm."


def typed(cli: Cli, *said: str, code: int = 0) -> Any:  # noqa: ANN401 (JSON)
    where = () if cli.cwd.name == "shop" else ("--workspace", "shop")
    ran = cli.typed(*where, *said, "--json")
    assert ran.code == code, ran.err or ran.out
    return ran.document


def purge(cli: Cli, *words: str) -> Any:  # noqa: ANN401 (JSON)
    done = typed(cli, "forget", "--purge", "--yes", *words)
    assert done["outcome"] == "purged"
    return done


def history(cli: Cli) -> list[tuple[str, str]]:
    return [(step["id"], step["kind"]) for step in cli("history", "--json").document["steps"]]


@pytest.mark.parametrize(("said", "word"), [EN, pytest.param(*ZH, marks=pytest.mark.slow)], ids=["English", "中文"])
def test_in_claude_codes_layout_no_copy_is_left_but_the_transcripts_which_are_named(
    cli: Cli, talk: Talk, memory: Memory, said: str, word: str
) -> None:
    first = talk("one", OTHER, "> Noted.", f"{said}.", f"> I note: {said}!")
    cli.once()
    second = talk("two", f"by the way, {said}, and so on", "> Yes.")
    later = talk("later", "nothing to do with it", "> Right.")
    os.utime(second, (0, 0))
    for _ in range(2):  # the aged session waits in the harvest
        assert cli("sessions").code == 0
    typed(cli, "remember", said)
    cli("--workspace", "shop", "recall", said)
    cli("--workspace", "shop", "resident", "--index")
    typed(cli, "forget", said)
    undone = typed(cli, "undo", history(cli)[0][0])
    assert undone["changes"]
    (cli.own / "runs" / "f00d").mkdir(parents=True)
    (cli.own / "runs" / "f00d" / "record.jsonl").write_text(f'{{"said": "{said.upper()}"}}\n', "utf-8")
    (cli.own / "crashes").mkdir()
    (cli.own / "crashes" / "1.txt").write_text(f"ValueError: {said}", "utf-8")
    assert len(holders(word, cli.own, memory())) > 5
    before = history(cli)

    done = purge(cli, word)

    assert holders(word, cli.own, memory()) == []
    assert sorted(done["left"]) == sorted(map(str, (first, second)))
    assert str(later) not in done["left"]
    assert history(cli) == before
    standing = [path for path in memory().glob("*.md") if OTHER in path.read_text("utf-8")]
    assert len(standing) == 1
    (why,) = cli("why", "--json", "pnpm").document["entries"]
    assert [quote["quote"] for quote in why["evidence"]] == [OTHER]
    for name in ("purged.json", "state.db", "conversations.db"):
        assert (cli.own / name).stat().st_mode & 0o777 == 0o600
    assert not (cli.own / "purge.json").exists()
    assert cli("why", "--json", word).document["entries"] == []
    assert word not in cli("--workspace", "shop", "recall", word).out


@pytest.fixture
def shop(cli: Cli, home: Path) -> Cli:
    """A repository that no agent has worked in: its memory is dreamd's own."""
    place = home / "shop"
    subprocess.run(["git", "init", "-q", str(place)], check=True)
    return cli.at(place)


@pytest.mark.parametrize(("said", "word"), [pytest.param(*EN, marks=pytest.mark.slow), ZH], ids=["English", "中文"])
def test_in_our_own_layout_no_copy_is_left(shop: Cli, said: str, word: str) -> None:
    kept = typed(shop, "remember", said)
    typed(shop, "remember", "--topic", kept["topic"], "We ship on Tuesdays")
    shop("recall", said)
    assert len(holders(word, shop.own)) > 3
    done = purge(shop, word)
    assert done["left"] == []
    assert holders(word, shop.own) == []
    assert "We ship on Tuesdays" in (shop.own / "workspaces" / "shop" / kept["file"]).read_text("utf-8")


def test_what_stands_in_the_archive_or_in_the_past_alone_may_be_purged(shop: Cli) -> None:
    said, word = EN
    typed(shop, "remember", said)
    typed(shop, "forget", word)
    purge(shop, word)
    assert holders(word, shop.own) == []
    typed(shop, "remember", "Zebulon owns the plate library")
    typed(shop, "undo", history(shop)[0][0])
    purge(shop, "Zebulon", "plate")
    assert holders("zebulon", shop.own) == []


def test_no_undo_brings_it_back(shop: Cli, look: Look) -> None:
    said, word = EN
    kept = typed(shop, "remember", said)
    typed(shop, "remember", "We ship on Tuesdays")
    typed(shop, "forget", word)
    purge(shop, word)
    before = look(shop.own / "workspaces")
    for step, _ in history(shop):
        undone = shop.typed("undo", step, "--json")
        assert undone.code in {0, 1}
        assert holders(word, shop.own) == []
    assert kept["id"] in dict(history(shop))
    assert look(shop.own / "workspaces") != before, "what else the steps did was taken back"


def test_it_is_learned_neither_from_the_same_rows_nor_from_others_that_say_the_same(
    cli: Cli, talk: Talk, memory: Memory
) -> None:
    said, word = EN
    talk("one", f"{said}.", "> Noted.")
    assert cli.once()["added"] == 1
    purge(cli, word)
    talk("two", "our SUPPLIER “Quokkabert”  pays ninety\ndays late!", OTHER)
    assert [entry["text"] for entry in cli.once()["entries"]] == [OTHER]
    assert cli("once", "--again", "--yes", "--json").code == 0
    assert holders(word, cli.own, memory()) == []
    told = [line for line in cli("log", "--json").out.splitlines() if "purged" in line and "entry.refused" in line]
    assert len(told) == 2
    assert cli("--workspace", "shop", "recall", "--sessions", word, "--json").document["passages"] == []
    refused = cli.having(CLAUDECODE="1")("--workspace", "shop", "remember", "--json", said)
    assert (refused.code, refused.document["reason"]) == (1, "taken_back")


def test_a_person_who_types_it_again_is_heard(shop: Cli) -> None:
    typed(shop, "remember", EN[0])
    purge(shop, EN[1])
    assert typed(shop, "remember", EN[0])["outcome"] == "saved"
    agent = shop.having(CLAUDECODE="1")("remember", "--json", EN[0])
    assert agent.document["outcome"] == "known"


def test_a_persons_word_that_cannot_be_kept_lifts_no_purge(shop: Cli) -> None:
    typed(shop, "remember", EN[0])
    purge(shop, EN[1])
    branch = shop.own / "history" / "shop.git" / "refs" / "heads" / "main"
    before = branch.read_bytes() if branch.exists() else None
    branch.write_bytes(b"no reference")
    assert shop.typed("remember", EN[0]).code == 1
    branch.unlink() if before is None else branch.write_bytes(before)
    assert shop.having(CLAUDECODE="1")("remember", "--json", EN[0]).document["reason"] == "taken_back"
    assert typed(shop, "remember", EN[0])["outcome"] == "saved"
    assert json.loads((shop.own / "purged.json").read_bytes())["marks"] == []


def test_words_that_name_no_one_statement_purge_nothing(shop: Cli, look: Look) -> None:
    typed(shop, "remember", EN[0])
    typed(shop, "remember", "Our supplier Wombat pays at once")
    before = look(shop.own / "workspaces")
    for words, reason in ((("supplier",), "several"), (("kangaroo",), "no_entry")):
        assert typed(shop, "forget", "--purge", "--yes", *words, code=1)["reason"] == reason
    assert look(shop.own / "workspaces") == before


def test_only_a_person_at_a_terminal_purges_and_is_asked(shop: Cli, look: Look) -> None:
    typed(shop, "remember", EN[0])
    before = look(shop.own / "workspaces")
    purging = ("forget", "--purge", "--yes", "--json", EN[1])
    script, agent = shop(*purging), shop.having(GEMINI_CLI="1").typed(*purging)
    assert [(ran.code, ran.document["reason"]) for ran in (script, agent)] == [(1, "not_said")] * 2
    assert shop.typed("forget", "--purge", "--json", EN[1]).code == 2
    for said, code in ((b"n\n", 1), (b"y\n", 0)):
        assert look(shop.own / "workspaces") == before
        ours, theirs = pty.openpty()
        os.write(ours, said)
        with shop.start("forget", "--purge", EN[1], stdin=theirs) as process:
            out, _ = process.communicate()
        os.close(ours)
        os.close(theirs)
        assert process.returncode == code
        assert "cannot be undone" in out
    assert holders(EN[1], shop.own) == []


SHORT, KEPT = "Use pnpm", "Never use pnpm in the docs folder because Otto maintains it with npm"
TAKEN = "Anna says use pnpm on her laptop"


def answered(shop: Cli, answers: bytes, *arguments: str) -> tuple[int, str]:
    """Run it at a terminal where a person has typed these answers."""
    ours, theirs = pty.openpty()
    os.write(ours, answers)
    with shop.start(*arguments, stdin=theirs) as process:
        out, _ = process.communicate()
    os.close(ours)
    os.close(theirs)
    return process.returncode, out


def test_what_holds_the_words_and_says_something_else_goes_only_where_the_person_says_so(shop: Cli, look: Look) -> None:
    for said in (SHORT, KEPT, "We ship on Tuesdays"):
        typed(shop, "remember", "--topic", "packages", said)
    rules = shop.own / "workspaces" / "shop" / "memory" / "packages.md"
    rules.write_text(rules.read_text("utf-8") + f"- {TAKEN}\n", "utf-8")
    before = look(shop.own / "workspaces")
    refused = typed(shop, "forget", "--purge", "--yes", SHORT, code=1)
    assert (refused["reason"], {one["text"] for one in refused["entries"]}) == ("contained", {KEPT, TAKEN})
    assert look(shop.own / "workspaces") == before

    code, out = answered(shop, b"n\ny\ny\n", "forget", "--purge", SHORT)

    assert code == 0
    went = out.partition("Purge it?")[2]
    assert (f"packages.md: {SHORT}\n" in went, TAKEN in went, KEPT in went) == (True, True, False)
    assert [line for line in rules.read_text("utf-8").splitlines() if "pnpm" in line] == [
        line for line in before["shop/memory/packages.md"][2].decode().splitlines() if KEPT in line
    ]
    assert holders(TAKEN, shop.own) == []
    (entry,) = shop("why", "--json", "docs", "folder").document["entries"]
    assert [quote["quote"] for quote in entry["evidence"]] == [KEPT]
    agent = shop.having(CLAUDECODE="1")
    assert agent("remember", "--json", "please USE pnpm").document["reason"] == "taken_back"
    other = agent("remember", "--json", "Never use pnpm in CI runs of the shop")
    assert other.document["reason"] == "unconfirmed"
    typed(shop, "forget", "Never", "docs", "Otto")
    assert typed(shop, "undo", history(shop)[0][0])["changes"], "its history is whole"
    assert KEPT in rules.read_text("utf-8")


@pytest.mark.slow
def test_what_stood_in_the_past_alone_and_says_something_else_is_asked_about_too(shop: Cli) -> None:
    typed(shop, "remember", "--topic", "packages", SHORT)
    kept = typed(shop, "remember", "--topic", "packages", KEPT)
    typed(shop, "undo", kept["id"])
    assert typed(shop, "forget", "--purge", "--yes", SHORT, code=1)["reason"] == "contained"
    assert answered(shop, b"y\ny\n", "forget", "--purge", SHORT)[0] == 0
    assert holders("pnpm", shop.own) == []


@pytest.mark.slow
def test_a_topic_that_is_called_like_the_statement_keeps_its_name_and_what_else_stands_in_it(shop: Cli) -> None:
    for said in (SHORT, "We ship on Tuesdays"):
        typed(shop, "remember", "--topic", "use-pnpm", said)
    done = purge(shop, SHORT)
    topic = shop.own / "workspaces" / "shop" / "memory" / "use-pnpm.md"
    assert done["left"] == [str(topic)]
    assert "We ship on Tuesdays" in topic.read_text("utf-8")
    assert "(use-pnpm.md)" in topic.with_name("MEMORY.md").read_text("utf-8")
    assert holders(SHORT, shop.own) == []
    (newest, *_) = shop("history", "--json").document["steps"]
    assert [change["text"] for change in shop("show", "--json", newest["id"]).document["changes"]] == [
        "We ship on Tuesdays"
    ]
    assert typed(shop, "undo", newest["id"])["changes"]
    assert not topic.exists()


def test_while_a_dream_or_another_purge_runs_nothing_is_purged(shop: Cli) -> None:
    from dreamd import lock  # noqa: PLC0415

    typed(shop, "remember", EN[0])
    with lock.held(shop.own / "locks", shop.own / "workspaces" / "shop" / "memory", "dream"):
        assert shop.typed("forget", "--purge", "--yes", EN[1]).code == 75
    assert holders(EN[1], shop.own)


def test_what_people_wrote_about_something_else_stays_byte_for_byte(cli: Cli, talk: Talk, memory: Memory) -> None:
    talk("one", f"{EN[0]}.", "> Noted.")
    cli.once()
    notes = memory() / "notes.md"
    notes.write_bytes(b"# Mine\r\n\r\n* Rain is wet\r\n* Snow is cold, and the supplier is late")
    mixed = memory() / "mixed.md"
    mixed.write_text(f"# Mixed\n\nA paragraph: {EN[0]}, says Anna.\n\n- {EN[0]}\n- Rain is wet\n", "utf-8")
    before = notes.read_bytes(), notes.stat().st_mtime_ns
    purge(cli, EN[0])
    assert (notes.read_bytes(), notes.stat().st_mtime_ns) == before
    assert mixed.read_text("utf-8") == "# Mixed\n\nA paragraph: [purged], says Anna.\n\n- Rain is wet\n"


def test_the_index_of_session_texts_holds_no_word_of_it_either(cli: Cli, talk: Talk) -> None:
    talk("one", f"{EN[0]}.", "> Noted.", "the wombat is fine")
    cli.once()
    purge(cli, EN[1])
    with sqlite3.connect(cli.own / "conversations.db") as db:
        count = db.execute("SELECT count(*) FROM said WHERE said MATCH 'quokkabert OR ninety'").fetchone()[0]
        left = [row[0] for row in db.execute("SELECT text FROM turns ORDER BY line")]
    db.close()
    assert (count, left) == (0, ["Noted.", "the wombat is fine"])
