"""Prints what a dream over the corpus of real sessions sends to a model, beside the tokens of the raw transcripts.

    python -m bench.tokens [CORPUS]

CORPUS is a directory with ``home/`` in it, by default ``../shared/corpus`` beside the checkout. A script stands in the
model's place; all else is real: prompts, tools, explorers, proposals and what becomes of them. All tokens are estimated
from above. One dream for each project directory, all of its sessions at once, with an empty memory.
"""

from __future__ import annotations

import sys
import threading
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from bench import read
from dreamd import digest, estimate
from dreamd.backends import Model
from dreamd.backends.scripted import BACKEND
from dreamd.digest import Reading
from dreamd.dream import loop
from dreamd.engines import Host, Work
from dreamd.evidence import Witness
from dreamd.memory.edits import Staged
from dreamd.memory.layout import Workspace
from dreamd.proposals import judge

if TYPE_CHECKING:
    from dreamd.dialog import Reply, Request
    from dreamd.records import Tokens, Transcript

TODAY = "2026-11-30"
CACHED = 0.1
MODEL = Model(name="honest")


class Meter:
    """Answers prompts and counts."""

    def __init__(self) -> None:
        self.tokens: list[tuple[str, Tokens]] = []
        self.largest = 0
        self._lock = threading.Lock()

    def complete(self, request: Request) -> Reply:
        """What a dream asks for."""
        reply = BACKEND.complete(request, MODEL, 60.0)
        with self._lock:
            self.tokens.append((request.agent, reply.tokens))
            self.largest = max(self.largest, estimate.prompt(request) + request.max_tokens)
        return reply

    def counted(self, *, explorers: bool) -> float:
        """Input tokens, cached ones at a tenth."""
        mine = (seen for agent, seen in self.tokens if agent.startswith("explorer") == explorers)
        return sum(seen.input + CACHED * seen.cached for seen in mine)

    @property
    def dollars(self) -> float:
        """At the default model's price."""
        return sum(BACKEND.price(MODEL, seen) for _, seen in self.tokens)


def dream(transcripts: list[Transcript], meter: Meter) -> tuple[Staged, int, int]:
    """The staged memory, the turns that were read, and those there are."""
    digested = digest.digest([Reading(transcript=one) for one in transcripts], [], lambda _: None, lambda *_: None)
    turns = {item.reading.transcript.session: item.turns for item in digested if item.turns}
    nowhere = Path("/nowhere")
    here = Workspace(name="bench", root=nowhere, layout="claude-code", project=nowhere)
    staged = Staged(here, {}, frozenset(), TODAY)
    witness = Witness({(one.source, one.session): one for one in transcripts})
    left: set[str] = set()
    host = Host(
        propose=judge(staged, witness, (), TODAY, lambda _operation, _reason: None, model=True),
        leave=left.add,
        complete=meter.complete,
    )
    loop.run(Work(digest=tuple(turns.values()), context={}, memory=(), today=TODAY), host)
    return staged, sum(len(held) for name, held in turns.items() if name not in left), sum(map(len, turns.values()))


def main() -> int:
    corpus = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "shared" / "corpus"
    found = read.transcripts(corpus)
    if not found:
        print(f"no Claude Code sessions below {corpus / 'home'}: name a corpus as the argument")
        return 1
    raw = sum(estimate.tokens(one.path.read_text("utf-8", "replace")) for one in found)
    projects: dict[Path, list[Transcript]] = defaultdict(list)
    for one in found:
        projects[one.path.parent].append(one)
    meter = Meter()
    dreams = [dream(held, meter) for _, held in sorted(projects.items())]
    entries = sum(change.op == "add" for staged, _, _ in dreams for change in staged.changes)
    ours, theirs = meter.counted(explorers=False), meter.counted(explorers=True)
    print(f"sessions       {len(found):10}    in {len(dreams)} dreams, {len(meter.tokens)} prompts")
    print(f"raw            {raw:10}    tokens of the transcripts as they are")
    print(
        f"sent           {ours + theirs:10.0f}    input tokens, cached ones at a tenth: 1/{raw / (ours + theirs):.0f}"
    )
    print(f"  dreams       {ours:10.0f}")
    print(f"  explorers    {theirs:10.0f}")
    print(f"largest prompt {meter.largest:10}    with its reply; at most {estimate.PROMPT_TOKENS}")
    print(f"written        {sum(seen.output for _, seen in meter.tokens):10}    output tokens")
    print(f"coverage       {sum(held for _, held, _ in dreams) / sum(total for *_, total in dreams):10.3f}")
    print(f"dollars        {meter.dollars:10.4f}    at the default model's price")
    print(f"entries        {entries:10}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
