"""Agents made to load the memory at their start: shown, asked, done, taken back; nothing of others changes."""

from __future__ import annotations

import json
import os
import pty
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Cli, Look

SETTINGS = '{\n  "env": {"ANTHROPIC_API_KEY": "sk-ant-api03-' + "Zq7" * 20 + '"},\n  "model": "opus"\n}\n'
FOLDERS = {"claude-code": ".claude", "codex": ".codex", "gemini": ".gemini"}
FILES = {"claude-code": "settings.json", "codex": "AGENTS.md", "gemini": "GEMINI.md"}
HELD = {"claude-code": SETTINGS, "codex": "# Mine\n\n- Be brief.", "gemini": "- 请简洁。\r\n- Use pnpm.\r\n"}


@pytest.fixture
def agents(home: Path) -> dict[str, Path]:
    """Every agent's file, with what its person has in it."""
    found = {name: home / folder / FILES[name] for name, folder in FOLDERS.items()}
    for name, path in found.items():
        path.parent.mkdir()
        path.write_bytes(HELD[name].encode())
        path.chmod(0o640)
    return found


def hooks(cli: Cli, *arguments: str) -> dict[str, Any]:
    ran = cli("hooks", *arguments, "--json")
    assert ran.code == 0, ran.err or ran.out
    return {item["agent"]: item for item in ran.document["hooks"]}


def called(path: Path) -> str:
    """The command that the agent is to run."""
    if path.suffix == ".json":
        return str(json.loads(path.read_text("utf-8-sig"))["hooks"]["SessionStart"][0]["hooks"][0]["command"])
    return next(line for line in path.read_text("utf-8").splitlines() if " resident " in line)


def test_every_agent_found_is_made_to_load_it_and_given_back_as_it_was(
    cli: Cli, agents: dict[str, Path], look: Look, home: Path
) -> None:
    before = {name: path.read_bytes() for name, path in agents.items()}
    assert {name: item["state"] for name, item in hooks(cli, "show").items()} == dict.fromkeys(FILES, "absent")
    done = hooks(cli, "install", "--yes")
    assert all(item["state"] == "installed" and item["changed"] for item in done.values())
    for name, path in agents.items():
        words = shlex.split(called(path))
        assert words[-7:] == ["-I", "-m", "dreamd", "resident", "--quiet", "--agent", name]
        assert words[:3] == ["env", f"DREAMD_HOME={cli.own}", sys.executable]
        assert path.stat().st_mode & 0o777 == 0o640
    assert agents["codex"].read_text("utf-8").startswith(HELD["codex"] + "\n\n<!-- dreamd: begin")
    assert agents["gemini"].read_bytes().count(b"\n") == agents["gemini"].read_bytes().count(b"\r\n")
    seen = look(home)
    assert not any(item["changed"] for item in hooks(cli, "install", "--yes").values())
    assert look(home) == seen
    assert {name: item["state"] for name, item in hooks(cli, "show").items()} == dict.fromkeys(FILES, "installed")
    hooks(cli, "uninstall", "--yes")
    assert {name: path.read_bytes() for name, path in agents.items()} == before
    assert all(path.stat().st_mode & 0o777 == 0o640 for path in agents.values())
    assert "sk-ant" not in (cli.own / "hooks.json").read_text("utf-8")


def test_a_file_that_was_not_there_is_not_there_again(cli: Cli, home: Path, look: Look) -> None:
    for folder in FOLDERS.values():
        (home / folder).mkdir()
    before = look(home)
    assert all(item["state"] == "installed" for item in hooks(cli, "install", "--yes").values())
    assert (home / ".claude" / "settings.json").stat().st_mode & 0o777 == 0o600
    hooks(cli, "uninstall", "--yes")
    assert look(home) == before


