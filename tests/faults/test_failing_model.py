"""Whatever a model's server does: memory and lock file as they were, a reason, a back-off, a line for the person."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from dreamd import ledger, slugs, state
from dreamd.fakes.messages_server import say, serve
from dreamd.fakes.misbehaviour import bad

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Look, Memory, Talk

KEY = "key-4711-of-the-gateway"
BAD = bad(say("Nothing to keep."))
SINCE = 1_760_000_000_123_456_789

pytestmark = pytest.mark.slow  # some are tried again until the dream's minutes are over


def stamp(lock: Path) -> tuple[int, int, bytes]:
    status = lock.stat()
    return status.st_mtime_ns, status.st_mode, lock.read_bytes()


@pytest.mark.parametrize("name", BAD)
def test_a_server_that_fails_leaves_all_as_it_was_and_says_why(
    cli: Cli, talk: Talk, memory: Memory, look: Look, name: str
) -> None:
    talk("one", "Always use pnpm instead of npm in this repo.")
    memory().mkdir(parents=True)
    (memory() / "MEMORY.md").write_text("- [Mine](mine.md)\n")
    lock = memory() / ".consolidate-lock"
    lock.write_bytes(b"")
    os.utime(lock, ns=(SINCE, SINCE))
    before, held = look(memory()), stamp(lock)
    cli.own.mkdir(parents=True)
    with serve(lambda _request: BAD[name]) as server:
        settings = f'engine = "anthropic"\nbase_url = "{server.url}"\nminutes = 0.1\n'
        (cli.own / "config.toml").write_text(f"[dream]\n{settings}")
        ran = cli.having(ANTHROPIC_API_KEY=KEY)("once", "--json", "--yes")
    (dream,) = ran.document["dreams"]
    assert (ran.code, dream["outcome"]) == (1, "failed")
    assert dream["reason"] in slugs.MODEL or dream["reason"] == "limit_minutes"
    assert dream["message"].count("\n") == 0
    assert len(dream["message"]) > 40, "what happened, and what to do"
    assert (look(memory()), stamp(lock)) == (before, held)
    with state.database(cli.own / "state.db", look=True) as db:
        assert ledger.backoff(db, dream["workspace"]).retry_ns > time.time_ns()
    assert KEY not in ran.out + ran.err
    assert all(KEY.encode() not in path.read_bytes() for path in cli.own.rglob("*") if path.is_file())
