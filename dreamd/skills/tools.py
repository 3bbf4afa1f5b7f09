"""Which tools a skill names, and which of them do not exist; pure but for the functions that it is given."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dreamd.skills.widespread import WIDESPREAD

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

AGENT_TOOL_NAMES = """
Read Write Edit MultiEdit NotebookEdit NotebookRead Bash BashOutput KillShell Glob Grep LS WebFetch WebSearch Task
Agent TodoWrite TodoRead Skill SlashCommand AskUserQuestion EnterPlanMode ExitPlanMode ToolSearch LSP Monitor
TaskCreate TaskUpdate TaskList TaskGet TaskOutput TaskStop
shell exec_command write_stdin apply_patch update_plan view_image web_search unified_exec
read_file write_file edit_file replace list_directory read_many_files search_file_content grep_search glob
run_shell_command google_web_search web_fetch save_memory activate_skill write_todos
bash edit read write grep list ls find webfetch websearch todowrite todoread skill task patch question
str_replace create view str_replace_based_edit_tool load_skill
recall remember topics read_topic skills read_skill
"""
AGENT_TOOLS = frozenset(AGENT_TOOL_NAMES.split())
"""What agents call their own tools, and what ``dreamd mcp`` offers."""
MOST = 50
"""Missing tools of one skill that are told."""
ALLOWED_CHARS = 4_096
UNRESTRICTED = re.compile(
    r"(?:Bash|shell|bash|run_shell_command|Write|Edit|MultiEdit|write_file|apply_patch|\*)(?:\(\s*:?\*?\s*\))?"
)
"""An allowed tool that may do anything."""
OURS = re.compile(r"\bdreamd(?: --(?:workspace|config)[= ]\S+| -[\w-]+)* ([a-z]+)\b")
FENCE = re.compile(r"[ \t]*```[ \t]*([\w-]*)")
SHELLS = frozenset({"sh", "bash", "zsh", "shell", "console"})
CODE = re.compile(r"`([^`\n]+)`")
RUN = re.compile(
    r"(?:\b(?:run|running|execute|call|type|invoke)|运行|执行|调用|敲)\s{0,3}(?:the |命令|脚本)?\s{0,3}`([^`\n]+)`",
    re.IGNORECASE,
)
STEP = re.compile(
    r"(?:\b(?:with|via|using|start|starts|launch|use|through)|使用|通过|启动|先用|用|跑)"
    r"\s{0,3}`([a-z][\w.-]* [^`\n]+)`",
    re.IGNORECASE,
)
"""A command of several words in a step."""
OPTION = re.compile(r"^[a-z][\w.+-]*(?: [\w./:-]+)* --?[a-z]")
FILE = re.compile(r"^names the file (\S+?),")
"""How ``missing`` and the lint tell a file."""
TOOL = re.compile(
    r"\b(?:the|tool|use|with|using|call)\s+`([A-Za-z][\w-]*)`\s+tool\b|\btool\s+`([A-Za-z][\w-]*)`"
    r"|(?:用|使用|调用|通过)\s{0,3}`?([A-Za-z][\w-]*)`?\s{0,3}工具|工具\s{0,3}`([A-Za-z][\w-]*)`",
    re.IGNORECASE,
)
LINK = re.compile(r"\]\(([^)\s]{1,200})\)")
BESIDE = re.compile(r"(?<![\w./-])((?:scripts|references|assets|templates)/[\w./-]*\w)")
"""Files of the skill's own folder, by the custom of the format."""
PROGRAM = re.compile(r"[A-Za-z][\w.+-]*")
SHELL_WORDS = """
if then else elif fi for while until do done case esac in function time cd export set unset source echo printf test
true false read exit return local declare alias eval exec trap wait shift let type command builtin ulimit umask
pushd popd select sudo env
"""
BUILT_IN = frozenset(SHELL_WORDS.split())


class Known(NamedTuple):
    """What exists here."""

    commands: frozenset[str]
    """Subcommands of dreamd."""
    program: Callable[[str], bool]
    """Whether a program of that name is on the PATH."""


class Missing(NamedTuple):
    """A tool that is named and does not exist."""

    line: int
    what: str
    sure: bool
    """It exists nowhere; else it is only not on this machine."""


def missing(
    text: str, allowed: str, beside: Collection[str], skills: Collection[str], known: Known
) -> Iterator[Missing]:
    """What the text names and is not there, each once.

    Args:
        text: of the skill, head included.
        allowed: what its head says of allowed tools.
        beside: names of the files in its folder, relative to it.
        skills: names of all skills.
        known: what exists here.
    """
    found = dict.fromkeys([*_ours(text, known), *_tools(text, allowed, skills, known), *_beside(text, beside)])
    for at, what in list(found)[:MOST]:
        yield Missing(_line(text, at), what, sure=True)
    for line, program in _absent(text, _programs(text), known):
        yield Missing(line, f"the program {program}", sure=False)


