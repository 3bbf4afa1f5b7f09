"""Drafts a skill from a session: what the person asked for, what was done, what they corrected; pure, without a model.

The words are the person's own, and of the agent only what it lists or says it did, and the commands that it ran. A
draft is for a person to read and finish.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dreamd import redact
from dreamd.memory.entry import plain
from dreamd.records import Record
from dreamd.skills import deeds, phrases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from dreamd.records import Role, Turn

MOST_STEPS, MOST_RULES, MOST_TRIGGERS = 12, 12, 4
SPEAKING = frozenset({"human", "assistant", "tool_call"})
LINE_CHARS, BRIEF_CHARS, TRIGGER_CHARS = 300, 160, 60
SAVE = re.compile(
    r"\b(?:save|store|keep|turn|make|create|write)\b.{0,40}\bskill\b|\bskill (?:from|out of) (?:this|it)\b"
    r"|(?:保存|存|做|变|写|整理|沉淀)成?.{0,10}(?:技能|skill)|创建.{0,4}(?:技能|skill)|固定下来",
    re.IGNORECASE,
)
"""How the person asks for the skill itself."""
CORRECTS = re.compile(
    r"^\W*(?:no|nope|wrong|wait|stop|actually|almost|not quite)\b"
    r"|\b(?:wrong|incorrect|not (?:right|what|like that|correct)|instead|should(?:n[’']?t)?"
    r"|must(?:n[’']?t)?|forgot|rather than|too (?:long|short)|change (?:it|this|that|the)"
    r"|use the .{1,20} format)\b"
    r"|(?:^|[.,;:!] )(?:and |but |please |so |just )*(?:never|always|don[’']?t|do not|use|put|start|begin|end|add"
    r"|remove|drop|keep|make it|leave out)\b"
    r"|不对|不是|错了|有误|应该|应当|必须|要按|要用|要写|要先|要加|要放|改成|改为|换成|不要|不能|少了|漏了|太长|太短"
    r"|别(?!的|人|处)|格式(?:不|要|错|应)|开头[要加写用]|结尾[要加写用]|每次都|一定要|先.{1,12}再",
    re.IGNORECASE,
)
CONSENT = re.compile(
    r"\W*(?:ok(?:ay)?|yes|yep|sure|good|great|perfect|nice|thanks?(?: you)?|fine|go on|continue|lgtm|that works"
    r"|looks good|好的?|可以|行|对|谢谢|不错|继续|没问题|嗯+)\W*(?:(?:thanks?|thank you|谢谢)\W*)?",
    re.IGNORECASE,
)
APPROVES = re.compile(
    r"^\W*(?:good|great|perfect|nice|exactly|lovely|excellent|awesome|well done|looks? (?:good|great|right)"
    r"|works for me)\b"
    r"|\b(?:that|this)(?:[’']s| is) (?:exactly |just )?(?:how|what|the way) (?:i|we) (?:want|like|need|meant)"
    r"|^\W*(?:很好|太好了|完美|不错|正是|就(?:是)?这样)|这样就(?:对|好|行)",
    re.IGNORECASE,
)
"""They like it as it is: nothing was given, and nothing is to be otherwise."""
POLITE = re.compile(
    r"^(?:please|can you|could you|would you|help me(?: to)?|i(?: would|[’']d) like you to|i want you to|let[’']?s|hi"
    r"|hello|请|麻烦|帮我|帮忙|你好|能不能|可以)[\s,，:：]*(?:please |你)?",
    re.IGNORECASE,
)
DID = re.compile(
    r"^(?:(?:now|first|next|then|finally|after that),? )?(?:let me|i(?:[’']ll| will|[’']ve| have|[’']m going to"
    r"| am going to)?) (?:now |first |also |then |just )*"
    r"(?P<english>(?!(?:am|was|think|hope|see|understand|know|can|need|would)\b)[a-z]+ .+)"
    r"|^(?:我|现在|首先|先|然后|接着|最后|再)(?:我|先|来|会|再|去|已经?)*"
    r"(?P<chinese>[^，。！？\s是想觉需可]{2}.{2,})",
    re.IGNORECASE,
)
"""A sentence in which the agent says what it does or did."""
COURTESY = re.compile(r"\bfor you\b|帮你|为你|[?？!！:：👇]\s*$")
"""An announcement, or a question, and no step."""
SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n")
QUOTED = re.compile(r"[\"“「『‘]([^\"”」』’\n]{1,200})[\"”」』’]")
HAN = re.compile(r"[\u4e00-\u9fff]")


class Material(Record, frozen=True):
    """What a session gives for a skill."""

    triggers: tuple[str, ...]
    """What the person would type to have it done."""
    inputs: tuple[str, ...] = ()
    """What they gave besides."""
    steps: tuple[str, ...] = ()
    """What the agent lists or says it did, in order, with the commands that it ran."""
    corrections: tuple[str, ...] = ()
    """What they said was to be otherwise, in their words."""
    form: tuple[str, ...] = ()
    """The parts of the result, where a correction names them in a row."""
    chinese: bool = False


class Said(NamedTuple):
    """What one party says at a stretch."""

    role: Role
    text: str

    @property
    def human(self) -> bool:
        """Whether the person says it."""
        return self.role == "human"


def material(turns: Iterable[Turn], name: str, opened: Callable[[str], str]) -> Material | None:
    """What there is in the session for the skill of that name; ``None`` where the person asked for nothing.

    Args:
        turns: redacted, in order; those of the person and of the agent are looked at, and its calls of tools.
        name: as ``write-standup``.
        opened: takes from a statement what is said before it ("No, ...").
    """
    said = list(_said(turns))
    asked = [number for number, item in enumerate(said) if item.human and not CONSENT.fullmatch(item.text)]
    tasks = [number for number in asked if not SAVE.search(said[number].text)]
    if not tasks:
        return None
    first = tasks[0]
    corrections: list[str] = []
    inputs: list[str] = []
    for number in tasks[1:]:
        otherwise = list(_otherwise(said[number].text))
        corrections += [_begun(opened(one)) for one in otherwise]
        inputs += [] if otherwise or APPROVES.search(said[number].text) else [_line(said[number].text)]
    request = _line(said[first].text)
    own = [item.text for item in said if item.human]
    chinese = len(HAN.findall("".join(own))) * 4 > sum(map(len, own))
    commands = [line for item in said[first:] if item.role == "tool_call" and (line := deeds.command(item.text))]
    done = _done([item.text for item in said[first:] if item.role == "assistant"])
    run = (phrases.CHINESE if chinese else phrases.ENGLISH).run
    return Material(
        triggers=tuple(_triggers(request, name)),
        inputs=tuple(dict.fromkeys(inputs))[:MOST_RULES],
        steps=tuple(deeds.together(list(dict.fromkeys(done)), commands, run))[:MOST_STEPS],
        corrections=tuple(dict.fromkeys(corrections))[:MOST_RULES],
        form=_form(said[number].text for number in tasks[1:]),
        chinese=chinese,
    )


def text(found: Material, name: str, source: str, date: str) -> str:
    """The whole ``SKILL.md``: head, then when to use it, what to do, and the rules.

    Args:
        found: what the session gives.
        name: of the skill.
        source: the session, as ``claude-code/54bb2ec8-87cc``.
        date: of its newest row.
    """
    words = phrases.CHINESE if found.chinese else phrases.ENGLISH
    return "\n".join([*phrases.head(words, name, found.triggers), *_body(words, found, name, source, date), ""])


def _said(turns: Iterable[Turn]) -> Iterator[Said]:
    """Stretches; the parts of one prompt that are another's words are no part of it."""
    role: Role | None = None
    parts: list[str] = []
    for turn in turns:
        if turn.role not in SPEAKING or not turn.text.strip() or redact.MARKER in turn.text:
            continue  # where a secret was, nothing is taken over
        if role and (turn.role != role or role == "tool_call"):
            yield Said(role, "\n".join(parts))
            parts = []
        role = turn.role
        parts.append(turn.text)
    if role:
        yield Said(role, "\n".join(parts))


