"""Makes a skill, of a text or of what a session shows: judged, written where nothing stands, read back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from dreamd import invisible, log, shelving, skills, slugs
from dreamd.errors import StoreError
from dreamd.memory import admission, beside, clauses, front_matter
from dreamd.memory.clauses import Passage
from dreamd.records import Finding, Record
from dreamd.skills import BODY_CHARS, FILE, FOLDER, Shelf, Skill, lint, naming, pages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dreamd.attempt import Setting
    from dreamd.evidence import Attested
    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places
    from dreamd.skills.tools import Known

KEEPS = r"save|keep|store|record|turn|make|put|add"
KIND = r"(?:skills?|procedure|workflow|template|routine|play-?book|runbook|sop)"
ASKS = re.compile(
    r"\b(?:save|keep|store|record|turn|make|create|build|write|draft|add|set up|want|need|like)\b.{0,60}?"
    r"\b(?:an?|one|another|new|as|into|your) (?:(?!of\b)[\w-]+ ){0,2}skills?\b"
    r"(?! (?:list|file|name|page|folder|check|lint)s?\b)"
    r"|\b(?:create|make|write|build) skills? (?:for|from|of|out|that|to)\b"
    rf"|\b(?:{KEEPS}) (?:this|that|it|these|the steps)\b.{{0,20}}\b(?:as|into) an? (?:[\w-]+ )?{KIND}\b"
    r"|\b(?:always|every time|next time)\b.{0,20}\bdo\b.{0,20}\b(?:this way|like this|the same)\b"
    r"|(?:做|存|写|记|建|整理|变|转|固化|沉淀|封装|生成|加)[成为个进到一]?.{0,20}技能(?!列表|文件|名|目录)"
    r"|把.{1,30}(?:流程|步骤|做法|套路|模板).{0,6}(?:固定|保存|沉淀|存|记)|以后都?(?:这样|照(?:这个|此)).{0,2}做",
    re.IGNORECASE,
)
"""How people ask for a skill: to make one, not to speak of one."""
TOLD_OF = re.compile(r"\b(?:how|what|why|whether|which|who)\b|怎么|如何|为什么|是否|要不要")
"""Before such words: they are no request, but what somebody asks or tells of."""
MOST_BYTES = 256 * 1024
"""More is not read."""
REFUSING = {"description": "no_trigger", "waiver": "waiver", "orders": "orders", "name": "bad_name", "secret": "secret"}
"""What is found in it and refuses it -> the reason; the rest is told with it."""
LINES = re.compile(r"\r\n?")


class Made(Record, frozen=True):
    """What became of it."""

    outcome: Literal["saved", "refused"]
    reason: str
    """``saved``, or a slug of ``slugs.SKILLS``."""
    message: str = ""
    """The reason in words, with what to do."""
    skills: tuple[Skill, ...] = ()
    """The one that was made."""
    triggers: tuple[str, ...] = ()
    """The words that its description names."""
    loaded: str = ""
    """From when on agents have it, in words."""
    findings: tuple[Finding, ...] = ()
    """What there is to mend in it."""
    session: str = ""
    """The session that it was drafted from, and its day."""


def asked(attested: Attested) -> bool:
    """Whether the person asks for a skill in the quoted sentences, and nothing in their turn refuses it."""
    passage = Passage(attested.around, attested.turn or attested.around)
    return any(_requests(clause) for clause in clauses.wished(passage))


def _requests(clause: str) -> bool:
    found = ASKS.search(clause)
    before = clause[: found.start()] if found else ""
    told = TOLD_OF.search(before) or beside.reports(before) or beside.feigns(before)
    return bool(found) and not told and not beside.denies(clause)


def refused(reason: str, message: str = "", found: Sequence[Finding] = ()) -> Made:
    """It is not made."""
    told = message or slugs.SKILLS.get(reason) or slugs.why(reason)
    return Made(outcome="refused", reason=reason, message=told, findings=tuple(found))


def home(places: Places, workspace: Workspace) -> Shelf:
    """The shelf that a new skill goes to: Claude Code's own for the person, where it loads the memory; else ours."""
    if workspace.layout == "claude-code":
        return Shelf(path=skills.personal(places, workspace), origin="personal")
    return Shelf(path=workspace.root / FOLDER, origin="workspace")


