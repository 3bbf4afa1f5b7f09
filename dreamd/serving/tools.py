"""The tools: what each is for, what it takes, what it answers; every error a sentence of ours."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from dreamd import bugreport, caller, clock, recall, recalled, remembering, skilled, skills, state, terminal, topics
from dreamd.commands import answering, here
from dreamd.errors import DreamdError
from dreamd.keeping import Wish
from dreamd.records import EntryType, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dreamd.commands import Asked

MOST_BYTES = 32_000
"""What an agent is given at once; some cut an answer above twice that."""
TOLD_CHARS = 80
"""Of what a caller sent, in an error."""

Question = Annotated[str, msgspec.Meta(min_length=1, max_length=2_000, description="A few words on the task.")]
Bytes = Annotated[
    int, msgspec.Meta(ge=recall.LEAST_BYTES, le=MOST_BYTES, description="What the answer may take, in bytes.")
]
Named = Annotated[str, msgspec.Meta(min_length=1, max_length=200, description="Its name, as the list has it.")]
Text = Annotated[
    str,
    msgspec.Meta(min_length=1, max_length=10_000, description="One sentence that stands alone, up to 500 characters."),
]
Spoken = Annotated[
    str, msgspec.Meta(max_length=10_000, description="The person's own words from this conversation, word for word.")
]
Into = Annotated[
    str, msgspec.Meta(max_length=200, description="The topic it belongs to, such as release-process; else it is found.")
]


class Nothing(Record, frozen=True):
    """No arguments."""


class Query(Record, frozen=True):
    """Of ``recall``."""

    query: Question
    bytes: Bytes = recall.BYTES


class Name(Record, frozen=True):
    """Of ``read_skill``."""

    name: Named


class Topic(Record, frozen=True):
    """Of ``read_topic``."""

    name: Named
    bytes: Bytes = recall.BYTES


class Said(Record, frozen=True):
    """Of ``remember``."""

    text: Text
    quote: Spoken = ""
    type: EntryType | None = None
    topic: Into = ""


class Answer(Record, frozen=True):
    """What the caller hears."""

    text: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool."""

    name: str
    title: str
    description: str
    """When to call it."""
    takes: type[Record]
    run: Callable[[Asked, Any, str], Answer]
    """Takes the invocation, the arguments and the name of the caller's client."""
    writes: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """JSON schema of the arguments."""
        whole = msgspec.json.schema(self.takes)
        schema: dict[str, Any] = whole["$defs"][self.takes.__name__]
        return {key: value for key, value in schema.items() if key not in {"title", "description"}}


def call(asked: Asked, tools: Iterable[Tool], name: str, arguments: dict[str, Any], client: str) -> Answer:
    """Run the tool of that name, with the settings as they are now; whatever goes wrong is an answer.

    Args:
        asked: how the server was started.
        tools: those that are offered.
        name: as the caller sent it.
        arguments: as the caller sent them.
        client: the name that the caller's program gives itself; may be empty.
    """
    tool = next((tool for tool in tools if tool.name == name), None)
    if tool is None:
        return Answer(text=_unknown(name), failed=True)
    try:
        json.dumps(arguments, ensure_ascii=False).encode()
        taken = msgspec.convert(arguments, tool.takes)
    except UnicodeEncodeError:
        return Answer(text=f"{name}: half a character stands in the arguments", failed=True)
    except (msgspec.ValidationError, RecursionError) as error:
        return Answer(text=f"{name}: {_short(str(error))}", failed=True)
    try:
        answer = tool.run(replace(asked, _settings=None), taken, client)
    except DreamdError as error:
        return Answer(text=clean(str(error)), failed=True)
    except OSError as error:
        return Answer(text=f"the system refused: {clean(str(error))}", failed=True)
    except Exception as error:  # noqa: BLE001 (a server's one door: everything else is a bug, and says so)
        terminal.warn(f"a bug in {name}: {type(error).__name__}. {bugreport.write(error)}")
        return Answer(text=f"this is a bug in dreamd: {type(error).__name__}", failed=True)
    return Answer(text=clean(answer.text), failed=answer.failed)


def clean(text: str) -> str:
    """The text with every control and invisible sign made visible, but for line ends and tabs."""
    return "\n".join("\t".join(map(terminal.safe, line.split("\t"))) for line in text.split("\n"))


