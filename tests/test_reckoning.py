"""What a dream may take is told before, from the least to the most that is likely."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamd import prices, reckoning
from dreamd.config import DreamSettings

CLAUDE, OWN = DreamSettings(), DreamSettings(model="qwen3", base_url="http://localhost:11434")


@given(st.integers(0, 2_000_000), st.integers(0, 2_000_000))
def test_more_to_read_takes_more_and_the_least_is_below_the_most(one: int, other: int) -> None:
    less, more = (reckoning.estimate(new, CLAUDE, {}, "anthropic") for new in sorted((one, other)))
    assert less.usd[0] <= less.usd[1]
    assert less.tokens[0] < less.tokens[1]
    assert less.tokens[1] <= more.tokens[1] * 1.6, "findings of explorers take the place of what they read"
    assert 0 < less.usd[1] <= CLAUDE.max_usd_per_dream


def test_a_server_of_ones_own_and_an_engine_without_a_model_take_nothing() -> None:
    assert reckoning.estimate(50_000, OWN, {}, "anthropic").usd == (0.0, 0.0)
    assert reckoning.estimate(50_000, CLAUDE, {}, "embedded") == reckoning.Estimate()


@pytest.mark.parametrize(
    ("usd", "told"),
    [
        (0.0, "0"),
        (5.0, "5.00"),
        (0.26, "0.26"),
        (0.0019, "0.0019"),
        (0.00012, "0.00012"),
        (0.01, "0.01"),
        (1e-9, "0.000001"),
    ],
)
def test_small_sums_keep_the_digits_that_tell(usd: float, told: str) -> None:
    assert prices.told(usd) == told