def test_it_goes_where_the_agent_looks_when_its_person_chose_another_file(
    cli: Cli, agents: dict[str, Path], look: Look, home: Path
) -> None:
    hooks(cli, "install", "--yes", "--agent", "codex")
    override = agents["codex"].with_name("AGENTS.override.md")
    override.write_text("For this week: answer in French.\n", "utf-8")
    settings = agents["gemini"].with_name("settings.json")
    settings.write_text('{"context": {"fileName": ["CONTEXT.md", "../NOT.md"]}, /* mine */}', "utf-8")
    before = look(home)
    shown = hooks(cli, "show")
    assert {name: Path(shown[name]["path"]).name for name in ("codex", "gemini")} == {
        "codex": override.name,
        "gemini": "CONTEXT.md",
    }
    assert shown["codex"]["state"] == shown["gemini"]["state"] == "absent"
    hooks(cli, "install", "--yes")
    assert called(override)
    assert called(settings.with_name("CONTEXT.md"))
    assert agents["gemini"].read_bytes() == HELD["gemini"].encode()
    hooks(cli, "uninstall", "--yes")
    kept = {name: data for name, (_, _, data) in before.items()}
    codex = str(agents["codex"].relative_to(home))
    assert {name: data for name, (_, _, data) in look(home).items()} == kept | {codex: HELD["codex"].encode()}


def test_what_was_put_in_is_taken_out_also_where_the_agent_looks_elsewhere_by_now(
    cli: Cli, agents: dict[str, Path], look: Look, home: Path
) -> None:
    settings = agents["gemini"].with_name("settings.json")
    settings.write_text('{"context": {"fileName": "A.md"}}', "utf-8")
    hooks(cli, "install", "--yes", "--agent", "gemini")
    assert called(settings.with_name("A.md"))
    settings.write_text('{"context": {"fileName": "B.md"}}', "utf-8")
    (home / ".codex" / "AGENTS.override.md").mkdir()
    hooks(cli, "uninstall", "--yes")
    assert not settings.with_name("A.md").exists()
    agents["gemini"].unlink()
    agents["gemini"].symlink_to(agents["codex"])
    settings.unlink()
    before = look(home)[str(agents["codex"].relative_to(home))][2]
    hooks(cli, "install", "--yes")
    hooks(cli, "uninstall", "--yes")
    assert look(home)[str(agents["codex"].relative_to(home))][2] == before


@pytest.mark.parametrize("name", ["settings.json", ".env", "sub/A.md", "a\\u0000b.md", "a\\ud800b.md", ".md", "A"])
def test_no_block_goes_into_what_is_no_markdown_file_beside_the_settings(
    cli: Cli, agents: dict[str, Path], name: str
) -> None:
    settings = agents["gemini"].with_name("settings.json")
    told = f'{{"context": {{"fileName": "{name}"}}}}'
    settings.write_text(told, "utf-8")
    done = hooks(cli, "install", "--yes", "--agent", "gemini")
    assert Path(done["gemini"]["path"]) == agents["gemini"]
    assert settings.read_text("utf-8") == told
    assert {path.name for path in settings.parent.iterdir()} == {"settings.json", "GEMINI.md"}


def test_an_override_that_says_nothing_and_a_setting_that_names_the_usual_file_change_nothing(
    cli: Cli, agents: dict[str, Path]
) -> None:
    agents["codex"].with_name("AGENTS.override.md").write_text(" \n", "utf-8")
    agents["gemini"].with_name("settings.json").write_text('{"context": {"fileName": ["A.md", "GEMINI.md"]}}', "utf-8")
    shown = hooks(cli, "show")
    assert [Path(shown[name]["path"]) for name in ("codex", "gemini")] == [agents["codex"], agents["gemini"]]


def test_only_agents_that_are_here_are_meant(cli: Cli, home: Path) -> None:
    ran = cli("hooks", "install", "--yes")
    assert (ran.code, "no agent is found" in ran.err) == (2, True)
    (home / ".codex").mkdir()
    assert list(hooks(cli, "install", "--yes")) == ["codex"]
    assert hooks(cli, "show")["gemini"]["state"] == "not_found"
    assert cli("hooks", "install", "--yes", "--agent", "gemini").code == 2
    assert not (home / ".gemini").exists()
    assert cli("hooks", "install", "--agent", "emacs").code == 2


