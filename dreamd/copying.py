"""Puts one file of a memory into its fair copy: read carefully, redacted whole, then split and looked over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import invisible, recent, redact, words
from dreamd.dangers import injected, printed
from dreamd.memory import blocks, contents, store

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from dreamd.memory.layout import Workspace


def remove(db: sqlite3.Connection, name: str) -> None:
    """Take out what was copied of the file."""
    db.execute("DELETE FROM said WHERE rowid IN (SELECT id FROM entries WHERE file = ?)", (name,))
    db.execute("DELETE FROM heads WHERE rowid IN (SELECT id FROM topics WHERE file = ?)", (name,))
    for table in ("entries", "topics", "spoilt"):
        db.execute(f"DELETE FROM {table} WHERE file = ?", (name,))  # noqa: S608 (constants)
    db.execute("DELETE FROM files WHERE name = ?", (name,))


def copy(db: sqlite3.Connection, workspace: Workspace, name: str, stamp: str) -> None:
    """Copy the file as it is now; one that is no plain UTF-8 file is noted without a text.

    Args:
        db: the copy, in a transaction.
        workspace: whose memory.
        name: the file's, relative to the root.
        stamp: what told that it changed; taken before it is read here, so a later change shows again.
    """
    remove(db, name)
    data = _read(workspace, name)
    text = _shown(data)
    db.execute("INSERT INTO files VALUES (?, ?, ?, ?)", (name, stamp, len(data or b""), text))
    spoilt = _spoilt((text or "").split("\n"), whole=not workspace.stem(name) or name in workspace.people)
    db.executemany("INSERT INTO spoilt VALUES (?, ?)", [(name, line) for line in sorted(spoilt)])
    for file, topic in contents.topics(workspace, {name: text.encode()} if text is not None else {}).items():
        head = (topic.title, topic.description)
        row = db.execute("INSERT INTO topics VALUES (NULL, ?, ?, ?, ?)", (file, topic.name, *head)).lastrowid
        named = words.indexed(f"{topic.title} {topic.name}")
        db.execute(
            "INSERT INTO heads (rowid, title, description) VALUES (?, ?, ?)", (row, named, words.indexed(head[1]))
        )
        for block in blocks.split(topic.lines, topic.front.stop):
            _statement(db, file, block, bad=block.start in spoilt)


def _spoilt(lines: Sequence[str], *, whole: bool) -> frozenset[int]:
    """Numbers of the lines that no agent is to have at its start; of a file not ``whole`` in it what it quotes."""
    found: set[int] = set()
    for block in blocks.split(lines, blocks.head(lines)):
        if not whole and not (block.entry.sources and len(block.entry.text) <= recent.QUOTE_CHARS):
            continue  # to judge all of a large memory takes longer than an agent waits
        raw = "\n".join(lines[block.start : block.stop])
        if injected.ordered("\n".join([*block.headings, raw])) or printed.machine(raw):
            found.update(range(block.start, block.stop))
    return frozenset(found)


def _read(workspace: Workspace, name: str) -> bytes | None:
    path = store.place(workspace, name)
    held = store.hold(path, frozenset())
    if held == "hard_link":  # a publish under way holds its files twice
        held = store.hold(path, store.twins(workspace))
    return held.data if isinstance(held, store.Held) else None


def _shown(data: bytes | None) -> str | None:
    """The text without its secrets, and with what is hidden in it shown; ``None`` where it is none."""
    try:
        return None if data is None else invisible.shown(redact.redact(data.decode()))
    except UnicodeDecodeError:
        return None


def _statement(db: sqlite3.Connection, file: str, block: blocks.Block, *, bad: bool) -> None:
    entry = block.entry
    if not entry.text:
        return
    values = (file, block.listed, bad, msgspec.json.encode(entry))
    row = db.execute("INSERT INTO entries VALUES (NULL, ?, ?, ?, ?)", values).lastrowid
    reasons = " ".join([*block.headings, entry.why, entry.how])
    said = (row, words.indexed(entry.text), words.indexed(reasons))
    db.execute("INSERT INTO said (rowid, text, reasons) VALUES (?, ?, ?)", said)
