"""What the daemon tells systemd, other commands and whoever reads along; none of them can stop it."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

import pytest

from dreamd import log
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
    _, name = manager
    supervisor = Supervisor({"NOTIFY_SOCKET": name})
    for _ in range(5_000):  # more than it can queue
        supervisor.tell("STATUS=" + "x" * 200)


def test_events_stand_in_the_log_and_are_shown(places: Places) -> None:
    shown: list[tuple[bytes, str]] = []
    teller = telling.Teller(places.log, lambda: 0, lambda line, sentence: shown.append((line, sentence)))
    teller.tell("watch.limited", message="a \x1b[31m sentence", root="/w")
    teller.show_only("dream.finished", "shop", "dreamed")
    assert [event.name for event in log.events(places.log)] == ["watch.limited"]
    assert [sentence for _, sentence in shown] == ["a \x1b[31m sentence", "dreamed"]
    assert b"\x1b" not in shown[0][0]


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


@pytest.mark.parametrize("junk", [b"", b"{", b"[]", b'{"pid": "x"}', b"\xff\xfe"])
def test_junk_in_its_place_is_no_daemon(places: Places, junk: bytes) -> None:
    with presence.alone(places):
        (places.state / "daemon.json").write_bytes(junk)
        assert presence.read(places) is None