def _begun(rule: str) -> str:
    return rule[:1].upper() + rule[1:]


def _otherwise(said: str) -> Iterator[str]:
    """What is to be otherwise: a short turn whole, of a longer one the sentences that say so; no question does."""
    whole = _line(said)
    if len(whole) <= BRIEF_CHARS and CORRECTS.search(whole) and not whole.endswith(("?", "？")):
        yield whole
    elif len(whole) > BRIEF_CHARS:
        sentences = (_line(sentence) for sentence in SENTENCE.split(said))
        yield from (one for one in sentences if CORRECTS.search(one) and not one.endswith(("?", "？")))


def _triggers(request: str, name: str) -> Iterator[str]:
    """The request, the same without its courtesy, and the name's own words."""
    clause = _cut(SENTENCE.split(re.sub(r"[\"“”「」『』`]", "", request))[0].strip(" .。!！"), TRIGGER_CHARS)
    clause = re.sub(r"(?<!\w)[‘']|['](?!\w)", "", clause)
    bare = POLITE.sub("", POLITE.sub("", clause)).strip()
    own = (name.replace("-", " "), name.partition("-")[2].replace("-", " "))
    yield from list(dict.fromkeys(filter(None, (clause, bare, *own))))[:MOST_TRIGGERS]


def _cut(line: str, most: int) -> str:
    """The line, or its beginning up to a border between words."""
    return line if len(line) <= most else line[: most + 1].rsplit(" ", 1)[0][:most].rstrip(" ,;:，；：")


