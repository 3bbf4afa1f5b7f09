"""``split`` moves what stands below headings into topics, word for word; ``index`` makes our own pointers anew."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from dreamd.memory import entry, topic
from tests.faults.test_remembering import KILLED, leftovers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Cli, Look, Memory, Talk, World

OLD_NS = 1_780_000_000_000_000_000
ENGLISH = (
    b"---\nname: Release process\ndescription: Read before tagging\ntype: project\n---\n"
    b"# Release process\n\nWhat a person wrote.\n\n## Rollback\n\n"
    + b"- Put the old tag back, and tell everybody who may have pulled it.\n" * 40
    + b"\n```sh\n# no heading\n## none either\n```\n\nWho approves\n------------\n\n- Anna\n"
    + b"\nMore words on that.\n" * 90
)
CHINESE = (
    "# 发布流程\r\n\r\n## 回滚\r\n\r\n"
    + "- 先把旧标签放回去，再通知所有人。\r\n" * 40
    + "\r\n## 谁来批准\r\n\r\n"
    + "- 安娜批准定价规则。\r\n" * 60
).encode()


@pytest.fixture
def shop(cli: Cli, talk: Talk, memory: Memory) -> Path:
    """Claude Code's memory of a project, after one dream; its directory."""
    talk("one", "Always use pnpm instead of npm.", "> Noted.", "Never push to main without asking me first.")
    cli.once()
    return memory()


def put(here: Path, name: str, data: bytes) -> None:
    """Lay a file as a person wrote it, long ago, with a pointer to it."""
    (here / name).write_bytes(data)
    os.utime(here / name, ns=(OLD_NS, OLD_NS))
    if name != "MEMORY.md":
        with (here / "MEMORY.md").open("ab") as handle:
            handle.write(f"- [Mine]({name}) - my words\n".encode())


def split(cli: Cli, *arguments: str, code: int = 0) -> Any:  # noqa: ANN401 (JSON)
    ran = cli("split", "--json", "--workspace", "shop", *arguments)
    assert ran.code == code, ran.err or ran.out
    return ran.document


def bodies(here: Path, document: Any) -> list[bytes]:  # noqa: ANN401 (JSON)
    """What each new file holds below the head that dreamd gave it."""
    found = []
    for item in document["files"]:
        held = topic.parse("x", (here / item["file"]).read_bytes())
        found += ["".join(held.lines[held.front.stop :]).encode()] if item["new"] else []
    return found


@pytest.mark.parametrize(
    ("data", "kept", "headings", "trigger"),
    [
        (ENGLISH, b"What a person wrote.\n\n", [["Rollback"], ["Who approves"]], "Read before anything about Rollback"),
        (CHINESE, "通知所有人。\r\n\r\n".encode(), [["谁来批准"]], "涉及谁来批准前读（选自发布流程）"),
    ],
    ids=["English", "中文"],
)
def test_each_heading_stands_in_one_file_every_byte_stays_and_undo_gives_them_back(
    cli: Cli, shop: Path, look: Look, *, data: bytes, kept: bytes, headings: list[list[str]], trigger: str
) -> None:
    put(shop, "release.md", data)
    before = look(shop)
    done = split(cli, "--yes", "release")
    first, *new = done["files"]
    assert (done["outcome"], first["file"], [item["headings"] for item in new]) == ("split", "release.md", headings)
    assert (shop / "release.md").read_bytes().endswith(kept)
    assert (shop / "release.md").read_bytes() + b"".join(bodies(shop, done)) == data
    assert new[0]["description"].startswith(trigger)
    assert all(item["bytes"] < 4096 for item in done["files"])
    index = (shop / "MEMORY.md").read_text("utf-8")
    assert [index.count(f"]({item['file']})") for item in done["files"]] == [1] * len(done["files"])
    assert {(shop / item["file"]).stat().st_mtime_ns for item in done["files"]} == {OLD_NS}
    (step, *_) = cli("history", "--json").document["steps"]
    assert (step["id"], step["kind"]) == (done["id"], "govern")
    assert [change["op"] for change in cli("show", "--json", done["id"]).document["changes"]][-1] == "edit"
    assert cli("undo", done["id"]).code == 0
    assert look(shop) == before
    assert cli("check", "--json", "--workspace", "shop").document["findings"] == [] or len(data) >= 4096


