"""Where the pointers of an index lead: to files that are there, or to which one was meant; pure."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from dreamd.memory import index

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from dreamd.memory.index import Pointer
    from dreamd.memory.layout import Workspace

ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s")
LETTERS = 8
"""Names shorter than this differ by one slip at most when one is meant for the other."""


def dead(workspace: Workspace, files: Mapping[str, bytes], others: Collection[str] = ()) -> list[Pointer]:
    """The pointers to files that are not there.

    Args:
        workspace: whose memory.
        files: name -> bytes, as read.
        others: names of files that lie there too and were not read.
    """
    found = index.pointers(files.get(workspace.index, b""))
    names = {*files, *others}
    return [item for item in found if f"{workspace.prefix}{item.file}" not in names]


def alone(pointer: Pointer) -> bool:
    """Whether its line is a list item and holds no other link."""
    return bool(ITEM.match(pointer.text)) and len(index.LINK.findall(pointer.text)) == 1


def meant(workspace: Workspace, files: Mapping[str, bytes], target: str) -> str:
    """The topic that a pointer to nothing is meant for, as an index names it; empty where none or several could be.

    A topic that another pointer names is the other's, unless the two names differ in spelling alone.
    """
    pointed = {item.file for item in index.pointers(files.get(workspace.index, b""))}
    stems = [f"{stem}.md" for name in files if (stem := workspace.stem(name))]
    same = [name for name in stems if folded(name) == folded(target)]
    if len(same) == 1:
        return same[0]
    return near(target, [name for name in stems if name not in pointed])


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
