"""Finds the statement that a person wants purged, its copies, what it rests on, and who else holds it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import msgspec

from dreamd import awaiting, backups, ledger, purged, redact, scanner, state, steps
from dreamd.memory import contents, history, store
from dreamd.memory import entry as entries
from dreamd.memory.entry import fold
from dreamd.memory.meant import meant
from dreamd.records import Record
from dreamd.revising import Named, Revised, refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from dreamd.attempt import Setting
    from dreamd.memory.layout import Workspace
    from dreamd.records import Quote

HEAD = 16
"""Words of a longer statement that stand for all of it: it is cut in places, such as the one line of a step."""
LOOKING = "00" * 32
"""The key of what is looked for here and now, and written down nowhere."""
LEAST_QUOTE = 3
ABOUT = 0.6
"""Part of a quote's words that must be the statement's for the quote to be a copy of it."""
CHUNK = 16 * 1024 * 1024
RUN = re.compile(r"[^\W_]+(?: [^\W_]+)*")


class Traces(Record, frozen=True):
    """What there is of one statement."""

    text: str
    entries: tuple[Named, ...]
    """Where it stands, in whichever memory and archive."""
    others: tuple[Named, ...]
    """What says something else, now or in the past, and holds its words: they go only if the person says so."""
    statements: tuple[str, ...]
    """In all its wordings."""
    keys: tuple[str, ...]
    rows: tuple[tuple[str, str, int], ...]
    """(source, session, line) of what the person said for it."""
    files: tuple[str, ...]
    """Of others: transcripts, and backups."""
    kept: tuple[str, ...] = ()
    """Of the others: the texts that stay."""
    called: tuple[str, ...] = ()
    """Names of files, now or in the past, that hold the words: a file keeps its name for what else stands in it."""


def find(setting: Setting, workspace: Workspace, spaces: Iterable[Workspace], query: str) -> Traces | Revised:
    """What is meant by the query: a standing entry, else an archived one, else one that stands in the past alone.

    Raises:
        StoreError: a memory, a history or our own state cannot be read.
        ConfigError: git is missing.
    """
    standing, archived = _placed(workspace)
    met = {}
    for told in (standing, archived, _past(setting, workspace)):
        if met := _matching(told, query):
            break
    if len(met) != 1:
        return refusal("several" if met else "no_entry", shown(met.values()))
    (named,) = met.values()
    if len(purged.words(named.text)) < purged.LEAST_WORDS:
        return refusal("short", shown((named,)))
    return _traced(setting, named, list(spaces))


def shown(found: Iterable[Named]) -> tuple[Named, ...]:
    """These as people are shown them: another's line may hold a secret."""
    return tuple(msgspec.structs.replace(one, text=redact.redact(one.text)) for one in found)


def _placed(workspace: Workspace) -> tuple[list[tuple[str, Named]], list[tuple[str, Named]]]:
    """Key and entry, of all that stand, and of all that are archived."""
    held = store.read(workspace).bytes
    found = (contents.topics(workspace, held), contents.archives(workspace, held))
    stands, gone = (
        [(one.key, Named(topic=topics[one.file].name, text=one.item.entry.text, file=one.file)) for one in placed]
        for topics, placed in ((topics, contents.placed(topics)) for topics in found)
    )
    return stands, gone


def _past(setting: Setting, workspace: Workspace) -> Iterator[tuple[str, Named]]:
    """Key (where it is known) and statement, of what was taken back, and of what steps wrote."""
    with state.database(setting.places.database, look=True) as db:
        for item in ledger.rejections(db, workspace.name):
            yield item.key, Named(topic="", text=item.text, file="")
    for one in history.steps(steps.repository(setting.places, workspace, setting.search)):
        for change in one.step.changes:
            for text in filter(None, (change.text, change.was)):
                yield "", Named(topic=change.topic, text=text, file=change.file)


def _matching(told: Iterable[tuple[str, Named]], query: str) -> dict[str, Named]:
    """Folded text -> the statement that is meant."""
    every = {fold(named.text): named for _, named in told}
    texts = list(every)
    return {texts[at]: every[texts[at]] for at in meant(texts, query)}


def _traced(setting: Setting, named: Named, spaces: list[Workspace]) -> Traces:
    wanted, keys = fold(named.text), set[str]()
    for workspace in spaces:
        placed = (pair for found in _placed(workspace) for pair in found)
        keys |= {key for key, one in placed if fold(one.text) == wanted} | _earlier(setting, workspace, wanted)
    with state.database(setting.places.database, look=True) as db:
        for workspace in spaces:
            keys |= {item.key for item in ledger.rejections(db, workspace.name) if fold(item.text) == wanted}
        quotes = [quote for space in spaces for key in sorted(keys) for quote in ledger.evidence(db, space.name, key)]
        cited = {(quote.source, quote.session) for quote in quotes}
        files = [
            item.path for item in state.sessions(db) if (item.source, item.session) in cited and item.path.exists()
        ]
    copies = [quote for quote in quotes if _about(named.text, quote)]
    statements = tuple(dict.fromkeys((named.text, *(quote.quote for quote in copies))))
    same, others = _apart(setting, spaces, statements)
    called = {space: _called(setting, space, statements) for space in spaces}
    places = (path for space, names in called.items() for path in (store.place(space, name) for name in names))
    return Traces(
        text=named.text,
        entries=same,
        others=others,
        statements=statements,
        keys=tuple(sorted(keys)),
        rows=tuple(sorted({(quote.source, quote.session, quote.line) for quote in copies if quote.line})),
        files=tuple(dict.fromkeys(map(str, (*files, *places, *_holders(setting, statements))))),
        called=tuple(sorted({name.rpartition("/")[2] for names in called.values() for name in names})),
    )


