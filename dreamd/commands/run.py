"""``dreamd run``: the daemon, in the foreground."""

from __future__ import annotations

import secrets
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from dreamd import clock, config, files, undumpable
from dreamd.commands import Asked, known, pass_asked, with_output
from dreamd.errors import StoreError
from dreamd.memory import history

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.config import Config
    from dreamd.daemon.loop import Loop


@click.command("run", short_help="Watch, and dream by itself (the daemon).")
@with_output
@pass_asked
def command(asked: Asked) -> None:
    """Watch for new sessions and dream over a project when enough is new, until stopped: the daemon, in the foreground.

    Each dream waits for the gates (dreamd status says which, and why) and runs in a process of its own. SIGTERM stops
    within ten seconds and leaves nothing half-done; SIGHUP reads the configuration again. What happens stands in
    dreamd log -f; here it is told without what was learned, as JSON lines where no terminal listens.

    To have it started for you at every login: dreamd service install
    """
    # Only here: no other command needs what watches and keeps time.
    from dreamd.daemon import presence, telling  # noqa: PLC0415
    from dreamd.daemon.loop import Loop  # noqa: PLC0415
    from dreamd.daemon.notify import Supervisor  # noqa: PLC0415
    from dreamd.daemon.world import World  # noqa: PLC0415

    history.require(asked.places.history, asked.search)
    with suppress(OSError):
        undumpable.become()  # what is passed on to a dream may hold a key
    shown = telling.to_terminal if sys.stderr.isatty() and not asked.json else telling.to_journal
    teller = telling.Teller(asked.places.log, clock.now_ns, shown)
    with presence.alone(asked.places):
        known(asked)  # what a crash left is put right first
        loop = Loop(
            World(
                places=asked.places,
                config=_taken(asked),
                reload=lambda: _taken(asked),
                environment=asked.environment,
                options=(f"--config={_copy(asked)}",),
                search=asked.search,
                teller=teller,
                supervisor=Supervisor(asked.environment),
                new_id=lambda: secrets.token_hex(4),
            )
        )
        telling.Heard(loop.warned).listen()
        _heed(loop)
        loop.run()


def _taken(asked: Asked) -> Config:
    """The configuration as its file says now; a copy of it is what every dream reads, whatever happens to the file.

    Raises:
        ConfigError: it is not valid; the copy stays as it was.
        StoreError: the copy cannot be written.
    """
    data = config.read(asked.places.config)
    settings = config.decode(data, asked.places.config)
    try:
        files.make_private(asked.places.state)
        files.write_atomic(_copy(asked), data)
    except OSError as error:
        raise StoreError(f"cannot write {_copy(asked)}: {error.strerror}", "Check the disk and its rights.") from error
    return settings


def _copy(asked: Asked) -> Path:
    return asked.places.state / "daemon.toml"


def _heed(loop: Loop) -> None:
    """Stop at SIGTERM and SIGINT, read the configuration again at SIGHUP."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: loop.stop())
    signal.signal(signal.SIGHUP, lambda _number, _frame: loop.reload())


COMMAND = command
