"""Tells the person's own words in a prompt from what the client put around them (transcripts.md, 1.1.5)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd import jsonl
from dreamd.reading.saying import WRAPPER, Said

if TYPE_CHECKING:
    from collections.abc import Iterator


INSERTED = re.compile(
    r"<(?:(?P<tag>system-reminder|ide_opened_file|ide_selection|ide_diagnostics|user-prompt-submit-hook)"
    r"|(?P<paste>pasted_content)(?P<id>\s[^<>]*)?)>"
)
INTERRUPTED = "[Request interrupted by user"
TYPED_ENVELOPES = {"bash-input": "bash_input", "user-memory-input": "memory_input"}
"""Tags around a whole prompt that was typed in a special mode -> ``why``."""
COMMAND_TAGS = ("command-name", "command-message", "command-args")
SLASH = re.compile(r"/[A-Za-z][\w:.-]*(?=\s|\Z)")
SUMMARY = "This session is being continued from"
PLAN = "Implement the following plan:"
INJECTED = {
    "<local-command-": "command_output",
    "<bash-stdout>": "command_output",
    "<bash-stderr>": "command_output",
    "Caveat: The messages below were generated": "command_output",
    "<task-notification": "notification",
    "<agent-notification": "notification",
    "[SYSTEM NOTIFICATION": "notification",
    "<teammate-message": "teammate",
    "<user-prompt-submit-hook>": "hook",
    "Base directory for this skill:": "skill",
    "[Image: original": "image",
    "[Image: source": "image",
    jsonl.LEFT_OUT: "left_out",
}
"""How prompts begin that the client wrote, or this reader -> ``why``."""
BEGINNINGS = tuple(INJECTED)
HOOK = re.compile(r"(?:Stop|SubagentStop|PreToolUse|PostToolUse|UserPromptSubmit|SessionStart)(?::\S+)? hook \w+:")


def spoken(text: str, why: str) -> Iterator[Said]:
    """Whose words these are that stand where a person types.

    Args:
        text: the prompt as the transcript has it.
        why: for what turns out to be the person's own.
    """
    body = text.strip()
    if "<" in body:
        pieces = list(_pieces(body))
        yield from (piece for piece in pieces if piece.role != "human")
        body = "\n\n".join(own for piece in pieces if piece.role == "human" and (own := piece.text.strip()))
    if body.startswith(INTERRUPTED):
        marker, _, body = body.partition("]")
        yield Said("injected", f"{marker}]", "interrupt")
    if body:
        yield from _body(body.strip(), why)


def command(text: str) -> tuple[str, str] | None:
    """Name and arguments where the whole text is the envelope of a slash command, in any order of its tags."""
    rest = text.strip()
    if not rest.startswith("<"):
        return None
    found = dict.fromkeys(COMMAND_TAGS, "")
    while rest:
        tag = next((tag for tag in COMMAND_TAGS if rest.startswith(f"<{tag}>")), None)
        head, close, tail = rest.partition(f"</{tag}>")
        if tag is None or not close:
            return None
        found[tag] = head.removeprefix(f"<{tag}>").strip()
        rest = tail.lstrip()
    return (found["command-name"], found["command-args"]) if found["command-name"] else None


def slash(text: str) -> tuple[str, str] | None:
    """Name and arguments where the text is a slash command as it was typed: ``/compact keep the rules``."""
    match = SLASH.match(text.strip())
    return (match.group(), text.strip()[match.end() :].strip()) if match else None


def as_typed(text: str) -> str:
    """The keys that were struck to make this prompt: the envelope of a command or of ``!`` taken off."""
    called = command(text)
    if called:
        return " ".join(called).strip()
    inner = text.strip().removeprefix("<bash-input>")
    return f"!{inner.removesuffix('</bash-input>')}" if inner != text.strip() else text


def _pieces(text: str) -> Iterator[Said]:
    """Cut out what the client inserted; a paste that is not closed goes on to the end.

    Text of others inside an insertion may hold its closing tag, to pass for the person's from there on. So where a tag
    is closed more often or less than it is opened, all up to its last closing tag is an insertion; where it opens the
    text and nothing closes it, all of the text.
    """
    position, missing = 0, set[str]()
    for opening in INSERTED.finditer(text):
        if opening.start() < position:
            continue
        pasted = opening["paste"] is not None
        close = f"</{opening['paste'] or opening['tag']}{opening['id'] or ''}>"
        begin = f"<{opening['paste'] or opening['tag']}"
        end = -1 if close in missing else text.find(close, opening.end())
        if not pasted and text.count(begin) != text.count(close):
            end = text.rfind(close)
        if end < opening.end():
            missing.add(close)
            if not pasted and text[: opening.start()].strip():
                continue  # a tag that is only mentioned
            end = len(text)
        yield Said("human", text[position : opening.start()], "")
        inner = text[opening.end() : end].strip("\n")
        yield Said("pasted", inner, "pasted") if pasted else Said("injected", inner, opening["tag"])
        position = end + len(close)
    yield Said("human", text[position:], "")


def _body(body: str, why: str) -> Iterator[Said]:
    tagged = body[0] == "<"
    called = command(body) if tagged else None
    wrapper = WRAPPER.fullmatch(body) if tagged else None
    if called:
        yield Said("injected", called[0], "command")
        if called[1]:
            yield Said("human", called[1], "command_args")
    elif wrapper and wrapper[1] in TYPED_ENVELOPES:
        inner = body.removeprefix(f"<{wrapper[1]}>").removesuffix(f"</{wrapper[1]}>").strip()
        yield Said("human", inner, TYPED_ENVELOPES[wrapper[1]])
    elif body.startswith(SUMMARY):
        yield Said("summary", body, "compaction")
    elif body.startswith(PLAN):
        yield Said("pasted", body, "plan")
    elif body.startswith(BEGINNINGS):
        yield Said("injected", body, next(kind for start, kind in INJECTED.items() if body.startswith(start)))
    elif wrapper or HOOK.match(body):
        yield Said("injected", body, "wrapper" if wrapper else "hook")
    else:
        yield Said("human", body, why)
