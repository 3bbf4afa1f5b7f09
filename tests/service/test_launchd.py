"""launchd as a stand-in plays it: what ``launchctl`` is told, in which order. It could not be tried on a Mac."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd.errors import ConfigError, ServiceError
from dreamd.service import agent, crashes, installing, launchd, program

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.service.program import Program
    from dreamd.service.wanted import Kind, Wanted

LAUNCHCTL = r"""#!/bin/sh
# Keeps what is loaded as files, and writes down what it is told.
top="$(dirname "$0")"
echo "$*" >>"$top/told"
name="${2##*/}"
case "$1" in
  print)
    case "$2" in gui/*/*) ;; *) test ! -e "$top/no-session"; exit ;; esac
    test -e "$top/loaded-$name" || { echo "Could not find service" >&2; exit 113; }
    cat "$top/loaded-$name" ;;
  enable) rm -f "$top/disabled-$name" ;;
  bootstrap)
    label="$(basename "$3" .plist)"
    test ! -e "$top/disabled-$label" || { echo "Bootstrap failed: 119: Service is disabled" >&2; exit 119; }
    test ! -e "$top/refuses" || { echo "Bootstrap failed: 5: Input/output error" >&2; exit 5; }
    name="$(basename "$3" .plist)"
    printf '\tpath = %s\n' "$3" >"$top/path-$name"
    { cat "$top/path-$name"; echo "	state = not running"; } >"$top/loaded-$name" ;;
  bootout) rm "$top/loaded-$name" ;;
  kickstart) { cat "$top/path-$name"; printf '\tstate = running\n\tpid = 7\n'; } >"$top/loaded-$name" ;;
  kill) printf '\tstate = not running\n\tlast exit code = 0\n' >"$top/loaded-${3##*/}" ;;
