"""How long this process waits for others: as long as each wait may last, and no longer once it is to stop."""

from __future__ import annotations

import math
import time
from collections import deque

_end: deque[float] = deque([math.inf], maxlen=1)
"""The moment beyond which nobody here waits; of the whole process, as is the signal that asks it to stop."""


def end_by(moment: float) -> None:
    """Let no wait of this process last beyond the moment: seconds of the monotonic clock, infinity for no bound."""
    _end.append(moment)


def left(until: float) -> float:
    """Seconds for which a wait that may last until then has still to wait; 0 where it is over."""
    return max(0.0, min(until, _end[0]) - time.monotonic())


def over() -> bool:
    """Whether nobody here waits any more."""
    return left(math.inf) <= 0
