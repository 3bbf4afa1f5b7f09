"""Whether what an operation says stands in its evidence: its words, their "not", and the name that it gives a topic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd.memory import admission, clauses, heading, polarity, support
from dreamd.memory.clauses import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.evidence import Attested
    from dreamd.memory.edits import Staged
    from dreamd.records import Operation

WORDS_CHARS = 200
OWN_WORDS = (
    "an entry is what the person said: whole clauses of one turn, in their order, with no word added, dropped or "
    "moved; clauses that deny or limit nothing may be left out"
)


def groundless(operation: Operation, heard: Iterable[Attested], project: str, *, model: bool) -> str:
    """Why the quoted words do not speak for the operation; empty where they do.

    A quote that stands in its row proves nothing of a statement that it does not make: "yes, thanks" is no rule, and
    "push to main" none where the person said "never push to main".

    Args:
        operation: what is proposed.
        heard: its evidence.
        project: the name of the directory that the memory is about: a statement may name its scope.
        model: a model proposes. It chooses and cuts the person's words, and adds, drops or moves none; a question of
            theirs is no statement, and what it changes must be what they spoke of.
    """
    heard = [one for one in heard if not (model and clauses.asks(one.around))]
    if model and not heard and operation.evidence:
        return "a question states nothing; quote a turn that says it"
    words, passages = [one.quote.quote for one in heard], [one.around for one in heard]
    if operation.op in {"add", "update"} and (unfit := admission.words(operation)):
        return unfit  # before its words are named: one of them may be a secret
    if operation.op in {"add", "update"} and (missing := support.unsupported(operation.text, [*words, project])):
        return f"the quotes do not say this; these words stand in none of them: {', '.join(missing)[:WORDS_CHARS]}"
    if operation.op in {"add", "update"} and not support.anchored(operation.text, passages):
        return "no quote alone says half of this; say what one of them says"
    about = support.anchored if model else support.touches
    if operation.op in {"confirm", "retire", "update"} and words and not about(operation.entry, passages):
        return "the quotes do not speak of that entry"
    said = {"add": operation.text, "update": operation.text, "confirm": operation.entry}.get(operation.op, "")
    if words and (turned := polarity.turned(said, passages)):
        return f"the person did not say so of {turned!r}: keep every no, not, never and instead where it stands"
    if (
        model
        and words
        and operation.op == "confirm"
        and not about(operation.entry, map(clauses.credible, _rows(heard)))
    ):
        return "the quotes only mention that; quote a turn that says it"
    made = operation.op in {"add", "update"}
    return OWN_WORDS if model and made and not clauses.taken(operation.text, _rows(heard)) else ""


def _rows(heard: Iterable[Attested]) -> list[Passage]:
    """What each row is quoted with, sentence by sentence, and all that stands there."""
    said: dict[tuple[str, str, int], dict[str, str]] = {}
    for one in heard:
        place = (one.quote.source, one.quote.session, one.quote.line)
        said.setdefault(place, {})[one.around.strip()] = one.turn
    found = (("\n".join(sentences), next(iter(sentences.values()))) for sentences in said.values())
    return [Passage(quoted, turn or quoted) for quoted, turn in found]


def founded(operation: Operation, heard: Iterable[Attested]) -> Operation:
    """The operation without a reason or a scope that its quotes do not give."""
    passages = _rows(one for one in heard if not clauses.asks(one.around))
    given = (("why", operation.why), ("how", operation.how))
    unsaid = [name for name, said in given if said and not clauses.taken(said, passages)]
    return msgspec.structs.replace(operation, **dict.fromkeys(unsaid, ""))


def headed(operation: Operation, heard: Iterable[Attested], staged: Staged, *, model: bool) -> str:
    """Why the name, the title or the description that the operation gives a topic may not stand; empty where it may."""
    topics = {held.name: held for held in staged.views()}
    named = operation.into or operation.topic
    if operation.op == "merge" or (named in topics and operation.op != "rename"):
        return ""
    held = topics[operation.topic].entries if operation.topic in topics else ()
    ground = [one.around for one in heard] + [entry.text for entry in held] + [staged.workspace.project.name]
    given = f"{'' if operation.op == 'rename' else named}\n{operation.title}\n{operation.description}"
    if model and (command := heading.command(operation.title, operation.description)):
        return (
            f"a title names a subject and a description says when to read it, in the form 'Read before ...': {command}"
        )
    if foreign := heading.foreign(given, ground):
        return (
            "a topic's name, title and description use plain words and those of its statements; "
            f"leave out: {', '.join(foreign)[:WORDS_CHARS]}"
        )
    return ""
