"""One dream takes away little of what stood before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.checks import Check
from dreamd.memory import contents, retiring
from dreamd.memory import entry as entries
from dreamd.memory.admission import retirable
from dreamd.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dreamd.checks import Candidate
    from dreamd.memory.contents import Placed


def run(candidate: Candidate) -> Iterator[Finding]:
    """Count the old entries that stand in no topic any more, and look for them in the archive."""
    workspace = candidate.workspace
    old, new = _keys(candidate, candidate.before), _keys(candidate, candidate.after)
    archived = {one.key for one in contents.placed(contents.archives(workspace, candidate.after))}
    gone = [(key, file) for key, file in old.items() if key not in new]
    if len(gone) > retirable(len(old)):
        text = f"{len(gone)} of {len(old)} old entries would go; at most {retirable(len(old))} may"
        yield Finding(check="retirement", severity="blocking", file=workspace.index, text=text)
    left = {one.key: one.item.entry for one in _placed(candidate, candidate.before)} if gone else {}
    for key, file in gone:
        if entries.key(retiring.kept(left[key])) not in archived:
            text = "an entry would go without standing in the archive"
            yield Finding(check="retirement", severity="blocking", file=file, text=text)


def _keys(candidate: Candidate, files: Mapping[str, bytes]) -> dict[str, str]:
    """Key of each entry -> its file."""
    return {one.key: one.file for one in _placed(candidate, files)}


def _placed(candidate: Candidate, files: Mapping[str, bytes]) -> list[Placed]:
    return contents.placed(contents.topics(candidate.workspace, files))


CHECK = Check(name="retirement", run=run)
