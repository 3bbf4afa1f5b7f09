"""On real sessions: everything learned leads back to a person's words, once, and can be taken back."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from dreamd import evidence, explain, paths, state
from dreamd.memory import store
from dreamd.records import Transcript
from tests.conftest import _cli, copy_of_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.explain import Explained
    from dreamd.records import Quote
    from tests.conftest import Cli, Look

pytestmark = pytest.mark.slow  # dreams over 30 MB


def dreamt(cli: Cli) -> list[dict[str, Any]]:
    """Every workspace of the corpus, dreamt over."""
    ran = cli("once", "--all", "--json")
    assert ran.code == 0, ran.out
    found: list[dict[str, Any]] = ran.document["dreams"]
    return found


class Shared(NamedTuple):
    """A home that several tests look at, and none changes."""

    cli: Cli
    dreams: list[dict[str, Any]]


@pytest.fixture(scope="module")
def shared(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Shared:
    """Every workspace of the corpus, dreamt over once for the tests that only look."""
    top = tmp_path_factory.mktemp("corpus")
    copy_of_corpus(corpus, top / "home")
    made = _cli(top / "home", top)
    return Shared(made, dreamt(made))


def memories(cli: Cli) -> list[Path]:
    return sorted([*(cli.home / ".claude" / "projects").glob("*/memory"), *(cli.own / "workspaces").glob("*/memory")])


def transcripts(cli: Cli, session: str = "") -> list[Path]:
    """The files of one session, or of all, of both agents."""
    folders = (
        (".claude/projects", f"*/{session or '*'}.jsonl"),
        (".codex/sessions", f"*/*/*/rollout-*{session}.jsonl"),
    )
    return [path for folder, pattern in folders for path in (cli.home / folder).glob(pattern)]


def test_the_memory_is_as_true_as_asked(corpus: Path, shared: Shared) -> None:
    cli, dreams = shared
    assert {dream["outcome"] for dream in dreams} <= {"dreamed", "nothing_new"}
    assert {dream["coverage"] for dream in dreams} == {1.0}
    words = [word for path in memories(cli) for word in ("--memory", str(path))]
    command = [sys.executable, str(corpus / "score.py"), "--json", *words]
    score = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert score["precision"] >= 0.45
    assert score["decoys"] <= 0.12
    assert score["dup"] == 0
    assert score["f"] >= 0.42


def test_every_entry_leads_to_the_sentence_of_a_person_also_without_its_transcript(
    shared: Shared, tmp_path: Path
) -> None:
    cli, dreams = shared
    explained = everything(cli)
    standing = {(entry.workspace, entry.text) for entry in explained}
    assert standing >= {(dream["workspace"], entry["text"]) for dream in dreams for entry in dream["entries"]}
    for entry in explained:
        assert entry.evidence, entry
        for one in entry.evidence:
            assert one.role == "human"
            assert stands(cli, one), one
    assert {one.source for entry in explained for one in entry.evidence} == {"claude-code", "codex"}
    with away(transcripts(cli), tmp_path):
        assert not transcripts(cli)
        assert everything(cli) == explained


@contextmanager
def away(paths: list[Path], to: Path) -> Iterator[None]:
    """The files are elsewhere for a while, and come back as they were."""
    for number, path in enumerate(paths):
        path.rename(to / str(number))
    try:
        yield
    finally:
        for number, path in enumerate(paths):
            (to / str(number)).rename(path)


def everything(cli: Cli) -> list[Explained]:
    """Every entry of every memory, with what it rests on."""
    places = paths.places({"HOME": str(cli.home), "DREAMD_HOME": str(cli.own)})
    with state.database(places.database, look=True) as db:
        return [item for space in state.workspaces(db) for item in explain.matching(db, space, store.read(space), "")]


def stands(cli: Cli, quote: Quote) -> bool:
    """Whether the words stand in a human turn of that row, read anew."""
    for path in transcripts(cli, quote.session):
        status = path.stat()
        file = Transcript(
            source=quote.source,
            session=quote.session,
            location=str(path),
            size=status.st_size,
            inode=status.st_ino,
            mtime_ns=status.st_mtime_ns,
        )
        found = evidence.Witness({(quote.source, quote.session): file}).confirm(quote)
        if found is not None and found.quote.role == "human":
            return True
    return False


def test_a_second_dream_changes_no_byte_new_rows_alone_are_read_and_taking_all_back_leaves_the_home_as_it_was(
    cli: Cli, corpus_home: Path, look: Look
) -> None:
    dreams = dreamt(cli)
    before = look(cli.home)
    again = cli("once", "--all", "--json").document["dreams"]
    assert {(dream["outcome"], dream["reason"]) for dream in again} == {("nothing_new", "no_sessions")}
    assert look(cli.home) == before
    assert len(dreams) == len(again)
    listed = cli("sessions", "--all", "--json").document["sessions"]
    read = next(row for row in listed if (row["source"], row["state"]) == ("claude-code", "read"))
    (path,) = (cli.home / ".claude" / "projects").glob(f"*/{read['session']}.jsonl")
    row = {
        "type": "user",
        "uuid": "0a0a0a0a-0000-4000-8000-000000000000",
        "sessionId": read["session"],
        "timestamp": "2026-11-29T10:00:00.000Z",
        "cwd": read["project"],
        "userType": "external",
        "message": {"role": "user", "content": "Never deploy on a Friday."},
    }
    data = path.read_bytes()
    path.write_bytes(data + (b"" if data.endswith(b"\n") else b"\n") + json.dumps(row).encode() + b"\n")
    third = [dream for dream in cli("once", "--all", "--json").document["dreams"] if dream["sessions"]]
    assert [(dream["sessions"], dream["turns"]) for dream in third] == [(1, 1)]
    for dream in [*third, *dreams]:
        if dream["outcome"] == "dreamed":
            assert cli("undo", dream["dream_id"]).code == 0
    written = [name for name in look(corpus_home) if re.search(r"/memory/.", name)]
    assert written == []
    assert {dream["outcome"] for dream in cli("once", "--all", "--json").document["dreams"]} == {"nothing_new"}
