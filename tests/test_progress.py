"""What a terminal shows while a model is asked."""

from __future__ import annotations

from dreamd.dialog import Reply, Text
from dreamd.progress import Talk
from dreamd.recording import Answered, Asked, Failed

ASKED = Asked(number=1, agent="dream", before=0, messages=())
REPLY = Reply(content=(Text(text="Yes."),), stop="end_turn")


def test_the_line_tells_which_reply_is_waited_for_what_was_spent_and_for_how_long() -> None:
    now = [100.0]
    talk = Talk("Dreaming over shop", lambda: now[0])
    talk.hear(ASKED)
    assert talk.line() == "Dreaming over shop: reply 1, 0:00"
    for usd in (0.0011, 0.0033):
        talk.hear(Answered(number=1, reply=REPLY, usd=usd))
    now[0] += 81
    assert talk.line() == "Dreaming over shop: reply 3, 0.0044 dollars, 1:21"


def test_a_pause_is_told_with_its_reason_its_seconds_and_the_try_that_follows() -> None:
    now = [100.0]
    talk = Talk("Dreaming over shop", lambda: now[0])
    talk.hear(ASKED)
    for again in (2.0, 8.0):
        talk.hear(Failed(number=1, reason="server", message="", again=again))
    assert talk.line() == "the model server had a fault of its own; again in 8 s (try 3 of 5)"
    now[0] += 9
    assert talk.line() == "Dreaming over shop: reply 1 (try 3 of 5), 0:09"
    talk.hear(Answered(number=1, reply=REPLY, usd=0.0))
    assert talk.line() == "Dreaming over shop: reply 2, 0:09"
