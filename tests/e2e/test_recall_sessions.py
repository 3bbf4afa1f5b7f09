"""Where memory holds nothing, what was said in past sessions is found: verbatim, redacted, of this project alone."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from dreamd import conversations
from dreamd.conversations import Words
from dreamd.records import Transcript, Turn
from tests.conftest import World, _cli, _memory, _talk

if TYPE_CHECKING:
    from tests.conftest import Cli, Talk

KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
FLAKY = "the checkout spec times out because the stub server listens on IPv6 only"
ZH = "超时的原因是桩服务器只监听 IPv6，本机解析到了 IPv4"
LONG = "\n\n".join([f"Paragraph {number} talks about the weather in Bergen." for number in range(200)])
DOCUMENT = f"{LONG}\n\nThe quokka cluster is restarted by hand.\n\n{LONG}"


def looked_at(cli: Cli) -> None:
    assert cli("sessions", "--json").code == 0


def asked(cli: Cli, *arguments: str) -> Any:  # noqa: ANN401 (JSON)
    ran = cli("--workspace", "shop", "recall", "--json", *arguments)
    assert ran.code == 0, ran.err
    return ran.document


def texts(cli: Cli, *arguments: str) -> list[str]:
    return [passage["text"] for passage in asked(cli, *arguments)["passages"]]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A project whose sessions were looked at, and whose memory holds one rule; beside it another project."""
    top = tmp_path_factory.mktemp("shop")
    home = top / "home"
    home.mkdir()
    talk = _talk(home)
    talk("rule", "Always use pnpm instead of npm.", "> Noted.")
    talk("one", "why does it fail?", f"> I found it: {FLAKY}.", f"> {ZH}", f"> The token is {KEY}.")
    talk("two", "what is the quokka cluster", f"> {DOCUMENT}")
    talk("else", "our wombat is secret", "> I see, a wombat.", cwd="/w/other")
    made = World(_cli(home, top), talk, _memory(home))
    made.cli("once", "--all")
    return made


def test_what_was_kept_unredacted_is_shown_redacted_and_without_what_hides(cli: Cli, talk: Talk) -> None:
    talk("one", "hello", "> Hello.")
    looked_at(cli)
    (path,) = cli.own.rglob("conversations.db")
    key = "MIIEpAIBAAKCAQEA7d9mQ2v" * 30
    pem = f"The walrus key is:\n-----BEGIN RSA PRIVATE KEY-----\n{key}\n-----END RSA PRIVATE KEY-----\nKeep it."
    with conversations.opened(path) as kept:
        ((source, session), known), *_ = conversations.known(kept).items()
        hiding = Turn(source=source, session=session, line=98, role="assistant", text="The walrus key\u200b hides.")
        turns = (hiding, msgspec.structs.replace(hiding, line=99, text=pem))
        file = Transcript(source=source, session=session, location="", size=0, inode=0, mtime_ns=0)
        conversations.store(kept, Words(transcript=file, since=known.mark, mark=known.mark, turns=turns))
    shown = texts(cli, "--sessions", "walrus key")
    assert "The walrus key\\u200b hides." in shown
    assert [text for text in shown if "Keep it." in text]
    assert "MIIE" not in "".join(shown)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("why did the checkout spec time out", f"I found it: {FLAKY}."),
        ("stub server IPv6", f"I found it: {FLAKY}."),
        ("桩服务器为什么超时？", ZH),
    ],
)
def test_what_was_said_answers_where_no_entry_does(shop: World, question: str, said: str) -> None:
    found = asked(shop.cli, question)
    assert not [entry for entry in found["entries"] if entry["score"] > 0]
    assert said in [passage["text"] for passage in found["passages"]]
    words = shop.cli("--workspace", "shop", "recall", question).out
    assert f"  > {said}" in words
    assert "nobody checked it" in words


def test_a_passage_says_who_said_it_when_and_where(shop: World) -> None:
    (passage,) = asked(shop.cli, "checkout spec IPv6 stub")["passages"][:1]
    assert set(passage) == {
        *("source", "session", "line", "role", "date", "workspace", "text", "score", "left_out"),
    }
    said = (passage["source"], passage["line"], passage["role"], passage["date"], passage["workspace"])
    assert said == ("claude-code", 2, "assistant", "2026-11-02", "shop")
    assert "- the agent, 2026-11-02, claude-code/" in shop.cli("--workspace", "shop", "recall", "checkout spec").out


