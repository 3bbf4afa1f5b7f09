"""Made-up secrets of every format, in the frames that transcripts put around them."""

from __future__ import annotations

import json
import random
import string

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dreamd.redact import findings, redact
from dreamd.secret_shape import name_like

WORD = string.ascii_letters + string.digits
URL64 = WORD + "-_"
HEX = "0123456789abcdef"
BASE32 = string.ascii_uppercase + "234567"

FORMATS: dict[str, tuple[str, str, int]] = {
    "anthropic": ("sk-ant-api03-", URL64, 95),
    "openai": ("sk-", WORD, 48),
    "openai project": ("sk-proj-", URL64, 120),
    "github": ("ghp_", WORD, 36),
    "github oauth": ("gho_", WORD, 36),
    "github app": ("ghs_", WORD, 36),
    "gitlab": ("glpat-", URL64, 20),
    "aws": ("AKIA", BASE32, 16),
    "google": ("AIza", URL64, 35),
    "google oauth": ("GOCSPX-", URL64, 28),
    "slack": ("xoxb-", WORD, 40),
    "stripe": ("sk_live_", WORD, 24),
    "stripe restricted": ("rk_live_", WORD, 24),
    "huggingface": ("hf_", WORD, 34),
    "npm": ("npm_", WORD, 36),
    "pypi": ("pypi-AgEIcHlwaS5vcmc", URL64, 120),
    "twilio": ("SK", HEX, 32),
    "mailgun": ("key-", HEX, 32),
    "digitalocean": ("dop_v1_", HEX, 64),
    "shopify": ("shpat_", HEX, 32),
    "linear": ("lin_api_", WORD, 40),
    "notion": ("secret_", WORD, 43),
    "telegram": ("1234567890:AA", URL64, 33),
    "azure": ("AccountKey=", WORD + "+/", 88),
    "age": ("AGE-SECRET-KEY-1", string.ascii_uppercase + string.digits, 58),
    "groq": ("gsk_", WORD, 52),
    "docker": ("dckr_pat_", URL64, 27),
}

FRAMES: dict[str, str] = {
    "alone": "{}",
    "environment": "export THING={}\n",
    "quoted": "x = '{}';",
    "prose": "please use {} for the deploy, thanks",
    "sentence": "The key is {}.",
    "chinese": "用这个{}，不要提交",
    "markdown": "- `{}`\n",
    "fence": "```sh\ncurl -H 'X: {}' https://example.org\n```",
    "table": "| a | {} |",
    "quote": "> {}\n> more",
    "escaped": 'before\\n{}\\n"after',
    "url": "https://example.org/?k={}&page=2",
}


RANDOM = st.integers(0, 2**32).map(random.Random)
"""A seed each: Hypothesis's own randoms shrink to strings of one letter, which are no secrets."""


def drawn(rng: random.Random, alphabet: str, length: int) -> str:
    return "".join(rng.choice(alphabet) for _ in range(length))


@st.composite
def tokens(draw: st.DrawFn, kind: str) -> tuple[str, str]:
    """A prefix and a body that ends in a letter, so that no sentence's full stop is taken for its end."""
    prefix, alphabet, length = FORMATS[kind]
    rng = draw(RANDOM)
    return prefix, drawn(rng, alphabet, length - 1) + drawn(rng, alphabet[:26], 1)


def pieces(body: str) -> list[str]:
    """Parts of the body that may not be left over."""
    return [body[at : at + 8] for at in range(0, len(body) - 7, 4)]


@pytest.mark.parametrize("kind", FORMATS)
@settings(max_examples=12)
@given(data=st.data())
def test_no_vendors_key_survives_any_frame(kind: str, data: st.DataObject) -> None:
    prefix, body = data.draw(tokens(kind))
    for frame in FRAMES.values():
        for text in (frame.format(prefix + body), json.dumps(frame.format(prefix + body))):
            clean = redact(text)
            assert not [part for part in pieces(body) if part in clean]
            assert redact(clean) == clean


