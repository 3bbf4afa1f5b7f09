"""Dreams over sessions that a test writes down: real transcripts, a real staged copy, whatever model the test plays."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest

from dreamd import digest, estimate, paths
from dreamd.dialog import Reply, Request, Result, Text
from dreamd.digest import Reading
from dreamd.dream import loop
from dreamd.engines import Host, Work
from dreamd.evidence import Witness
from dreamd.memory import topic
from dreamd.memory.edits import Staged
from dreamd.memory.layout import Workspace
from dreamd.proposals import judge
from dreamd.sources.claude_code import SOURCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.fakes.misbehaviour import Answer
    from dreamd.records import Operation
    from tests.conftest import Talk

    Play: TypeAlias = Callable[[Request], Reply | Answer]
    """A model: it answers a prompt."""

TODAY = "2026-11-30"
HERE = Workspace(name="w", root=Path("/w"), layout="claude-code", project=Path("/p"))


@dataclass
class Stage:
    """One dream that is about to be."""

    work: Work
    staged: Staged
    witness: Witness
    names: dict[str, str]
    """What the test calls a session -> its name in the dream, e.g. ``claude-code/54bb2ec8-87cc``."""
    asked: list[Request] = field(default_factory=list)
    left: set[str] = field(default_factory=set)
    refused: list[tuple[Operation, str]] = field(default_factory=list)

    def dream(self, play: Play) -> dict[str, list[str]]:
        """Dream with that model; topic -> texts of its entries afterwards."""
        sending = threading.Lock()
        self.asked.clear()

        def complete(request: Request) -> Reply:
            with sending:
                self.asked.append(request)
            assert estimate.prompt(request) + request.max_tokens <= estimate.PROMPT_TOKENS
            reply = play(request)
            assert isinstance(reply, Reply)
            return reply

        propose = judge(
            self.staged, self.witness, (), TODAY, lambda one, why: self.refused.append((one, why)), model=True
        )
        loop.run(self.work, Host(propose, self.left.add, complete))
        return self.texts()

    def refuse(self, operation: Operation, reason: str) -> None:
        """Hear of a refusal."""
        self.refused.append((operation, reason))

    def texts(self) -> dict[str, list[str]]:
        """Topic -> texts of its entries as they stand in the staged copy."""
        files = self.staged.finish()
        stems = {name: HERE.stem(name) for name in files}
        return {
            stem: [entry.text for entry in topic.parse(stem, files[name]).entries]
            for name, stem in stems.items()
            if stem
        }

    def told(self, number: int = 0) -> str:
        """What an agent was told first, in the prompt of that number."""
        (block,) = self.asked[number].messages[0].content
        assert isinstance(block, Text)
        return block.text

    def results(self) -> list[Result]:
        """What the dream's tools answered, in order."""
        last = max((one for one in self.asked if one.agent == "dream"), key=lambda one: len(one.messages))
        return [block for message in last.messages for block in message.content if isinstance(block, Result)]


@pytest.fixture
def stage(talk: Talk, home: Path) -> Callable[..., Stage]:
    """Sets a dream up over sessions (name -> what was said, see ``Talk``) and a memory (files)."""

    def made(files: dict[str, bytes] | None = None, own: frozenset[str] = frozenset(), **spoken: list[str]) -> Stage:
        written = {
            name: talk(name, *said, day=f"2026-11-{day:02}") for day, (name, said) in enumerate(spoken.items(), 2)
        }
        found = list(SOURCE.find(paths.places({"HOME": str(home)}), []))
        digested = digest.digest([Reading(transcript=one) for one in found], [], lambda _: None, lambda *_: None)
        staged = Staged(HERE, files or {}, own, TODAY)
        work = Work(
            digest=tuple(one.turns for one in digested if one.turns),
            context={},
            memory=staged.views(),
            today=TODAY,
        )
        names = {name: f"claude-code/{path.stem[:13]}" for name, path in written.items()}
        return Stage(work, staged, Witness({(one.source, one.session): one for one in found}), names)

    return made
