"""The service on a real systemd user manager of its own: installed, at work, hung, broken, changed, taken away."""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dreamd import paths
from dreamd.fakes.messages_server import say, serve, turns
from dreamd.fakes.misbehaviour import bad
from tests import usermanager

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Cli, Look, Memory, Talk
    from tests.usermanager import Manager

HELD = Path(__file__).parent.parent / "faults" / "held.py"
KEY = "sk-ant-api03-" + "Zq7" * 20
RULE = "Always use pnpm instead of npm in this repo."
PATIENCE = 60.0
WATCHED = "WatchdogTimestampMonotonic"
"""When systemd last heard of it."""
HELPED = {
    "write a memory",
    "write our state",
    "write a temporary file",
    "read the home",
    "see a project",
    "talk over TCP",
}
"""What dreamd needs."""
BY_VIEW = {"write the home", "write a project", "write units", "write /tmp", "read keys", "list keys"}
"""What only a view of the files of its own forbids."""


@pytest.fixture
def manager(home: Path) -> Iterator[Manager]:
    with usermanager.running(home) as manager:
        (home / ".claude" / "projects").mkdir(parents=True)
        yield manager


@pytest.fixture
def told(manager: Manager, talk: Talk) -> Manager:
    """A manager whose person has five sessions that wait."""
    for number in range(5):
        talk(f"session {number}", RULE if number == 0 else "Please mend the test.", "> Done.")
    return manager


def until(true: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"waited in vain until {what}"
        time.sleep(0.1)


def dropped_in(manager: Manager, unit: str, *lines: str) -> Path:
    """A drop-in of the person's own."""
    path = manager.home / ".config" / "systemd" / "user" / f"{unit}.d" / "mine.conf"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["[Service]", *lines, ""]))
    assert manager("systemctl", "--user", "daemon-reload").code == 0
    return path


def status(manager: Manager) -> Any:  # noqa: ANN401 (JSON)
    return manager.dreamd("service", "status", "--json").document


def found(manager: Manager, path: str) -> Path:
    """What this person calls by that path."""
    return manager.home / Path(path).relative_to(manager.inner)


def installed(manager: Manager, *options: str) -> None:
    ran = manager.dreamd("service", "install", *options)
    assert ran.code == 0, ran.err


def state_of(manager: Manager) -> str:
    return str(status(manager)["state"])


@pytest.mark.slow
def test_a_newcomer_installs_it_and_it_learns_and_they_look_and_take_it_away(told: Manager, memory: Memory) -> None:
    ran = told.dreamd("service", "install")
    assert ran.code == 0, ran.err
    assert "dreamd.service: running" in ran.out
    assert "loginctl enable-linger" in ran.out
    assert "ExecStart" not in ran.out
    assert ran.out.splitlines()[-1] == "Installed: dreamd.service is running; it starts again at every login."
    until(lambda: list(memory().glob("*.md")), "something was learned")
    until(lambda: told.dreamd("log").out.count(RULE), "it stands in the log")
    row = status(told)
    assert row.items() >= {"unit": "dreamd.service", "state": "running", "enabled": True, "drift": []}.items()
    assert row["status"]
    limits = {"WatchdogUSec": "3min", "StartLimitIntervalUSec": "5min", "StartLimitBurst": "5", "RestartUSec": "5s"}
    limits |= {"TimeoutStartUSec": "2min"}
    limits |= {"TasksMax": "512", "MemoryMax": str(4 << 30), "OOMPolicy": "continue", "KillMode": "mixed"}
    assert {key: told.show("dreamd.service", key) for key in limits} == limits
    assert found(told, row["path"]).is_file()
    learned = {path.name: path.read_bytes() for path in memory().glob("*.md")}
    ran = told.dreamd("service", "uninstall")
    assert ran.code == 0, ran.err
    assert state_of(told) == "absent"
    assert not list((told.home / ".config" / "systemd").rglob("*dreamd*"))
    assert {path.name: path.read_bytes() for path in memory().glob("*.md")} == learned
    assert told.dreamd("why", "pnpm").code == 0


