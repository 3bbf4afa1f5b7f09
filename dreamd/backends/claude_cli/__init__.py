"""The person's own ``claude -p`` as a plain completion: no tools, no settings, no session, no login touched.

What it costs is counted at the API's price, whatever the person's plan: their login is not looked at.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from dreamd import estimate, prices
from dreamd.backends import Backend, failed
from dreamd.backends.claude_cli import operations, outcome
from dreamd.dialog import Reply
from dreamd.errors import ModelFailed
from dreamd.records import Tokens

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.backends import Model
    from dreamd.dialog import Request

ASKS = 2
"""A reply that is no operation is asked for once more."""
OPTIONS = (
    *("-p", "--output-format", "json", "--tools", "", "--strict-mcp-config", "--mcp-config", '{"mcpServers":{}}'),
    *("--setting-sources", "", "--max-turns", "1", "--no-session-persistence"),
)
INSIDE = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT")
"""What an agent tells programs that it starts; with them, claude takes itself for its own child."""
OWN_TOKENS = 500
"""What the program says to the model beside our prompt."""
LEAST_BUDGET = 0.01
"""Dollars: below it, the program's own small costs would end a call before it began."""


def complete(request: Request, model: Model, seconds: float) -> Reply:
    """Answer one prompt, see ``Backend.complete``."""
    program = shutil.which("claude", path=model.environment.get("PATH", os.defpath))
    if program is None:
        raise failed("no_cli")
    worst = price(model, Tokens(input=size(request), output=request.max_tokens))
    command = [sys.executable, "-I", "-m", "dreamd.tied", program, *OPTIONS, "--model", model.name]
    command += ["--max-budget-usd", f"{max(LEAST_BUDGET, worst):.4f}"]
    command += ["--system-prompt", request.system] if request.system else []
    deadline = time.monotonic() + seconds

    def ask(prompt: str) -> outcome.Said:
        return outcome.read(_run(command, _environment(model, request), prompt, deadline - time.monotonic()))

    return _answered(request, ask)


def _answered(request: Request, ask: Callable[[str], outcome.Said]) -> Reply:
    prompt = operations.prompt(request)
    said = ask(prompt)
    if not request.tools:
        return Reply(content=operations.words(said.text), stop="end_turn", tokens=said.tokens, usd=said.usd)
    read = operations.read(said.text, request)
    tokens, usd = said.tokens, said.usd
    if isinstance(read, str):
        said = _again(ask, operations.again(prompt, said.text, read), usd)
        read, tokens, usd = operations.read(said.text, request), _sum(tokens, said.tokens), usd + said.usd
    if isinstance(read, str):
        raise failed("no_operations", f"twice, {read}", usd=usd)
    return Reply(content=read.blocks, stop="tool_use" if read.calls else "end_turn", tokens=tokens, usd=usd)


def _again(ask: Callable[[str], outcome.Said], prompt: str, before: float) -> outcome.Said:
    """Ask once more; what the first answer cost is not forgotten where the second fails."""
    try:
        return ask(prompt)
    except ModelFailed as error:
        error.usd += before
        raise


def _sum(first: Tokens, second: Tokens) -> Tokens:
    """Unknown where either is."""
    if Tokens() in {first, second}:
        return Tokens()
    return Tokens(
        input=first.input + second.input, output=first.output + second.output, cached=first.cached + second.cached
    )


def _environment(model: Model, request: Request) -> dict[str, str]:
    kept = {name: value for name, value in model.environment.items() if name not in INSIDE}
    if model.effort:  # as a variable: older versions do not know the option, and ignore this
        kept["CLAUDE_CODE_EFFORT_LEVEL"] = model.effort
    return kept | {
        "CLAUDE_CODE_MAX_OUTPUT_TOKENS": str(request.max_tokens),
        "CLAUDE_CODE_MAX_RETRIES": "0",  # the broker's own retries know the deadline; these take minutes
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }


def _run(command: list[str], environment: dict[str, str], prompt: str, seconds: float) -> bytes:
    """What the program prints; it works in an empty directory of its own, and is ended with all that it started."""
    with tempfile.TemporaryDirectory(prefix="dreamd-", ignore_cleanup_errors=True) as empty:
        try:
            process = subprocess.Popen(
                command,
                env=environment,
                cwd=empty,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise failed("no_cli", error.strerror or "") from None
        try:
            printed, _ = process.communicate(prompt.encode(), timeout=max(0.0, seconds))
        except subprocess.TimeoutExpired:
            raise failed("timeout", retry_after=0.0) from None
        finally:
            _end(process)
    return printed


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.returncode is None:  # not waited for yet, so the group's number is still its own
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


def price(model: Model, tokens: Tokens) -> float:
    """Dollars of one request at the API's price, or the person's own."""
    return prices.cost(model.name, tokens, model.usd_per_million)


def size(request: Request) -> int:
    """Tokens of the larger of the two prompts, with what the program adds of its own."""
    answer = estimate.tokens("x" * operations.ANSWER_CHARS + operations.FORM) if request.tools else 0
    return estimate.tokens(request.system) + estimate.tokens(operations.prompt(request)) + answer + OWN_TOKENS


BACKEND = Backend(
    name="claude-cli", title="your own claude program", complete=complete, price=price, asks=ASKS, size=size
)