def make(setting: Setting, workspace: Workspace, name: str, text: str, known: Known) -> Made:
    """Judge the text, write it, and read it back.

    Args:
        setting: as for an attempt.
        workspace: whose skill.
        name: a verb and a noun.
        text: the whole ``SKILL.md``; its name is put into its head where that has none.
        known: the tools that exist.

    Raises:
        StoreError: it cannot be written, or does not stand there as it was written.
    """
    made = _made(setting, workspace, name, text, known)
    saved = made.outcome == "saved"
    event = slugs.SKILL_ADDED if saved else slugs.SKILL_REFUSED
    file = str(made.skills[0].path) if saved else ""
    log.write(setting.places.log, event, setting.now(), workspace.name, skill=name[:64], file=file, reason=made.reason)
    return made


def _made(setting: Setting, workspace: Workspace, name: str, text: str, known: Known) -> Made:
    if not naming.verb_noun(name):
        return refused("bad_name")
    shelf = home(setting.places, workspace)
    library = skills.catalogue(skills.shelves(setting.places, workspace))
    if taken := next((item for item in library if item.name == name), None):
        return refused("taken", f"{taken.path} is called so: {slugs.SKILLS['taken']}")
    whole = titled(LINES.sub("\n", text.removeprefix("\ufeff")).strip() + "\n", name)
    if reason := _unfit(whole):
        return reason
    front = front_matter.parse(whole.splitlines(keepends=True))
    told = " ".join(front.get("description").split())
    skill = Skill(name=name, description=told, path=shelf.path / name / FILE, origin=shelf.origin)
    page = pages.page(skill, whole)
    others = list(pages.read(library))
    found = [item for item in lint.findings([page, *others], known) if item.file == page.file]
    for item in found:
        if item.severity == "blocking" and item.check in REFUSING:
            reason_slug = REFUSING[item.check]
            return refused(reason_slug, f"{item.text}. {slugs.SKILLS.get(reason_slug, item.proposal)}", found)
    try:
        shelving.put(shelf.path, name, {FILE: whole.encode()}, setting.new_id())
    except FileExistsError:
        return refused("taken")
    _read_back(shelf, skill, whole)
    return Made(
        outcome="saved",
        reason="saved",
        skills=(skill,),
        triggers=tuple(lint.phrasings(told)) or (told,),
        loaded=_loaded(shelf),
        findings=tuple(found),
    )


def _unfit(text: str) -> Made | None:
    if secret := admission.secret(text):
        return refused("secret", secret)
    if invisible.shown(text) != text:
        return refused("hidden")
    front = front_matter.parse(text.splitlines(keepends=True))
    if not "".join(text.splitlines(keepends=True)[front.stop :]).strip():
        return refused("empty")
    if len(text) > BODY_CHARS:
        return refused("too_long")
    return None if front.get("description") else refused("no_trigger")


def titled(text: str, name: str) -> str:
    """The text with its name in its head, which agents want there; without a head, or with a name, as it is."""
    lines = text.splitlines(keepends=True)
    front = front_matter.parse(lines)
    if not front.stop or front.get("name"):
        return text
    return "".join([lines[0], f"name: {name}\n", *lines[1:]])


def _read_back(shelf: Shelf, skill: Skill, text: str) -> None:
    """What stands there is what was written, and agents will find it."""
    found = next((item for item in skills.catalogue([shelf]) if item.name == skill.name), None)
    if found is None or found.description != skill.description or found.path.read_bytes() != text.encode():
        raise StoreError(
            f"{skill.path} does not stand as it was written", "Look at the file, and at: dreamd skills list"
        )


def _loaded(shelf: Shelf) -> str:
    if shelf.origin == "personal":
        return "Claude Code has it from the next session on"
    return "Agents have it from the next session on, after: dreamd skills install"
