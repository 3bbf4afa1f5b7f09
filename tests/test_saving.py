"""What was refused stands in the log with its reason, and without the secrets that it may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dreamd import keeping, log, saving
from dreamd.keeping import Wish

if TYPE_CHECKING:
    from dreamd.attempt import Setting

KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.mark.parametrize("reason", ["secret", "alone", "passing"])
@pytest.mark.parametrize(
    "text",
    [
        "the door code is kitchen7seven",
        "remember that the door code is kitchen7seven",
        "门禁的密码是 kitchen7seven",
        f"The deploy key is {KEY}",
        "word " * 98 + f"{KEY} is the key",
    ],
    ids=["told", "asked", "中文", "token", "token over the cut"],
)
def test_no_refusal_repeats_a_secret_in_the_log(setting: Setting, text: str, reason: str) -> None:
    saving.refuse(setting, "", Wish(text=text), keeping.refused(reason))
    (event,) = log.events(setting.places.log)
    assert event.fields["reason"] == reason
    data = setting.places.log.read_text("utf-8")
    assert "kitchen7" not in data
    assert KEY[:8] not in data


def test_a_harmless_refusal_tells_its_words_and_a_long_one_only_its_beginning(setting: Setting) -> None:
    for text in ("Fix the login page tomorrow", "word " * 200):
        saving.refuse(setting, "", Wish(text=text), keeping.refused("passing"))
    short, long = (event.fields["text"] for event in log.events(setting.places.log))
    assert short == "Fix the login page tomorrow"
    assert long == ("word " * 200)[: saving.TOLD_CHARS]
