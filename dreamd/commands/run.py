"""``dreamd run``: the daemon, in the foreground."""

from __future__ import annotations

import os
import secrets
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from dreamd import __version__, clock, undumpable
from dreamd.commands import Asked, known, pass_asked, with_output
from dreamd.memory import history

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.daemon.loop import Loop
    from dreamd.daemon.telling import Shown


@click.command("run", short_help="Watch, and dream by itself (the daemon).")
@with_output
@pass_asked
def command(asked: Asked) -> None:
    """Watch for new sessions and dream over a project when enough is new, until stopped: the daemon, in the foreground.

    Each dream waits for the gates (dreamd status says which, and why) and runs in a process of its own. Ctrl-C or
    SIGTERM stops within ten seconds and leaves nothing half-done; kill -HUP reads the configuration again (dreamd
    status tells the process). What happens stands in dreamd log -f; here it is told without what was learned, as JSON
    lines where no terminal listens, on standard output with --json.

    To have it started for you at every login: dreamd service install
    """
    # Only here: no other command needs what watches and keeps time.
    from dreamd.daemon import presence, telling  # noqa: PLC0415
    from dreamd.daemon.loop import Loop  # noqa: PLC0415
    from dreamd.daemon.notify import OURS, Supervisor  # noqa: PLC0415
    from dreamd.daemon.settings import COPY, Settings  # noqa: PLC0415
    from dreamd.daemon.world import World  # noqa: PLC0415

    history.require(asked.places.history, asked.search)
    with suppress(OSError):
        undumpable.become()  # what is passed on to a dream may hold a key
    teller = telling.Teller(asked.places.log, clock.now_ns, _shown(asked))
    with presence.alone(asked.places) as post:
        presence.show(asked.places, presence.first(__version__, clock.now_ns()))
        known(asked)  # what a crash left is put right first
        settings = Settings(asked.places.config, asked.places.state / COPY)
        loop = Loop(
            World(
                places=asked.places,
                config=settings.read(),
                reload=settings.read,
                arm=settings.arm,
                environment={name: value for name, value in asked.environment.items() if name not in OURS},
                options=(f"--config={settings.copy}",),
                search=asked.search,
                teller=teller,
                supervisor=Supervisor(asked.environment),
                new_id=lambda: secrets.token_hex(4),
                hold=post.hold,
            )
        )
        telling.Heard(loop.warned).listen()
        _heed(loop)
        loop.run()


def _shown(asked: Asked) -> Callable[[Shown], None]:
    """How events are shown: to people on a terminal, else as lines; ``--json`` puts these on standard output."""
    from dreamd.daemon import telling  # noqa: PLC0415 (as above)

    lines = asked.json or not sys.stderr.isatty()
    show = telling.as_lines(1 if asked.json else 2) if lines else telling.to_people
    return telling.trouble_alone(show) if asked.quiet else show


def _heed(loop: Loop) -> None:
    """Stop at SIGTERM and SIGINT; read the configuration again at SIGHUP, unless it says that our terminal is gone."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: loop.stop())
    terminal = sys.stderr.isatty()
    signal.signal(
        signal.SIGHUP, lambda _number, _frame: loop.stop() if terminal and not os.isatty(2) else loop.reload()
    )
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # who started us may have ignored it: no run would ever end


COMMAND = command
