"""Says what is wrong in a configuration file, in a sentence with the setting, its value and what it must be; pure."""

from __future__ import annotations

import difflib
import json
import re
from typing import NamedTuple

import msgspec
from msgspec import inspect

from dreamd import redact

SHOWN = 60
"""Characters of a value that are told."""
PLACE = re.compile(r" - at `\$\.?(?P<place>[^`]*)`$")
UNKNOWN = re.compile(r"unknown field `(?P<key>[^`]*)`")
POSITION = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")
AGAIN = re.compile("overwrite|twice|immutable")
"""How TOML's reader says that something stands there already."""
HIDDEN = "hidden"
"""Marks, in a setting's ``Meta.extra``, one that people put a key into by mistake: its value is never told."""


class Setting(NamedTuple):
    """The place of a mistake."""

    name: str
    """Such as ``[gates] min_hours``."""
    kind: inspect.Type
    value: object
    example: str
    secret: bool


def setting(error: str, raw: dict[str, object], kind: type[msgspec.Struct]) -> str:
    """What a value must be that does not fit its setting's type.

    Args:
        error: msgspec's sentence.
        raw: the decoded TOML.
        kind: what it does not fit.
    """
    found = PLACE.search(error)
    place, reason = (found["place"], error[: found.start()]) if found else ("", error)
    if unknown := UNKNOWN.search(reason):
        return _unknown(unknown["key"], place, kind)
    at = _walked(place, raw, inspect.type_info(kind))
    if not isinstance(at.kind, inspect.StructType):
        told = "not shown here, as it may be a key" if at.secret else shown(at.value)
        return f"{at.name} is {told}; {_wanted(at)}"
    if isinstance(at.value, dict):  # the table's own rule, which words itself
        return f"{at.name} {reason}"
    return f"{place} is {shown(at.value)}; it must be a table, which begins with {at.name}"


def toml(error: ValueError | RecursionError, data: bytes) -> str:
    """Why the bytes are no TOML, and in which line."""
    lines = data.decode("utf-8", "replace").split("\n")
    if isinstance(error, UnicodeDecodeError):
        before = data[: error.start].count(b"\n")
        return f"line {before + 1} is not written in UTF-8"
    if isinstance(error, RecursionError):
        return "its lists or tables stand too deep in one another"
    position = POSITION.search(str(error))
    if position is None:
        return "it holds a number that is too long"
    last = len(lines) - (not lines[-1].strip() and len(lines) > 1)
    number = int(position["line"] or last)
    name = lines[number - 1].partition("=")[0].strip()
    named = f"line {number}{f', {redact.redact(name[:SHOWN])},' if name else ''}"
    reason = str(error)[: position.start()]
    return f"{named} sets what is set already" if AGAIN.search(reason) else f"{named} is no TOML: {reason}"


def _unknown(key: str, table: str, kind: type[msgspec.Struct]) -> str:
    """With the keys that there are."""
    inner = {field.name: field.type for field in msgspec.structs.fields(kind)}.get(table, kind)
    keys = [field.name for field in msgspec.structs.fields(inner)]
    near = difflib.get_close_matches(key, keys, n=1)
    meant = f"did you mean {near[0]!r}?" if near else f"it has: {', '.join(keys)}"
    return f"[{table}] has no key {key!r}; {meant}" if table else f"there is no [{key}]; {meant}"


def _walked(place: str, value: object, kind: inspect.Type) -> Setting:
    """Follow a place such as ``daemon.quiet_hours[0]``."""
    name, example, secret = "", "", False
    for step in re.findall(r"\w+", place):
        if isinstance(kind, inspect.StructType):
            kind = next(field.type for field in kind.fields if field.encode_name == step)
            name = f"{name} {step}" if name else f"[{step}]"
            value = value.get(step) if isinstance(value, dict) else None
        elif isinstance(kind, inspect.VarTupleType):
            kind, name = kind.item_type, f"{name}[{step}]"
            value = value[int(step)] if isinstance(value, list) else None
        if isinstance(kind, inspect.Metadata):
            example = next(iter((kind.extra_json_schema or {}).get("examples", ())), "")
            secret = HIDDEN in (kind.extra or {})
            kind = kind.type
    return Setting(name, kind, value, example, secret)


def _wanted(at: Setting) -> str:
    """What a value of the type is."""
    if at.example:
        return f"write it like {shown(at.example)}"
    match at.kind:
        case inspect.BoolType():
            return "it must be true or false"
        case inspect.IntType():
            return f"it must be a whole number{_bounds(at.kind)}"
        case inspect.FloatType():
            return f"it must be a number{_bounds(at.kind)}"
        case inspect.LiteralType():
            *others, last = map(shown, at.kind.values)
            return f"it must be {', '.join(others)} or {last}"
        case inspect.VarTupleType():
            return "it must be a list, in brackets"
        case _:
            return "it must be a text, in quotes"


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.ge is not None and kind.le is not None:
        return f" from {_number(kind.ge)} to {_number(kind.le)}"
    above = f" above {_number(kind.gt)}" if kind.gt is not None else ""
    least = f" of at least {_number(kind.ge)}" if kind.ge is not None else ""
    most = f" at most {_number(kind.le)}" if kind.le is not None else ""
    return " and".join(filter(None, (above or least, most)))


def _number(bound: float) -> str:
    return str(int(bound)) if bound == int(bound) else str(bound)


def shown(value: object) -> str:
    """A value as one writes it in TOML, without secrets and not for ever."""
    match value:
        case str():
            text = json.dumps(redact.redact(value), ensure_ascii=False)
        case bool():
            text = str(value).lower()
        case dict():
            text = "a table"
        case list():
            text = "a list"
        case _:
            text = str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
