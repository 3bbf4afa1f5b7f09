"""What a person is told of a service: how it stands, and what to know once it runs."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING

from dreamd import models, terminal
from dreamd.service import placing, wanted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dreamd.commands import Asked
    from dreamd.service.installing import Plan
    from dreamd.service.placing import Change
    from dreamd.service.supervisor import Standing, Supervisor
    from dreamd.service.wanted import Wanted

OTHERS = 0o077
EXPOSED = "Your other files are not shut off from the service"


def tell(name: str, path: Path, standing: Standing, drift: Sequence[Change]) -> None:
    """How a service stands, and how its files differ from what would be installed now."""
    if standing.state == "absent":
        terminal.say("not installed; install it with: dreamd service install")
        return
    terminal.say(f"{name}: {standing.state}{'' if standing.enabled else ', not enabled'}", bold=True)
    for line in filter(None, (standing.status, standing.hint, str(path))):
        terminal.say(f"  {line}")
    if standing.gone:
        terminal.say("  That file is gone. Write it again: dreamd service install   Stop it: dreamd service uninstall")
    if drift:
        edited = any(change.whose != "ours" for change in drift)
        who = "somebody changed it" if edited else "dreamd or this shell has changed"
        terminal.say(
            f"  It differs from what would be installed now ({who}); bring it up to date: dreamd service install"
        )
        terminal.difference(placing.told(drift))


def advise(asked: Asked, supervisor: Supervisor, needed: Wanted, planned: Plan) -> None:
    """What the person should know, once it runs."""
    if planned.unconfined:
        terminal.say(
            f"{EXPOSED}: {planned.unconfined}. It could write wherever you can, and read keys such as ~/.ssh. All"
            " else in the unit holds, and what reads sessions confines itself all the same."
        )
    elif supervisor.view(planned.kind):
        places = ", ".join(map(str, needed.writable))
        terminal.say(f"Tried just now: of what is yours it can change {places}, and nothing else.")
        if needed.awaited:
            terminal.say(
                f"You have no {needed.awaited} yet, and the service cannot write into it before you run again, once it"
                " is there: dreamd service install. What failed until then is tried later; at once: dreamd once"
            )
        if needed.shared:
            terminal.warn(
                f"the figures ([metrics] textfile) cannot be written into {needed.shared}, which is not there for them"
                " alone: choose a directory that holds nothing else, make it, and run again: dreamd service install"
            )
    settings = asked.config.dream
    missed = wanted.unseen(asked.environment, settings.key_env)
    if missed and models.chosen(settings) != "embedded":
        terminal.say(f"It does not see {', '.join(missed)} of this shell. Write what it needs into {needed.key_file}.")
    if needed.key_file.exists() and needed.key_file.stat().st_mode & OTHERS:
        terminal.warn(
            f"others may read {needed.key_file}; close it with: chmod 600 {shlex.quote(str(needed.key_file))}"
        )
    if sys.platform == "linux":
        terminal.say("It runs while you are logged in. To let it run from boot on: loginctl enable-linger")
    terminal.say("See what it learns: dreamd log -f   How it stands: dreamd service status")