def test_entries_of_ours_stay_ours_and_keep_what_they_rest_on(cli: Cli, shop: Path) -> None:
    rules = next(path for path in shop.glob("*.md") if "pnpm" in path.read_text("utf-8"))
    text = rules.read_text("utf-8")
    own = next(line for line in text.splitlines() if "pnpm" in line)
    rules.write_text(f"{text}\n## On pushing\n\n" + "- A line of a person's.\n" * 60 + f"\n## On packages\n\n{own}\n")
    rules.write_text(rules.read_text("utf-8").replace(f"{own}\n", "", 1))
    done = split(cli, "--yes", rules.name)
    moved = next(item["file"] for item in done["files"] if "On packages" in item["headings"])
    (held,) = [item.entry for item in entry.parse((shop / moved).read_text("utf-8").splitlines())]
    assert (held.created, held.sources[0].partition("/")[0]) == ("2026-11-02", "claude-code")
    (why,) = cli("why", "--json", "pnpm").document["entries"]
    assert (why["topic"], len(why["evidence"])) == (moved.removesuffix(".md"), 1)
    assert cli("confirm", "--workspace", "shop", "pnpm").code == 1  # only a person may
    (found,) = [item for item in cli("recall", "--json", "pnpm").document["entries"] if "pnpm" in item["text"]]
    assert found["unverified"] is False


def test_an_index_that_grew_gives_its_content_away_and_keeps_its_pointers(cli: Cli, shop: Path, look: Look) -> None:
    index = shop / "MEMORY.md"
    grown = index.read_bytes() + b"\n## Hosts\n\n- db-01 holds the orders\n\n## Links\n\n- [Wiki](wiki.md): mine\n"
    index.write_bytes(grown)
    before = look(shop)
    done = split(cli, "--yes", "MEMORY.md")
    (_, new) = done["files"]
    assert (new["file"], new["headings"]) == ("hosts.md", ["Hosts"])
    lines = index.read_bytes().splitlines()
    assert lines == [*grown.replace(b"## Hosts\n\n- db-01 holds the orders\n\n", b"").splitlines()[:2], *lines[2:]]
    assert b"db-01" not in index.read_bytes().replace(b"[Hosts]", b"")
    assert b"## Links\n\n- [Wiki](wiki.md): mine\n" in index.read_bytes()
    assert cli("undo", done["id"]).code == 0
    assert look(shop) == before
    assert cli.typed("remember", "--workspace", "shop", "--topic", "hosts", "db-01 holds the orders").code == 0


def test_nobody_is_there_to_be_asked_so_it_is_only_shown(cli: Cli, shop: Path, look: Look) -> None:
    put(shop, "release.md", ENGLISH)
    before = look(shop)
    planned = split(cli, "release", code=2)
    assert (planned["outcome"], planned["id"]) == ("planned", "")
    shown = cli("split", "--workspace", "shop", "release")
    assert (shown.code, "add --yes" in shown.err) == (2, True)
    assert "+ release-rollback.md" in shown.out
    assert look(shop) == before
    assert [item["file"] for item in split(cli, "release", "--yes")["files"]] == [i["file"] for i in planned["files"]]


def test_a_person_is_asked(cli: Cli, shop: Path, look: Look) -> None:
    put(shop, "release.md", ENGLISH)
    before = look(shop)
    assert answered(cli, b"n\n", "split", "--workspace", "shop", str(shop / "release.md")) == 1
    assert look(shop) == before
    assert answered(cli, b"y\n", "split", str(shop / "release.md")) == 0
    assert (shop / "release-rollback.md").exists()


def answered(cli: Cli, said: bytes, *arguments: str) -> int:
    """How the command ends for a person who answers so at a terminal."""
    ours, theirs = os.openpty()
    try:
        with cli.start(*arguments, stdin=theirs) as process:
            os.write(ours, said)
            process.communicate()
            return process.returncode
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("plain.md", b"Only words.\n" * 400, "has no headings"),
        ("one.md", b"# One\n\n" + b"word\n" * 900, "has no headings"),
        ("bytes.md", b"# A\n\n\xff\n\n# B\n", "not UTF-8"),
        ("keys.md", b"# T\n\nx\n\n## AKIA" + b"Z7" * 8 + b"\n\n" + b"x\n" * 900, "holds a secret"),
    ],
)
def test_what_cannot_be_split_is_refused_with_the_reason(
    cli: Cli, shop: Path, look: Look, name: str, data: bytes, why: str
) -> None:
    put(shop, name, data)
    before = look(shop)
    error = split(cli, "--yes", name, code=1)["error"]
    assert why in error["message"]
    assert look(shop) == before


def test_what_is_no_file_of_the_memory_is_refused(cli: Cli, shop: Path) -> None:
    (shop / "link.md").symlink_to(shop / "MEMORY.md")
    for name in ("nowhere", "link", "../MEMORY.md"):
        error = split(cli, "--yes", name, code=1)["error"]
        assert "is no file of the memory" in error["message"]


def test_a_full_index_takes_no_topics_of_a_split(cli: Cli, shop: Path, look: Look) -> None:
    put(shop, "release.md", ENGLISH)
    with (shop / "MEMORY.md").open("ab") as handle:
        handle.write(b"a line of mine\n" * 180)
    before = look(shop)
    assert "agents cut it at 200" in split(cli, "--yes", "release", code=1)["error"]["message"]
    assert look(shop) == before


