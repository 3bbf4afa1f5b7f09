"""Proposes from what was said what should stand at every start, in every project, in a skill; or no more; pure."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import date, timedelta
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from dreamd import belonging, denials, keeping
from dreamd.engines.embedded import ordered
from dreamd.engines.embedded.placing import Topics
from dreamd.engines.embedded.same import contradicts, meaning, says_same
from dreamd.memory import admission, contents, index, sourcing, topic
from dreamd.memory import entry as entries
from dreamd.memory.contents import Placed
from dreamd.memory.layout import COMMON, IDENTITY, Workspace
from dreamd.memory.relocating import Home
from dreamd.memory.topic import Topic
from dreamd.recalled import STALE_DAYS
from dreamd.records import Entry, EntryType, Quote, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


Kind: TypeAlias = Literal["resident", "me", "skill", "demote"]

CORRECTIONS = 3
"""Said so often, in one session or in several, a correction stands at every start (seeds: promoted after three)."""
REPEATED = 2
"""A procedure that was told so often is one."""


class Memory(Record, frozen=True):
    """What one workspace has to say."""

    workspace: Workspace
    files: dict[str, bytes]
    own: frozenset[str]
    """Keys of what dreamd wrote."""
    evidence: dict[str, tuple[Quote, ...]]
    told: frozenset[str]
    """What agents are told anyway (``admission.folded``)."""
    denied: frozenset[str]
    """``denials.key`` of what the person denied."""


class Proposal(Record, frozen=True):
    """One of them; the fields are the JSON keys of ``promote`` (cli.md)."""

    id: str
    kind: Kind
    text: str
    workspace: str
    """Where it is carried out."""
    origin: str = msgspec.field(name="from")
    """The topic that it stands in; with ``me`` the workspaces that say it."""
    to: str
    """The file or topic that it would stand in; with ``skill`` the command that makes one."""
    times: int
    """How often it was said."""
    updated: str
    evidence: tuple[Quote, ...] = ()
    blocked: str = ""
    """Why it cannot be taken as things are, and the ways out."""


class Said(Record, frozen=True):
    """An entry of ours that a person said."""

    memory: Memory
    held: Topic
    one: Placed

    @property
    def entry(self) -> Entry:
        """The entry."""
        return self.one.item.entry

    @property
    def kind(self) -> EntryType:
        """The kind of the file's entries."""
        return contents.kind(self.memory.workspace, self.one.file, self.held)

    @property
    def rests(self) -> tuple[Quote, ...]:
        """What it rests on."""
        return self.memory.evidence.get(self.one.key, ())

    @property
    def times(self) -> int:
        """How often it was said."""
        return sourcing.times(self.entry, self.rests)


def proposals(memories: Sequence[Memory], today: str) -> tuple[Proposal, ...]:
    """All that is proposed and was not denied, workspace by workspace, what holds everywhere last.

    Args:
        memories: all workspaces, that of every project among them where there is one.
        today: the date.
    """
    said = {memory.workspace.name: list(_said(memory)) for memory in memories}
    everywhere = said.get(COMMON, [])
    made: list[Proposal] = []
    for memory in memories:
        here = said[memory.workspace.name]
        if memory.workspace.name != COMMON:
            made += _resident(here, everywhere)
            made += (_proposal("skill", item) for item in here if _procedure(item) and item.times >= REPEATED)
        made += _demoted(here, today)
    denied = {memory.workspace.name: memory.denied for memory in memories}
    made += _common([item for name, items in said.items() if name != COMMON for item in items], everywhere)
    return tuple(one for one in made if denials.key(one.kind, one.text) not in denied.get(one.workspace, frozenset()))


def home(memory: Memory, proposal: Proposal, kind: EntryType) -> Home | None:
    """Where the entry goes; ``None`` where no topic has room for it."""
    if proposal.kind != "demote":
        return keeping.home(memory.workspace, kind)
    held = contents.topics(memory.workspace, memory.files)
    full = index.gate(memory.files.get(memory.workspace.index, b"")) == "full"
    views = [topic.view(one, memory.own) for one in held.values()]
    place = Topics(views, full=full).place(proposal.text, kind, "")
    return Home(place.topic, kind, place.title, place.description) if place else None


def _said(memory: Memory) -> Iterator[Said]:
    for file, held in contents.topics(memory.workspace, memory.files).items():
        if file == IDENTITY:
            continue
        for one in contents.placed({file: held}):
            if topic.own(one.item, memory.own) and not one.item.entry.unconfirmed:
                yield Said(memory, held, one)


def _stands(item: Said) -> bool:
    """Whether it stands in a file that is read at every start."""
    return item.one.file in item.memory.workspace.people


