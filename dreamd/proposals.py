"""Judges what an engine proposes: first its evidence, then what people took back, then the memory's own rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import clock, purged
from dreamd.grounds import founded, groundless, headed
from dreamd.memory import entry
from dreamd.records import Operation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dreamd.evidence import Attested, Witness
    from dreamd.ledger import Rejection
    from dreamd.memory.edits import Staged
    from dreamd.purged import Finder
    from dreamd.records import Quote


PURGED = "a person had this statement purged"
UNPROVEN = frozenset({"retire", "rename", "merge", "split"})
"""What may be done without evidence, as far as it goes without; these make no statement."""


def judge(
    staged: Staged,
    witness: Witness,
    rejections: Iterable[Rejection],
    today: str,
    refused: Callable[[Operation, str], None],
    *,
    model: bool,
    applied: Callable[[Operation], None] = lambda _: None,
    gone: Finder = purged.NOTHING,
) -> Callable[[Operation], str]:
    """A function that applies an operation to the staged copy, or returns the reason why not.

    Args:
        staged: the staged copy.
        witness: finds quotes in their rows.
        rejections: what people took back.
        today: the date that stands in for a row without a time.
        refused: hears of every refusal and its reason.
        model: a model proposes; its reasons are left out where the quotes do not say them. The embedded engine's are
            dates and the question that was answered, which it copies from the digest.
        applied: hears of what was applied, as it was applied.
        gone: finds what a person had purged.
    """
    rejected, project = list(rejections), staged.workspace.project.name

    def propose(operation: Operation) -> str:
        forbidden = purged.within(gone, msgspec.to_builtins(operation))
        reason = PURGED if forbidden else apply(operation)
        if reason == PURGED:
            refused(Operation(op=operation.op, topic=""), reason)  # its words go into no log
        elif reason:
            refused(operation, reason)
        return reason

    def apply(operation: Operation) -> str:
        found = [witness.confirm(quote) for quote in operation.evidence]
        heard = [attested for attested in found if attested is not None]
        if unheard := _unheard(operation, found):
            return unheard
        if unfounded := groundless(operation, heard, project, model=model) or headed(
            operation, heard, staged, model=model
        ):
            return unfounded
        if any(taken_back(operation.text, heard, rejection) for rejection in rejected):
            return "a person took this statement back"
        if model:
            operation = founded(operation, heard)
        quotes = (attested.quote for attested in heard)
        dated = tuple(quote if quote.date else msgspec.structs.replace(quote, date=today) for quote in quotes)
        operation = msgspec.structs.replace(operation, evidence=dated)
        refusal = staged.apply(operation)
        if not refusal:
            applied(operation)
        return refusal

    return propose


def _unheard(operation: Operation, found: list[Attested | None]) -> str:
    """Why the operation has no evidence; empty where it has, or makes no statement."""
    if not found and operation.op not in UNPROVEN:
        return "an operation needs evidence"
    return "a quote does not stand in the row it names, word for word" if None in found else ""


def taken_back(text: str, heard: Iterable[Attested], rejection: Rejection) -> bool:
    """Whether a statement was rejected before, and no human row newer than the rejection says it again."""
    heard = list(heard)
    if any(one.quote.role == "human" and (clock.parse(one.time) or 0) > rejection.since_ns for one in heard):
        return False
    return entry.fold(text) == entry.fold(rejection.text) or any(_same_words(one.quote, rejection) for one in heard)


def _same_words(quote: Quote, rejection: Rejection) -> bool:
    place = (quote.source, quote.session, quote.line)
    if not rejection.quote or place != (rejection.source, rejection.session, rejection.line):
        return False
    return quote.quote in rejection.quote or rejection.quote in quote.quote
