"""What the daemon tells systemd, other commands and whoever reads along; none of them can stop it."""

from __future__ import annotations

import fcntl
import json
import os
import select
import socket
import termios
import threading
from typing import TYPE_CHECKING

import pytest

from dreamd import files, log
from dreamd.daemon import presence, telling
from dreamd.daemon.notify import Supervisor
from dreamd.errors import LockHeld

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.paths import Places


@pytest.fixture(params=["a path", "an abstract name"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    """A socket such as systemd's, and how it is named."""
    if request.param == "a path":
        name = address = str(tmp_path / "notify")
    else:
        name, address = f"@dreamd-{os.getpid()}", f"\0dreamd-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(address)
        sock.settimeout(10)
        yield sock, name


def test_systemd_is_told_a_line_each(manager: tuple[socket.socket, str]) -> None:
    sock, name = manager
    supervisor = Supervisor({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "30000000"})
    supervisor.tell("READY=1", "STATUS=one\ntwo")
    assert sock.recv(4096) == b"READY=1\nSTATUS=one two", "a project's name forges no line"
    supervisor.reloading(5_000_000)
    assert sock.recv(4096) == b"RELOADING=1\nMONOTONIC_USEC=5000"
    assert supervisor.patience == 30


def test_without_a_manager_nothing_is_told(tmp_path: Path) -> None:
    Supervisor({}).tell("READY=1")
    gone = Supervisor({"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "soon"})
    gone.tell("READY=1")
    assert gone.patience == 0


def test_a_manager_that_is_deaf_holds_nobody_up(manager: tuple[socket.socket, str]) -> None:
    sock, name = manager
    supervisor = Supervisor({"NOTIFY_SOCKET": name})
    for _ in range(5_000):  # more than it can queue
        supervisor.tell("STATUS=" + "x" * 200)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as another:
        another.settimeout(0)
        with pytest.raises(BlockingIOError):
            another.sendto(b"STATUS=", sock.getsockname())


def test_events_stand_in_the_log_and_are_shown(places: Places) -> None:
    shown: list[telling.Shown] = []
    teller = telling.Teller(places.log, lambda: 0, shown.append)
    teller.tell("watch.limited", message="a \x1b[31m sentence", root="/w")
    teller.show_only("dream.finished", "shop", "dreamed", outcome="dreamed")
    teller.show_only("dream.finished", "shop", "failed" * 10_000, outcome="failed")
    assert [event.name for event in log.events(places.log)] == ["watch.limited"]
    assert [item.trouble for item in shown] == [True, False, True]
    assert b"\x1b" not in shown[0].line
    assert [json.loads(item.line)["event"] for item in shown][2] == "dream.finished", "a long one is still one document"
    quiet: list[telling.Shown] = []
    for item in shown:
        telling.trouble_alone(quiet.append)(item)
    assert quiet == [shown[0], shown[2]]


def test_people_are_shown_nothing_that_a_terminal_obeys(capfd: pytest.CaptureFixture[str]) -> None:
    telling.to_people(telling.Shown(b"{}", "a \x1b]0;title\x07 sentence\nand another", trouble=False))
    _, said = capfd.readouterr()
    assert said.count("\n") == 1
    assert "\x1b" not in said
    assert "UTC  a " in said


def test_a_terminal_that_was_stopped_stops_nobody() -> None:
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TCXONC, termios.TCOOFF)  # as Ctrl-S does
    show = telling.as_lines(theirs)
    for _ in range(3):
        show(telling.Shown(b"{}\n" * 1000, "", trouble=False))
    assert not select.select([], [theirs], [], 0)[1], "it takes nothing now, and who writes would wait"
    os.close(ours)
    os.close(theirs)


def test_a_daemon_is_known_while_it_runs_and_no_longer(places: Places) -> None:
    assert presence.read(places) is None
    with presence.alone(places):
        presence.show(places, presence.first("1.0", 0))
        found = presence.read(places)
        assert found is not None
        assert found.pid == os.getpid()
        with pytest.raises(LockHeld, match=str(os.getpid())), presence.alone(places):
            pytest.fail("there were two")
        left = (places.state / "daemon.json").read_bytes()
    assert presence.read(places) is None
    (places.state / "daemon.json").write_bytes(left)
    assert presence.read(places) is None, "what a crash left is no daemon"
    half = places.state / f"{files.TEMPORARY}999999-daemon.json"
    half.write_bytes(left)
    with presence.alone(places):
        assert not half.exists(), "nor is what it was about to write left for ever"


def test_who_looks_whether_one_runs_keeps_none_from_starting(places: Places) -> None:
    with presence.alone(places):
        pass
    looking, over = threading.Event(), threading.Event()

    def look() -> None:
        while not over.is_set():
            presence.read(places)
            looking.set()

    thread = threading.Thread(target=look)
    thread.start()
    assert looking.wait(10)
    for _ in range(50):
        with presence.alone(places):
            pass
    over.set()
    thread.join()


@pytest.mark.parametrize("junk", [b"", b"{", b"[]", b'{"pid": "x"}', b"\xff\xfe"])
def test_junk_in_its_place_hides_no_daemon(places: Places, junk: bytes) -> None:
    with presence.alone(places):
        (places.state / "daemon.json").write_bytes(junk)
        found = presence.read(places)
        assert found is not None
        assert "cannot be read" in found.doing
