"""Looks over a memory for ``check``: what is over its budget, what is out of order, what has no place at every start.

Only what is over a budget is blocking. Nothing is changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import belonging, invisible, redact, resident, start
from dreamd.checks import Candidate, links
from dreamd.memory import blocks, contents, index, store
from dreamd.memory import entry as entries
from dreamd.memory.layout import FILE_BYTES, TOPIC_BYTES
from dreamd.records import Finding

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from dreamd.memory.layout import Workspace
    from dreamd.start import Member

WAYS = "shorten it, move what is not needed at every start to a topic, or split it"
QUOTE_CHARS = 80


def findings(workspace: Workspace, ours: frozenset[str], told: Collection[str], besides: int = 0) -> Iterator[Finding]:
    """What there is to say of one memory.

    Args:
        workspace: whose memory.
        ours: keys of what dreamd wrote.
        told: statements of the host's own instructions (``instructions.read``).
        besides: bytes that every start holds beside these (``budgets.besides``).

    Raises:
        StoreError: it cannot be read.
    """
    snapshot = store.read(workspace)
    held = dict(snapshot.bytes)
    members = start.members(workspace) + start.agents(workspace)
    held |= {item.file: data for item in members if (data := _beside(workspace, item.file)) is not None}
    yield from _resident(held, members, besides)
    yield from _topics(workspace, held, members)
    yield from _index(workspace, held)
    yield from _no_pointers(workspace.index, held.get(workspace.index, b""), told)
    resident_files = {item.file for item in members}
    asked = Candidate(workspace=workspace, before=held, after=held, own=frozenset(), evidence={})
    yield from (item for item in links.run(asked) if item.file not in resident_files)
    for hazard in snapshot.hazards:
        yield _finding("files", hazard.name, f"left alone: {hazard.reason.replace('_', ' ')}")
    for item in members:
        yield from _misplaced(item, held.get(item.file, b""), ours, told)


def _beside(workspace: Workspace, name: str) -> bytes | None:
    held = store.hold(store.place(workspace, name), frozenset())
    return held.data if isinstance(held, store.Held) else None


def _resident(held: Mapping[str, bytes], members: tuple[Member, ...], besides: int) -> Iterator[Finding]:
    sizes = {item: len(held[item.file]) for item in members if item.file in held}
    for item, size in sizes.items():
        if size > item.budget:
            yield _over(item.file, f"{size} bytes, and at every start there is room for {item.budget}", WAYS)
    agents = [size for item, size in sizes.items() if not item.trusted]
    whole = sum(sizes.values()) - sum(agents) + max(agents, default=0) + besides
    if whole > resident.RESIDENT_BYTES:
        mine = f", {besides} of them for every project" if besides else ""
        yield _over("", f"{whole} bytes at every start{mine}, and there is room for {resident.RESIDENT_BYTES}", WAYS)


def _topics(workspace: Workspace, held: Mapping[str, bytes], members: tuple[Member, ...]) -> Iterator[Finding]:
    readable = contents.topics(workspace, held)
    known = {item.file for item in members}
    for name, data in sorted(held.items()):
        if not workspace.stem(name):
            continue
        if name not in readable:
            yield _finding("files", name, "not UTF-8, so nobody is told of it", "Save it as UTF-8.")
        elif len(data) >= TOPIC_BYTES and name not in known:
            text = f"{len(data)} bytes; agents cut a topic at {TOPIC_BYTES}"
            yield _over(name, text, f"Split it at its headings: dreamd split {name.removeprefix(workspace.prefix)}")


def _index(workspace: Workspace, held: Mapping[str, bytes]) -> Iterator[Finding]:
    data = held.get(workspace.index, b"")
    gate, (lines, chars) = index.gate(data), index.size(data)
    text = f"{lines} lines, {chars} characters; agents cut it at 200 and 25,000"
    if gate == "full":
        yield _over(workspace.index, text, "merge topics, or retire what no longer holds: dreamd govern")
    elif gate == "warn":
        yield _finding("budget", workspace.index, text, "merge topics, or retire what no longer holds: dreamd govern")


def _no_pointers(name: str, data: bytes, told: Collection[str]) -> Iterator[Finding]:
    """What stands in the index, points nowhere, and has no place at a start."""
    if len(data) > FILE_BYTES:
        return
    lines, pointing = _lines(data), {pointer.line for pointer in index.pointers(data)}
    for block in blocks.split(lines, blocks.head(lines)):
        why = "" if block.start + 1 in pointing else belonging.misplaced(block.entry, told)
        if why:
            text = f"{why}: {_quote(block.entry.text)}"
            yield _finding("resident", name, text, "The index holds pointers; take it out.", block.start + 1)


def _lines(data: bytes) -> list[str]:
    return invisible.shown(redact.redact(data.decode("utf-8", "replace"))).split("\n")


def _misplaced(item: Member, data: bytes, ours: frozenset[str], told: Collection[str]) -> Iterator[Finding]:
    if len(data) > FILE_BYTES:
        return
    text = data.decode("utf-8", "replace")
    secrets = redact.findings(text)
    if secrets:
        yield _finding("secret", item.file, f"holds a secret ({secrets[0]}); agents are shown none", "Take it out.")
    lines = _lines(data)
    moved = len(lines) != text.count("\n") + 1  # a secret of several lines is one mark
    for block in blocks.split(lines, blocks.head(lines)):
        entry = block.entry
        mine = bool(entry.sources) and entries.key(entry) in ours
        why, way = belonging.misplaced(entry, told), "Move it to a topic, or take it out."
        if entry.unconfirmed:
            why, way = "nobody has confirmed it, so no agent is shown it at its start", "Confirm it, or take it out."
        elif not (item.trusted or mine):
            why, way = "dreamd did not write it, so no agent is shown it at its start", "Move it to agent.md."
        if why:
            line = 0 if moved else block.start + 1
            yield _finding("resident", item.file, f"{why}: {_quote(entry.text)}", way, line)


def _quote(text: str) -> str:
    return text if len(text) <= QUOTE_CHARS else f"{text[:QUOTE_CHARS]}…"


def _over(file: str, text: str, proposal: str) -> Finding:
    return Finding(check="budget", severity="blocking", file=file, text=text, proposal=proposal)


def _finding(check: str, file: str, text: str, proposal: str = "", line: int = 0) -> Finding:
    return Finding(check=check, severity="warning", file=file, text=text, line=line, proposal=proposal)
