"""The nouns that cross between modules: frozen records, never dicts.

Times are ISO 8601 in UTC (``2026-03-10T09:00:00.000Z``) as text, dates ``YYYY-MM-DD``, sizes bytes, unless a field says
otherwise. Lines count from 1.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

Role: TypeAlias = Literal["human", "assistant", "tool_call", "tool_result", "pasted", "injected", "summary"]
"""Who speaks in a turn. Only ``human`` is evidence for a rule."""

EntryType: TypeAlias = Literal["user", "feedback", "project", "reference"]
"""The four kinds of memory (memory.md, A topic)."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Parent of every record: frozen, named fields, strict when decoded."""


def reference(source: str, session: str, line: int) -> str:
    """How an entry names the row it rests on: ``claude-code/54bb2ec8-87cc#L52``; without a row ``you/2026-03-10``."""
    return f"{source}/{re.sub('[^0-9A-Za-z_.-]', '-', session[:13])}{f'#L{line}' if line else ''}"


# --- sessions -------------------------------------------------------------------------------------------------------


class Transcript(Record, frozen=True, gc=False):
    """One session's file, known by ``stat`` alone."""

    source: str
    """Name of the source, e.g. ``claude-code``."""
    session: str
    """The session's identity: the file's stem, as a rule."""
    location: str
    """Its path."""
    size: int
    inode: int
    mtime_ns: int
    kept: bool = False
    """It is what we kept of a transcript that is gone."""
    cwd: str = ""
    """Where the agent worked, where a file beside the session says so and its rows do not."""

    @property
    def path(self) -> Path:
        """The same; made when it is asked for, since most files of a look are known and unchanged."""
        return Path(self.location)


class Mark(Record, frozen=True):
    """How far a session was read. The default mark means: nothing yet."""

    size: int = 0
    """The file's size when it was read; differs from ``offset`` when the tail was torn."""
    inode: int = 0
    offset: int = 0
    """Bytes read, always just after a newline."""
    line: int = 0
    """Lines read, i.e. the number of the last line before ``offset``."""
    digest: str = ""
    """Hash of the first and the last bytes before ``offset``: tells an appended file from a rewritten one."""


class Turn(Record, frozen=True):
    """One utterance, with the reference that leads back to its row."""

    source: str
    session: str
    line: int
    role: Role
    text: str
    time: str = ""
    """The row's own time; empty where the row has none."""
    why: str = ""
    """The rule that gave the role, e.g. ``typed``, ``refusal``, ``answer``, ``meta``. Tests pin it."""
    row: str = ""
    """The row's own identity (uuid); copied history repeats it."""
    cwd: str = ""

    @property
    def ref(self) -> str:
        """The reference as it stands in an entry's ``source``: ``claude-code/54bb2ec8-87cc#L52``."""
        return reference(self.source, self.session, self.line)


class Survey(Record, frozen=True):
    """What a scan learned of one session from its new rows."""

    source: str
    session: str
    path: Path
    mark: Mark
    cwd: str = ""
    """The first working directory seen: the session's home."""
    human: int = 0
    """New human turns."""
    tokens: int = 0
    """What a model would read of the new turns, estimated."""
    last: str = ""
    """Time of the newest row."""
    headless: bool = False
    own: bool = False
    """Started by dreamd itself."""
    version: str = ""
    bad_lines: int = 0
    unknown: dict[str, int] = {}
    """Record types this reader does not know, with their counts."""


# --- memory ---------------------------------------------------------------------------------------------------------


class Quote(Record, frozen=True):
    """What an entry rests on: words that stand in one row."""

    source: str
    session: str
    line: int
    quote: str
    role: Role
    date: str
    row: str = ""

    @property
    def ref(self) -> str:
        """The reference as it stands in an entry's ``source``."""
        return reference(self.source, self.session, self.line)


class Entry(Record, frozen=True):
    """One dated, sourced statement of a topic."""

    text: str
    """One sentence that stands alone, without its brackets."""
    created: str = ""
    updated: str = ""
    sources: tuple[str, ...] = ()
    """References as in ``Quote.ref``; empty for a foreign entry."""
    seen: int = 1
    """Sessions that said it."""
    unconfirmed: bool = False
    why: str = ""
    how: str = ""
    """How to apply it."""
    archived: str = ""
    """Date it was retired; set only in the archive."""
    reason: str = ""