@pytest.mark.slow
def test_the_timer_dreams_without_a_resident_process(told: Manager, memory: Memory) -> None:
    installed(told, "--timer")
    row = status(told)
    assert row.items() >= {"unit": "dreamd-once.timer", "state": "waiting", "enabled": True, "drift": []}.items()
    assert row.keys() == {"unit", "path", "state", "drift", "enabled", "status", "hint", "confined"}
    assert row["confined"] is True
    assert "next at" in row["status"]
    assert told.dreamd("service", "status", XDG_RUNTIME_DIR="").out.startswith("dreamd-once.timer: waiting")
    assert told("systemctl", "--user", "start", "dreamd-once.service").code == 0
    assert told.show("dreamd-once.service", "ActiveState") == "inactive"
    assert RULE in "".join(path.read_text() for path in memory().glob("*.md"))
    assert told.dreamd("service", "uninstall").code == 0
    assert not list((told.home / ".config" / "systemd").rglob("*dreamd*"))


@pytest.mark.slow
def test_with_an_invalid_configuration_it_is_seen_stopped_and_taken_away_but_not_started(manager: Manager) -> None:
    installed(manager)
    config = manager.home / ".config" / "dreamd" / "config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text("[gates]\nmin_sessions = 'one'\n")
    ran = manager.dreamd("service", "status", "--json")
    assert (ran.code, ran.document["state"], ran.document["drift"]) == (0, "running", [])
    assert 'min_sessions is "one"' in ran.err
    for command, code, state in (("stop", 0, "stopped"), ("start", 2, "stopped"), ("uninstall", 0, "absent")):
        assert manager.dreamd("service", command).code == code
        assert state_of(manager) == state


@pytest.mark.slow
def test_the_shipped_files_work_as_they_are_when_copied_by_hand(told: Manager, memory: Memory) -> None:
    shutil.copytree(paths.shipped("systemd"), told.home / ".config" / "systemd" / "user")
    for name in ("bin", "state/dreamd", "share/dreamd"):
        (told.home / ".local" / name).mkdir(parents=True)
    program = told.home / ".local" / "bin" / "dreamd"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -I -m dreamd "$@"\n')
    program.chmod(0o755)
    assert told("systemctl", "--user", "daemon-reload").code == 0
    assert told("systemctl", "--user", "enable", "--now", "dreamd").code == 0
    until(lambda: list(memory().glob("*.md")), "something was learned")
    assert state_of(told) == "running"


@pytest.mark.slow
def test_installing_twice_changes_nothing(manager: Manager, look: Look) -> None:
    installed(manager)
    before, started = look(manager.home / ".config"), manager.show("dreamd.service", "InvocationID")
    ran = manager.dreamd("service", "install")
    assert ran.code == 0
    assert "Nothing changes" in ran.out
    assert ran.out.splitlines()[-1].startswith("Installed: dreamd.service is running")
    assert look(manager.home / ".config") == before
    assert manager.show("dreamd.service", "InvocationID") == started


@pytest.mark.slow
@pytest.mark.parametrize(("option", "read_again"), [((), False), ((), True), (("--timer",), False)])
def test_what_runs_on_without_its_file_is_seen_and_stopped(
    manager: Manager, option: tuple[str, ...], *, read_again: bool
) -> None:
    installed(manager, *option)
    row = status(manager)
    found(manager, row["path"]).unlink()
    if read_again:
        assert manager("systemctl", "--user", "daemon-reload").code == 0
    ran = manager.dreamd("service", "status")
    assert f"{row['unit']}: {row['state']}" in ran.out
    assert "That file is gone" in ran.out
    ran = manager.dreamd("service", "uninstall")
    assert ran.code == 0, ran.err
    assert f"Stopped {row['unit']}" in ran.out
    assert manager.show(row["unit"], "ActiveState") == "inactive"
    assert state_of(manager) == "absent"
    assert not list((manager.home / ".config" / "systemd").rglob("*dreamd*"))


