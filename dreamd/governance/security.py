"""What no person wrote, or none should have: output of tools, orders to agents, hidden characters, secrets, waivers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd import invisible, redact
from dreamd.dangers import commands, injected, printed
from dreamd.faults import Edit, Fault, Place, Way
from dreamd.governance import Check
from dreamd.governance.conflicts import place
from dreamd.memory import sourcing
from dreamd.skills import waiving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.governance import Snapshot, Statement

NAME = "security"
CHUNK = 64
"""Files that are searched for secrets at once."""


RESERVED = re.compile(r"(?:^|\.)example\.(?:com|net|org)$")
PATTERN = re.compile(
    r"\b(?:pattern|placeholder|example|form of|such as|template|in place of)\b|例如|比如|形如|格式|占位|代替",
    re.IGNORECASE,
)
"""With one of these a reserved name stands for another."""


def run(seen: Snapshot) -> Iterator[Fault]:
    """Look at every statement, then at the index and the skills."""
    words = seen.words
    for one in seen.statements:
        if found := next(_stated(seen, one, words), None):
            yield found
    yield from _secrets(seen)
    yield from _index(seen)
    yield from _between(seen)
    yield from _skills(seen)


def _stated(seen: Snapshot, one: Statement, words: str) -> Iterator[Fault]:
    """What speaks against a statement, gravest first."""
    said = one.said
    if hidden := hides(one.raw):
        yield _archived(one, f"characters that nobody sees stand in it ({hidden})", blocking=True)
    if order := injected.ordered(said):
        at = next((number for number, line in enumerate(one.raw.split("\n")) if injected.ordered(line)), 0)
        text = f"it gives orders to agents behind the person's back: “{order[:80]}”"
        yield _archived(one, text, blocking=True, at=at)
    if printed.machine(one.raw):
        yield _archived(one, f"it reads like a tool's output: “{one.entry.text[:80]}”", blocking=False)
    if _persons(seen, one):
        return
    people = one.file in seen.workspace.people
    for command in (commands.piped if people else commands.risky)(said):
        if command.casefold() not in words:
            yield _asked(one, f"no person ever mentioned the command “{command[:80]}”")
    for host in () if people else commands.hosts(said):
        if not _known(seen, host, words) and not (RESERVED.search(host) and PATTERN.search(said)):
            yield _asked(one, f"no person ever mentioned the host {host}")


def _persons(seen: Snapshot, one: Statement) -> bool:
    """Whether a person typed it: our own state says so, and not what stands in the file's bracket."""
    return bool(seen.evidence) and any(quote.source == sourcing.YOU for quote in seen.evidence.get(one.key, ()))


def _known(seen: Snapshot, host: str, words: str) -> bool:
    """Whether a person or the repository's own files name the host; where nobody's words are known, all are."""
    if not seen.evidence or host in words:
        return True
    code = seen.codebase
    return code is not None and (
        any(host in item for item in code.remotes) or any(f"//{host}" in item for item in code.urls)
    )