esac
"""


@pytest.fixture
def launchctl(tmp_path: Path) -> Program:
    path = tmp_path / "bin" / "launchctl"
    path.parent.mkdir()
    path.write_text(LAUNCHCTL)
    path.chmod(0o755)
    return program.find("launchctl", str(path.parent), {"PATH": os.environ["PATH"]}, "")


@pytest.fixture
def needed(wanted: Callable[[Kind], Wanted], places: Places) -> Callable[[Kind], Wanted]:
    """As ``wanted``, with directories of ours that can be made."""
    return lambda kind: msgspec.structs.replace(wanted(kind), own=(places.state,))


def told(launchctl: Program) -> list[str]:
    """The commands that change something, since the last look."""
    path = launchctl.path.with_name("told")
    lines = path.read_text().splitlines()
    path.unlink()
    return [line.split()[0] for line in lines if not line.startswith("print")]


def test_it_is_loaded_started_stopped_and_taken_away(
    launchctl: Program, places: Places, needed: Callable[[Kind], Wanted]
) -> None:
    supervisor = launchd.supervisor(launchctl, places)
    installing.install(supervisor, installing.plan(supervisor, needed("daemon")))
    assert told(launchctl) == ["enable", "bootstrap", "kickstart"]
    assert supervisor.look("daemon").state == "running"
    path = places.home / "Library" / "LaunchAgents" / "local.dreamd.plist"
    assert path.read_text() == agent.render(needed("daemon"))[path.name]
    assert installing.drift(supervisor, needed("daemon")) == []
    supervisor.stop("daemon")
    assert supervisor.look("daemon").state == "stopped"
    assert told(launchctl) == ["kill"]
    installing.uninstall(supervisor, installing.removal(supervisor, "daemon"))
    assert told(launchctl) == ["bootout"]
    assert not path.exists()
    assert supervisor.look("daemon").state == "absent"


def test_installed_again_it_is_loaded_anew_only_if_its_file_changed(
    launchctl: Program, places: Places, needed: Callable[[Kind], Wanted]
) -> None:
    supervisor = launchd.supervisor(launchctl, places)
    for commands in (["enable", "bootstrap", "kickstart"], ["kickstart"]):
        installing.install(supervisor, installing.plan(supervisor, needed("daemon")))
        assert told(launchctl) == commands
    path = supervisor.folder / supervisor.names("daemon")[0]
    path.write_text("<plist/>")
    planned = installing.plan(supervisor, needed("daemon"))
    assert planned.theirs == [path.name]
    installing.install(supervisor, planned)
    assert told(launchctl) == ["bootout", "enable", "bootstrap", "kickstart"]


def test_an_agent_that_a_person_once_disabled_is_taken_when_it_is_installed(
    launchctl: Program, places: Places, needed: Callable[[Kind], Wanted]
) -> None:
    launchctl.path.with_name("disabled-local.dreamd").touch()
    supervisor = launchd.supervisor(launchctl, places)
    installing.install(supervisor, installing.plan(supervisor, needed("daemon")))
    assert supervisor.look("daemon").state == "running"


@pytest.mark.parametrize("kind", ["daemon", "timer"])
def test_an_agent_whose_file_somebody_removed_is_unloaded_all_the_same(
    kind: Kind, launchctl: Program, places: Places, needed: Callable[[Kind], Wanted]
) -> None:
    supervisor = launchd.supervisor(launchctl, places)
    installing.install(supervisor, installing.plan(supervisor, needed(kind)))
    assert not supervisor.look(kind).gone
    (supervisor.folder / supervisor.names(kind)[0]).unlink()
    assert installing.present(supervisor) == kind
    planned = installing.removal(supervisor, kind)
    assert (planned.changes, planned.gone) == ((), True)
    installing.uninstall(supervisor, planned)
    assert supervisor.look(kind).state == "absent"


def test_the_timer_takes_the_place_of_the_daemon(
    launchctl: Program, places: Places, needed: Callable[[Kind], Wanted]
) -> None:
    supervisor = launchd.supervisor(launchctl, places)
    installing.install(supervisor, installing.plan(supervisor, needed("daemon")))
    installing.install(supervisor, installing.plan(supervisor, needed("timer")))
    assert [path.name for path in supervisor.folder.iterdir()] == ["local.dreamd-once.plist"]
    assert supervisor.look("daemon").state == "absent"
    assert supervisor.look("timer").state == "waiting"
    assert installing.present(supervisor) == "timer"


def test_an_agent_that_launchd_does_not_take_is_an_error_with_a_way_out(
    launchctl: Program, places: Places, needed: Callable[[Kind], Wanted], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launchd, "PAUSE_SECONDS", 0.0)
    launchctl.path.with_name("refuses").touch()
    supervisor = launchd.supervisor(launchctl, places)
    with pytest.raises(ServiceError, match="Input/output error") as caught:
        installing.install(supervisor, installing.plan(supervisor, needed("daemon")))
    assert "launchctl bootstrap" in caught.value.fix


def test_a_failure_is_told_by_its_exit_code(launchctl: Program, places: Places) -> None:
    shown = "\tstate = not running\n\tlast exit code = 78: EX_CONFIG\n\tevent channels = {\n\t\tstate = running\n\t}\n"
    launchctl.path.with_name("loaded-local.dreamd").write_text(shown)
    standing = launchd.supervisor(launchctl, places).look("daemon")
    assert (standing.state, standing.hint) == ("failed", "it ended with exit code 78")


def test_a_start_by_hand_is_a_first_one(launchctl: Program, places: Places) -> None:
    counted = agent.starts(places.state)
    for _ in range(5):
        crashes.too_many(counted, 1)
    launchd.supervisor(launchctl, places).start("daemon")
    assert not crashes.too_many(counted, 2)


def test_without_a_session_people_hear_what_to_do(launchctl: Program) -> None:
    launchctl.path.with_name("no-session").touch()
    with pytest.raises(ConfigError, match="no launchd session") as caught:
        launchd.reach(launchctl.environment, str(launchctl.path.parent), "Run it by hand.")
    assert "Run it by hand." in caught.value.fix