@pytest.mark.parametrize("kind", FORMATS)
@settings(max_examples=12)
@given(data=st.data(), newline=st.sampled_from(["\n", "\r\n", "\\n", "\n  ", "\n> "]))
def test_no_vendors_key_survives_a_line_break(kind: str, data: st.DataObject, newline: str) -> None:
    prefix, body = data.draw(tokens(kind))
    at = data.draw(st.integers(8, len(body) - 8)) if len(body) > 16 else 8
    assume(not name_like(body[at:]))  # a last line that reads like a name cannot be told from one
    clean = redact(f"use {prefix}{body[:at]}{newline}{body[at:]} please")
    assert not [part for part in pieces(body[:at]) + pieces(body[at:]) if part in clean]
    assert clean.startswith("use ")
    assert clean.endswith(" please")


LABELS = ["password", "PASSWORD", "db_password", "Passwd", "密码", "口令"]
KEY_LABELS = ["token", "API_KEY", "api-key", "apiKey", "client_secret", "STRIPE_SECRET", "密钥", "X-Auth-Token"]
JOINS = ["=", ": ", " = ", " is ", "：", "是", '": "', r"\": \"", ":\n  "]


@settings(max_examples=150)
@given(
    label=st.sampled_from(LABELS + KEY_LABELS),
    join=st.sampled_from(JOINS),
    rng=RANDOM,
    length=st.integers(20, 48),
)
def test_no_labelled_value_survives(label: str, join: str, rng: random.Random, length: int) -> None:
    value = drawn(rng, WORD, length) + "7"
    closing = '"' if join.endswith('"') else ""
    clean = redact(f"note {label}{join}{value}{closing} end")
    assert value not in clean
    assert not [part for part in pieces(value) if part in clean]
    assert redact(clean) == clean


@settings(max_examples=100)
@given(
    user=st.sampled_from(["app", "root", "svc_deploy", "a-b", ""]),
    rng=RANDOM,
    host=st.sampled_from(["db.internal:5432/app", "localhost", "10.0.0.7/x?y=1"]),
)
def test_no_password_in_a_url_survives(user: str, rng: random.Random, host: str) -> None:
    value = drawn(rng, WORD + "!+~%", 12) + "a1"
    clean = redact(f"connect to postgres://{user}:{value}@{host} now")
    assert value not in clean
    assert clean.endswith(f"@{host} now")


PIECES = st.sampled_from(
    [
        *("password", "token", "is", "=", ":", " ", "\n", "\\n", '"', "\\", "://", "@", "sk-", "eyJ", "-----BEGIN "),
        *(
            "PRIVATE KEY-----",
            "AKIA",
            "ghp_",
            "hunter2",
            "aB3dE5fG7hI9jK1lM3nO5pQ7",
            "[REDACTED:",
            "]",
            "Bearer ",
            "密码",
        ),
        *("a", "1", ".", "-", "_", "/", "&", ";", "|", "$", "{", "}", "<", ">", "x" * 8, "0123456789abcdef"),
    ]
)


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_doing_it_twice_changes_nothing_more(text: str) -> None:
    once = redact(text)
    assert redact(once) == once
    assert findings(once) == []


@settings(max_examples=200)
@given(st.text(max_size=200))
def test_any_text_is_accepted(text: str) -> None:
    once = redact(text)
    assert redact(once) == once


WORDS = st.sampled_from(
    [
        *("the", "a", "build", "password", "token", "secret", "key", "deploys", "staging", "to", "is", "with", "tests"),
        *("密码", "要", "改", "用", "v2.1", "12", "3000", "src/app.py", "README.md", "--all", "#L52", "main", "db-02"),
        *("us-east-1", "utf-8", "sha256", "x86_64", "pnpm", "localhost:5432"),
    ]
)


@settings(max_examples=200)
@given(st.lists(WORDS, max_size=25).map(" ".join))
def test_plain_words_are_never_touched(text: str) -> None:
    assert redact(text) == text


@settings(max_examples=60)
@given(rng=RANDOM, length=st.sampled_from([32, 40, 64]))
def test_hashes_and_encoded_data_are_never_touched(rng: random.Random, length: int) -> None:
    digest = drawn(rng, HEX, length)
    data = drawn(rng, WORD + "+/", length * 4)
    for text in (
        f"fixed in {digest}",
        f"sha256:{digest}",
        f"data:image/png;base64,i{data}",
        f"{digest}  dist/a.tar.gz",
    ):
        assert redact(text) == text