def _done(replies: Sequence[str]) -> Iterator[str]:
    """The steps that the agent lists, or else those that its sentences tell of."""
    lists = [item for reply in replies for item in deeds.listed(reply)]
    if lists:
        yield from map(_line, lists)
        return
    for reply in replies:
        for sentence in SENTENCE.split(reply):
            match = DID.match(sentence.strip())
            if match and not COURTESY.search(sentence):
                yield _line(_begun(next(filter(None, match.groupdict().values()))))


def _form(corrections: Iterable[str]) -> tuple[str, ...]:
    """The parts that the last correction names in quotation marks, with strokes between."""
    found: tuple[str, ...] = ()
    for said in corrections:
        for match in QUOTED.finditer(said):
            parts = tuple(filter(None, map(plain, re.split(r"\s*[/|]\s*|\s+[-–—]\s+", match[1]))))
            found = parts if len(parts) > 1 else found
    return found


def _line(said: str) -> str:
    """One line of it, that Markdown cannot misread; a longer one is cut between words."""
    line = plain(said)
    return line if len(line) <= LINE_CHARS else f"{_cut(line, LINE_CHARS)} …"


def _body(words: phrases.Words, found: Material, name: str, source: str, date: str) -> Iterator[str]:
    yield from ("", f"# {name.replace('-', ' ').capitalize()}", "", words.origin.format(source=source, date=date), "")
    yield from (f"## {words.when}", "", *(f"- {trigger}" for trigger in found.triggers), "")
    yield from (f"## {words.steps}", "")
    yield from (f"{number}. {step}" for number, step in enumerate(_steps(words, found), 1))
    yield from ("", f"## {words.rules}", "")
    for said in found.corrections:
        yield from (f"- CRITICAL: {said}", f"  {words.corrected.format(date=date)}")
    yield from (words.approval, words.stop)


def _steps(words: phrases.Words, found: Material) -> Sequence[str]:
    given = words.given.format(inputs="; ".join(f"“{item}”" for item in found.inputs)) if found.inputs else ""
    form = "".join(f"\n   - {part}" for part in found.form)
    made = [words.form + form] if form else []
    steps = list(found.steps)
    look = next((number for number, step in enumerate(steps) if "`" in step), None)
    if look is None or given:
        steps.insert(0, " ".join(filter(None, (words.evidence, given))))
    else:
        steps[look] += words.looked
    return [*steps, *made, words.accepted]
