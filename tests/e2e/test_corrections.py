"""Whatever corrects a statement leaves the old one in the archive, with the date and the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.memory import entry

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.records import Entry
    from tests.conftest import Cli, Memory, Talk


def archived(memory: Path) -> list[Entry]:
    """What lies in the archive, the oldest first."""
    files = sorted((memory / ".archive").glob("*.md"))
    found = [item.entry for path in files for item in entry.parse(path.read_text("utf-8").splitlines())]
    return sorted(found, key=lambda one: one.archived)


def test_a_dream_a_person_and_a_denial_leave_the_old_text_with_date_and_reason(
    cli: Cli, talk: Talk, memory: Memory
) -> None:
    talk("one", "Always use npm in this repo.", "> Noted.", "所有提交信息都用英文写。")
    cli.once()
    talk("two", "Always use pnpm instead of npm in this repo.", "> Noted.", day="2026-11-05")
    cli.once()
    (first,) = archived(memory())
    assert (first.text, first.archived) == ("Always use npm in this repo.", "2026-11-05")
    assert first.reason == "superseded by what was said on 2026-11-05"
    topic = next(path for path in memory().glob("*.md") if "pnpm" in path.read_text("utf-8"))
    topic.write_text(f"{topic.read_text('utf-8')}\n## What a person adds\n\n{'- More words.' * 300}\n")
    assert cli("split", "--yes", "--workspace", "shop", topic.name).code == 0
    assert archived(memory()) == [first]
    said = cli.typed("remember", "--json", "--workspace", "shop", "Always use npm instead of pnpm in this repo")
    today = said.document["entry"] and archived(memory())[-1]
    assert today
    assert (today.text, today.reason) == (
        "Always use pnpm instead of npm in this repo.",
        f"superseded by what was said on {today.archived}",
    )
    assert cli.typed("confirm", "--deny", "--workspace", "shop", "所有提交信息都用英文写").code == 0
    denied = next(one for one in archived(memory()) if one.text.startswith("所有"))
    assert (bool(denied.archived), denied.reason) == (True, "denied by the person")