@pytest.mark.slow
def test_what_is_left_of_a_timer_whose_file_somebody_removed_goes_too(manager: Manager) -> None:
    installed(manager, "--timer")
    found(manager, status(manager)["path"]).unlink()
    assert manager("systemctl", "--user", "daemon-reload").code == 0  # which ends a timer without a file
    ran = manager.dreamd("service", "uninstall")
    assert ran.code == 0, ran.err
    assert not list((manager.home / ".config" / "systemd").rglob("*dreamd*"))


@pytest.mark.slow
def test_a_run_of_the_timer_that_failed_shows_until_one_goes_well(manager: Manager) -> None:
    installed(manager, "--timer")
    config = manager.home / ".config" / "dreamd" / "config.toml"
    config.parent.mkdir()
    config.write_text("no = toml = at all")
    assert manager("systemctl", "--user", "start", "dreamd-once.service").code != 0
    config.unlink()
    ran = manager.dreamd("service", "status", "--timer")
    assert ran.code == 1
    assert ran.out.startswith("dreamd-once.timer: failed\n")
    assert "its last run failed: the configuration" in ran.out
    assert "next at" in ran.out
    assert manager("systemctl", "--user", "start", "dreamd-once.service").code == 0
    assert (manager.dreamd("service", "status").code, state_of(manager)) == (0, "waiting")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("signal", "told"), [("INT", "it ended before it was ready"), ("KILL", "it was ended by signal SIGKILL")]
)
def test_a_signal_is_not_mistaken_for_the_exit_code_of_its_number(manager: Manager, signal: str, told: str) -> None:
    dropped_in(manager, "dreamd.service", "Restart=no", "ExecStart=", f"ExecStart=/bin/sh -c 'kill -{signal} $$$$'")
    ran = manager.dreamd("service", "install")
    assert ran.code == 1
    assert told in ran.err
    assert status(manager)["hint"] == told


@pytest.mark.slow
def test_one_kind_takes_the_place_of_the_other(manager: Manager) -> None:
    installed(manager)
    ran = manager.dreamd("service", "install", "--timer", "-v")
    assert ran.code == 0, ran.err
    assert "    OnCalendar=hourly" in ran.out.splitlines()
    assert ran.out.splitlines()[-1].startswith("Installed: dreamd-once.timer is waiting; every hour")
    assert status(manager)["unit"] == "dreamd-once.timer"
    assert manager.show("dreamd.service", "LoadState") == "not-found"
    installed(manager)
    assert status(manager)["unit"] == "dreamd.service"
    assert manager.show("dreamd-once.timer", "LoadState") == "not-found"


@pytest.mark.slow
def test_what_a_person_changed_shows_as_drift_and_is_not_overwritten_unasked(manager: Manager) -> None:
    installed(manager)
    mine = dropped_in(manager, "dreamd.service", "Nice=5")
    unit = found(manager, status(manager)["path"])
    changed = unit.read_text().replace("Nice=19", "Nice=7")
    unit.write_text(changed)
    assert {"-Nice=7", "+Nice=19"} <= set(status(manager)["drift"])
    assert "somebody changed it" in manager.dreamd("service", "status").out
    for command in ("install", "uninstall"):
        ran = manager.dreamd("service", command)
        assert ran.code == 2
        assert "not as dreamd wrote it" in ran.err
        assert unit.read_text() == changed
    ran = manager.dreamd("service", "install", "--yes")
    assert {"-Nice=7", "+Nice=19"} <= set(ran.out.splitlines())  # what goes is shown, also without -v
    assert status(manager)["drift"] == []
    assert unit.with_name("dreamd.service.bak").read_text() == changed
    assert manager.dreamd("service", "uninstall").code == 0
    assert mine.exists()


