"""A worker may die, lie, flood or fall silent: the run ends it, and says how it ended."""

from __future__ import annotations

import socket
import stat
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Protocol

import msgspec
import pytest

from dreamd import codec
from dreamd.dialog import Call, Message, Reply, Request
from dreamd.engines import no_model
from dreamd.errors import EngineError, LimitReached, Unconfined, WorkerLost
from dreamd.records import Operation
from dreamd.worker import process, protocol, vetting
from dreamd.worker.answering import Serving
from dreamd.worker.confine import Confinement
from dreamd.worker.protocol import (
    Answer,
    Asked,
    Broken,
    Confined,
    DreamJob,
    Finished,
    Progress,
    Proposed,
    Scan,
    Surveyed,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.worker.vetting import Policy
    from tests.conftest import Talk

JOB = DreamJob(engine="embedded", readings=(), known_rows=(), memory=(), today="2026-11-30", full=False)
PYTHON = sys.executable
CONFINED = codec.encode(Confined(confinement=Confinement(layers=("a wall",)), held={"read": "EACCES"}))
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
CALL = Call(id="a", name="b", input=msgspec.Raw(b"0"))
SAID = (Message(role="assistant", content=(CALL,)),)
ASKED = codec.encode(Asked(number=1, request=Request(agent="dream", system="", messages=SAID)))
PROPOSED = codec.encode(Proposed(number=1, operation=Operation(op="add", topic="t", text="x")))
ROGUE = """\
#!{python}
import os, socket, struct, sys, time
run = socket.socket(fileno=int(sys.argv[-1]))
def send(data):
    run.sendall(struct.pack("!I", len(data)) + data)
def hear():
    (length,) = struct.unpack("!I", run.recv(4, socket.MSG_WAITALL))
    run.recv(length, socket.MSG_WAITALL)
def ask(made):
    send({asked!r}.replace(b'"input":0', b'"input":' + made))
def propose():
    send({proposed!r})
    hear()
hear()
{vetted}
hear()
{code}
"""


class Rogue(Protocol):
    """Puts a program with this code in the place of the interpreter that runs the worker."""

    def __call__(self, code: str, vetted: str = ...) -> None: ...


@pytest.fixture
def rogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rogue:
    """See ``Rogue``."""

    def install(code: str, vetted: str = f"send({CONFINED!r})") -> None:
        path = tmp_path / "rogue"
        path.write_text(ROGUE.format(python=PYTHON, vetted=vetted, code=code, asked=ASKED, proposed=PROPOSED))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setattr(sys, "executable", str(path))

    return install


def nobody(_report: object) -> NoReturn:
    pytest.fail("nothing is reported")


def dream(minutes: float = 1.0) -> Finished:
    serving = Serving(lambda _operation: "no", no_model, nobody, lambda _done, _total: None)
    return process.dream(JOB, serving, minutes)


def children() -> set[str]:
    """Process ids of our children, ended ones that nobody has waited for among them."""
    return {pid for listed in Path("/proc/self/task").glob("*/children") for pid in listed.read_text().split()}


@pytest.fixture(autouse=True)
def _leaves_no_process_behind() -> Iterator[None]:
    """Whatever becomes of a worker, and however a test ends."""
    before = children()
    yield
    assert children() == before


def test_a_real_worker_finishes_and_leaves_no_process_behind() -> None:
    finished = dream()
    assert msgspec.structs.replace(finished, sandbox="") == Finished()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("sys.exit(7)", "ended early (exit code 7)"),
        ("os.kill(os.getpid(), 9)", "ended early (exit code -9)"),
        ("raise ValueError('a secret of somebody')", "(exit code 1, ValueError)"),
        ("send(b'no message at all')", "sent what is no message"),
        ("send(b'[' * 100_000)", "sent what is no message"),
        ("ask(b'[' * 980 + b']' * 980)", "sent what is no message"),
        ("sys.stderr.write('x' * 500_000 + chr(10)); raise ValueError", "(exit code 1, ValueError)"),
        ("while True: propose()", "more than 10000 changes"),
        ("send(b'\\xff\\xfe')", "sent what is no message"),
        ("""send(b'{"type": "Finished", "extra": 1}')""", "sent what is no message"),
        ("run.sendall(struct.pack('!I', 2**31))", "passes the limit"),
        ("run.sendall(b'\\0\\0')", "ended early"),
        (
            """send(b'{"type": "Broken", "kind": "OSError", "message": "the reason"}')""",
            "the worker failed: the reason",
        ),
        (
            f"""send(b'{{"type": "Broken", "kind": "OSError", "message": "a\\\\u001b[31m {TOKEN}"}}')""",
            "the worker failed: a[31m [REDACTED:github-token]",
        ),
        ("""send(b'{"type": "Scan", "jobs": []}')""", "sent what is no message"),
    ],
)
def test_what_a_lost_worker_did_is_told_and_never_its_own_words(rogue: Rogue, code: str, words: str) -> None:
    rogue(code)
    with pytest.raises(WorkerLost) as caught:
        dream()
    assert words in caught.value.message
    assert "secret" not in str(caught.value)


def test_a_worker_that_asks_more_than_explorers_do_is_ended(rogue: Rogue) -> None:
    rogue("for _ in range(5): ask(b'{}')\ntime.sleep(60)")
    over = threading.Event()

    def wait(_request: Request) -> Reply:
        over.wait(30.0)
        raise EngineError("too late")

    serving = Serving(lambda _operation: "no", wait, nobody, lambda _done, _total: None)
    with pytest.raises(WorkerLost, match="more than 4 prompts at once"):
        process.dream(JOB, serving, 1.0)
    over.set()


