"""The rules of the house that a machine can hold: layers, sizes, names, who may touch what, what importing costs."""

from __future__ import annotations

import ast
import re
import statistics
import subprocess
import sys
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
import pytest

import dreamd
from dreamd import backends, checks, commands, engines, governance, registry, slugs, sources
from dreamd.backends import Backend
from dreamd.checks import Check
from dreamd.engines import Engine
from dreamd.sources import Source

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "dreamd"

LAYERS = (
    (
        "records codec errors paths config files clock redact secret_rules secret_shape log slugs registry jsonl "
        "difference dialog estimate prices undumpable invisible tied quoted toml_line "
        "mistakes words kin caution mentions gitlooks archives patience bugreport faults referents telltales figures"
    ),
    (
        "sources reading memory lock leavings journal state ledger denials spending recording kept awaiting purged "
        "governed"
    ),
    (
        "digest scanner attribution evidence proposals grounds instructions workspaces checks faircopy copying routing "
        "recalled recall topics verbatim conversations "
        "resident recent start budgets belonging inspection skills codebase manifests surveying dangers"
    ),
    "engines backends dream fakes",
    "gates worker broker purse caller keeping promotion comparing governance",
    (
        "run dreaming models reckoning readiness attempt publication commit recovery handwork holding undoing saving "
        "revising vouching hearing forgetting ordering promoting purging expunging outlying traces contradicting "
        "intake harvest listening standing explain steps replays metrics "
        "reviewing exporting importing admitting backups restoring making rehearsal shelving teaching governing "
        "cleanup"
    ),
    "daemon service hooks",
    (
        "cli commands terminal progress changes bills outcomes revisions condemning consent intentions example "
        "completion serviced remembering serving page skilled remedies __main__"
    ),
)
LAYER = {name: number for number, names in enumerate(LAYERS) for name in names.split()}
PEOPLE = frozenset(LAYERS[7].split())
"""What talks to people."""

SHELVES: list[tuple[ModuleType, str, type]] = [
    (sources, "SOURCE", Source),
    (engines, "ENGINE", Engine),
    (backends, "BACKEND", Backend),
    (checks, "CHECK", Check),
    (governance, "CHECK", governance.Check),
    (commands, "COMMAND", click.Command),
]

MODULE_LINES, MEDIAN_LINES, FUNCTION_LINES = 300, 100, 60
FORBIDDEN_NAMES = frozenset({"utils", "util", "helpers", "helper", "common", "misc", "manager", "base", "core"})
PARENTS = frozenset(
    {"Record", "Struct", "NamedTuple", "Protocol", "TypedDict", "Group", "FileSystemEventHandler", "Handler"}
)
"""What a class outside ``errors`` may be made from: records, shapes, and what click, watchdog and logging ask for."""

ALLOWED_IMPORTS = {
    "anthropic": {"backends"},
    "rich": PEOPLE,
    "click": PEOPLE,
    "structlog": {"log"},
    "yaml": {"memory"},
    "sqlite3": {
        "state",
        "ledger",
        "commands",
        "reading",
        "faircopy",
        "backups",
        "conversations",
    },  # doctor tells its version; agents keep sessions in one
    "platformdirs": {"paths"},
    "random": set(),
    "uuid": set(),
    "secrets": PEOPLE,
    "mcp": {"serving"},
    "mcp_types": {"serving"},
    "anyio": {"serving"},
    "watchdog": {"daemon"},
    "apscheduler": {"daemon"},
    "jinja2": {"page"},
    "markupsafe": {"page"},
    "starlette": {"page"},
    "uvicorn": {"page"},
}
"""Package -> the rooms that may import it."""
ALLOWED_CALLS = {
    "os.environ": {"paths", "config"},
    "os.getenv": {"paths", "config"},
    "time.time": {"clock"},
    "time.time_ns": {"clock"},
    "datetime.now": {"clock"},
    "datetime.utcnow": set(),
    "datetime.today": set(),
    "date.today": set(),
}
HEAVY = ("anthropic", "mcp", "pydantic", "rich", "watchdog", "apscheduler", "structlog", "httpx2")


class Module(NamedTuple):
    """One file of the package."""

    name: str
    """Dotted, below ``dreamd``: ``memory.topic``; a package's own file has the package's name."""
    path: Path
    tree: ast.Module

    @property
    def room(self) -> str:
        return self.name.partition(".")[0]