def test_it_is_shown_first_and_nobody_is_passed_over(cli: Cli, agents: dict[str, Path], look: Look, home: Path) -> None:
    before = look(home)
    ran = cli("hooks", "install")
    assert ran.code == 2
    assert "Add --yes" in ran.err
    assert '+        "matcher": "startup|resume|clear|compact",' in ran.out
    assert "+<!-- dreamd: begin" in ran.out
    assert "sk-ant-api03" not in ran.out, "what stands beside it is nobody's to see"
    assert cli("hooks", "install", "--json").document["error"]["kind"] == "ConfigError"
    hooks(cli, "install", "--yes")
    assert cli("hooks", "uninstall").code == 2
    hooks(cli, "uninstall", "--yes")
    assert {name: item[2] for name, item in look(home).items()} == {name: item[2] for name, item in before.items()}
    assert agents


@pytest.mark.parametrize(("meanwhile", "said"), [(False, "Installed."), (True, "was changed meanwhile")])
def test_a_person_is_asked_and_a_change_in_that_time_is_noticed(
    cli: Cli, home: Path, *, meanwhile: bool, said: str
) -> None:
    path = home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text(SETTINGS, "utf-8")
    ours, theirs = pty.openpty()
    with cli.start("hooks", "install", stdin=theirs) as process:
        assert process.stderr is not None
        heard = ""
        while "Do it?" not in heard:
            heard += process.stderr.read(1)
        assert path.read_text("utf-8") == SETTINGS
        if meanwhile:
            path.write_text('{"model": "haiku"}', "utf-8")
        os.write(ours, b"y\n")
        out, err = process.communicate()
    os.close(ours)
    os.close(theirs)
    assert said in out + err
    assert process.returncode == (1 if meanwhile else 0)
    if meanwhile:
        assert path.read_text("utf-8") == '{"model": "haiku"}'
        assert [item.name for item in path.parent.iterdir()] == ["settings.json"]
        assert json.loads((cli.own / "hooks.json").read_text("utf-8")) == {}


def test_what_somebody_changed_is_told_and_replaced_when_asked(cli: Cli, agents: dict[str, Path]) -> None:
    hooks(cli, "install", "--yes")
    for path in agents.values():
        text = path.read_text("utf-8").replace(shlex.quote(sys.executable), "/gone/bin/python")
        path.write_bytes(text.encode())
    shown = hooks(cli, "show")
    assert {item["state"] for item in shown.values()} == {"changed"}
    assert all("/gone/bin/python" in item["detail"] for item in shown.values())
    assert {item["state"] for item in hooks(cli, "install", "--yes").values()} == {"installed"}
    assert all("/gone/bin/python" not in path.read_text("utf-8") for path in agents.values())
    hooks(cli, "uninstall", "--yes")
    for name, path in agents.items():
        assert path.read_text("utf-8").split() == HELD[name].split()


