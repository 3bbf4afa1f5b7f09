"""What the files of a repository ask for: packages and languages with their versions; pure."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REQUIREMENT = re.compile(r"^\s*(?P<name>[A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*(?P<spec>[=<>!~]=?[^;#]*)")
MODULE = re.compile(r"^\s*(?:require\s+)?(?P<name>[\w.-]+(?:/[\w.-]+)+)\s+(?P<spec>v\d[\w.+-]*)", re.MULTILINE)
GEM = re.compile(r"^\s*gem\s+[\"'](?P<name>[\w-]+)[\"']\s*,\s*[\"'](?P<spec>[^\"']+)[\"']", re.MULTILINE)
PLAIN = re.compile(r"v?(\d+(?:\.\d+)*)")


def known(name: str) -> bool:
    """Whether a file of that name tells versions."""
    return any(re.fullmatch(pattern, name) for pattern, _ in READERS)


def versions(name: str, text: str) -> dict[str, str]:
    """Package or language, lower case -> what the file called ``name`` (its last part) asks for; empty where it is none."""
    reader = next((read for pattern, read in READERS if re.fullmatch(pattern, name)), None)
    if reader is None:
        return {}
    try:
        return {package.lower(): spec.strip() for package, spec in reader(text) if any(map(str.isdigit, spec))}
    except (ValueError, AttributeError, TypeError, RecursionError):
        return {}


def _pyproject(text: str) -> Iterator[tuple[str, str]]:
    data = tomllib.loads(text)
    project: Any = data.get("project", {})
    if asked := project.get("requires-python"):
        yield "python", str(asked)
    groups = [
        project.get("dependencies", []),
        *project.get("optional-dependencies", {}).values(),
        *data.get("dependency-groups", {}).values(),
    ]
    for line in (item for group in groups for item in group if isinstance(item, str)):
        yield from _requirements(line)
    poetry: Any = data.get("tool", {}).get("poetry", {})
    for name, spec in poetry.get("dependencies", {}).items():
        yield name, str(spec.get("version", "") if isinstance(spec, dict) else spec)


def _requirements(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        if found := REQUIREMENT.match(line):
            yield found["name"], found["spec"]


def _package(text: str) -> Iterator[tuple[str, str]]:
    data: Any = json.loads(text)
    for key in ("dependencies", "devDependencies", "peerDependencies"):
        yield from ((name, str(spec)) for name, spec in data.get(key, {}).items())
    for name, spec in data.get("engines", {}).items():
        yield ("node" if name == "node" else name), str(spec)
    manager, _, spec = str(data.get("packageManager", "")).partition("@")
    if spec:
        yield manager, spec.partition("+")[0]


def _cargo(text: str) -> Iterator[tuple[str, str]]:
    data: Any = tomllib.loads(text)
    if asked := data.get("package", {}).get("rust-version"):
        yield "rust", f"={asked}"
    for name, spec in {**data.get("dependencies", {}), **data.get("dev-dependencies", {})}.items():
        told = str(spec.get("version", "") if isinstance(spec, dict) else spec)
        yield name, told if told[:1] in "^~=<>" else f"^{told}"


def _go(text: str) -> Iterator[tuple[str, str]]:
    if found := re.search(r"^go (\d+\.\d+)", text, re.MULTILINE):
        yield "go", found[1]
    for match in MODULE.finditer(text):
        yield match["name"], match["spec"]
        yield re.sub(r"/v\d+$", "", match["name"]).rpartition("/")[2], match["spec"]


def _gems(text: str) -> Iterator[tuple[str, str]]:
    yield from ((match["name"], match["spec"]) for match in GEM.finditer(text))


def _tools(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        name, _, spec = line.partition(" ")
        yield {"nodejs": "node", "golang": "go"}.get(name, name), spec


def _one(name: str) -> Callable[[str], Iterator[tuple[str, str]]]:
    def read(text: str) -> Iterator[tuple[str, str]]:
        if found := PLAIN.search(text):
            yield name, found[1]

    return read


READERS: tuple[tuple[str, Callable[[str], Iterator[tuple[str, str]]]], ...] = (
    (r"pyproject\.toml", _pyproject),
    (r"requirements[\w.-]*\.txt", _requirements),
    (r"package\.json", _package),
    (r"Cargo\.toml", _cargo),
    (r"go\.mod", _go),
    (r"Gemfile", _gems),
    (r"\.tool-versions", _tools),
    (r"\.nvmrc|\.node-version", _one("node")),
    (r"\.python-version", _one("python")),
    (r"\.ruby-version", _one("ruby")),
)
