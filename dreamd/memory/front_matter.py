"""The YAML head of a topic: read without types, edited one line at a time (dependencies: YAML front matter)."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import msgspec

from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

YAML_CHARS = 8_192
"""A longer head is read line by line: nesting and aliases cost the loader more than they tell us."""
FIELD = re.compile(r"(\s*)([A-Za-z_][\w.-]*)\s*:(?:\s+(.*))?")
PLAIN = re.compile(
    r'([A-Za-z_][\w-]{0,60}): (?:"([ !#-\[\]-~\u3400-\u9fff]*)"|([A-Za-z0-9](?:[\w./ -]*[\w./-])?))\n', re.ASCII
)
"""A line of a head as we write it: nothing in it that YAML could read otherwise than as it stands."""
UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
BARE = re.compile(r"(?:created|updated): \d{4}-\d{2}-\d{2}|type: (?:user|feedback|project|reference)")


class Front(Record, frozen=True):
    """What the head says. Keys below ``metadata`` are named ``metadata.<key>``; other nested values are left out."""

    values: dict[str, str] = msgspec.field(default_factory=dict)
    stop: int = 0
    """Number of lines that belong to it, both fences included; 0 where the file has none."""

    def get(self, name: str) -> str:
        """The value, also in the form that Claude Code rewrites to (below ``metadata``); empty where there is none."""
        return self.values.get(name) or self.values.get(f"metadata.{name}", "")


def parse(lines: Sequence[str]) -> Front:
    """Read the head of a file's lines; never fails, since a line that is no YAML is read as ``key: rest``."""
    if not lines or lines[0].removeprefix("\ufeff").rstrip() != "---":
        return Front()
    stop = next((at for at, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), 0)
    if not stop:
        return Front()
    return Front(values=_strict(lines[1:stop]) or _tolerant(lines[1:stop]), stop=stop + 1)


def loader() -> Any:  # noqa: ANN401 (one of two classes of a library without types)
    """Makes no types: ``no``, ``12:30`` and ``1.10`` stay text."""
    import yaml  # noqa: PLC0415 (as in ``_strict``)

    return getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def _strict(lines: Sequence[str]) -> dict[str, str]:
    """Values as YAML has them; empty where it is no YAML mapping."""
    text = "".join(lines)
    if len(text) > YAML_CHARS:
        return {}
    plain = [PLAIN.fullmatch(line) for line in lines]
    if all(plain):  # as nearly every head is; the loader costs ten times as much
        return {match[1]: match[2] or match[3] or "" for match in plain if match}
    import yaml  # noqa: PLC0415 (an agent waits for its start, where as a rule no head is read)

    try:
        loaded = yaml.load(text, Loader=loader())  # noqa: S506 (the base loader makes only text, lists and dicts)
    except (yaml.YAMLError, RecursionError):
        return {}
    return _flat(loaded) if isinstance(loaded, dict) else {}


def _flat(loaded: dict[object, object]) -> dict[str, str]:
    values = {key: value for key, value in loaded.items() if isinstance(key, str) and isinstance(value, str)}
    metadata = loaded.get("metadata")
    if isinstance(metadata, dict):
        inner = _flat({key: value for key, value in metadata.items() if key != "metadata"})
        values.update({f"metadata.{key}": value for key, value in inner.items()})
    return values


def _tolerant(lines: Sequence[str]) -> dict[str, str]:
    """Values line by line, the way people and models write them: ``name: pytest: fixtures``."""
    values: dict[str, str] = {}
    parent = ""
    for line in lines:
        match = FIELD.fullmatch(line.rstrip())
        if match is None:
            continue
        indent, name, rest = match[1], match[2], (match[3] or "").strip()
        if not indent:
            parent = "" if rest else name
            values[name] = _unquoted(rest)
        elif parent == "metadata":
            values[f"metadata.{name}"] = _unquoted(rest)
    return {name: value for name, value in values.items() if value}


def _unquoted(text: str) -> str:
    if text[:1] == '"' and text[-1:] == '"':
        try:
            return str(json.loads(text))
        except ValueError:
            return text[1:-1]
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == "'" else text


def field(name: str, value: str) -> str:
    """One line of a head, without line end: the value as a JSON string, which is YAML; dates and types stay bare."""
    if BARE.fullmatch(f"{name}: {value}"):
        return f"{name}: {value}"
    quoted = UNSAFE.sub(lambda char: f"\\u{ord(char[0]):04x}", json.dumps(value, ensure_ascii=False))
    return f"{name}: {quoted}"


def render(values: Mapping[str, str]) -> list[str]:
    """A whole head, both fences included, without line ends."""
    return ["---", *(field(name, value) for name, value in values.items()), "---"]


def edit(lines: Sequence[str], front: Front, name: str, value: str) -> list[str]:
    """The file's lines with the value of one top-level key that is there exchanged; all other lines as they were."""
    at = [number for number in range(1, front.stop - 1) if re.match(rf"{re.escape(name)}\s*:", lines[number])]
    if not at:
        return list(lines)
    line = lines[at[-1]]
    end = line[len(line.rstrip("\r\n")) :]
    stop = at[-1] + 1
    while stop < front.stop - 1 and lines[stop][:1] in {" ", "\t"}:
        stop += 1
    return [*lines[: at[-1]], field(name, value) + end, *lines[stop:]]
