"""What was said often stands at every start; what two projects say, procedures and old rules are proposed and asked."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.test_split import answered

if TYPE_CHECKING:
    from tests.conftest import Cli, Look, Memory, Talk

RULES = {
    "English": "Never push to main without asking me first.",
    "中文": "全程用中文回复，长任务中途也不许切英文。",
}
PNPM = "Always use pnpm instead of npm."
STEPS = "To release, first bump the version, then tag it, then push the tag, and finally tell Anna."


def ask_first(cli: Cli) -> None:
    cli.own.mkdir(exist_ok=True)
    (cli.own / "config.toml").write_text('[resident]\npromote = "ask"\n')


def proposals(cli: Cli, *arguments: str) -> list[dict[str, Any]]:
    ran = cli("promote", "--json", *arguments)
    assert ran.code == 0, ran.err or ran.out
    return list(ran.document["proposals"])


def three_times(talk: Talk, said: str, *, sessions: int, cwd: str = "/w/shop") -> None:
    """The person says it three times, in so many sessions."""
    for number in range(3):
        talk(f"{cwd}-{number % sessions}", said, "> Understood.", day=f"2026-11-0{2 + number}", cwd=cwd)


@pytest.mark.parametrize("sessions", [1, 3], ids=["in one session", "in three"])
@pytest.mark.parametrize("said", RULES.values(), ids=RULES)
def test_a_correction_made_three_times_stands_at_every_start(
    cli: Cli, talk: Talk, memory: Memory, said: str, sessions: int
) -> None:
    three_times(talk, said, sessions=sessions)
    dream = cli.once()
    (moved,) = [entry for entry in dream["entries"] if entry["op"] == "move"]
    assert (moved["topic"], moved["text"]) == ("agent-rules", said)
    assert said in cli("resident", "--workspace", "shop").out
    assert [path.name for path in memory().glob("*.md") if said in path.read_text("utf-8")] == ["agent-rules.md"]
    steps = cli("history", "--json").document["steps"]
    assert [(step["id"], step["kind"]) for step in steps] == [
        (dream["promoted"], "promote"),
        (dream["dream_id"], "dream"),
    ]
    (change,) = cli("show", "--json", dream["promoted"]).document["changes"]
    assert (change["op"], change["file"], change["text"]) == ("move", "agent-rules.md", said)
    (why,) = cli("why", "--json", said.partition(" ")[0]).document["entries"]
    assert len(why["evidence"]) == 3
    assert '"memory.promoted"' in (cli.own / "log" / "dreamd.jsonl").read_text("utf-8")
    assert cli.once()["outcome"] == "nothing_new"


REPROACHED = {
    "English": ("Always run make lint before a commit.", "You forgot again, {}", "I told you twice: {}"),
    "中文": ("提交之前必须先跑 make lint。", "你又忘了，{}", "我说过很多次了，{}"),
}


@pytest.mark.parametrize(("said", "again", "once_more"), REPROACHED.values(), ids=REPROACHED)
def test_a_correction_that_is_repeated_with_a_reproach_counts_as_the_same(
    cli: Cli, talk: Talk, said: str, again: str, once_more: str
) -> None:
    for number, turn in enumerate((said, again.format(said), once_more.format(said))):
        talk(f"s{number}", turn, "> Sorry.", day=f"2026-11-0{2 + number}")
    cli.once()
    assert f"- {said}" in cli("resident", "--workspace", "shop").out


def test_said_twice_it_waits_and_the_third_time_may_be_in_a_later_dream(cli: Cli, talk: Talk) -> None:
    said = RULES["English"]
    talk("one", said, "> Sure.", said)
    assert cli.once()["promoted"] == ""
    assert proposals(cli) == []
    talk("one", "> Sorry.", said, day="2026-11-03")
    dream = cli.once()
    assert (dream["outcome"], [entry["op"] for entry in dream["entries"]]) == ("nothing_new", ["move"])
    assert dream["promoted"]
    talk("two", "Thanks.", day="2026-11-04")
    assert cli.once()["promoted"] == ""


def test_a_promotion_that_is_undone_is_given_back_byte_for_byte_and_not_made_again(
    cli: Cli, talk: Talk, memory: Memory, look: Look
) -> None:
    said = RULES["English"]
    talk("one", said, "> Sure.", said)
    cli.once()
    before = look(memory())
    talk("one", said, day="2026-11-03")
    step = cli.once()["promoted"]
    assert cli("undo", step).code == 0
    assert look(memory()) == before
    assert proposals(cli) == []
    talk("two", said, day="2026-11-04")
    assert cli.once()["promoted"] == ""
    assert said in (memory() / "commits-and-reviews.md").read_text("utf-8")


def test_with_ask_it_is_proposed_with_what_it_rests_on(cli: Cli, talk: Talk, memory: Memory, look: Look) -> None:
    ask_first(cli)
    three_times(talk, PNPM, sessions=2)
    assert cli.once()["promoted"] == ""
    before = look(memory())
    (found,) = proposals(cli)
    assert set(found) >= {"id", "kind", "text", "from", "to", "evidence", "times"}
    assert (found["kind"], found["text"], found["to"], found["times"]) == ("resident", PNPM, "agent-rules.md", 3)
    assert [quote["quote"] for quote in found["evidence"]] == [PNPM] * 3
    listed = cli("promote")
    assert (listed.code, PNPM in listed.out, "add --yes" in listed.err) == (0, True, True)
    (row,) = cli("status", "--json").document["workspaces"]
    assert "1 proposal for every start: dreamd promote" in row["attention"]
    assert any("dreamd promote" in item["proposal"] for item in cli("check", "--json").document["findings"])
    assert look(memory()) == before
    assert answered(cli, b"later\n", "promote") == 0
    assert look(memory()) == before
    assert answered(cli, b"yes\n", "promote") == 0
    assert PNPM in (memory() / "agent-rules.md").read_text("utf-8")
    assert proposals(cli) == []
    (row,) = cli("status", "--json").document["workspaces"]
    assert row["attention"] == []


def test_what_was_denied_is_not_proposed_again(cli: Cli, talk: Talk, memory: Memory, look: Look) -> None:
    ask_first(cli)
    three_times(talk, PNPM, sessions=3)
    cli.once()
    before = look(memory())
    assert answered(cli, b"no\n", "promote") == 0
    assert look(memory()) == before
    assert proposals(cli) == []
    talk("four", PNPM, day="2026-11-09")
    dream = cli.once()
    assert ([entry["op"] for entry in dream["entries"]], proposals(cli)) == (["confirm"], [])


def test_over_the_budget_of_a_start_a_promotion_stays_a_proposal_and_the_ways_out_are_told(
    cli: Cli, talk: Talk, memory: Memory, look: Look
) -> None:
    memory().mkdir(parents=True)
    (memory() / "agent-rules.md").write_text("- One more rule, and yet another one.\n" * 107)
    (memory() / "MEMORY.md").write_text("- [Rules](agent-rules.md)\n")
    three_times(talk, PNPM, sessions=3)
    assert cli.once()["promoted"] == ""
    before = look(memory())
    (found,) = proposals(cli, "--yes")
    assert all(way in found["blocked"] for way in ("compress", "move", "split", "agent-rules.md would have"))
    assert look(memory()) == before
    (row,) = cli("status", "--json").document["workspaces"]
    assert any("dreamd promote" in line for line in row["attention"])
    (memory() / "agent-rules.md").write_text("- One rule.\n")
    talk("again", PNPM, day="2026-11-09")
    assert cli.once()["promoted"]


def test_what_a_third_project_contradicts_waits(cli: Cli, talk: Talk) -> None:
    talk("one", PNPM, "> Noted.", cwd="/w/shop")
    talk("two", PNPM, "> Noted.", day="2026-11-05", cwd="/w/blog")
    talk("three", "Always use npm instead of pnpm.", "> Noted.", day="2026-11-06", cwd="/w/docs")
    cli.once("--all")
    (found,) = proposals(cli)
    assert found["blocked"] == "docs says: “Always use npm instead of pnpm.” Forget that first"
    (done,) = cli("promote", "--json", "--yes").document["done"]
    assert done["outcome"] == "refused"
    talk("four", "Always use npm instead of pnpm.", "> Noted.", day="2026-11-07", cwd="/w/site")
    cli.once("--all")
    assert [bool(one["blocked"]) for one in proposals(cli)] == [True, True], "neither of two sides holds everywhere"


def test_what_two_projects_say_is_proposed_for_every_project(cli: Cli, talk: Talk, memory: Memory) -> None:
    talk("one", PNPM, "> Noted.", cwd="/w/shop")
    talk("two", "always use pnpm instead of npm", "> Noted.", day="2026-11-05", cwd="/w/blog")
    cli.once("--all")
    (found,) = proposals(cli)
    assert (found["kind"], found["workspace"], found["to"]) == ("me", "me", "me/agent.md")
    assert sorted(found["from"].split(", ")) == ["blog", "shop"]
    assert len(found["evidence"]) == 2
    rows = cli("status", "--json").document["workspaces"]
    assert [row["name"] for row in rows if any("dreamd promote" in line for line in row["attention"])] == [
        "blog",
        "shop",
    ]
    soul = cli.own / "workspaces" / "me" / "soul.md"
    soul.parent.mkdir(parents=True)
    soul.write_text("A careful helper.\n" * 700)
    (full,) = cli("promote", "--json", "--yes", found["id"]).document["done"]
    assert "there is room for" in full["message"], "every start would be over its budget"
    soul.unlink()
    (done,) = cli("promote", "--json", "--yes", found["id"]).document["done"]
    assert done["outcome"] == "taken"
    text = (cli.own / "workspaces" / "me" / "agent.md").read_text("utf-8")
    assert "seen: 2" in text
    assert "created: 2026-11-02, updated: 2026-11-05" in text
    assert cli("resident", "--workspace", "shop").out.count("- always use pnpm") == 1
    assert PNPM in "".join(path.read_text("utf-8") for path in memory("/w/shop").glob("*.md"))
    assert proposals(cli) == []
    assert cli("undo", done["step"]).code == 0
    assert proposals(cli) == []


def test_a_procedure_that_is_told_again_is_proposed_as_a_skill(cli: Cli, talk: Talk) -> None:
    place = cli.home / "shop"
    subprocess.run(["git", "init", "-q", str(place)], check=True)
    for session, day in (("one", "2026-11-02"), ("two", "2026-11-03")):
        talk(session, "We deploy from main -> staging -> production.", "> Noted.", day=day, cwd=str(place))
    cli.once("--all")
    (found,) = proposals(cli)
    assert found["kind"] == "skill"
    assert found["to"].startswith("dreamd skills new NAME --from ")
    (done,) = cli("promote", "--json", "--yes").document["done"]
    assert (done["outcome"], found["to"] in done["message"]) == ("refused", True)


def test_a_rule_that_nobody_confirmed_for_180_days_is_proposed_for_demotion(
    cli: Cli, talk: Talk, memory: Memory, look: Look
) -> None:
    for number in range(3):
        talk(f"old-{number}", PNPM, "> Noted.", day=f"2025-11-0{number + 1}")
    cli.once()
    assert PNPM in (memory() / "agent-rules.md").read_text("utf-8")
    before = look(memory())
    (found,) = proposals(cli)
    assert (found["kind"], found["from"], found["text"]) == ("demote", "agent-rules", PNPM)
    (done,) = cli("promote", "--json", "--yes").document["done"]
    assert not (memory() / "agent-rules.md").exists() or PNPM not in (memory() / "agent-rules.md").read_text("utf-8")
    assert f"- {PNPM}" not in cli("resident", "--workspace", "shop").out
    assert any(PNPM in path.read_text("utf-8") for path in memory().glob("*.md"))
    assert cli("undo", done["step"]).code == 0
    assert look(memory()) == before
    assert proposals(cli) == []


def test_what_is_of_another_hand_unconfirmed_or_of_this_hour_is_not_promoted(
    cli: Cli, talk: Talk, memory: Memory
) -> None:
    ask_first(cli)
    talk("one", "hello", "> Hello.")
    cli.once()
    bracket = "[created: 2026-11-02, updated: 2026-11-02, source: claude-code/aaaaaaaa-0000#L3, seen: 5]"
    memory().mkdir(parents=True, exist_ok=True)
    (memory() / "theirs.md").write_text(f"---\nname: T\ntype: feedback\n---\n# T\n\n- Always shout. {bracket}\n")
    os.utime(memory() / "theirs.md")
    three_times(talk, "The staging database is db-04.", sessions=3)
    cli.once()
    assert proposals(cli) == []
