"""The page is for who came with the token, from this machine, to this very address."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamd.page.guard import Guard, of_ours, refusal

OWN = {"host": "127.0.0.1:8123", "sec-fetch-site": "same-origin", "origin": "http://127.0.0.1:8123"}


def guard() -> Guard:
    numbers = count()
    return Guard(8123, lambda: f"secret{next(numbers)}")


def test_the_token_opens_once() -> None:
    made = guard()
    assert not made.enter("")
    assert not made.enter("secret1")
    assert made.enter("secret0")
    assert not made.enter("secret0")
    assert not made.enter("")


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "changed",
    [
        {"host": "evil.example:8123"},
        {"host": "127.0.0.1:9999"},
        {"host": "127.0.0.1"},
        {"host": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_host_or_page_is_refused(changed: dict[str, str], method: str) -> None:
    made = guard()
    assert refusal(made, method, OWN, made.session) == ""
    assert refusal(made, method, OWN | changed, made.session)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1:8123", ""]
)
def test_a_form_of_another_origin_is_refused(origin: str) -> None:
    made = guard()
    assert refusal(made, "POST", OWN | {"origin": origin}, made.session)


@given(st.text())
def test_no_other_cookie_or_key_will_do(word: str) -> None:
    made = guard()
    if word != made.session:
        assert refusal(made, "GET", OWN, word)
    assert of_ours(made, word) is (word == made.form)
