"""Whether what somebody asks to keep may become an entry, and where: the four gates, each with its reason; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from dreamd import invisible, proposals, slugs
from dreamd.dangers import injected
from dreamd.engines.embedded import agreeing, credentials, fleeting, handed, ordered, outputs
from dreamd.engines.embedded.placing import Place, Topics
from dreamd.evidence import Attested
from dreamd.ledger import Rejection
from dreamd.memory import admission, fact, index
from dreamd.memory.entry import plain
from dreamd.memory.layout import COMMON, IDENTITY, INDEX_LINES_FULL, RESIDENT, Workspace
from dreamd.memory.relocating import Home
from dreamd.purged import NOTHING, Finder, says
from dreamd.records import EntryType, Operation, Quote, Record, TopicView

if TYPE_CHECKING:
    from dreamd.engines.embedded.settle import Known as Entered

HEADS = {
    "user": ("About the person", "Read before explaining or proposing: who the person is and what they prefer"),
    "feedback": ("How agents work here", "Read before starting anything: the rules that the person gave"),
}
"""Kind -> title and description of its resident file, where dreamd begins it."""


class Wish(Record, frozen=True):
    """What somebody asks to keep."""

    text: str
    heard: tuple[Attested, ...] = ()
    """What speaks for it: what a person typed, the turn that an agent quotes, or the agent's own word."""
    type: EntryType | None = None
    topic: str = ""
    unconfirmed: bool = False
    person: bool = True
    """A person typed it."""


class Refusal(Record, frozen=True):
    """It is not kept."""

    reason: str
    """A slug of ``slugs.SAVING``."""
    message: str


class Known(Record, frozen=True):
    """It is kept already."""

    topic: str
    entry: str


class Memory(Record, frozen=True):
    """What the gates look at."""

    workspace: Workspace
    views: tuple[TopicView, ...]
    index: bytes
    told: frozenset[str]
    """What agents are told anyway (``admission.folded``)."""
    rejected: tuple[Rejection, ...]
    everywhere: tuple[TopicView, ...] = ()
    """What is true in every project."""
    gone: Finder = NOTHING
    """Finds what a person had purged."""


bare = handed.bare
"""The statement without the request to remember it."""

Judged: TypeAlias = Operation | Known | Refusal


def unfit(text: str) -> Refusal | None:
    """Why the text itself is none to keep, whatever the memory holds: looked at first, so that no secret goes on."""
    if secret := admission.secret(text):
        return Refusal(reason="secret", message=secret)
    if credentials.told(text):
        return refused("secret")
    if not handed.states(plain(text)):
        return refused("empty")
    if len(plain(text)) > admission.TEXT_CHARS:
        return Refusal(reason="too_long", message=admission.words(Operation(op="add", topic="", text=text)))
    refusing = (
        ("output", outputs.printed),
        ("injected", injected.ordered),
        ("procedure", ordered.procedure),
        ("hidden", _hides),
    )
    for reason, found in refusing:
        if found(text):
            return refused(reason)
    return None


def _hides(text: str) -> bool:
    """Whether nobody sees all of it: what is left without the rest may say something else."""
    return invisible.shown(text) != text.replace("\r\n", "\n")


def judge(wish: Wish, memory: Memory) -> Judged:
    """Ask the four gates in their order (memory.md, What may become an entry), then find the place.

    Returns:
        The operation for the staged copy; or that the memory says this; or the first reason against it.
    """
    text = handed.bare(wish.text)
    if refusal := unfit(text) or _closed(wish, memory):
        return refusal
    text = fact.shaped(plain(text), (entry.text for view in memory.views for entry in view.entries))
    if kind := fleeting.kind(text):
        return Refusal(reason="passing", message=slugs.PASSING[kind])
    if not wish.person and (
        says(memory.gone, text) or any(proposals.taken_back(text, wish.heard, item) for item in memory.rejected)
    ):
        return refused("taken_back")
    if twin := agreeing.twin(text, memory.views):
        return _again(wish, text, twin, memory.workspace)
    if (wide := agreeing.twin(text, memory.everywhere)) and not wide.entry.unconfirmed:
        return Known(topic=f"{COMMON}/{wide.topic.name}", entry=wide.entry.text)
    if handed.derived(text):
        return refused("derived")
    if told := admission.instructed(text, memory.told):
        return Refusal(reason="instructed", message=told)
    return _kept(wish, text, memory)


def _closed(wish: Wish, memory: Memory) -> Refusal | None:
    """Why the topic that was named takes this from nobody, or not on such a word."""
    name, resident = f"{wish.topic}.md", _resident(memory.workspace)
    if wish.topic in resident:
        return refused("unheard") if wish.unconfirmed else None
    there = name != IDENTITY and any(view.name == wish.topic for view in memory.views)
    return refused("reserved") if name in RESIDENT and not there else None


def refused(reason: str) -> Refusal:
    """The refusal with that slug, in its own words."""
    return Refusal(reason=reason, message=slugs.SAVING[reason])


