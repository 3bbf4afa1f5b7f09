"""What every backend promises."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamd import backends, registry, slugs
from dreamd.backends import Backend, Model, failed
from dreamd.records import Tokens

SHELF = cast("list[Backend]", registry.entries(backends, "BACKEND"))
each = pytest.mark.parametrize("backend", SHELF, ids=lambda backend: backend.name)

models = st.builds(
    Model,
    name=st.sampled_from(["claude-haiku-5-5", "haiku", "qwen3:8b", "", "claude-opus-5-5"]) | st.text(max_size=20),
    base_url=st.sampled_from(["", "http://localhost:1", "https://example.com/a", "odd", "http://10.0.0.1"]),
)
counts = st.integers(0, 200_000)


def test_the_shelf_holds_the_drawn_backends() -> None:
    assert {"messages", "claude-cli"} <= {item.name for item in SHELF}


@each
def test_a_backend_is_named_like_its_module_and_has_a_title(backend: Backend) -> None:
    assert registry.entry(backends, "BACKEND", backend.name) is backend
    assert backend.title
    assert backend.asks >= 1


@each
@given(model=models)
@settings(max_examples=30)
def test_nothing_costs_nothing(backend: Backend, model: Model) -> None:
    assert backend.price(model, Tokens()) == 0.0


@each
@given(model=models, count=counts, output=counts, cached=counts, more=st.integers(1, 200_000))
@settings(max_examples=60)
def test_more_tokens_never_cost_less(
    backend: Backend, model: Model, count: int, output: int, cached: int, more: int
) -> None:
    price = backend.price(model, Tokens(input=count, output=output, cached=cached))
    assert 0.0 <= price <= backend.price(model, Tokens(input=count + more, output=output, cached=cached))
    assert price <= backend.price(model, Tokens(input=count, output=output + more, cached=cached))
    assert price <= backend.price(model, Tokens(input=count, output=output, cached=cached + more))
    assert price <= backend.price(model, Tokens(input=count + cached, output=output))


@pytest.mark.parametrize("reason", slugs.MODEL)
def test_every_reason_says_what_happened_and_what_to_do(reason: str) -> None:
    error = failed(reason, "some\n\x1b[31m detail " + "x" * 500)
    what, remedy = slugs.MODEL[reason]
    assert error.message.startswith(f"{what}: some [31m detail xx")
    assert len(error.message.splitlines()) == 1
    assert len(error.message) < 300
    assert error.fix.lower().startswith(remedy.lower())
    assert slugs.REASONS[reason] == f"{what}; {remedy}"


def test_a_model_shows_neither_key_nor_environment() -> None:
    shown = repr(Model(name="haiku", key="key-4711", environment={"TOKEN": "t-4711"}))
    assert shown == "Model('haiku')"


def test_a_detail_is_redacted_before_it_is_cut() -> None:
    key = "ghp_" + "x7Kq2mZ9tR4wB8nL3vJ6yD1cF5hG0pSaQeUi"
    assert key[:20] not in failed("server", "x" * 175 + " " + key).message