def test_beside_entries_it_is_shown_when_asked_for(shop: World) -> None:
    assert asked(shop.cli, "pnpm or npm")["passages"] == []
    both = asked(shop.cli, "pnpm or npm", "--sessions")
    assert [entry["text"] for entry in both["entries"]] == ["Always use pnpm instead of npm."]
    assert [passage["text"] for passage in both["passages"]] == ["Always use pnpm instead of npm."]


def test_a_secret_is_neither_kept_nor_shown(shop: World) -> None:
    assert "The token is [REDACTED:github-token]." in texts(shop.cli, "what is the token")
    assert KEY.encode() not in (shop.cli.own / "conversations.db").read_bytes()


@pytest.mark.parametrize("size", [900, 2000, 8000])
def test_a_long_turn_gives_whole_paragraphs_within_the_budget_and_counts_the_rest(shop: World, size: int) -> None:
    budget = ("--bytes", str(size))
    assert len(shop.cli("--workspace", "shop", "recall", "quokka cluster", "--sessions", *budget).out.encode()) <= size
    found = asked(shop.cli, "quokka cluster restarted", *budget)
    (passage,) = [one for one in found["passages"] if one["role"] == "assistant"]
    parts = passage["text"].split("\n\n")
    assert "The quokka cluster is restarted by hand." in parts
    assert set(parts) <= set(DOCUMENT.split("\n\n"))
    assert passage["left_out"] == 401 - len(parts)


def test_another_projects_sessions_are_not_looked_into(shop: World) -> None:
    assert texts(shop.cli, "what is our wombat", "--sessions") == []
    ran = shop.cli("recall", "--sessions", "wombat")
    assert (ran.code, "Stand in one" in ran.err) == (2, True)
    assert shop.cli("recall", "--json", "wombat").document["passages"] == []
    other = shop.cli("--workspace", "other", "recall", "wombat", "--json").document
    assert len(other["passages"]) == 2


def test_what_is_said_later_is_found_too_and_nothing_twice(cli: Cli, talk: Talk) -> None:
    talk("one", "the axolotl tank is in the cellar", "> Fine.")
    looked_at(cli)
    talk("one", "and the second axolotl tank is in the attic")
    looked_at(cli)
    looked_at(cli)
    said = texts(cli, "axolotl")
    assert sorted(said) == ["and the second axolotl tank is in the attic", "the axolotl tank is in the cellar"]


def test_what_dreams_had_read_before_is_found_too(cli: Cli, talk: Talk) -> None:
    talk("one", "the axolotl tank is in the cellar", "> Fine.")
    cli.once()
    (cli.own / "conversations.db").unlink()
    assert texts(cli, "axolotl") == []
    looked_at(cli)
    assert texts(cli, "axolotl") == ["the axolotl tank is in the cellar"]


def test_it_outlives_its_transcript(cli: Cli, talk: Talk) -> None:
    path = talk("one", "the axolotl tank is in the cellar", "> Fine.")
    looked_at(cli)
    path.unlink()
    looked_at(cli)
    assert texts(cli, "axolotl") == ["the axolotl tank is in the cellar"]


def test_a_transcript_that_was_written_anew_is_read_anew(cli: Cli, talk: Talk) -> None:
    path = talk("one", "the axolotl tank is in the cellar", "> Fine.")
    looked_at(cli)
    path.unlink()
    talk("one", "the axolotl tank was sold", "> Fine.", "nobody misses the axolotl")
    looked_at(cli)
    assert sorted(texts(cli, "axolotl")) == ["nobody misses the axolotl", "the axolotl tank was sold"]


