"""What people are told of skills: what was found in them, made of them, put before agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import terminal
from dreamd.records import Finding
from dreamd.skills import lint, pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dreamd.making import Made
    from dreamd.skills import LeftAlone, Skill
    from dreamd.teaching import Taught

OURS = frozenset({"workspace", "me", "shipped"})
"""Origins of the skills that are installed unasked: an agent's own are there already."""
REFUSED = frozenset({"secret", "unfit"})
STATES = {
    "new": "installed",
    "same": "is there",
    "changed": "brought up to date",
    "removed": "taken away",
    "theirs": "LEFT ALONE: somebody changed it or wrote another; to have dreamd's, take that away and install again",
    "secret": "REFUSED: it holds a secret, and no agent is shown one",
    "unfit": "REFUSED: no agent is given it as it is",
    "unreadable": "LEFT ALONE: one of its files is a link, special, too large or not to be read, or it has over 200",
}


def left(item: LeftAlone) -> Finding:
    """What was left alone, as a finding."""
    text = f"left alone: {item.reason.replace('_', ' ')}"
    return Finding(check="files", severity="warning", file=item.path, text=text)


def unfit(skill: Skill) -> tuple[Finding, ...]:
    """Why no agent may be given the skill, even without its secrets; empty where nothing speaks against it."""
    return tuple(item for page in pages.read([skill]) for item in lint.unfit(page))


def offered(skill: Skill) -> Skill:
    """The skill as an agent may be told of it: of an unfit one not a word, but why."""
    found = unfit(skill)
    return msgspec.structs.replace(skill, description=f"NOT TO BE USED: {withheld(skill, found)}") if found else skill


def withheld(skill: Skill, found: Iterable[Finding]) -> str:
    """That an agent is not given the skill, and why, without any of its words."""
    whys = {"waiver": "claims to waive an approval", "orders": "gives orders behind the person's back"}
    said = " and ".join(dict.fromkeys(whys[item.check] for item in found))
    return f"the skill {skill.name!r} is put before no agent: it {said}"


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
        if not quiet or item.state in {"theirs", "unreadable", *REFUSED}:
            terminal.say(f"{item.name}  {STATES[item.state]}: {item.path}  ({item.agent})")
            tell(item.findings)
    if not quiet and any(item.state in {"new", "changed"} for item in taught):
        terminal.say("Agents have them from their next session on.")
    if not quiet and not taught:
        terminal.say("There is none of dreamd's.")
