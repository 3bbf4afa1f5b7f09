"""What people are told of skills: what was found in them, made of them, put before agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import terminal
from dreamd.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dreamd.making import Made
    from dreamd.skills import LeftAlone
    from dreamd.teaching import Taught

OURS = frozenset({"workspace", "me", "shipped"})
"""Origins of the skills that are installed unasked: an agent's own are there already."""
STATES = {
    "new": "installed",
    "same": "is there",
    "changed": "brought up to date",
    "removed": "taken away",
    "theirs": "LEFT ALONE: somebody changed it or wrote another; to have dreamd's, take that away and install again",
    "secret": "LEFT ALONE: it holds a secret, and no agent is shown one",
    "unreadable": "LEFT ALONE: one of its files is a link, special, too large or not to be read",
}


def left(item: LeftAlone) -> Finding:
    """What was left alone, as a finding."""
    text = f"left alone: {item.reason.replace('_', ' ')}"
    return Finding(check="files", severity="warning", file=item.path, text=text)


def tell(found: Iterable[Finding]) -> None:
    """Findings, a line or two each."""
    for item in found:
        place = f"{item.file}:{item.line}" if item.line else item.file
        terminal.say(f"{'MEND' if item.severity == 'blocking' else 'note'}  {place}: {item.text}")
        if item.proposal:
            terminal.say(f"      {item.proposal}", dim=True)


def report(made: Made, *, quiet: bool) -> None:
    """What became of a new skill: its path, what triggers it, from when on; and what there is to mend."""
    if made.outcome == "refused":
        terminal.warn(f"not made: {made.message.rstrip('.')}.")
        return
    if not quiet:
        for skill in made.skills:
            drawn = f" from the session {made.session}" if made.session else ""
            terminal.say(f"Made {skill.name}{drawn}: {skill.path}", bold=True)
        terminal.say(f"  triggers: {'; '.join(made.triggers)}")
        terminal.say(f"  {made.loaded}. Read it over; to take it back, delete its folder.")
    tell(made.findings)


def installed(taught: Sequence[Taught], *, quiet: bool) -> None:
    """What became of each copy."""
    for item in taught:
        if not quiet or "LEFT ALONE" in STATES[item.state]:
            terminal.say(f"{item.name}  {STATES[item.state]}: {item.path}  ({item.agent})")
    if not quiet and any(item.state in {"new", "changed"} for item in taught):
        terminal.say("Agents have them from their next session on.")
    if not quiet and not taught:
        terminal.say("There is none of dreamd's.")
