"""One daemon for a person: also where its lock file is removed, or its directory moved, while it runs."""

from __future__ import annotations

import shutil
import signal
from typing import TYPE_CHECKING

import pytest

from dreamd.daemon import presence
from dreamd.errors import LockHeld, StoreError
from tests.daemon.running import PATIENCE, configure, daemon

if TYPE_CHECKING:
    from dreamd.paths import Places
    from tests.conftest import Cli


def test_a_lock_file_that_was_removed_is_made_again(places: Places) -> None:
    with presence.alone(places) as post:
        assert post.hold()
        shutil.rmtree(places.locks)
        assert not post.hold()
        assert post.hold()
        with pytest.raises(LockHeld), presence.alone(places):
            pass
    with presence.alone(places) as post:
        assert post.hold()


def test_who_finds_another_in_its_place_is_told_and_takes_nothing_from_it(places: Places) -> None:
    with presence.alone(places) as post:
        shutil.rmtree(places.locks)
        with presence.alone(places) as other:
            presence.show(places, presence.first("0", 0))
            with pytest.raises(LockHeld, match="runs already"):
                post.hold()
            post.leave()
            assert presence.read(places), "what the other lets people know stays"
            assert other.hold()


@pytest.mark.parametrize("anew", [False, True], ids=["moved", "and another made in its place"])
def test_a_directory_that_was_moved_is_no_place_to_go_on_in(places: Places, *, anew: bool) -> None:
    with presence.alone(places) as post:
        places.state.rename(places.state.with_name("elsewhere"))
        if anew:
            places.state.mkdir()
        with pytest.raises(StoreError, match="was moved"):
            post.hold()
        assert places.state.exists() is anew
    assert places.state.exists() is anew


def test_a_daemon_whose_lock_file_is_removed_goes_on_as_the_only_one(cli: Cli) -> None:
    configure(cli.own)
    with daemon(cli) as running:
        shutil.rmtree(cli.own / "locks")
        running.event("daemon.retaken")
        ran = cli("run")
        assert (ran.code, str(running.process.pid) in ran.err) == (75, True)
    assert running.process.returncode == 0


def test_a_daemon_whose_directory_is_moved_ends_says_so_and_makes_none_anew(cli: Cli) -> None:
    configure(cli.own)
    with daemon(cli) as running:
        cli.own.rename(cli.own.with_name("elsewhere"))
        assert "was moved" in running.event("daemon.displaced")["message"]
        assert running.process.wait(PATIENCE) == 1
        assert running.rest()[-1]["event"] == "daemon.stopped"
        assert "was moved" in running.said[0]
    assert not cli.own.exists()


def test_one_of_two_daemons_side_by_side_gives_up_its_place_and_both_stories_stand_in_the_log(cli: Cli) -> None:
    configure(cli.own)
    with daemon(cli) as first:
        first.process.send_signal(signal.SIGSTOP)  # else it takes its place anew before another comes
        shutil.rmtree(cli.own / "locks")
        with daemon(cli) as second:
            first.process.send_signal(signal.SIGCONT)
            assert str(second.process.pid) in first.event("daemon.displaced")["message"]
            assert first.process.wait(PATIENCE) == 75
            assert cli("status", "--json").document["daemon"]["pid"] == second.process.pid
            assert "gives up its place" in cli("log").out
