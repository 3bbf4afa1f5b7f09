"""The page over HTTP: who is let in, what it shows, what is done there."""

from __future__ import annotations

import base64
import hashlib
import http.client
import re
import signal
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Cli, Look, Memory, Talk

pytest.importorskip("starlette", reason="the extra ui is not installed")
pytest.importorskip("jinja2", reason="the extra ui is not installed")

from dreamd.page.guard import HEADERS

POISON = '- </li><script>alert(1)</script><style>*{display:none}</style>\u202e<img src=x onerror=alert(2)> "&amp;'


@dataclass
class Browser:
    """What a browser does, without drawing anything."""

    address: str
    cookie: str = ""
    answers: list[http.client.HTTPResponse] = field(default_factory=list)

    @property
    def host(self) -> str:
        return urlsplit(self.address).netloc

    def ask(self, path: str, form: dict[str, str] | None = None, method: str = "", **headers: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection(self.host, timeout=60)
        sent = {"Host": self.host, "Cookie": f"dreamd={self.cookie}", "Origin": f"http://{self.host}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        body = None if form is None else urlencode(form)
        connection.request(method or ("GET" if form is None else "POST"), path, body, sent)
        answer = connection.getresponse()
        self.answers.append(answer)
        text = answer.read().decode()
        cookie = answer.headers.get("Set-Cookie", "")
        self.cookie = re.sub(r"dreamd=([^;]*);.*", r"\1", cookie) if cookie else self.cookie
        connection.close()
        return answer.status, text

    def enter(self) -> str:
        """The page, through the door."""
        status, _ = self.ask(f"/?{urlsplit(self.address).query}")
        assert status == 303
        status, text = self.ask("/shop")
        assert status == 200, text
        return text


@pytest.fixture
def page(talk: Talk, cli: Cli, memory: Memory) -> Iterator[Browser]:
    """The page of a memory that a dream and somebody else wrote to."""
    talk("first", "Use pnpm in this repo, never npm.", "> Noted.", "The staging database is db-04.")
    cli.once()
    (memory() / "poison.md").write_text(f"# Poison\n\n{POISON}\n", "utf-8")
    with cli.start("--workspace", "shop", "ui", "--json") as served:
        assert served.stdout
        line = served.stdout.readline()
        assert line, served.stderr.read() if served.stderr else ""
        yield Browser(re.sub(r'.*"address":"([^"]*)".*', r"\1", line).strip())
        served.send_signal(signal.SIGINT)
        served.communicate()


def test_the_door_opens_once_and_to_nobody_else(page: Browser) -> None:
    assert page.ask("/shop")[0] == 403
    page.enter()
    other = Browser(page.address)
    assert other.ask(f"/?{urlsplit(page.address).query}")[0] == 403
    assert page.ask("/shop", Host="evil.example")[0] == 403
    assert page.ask("/shop", Sec_Fetch_Site="cross-site")[0] == 403
    for answer in (*page.answers, *other.answers):
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'self'")
        assert answer.headers["Cache-Control"] == "no-store"
    assert "HttpOnly" in (page.answers[1].headers["Set-Cookie"] or "")
    assert "samesite=strict" in page.answers[1].headers["Set-Cookie"].lower()


def test_the_guard_comes_before_any_method(page: Browser) -> None:
    methods = ("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "FOO")
    assert {page.ask("/shop", method=method)[0] for method in methods} == {403}
    page.enter()
    for method in methods:
        assert page.ask("/shop", method=method, Host="evil.example")[0] == 403
        assert page.ask("/shop", method=method, Origin="http://evil.example")[0] == 403
        assert page.ask("/shop", method=method)[0] == 405
    for answer in page.answers:
        assert answer.headers.get_all("Content-Security-Policy") == [HEADERS["Content-Security-Policy"]]
        assert answer.headers["X-Frame-Options"] == "DENY"


def test_a_number_of_any_length_is_no_bug(page: Browser) -> None:
    key = re.search(r'name="key" value="([^"]+)"', page.enter())
    assert key
    for number in ("9" * 5_000, "²", "-1", "x"):
        status, _ = page.ask("/shop/undo", {"key": key[1], "step": "ffffffff", "number": number})
        assert status == 303
        assert "there is no step" in page.ask("/shop")[1]


def test_what_was_learned_stands_there_with_the_sentence_and_poison_stays_text(page: Browser) -> None:
    text = page.enter()
    assert "The staging database is db-04." in text
    assert re.search(r"claude-code/[0-9a-f-]{13}#L3", text)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<script" not in text
    assert "<style" not in text
    assert "onerror=alert(2)&gt;" in text
    assert "\u202e" not in text
    assert r"\u202e" in text
    assert "src=" not in re.sub(r"&lt;.*?&gt;", "", text)
    status, found = page.ask("/shop?q=" + "staging+database")
    assert (status, "Found for" in found) == (200, True)


def test_no_secret_is_shown_and_none_of_the_page_comes_from_elsewhere(page: Browser, memory: Memory) -> None:
    (memory() / "keys.md").write_text("# Keys\n\n- the key is ghp_" + "a1B2" * 9 + "\n", "utf-8")
    text = page.enter()
    assert "a1B2a1B2" not in text
    assert not re.search(r"""(?:src|href|action)=["']?(?:https?:)?//""", text)


def test_a_dream_is_undone_by_our_own_form_alone(page: Browser, memory: Memory) -> None:
    text = page.enter()
    step = re.search(r'name="step" value="([0-9a-f]{8})"', text)
    key = re.search(r'name="key" value="([^"]+)"', text)
    assert step
    assert key
    form = {"key": key[1], "step": step[1]}
    held = sorted(path.name for path in memory().glob("*.md"))
    assert page.ask("/shop/undo", form | {"key": "x"})[0] == 403
    assert page.ask("/shop/undo", form, Origin="http://evil.example")[0] == 403
    assert page.ask("/shop/undo", form | {"more": "x" * 70_000})[0] == 413
    assert sorted(path.name for path in memory().glob("*.md")) == held
    assert page.ask("/shop/undo", form)[0] == 303
    assert "Took back" in page.ask("/shop")[1]
    assert "Took back" not in page.ask("/shop")[1].partition("<h2")[0]
    assert sorted(path.name for path in memory().glob("*.md")) == ["poison.md"]
    assert "nothing is left" in (page.ask("/shop/undo", form), page.ask("/shop"))[1][1]


def test_a_report_is_the_page_in_one_file_that_does_nothing(page: Browser, cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    assert page.ask("/shop")[0] == 403
    ran = cli("--workspace", "shop", "govern", "--report", str(file))
    assert ran.code == 0, ran.err
    text = file.read_text("utf-8")
    assert "The staging database is db-04." in text
    assert "<form" not in text
    assert "<script" not in text
    digest = re.search(r"style-src &#39;sha256-([^&]+)&#39;", text)
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert digest
    assert style
    assert base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode() == digest[1]
    assert cli("--workspace", "shop", "govern", "--report", str(file)).code == 2


def test_no_report_export_or_backup_is_written_into_a_memory(cli: Cli, talk: Talk, memory: Memory, look: Look) -> None:
    talk("first", "Use pnpm in this repo, never npm.")
    cli.once()
    (cli.home / "link").symlink_to(memory())
    before = look(memory())
    for place in (memory() / "new.md", memory() / ".archive" / "new.md", cli.home / "link" / "new.md"):
        for command in (("govern", "--report", str(place)), ("export", str(place)), ("backup", str(place))):
            ran = cli("--workspace", "shop", *command)
            assert (ran.code, "lies in the memory of shop" in ran.err) == (2, True)
    resident = cli.own / "workspaces" / "me" / "user.md"
    resident.parent.mkdir(parents=True)
    assert "in the memory of me" in cli("--workspace", "shop", "govern", "--report", str(resident)).err
    assert look(memory()) == before
    assert not resident.exists()


def test_no_agent_serves_the_page(cli: Cli) -> None:
    assert cli.having(CLAUDECODE="1")("ui").code == 1
