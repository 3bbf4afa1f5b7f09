"""The index, MEMORY.md: dreamd's own pointers in one block, all else as people left it (memory.md, The index)."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Literal, TypeAlias
from urllib.parse import quote, unquote

from dreamd.memory.entry import plain
from dreamd.memory.layout import INDEX_CHARS_FULL, INDEX_CHARS_WARN, INDEX_LINES_FULL, INDEX_LINES_WARN
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from collections.abc import Set as AbstractSet

    from dreamd.memory.topic import Topic

Gate: TypeAlias = Literal["open", "warn", "full"]

POINTER_CHARS = 150
TITLE_CHARS = 50
LINK = re.compile(r"\]\([ \t]{0,8}<?([^)<>\n\[\]]{1,400}?)>?[ \t]{0,8}\)")
"""Bounded, so that a hostile line costs no more than its length."""
ELSEWHERE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|/|#|\.\./")


class Pointer(Record, frozen=True):
    """A link of the index to a Markdown file beside it. ``line`` counts from 1."""

    line: int
    text: str
    """The whole line, without its end."""
    file: str
    """The file's name in the memory directory, e.g. ``release-process.md``."""


def pointer(topic: Topic) -> str:
    """The topic's line of the index, without line end: at most 150 characters, made from its head."""
    title = _cut(_inert(topic.title), TITLE_CHARS) or topic.name
    line = f"- [{title}]({target(topic.name)}.md)"
    room = POINTER_CHARS - len(line) - len(" — ")
    description = _cut(_inert(topic.description), room)
    return f"{line} — {description}" if description else line


def target(name: str) -> str:
    """The name of a file as it stands in a link, which ends at a bracket and whose file ends at a ``#``."""
    return re.sub(r"[%#()<>\[\]\s\"'`\\]", lambda sign: quote(sign[0], safe=""), name)


def _inert(text: str) -> str:
    """The text without what could end a link, or start another."""
    return re.sub(r"[`<>\\]", "", plain(text)).replace("[", "(").replace("]", ")")


def _cut(text: str, limit: int) -> str:
    """The text within the limit, cut behind a word (or a character, where there are no spaces) with an ellipsis."""
    if len(text) <= limit:
        return text
    head = text[:limit]
    at = head.rfind(" ")
    return f"{head[: at if at > limit // 2 else limit - 1].rstrip(' ,;:.，；：。')}…"


def text_of(data: bytes) -> str:
    """The index as text; bytes that are no UTF-8 survive the way back (``surrogateescape``)."""
    return data.decode("utf-8", "surrogateescape")


def legible(text: str) -> str:
    """The text as it can be told: bytes that are no UTF-8 are U+FFFD."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def key(line: str) -> str:
    """What dreamd knows its own pointer lines by; a line that a person changed has another."""
    return hashlib.blake2b(line.rstrip("\r\n").encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def pointers(data: bytes) -> list[Pointer]:
    """Every link of the index to a Markdown file of the memory directory or a folder in it."""
    found = []
    for number, line in enumerate(text_of(data).split("\n"), 1):
        for link in LINK.finditer(line):
            target = link[1] if ELSEWHERE.match(link[1]) else unquote(link[1].split("#")[0].removeprefix("./"))
            if target.endswith(".md") and not ELSEWHERE.match(target):
                found.append(Pointer(line=number, text=line.rstrip("\r"), file=target))
    return found


def own_pointers(data: bytes, own: AbstractSet[str]) -> list[Pointer]:
    """The pointers whose whole line dreamd wrote."""
    return [item for item in pointers(data) if key(item.text) in own]


def size(data: bytes) -> tuple[int, int]:
    """Lines and characters, these in UTF-16 units as agents count them."""
    text = text_of(data)
    return text.count("\n") + (text[-1:] not in {"", "\n"}), len(text.encode("utf-16-le", "surrogatepass")) // 2


def gate(data: bytes) -> Gate:
    """``warn``: every write says so; ``full``: no new topics. Agents cut it at 200 lines and 25,000 characters."""
    lines, chars = size(data)
    if lines >= INDEX_LINES_FULL or chars >= INDEX_CHARS_FULL:
        return "full"
    return "warn" if lines >= INDEX_LINES_WARN or chars >= INDEX_CHARS_WARN else "open"


def rebuild(
    data: bytes,
    own: AbstractSet[str],
    topics: Mapping[str, Topic],
    born: Collection[str] = (),
    gone: Collection[str] = (),
) -> bytes:
    """The index after a change of topics.

    Own pointers are made anew from their topics and stand in order of creation in one block, where the first stood;
    the topics ``born`` join at its end unless somebody points there already, the pointers of those ``gone`` go.
    Nothing else moves: a dead pointer, or a topic whose pointer a person took out, is a finding and stays one.

    Args:
        data: the index as it is; empty where there is none.
        own: keys (``key``) of the pointer lines that dreamd wrote.
        topics: stem -> topic, as they will be.
        born: stems of topics that are new, in order of creation.
        gone: stems of topics that are no more.
    """
    standing = {item.file.removesuffix(".md"): item.text for item in own_pointers(data, own)}
    pointed = {item.file.removesuffix(".md") for item in pointers(data)}
    stems = [stem for stem in standing if stem not in gone] + [stem for stem in born if stem not in pointed]
    block = [pointer(topics[stem]) if stem in topics else standing[stem] for stem in stems]
    return data if block == list(standing.values()) else _exchange(data, own, block)


def _exchange(data: bytes, own: AbstractSet[str], block: list[str]) -> bytes:
    """The index with its own pointer lines taken out, and the block where the first of them stood, else at the end."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text_of(data))
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    mine = [number for number, line in enumerate(lines) if key(line) in own]
    at = mine[0] if mine else len(lines)
    foreign = [line for number, line in enumerate(lines) if number not in mine]
    made = [f"{line}{end}" for line in block]
    if made and at == len(foreign) and foreign and not mine:
        foreign[-1] = foreign[-1] if foreign[-1].endswith("\n") else foreign[-1] + end
        made = made if re.match(r"\s*(?:[-*+]\s|$)", foreign[-1]) else [end, *made]
    return "".join([*foreign[:at], *made, *foreign[at:]]).encode("utf-8", "surrogateescape")
