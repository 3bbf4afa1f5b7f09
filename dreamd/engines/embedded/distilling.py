"""What the engine does with the sessions of one dream: it weighs what persons said, and proposes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.engines.embedded.kinds import kind_of
from dreamd.engines.embedded.passages import passages_of
from dreamd.engines.embedded.placing import Topics
from dreamd.engines.embedded.proposals import propose
from dreamd.engines.embedded.settle import known, settled, statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.engines import Host, Work
    from dreamd.engines.embedded.settle import Statement


def dream(work: Work, host: Host) -> None:
    """Propose what the sessions teach; the same work gives the same proposals, whatever the order of its sessions."""
    standing = known(work.memory)
    topics = Topics(work.memory, full=work.full)
    for said in settled(_statements(work)):
        for operation in propose(said, standing, topics):
            if host.propose(operation):
                break


def _statements(work: Work) -> Iterator[Statement]:
    """Everything worth keeping, session by session; a row that a resumed session repeats counts once."""
    rows: set[str] = set()
    for session in sorted(work.digest, key=lambda turns: [(turn.time, turn.session, turn.line) for turn in turns[:1]]):
        before = work.context.get(session[0].session, ()) if session else ()
        own = [turn for turn in session if not turn.row or turn.row not in rows]
        rows |= {turn.row for turn in session if turn.row}
        for passage in passages_of(own, before):
            yield statement(passage, kind_of(passage.text, passage.turn.why), work.today)