@pytest.mark.slow
@pytest.mark.parametrize(("command", "asked"), [("install", "Replace it?"), ("uninstall", "Take it away?")])
def test_people_are_asked_about_what_would_be_done(manager: Manager, command: str, asked: str) -> None:
    installed(manager)
    unit = found(manager, status(manager)["path"])
    unit.write_text(unit.read_text().replace("Nice=19", "Nice=7"))
    typed = f"echo n | script -qec '{sys.executable} -I -m dreamd service {command}' /dev/null"
    ran = manager("sh", "-c", typed)
    assert f"{asked} What is there now is kept beside it as .bak." in ran.out
    assert "Nice=7" in unit.read_text()
    told = " ".join(manager.dreamd("service", command, "--help").out.split())
    assert "without asking, also what somebody changed (kept as .bak)." in told


@pytest.mark.slow
def test_a_unit_of_somebody_else_stays(manager: Manager) -> None:
    unit = manager.home / ".config" / "systemd" / "user" / "dreamd.service"
    unit.parent.mkdir(parents=True)
    unit.write_text("[Service]\nExecStart=/bin/sleep 1000\n")
    assert manager.dreamd("service", "install").code == 2
    ran = manager.dreamd("service", "uninstall", "--yes")
    assert ran.code == 0
    assert "is not dreamd's, and stays" in ran.out
    assert unit.read_text() == "[Service]\nExecStart=/bin/sleep 1000\n"


@pytest.mark.slow
def test_a_daemon_that_hangs_is_ended_by_the_watchdog_and_started_anew(manager: Manager) -> None:
    dropped_in(manager, "dreamd.service", "WatchdogSec=10", "RestartSec=100ms")
    installed(manager)
    first, lived = (manager.show("dreamd.service", key) for key in ("MainPID", WATCHED))
    until(lambda: manager.show("dreamd.service", WATCHED) != lived, "it gave a sign of life")
    assert manager.show("dreamd.service", "MainPID") == first
    assert manager("kill", "-STOP", first).code == 0
    until(lambda: int(manager.show("dreamd.service", "NRestarts")) >= 1, "it was started anew")
    until(lambda: state_of(manager) == "running", "it runs again")
    assert manager.show("dreamd.service", "MainPID") != first
    assert "restarts after failures: " in status(manager)["status"]


@pytest.mark.slow
def test_a_daemon_that_cannot_start_stays_down_after_five_times_and_says_why(manager: Manager) -> None:
    dropped_in(manager, "dreamd.service", "RestartSec=100ms")
    database = manager.home / ".local" / "state" / "dreamd" / "state.db"
    installed(manager)
    assert manager.dreamd("service", "stop").code == 0
    assert manager("systemctl", "--user", "reset-failed", "dreamd.service").code == 0
    database.write_bytes(b"no database, but long enough to be looked at" * 100)
    manager("systemctl", "--user", "start", "dreamd.service")
    until(lambda: manager.show("dreamd.service", "ActiveState") == "failed", "systemd gave up")
    database.unlink()
    ran = manager.dreamd("service", "status")
    assert ran.code == 1
    assert "dreamd.service: failed" in ran.out
    assert "it ended with exit code 1; given up after 5 restarts" in ran.out
    assert manager.dreamd("service", "start").code == 0
    assert state_of(manager) == "running"


@pytest.mark.slow
def test_an_invalid_configuration_is_no_reason_to_start_again_and_again(manager: Manager) -> None:
    installed(manager)
    assert manager.dreamd("service", "stop").code == 0
    config = manager.home / ".config" / "dreamd" / "config.toml"
    config.parent.mkdir()
    config.write_text("no = toml = at all")
    assert manager("systemctl", "--user", "start", "dreamd.service").code != 0
    assert (manager.show("dreamd.service", "ActiveState"), manager.show("dreamd.service", "NRestarts")) == (
        "failed",
        "0",
    )
    config.unlink()
    row = status(manager)
    assert row["state"] == "failed"
    assert "configuration" in row["hint"]


