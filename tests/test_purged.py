"""What is known as purged changes one at a time, by steps of any memory and by purges, and no mark is lost."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from dreamd import lock, purged
from dreamd.purged import Purged

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.paths import Places

KEY = "11" * 32
KITCHEN, DOOR, SHOP = (
    purged.marks(KEY, [said]) for said in ("deploy on quiet evenings", "the door code is new", "we ship on Tuesdays")
)


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