def test_status_and_check_name_the_file_to_split(cli: Cli, shop: Path) -> None:
    put(shop, "release.md", ENGLISH)
    (row,) = cli("status", "--json").document["workspaces"]
    assert any("dreamd split release.md" in line for line in row["attention"])
    (found,) = [item for item in cli("check", "--json").document["findings"] if item["severity"] == "blocking"]
    assert "dreamd split release.md" in found["proposal"]


def index(cli: Cli) -> Any:  # noqa: ANN401 (JSON)
    ran = cli("index", "--json", "--workspace", "shop")
    assert ran.code == 0, ran.err
    return ran.document


@pytest.mark.parametrize("said", ["Read before any package is added", "加依赖前读"])
def test_our_pointers_are_made_anew_and_the_lines_of_others_stay(cli: Cli, shop: Path, look: Look, said: str) -> None:
    pointers = shop / "MEMORY.md"
    rules = next(path for path in shop.glob("*.md") if "pnpm" in path.read_text("utf-8"))
    pointers.write_bytes(b"# Mine\r\n\r\n" + pointers.read_bytes() + b"- [Dead](dead.md)\nnot a pointer\n")
    (shop / "lonely.md").write_text("# Lonely\n")
    put(shop, "other.md", b"- theirs\n")
    assert index(cli)["id"] == ""
    before = look(shop)
    text = rules.read_text("utf-8")
    old = next(line for line in text.splitlines() if line.startswith("description: "))
    rules.write_text(text.replace(old, f'description: "{said}"'), "utf-8")
    stood = pointers.read_bytes().splitlines()
    done = index(cli)
    (was,) = done["was"]
    assert any(said in line for line in done["lines"])
    now = pointers.read_bytes().splitlines()
    assert [line for line in now if said not in line.decode()] == [line for line in stood if line != was.encode()]
    assert {"MEMORY.md: the index names dead.md, which is not there"} <= set(done["findings"])
    assert {"lonely.md: the index does not name this topic"} <= set(done["findings"])
    after = look(shop)
    assert index(cli)["id"] == ""
    assert look(shop) == after
    assert cli("undo", done["id"]).code == 0
    assert pointers.read_bytes().splitlines() == stood
    assert before["MEMORY.md"] == look(shop)["MEMORY.md"]


@pytest.mark.parametrize(("lines", "told"), [(149, ""), (150, "150 lines"), (180, "no new topic")])
def test_the_size_of_the_index_is_told(cli: Cli, shop: Path, lines: int, told: str) -> None:
    with (shop / "MEMORY.md").open("ab") as handle:
        handle.write(b"a line of mine\n" * (lines - len((shop / "MEMORY.md").read_bytes().splitlines())))
    found = [line for line in index(cli)["findings"] if "lines" in line]
    assert found == ([] if not told else found)
    assert [told in line for line in found] == ([True] if told else [])


def begun(world: World) -> Cli:
    """A memory with a file to split."""
    world.talk("one", "Always use pnpm instead of npm.", "> Noted.")
    world.cli.once()
    put(world.memory(), "release.md", ENGLISH)
    return world.cli


def dying(cli: Cli, number: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(KILLED), str(number), "split", "--yes", "--workspace", "shop", "release"]
    return subprocess.run(command, cwd=cli.cwd, env=cli.environment, capture_output=True, text=True, check=False)


def settles(one: World, number: int, look: Look) -> None:
    """Kill the split: every line stands at once, and after the next command it is done or was never begun."""
    cli, memory = begun(one), one.memory()
    before = look(memory)
    assert dying(cli, number).returncode == -9
    standing = b"".join(path.read_bytes() for path in memory.glob("*.md"))
    assert not {line for line in ENGLISH.splitlines() if line not in standing}
    assert cli("status", "--json").code == 0
    done = (memory / "release-rollback.md").exists()
    assert done or look(memory) == before
    again = cli("split", "--json", "--yes", "--workspace", "shop", "release")
    assert again.code == (1 if done else 0)
    steps = cli("history", "--json").document["steps"]
    assert [step["kind"] for step in steps] == ["govern", "dream"]
    assert cli("undo", steps[0]["id"]).code == 0
    assert look(memory) == before
    assert leftovers(cli) == []


@pytest.mark.slow  # every second change of the world
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(2))
def test_killed_at_any_change_of_the_world_a_split_is_whole_or_undone(
    world: Callable[[str], World], look: Look, part: int
) -> None:
    ran = dying(begun(world("whole")), 0)
    assert ran.returncode == 0, ran.stderr
    for number in range(1 + part, int(ran.stderr.splitlines()[-1]) + 1, 4):
        settles(world(str(number)), number, look)


def test_killed_in_the_middle_a_split_is_whole_or_undone(world: Callable[[str], World], look: Look) -> None:
    total = int(dying(begun(world("whole")), 0).stderr.splitlines()[-1])
    settles(world("killed"), total * 5 // 8, look)