def _apart(
    setting: Setting, spaces: Iterable[Workspace], statements: tuple[str, ...]
) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
    """The entries that say one of these and nothing else, and whatever says more, now or in the past."""
    this = _finder(statements)
    rows = [purged.words(statement) for statement in statements]
    same, others = list[Named](), dict[tuple[str, ...], Named]()
    for workspace in spaces:
        now = [one for found in _placed(workspace) for _, one in found]
        past = [one for _, one in _past(setting, workspace)]
        for at, one in enumerate((*now, *past, *_stood(setting, workspace))):
            words, placed = purged.words(one.text), msgspec.structs.replace(one, workspace=workspace.name)
            if words not in rows and purged.holds(this, one.text):
                others.setdefault(tuple(words), placed)
            elif words in rows and at < len(now):
                same.append(placed)
    return tuple(same), tuple(others.values())


def _stood(setting: Setting, workspace: Workspace) -> Iterator[Named]:
    """Every entry of every state that the history holds, and what waits to be decided; those of one file once."""
    with state.database(setting.places.database, look=True) as db:
        for item in awaiting.waiting(db, workspace.name):
            yield Named(topic=item.operation.topic, text=item.operation.text, file="")
    for new in _states(setting, workspace):
        for name, topic in (contents.topics(workspace, new) | contents.archives(workspace, new)).items():
            yield from (Named(topic=topic.name, text=entry.text, file=name) for entry in topic.entries)


def _states(setting: Setting, workspace: Workspace) -> Iterator[dict[str, bytes]]:
    """The files of each state that the history holds, newest first, but for those that were given already."""
    repository, seen = steps.repository(setting.places, workspace, setting.search), set[tuple[str, bytes]]()
    for one in history.steps(repository):
        held = {name: file.data for name, file in history.read(repository, one.commit).items()}
        yield {name: data for name, data in held.items() if (name, data) not in seen}
        seen |= set(held.items())


def _called(setting: Setting, workspace: Workspace, statements: tuple[str, ...]) -> list[str]:
    """Names of files that hold one of the statements."""
    this, names = _finder(statements), {name for held in _states(setting, workspace) for name in held}
    return sorted(name for name in names | store.read(workspace).files.keys() if purged.holds(this, name))


def _finder(statements: tuple[str, ...]) -> purged.Finder:
    return purged.finder(purged.Purged(key=LOOKING, marks=purged.marks(LOOKING, (*statements, *_heads(statements)))))


def _earlier(setting: Setting, workspace: Workspace, wanted: str) -> set[str]:
    """Keys that the statement had in the steps that wrote it: it may have stood there for another reason."""
    repository = steps.repository(setting.places, workspace, setting.search)
    keys = set()
    for one in history.steps(repository):
        if any(fold(change.text) == wanted for change in one.step.changes):
            held = {name: file.data for name, file in history.read(repository, one.commit).items()}
            topics = contents.topics(workspace, held) | contents.archives(workspace, held)
            same = (entry for topic in topics.values() for entry in topic.entries if fold(entry.text) == wanted)
            keys |= {entries.key(entry) for entry in same}
    return keys


def _about(text: str, quote: Quote) -> bool:
    """Whether a quote says the statement over again; "yes" does not, though it may be what the entry rests on."""
    said, words = purged.words(quote.quote), set(purged.words(text))
    return len(said) >= LEAST_QUOTE and sum(word in words for word in said) >= ABOUT * len(said)


def marks(key: str, traces: Traces) -> tuple[purged.Mark, ...]:
    """What the statement is known by from now on, and what stays that holds its words."""
    kept = purged.marks(key, (*traces.kept, *_heads(traces.kept), *traces.called), kept=True)
    return (*purged.marks(key, (*traces.statements, *_heads(traces.statements))), *kept)


def _heads(statements: Iterable[str]) -> list[str]:
    """What is left of longer ones where they are cut."""
    heads = []
    for statement in statements:
        words = list(purged.WORD.finditer(statement))
        heads += [statement[: words[HEAD - 1].end()]] if len(words) > HEAD else []
    return heads


def _holders(setting: Setting, statements: Iterable[str]) -> Iterator[Path]:
    """Transcripts in which the words stand: no row is read, the bytes are searched."""
    runs = {max(RUN.findall(statement), key=len, default="").lower() for statement in statements} - {""}
    forms = {form for run in runs for form in (run.encode(), json.dumps(run)[1:-1].encode())}
    transcripts, _ = scanner.find(scanner.enabled(setting.config.sources), setting.places)
    yield from (item.path for item in transcripts if _contains(item.path, forms))
    yield from backups.aside(setting.places)  # packed: whether they hold it is not looked at


def _contains(path: Path, forms: set[bytes]) -> bool:
    most = max(map(len, forms), default=1)
    try:
        with path.open("rb") as handle:
            before = b""
            while part := handle.read(CHUNK):
                data = before + part.lower()
                if any(form in data for form in forms):
                    return True
                before = data[-most:]
    except OSError:
        return False
    return False
