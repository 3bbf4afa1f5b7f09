"""Who may see the page: whoever came with the one-time token, from this machine, to this very address."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

COOKIE = "dreamd"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Of every answer: nothing is loaded from elsewhere, nothing runs, nobody frames it, nothing is kept.

With ``no-referrer`` a browser would not say where a form of ours comes from.
"""


@dataclass(slots=True)
class Guard:
    """The secrets of one server; they live as long as it does."""

    port: int
    secret: Callable[[], str] = field(repr=False)
    """A fresh one."""
    token: str = field(init=False, repr=False)
    """Opens the door once; empty when it was used."""
    session: str = field(init=False, repr=False)
    """What the browser that came through brings with each request."""
    form: str = field(init=False, repr=False)
    """What a form of ours brings, too."""

    def __post_init__(self) -> None:
        self.token, self.session, self.form = self.secret(), self.secret(), self.secret()

    @property
    def address(self) -> str:
        """Where to go first."""
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def hosts(self) -> frozenset[str]:
        """The names under which a request may come: any other is a page elsewhere whose name leads here."""
        return frozenset({f"127.0.0.1:{self.port}", f"localhost:{self.port}"})

    def enter(self, token: str) -> bool:
        """Whether the token opens the door; it does so once."""
        if not self.token or not _same(token, self.token):
            return False
        self.token = ""
        return True


def refusal(guard: Guard, method: str, headers: Mapping[str, str], cookie: str) -> str:
    """Why the request is refused; empty where it is not. What a form says is looked at by ``of_ours``.

    Args:
        guard: the server's.
        method: of HTTP.
        headers: with names in lower case.
        cookie: what the browser brought.
    """
    host = headers.get("host", "")
    if host not in guard.hosts():
        return "this address is not dreamd's"
    if headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
        return "another page asked for this"
    if not _same(cookie, guard.session):
        return "open the address that dreamd ui printed; it works once, in one browser"
    if method not in {"GET", "HEAD"} and headers.get("origin") != f"http://{host}":
        return "another page asked for this"
    return ""


def of_ours(guard: Guard, key: str) -> bool:
    """Whether a form is one that this server wrote."""
    return _same(key, guard.form)


def _same(one: str, other: str) -> bool:
    return bool(other) and hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())
