"""The dream's tools at work: what the model calls is looked up, proposed or handed to explorers, and answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd.dialog import Result
from dreamd.dream import inputs, looking, memory_text, memory_view, offers, planted
from dreamd.dream.proposing import OPERATIONS, Ground, proposal
from dreamd.errors import EngineError, LimitReached

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dreamd.dialog import Call
    from dreamd.dream.inputs import Task
    from dreamd.dream.looking import Sessions
    from dreamd.dream.offers import Offer
    from dreamd.engines import Host, Work
    from dreamd.records import Record

PROPOSALS = 300
"""Changes that one dream may propose."""
REFUSALS = 30
"""So many in a row mean that the model does not read the answers."""
TASKS = 8
"""What explorers may be asked in one dream."""


def read(call: Call, offered: Mapping[str, Offer]) -> Record | str:
    """The input of a call; or, as text for the model, what is wrong with it."""
    offer = offered.get(call.name)
    if offer is None:
        return f"there is no tool {call.name[:60]!r}; there are: {', '.join(offered)}"
    try:
        return msgspec.json.decode(call.input, type=offer.input)
    except (msgspec.DecodeError, RecursionError) as error:
        return f"{error}; {call.name} takes: {offers.fields(offer.input)}"


def looked(known: Sessions, asked: Record) -> str:
    """What an explorer's tool shows, which is one of ``offers.SESSIONS``."""
    if isinstance(asked, inputs.ViewSession):
        return (
            looking.view_session(known, asked.session, asked.page) or "no such page; list_sessions tells what there is"
        )
    if isinstance(asked, inputs.ViewTurn):
        return looking.view_turn(known, asked.ref) or "no such turn; the reference stands before each turn"
    if isinstance(asked, inputs.Grep):
        return looking.grep_sessions(known, asked.words)
    return looking.list_sessions(known)


class Desk:
    """Serves the calls of one dream's model.

    Args:
        work: what the dream is about.
        host: takes the proposals.
        known: the sessions to look at.
        explore: has explorers answer tasks.
    """

    def __init__(self, work: Work, host: Host, known: Sessions, explore: Callable[[tuple[Task, ...]], str]) -> None:
        self.finished = False
        self.called = 0
        """Calls of tools that there are."""
        self._host = host
        self._known = known
        self._explore = explore
        self._topics = {held.name: held for held in work.memory}
        self._foreign = planted.sieve(work.digest)
        self._proposals = self._refusals = self._tasks = 0

    def use(self, call: Call) -> Result:
        """Answer one call; a wrong one with how to do it right.

        Raises:
            EngineError: the model goes on proposing what is refused.
            LimitReached: it proposes without end.
        """
        asked = read(call, offers.ALL)
        if isinstance(asked, str):
            return Result(id=call.id, text=asked, error=True)
        self.called += 1
        if call.name in OPERATIONS:
            return self._propose(call, asked)
        return Result(id=call.id, text=self._answer(call.name, asked))

    def _answer(self, name: str, asked: Record) -> str:
        if name in offers.SESSIONS:
            return looked(self._known, asked)
        if isinstance(asked, inputs.ViewTopic):
            held = self._topics.get(asked.topic)
            return (
                looking.within(memory_text.shown(held).splitlines())
                if held
                else memory_text.listed(self._topics, asked.topic)
            )
        if isinstance(asked, inputs.Grep):
            return looking.grep_memory(self._topics, asked.words)
        if isinstance(asked, inputs.Explore):
            self._tasks += len(asked.tasks)
            if self._tasks > TASKS:
                return f"explorers answer {TASKS} tasks in a dream, and these would be more; look yourself"
            return self._explore(asked.tasks)
        if isinstance(asked, inputs.Finish):
            self.finished = True
            return "the dream ends"
        return looking.list_topics(self._topics)

    def _propose(self, call: Call, asked: Record) -> Result:
        self._proposals += 1
        if self._proposals > PROPOSALS:
            raise LimitReached(f"the model proposed more than {PROPOSALS} changes", reason="limit_turns")
        made = proposal(call.name, asked, Ground(self._known.rows, self._topics, self._foreign))
        refusal = made if isinstance(made, str) else self._host.propose(made.operation)
        if isinstance(made, str) or refusal:
            self._refusals += 1
            if self._refusals > REFUSALS:
                raise EngineError(f"the model proposed {REFUSALS} times in a row what was refused")
            return Result(id=call.id, text=f"refused: {looking.cut(refusal, looking.LINE_BYTES)}", error=True)
        self._refusals = 0
        self._topics = memory_view.after(self._topics, made.operation)
        return Result(id=call.id, text=f"done{made.note}")