@pytest.mark.slow
def test_a_second_daemon_is_refused_and_not_tried_again(manager: Manager) -> None:
    installed(manager)
    assert manager.dreamd("run").code == 75
    assert manager.dreamd("service", "stop").code == 0
    there = manager.inner / ".local" / "state" / "dreamd" / "daemon.json"
    by_hand = f"{sys.executable} -I -m dreamd run >/dev/null 2>&1 & until test -e {there}; do sleep 0.1; done"
    assert manager("timeout", "60", "sh", "-c", by_hand).code == 0
    ran = manager.dreamd("service", "start")
    assert ran.code == 1
    assert "another dreamd daemon of yours runs already" in ran.err
    assert manager.show("dreamd.service", "NRestarts") == "0"


@pytest.mark.slow
def test_stopped_in_mid_dream_it_leaves_everything_as_it_was_and_the_key_came_from_its_file(
    told: Manager, memory: Memory, look: Look
) -> None:
    settings = told.home / ".config" / "dreamd"
    settings.mkdir(parents=True)
    (settings / "environment").write_text(f"ANTHROPIC_API_KEY={KEY}\n")
    (settings / "environment").chmod(0o600)
    memory().mkdir(parents=True)
    (memory() / "notes.md").write_text("what I wrote\n")
    told.give()
    before = look(memory())
    with serve(turns(bad(say("Nothing to keep."))["silence"])) as server:
        (settings / "config.toml").write_text(
            f'[dream]\nengine = "anthropic"\nbase_url = "{server.url}"\nkey_env = "ANTHROPIC_API_KEY"\n'
        )
        installed(told)
        until(lambda: server.seen, "the model was asked")
        assert server.seen[0].headers["authorization"] == f"Bearer {KEY}"
        group = told.show("dreamd.service", "ControlGroup")
        assert told.dreamd("service", "stop").code == 0
    assert state_of(told) == "stopped"
    assert told.show("dreamd.service", "Result") == "success"
    assert told.show("dreamd.service", "ControlGroup") in {"", group}
    assert not told("pgrep", "-U", str(usermanager.UID), "-f", "dreamd").out
    assert look(memory()) == before
    assert not (memory() / ".consolidate-lock").exists()
    assert KEY not in told("systemctl", "--user", "cat", "dreamd.service").out
    assert KEY not in told("systemctl", "--user", "show", "dreamd.service").out


def tried(manager: Manager, *, inside: bool) -> Any:  # noqa: ANN401 (JSON)
    """What came of the attempts in ``held.py``, inside the timer's service or outside of it."""
    out, project = manager.inner / ".local" / "state" / "dreamd" / "held.json", manager.inner / "shop"
    command = [sys.executable, str(HELD), str(out), str(project)]
    if inside:
        dropped_in(manager, "dreamd-once.service", "ExecStart=", f"ExecStart={' '.join(command)}")
        ran = manager("systemctl", "--user", "start", "dreamd-once.service")
    else:
        ran = manager(*command)
    assert ran.code == 0, ran.err
    return json.loads(found(manager, str(out)).read_text())


def impossible(outside: Any) -> set[str]:  # noqa: ANN401 (JSON)
    """What this kernel does for nobody."""
    return {"32-bit call"} if outside["attempts"].get("32-bit call") != "done" else set()


@pytest.mark.slow
def test_what_the_unit_forbids_is_forbidden_and_the_worker_is_as_confined_as_outside(manager: Manager) -> None:
    for name in (".ssh", "shop"):
        (manager.home / name).mkdir()
    (manager.home / ".ssh" / "id").write_text("key")
    installed(manager, "--timer")
    outside, inside = tried(manager, inside=False), tried(manager, inside=True)
    forbidden = {name for name, came in outside["attempts"].items() if came != inside["attempts"][name]}
    assert forbidden == set(inside["attempts"]) - HELPED - impossible(outside)
    assert {inside["attempts"][name] for name in HELPED} == {"done"}
    assert {inside["attempts"][name] for name in forbidden} <= {"EPERM", "EACCES", "EROFS", "EAFNOSUPPORT"}
    assert inside["worker"] == outside["worker"]
    assert "landlock" in inside["worker"]
    assert "seccomp" in inside["worker"]
    held = {"nice": 19, "umask": "0077", "new privileges": "1", "filter": "2", "score": "500"}
    assert inside.items() >= held.items()


