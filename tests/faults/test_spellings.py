"""Where upper and lower case are alike, one directory has two spellings; a mount gives one here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Cli, Talk


@pytest.mark.parametrize("alike", [True, False])
def test_sessions_of_one_directory_in_two_spellings_feed_one_memory(
    cli: Cli, talk: Talk, tmp_path: Path, mount: Callable[..., None], *, alike: bool
) -> None:
    places = [tmp_path / name for name in ("Shop", "shop")]
    for place in places:
        (place / ".git").mkdir(parents=True)
    if alike:
        mount(places[1], "--bind", str(places[0]))
    talk("one", "Always use pnpm instead of npm.", cwd=str(places[0]))
    talk("two", "Never deploy on a Friday.", cwd=str(places[1]))
    ran = cli("once", "--all", "--json")
    assert ran.code == 0, ran.err
    assert [dream["sessions"] for dream in ran.document["dreams"]] == ([2] if alike else [1, 1])
