"""Serves the page on loopback, until it is stopped."""

from __future__ import annotations

import secrets
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import uvicorn
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from dreamd import bugreport, terminal
from dreamd.commands import known, selected, with_common
from dreamd.errors import DreamdError
from dreamd.page import deeds, picture, rendering
from dreamd.page.guard import COOKIE, HEADERS, Guard, of_ours, refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Receive, Scope, Send

    from dreamd.commands import Asked

FORM_BYTES = 64 * 1024
DENIED, MISSING, UNKNOWN, LARGE, FAILED = 403, 404, 405, 413, 500
METHODS = ("GET", "HEAD", "POST")


@dataclass(slots=True)
class Served:
    """What the answers are made from."""

    asked: Asked
    guard: Guard
    told: str = ""
    """What became of the last deed; shown once."""


def serve(asked: Asked, port: int, say: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM.

    Args:
        asked: the invocation.
        port: 0 for any that is free.
        say: is told the address.

    Raises:
        OSError: the port is taken.
    """
    with socket.create_server(("127.0.0.1", port)) as listening:
        guard = Guard(listening.getsockname()[1], lambda: secrets.token_urlsafe(32))
        server = uvicorn.Server(
            uvicorn.Config(
                app(Served(asked, guard)),
                log_config=None,
                access_log=False,
                lifespan="off",
                server_header=False,
                timeout_graceful_shutdown=3,
            )
        )
        say(guard.address)
        server.run(sockets=[listening])


def app(served: Served) -> ASGIApp:
    """The answers to all requests; each passes the guard first, whatever its method and path."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close"})
            return
        response = await _answered(served, Request(scope, receive))
        response.headers.update(HEADERS)
        await response(scope, receive, send)

    return answer


async def _answered(served: Served, request: Request) -> Response:
    guard, token = served.guard, request.query_params.get("token", "")
    headers, cookie = dict(request.headers), request.cookies.get(COOKIE, "")
    knocks = token and request.url.path == "/" and request.method == "GET" and headers.get("host") in guard.hosts()
    if knocks and guard.enter(token):
        response = RedirectResponse("/", status_code=303)
        response.set_cookie(COOKIE, guard.session, httponly=True, samesite="strict", path="/")
        return response
    why = refusal(guard, request.method, headers, cookie)
    if why:
        return HTMLResponse(rendering.door(why), DENIED)
    if request.method not in METHODS:
        return HTMLResponse(rendering.door("The page has no such way in."), UNKNOWN, {"Allow": ", ".join(METHODS)})
    try:
        if request.method == "POST":
            return await _posted(served, request)
        return await run_in_threadpool(_got, served, request)
    except ClientDisconnect:
        return HTMLResponse(rendering.door("Nobody is there any more."), FAILED)
    except (DreamdError, OSError) as error:
        return HTMLResponse(rendering.door(str(error)), FAILED)
    except Exception as error:  # noqa: BLE001 (a server's one door: everything else is a bug, and says so)
        terminal.warn(f"a bug in the page: {type(error).__name__}. {bugreport.write(error)}")
        return HTMLResponse(rendering.door(f"This is a bug in dreamd: {type(error).__name__}."), FAILED)


def _got(served: Served, request: Request) -> Response:
    if request.url.path == "/style.css":
        return Response(rendering.style(), media_type="text/css")
    spaces = {item.name: item for item in with_common(served.asked, known(served.asked))}
    if not spaces:
        return HTMLResponse(rendering.door("There is no memory yet. Dream first: dreamd once"))
    name = request.url.path.removeprefix("/")
    if not name:
        return RedirectResponse(f"/{_first(served, list(spaces))}", status_code=303)
    if name not in spaces:
        return HTMLResponse(rendering.door("There is no such memory."), MISSING)
    shown = picture.taken(served.asked, spaces[name], request.query_params.get("q", ""))
    told, served.told = served.told, ""
    return HTMLResponse(rendering.page(shown, list(spaces), key=served.guard.form, told=told))


def _first(served: Served, names: list[str]) -> str:
    """The memory that the person named; else that of the project they stand in; else the first that is a project's."""
    meant = [item.name for item in selected(served.asked) if item.name in names]
    return next(iter(meant), names[0])


async def _posted(served: Served, request: Request) -> Response:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > FORM_BYTES:
            return HTMLResponse(rendering.door("That is too long."), LARGE)
    form = dict(parse_qsl(body.decode("utf-8", "replace")))
    if not of_ours(served.guard, form.get("key", "")):
        return HTMLResponse(rendering.door("That form is not of this page; go back and load it again."), DENIED)
    name, _, deed = request.url.path.removeprefix("/").partition("/")
    served.told = await run_in_threadpool(_done, served, name, deed, form)
    return RedirectResponse(f"/{name}#told", status_code=303)


def _done(served: Served, name: str, deed: str, form: dict[str, str]) -> str:
    spaces = {item.name: item for item in with_common(served.asked, known(served.asked))}
    if name not in spaces:
        return "There is no such memory."
    try:
        return deeds.done(served.asked, spaces[name], deed, form)
    except DreamdError as error:
        return str(error)
