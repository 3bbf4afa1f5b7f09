"""What may become an entry: the refusals that need only the operation itself (memory.md, What may become an entry).

Each function returns a reason that the proposer can act on, or an empty text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd import redact
from dreamd.errors import PolicyViolation
from dreamd.memory import support
from dreamd.memory.entry import fold, plain
from dreamd.memory.layout import TOPIC_BYTES

if TYPE_CHECKING:
    from collections.abc import Collection

    from dreamd.records import Entry, EntryType, Operation

TEXT_CHARS = 500
"""Longest text, ``Why`` or ``How to apply``, in characters."""
EMPHASIS = re.compile("[*_`]")
TITLE_CHARS = 100
DESCRIPTION_CHARS = 300
HUMAN_ONLY = frozenset({"user", "feedback"})
"""Only a human turn may give rise to, change or retire these."""
NEVER = frozenset({"injected", "summary"})
"""What an agent was shown is no evidence: our own memory comes back this way."""


def words(operation: Operation) -> str:
    """Whether the statement's words may be kept."""
    said = {"text": operation.text, "why": operation.why, "how": operation.how}
    if not plain(operation.text):
        return "the text is empty"
    for name, text in said.items():
        if len(plain(text)) > TEXT_CHARS:
            return f"{name} has {len(plain(text))} characters; at most {TEXT_CHARS} are kept: say it shorter"
    return secret("\n".join([*said.values(), operation.title, operation.description]))


def folded(text: str) -> str:
    """A statement for telling whether instructions say it: as ``entry.fold``, and emphasis does not count."""
    return fold(EMPHASIS.sub("", plain(text)))


def instructed(text: str, told: Collection[str]) -> str:
    """Whether the statement is one of those that agents are told anyway (each ``folded``)."""
    said = folded(text) in told
    return "CLAUDE.md, AGENTS.md or GEMINI.md says this already, and agents read that anyway" if said else ""


def secret(text: str) -> str:
    """Whether the text holds a secret, or the mark of one."""
    rules = redact.findings(text)
    if rules:
        return f"the text holds a secret ({rules[0]}); secrets are never kept, leave it out"
    return "the text held a secret that was taken out; say it without" if redact.MARKER in text else ""


def heading(title: str, description: str) -> str:
    """Whether a new topic's title and description will do."""
    if not plain(title) or not plain(description):
        return "a new topic needs a title and a description of when to read it"
    if len(plain(title)) > TITLE_CHARS or len(plain(description)) > DESCRIPTION_CHARS:
        return f"a title has at most {TITLE_CHARS} characters, a description {DESCRIPTION_CHARS}"
    return ""


def evidence(operation: Operation, kind: EntryType) -> str:
    """Whether the rows that speak for the operation may do so for an entry of this kind."""
    roles = {quote.role for quote in operation.evidence}
    if not roles and (operation.op != "retire" or kind in HUMAN_ONLY):
        return "there is no evidence: quote the words of a row"
    if roles & NEVER:
        return "what an agent was shown, or a summary, is no evidence; quote the turn that said it"
    if roles <= {"human"}:
        return ""
    if kind in HUMAN_ONLY:
        others = ", ".join(sorted(roles - {"human"}))
        return f"a {kind} entry rests on what the person said, and {others} is not the person"
    if operation.op == "add" and operation.unconfirmed:
        return ""
    return "what the person did not say may only be added as unconfirmed; it confirms, changes and retires nothing"


def lifted(operation: Operation, held: Entry) -> str:
    """Whether an entry that no person said may count as confirmed from here on."""
    lacks = [missing for quote in operation.evidence if (missing := support.unsupported(held.text, [quote.quote]))]
    if held.unconfirmed and len(lacks) == len(operation.evidence):
        return f"nobody has said this yet, and the quotes lack {', '.join(lacks[0])[:TITLE_CHARS]}: add what they say"
    return ""


def size(stem: str, grown: int, before: int) -> str:
    """Whether a topic that grows from ``before`` bytes stays whole for the agents that read it."""
    if grown < TOPIC_BYTES or grown <= before:
        return ""
    ways = f"forget what no longer holds, use another topic, or where it has headings: dreamd split {stem}"
    return f"{stem}.md would have {grown} bytes, and a file that is read whole may have {TOPIC_BYTES}: {ways}"


def must_pass(*reasons: str) -> None:
    """Refuse for the first of the reasons that is one.

    Raises:
        PolicyViolation: there is one.
    """
    for reason in reasons:
        if reason:
            raise PolicyViolation(reason)


def retirable(old: int) -> int:
    """How many of the old entries one dream may retire or supersede (and of the topics, rename, merge or split).

    3, or a quarter where that is more.
    """
    return max(3, old // 4)
