"""Our hook in the text of Claude Code's settings: found, put in, taken out; pure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from dreamd.errors import ConfigError
from dreamd.hooks import jsonc, patch
from dreamd.hooks.calling import ours
from dreamd.hooks.patch import Insertion

if TYPE_CHECKING:
    from dreamd.hooks.jsonc import Read, Span

HOOKS, EVENT = "hooks", "SessionStart"
MATCHER = "startup|resume|clear|compact"
"""What makes Claude Code forget, or begin."""
ANY = (MATCHER, "", "*", None)
"""How a matcher is written that holds at every start."""
TIMEOUT = 10
"""Seconds after which Claude Code goes on without us."""

Made: TypeAlias = Literal["hooks", "SessionStart", "group"]
"""The outermost of what we put around our hook."""
LEVELS: tuple[Made, ...] = ("group", "SessionStart", "hooks")


def handler(command: str) -> dict[str, object]:
    """The hook itself, as Claude Code wants it."""
    return {"type": "command", "command": command, "timeout": TIMEOUT}


def differs(text: str, command: str) -> str | None:
    """How what stands there of ours differs from what we would write; empty where it does not.

    Returns:
        ``None`` where nothing of ours stands there.

    Raises:
        ConfigError: the text is no JSON.
    """
    found = _ours(jsonc.read(text).value) if text.strip("\ufeff \t\r\n") else []
    if not found:
        return None
    if len(found) > 1:
        return f"it stands there {len(found)} times"
    matcher, held = found[0]
    if held.get("command") != command:
        return f"it calls: {held.get('command')}"
    if held.get("type") != "command" or matcher not in ANY:
        return "it was changed by hand: not every start calls it"
    return ""


def put(text: str, command: str) -> tuple[Insertion, Made]:
    """What puts our hook into a text without it, and what that begins.

    Raises:
        ConfigError: the text is no JSON, or what hooks stand in is none.
    """
    group = {"matcher": MATCHER, "hooks": [handler(command)]}
    if not text.strip("\ufeff \t\r\n"):
        return Insertion(len(text), json.dumps({HOOKS: {EVENT: [group]}}, indent=2, ensure_ascii=False) + "\n"), "hooks"
    read = jsonc.read(text)
    where, made = _place(read)
    key, value = {"hooks": (HOOKS, {EVENT: [group]}), "SessionStart": (EVENT, [group]), "group": (None, group)}[made]
    added = patch.first(read, where, key, value)
    _verify(without(jsonc.read(added.into(text)).value, made), read.value)
    return added, made


def _place(read: Read) -> tuple[int, Made]:
    """Where the innermost of what is there begins, and what is lacking in it."""
    if not isinstance(read.value, dict):
        raise ConfigError("it holds no object")
    hooks = jsonc.members(read, read.root).get(HOOKS)
    if hooks is None:
        return read.root, "hooks"
    if not isinstance(read.value[HOOKS], dict):
        raise ConfigError(f"its {HOOKS!r} is no object")
    events = jsonc.members(read, hooks.value).get(EVENT)
    if events is None:
        return hooks.value, "SessionStart"
    if not isinstance(read.value[HOOKS][EVENT], list):
        raise ConfigError(f"its {EVENT!r} is no list")
    return events.value, "group"


def take(text: str, made: Made = "hooks") -> str:
    """The text without our hook, and without what we had made around it, where nothing else stands in that now.

    Raises:
        ConfigError: the text is no JSON, or is written so that this would change more.
    """
    read = jsonc.read(text)
    wanted = without(read.value, made)
    while _ours(read.value):
        read = jsonc.read(patch.cut(read, _outermost(read, made)))
    _verify(read.value, wanted)
    return read.text


def without(value: Any, made: Made) -> Any:  # noqa: ANN401 (whatever JSON it is)
    """The value as it is without our hooks."""
    if not _ours(value):
        return value
    groups = [_bare(group) for group in value[HOOKS][EVENT] if not _only_ours(group)]
    hooks = {key: (groups if key == EVENT else held) for key, held in value[HOOKS].items()}
    if not groups and made in LEVELS[1:]:
        del hooks[EVENT]
    rest = {key: (hooks if key == HOOKS else held) for key, held in value.items()}
    if not hooks and made == "hooks":
        del rest[HOOKS]
    return rest


def _bare(group: Any) -> Any:  # noqa: ANN401 (whatever JSON it is)
    if not _held(group):
        return group
    return {key: [one for one in held if not _is_ours(one)] if key == HOOKS else held for key, held in group.items()}


def _ours(value: Any) -> list[tuple[Any, dict[str, Any]]]:  # noqa: ANN401 (whatever JSON it is)
    """Our hooks, each with the matcher of its group."""
    hooks = value.get(HOOKS) if isinstance(value, dict) else None
    groups = hooks.get(EVENT) if isinstance(hooks, dict) else None
    if not isinstance(groups, list):
        return []
    return [(group.get("matcher"), one) for group in groups for one in _held(group)]


def _held(group: Any) -> list[dict[str, Any]]:  # noqa: ANN401 (whatever JSON it is)
    """Our hooks of a group."""
    hooks = group.get(HOOKS) if isinstance(group, dict) else None
    return [one for one in hooks if _is_ours(one)] if isinstance(hooks, list) else []


def _is_ours(one: object) -> bool:
    return isinstance(one, dict) and isinstance(one.get("command"), str) and ours(one["command"])


def _only_ours(group: Any) -> bool:  # noqa: ANN401 (whatever JSON it is)
    return bool(held := _held(group)) and len(held) == len(group[HOOKS])


def _outermost(read: Read, made: Made) -> Span:
    """Where the largest thing stands that may go with the first of our hooks."""
    value: Any = read.value
    hooks = jsonc.members(read, read.root)[HOOKS]
    event = jsonc.members(read, hooks.value)[EVENT]
    groups = value[HOOKS][EVENT]
    if all(map(_only_ours, groups)):
        if made == "hooks" and len(value[HOOKS]) == 1:
            return hooks
        if made in LEVELS[1:]:
            return event
    number = next(number for number, group in enumerate(groups) if _held(group))
    group = jsonc.elements(read, event.value)[number]
    if _only_ours(groups[number]):
        return group
    within = next(at for at, one in enumerate(groups[number][HOOKS]) if _is_ours(one))
    return jsonc.elements(read, jsonc.members(read, group.value)[HOOKS].value)[within]


def _verify(found: object, wanted: object) -> None:
    """Nothing but our own part may differ.

    Raises:
        ConfigError: more does.
    """
    if json.dumps(found) != json.dumps(wanted):
        raise ConfigError("it is written so that this would change more than our own hook")