def _rule(item: Said) -> bool:
    """Whether it is a correction, or what a person is, that belongs in the resident layer."""
    misplaced = belonging.misplaced(item.entry, item.memory.told)
    return item.kind in admission.HUMAN_ONLY and not misplaced and not _procedure(item)


def _procedure(item: Said) -> bool:
    return ordered.procedure(item.entry.text)


def _resident(here: Sequence[Said], everywhere: Sequence[Said]) -> Iterator[Proposal]:
    standing = [item.entry.text for item in (*here, *everywhere) if _stands(item)]
    for item in here:
        text = item.entry.text
        if _stands(item) or not _rule(item) or item.times < CORRECTIONS:
            continue
        if any(says_same(text, other) for other in standing):
            continue
        against = next((other for other in standing if contradicts(text, other)), "")
        blocked = f"what is read at every start says: {against}. Forget or change that first" if against else ""
        yield _proposal("resident", item, blocked=blocked)


def _demoted(here: Iterable[Said], today: str) -> Iterator[Proposal]:
    since = (date.fromisoformat(today) - timedelta(days=STALE_DAYS)).isoformat()
    for item in here:
        updated = item.entry.updated
        if _stands(item) and entries.DATE.fullmatch(updated) and updated < since:
            yield _proposal("demote", item)


def _common(said: Sequence[Said], everywhere: Iterable[Said]) -> Iterator[Proposal]:
    """What two workspaces say, and no memory of every project yet."""
    rules = [item for item in said if _rule(item)]
    known = [item.entry.text for item in everywhere]
    done: set[int] = set()
    for at, twins in _twins(rules):
        group = [rules[number] for number in (at, *twins)]
        names = dict.fromkeys(item.memory.workspace.name for item in group)
        text = group[0].entry.text
        if at in done or len(names) == 1 or any(says_same(text, other) or contradicts(text, other) for other in known):
            continue
        done |= {at, *twins}
        against = next(
            (item for number, item in enumerate(rules) if number not in {at, *twins} and _against(text, item)), None
        )
        yield _joined(group, ", ".join(names), against)


def _against(text: str, item: Said) -> bool:
    return contradicts(text, item.entry.text) or contradicts(item.entry.text, text)


def _twins(rules: Sequence[Said]) -> Iterator[tuple[int, list[int]]]:
    """Each rule with those that say the same, the newest first; only such are compared as share half of its words."""
    order = sorted(range(len(rules)), key=lambda at: rules[at].entry.updated, reverse=True)
    words = [meaning(item.entry.text).words for item in rules]
    by_word: dict[str, list[int]] = {}
    for at, said in enumerate(words):
        for word in said:
            by_word.setdefault(word, []).append(at)
    for at in order:
        shared = Counter(other for word in words[at] for other in by_word[word] if other != at)
        near = [other for other, count in shared.items() if count * 2 >= len(words[at])]
        yield at, [other for other in near if says_same(rules[at].entry.text, rules[other].entry.text)]


def _joined(group: Sequence[Said], names: str, against: Said | None) -> Proposal:
    """The proposal of what several say; where another project says otherwise it does not hold everywhere."""
    first = group[0]
    other = f"{against.memory.workspace.name} says: “{against.entry.text}” Forget that first" if against else ""
    bare = _proposal("me", first, blocked=other)
    common = msgspec.structs.replace(first.memory.workspace, name=COMMON, layout="workspace")
    return msgspec.structs.replace(
        bare,
        workspace=COMMON,
        origin=names,
        to=f"{COMMON}/{keeping.home(common, first.kind).stem}.md",
        times=sum(item.times for item in group),
        evidence=tuple(dict.fromkeys(quote for item in group for quote in item.rests)),
    )


def _proposal(kind: Kind, item: Said, *, blocked: str = "") -> Proposal:
    workspace, text = item.memory.workspace, item.entry.text
    session = next((quote.session for quote in reversed(item.rests) if quote.source != sourcing.YOU), "")
    to = {
        "resident": f"{keeping.home(workspace, item.kind).stem}.md",
        "me": COMMON,
        "skill": f"dreamd skills new NAME --from {session or 'SESSION'}",
        "demote": "a topic",
    }[kind]
    place = COMMON if kind == "me" else workspace.name
    told = hashlib.blake2b(f"{kind}\n{place}\n{entries.fold(text)}".encode(), digest_size=4).hexdigest()
    return Proposal(
        id=told,
        kind=kind,
        text=text,
        workspace=place,
        origin=workspace.stem(item.one.file) or item.one.file,
        to=to,
        times=item.times,
        updated=item.entry.updated,
        evidence=item.rests,
        blocked=blocked,
    )