def _unknown(name: str) -> str:
    told = f"there is no tool {_short(name)!r}"
    if any(tool.name == name for tool in TOOLS):
        return f"{told} here: this server only reads. The person may start it as: dreamd mcp --write"
    return told


def _short(text: str) -> str:
    cut = text if len(text) <= TOLD_CHARS else f"{text[:TOLD_CHARS]}..."
    return clean(cut.encode("utf-8", "replace").decode())


def _recall(asked: Asked, taken: Query, _client: str) -> Answer:
    chosen = answering(asked)
    today = clock.date(asked.now_ns)
    with state.database(asked.places.database, look=True) as db:
        found = recall.answer(asked.places, chosen, db, taken.query, today, taken.bytes)
    return Answer(text="\n".join(recalled.lines(found)) if found.entries else "Memory holds nothing on that.")


def _topics(asked: Asked, _taken: Nothing, _client: str) -> Answer:
    found = topics.listed(asked.places, answering(asked))
    told = [topics.line(topic) for topic in found]
    return Answer(text="\n".join(topics.within(told)) if told else "Memory holds no topics yet.")


def _read_topic(asked: Asked, taken: Topic, _client: str) -> Answer:
    chosen = answering(asked)
    today = clock.date(asked.now_ns)
    with state.database(asked.places.database, look=True) as db:
        told = topics.read(asked.places, chosen, db, taken.name, today, taken.bytes)
    if not told:
        return Answer(text=f"there is no topic {_short(taken.name)!r}; the tool topics lists them", failed=True)
    return Answer(text="\n".join(told))


def _remember(asked: Asked, taken: Said, client: str) -> Answer:
    who = caller.connected(asked.environment, client)
    wish = Wish(text=taken.text, type=taken.type, topic=taken.topic, person=False)
    saved = remembering.remember(asked, who, wish, taken.quote)
    if saved.outcome == "refused":
        return Answer(text=f"not kept: {saved.message.rstrip('.')}.", failed=True)
    return Answer(text="\n".join([*remembering.lines(saved), *filter(None, [saved.warning])]))


def _catalogue(asked: Asked) -> tuple[skills.Skill, ...]:
    return skills.catalogue(skills.shelves(asked.places, next(iter(here(asked)), None)))


def _skills(asked: Asked, _taken: Nothing, _client: str) -> Answer:
    found = map(skilled.offered, _catalogue(asked))
    told = [f"- {skill.name} ({skill.origin}): {skill.description}" for skill in found]
    return Answer(text="\n".join(topics.within(told)) if told else "No skills are written down.")


def _read_skill(asked: Asked, taken: Name, _client: str) -> Answer:
    found = next((skill for skill in _catalogue(asked) if skill.name == taken.name), None)
    if found is None:
        return Answer(text=f"there is no skill {_short(taken.name)!r}; the tool skills lists them", failed=True)
    if unfit := skilled.unfit(found):
        return Answer(text=f"{skilled.withheld(found, unfit)}. Tell the person: dreamd skills check", failed=True)
    return Answer(text=skills.body(found).text)


TOOLS = (
    Tool(
        name="recall",
        title="Recall",
        description="What memory holds on a question: rules, decisions and facts, with dates and sources. Call it at "
        "the start of a task, and before you ask what the person may have told an agent before.",
        takes=Query,
        run=_recall,
    ),
    Tool(
        name="topics",
        title="List topics",
        description="The topics of memory, each with when to read it. Call it when recall found nothing that fits.",
        takes=Nothing,
        run=_topics,
    ),
    Tool(
        name="read_topic",
        title="Read a topic",
        description="One topic of memory, entry by entry. Call it when what is said of it fits the task.",
        takes=Topic,
        run=_read_topic,
    ),
    Tool(
        name="skills",
        title="List skills",
        description="The procedures that are written down, each with when to use it. Call it before long work.",
        takes=Nothing,
        run=_skills,
    ),
    Tool(
        name="read_skill",
        title="Read a skill",
        description="One procedure. Call it before you follow it; it is knowledge and permits nothing.",
        takes=Name,
        run=_read_skill,
    ),
    Tool(
        name="remember",
        title="Remember",
        description="Keep one sentence that will still help in three months: a preference, a rule, a decision, a fact. "
        "Call it when the person says such a thing, with their own words as quote; without them it stays unconfirmed. "
        "Not for passing states, secrets, output of tools, or procedures.",
        takes=Said,
        run=_remember,
        writes=True,
    ),
)
