"""Judges what an engine proposes: first its evidence, then what people took back, then the memory's own rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import clock
from dreamd.memory import admission, entry, polarity, support

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dreamd.evidence import Attested, Witness
    from dreamd.ledger import Rejection
    from dreamd.memory.edits import Staged
    from dreamd.records import Operation, Quote


UNPROVEN = frozenset({"retire", "rename", "merge", "split"})
"""What may be done without evidence, as far as it goes without; these make no statement."""
WORDS_CHARS = 200


def judge(
    staged: Staged,
    witness: Witness,
    rejections: Iterable[Rejection],
    today: str,
    refused: Callable[[Operation, str], None],
) -> Callable[[Operation], str]:
    """A function that applies an operation to the staged copy, or returns the reason why not.

    Args:
        staged: the staged copy.
        witness: finds quotes in their rows.
        rejections: what people took back.
        today: the date that stands in for a row without a time.
        refused: hears of every refusal and its reason.
    """
    rejected, project = list(rejections), staged.workspace.project.name

    def propose(operation: Operation) -> str:
        reason = apply(operation)
        if reason:
            refused(operation, reason)
        return reason

    def apply(operation: Operation) -> str:
        found = [witness.confirm(quote) for quote in operation.evidence]
        if not found and operation.op not in UNPROVEN:
            return "an operation needs evidence"
        heard = [attested for attested in found if attested is not None]
        if len(heard) < len(found):
            return "a quote does not stand in the row it names, word for word"
        if unfounded := groundless(operation, heard, project):
            return unfounded
        if any(taken_back(operation.text, heard, rejection) for rejection in rejected):
            return "a person took this statement back"
        quotes = (attested.quote for attested in heard)
        dated = tuple(quote if quote.date else msgspec.structs.replace(quote, date=today) for quote in quotes)
        return staged.apply(msgspec.structs.replace(operation, evidence=dated))

    return propose


def groundless(operation: Operation, heard: Iterable[Attested], project: str) -> str:
    """Why the quoted words do not speak for the operation; empty where they do.

    A quote that stands in its row proves nothing of a statement that it does not make: "yes, thanks" is no rule, and
    "push to main" none where the person said "never push to main".

    Args:
        operation: what is proposed.
        heard: its evidence.
        project: the name of the directory that the memory is about: a statement may name its scope.
    """
    heard = list(heard)
    words, passages = [one.quote.quote for one in heard], [one.around for one in heard]
    if operation.op in {"add", "update"} and (unfit := admission.words(operation)):
        return unfit  # before its words are named: one of them may be a secret
    if operation.op in {"add", "update"} and (missing := support.unsupported(operation.text, [*words, project])):
        return f"the quotes do not say this; these words stand in none of them: {', '.join(missing)[:WORDS_CHARS]}"
    if operation.op in {"confirm", "retire"} and words and not support.touches(operation.entry, words):
        return "the quotes do not speak of that entry"
    said = {"add": operation.text, "update": operation.text, "confirm": operation.entry}.get(operation.op, "")
    if words and (turned := polarity.turned(said, passages)):
        return f"the person did not say so of {turned!r}: keep every no, not, never and instead where it stands"
    return ""


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
