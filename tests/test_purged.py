"""What is known as purged changes one at a time, by steps of any memory and by purges, and no mark is lost."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from dreamd import lock, purged
from dreamd.purged import Purged

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.paths import Places

KEY = "11" * 32
KITCHEN, DOOR, SHOP = (
    purged.marks(KEY, [said]) for said in ("deploy on quiet evenings", "the door code is new", "we ship on Tuesdays")
)


def test_what_a_person_kept_is_found_by_nothing_and_may_be_purged_later(places: Places) -> None:
    said, more = "Use pnpm", "Never use pnpm in docs"
    purged.add(places, KEY, (*purged.marks(KEY, [said]), *purged.marks(KEY, [more], kept=True)))
    this = purged.finder(purged.read(places.purged))
    assert purged.without(this, f"{more}. {said}!") == f"{more}. [purged]!"
    purged.lift(places, ["Rain is wet"])
    assert purged.finder(purged.read(places.purged)) == this
    purged.add(places, KEY, purged.marks(KEY, [more]))
    assert purged.without(purged.finder(purged.read(places.purged)), f"{more}. {said}!") == "[purged]. [purged]!"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("use PNPM", True),
        ("Please use pnpm", True),
        ("Never use pnpm in CI runs of the shop", False),
        ("By the way, our supplier Quokkabert pays ninety days late, and so on and so forth, says Anna", True),
        ("Our supplier Quokkabert is nice", False),
    ],
)
def test_few_words_say_it_again_where_they_are_most_of_a_text_and_many_wherever_they_stand(
    text: str, *, says: bool
) -> None:
    statements = ["Use pnpm", "Our supplier Quokkabert pays ninety days late"]
    assert purged.says(purged.finder(Purged(key=KEY, marks=purged.marks(KEY, statements))), text) is says


def while_another_writes(places: Places, change: Callable[[], None]) -> tuple[purged.Mark, ...]:
    """Begin the change while somebody else, who read before, is still to write the second mark; what stands then."""
    purged.write(places.purged, Purged(key=KEY, marks=KITCHEN))
    waiting = threading.Thread(target=change)
    with lock.held(places.locks, places.purged, "write"):
        waiting.start()
        waiting.join(timeout=0.5)
        purged.write(places.purged, Purged(key=KEY, marks=(*KITCHEN, *DOOR)))
    waiting.join()
    return purged.read(places.purged).marks


def test_a_lift_keeps_what_a_purge_adds_at_the_same_moment(places: Places) -> None:
    assert while_another_writes(places, lambda: purged.lift(places, ["Deploy on quiet evenings!"])) == DOOR


def test_a_purge_keeps_what_another_adds_at_the_same_moment(places: Places) -> None:
    assert while_another_writes(places, lambda: purged.add(places, KEY, SHOP)) == (*KITCHEN, *DOOR, *SHOP)