class Import(NamedTuple):
    """One import inside the package."""

    module: Module
    target: str
    at_run_time: bool


@cache
def modules() -> tuple[Module, ...]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found.append(Module(name, path, ast.parse(path.read_text("utf-8"))))
    return tuple(found)


def room_of(name: str) -> str:
    return name.partition(".")[0]


def typing_only(tree: ast.Module) -> set[ast.AST]:
    """Everything below ``if TYPE_CHECKING``."""
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    return {inner for block in blocks for inner in ast.walk(block)}


@cache
def imports() -> tuple[Import, ...]:
    """What the package imports of itself, wherever it does so."""
    known = {module.name for module in modules()}
    found = []
    for module in modules():
        hidden = typing_only(module.tree)
        for node in ast.walk(module.tree):
            for target in targets(node):
                inner = target.removeprefix("dreamd").removeprefix(".")
                while inner and inner not in known:
                    inner = inner.rpartition(".")[0]
                if target.startswith("dreamd") and inner and inner != module.name:
                    found.append(Import(module, inner, node not in hidden))
    return tuple(found)


def targets(node: ast.AST) -> list[str]:
    """Dotted names that the statement imports; for ``from x import y`` it may be ``x.y`` or only ``x``."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


def test_every_module_has_its_layer() -> None:
    rooms = {module.room for module in modules() if module.name}
    assert rooms - set(LAYER) == set(), "give it a layer here and in dreamd/DESIGN.md"


def test_imports_go_downward_or_sideways() -> None:
    upward = [
        f"{item.module.name} imports {item.target} from above"
        for item in imports()
        if LAYER[room_of(item.target)] > LAYER[item.module.room]
    ]
    assert upward == []


def test_imports_at_run_time_have_no_circle() -> None:
    graph: dict[str, set[str]] = {module.name: set() for module in modules()}
    for item in imports():
        if item.at_run_time:
            graph[item.module.name].add(item.target)
    while leaves := {name for name, wanted in graph.items() if not wanted}:
        graph = {name: wanted - leaves for name, wanted in graph.items() if name not in leaves}
    assert graph == {}


def test_sources_and_memory_never_meet() -> None:
    met = [
        f"{item.module.name} imports {item.target}"
        for item in imports()
        if {item.module.room, room_of(item.target)} == {"sources", "memory"}
    ]
    assert met == []


def test_the_code_map_names_every_module_in_its_layer() -> None:
    text = (ROOT / "dreamd" / "DESIGN.md").read_text("utf-8")
    drawn: dict[str, int] = {}
    for number, row in re.findall(r"^\| (\d) \|([^|]*)\|", text, re.MULTILINE):
        drawn |= dict.fromkeys(re.findall(r"`([a-z_]+)/?`", re.sub(r"/` \([^)]*\)", "`", row)), int(number))
    assert drawn == {name: layer for name, layer in LAYER.items() if name != "__main__"}


def test_modules_stay_short() -> None:
    lengths = {module.name: len(module.path.read_text("utf-8").splitlines()) for module in modules()}
    assert {name: lines for name, lines in lengths.items() if lines > MODULE_LINES} == {}
    own = [lengths[module.name] for module in modules() if module.path.name != "__init__.py"]
    assert statistics.median(own) < MEDIAN_LINES


def test_functions_fit_a_screen() -> None:
    long = [
        f"{module.name}.{node.name}: {node.end_lineno - node.lineno + 1} lines"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= FUNCTION_LINES
    ]
    assert long == []


def test_names_say_what_a_module_is() -> None:
    assert [module.name for module in modules() if FORBIDDEN_NAMES & set(module.name.split("."))] == []


def test_every_module_says_its_purpose() -> None:
    assert [module.name for module in modules() if not ast.get_docstring(module.tree)] == []


def test_classes_are_records_or_errors() -> None:
    parents = [
        (module.name, node.name, ast.unparse(parent).rpartition(".")[2])
        for module in modules()
        if module.name != "errors"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
        for parent in node.bases
    ]
    errors = {name for name in vars(dreamd.errors) if name.endswith("Error")}
    assert [item for item in parents if item[2] not in PARENTS | errors | {"Exception"}] == []


@pytest.mark.parametrize("package", ALLOWED_IMPORTS)
def test_a_package_is_imported_only_where_it_belongs(package: str) -> None:
    users = {
        module.room
        for module in modules()
        for node in set(ast.walk(module.tree)) - typing_only(module.tree)
        for target in targets(node)
        if target.partition(".")[0] == package
    }
    assert users <= ALLOWED_IMPORTS[package]


def test_only_one_place_reads_the_environment_and_one_the_time() -> None:
    used = [
        (name, module.room)
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute)
        for name in [".".join(ast.unparse(node).split(".")[-2:])]
        if name in ALLOWED_CALLS
    ]
    assert [item for item in used if item[1] not in ALLOWED_CALLS[item[0]]] == []


def test_only_what_talks_to_people_prints() -> None:
    printing = [
        module.name
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"print", "sys.stdout.write", "sys.stderr.write"}
    ]
    assert [name for name in printing if room_of(name) not in PEOPLE] == []


@pytest.mark.parametrize(("shelf", "constant", "kind"), SHELVES, ids=[item[0].__name__ for item in SHELVES])
def test_a_shelf_holds_entries_and_nothing_else(shelf: ModuleType, constant: str, kind: type) -> None:
    entries = registry.entries(shelf, constant)
    assert entries
    names = [getattr(entry, "name", None) for entry in entries]
    assert names == [name.replace("_", "-") for name in registry.names(shelf)]
    assert all(isinstance(entry, kind) for entry in entries)
    assert kind is click.Command or is_dataclass(kind)


IMPORT_ALL = """
import sys, pkgutil, importlib
touched = []
def watch(event, arguments):
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        touched.append((event, str(arguments[0])))
    elif event.partition(".")[0] in {"subprocess", "socket", "sqlite3", "shutil"}:
        touched.append((event, ""))
    elif event in {"os.mkdir", "os.rename", "os.remove", "os.link", "os.symlink"}:
        touched.append((event, ""))
