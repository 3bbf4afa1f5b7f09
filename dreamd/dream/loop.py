"""One dream with a model: it is shown the memory and the new sessions, and proposes until it has finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.dialog import Text
from dreamd.dream import looking, memory_text, offers, wording
from dreamd.dream.desk import Desk
from dreamd.dream.explorers import Explorers
from dreamd.dream.talking import Dialog, talk
from dreamd.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.dream.rendering import Page
    from dreamd.engines import Host, Work
    from dreamd.records import TopicView

MAX_TOKENS = 8_000
DIRECT_TOKENS = 50_000
"""Of sessions: more is read by explorers, and the dream is told their findings."""
DREAM_TOKENS = 288_000
"""Of sessions in one dream; older ones wait for the next."""
MEMORY_BYTES = 24_000
"""Of the memory, in the first prompt: a larger one is only listed there."""
FULL = " The index of the memory is full: it takes no new topic, so add to the nearest there is."
FINDINGS = "They are more than one prompt should hold, so explorers read them. What they report:"
NOTHING = "Nothing worth remembering."
AGAIN = (
    "You called no tool, and nothing that you write reaches the memory. Propose with the tools what is worth keeping, "
    "or call finish where nothing is."
)


def run(work: Work, host: Host) -> None:
    """Let the model dream.

    Raises:
        EngineError: it gave no usable answer, or does not use its tools.
        LimitReached: it did not come to an end within its rounds, its tokens, or the person's money.
    """
    known = looking.sessions(work)
    if not known.pages:
        return  # nothing new can be read, and a model is not paid for that
    read = chosen(known.pages)
    left = known.pages.keys() - read.keys()
    explorers = Explorers(known, host.complete, work.today)
    if tokens(read) > DIRECT_TOKENS:
        found = explorers.read([page for pages in read.values() for page in pages])
        left |= found.lost
        told = "\n\n".join([FINDINGS, found.findings or NOTHING, looking.list_sessions(known)])
    else:
        told = "\n\n".join(page.text for pages in read.values() for page in pages)
    for name in sorted(left):
        host.leave(known.ids[name])
    opening = wording.text(
        "opening", today=work.today, full=FULL if work.full else "", memory=memory(work.memory), sessions=told
    )
    desk = Desk(work, host, known, explorers.answer)
    _talk(Dialog("dream", wording.text("dream"), offers.for_dreams(), opening, MAX_TOKENS), desk, host, work.rounds)


def _talk(dialog: Dialog, desk: Desk, host: Host, rounds: int) -> None:
    left = talk(dialog, host.complete, desk.use, lambda: desk.finished, rounds)
    if not desk.called:
        # Prose alone is not taken for "nothing to learn": the sessions would count as read.
        dialog.tell(Text(text=AGAIN))
        talk(dialog, host.complete, desk.use, lambda: desk.finished, left)
    if not desk.called:
        raise EngineError("the model does not use its tools", "Choose a model that can call tools.")


def chosen(pages: Mapping[str, tuple[Page, ...]]) -> dict[str, tuple[Page, ...]]:
    """The newest sessions that one dream reads, at least one."""
    read: dict[str, tuple[Page, ...]] = {}
    for name, held in pages.items():
        if read and tokens(read) + tokens({name: held}) > DREAM_TOKENS:
            break
        read[name] = held
    return read


def tokens(pages: Mapping[str, tuple[Page, ...]]) -> int:
    """How large the pages are, estimated from above."""
    return sum(page.tokens for held in pages.values() for page in held)


def memory(topics: tuple[TopicView, ...]) -> str:
    """The topics with their entries; a list of topics where that is too much; a word where there are none."""
    if not topics:
        return "Nothing is remembered yet."
    whole = "\n\n".join(memory_text.shown(held) for held in topics)
    if len(whole.encode()) <= MEMORY_BYTES:
        return whole
    lines = [looking.cut(memory_text.head(held), 200) for held in topics]
    return looking.within(["(only listed here; view_topic shows the entries)", *lines], MEMORY_BYTES)