@pytest.mark.slow
def test_without_the_drop_in_all_else_in_the_unit_holds(manager: Manager) -> None:
    for name in (".ssh", "shop"):
        (manager.home / name).mkdir()
    (manager.home / ".ssh" / "id").write_text("key")
    installed(manager, "--timer")
    outside = tried(manager, inside=False)
    (manager.home / ".config/systemd/user/dreamd-once.service.d/namespace.conf").unlink()
    inside = tried(manager, inside=True)
    forbidden = {name for name, came in outside["attempts"].items() if came != inside["attempts"][name]}
    assert forbidden == set(inside["attempts"]) - HELPED - BY_VIEW - impossible(outside)
    assert inside["worker"] == outside["worker"]


UNHELD = [
    ("PrivateUsers=no", "systemd passed over the lines that hide files"),
    ("ReadWritePaths=/nowhere", "systemd could not give it namespaces of its own"),
    ("ReadOnlyPaths=%h/.local", "dreamd could not have written into its own directories"),
]
"""What a system may do with the drop-in's lines, as a drop-in of the trial's own plays it; why that is."""


@pytest.mark.slow
@pytest.mark.parametrize(("line", "why"), UNHELD)
def test_where_the_drop_in_does_not_hold_it_is_left_out_and_people_are_told_why(
    manager: Manager, line: str, why: str
) -> None:
    probe = manager.home / ".config" / "systemd" / "user" / "dreamd-probe.service.d" / "no.conf"
    probe.parent.mkdir(parents=True)
    extra = "ReadWritePaths=\n" if "ReadOnly" in line else ""
    probe.write_text(f"[Service]\n{extra}{line}\n")
    ran = manager.dreamd("service", "install", "--timer")
    assert ran.code == 0, ran.err
    assert f"Your other files are not shut off from the service: {why}" in ran.out
    assert "journalctl" not in ran.out
    assert not list((manager.home / ".config" / "systemd").rglob("namespace.conf"))
    row = status(manager)
    assert (row["drift"], row["confined"]) == ([], False)
    assert "Your other files are not shut off from the service." in manager.dreamd("service", "status").out


@pytest.mark.slow
def test_where_claude_code_comes_only_later_it_learns_once_it_is_installed_again(
    manager: Manager, talk: Talk, memory: Memory
) -> None:
    (manager.home / ".claude" / "projects").rmdir()
    (manager.home / ".claude").rmdir()
    config = manager.home / ".config" / "dreamd" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text("[gates]\nscan_minutes = 0\n")  # it looked just now, and is to look again
    ran = manager.dreamd("service", "install")
    assert f"You have no {manager.inner}/.claude yet" in ran.out
    assert not (manager.home / ".claude").exists()
    # A dream that is tried before fails, and waits for its next time: that is not what is looked at here.
    assert manager.dreamd("service", "stop").code == 0
    for number in range(5):
        talk(f"session {number}", RULE, "> Done.")
    manager.give()
    assert any("was not there" in line for line in status(manager)["drift"])
    installed(manager)
    assert status(manager)["drift"] == []
    assert manager("systemctl", "--user", "reload", "dreamd.service").code == 0  # it looked just now
    until(lambda: list(memory().glob("*.md")), "something was learned")


@pytest.mark.slow
def test_figures_in_the_home_do_not_open_it(manager: Manager) -> None:
    config = manager.home / ".config" / "dreamd" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f'[metrics]\ntextfile = "{manager.inner}/dreamd.prom"\n')
    ran = manager.dreamd("service", "install")
    assert ran.code == 0, ran.err
    assert f"the figures ([metrics] textfile) cannot be written into {manager.inner}," in ran.err
    assert f"it can change {manager.inner}/.claude, {manager.inner}/.local" in ran.out
    view = found(manager, status(manager)["path"]).with_name("dreamd.service.d") / "namespace.conf"
    assert f'"-{manager.inner}"' not in view.read_text()


