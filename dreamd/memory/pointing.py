"""Where the pointers of an index lead: to files that are there, or to which one was meant; pure."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING
from urllib.parse import unquote

from dreamd.memory import index
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from dreamd.memory.layout import Workspace

ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s")
LINK = re.compile(r"\[(?P<title>[^\[\]\n]{0,200})\]\([ \t]{0,8}<?(?P<target>[^)<>\n\[\]]{1,400}?)>?[ \t]{0,8}\)")
FENCE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?(?P<mark>```+|~~~+)")
CODE = re.compile(r"(?<!`)`[^`\n]*\]\([^`\n]*`(?!`)")
"""Code in a line that holds a link."""
AWAY = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|#|~|mailto")
"""What leads to no file of ours."""
NAMED = re.compile(r"(?<![^\s()\[\]<>`\"'/|])[^\s()\[\]<>`\"'/|]{1,400}\.md\b")
WIKI = re.compile(r"\[\[([^\[\]|#\n]{1,200})")
LETTERS = 8
"""Names shorter than this differ by one slip at most when one is meant for the other."""


class Link(Record, frozen=True):
    """A link of a file to another file."""

    line: int
    text: str
    """The whole line, without its end."""
    title: str
    target: str
    """As it stands in the line."""

    @property
    def path(self) -> str:
        """The target as a file's name."""
        return unquote(self.target.split("#")[0]).removeprefix("./")

    def put(self, right: str) -> str:
        """The line with another target."""
        right = index.target(right)
        return self.text.replace(f"({self.target})", f"({right})").replace(f"<{self.target}>", f"<{right}>")


def links(data: bytes) -> list[Link]:
    """The links of a text, but for those to addresses and places in it, and for what stands in code."""
    if b"](" not in data:  # hardly a topic holds a link, and three checks ask each
        return []
    found, fence = [], ""
    for number, line in enumerate(index.text_of(data).split("\n"), 1):
        if mark := FENCE.match(line):
            fence = "" if fence and mark["mark"].startswith(fence) else fence or mark["mark"]
        elif not fence and "](" in line:
            found += [
                Link(line=number, text=line.rstrip("\r"), title=match["title"], target=match["target"])
                for match in LINK.finditer(CODE.sub(_blank, line))
                if not AWAY.match(match["target"])
            ]
    return found


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def dead(workspace: Workspace, files: Mapping[str, bytes], others: Collection[str] = ()) -> list[tuple[str, Link]]:
    """The pointers of the index and the links of topics to Markdown files that are not there; the file that holds each.

    Args:
        workspace: whose memory.
        files: name -> bytes, as read.
        others: names of files that lie there too and were not read.
    """
    return [
        (name, link)
        for name in sorted(files)
        if name == workspace.index or workspace.stem(name)
        for link in links(files[name])
        if link.path.endswith(".md") and not _there(workspace, link.path, files, others)
    ]


def _there(workspace: Workspace, path: str, files: Collection[str], others: Collection[str]) -> bool:
    if path.startswith("/"):
        place = workspace.memory
        return path.startswith(f"{place}/") and f"{workspace.prefix}{path.removeprefix(f'{place}/')}" in {
            *files,
            *others,
        }
    name = f"{workspace.prefix}{path}"
    if path.startswith("../") and workspace.prefix:
        name = path.removeprefix("../")
    return name in files or name in others or path == "MEMORY.md"


def alone(link: Link) -> bool:
    """Whether its line is a list item and holds no other link."""
    return bool(ITEM.match(link.text)) and len(LINK.findall(link.text)) == 1


def stray(
    workspace: Workspace, files: Mapping[str, bytes], others: Collection[str] = ()
) -> list[tuple[str, Link, str]]:
    """Links to nothing that are meant for a file: the file that holds each, the link, the right target."""
    found = []
    for name in sorted(files):
        if name == workspace.index or workspace.stem(name):
            for link in links(files[name]):
                inner = name != workspace.index
                if _there(workspace, link.path, files, others) or (inner and not link.path.endswith(".md")):
                    continue
                if right := meant(workspace, files, link, inner=inner):
                    found.append((name, link, right))
    return found


def reached(workspace: Workspace, files: Mapping[str, bytes]) -> frozenset[str]:
    """Names in the memory directory that the index names, in whatever way, or that a topic links to which it names."""
    data = files.get(workspace.index, b"")
    text = index.text_of(data)
    named = {link.path for link in links(data)} | {
        right for name, _, right in stray(workspace, files) if name == workspace.index
    }
    named |= {*NAMED.findall(text), *(f"{wiki.strip()}.md" for wiki in WIKI.findall(text))}
    onward = {link.path for name in named for link in links(files.get(f"{workspace.prefix}{name}", b""))}
    return frozenset(named | onward)


def meant(workspace: Workspace, files: Mapping[str, bytes], link: Link, *, inner: bool = False) -> str:
    """The topic that a link to nothing is meant for, as an index names it; empty where none or several could be.

    A topic that another pointer of the index names is that one's, unless the two names differ in spelling alone. A link
    of a topic (``inner``) may lead where others lead.
    """
    stems = [f"{stem}.md" for name in files if (stem := workspace.stem(name))]
    same = [name for name in stems if folded(name) == folded(link.path)]
    if len(same) == 1:
        return same[0]
    pointed = {item.path for item in links(files.get(workspace.index, b""))}
    free = stems if inner else [name for name in stems if name not in pointed]
    return near(link.path, free) or _called(workspace, files, link.title, free)


def _called(workspace: Workspace, files: Mapping[str, bytes], title: str, names: Iterable[str]) -> str:
    """The one file that is called what the link says."""
    wanted = folded(title)
    told = title.encode("utf-8", "surrogateescape")
    heads = (b'name: "' + told + b'"', b"name: " + told, b"# " + told)
    found = [
        name
        for name in names
        if wanted and any(line.rstrip() in heads for line in files[f"{workspace.prefix}{name}"].split(b"\n", 40)[:40])
    ]
    return found[0] if len(found) == 1 else ""


def folded(name: str) -> str:
    """A file's name without what people spell differently: case, folders before it, blanks, dashes, its ending."""
    bare = unicodedata.normalize("NFKC", name).casefold().rpartition("/")[2].removesuffix(".md").removesuffix(".md")
    return re.sub(r"[\s_.-]+", "", bare)


def near(name: str, others: Iterable[str]) -> str:
    """The one of the others that differs from the name by a slip or two of the pen; empty where none, or several."""
    wanted = folded(name)
    most = 1 if len(wanted) < LETTERS else 2
    far = {other: slips(wanted, folded(other), most) for other in others}
    least = min(far.values(), default=most + 1)
    found = [other for other, count in far.items() if count == least]
    return found[0] if least <= most and len(found) == 1 and len(wanted) > most + 1 else ""


def slips(one: str, other: str, most: int) -> int:
    """Letters left out, put in, exchanged or swapped between the two; ``most + 1`` where there are more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, sign in enumerate(one, 1):
        last, row, older = row, [at], before
        for to, there in enumerate(other, 1):
            cost = min(last[to] + 1, row[to - 1] + 1, last[to - 1] + (sign != there))
            if at > 1 and to > 1 and sign == other[to - 2] and one[at - 2] == there:
                cost = min(cost, older[to - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before = last
    return min(row[-1], most + 1)