def run(path: Path, cwd: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What the agent hears that runs the command as it stands in the file."""
    return subprocess.run(
        ["/bin/sh", "-c", called(path)],
        cwd=cwd,
        env=environment,
        input='{"hook_event_name": "SessionStart"}',
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_was_said_is_heard_at_the_next_start_and_silence_is_silent(
    cli: Cli, home: Path, agents: dict[str, Path], tmp_path: Path
) -> None:
    hooks(cli, "install", "--yes")
    shop = home / "shop"
    subprocess.run(["git", "init", "-q", str(shop)], check=True)
    bare = {"PATH": os.environ["PATH"], "HOME": str(home)}  # an agent that no shell started
    for path in agents.values():
        silent = run(path, tmp_path, bare)
        assert (silent.returncode, silent.stdout, silent.stderr) == (0, "", "")
    assert cli.at(shop).typed("remember", "Always use pnpm instead of npm").code == 0
    (shop / "dreamd").mkdir()
    (shop / "dreamd" / "__init__.py").write_text("raise SystemExit('a project in our place')", "utf-8")
    for path in agents.values():
        heard = run(path, shop, bare)
        assert heard.returncode == 0, heard.stderr
        assert "Always use pnpm instead of npm" in heard.stdout
        assert len(heard.stdout) < 10_000


def test_what_is_broken_here_never_stops_an_agent_s_start(cli: Cli, home: Path, agents: dict[str, Path]) -> None:
    shop = home / "shop"
    subprocess.run(["git", "init", "-q", str(shop)], check=True)
    hooks(cli, "install", "--yes", "--agent", "claude-code")
    assert cli.at(shop).typed("remember", "Always use pnpm instead of npm").code == 0
    bare = {"PATH": os.environ["PATH"], "HOME": str(home)}
    (rules,) = cli.own.rglob("agent.md")
    for path, broken in (
        (cli.own / "config.toml", b"not = [toml"),
        (rules, b"---\n\xff\xfe: [\n---\n- \0"),
        (cli.own / "copybooks" / "shop.db", b"no database"),
        (cli.own / "state.db", b"SQLite no more" * 999),
    ):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(broken)
        ran = run(agents["claude-code"], shop, bare)
        assert ran.returncode in {0, 1}, "2 is the code by which a hook may stop what an agent does"
        assert "Traceback" not in ran.stderr
        assert ran.returncode == 0 or (not ran.stdout and ran.stderr.startswith("dreamd: "))
    assert ran.returncode == 1, "a state that nobody can read is told"


def test_what_cannot_be_read_is_refused_with_what_to_do_before_anything_changes(
    cli: Cli, agents: dict[str, Path], look: Look, home: Path
) -> None:
    agents["claude-code"].write_text('{"hooks": {', "utf-8")
    before = look(home)
    ran = cli("hooks", "install", "--yes")
    assert ran.code == 2
    problem, fix = ran.err.splitlines()
    assert f"{agents['claude-code']} cannot be changed: line 1, column 12" in problem
    assert "leave this agent out" in fix
    assert look(home) == before, "the other agents' files neither"
    shown = hooks(cli, "show")
    assert {name: item["state"] for name, item in shown.items()} == {
        "claude-code": "unreadable",
        "codex": "absent",
        "gemini": "absent",
    }


ODD: dict[str, Callable[[Path, Path], object]] = {
    "a directory": lambda path, _other: path.mkdir(),
    "a pipe": lambda path, _other: os.mkfifo(path),
    "a link to itself": lambda path, _other: path.symlink_to(path.name),
    "a link that leads nowhere": lambda path, _other: path.symlink_to("nowhere/at/all"),
    "a file of another form": lambda path, _other: path.write_bytes(b"\x00{" * 10),
    "a link to the other's": lambda path, other: path.symlink_to(other),
}


@pytest.mark.parametrize(
    ("odd", "form"), [*(("codex", form) for form in ODD), ("claude-code", "a directory"), ("gemini", "a pipe")]
)
def test_an_odd_file_of_one_agent_keeps_none_of_the_others(
    cli: Cli, agents: dict[str, Path], odd: str, form: str
) -> None:
    before = {name: path.read_bytes() for name, path in agents.items()}
    hooks(cli, "install", "--yes")
    agents[odd].unlink()
    others = [name for name in agents if name != odd]
    ODD[form](agents[odd], agents[others[-1]])
    ran = cli("hooks", "uninstall", "--yes")
    assert {name: agents[name].read_bytes() for name in others} == {name: before[name] for name in others}
    assert ran.code in {0, 1}
    assert (ran.code == 1) is (f"{agents[odd]}" in ran.err), ran.err
    assert "Taken out." in ran.out
    if form in {"a directory", "a pipe", "a link to itself"}:
        assert ran.code == 1


def test_two_agents_with_one_file_are_both_taken_out_of_it(cli: Cli, agents: dict[str, Path]) -> None:
    before = agents["codex"].read_bytes()
    agents["gemini"].unlink()
    agents["gemini"].symlink_to(agents["codex"])
    cli("hooks", "install", "--yes")
    ran = cli("hooks", "uninstall", "--yes", "--json")
    assert ran.code == 0, ran.err
    assert "dreamd" not in agents["codex"].read_text("utf-8")
    assert agents["codex"].read_bytes() == before
    assert agents["claude-code"].read_text("utf-8") == SETTINGS