ODD = "m%h $HOME \"é\" \\ 'x' <&> [1]"


@pytest.fixture
def odd_manager(home: Path) -> Iterator[Manager]:
    with usermanager.running(home, ODD) as manager:
        (home / ".claude" / "projects").mkdir(parents=True)
        yield manager


@pytest.mark.slow
def test_odd_paths_reach_the_service_as_they_are_in_the_shell(odd_manager: Manager) -> None:
    home = odd_manager.inner
    carried = {"CLAUDE_CONFIG_DIR": str(home / ".claude"), "CODEX_HOME": f"{home}/co dex", "DREAMD_HOME": f"{home}/%d"}
    ran = odd_manager.dreamd("service", "install", "--timer", **carried)
    assert ran.code == 0, ran.err
    assert odd_manager.dreamd("service", "status", "--json", **carried).document["drift"] == []
    assert odd_manager("systemd-analyze", "verify", "--user", "--man=no", "dreamd-once.service").err == ""
    script = odd_manager.home / ".claude" / "told.sh"
    script.write_text(
        '#!/bin/sh\nfor name in DREAMD_HOME CLAUDE_CONFIG_DIR CODEX_HOME; do printenv $name; done >"$DREAMD_HOME/out"\n'
    )
    script.chmod(0o755)
    command = str(home / ".claude" / "told.sh").replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    dropped_in(odd_manager, "dreamd-once.service", "ExecStart=", f'ExecStart=:/bin/sh "{command}"')
    assert odd_manager("systemctl", "--user", "start", "dreamd-once.service").code == 0
    said = (odd_manager.home / "%d" / "out").read_text().splitlines()
    assert said == [carried[name] for name in ("DREAMD_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME")]


def test_print_shows_the_files_and_changes_nothing(cli: Cli, look: Look) -> None:
    ran = cli("service", "print")
    assert ran.code == 0
    assert f'ExecStart=":{sys.executable}" "-I" "-m" "dreamd" "run"' in ran.out or sys.platform == "darwin"
    document = cli("service", "print", "--timer", "--json").document
    assert document.keys() == {"unit", "path", "files"}
    assert look(cli.home) == {}
    assert not cli.own.exists()


def test_without_a_supervisor_people_hear_what_to_do_instead(cli: Cli, tmp_path: Path) -> None:
    for environment in ({"XDG_RUNTIME_DIR": str(tmp_path)}, {"PATH": str(tmp_path)}):
        for command in ("install", "status", "start"):
            ran = cli.having(**environment)("service", command)
            assert ran.code == 2
            assert "Run it by hand: dreamd run" in ran.err
            assert "--quiet once --all --gated" in ran.err
    assert list(cli.home.iterdir()) == []


@pytest.mark.parametrize("command", ["stop", "uninstall"])
@pytest.mark.skipif(sys.platform == "darwin", reason="the files of systemd")
def test_without_a_supervisor_nothing_is_to_be_ended_unless_something_is_installed(
    cli: Cli, tmp_path: Path, command: str
) -> None:
    for environment in ({"XDG_RUNTIME_DIR": str(tmp_path)}, {"PATH": str(tmp_path)}):
        there = cli.having(**environment)
        ran = there("service", command)
        assert (ran.code, ran.out.partition(":")[0]) == (0, "Nothing to do")
        assert there("service", command, "--json").document["state"] == "absent"
        unit = cli.home / ".config" / "systemd" / "user" / "dreamd.service"
        unit.parent.mkdir(parents=True)
        unit.write_text("[Service]\n", "utf-8")
        ran = there("service", command)
        assert (ran.code, f"{unit} stays" in ran.err) == (1, True)
        assert unit.read_text("utf-8") == "[Service]\n"
        shutil.rmtree(cli.home / ".config")