sys.addaudithook(watch)
import dreamd
for info in pkgutil.walk_packages(dreamd.__path__, "dreamd."):
    if not info.name.endswith("__main__"):
        importlib.import_module(info.name)
print(touched)
"""


def run(script: str) -> str:
    """What the script prints in a bare environment: no HOME, no PATH, a directory that it may not write."""
    command = [sys.executable, "-B", "-I", "-c", script]
    done = subprocess.run(command, cwd="/", env={}, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_does_no_work() -> None:
    assert run(IMPORT_ALL) == "[]"


def test_the_command_line_starts_without_what_it_does_not_need() -> None:
    assert run(f"import sys, dreamd.cli; print([name for name in {HEAVY!r} if name in sys.modules])") == "[]"


def tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        pytest.skip("this is no git checkout")
    return [path for name in done.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def test_no_file_names_the_machine_it_was_made_on_or_a_registry() -> None:
    roots = "|".join(["wor" + "k/", "ro" + "ot/", "tm" + "p/", "opt/" + "wheels"])
    hosts = "|".join(["pyp" + r"i\.org", "python" + "hosted", "registry" + r"\.npmjs"])
    private = re.compile(rf"(?<![\w.~/-])/(?:{roots})[\w.-]+|{hosts}")
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in tracked()
        for match in private.finditer(path.read_text("utf-8", "replace"))
    ]
    assert found == []


@pytest.mark.parametrize("name", ["README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "dreamd/DESIGN"])
def test_the_papers_of_the_house_exist(name: str) -> None:
    assert (ROOT / f"{name}.md").read_text("utf-8").startswith("# ")


def test_the_changelog_knows_this_version() -> None:
    assert f"## [{dreamd.__version__}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_design_notes_list_every_event_and_reason() -> None:
    page = (ROOT / "dreamd" / "DESIGN.md").read_text("utf-8")
    events = [value for name, value in vars(slugs).items() if name.isupper() and isinstance(value, str)]
    assert not [name for name in [*events, *filter(None, slugs.REASONS)] if f"`{name}`" not in page]


def test_each_promise_names_tests_that_exist() -> None:
    promises = (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("## Promises")[2]
    named = re.findall(r"`([\w/]+(?:\.py|/))`", promises.partition("## Reading order")[0])
    assert named
    assert not [name for name in named if not (ROOT / "tests" / name).exists()]