def _plain(text: str) -> Iterator[tuple[int, str]]:
    """Programs of blocks without a language, in lines that read like commands: they have an option."""
    at, inside, bare = 0, False, False
    for line in text.splitlines(keepends=True):
        if fence := FENCE.match(line):
            inside, bare = not inside, not fence[1]
        elif inside and bare and OPTION.search(said := line.strip().removeprefix("$ ")) and (program := _program(said)):
            yield at, program
        at += len(line)


def lacking(text: str, known: Known) -> Iterator[tuple[int, str]]:
    """Programs that its steps start, that are not on this machine and that few machines have: the line of each first.

    What many install (``WIDESPREAD``) lies on the machine that a step is for, or in the project's own environment.
    """
    found = sorted([*_programs(text), *_steps(text), *_plain(text)])
    yield from ((line, name) for line, name in _absent(text, found, known) if name.lower() not in WIDESPREAD)


def _absent(text: str, programs: Iterable[tuple[int, str]], known: Known) -> Iterator[tuple[int, str]]:
    first: dict[str, int] = {}
    for at, program in programs:
        first.setdefault(program, at)
    for program in list(first)[:MOST]:
        if not known.program(program):
            yield _line(text, first[program]), program


def open_ended(allowed: str) -> list[str]:
    """The allowed tools that may do anything: their use would be asked for otherwise."""
    return [name for name in _listed(allowed) if UNRESTRICTED.fullmatch(name)]


def _ours(text: str, known: Known) -> Iterator[tuple[int, str]]:
    for at, code in _code(text):
        for match in OURS.finditer(code):
            if match[1] not in known.commands:
                yield at, f"the command dreamd {match[1]}"


def _tools(text: str, allowed: str, skills: Collection[str], known: Known) -> Iterator[tuple[int, str]]:
    named = [(match.start(), next(filter(None, match.groups()))) for match in TOOL.finditer(text)]
    head = max(0, text.find("allowed-tools"))
    named += [(head, name.partition("(")[0]) for name in _listed(allowed)]
    for at, name in named:
        there = name in AGENT_TOOLS or name in skills or name in known.commands or known.program(name)
        if not there and name not in {"*", "dreamd"} and not name.startswith("mcp__"):
            yield at, f"the tool {name}"


def _beside(text: str, beside: Collection[str]) -> Iterator[tuple[int, str]]:
    there = {*beside, *(name[:end] for name in beside for end in range(len(name)) if name[end] == "/")}
    linked = ((match.start(), match[1]) for match in LINK.finditer(text))
    for at, code in [*_code(text), *linked]:
        for match in BESIDE.finditer(code):
            if match[1] not in there:
                yield at, f"the file {match[1]}"


def _code(text: str) -> Iterator[tuple[int, str]]:
    """Where code stands in the text, and the code."""
    yield from ((match.start(), match[1]) for match in CODE.finditer(text))
    yield from _shell(text)


def _shell(text: str) -> Iterator[tuple[int, str]]:
    """The lines of the text's shell blocks."""
    at, inside, shell = 0, False, False
    for line in text.splitlines(keepends=True):
        fence = FENCE.match(line)
        if fence:
            inside, shell = not inside, fence[1] in SHELLS
        elif inside and shell:
            yield at, line
        at += len(line)


def _programs(text: str) -> Iterator[tuple[int, str]]:
    for at, line in _shell(text):
        program = _program(line.strip().removeprefix("$ "))
        if program:
            yield at, program
    for match in RUN.finditer(text):
        program = _program(match[1].strip()) if " " in match[1].strip() else ""
        if program:
            yield match.start(), program


def _steps(text: str) -> Iterator[tuple[int, str]]:
    """Programs of inline code that reads like a command: it stands after a word for doing, or has an option."""
    for match in STEP.finditer(text):
        if program := _program(match[1].strip()):
            yield match.start(1), program
    for match in CODE.finditer(text):
        if OPTION.search(match[1]) and (program := _program(match[1].strip())):
            yield match.start(1), program


def _program(line: str) -> str:
    """The program that a line of a shell starts; empty where it starts none that has a name."""
    for word in line.split():
        if re.fullmatch(r"\w+=\S*", word) or word in {"sudo", "env", "time", "exec", "command"}:
            continue
        bare = word.rstrip(";")
        return bare if PROGRAM.fullmatch(bare) and bare not in BUILT_IN and bare != "dreamd" else ""
    return ""


def _listed(allowed: str) -> list[str]:
    """The tools of an ``allowed-tools`` field, which commas or spaces part outside brackets."""
    return [name for name in re.findall(r"[^\s,(]+(?:\([^)]*\))?", allowed[:ALLOWED_CHARS].strip("[]")) if name]


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