@pytest.mark.parametrize(
    "code",
    [
        "time.sleep(60)",
        """while True: send(b'{"type": "Progress", "done": 1, "total": 2}')""",
        "run.sendall(struct.pack('!I', 1000))\nwhile True: run.sendall(b' '); time.sleep(0.01)",
    ],
)
def test_a_worker_that_is_silent_floods_or_drips_is_ended_in_time(rogue: Rogue, code: str) -> None:
    rogue(code)
    with pytest.raises(LimitReached, match=r"took longer than 0\.01 minutes"):
        dream(minutes=0.01)


def test_a_worker_that_is_silent_about_its_confinement_is_ended_in_time(rogue: Rogue) -> None:
    rogue("", vetted="time.sleep(60)")
    with pytest.raises(LimitReached, match=r"took longer than 0\.01 minutes"):
        dream(minutes=0.01)


def test_a_scan_takes_no_proposal_and_ends_in_time(rogue: Rogue) -> None:
    operation = codec.encode(Proposed(number=1, operation=Operation(op="add", topic="t")))
    rogue(f"send({operation!r})")
    with pytest.raises(WorkerLost, match="sent Proposed out of turn"):
        process.scan(Scan(jobs=()), nobody, lambda _done, _total: None, 1.0)
    rogue("time.sleep(60)")
    with pytest.raises(LimitReached):
        process.scan(Scan(jobs=()), nobody, lambda _done, _total: None, 0.01)


def scan(sandbox: Policy = "best-effort") -> str:
    return process.scan(Scan(jobs=()), nobody, lambda _done, _total: None, 1.0, sandbox)


UNPROVED = (
    Confined(confinement=Confinement(layers=("a wall",)), held={"read": "EACCES"}, free={"network": ""}),
    Confined(confinement=Confinement(layers=("a wall",), missing=("no roof: none",)), held={"read": "EACCES"}),
    Confined(confinement=Confinement(layers=("a wall",))),
    Confined(),
)


@pytest.mark.parametrize("report", UNPROVED)
def test_a_worker_whose_confinement_is_not_proved_gets_no_work_where_it_is_required(
    rogue: Rogue, report: Confined
) -> None:
    finish = 'send(b\'{"type": "Finished"}\')'
    rogue(finish, vetted=f"send({codec.encode(report)!r})")
    assert scan("best-effort")
    with pytest.raises(Unconfined, match="not confined as it must be") as caught:
        scan("required")
    assert "best-effort" in caught.value.fix


@pytest.mark.parametrize(
    ("vetted", "words"),
    [
        ("sys.exit(7)", "exit code 7"),
        ("""send(b'{"type": "Finished"}')""", "sent what is no message"),
        (
            """send(b'{"type": "Broken", "kind": "OSError", "message": "the reason"}')""",
            "the worker failed: the reason",
        ),
    ],
)
def test_a_worker_that_does_not_say_how_it_is_confined_is_lost(rogue: Rogue, vetted: str, words: str) -> None:
    rogue("", vetted=vetted)
    with pytest.raises(WorkerLost, match=words) as caught:
        scan()
    assert not isinstance(caught.value, Unconfined)


def test_what_is_in_force_is_told_with_what_is_missing() -> None:
    wall = Confinement(layers=("a wall", "a roof"))
    assert vetting.words(Confined(confinement=wall, held={"read": "EACCES"})) == "a wall, a roof"
    partly = Confined(
        confinement=Confinement(layers=("a roof",), missing=("no wall: bricks are out",)),
        held={"network": "EPERM"},
        free={"read": "", "list": ""},
    )
    assert vetting.words(partly) == "a roof; no wall: bricks are out; not refused: read, list"
    nothing = Confined(confinement=Confinement(layers=("a wall",)), free={"read": ""})
    assert vetting.words(nothing) == "none: not refused: read"
    assert scan("off") == "none: switched off by [dream] sandbox"


def test_the_setting_left_empty_requires_confinement_with_a_model_alone() -> None:
    assert vetting.policy("", model=True) == "required"
    assert vetting.policy("", model=False) == "best-effort"
    for named in ("required", "best-effort", "off"):
        assert {vetting.policy(named, model=True), vetting.policy(named, model=False)} == {named}


def test_an_interpreter_that_cannot_be_started_is_a_lost_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(WorkerLost, match="cannot start the worker") as caught:
        dream()
    assert "dreamd doctor" in caught.value.fix


def test_a_worker_gets_four_environment_names_and_no_file_of_ours(talk: Talk) -> None:
    assert set(process.ENVIRONMENT) == {"PATH", "LANG", "LC_ALL", "TZ"}
    path = talk("one", "Always use pnpm instead of npm.")
    before = sorted(path.parent.rglob("*"))
    dream()
    assert sorted(path.parent.rglob("*")) == before


def test_frames_come_back_as_they_were_sent() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        for message in (Progress(done=1, total=2), Finished(turns=3), Broken(kind="K", message="😀 ünï")):
            protocol.send(ours, message)
            assert protocol.receive(theirs, protocol.REPORTS) == message
        protocol.send(ours, Answer(number=1, refusal="why"))
        assert protocol.receive(theirs, codec.decoder(Answer)).refusal == "why"


def test_a_frame_that_is_too_large_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "FRAME_BYTES", 10)
    ours, theirs = socket.socketpair()
    with ours, theirs, pytest.raises(WorkerLost, match="passes the limit of 10"):
        protocol.send(ours, Answer(number=1, refusal="more than ten bytes"))


def test_messages_are_strict() -> None:
    for text in (b'{"type":"Progress","done":"1","total":2}', b'{"type":"Progress","done":1}', b"{}", b"[]", b"null"):
        with pytest.raises(msgspec.DecodeError):
            protocol.REPORTS.decode(text)
    assert Surveyed.__struct_fields__ == ("survey", "transcript")