def hides(text: str) -> str:
    """The characters of a text that nobody sees, as escapes; empty where there are none."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").replace("\r", "").isprintable():
        return ""
    shown = invisible.shown(text)
    if shown == text.replace("\r\n", "\n"):
        return ""
    signs = sorted({sign for sign in text if sign not in invisible.SEEN + "\r" and invisible.shown(sign) != sign})
    return ", ".join(f"U+{ord(sign):04X}" for sign in signs[:3])


def _secrets(seen: Snapshot) -> Iterator[Fault]:
    """Secrets in any file, the archive too; files are searched many at once, since nearly all hold none."""
    names = sorted(seen.files)
    for at in range(0, len(names), CHUNK):
        texts = {name: seen.files[name].decode("utf-8", "replace") for name in names[at : at + CHUNK]}
        if redact.findings("\n\n\n".join(texts.values())):
            for name in texts:  # what is no UTF-8 in the line is written back as it was
                yield from _secret(name, seen.files[name].decode("utf-8", "surrogateescape"))


def _secret(name: str, text: str) -> Iterator[Fault]:
    rules = redact.findings(text)
    if not rules:
        return
    was, now = text.split("\n"), redact.redact(text).split("\n")
    if len(was) != len(now):
        yield _by_hand(name, 0, f"holds a secret ({rules[0]}) of several lines")
        return
    for line, (old, new) in enumerate(zip(was, now, strict=True), 1):
        if redact.MARKER in new and old != new:
            edit = Edit(op="replace", file=name, line=line, stop=line, text=new.rstrip("\r"))
            way = Way(name="mask", text="Mask it where it stands", edits=(edit,))
            yield Fault(
                check=NAME,
                severity="blocking",
                file=name,
                text=f"it holds a secret ({', '.join(dict.fromkeys(redact.findings(old))) or rules[0]})",
                line=line,
                proposal="Mask it; change the secret, since the history still holds it",
                places=(Place(file=name, line=line, text=new.rstrip("\r")),),
                ways=(way,),
                decided=True,
            )


def _index(seen: Snapshot) -> Iterator[Fault]:
    """The index is read at every start, so its lines are looked at too."""
    name = seen.workspace.index
    for number, line in enumerate(seen.files.get(name, b"").decode("utf-8", "replace").split("\n"), 1):
        hidden, order = hides(line.rstrip("\r")), injected.ordered(line)
        if hidden or order:
            text = (
                f"characters that nobody sees stand in it ({hidden})"
                if hidden
                else f"it gives orders to agents: “{order[:80]}”"
            )
            edit = Edit(op="archive", file=name, line=number, stop=number, reason=text)
            way = Way(name="archive", text="Move the line to the archive", edits=(edit,))
            yield Fault(
                check=NAME,
                severity="blocking",
                file=name,
                text=text,
                line=number,
                proposal=way.text,
                places=(Place(file=name, line=number, text=line.rstrip("\r")),),
                ways=(way,),
                decided=True,
            )


def _between(seen: Snapshot) -> Iterator[Fault]:
    """What stands in no statement, and agents read all the same: front matter, headings, comments, what is no UTF-8."""
    inside: dict[str, set[int]] = {}
    for one in seen.statements:
        inside.setdefault(one.file, set()).update(range(one.start, one.stop + 1))
    names = [name for name in sorted(seen.files) if seen.workspace.stem(name)]
    for at in range(0, len(names), CHUNK):
        lines = {name: _bare(seen.files[name], inside.get(name, set())) for name in names[at : at + CHUNK]}
        whole = "\n\n".join("\n".join(texts.values()) for texts in lines.values())
        if hides(whole) or injected.ordered(whole):
            yield from (found for name, texts in lines.items() for found in _bared(name, texts))


def _bare(data: bytes, inside: set[int]) -> dict[int, str]:
    """Number -> line, of those that stand in no statement; a carriage return alone ends none for us, but for agents."""
    lines = enumerate(data.decode("utf-8", "replace").split("\n"), 1)
    return {number: line.replace("\r", "\n").strip("\n") for number, line in lines if number not in inside}


def _bared(name: str, texts: dict[int, str]) -> Iterator[Fault]:
    for number, line in texts.items():
        if hidden := hides(line):
            yield _by_hand(name, number, f"characters that nobody sees stand in it ({hidden})")
        elif order := injected.ordered(line):
            yield _by_hand(name, number, f"it gives orders to agents behind the person's back: “{order[:80]}”")


def _skills(seen: Snapshot) -> Iterator[Fault]:
    for page in seen.pages:
        for line, claim in waiving.claims(page.text):
            yield _by_hand(page.file, line, f"the skill claims to waive an approval: “{claim}”")
        if order := injected.ordered(page.text):
            lines = enumerate(page.text.split("\n"), 1)
            at = next((number for number, line in lines if injected.ordered(line)), 0)
            yield _by_hand(page.file, at, f"the skill gives orders to agents behind the person's back: “{order[:80]}”")
        for rule in dict.fromkeys(page.secrets):
            yield _by_hand(page.file, 0, f"the skill holds a secret ({rule})")


def _by_hand(file: str, line: int, text: str) -> Fault:
    return Fault(
        check=NAME,
        severity="blocking",
        file=file,
        text=text,
        line=line,
        proposal="Take it out by hand, and look who wrote it",
    )


def _archived(one: Statement, text: str, *, blocking: bool, at: int = 0) -> Fault:
    edit = Edit(op="archive", file=one.file, line=one.start, stop=one.stop, reason=text.partition(": “")[0])
    way = Way(name="archive", text="Move it to the archive, which no agent loads", edits=(edit,))
    return Fault(
        check=NAME,
        severity="blocking" if blocking else "warning",
        file=one.file,
        text=text,
        line=one.start + at,
        proposal=way.text,
        places=(place(one),),
        ways=(way,),
        decided=True,
    )


def _asked(one: Statement, text: str) -> Fault:
    move = Edit(op="archive", file=one.file, line=one.start, stop=one.stop, reason=text.partition(" “")[0])
    holds = Edit(op="confirm", file=one.file, line=one.start, stop=one.stop)
    return Fault(
        check=NAME,
        severity="warning",
        file=one.file,
        text=text,
        line=one.start,
        proposal="Move it to the archive, or confirm that it is yours",
        places=(place(one),),
        ways=(
            Way(name="archive", text="Move it to the archive", edits=(move,)),
            Way(name="confirm", text="Confirm it: a person stands by it", edits=(holds,) if one.listed else ()),
        ),
    )


CHECK = Check(name=NAME, title="Security", run=run)