class TopicView(Record, frozen=True):
    """A topic as engines see it. ``name`` is the file's stem, e.g. ``release-process``."""

    name: str
    title: str
    description: str
    type: EntryType
    size: int
    """Bytes of the whole file."""
    entries: tuple[Entry, ...] = ()
    foreign: tuple[bool, ...] = ()
    """Which of ``entries`` dreamd did not write, and so may only confirm."""


# --- a dream --------------------------------------------------------------------------------------------------------


class Operation(Record, frozen=True):
    """One edit that an engine proposes; the run verifies it and applies it to the staged copy.

    ``add`` needs ``topic``, ``type``, ``text`` and ``evidence`` (``title`` and ``description`` where the topic is new).
    ``confirm`` moves ``updated`` and ``seen`` of the entry whose text is ``entry``. ``update`` replaces it by ``text``
    and archives the old one. ``retire`` archives it.

    These change no statement: ``rename`` gives the topic another ``title`` and ``description``, ``merge`` moves all its
    entries to the topic ``into``, and ``split`` those whose texts are ``entries`` (``title`` and ``description`` where
    ``into`` is new).
    """

    op: Literal["add", "confirm", "update", "retire", "rename", "merge", "split"]
    topic: str
    """The topic's stem."""
    type: EntryType = "project"
    title: str = ""
    description: str = ""
    entry: str = ""
    """The text of the existing entry that is meant (confirm, update, retire)."""
    text: str = ""
    why: str = ""
    how: str = ""
    unconfirmed: bool = False
    reason: str = ""
    into: str = ""
    """The stem of the topic that entries move to."""
    entries: tuple[str, ...] = ()
    evidence: tuple[Quote, ...] = ()


ChangeOp: TypeAlias = Literal["add", "update", "confirm", "retire", "move", "restore", "new", "remove", "edit"]
"""``new``, ``remove`` and ``edit`` speak of whole files; the others of entries. ``move``: into this topic."""


class Change(Record, frozen=True):
    """One difference between two states of a memory, as people and scripts see it."""

    op: ChangeOp
    file: str
    """The file's name, relative to the workspace's root."""
    topic: str
    text: str = ""
    was: str = ""
    source: str = ""


class Finding(Record, frozen=True):
    """What a check saw. A blocking finding rejects the dream."""

    check: str
    severity: Literal["blocking", "warning"]
    file: str
    text: str
    line: int = 0
    proposal: str = ""


Outcome: TypeAlias = Literal["dreamed", "proposed", "nothing_new", "skipped", "planned", "rejected", "failed"]


class Verdict(Record, frozen=True):
    """A gate's answer. ``retry_at`` is empty when open or when only an event can open it."""

    open: bool
    reason: str
    retry_at: str = ""


class Tokens(Record, frozen=True):
    """Model tokens of one dream; all zero with the embedded engine."""

    input: int = msgspec.field(default=0, name="in")
    output: int = msgspec.field(default=0, name="out")
    cached: int = 0


class Headed(Record, frozen=True):
    """A topic that is new, called otherwise, or gone: what the index says of it changes with that."""

    op: Literal["new", "edit", "remove"]
    topic: str
    text: str
    """Its title and description, in one line."""
    was: str = ""
    """The same before."""


class Learned(Record, frozen=True):
    """One entry of ``Dream.entries``."""

    op: str
    topic: str
    text: str
    source: str


class Dream(Record, frozen=True):
    """The result of one attempt; its fields are the JSON keys of ``once`` (cli.md)."""

    workspace: str
    outcome: Outcome
    reason: str = ""
    dream_id: str = ""
    sessions: int = 0
    turns: int = 0
    sessions_left: int = 0
    """Sessions with something new to say that were not read: still going on, unreadable or gone."""
    turns_left: int = 0
    """Human turns that wait in those, by their last survey."""
    coverage: float = 1.0
    added: int = 0
    updated: int = 0
    retired: int = 0
    entries: tuple[Learned, ...] = ()
    topics: tuple[Headed, ...] = ()
    promoted: str = ""
    """The step of its own that made what was said often resident; empty where nothing was."""
    engine: str = ""
    tokens: Tokens = Tokens()
    cost_usd: float = 0.0
    seconds: float = 0.0
    sandbox: str = ""
    message: str = ""
    """What went wrong, for people; empty where nothing did."""
    diff: tuple[str, ...] = ()
    """Of a dry run: what would change in the files, as the lines of a unified diff."""
