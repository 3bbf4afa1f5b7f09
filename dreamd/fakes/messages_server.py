"""A server on this machine that speaks the Messages API, and answers as it is told: well, or badly in a named way.

with serve(turns(say("Nothing to keep."))) as server:
    ...  # base_url=server.url
"""

from __future__ import annotations

import itertools
import socket
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from dreamd.dialog import Call, Opaque, Reply, Text
from dreamd.fakes.misbehaviour import Answer, error, good, streamed
from dreamd.fakes.wire import requested

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dreamd.dialog import Block, Request

POLL_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Seen:
    """A request that came in."""

    path: str
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes

    @property
    def plain(self) -> Any:  # noqa: ANN401 (whatever JSON came)
        """The body, decoded."""
        return msgspec.json.decode(self.body)


@dataclass(slots=True)
class Server:
    """A running server."""

    url: str
    """For ``base_url``."""
    seen: list[Seen] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)


def say(text: str) -> Reply:
    """A last word."""
    return Reply(content=(Text(text=text),), stop="end_turn")


def call(name: str, **given: object) -> Reply:
    """A call of one tool."""
    made = Call(id=f"toolu_{name}", name=name, input=msgspec.Raw(msgspec.json.encode(given)))
    return Reply(content=(made,), stop="tool_use")


def think(reply: Reply, signature: str) -> Reply:
    """The reply with thinking in front of it, which must come back as it is."""
    raw = msgspec.json.encode({"type": "thinking", "thinking": "", "signature": signature})
    blocks: tuple[Block, ...] = (Opaque(raw=msgspec.Raw(raw)), *reply.content)
    return msgspec.structs.replace(reply, content=blocks)


def turns(*answers: Reply | Answer) -> Callable[[Request], Reply | Answer]:
    """Answers in their order; the last one again and again."""
    order = itertools.chain(answers, itertools.repeat(answers[-1]))
    taking = threading.Lock()

    def answer(_request: Request) -> Reply | Answer:
        with taking:
            return next(order)

    return answer


@contextmanager
def serve(answer: Callable[[Request], Reply | Answer]) -> Iterator[Server]:
    """Serve on a free port of 127.0.0.1 until the end of the block.

    Args:
        answer: called for each prompt, from several threads at once.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(POLL_SECONDS)
        server = Server(f"http://127.0.0.1:{listener.getsockname()[1]}")
        thread = threading.Thread(target=_accept, args=(listener, server, answer), name="fake server")
        thread.start()
        try:
            yield server
        finally:
            server.closing.set()
            thread.join()


def _accept(listener: socket.socket, server: Server, answer: Callable[[Request], Reply | Answer]) -> None:
    open_ones: list[threading.Thread] = []
    while not server.closing.is_set():
        with suppress(TimeoutError):
            connection, _ = listener.accept()
            open_ones.append(threading.Thread(target=_serve, args=(connection, server, answer), name="fake answer"))
            open_ones[-1].start()
    for thread in open_ones:
        thread.join()


def _serve(connection: socket.socket, server: Server, answer: Callable[[Request], Reply | Answer]) -> None:
    """One request, one answer; the client may go away at any time."""
    with connection, suppress(OSError):
        connection.settimeout(POLL_SECONDS)
        seen = _request(connection, server.closing)
        if seen is None:
            return
        server.seen.append(seen)
        # Programs look whether a server is there before they ask it anything.
        given = answer(requested(seen.body)) if seen.body else error(404, "not_found_error")
        if not isinstance(given, Answer):
            given = streamed(given) if seen.plain.get("stream") else good(given)
        _send(connection, given, server.closing)


def _request(connection: socket.socket, closing: threading.Event) -> Seen | None:
    """The request; ``None`` where the client went away before it was whole."""
    data = b""
    while not closing.is_set():
        head, found, body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        if found and len(body) >= int(headers.get("content-length", "0")):
            return Seen(first.split()[1], headers, body)
        with suppress(TimeoutError):
            part = connection.recv(1 << 20)
            if not part:
                return None
            data += part
    return None


def _send(connection: socket.socket, given: Answer, closing: threading.Event) -> None:
    connection.settimeout(None)
    connection.sendall(given.data)
    while given.then != "close" and not closing.is_set():
        if given.then == "flood":
            connection.sendall(b" " * 65536)
            continue
        if given.then == "drip":
            connection.sendall(b" ")
        closing.wait(POLL_SECONDS)