def test_of_a_transcript_that_was_written_anew_no_old_word_stays_however_late_its_first_turn_stands(
    cli: Cli, talk: Talk
) -> None:
    path = talk("one", "the axolotl tank is in the cellar", "> Fine.")
    looked_at(cli)
    path.unlink()
    talk("one", "the wombat was sold")
    summaries = "".join(json.dumps({"type": "summary", "summary": f"{at}", "leafUuid": "x"}) + "\n" for at in range(4))
    path.write_text(summaries + path.read_text("utf-8"), "utf-8")
    looked_at(cli)
    assert texts(cli, "axolotl tank") == []
    assert texts(cli, "wombat") == ["the wombat was sold"]
    path.write_text(summaries, "utf-8")
    looked_at(cli)
    assert texts(cli, "wombat") == []


def configure(cli: Cli, text: str) -> None:
    cli.own.mkdir(parents=True, exist_ok=True)
    (cli.own / "config.toml").write_text(f"[sources]\n{text}\n")


def held(cli: Cli) -> bytes:
    path = cli.own / "conversations.db"
    return path.read_bytes() if path.exists() else b""


def test_an_excluded_project_is_never_kept(cli: Cli, talk: Talk) -> None:
    configure(cli, 'exclude = ["/w/shop"]')
    talk("one", "the axolotl tank is in the cellar", "> Fine.")
    looked_at(cli)
    looked_at(cli)
    assert b"axolotl" not in held(cli)


def test_a_project_that_is_excluded_later_is_hidden_at_once_and_goes_at_the_next_look(cli: Cli, talk: Talk) -> None:
    talk("one", "the axolotl tank is in the cellar", "> Fine.")
    looked_at(cli)
    assert b"axolotl" in held(cli)
    configure(cli, 'exclude = ["/w/shop"]')
    assert texts(cli, "axolotl", "--sessions") == []
    looked_at(cli)
    assert b"axolotl" not in held(cli)
    configure(cli, "")
    looked_at(cli)
    assert len(texts(cli, "axolotl")) == 1


def test_switched_off_it_is_deleted_and_says_so(cli: Cli, talk: Talk) -> None:
    talk("one", "the axolotl tank is in the cellar", "> Fine.")
    looked_at(cli)
    configure(cli, "session_texts = false")
    looked_at(cli)
    assert not (cli.own / "conversations.db").exists()
    assert texts(cli, "axolotl") == []
    ran = cli("--workspace", "shop", "recall", "axolotl", "--sessions")
    assert (ran.code, "session_texts = true" in ran.err) == (2, True)


def test_the_oldest_words_go_where_they_are_too_many_and_are_not_read_again(cli: Cli, talk: Talk) -> None:
    configure(cli, "session_texts_mb = 0.0001")
    talk("old", "the axolotl tank is in the cellar " * 2, day="2026-11-01")
    talk("new", "the wombat is in the garden " * 2, day="2026-11-05")
    for _ in range(2):
        looked_at(cli)
        assert (len(texts(cli, "axolotl")), len(texts(cli, "wombat"))) == (0, 1)


def test_a_damaged_file_is_made_again(cli: Cli, talk: Talk) -> None:
    talk("one", "the axolotl tank is in the cellar", "> Fine.")
    looked_at(cli)
    (cli.own / "conversations.db").write_bytes(b"no database" * 1000)
    looked_at(cli)
    looked_at(cli)
    assert len(texts(cli, "axolotl")) == 1


def test_a_program_s_run_is_not_kept(cli: Cli, talk: Talk) -> None:
    path = talk("one", "the axolotl tank is in the cellar", "> Fine.")
    text = path.read_text().replace('"entrypoint": "cli"', '"entrypoint": "sdk-cli"')
    path.write_text(text.replace(', "origin": {"kind": "human"}', ""))
    looked_at(cli)
    looked_at(cli)
    assert b"axolotl" not in held(cli)


def test_while_another_process_writes_it_a_look_goes_on_and_the_next_one_catches_up(cli: Cli, talk: Talk) -> None:
    talk("one", "the axolotl tank is in the cellar", "> Fine.")
    looked_at(cli)
    talk("two", "the wombat is in the garden", "> Fine.")
    with sqlite3.connect(cli.own / "conversations.db", isolation_level=None) as db:
        db.execute("BEGIN EXCLUSIVE")
        looked_at(cli)
        db.execute("ROLLBACK")
    db.close()
    looked_at(cli)
    assert len(texts(cli, "wombat")) == 1