def _again(wish: Wish, text: str, twin: Entered, workspace: Workspace) -> Judged:
    """What is said again is known, unless a person now says what had only been inferred."""
    if wish.unconfirmed or not twin.entry.unconfirmed or twin.foreign:
        return Known(topic=twin.topic.name, entry=twin.entry.text)
    quotes = tuple(one.quote for one in wish.heard)
    if admission.folded(text) == admission.folded(twin.entry.text):
        return confirmation(workspace, twin.topic.name, twin.entry.text, quotes)
    update = Operation(
        op="update",
        topic=twin.topic.name,
        type=twin.topic.type,
        entry=twin.entry.text,
        text=text,
        reason="said in other words by the person",
        evidence=quotes,
    )
    return _homeward(update, handed.kind(text), workspace)


def home(workspace: Workspace, kind: EntryType) -> Home:
    """The file that is read at every start and holds that kind: about the person, or else rules for agents."""
    own: Literal["user", "feedback"] = "user" if kind == "user" else "feedback"
    return Home(workspace.resident(own), own, *HEADS[own])


def confirmation(workspace: Workspace, topic: str, text: str, quotes: tuple[Quote, ...]) -> Operation:
    """The operation that lifts ``[unconfirmed]`` of the entry with that text.

    A rule, or what a person is, goes to the resident file where it belongs once it is said.
    """
    lifting = Operation(op="confirm", topic=topic, entry=text, evidence=quotes)
    return _homeward(lifting, handed.kind(text), workspace)


def _homeward(operation: Operation, kind: EntryType, workspace: Workspace) -> Operation:
    """The operation, with the resident file as its aim where the entry is a rule or tells of the person."""
    if kind not in ("user", "feedback") or operation.topic in _resident(workspace):
        return operation
    to = home(workspace, kind)
    head = {"title": to.title, "description": to.description}
    return msgspec.structs.replace(operation, into=to.stem, type=to.type, **head)


def _kept(wish: Wish, text: str, memory: Memory) -> Judged:
    """The entry that is new, or that takes another's place."""
    kind = _kind(wish, text, memory)
    resident = _resident(memory.workspace)
    old = agreeing.rival(text, memory.views)
    if old is None:
        return _added(wish, text, kind, memory)
    if wish.unconfirmed:
        held = " [unconfirmed]" if old.entry.unconfirmed else ""
        message = f"the memory says: {old.entry.text}{held}. Only the person may change that: quote them (--quote)"
        return Refusal(reason="contradicts", message=message)
    if old.foreign:
        message = f"{old.topic.name}.md, which dreamd did not write, says: {old.entry.text}. Change it there first"
        return Refusal(reason="contradicts", message=message)
    if resident.get(old.topic.name, kind) != kind and kind in admission.HUMAN_ONLY:
        message = f"{old.topic.name}.md says: {old.entry.text}. If that is void, first say: dreamd forget"
        return Refusal(reason="contradicts", message=f"{message} {old.entry.text!r}")
    update = Operation(
        op="update",
        topic=old.topic.name,
        type=old.topic.type,
        entry=old.entry.text,
        text=text,
        reason=f"superseded by what was said on {wish.heard[0].quote.date}",
        evidence=tuple(one.quote for one in wish.heard),
    )
    return _homeward(update, kind, memory.workspace)


def _resident(workspace: Workspace) -> dict[str, EntryType]:
    """Stem of each resident file -> the kind of its entries."""
    homes = (home(workspace, "user"), home(workspace, "feedback"))
    return {one.stem: one.type for one in homes}


def _kind(wish: Wish, text: str, memory: Memory) -> EntryType:
    """What was asked for, else what the named topic holds, else what the words are; what nobody said is no rule."""
    held = next((view.type for view in memory.views if view.name == wish.topic), None)
    named = _resident(memory.workspace).get(wish.topic)
    kind = wish.type or named or held or handed.kind(text)
    return "project" if wish.unconfirmed and not wish.person and kind in admission.HUMAN_ONLY else kind


def _added(wish: Wish, text: str, kind: EntryType, memory: Memory) -> Operation | Refusal:
    """The operation that adds it: to a resident file, the topic that was named, or the one on its subject."""
    views = {view.name: view for view in memory.views}
    if kind in ("user", "feedback") and not wish.unconfirmed and not wish.topic:
        to = home(memory.workspace, kind)
        stem, title, description = to.stem, to.title, to.description
    elif wish.topic:
        stem, title = wish.topic, wish.topic.replace("-", " ").capitalize()
        description = f"Read before anything about {wish.topic.replace('-', ' ')}: what the person said of it"
    else:
        about = handed.SYSTEMS if fact.read(text) else None
        place = Topics(memory.views, full=False).place(text, kind, "", about) or Place(handed.SYSTEMS.stem)
        stem, title, description = place.topic, place.title, place.description
    if stem not in views and index.gate(memory.index) == "full" and memory.workspace.stem(memory.workspace.file(stem)):
        lines, chars = index.size(memory.index)
        size = (
            f"MEMORY.md has {lines} lines and {chars} characters; from {INDEX_LINES_FULL} lines it takes no new topic"
        )
        return Refusal(reason="index_full", message=f"{size}. {slugs.SAVING['index_full']}")
    return Operation(
        op="add",
        topic=stem,
        type=kind,
        title=title,
        description=description,
        text=text,
        unconfirmed=wish.unconfirmed,
        evidence=tuple(one.quote for one in wish.heard),
    )
