"""Tells a secret's value from a placeholder, a reference or a name by its shape alone."""

from __future__ import annotations

import base64
import binascii
import re

PLACEHOLDER = re.compile(
    r"(?i:^(?:my|some|the)[-_][a-z]|(?:^|[^a-z])(?:your|insert|replace|change)[-_ ]?(?:[a-z]|$)"
    r"|(?:^|[^a-z])(?:example|placeholder|redacted|removed|hidden|dummy|sample|todo|fake|foobar)(?![a-z])"
    r"|[-_]here$)|x{4}|X{4}|0{8}|\*{3}|#{4}|\.{3}|…|•{3}"
)
STAND_IN = re.compile(r"(?i:[-_](?:your|example|placeholder|here)(?:[-_]|$))|x{5}|X{5}|\.{3}")
"""The same inside a vendor's format, where a chance hit must stay rarer than one in a million."""
VARIABLE = re.compile(
    r"\$?\$\{|\$\(|\$(?:[A-Z_][A-Z0-9_]*|[a-z_]+\d{0,3}|[a-z]+(?:[A-Z][a-z]+)+\d{0,3})$|\{\{|\{[\w.]+\}$|<|%[A-Za-z_]\w*%$"
)
REFERENCE = re.compile(
    r"[A-Za-z_][\w.-]*[(\[][)\]\[(.]*(?:[A-Za-z_][\w.]*)?$|[\w-]*\[[A-Za-z]-[A-Za-z]"
    r"|[a-z][a-z0-9+.-]{1,20}://|arn:|(?:process\.env|os\.environ|env|secrets|vars|config|settings|self|this)\."
    r"|[\w.+-]+@[\w-]+\.[\w.-]+$|[a-z][\w.-]*:\d{2,5}$"
)
LONG_RUN = re.compile(r"[A-Za-z0-9]{32}")
NAME_PART = re.compile(r"[A-Z]?[a-z]*\d{0,4}|[A-Z]+\d{0,4}|[A-Z]?[a-z]+(?:[A-Z][a-z]+){0,4}|v\d+|\d{1,4}")
TERM = re.compile(
    r"(?i:(?:base|sha|md|utf|ascii|aes|rsa|hs|rs|es|ps|p|x|ed|argon|pbkdf|bcrypt|oauth|http|ipv|python|node|mysql|hmac)"
    r"[-_]?\d+(?:[-_][a-z0-9]{1,6}|url|sum|mb4|id)?|1password|totp\d?|2fa"
    r"|\d+(?:k|m|kb|mb|px|ms|s|h|d|bits?|bytes?|chars?|days?|st|nd|rd|th))"
)
SEGMENT = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
SEPARATORS = re.compile(r"[-_./:@\\]")
SYMBOLS = frozenset("!@#$%^&*+=?~")

LEAST_DISTINCT = 6
LEAST_RANDOM = 10
LONG = 16
NARROW = 40
"""Columns of the narrowest window that may have wrapped a token."""


def placeholder(value: str) -> bool:
    """A stand-in: ``YOUR_API_KEY``, ``xxxx``, or hardly any different characters."""
    return len(set(value)) < LEAST_DISTINCT or PLACEHOLDER.search(value) is not None


def reference(value: str) -> bool:
    """Points at a secret instead of being one: ``$TOKEN``, ``${{ secrets.X }}``, ``os.environ[...]``, a path, a URL."""
    if VARIABLE.match(value) or REFERENCE.match(value):
        return True
    return value.startswith(("/", "./", "../", "~")) and name_like(value)


def name_like(value: str) -> bool:
    """Made of words and small numbers: ``us-east-1``, ``db-credentials-v2``, ``accessTokenName``."""
    return all(NAME_PART.fullmatch(part) for part in SEPARATORS.split(value))


def random_looking(value: str) -> bool:
    """Letters, digits and cases change too often for a name."""
    if len(value) < LEAST_RANDOM or name_like(value):
        return False
    segments = SEGMENT.findall(value)
    if not segments:
        return False
    mean = sum(map(len, segments)) / len(segments)
    mixed = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    if mixed:
        return mean <= (6.0 if len(value) >= LONG else 3.0)
    return len(value) >= LONG and mean < 3.0  # noqa: PLR2004 (letters alone: a camelCase name has longer words)


def token(value: str) -> bool:
    """Fills a vendor's format with more than a stand-in, and is not a column of words."""
    return STAND_IN.search(value) is None and value.count("\n") <= 1 + len(value) // NARROW


def key_value(value: str) -> bool:
    """Could be what a label such as ``token`` or ``api_key`` announces."""
    return not placeholder(value) and not reference(value) and random_looking(value)


def prefixed(value: str) -> bool:
    """Follows a prefix that words have too (``sk-``): looks random, or runs on for longer than a word."""
    return key_value(value) or (LONG_RUN.search(value) is not None and token(value))


def password(value: str) -> bool:
    """Could be what a label such as ``password`` announces: people choose short ones, a digit or symbol is enough."""
    if len(value) < LEAST_DISTINCT or " " in value or reference(value) or TERM.fullmatch(value):
        return False
    if value.isdigit():
        return True
    if PLACEHOLDER.search(value) or len(set(value)) < 4 or not any(map(str.isalpha, value)):  # noqa: PLR2004 (``aaa111``)
        return False
    if any(map(str.isdigit, value)) or not SYMBOLS.isdisjoint(value[1:]):
        return True
    return len(value) > LEAST_DISTINCT and value.isalpha() and value.isascii() and not name_like(value)


def url_password(value: str) -> bool:
    """Stands between ``:`` and ``@`` of a URL, and is no stand-in."""
    if len(value) < 4 or VARIABLE.match(value) or PLACEHOLDER.search(value):  # noqa: PLR2004 (``a:b@``)
        return False
    return value.lower().strip("[]") not in {"pass", "password", "passwd", "pwd", "pw", "secret", "token", "key", "p"}


def basic_credentials(value: str) -> bool:
    """Base64 of ``user:password``."""
    try:
        plain = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return False
    return ":" in plain and plain.isprintable()


def discord_token(value: str) -> bool:
    """Its first part is the bot's number in base64."""
    head = value.partition(".")[0]
    try:
        return base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)).isdigit()
    except binascii.Error:
        return False
