"""The page in a real browser: Debian's chromium, driven by Playwright."""

from __future__ import annotations

import json
import shutil
import signal
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.conftest import Cli, Memory, Talk

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here: apt install chromium"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # of playwright's own loop
]
POISON = '- </li><script>document.title="owned"</script><style>body{display:none}</style>\u202e live \u202c'


@pytest.fixture
def served(talk: Talk, cli: Cli, memory: Memory) -> Iterator[str]:
    """The address of a page with a dream to undo, two proposals to decide on, and a poisoned entry."""
    talk("first", "Use pnpm in this repo, never npm.", "> Noted.", "We squash when we merge.")
    cli.once()
    (cli.own / "config.toml").write_text('[dream]\nmode = "review"\n', "utf-8")
    talk("second", "The staging database is db-04.", "> Noted.", "Never push on Fridays.", day="2026-11-09")
    assert cli.once()["outcome"] == "proposed"
    (memory() / "poison.md").write_text(f"# Poison\n\n{POISON}\n", "utf-8")
    with cli.start("--workspace", "shop", "ui", "--json") as process:
        assert process.stdout
        yield json.loads(process.stdout.readline())["address"]
        process.send_signal(signal.SIGINT)
        process.communicate()


@pytest.fixture
def page(served: str) -> Iterator[Page]:
    """The page, as its first visitor sees it."""
    with api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        shown = browser.new_page(viewport={"width": 1100, "height": 900})
        said: list[str] = []
        shown.on("console", lambda message: said.append(message.text))
        shown.on("dialog", lambda dialog: said.append(dialog.message))
        assert shown.goto(served).status == 200
        yield shown
        assert said == [], "nothing is blocked, and nothing speaks"
        browser.close()


def proposal(page: Page, words: str) -> object:
    return page.locator("article.card", has_text=words)


def test_a_person_accepts_rejects_and_undoes_there(page: Page, memory: Memory, tmp_path: Path) -> None:
    page.screenshot(path=tmp_path / "wide.png", full_page=True)
    staging, fridays = proposal(page, "The staging database is db-04."), proposal(page, "Never push on Fridays.")
    staging.get_by_role("button", name="Accept").click()  # type: ignore[attr-defined]
    assert "Accepted, in step" in page.locator("#told").inner_text()
    fridays.get_by_role("button", name="Reject").click()  # type: ignore[attr-defined]
    assert "Rejected" in page.locator("#told").inner_text()
    held = "".join(path.read_text("utf-8") for path in memory().glob("*.md"))
    assert "The staging database is db-04" in held
    assert "Fridays" not in held
    dream = page.locator("ol.line > li", has_text="dream: 2 changes")
    dream.locator("summary").click()
    dream.get_by_role("button", name="Undo").click()
    assert "Took back" in page.locator("#told").inner_text()
    held = "".join(path.read_text("utf-8") for path in memory().glob("*.md"))
    assert "pnpm" not in held
    assert "The staging database is db-04" in held


def test_a_poisoned_entry_stays_text_on_a_phone_in_the_dark_and_by_keyboard(page: Page, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    topic = page.locator("#topic-poison")
    topic.locator("summary").focus()
    page.keyboard.press("Enter")
    shown = topic.inner_text()
    assert "<script>" in shown
    assert "<style>" in shown
    assert r"\u202e live" in shown
    assert page.title() != "owned"
    assert page.locator("body").is_visible()
    assert page.evaluate("document.scripts.length") == 0
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(251, 250, 248)"
    page.screenshot(path=tmp_path / "phone.png", full_page=True)
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.tagName") in {"SUMMARY", "BUTTON", "A", "INPUT"}


def test_search_finds_and_a_second_browser_stays_outside(page: Page, served: str) -> None:
    page.get_by_label("Search").fill("squash")
    page.keyboard.press("Enter")
    assert "squash when we merge" in page.locator("#found").inner_text()
    browser = page.context.browser
    assert browser
    other = browser.new_context().new_page()
    answer = other.goto(served)
    assert answer
    assert answer.status == 403
    assert "works once" in other.locator("body").inner_text()
