"""Settings: their names, types, defaults and where each came from. Parsed once, at the edge."""

from __future__ import annotations

import json
import os
import re
import stat
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from dreamd.errors import ConfigError
from dreamd.paths import shipped
from dreamd.records import Record

if TYPE_CHECKING:
    from pathlib import Path

Amount = Annotated[float, msgspec.Meta(ge=0, le=1_000_000)]
"""Bounded, so that every time worked out from one can be written down."""
Minutes = Annotated[float, msgspec.Meta(gt=0, le=55)]
"""Below the hour after which another program takes over a lock file."""
Count = Annotated[int, msgspec.Meta(ge=1)]
Hours = Annotated[
    str,
    msgspec.Meta(pattern=r"^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d\Z", examples=["09:00-17:30"]),
]
"""Such as ``22:00-07:30``."""
Variable = Annotated[
    str,
    msgspec.Meta(pattern=r"^(?:[A-Za-z_][A-Za-z0-9_]{0,63})?\Z", examples=["MY_SERVER_KEY"], extra={"hidden": True}),
]
"""The name of an environment variable that holds a key; ``hidden``: people put the key itself there by mistake."""


LONGEST = 1024 * 1024
"""Bytes; what is longer is no configuration."""
CORRECT = (
    "Correct the file and look with: dreamd config. Or move it away to use the defaults; dreamd init --force does, and "
    "writes a new one."
)
KEY_VARIABLE = "ANTHROPIC_API_KEY"
"""Holds the key of Anthropic's own server; no other is sent it unasked."""
ADDRESS = re.compile(r"https?://[^/\s]+(?:/(?!v1/?$)[^\s]*)?")
PRICES = (0, 2)
"""How many there may be."""


class Gates(Record, frozen=True):
    """When a dream may start by itself (dream.md, steps 1 to 3)."""

    min_hours: Amount = 24.0
    """Hours since the last consolidation."""
    min_sessions: Count = 5
    """New sessions that must have gathered."""
    scan_minutes: Amount = 10.0
    """Least time between two scans of the transcript directories."""
    idle_minutes: Amount = 30.0
    """A session whose newest row is younger is still going on."""
    patience_days: Amount = 7.0
    """After this long one new session is enough: agents delete transcripts after 30 days."""


class Sources(Record, frozen=True):
    """Whose transcripts are read."""

    enabled: tuple[str, ...] = ()
    """Names of sources; empty means every agent that is found."""
    headless: bool = False
    """Read ``-p`` and SDK runs as well."""
    exclude: tuple[str, ...] = ()
    """Project directories that are never read, with all below them."""
    harvest: bool = True
    """Keep the redacted words of sessions that wait for a dream before their agent deletes them."""
    harvest_mb: Amount = 50.0
    """Megabytes that these may take."""
    session_texts: bool = True
    """Keep the redacted words of past sessions, for ``recall``."""
    session_texts_mb: Amount = 100.0
    """Megabytes that these may take; their index takes about as much again."""


class DreamSettings(Record, frozen=True):
    """How a dream is made."""

    engine: Literal["auto", "embedded", "anthropic", "claude-cli"] = "auto"
    """``auto`` is ``embedded`` until you choose a model."""
    model: str = "claude-haiku-5-5"
    """Its name, as the server calls it."""
    base_url: str = ""
    """A server that speaks the Messages API; empty: Anthropic's, or ``ANTHROPIC_BASE_URL``."""
    key_env: Variable = ""
    """The environment variable that holds the key; empty: ``ANTHROPIC_API_KEY`` for Anthropic's server, none else."""
    effort: Literal["", "low", "medium", "high"] = "low"
    """How hard a Claude model thinks; empty: it is not told."""
    usd_per_million: tuple[Amount, ...] = ()
    """Dollars for a million input and a million output tokens; empty: Anthropic's prices, by the model's name."""
    confirm_usd: Amount = 0.5
    """A dream by hand that may cost more asks first."""
    max_usd_per_dream: Amount = 0.5
    """No dream spends more."""
    max_usd_per_month: Amount = 5.0
    """All dreams of a calendar month together spend no more."""
    fallback: Literal["none", "embedded"] = "none"
    """What reads the sessions when the model fails."""
    mode: Literal["write", "review"] = "write"
    """Whether a dream writes what it learned, or leaves it as proposals for a person."""
    minutes: Minutes = 45.0
    """A dream that takes longer is stopped and changes nothing."""
    sandbox: Literal["", "required", "best-effort", "off"] = ""
    """How well the worker must be confined; empty is ``required`` with a model, else ``best-effort``."""

    def __post_init__(self) -> None:
        if len(self.usd_per_million) not in PRICES:
            raise ValueError("usd_per_million takes two prices, of input and of output, or none")
        if self.base_url and not ADDRESS.fullmatch(self.base_url):
            raise ValueError("base_url must be an address like http://localhost:11434, without /v1 at its end")


class Daemon(Record, frozen=True):
    """When and how ``dreamd run`` works."""

    tick_seconds: Annotated[float, msgspec.Meta(ge=0.01, le=3600)] = 60.0
    """Time between two looks at the gates."""
    quiet_hours: tuple[Hours, ...] = ()
    """Local times of day in which no dream starts."""
    idle_minutes: Amount = 0.0
    """No dream starts until no agent has written anything for so long; 0 does not wait."""
    on_battery: bool = True
    """Dreams start on battery, too."""
    dreams_at_once: Annotated[int, msgspec.Meta(ge=1, le=16)] = 1
    """Dreams of different projects that may run side by side."""
    memory_mb: Annotated[int, msgspec.Meta(ge=256, le=1_000_000)] = 2048
    """Megabytes that a dream may take."""

    def __post_init__(self) -> None:
        for number, hours in enumerate(self.quiet_hours):
            begin, _, end = hours.partition("-")
            if begin == end:
                raise ValueError(f'quiet_hours[{number}] is "{hours}"; it must end at another time than it begins')


class Resident(Record, frozen=True):
    """What agents read at every start."""

    promote: Literal["auto", "ask"] = "auto"
    """What becomes of a correction that was made three times: it stands there after the dream, or is proposed."""


class Metrics(Record, frozen=True):
    """Figures for a monitoring system."""

    textfile: str = ""
    """Where they are written in Prometheus' text format, ``~/`` already the home directory; empty: nowhere."""

    def __post_init__(self) -> None:
        path = os.path.expanduser(self.textfile)  # noqa: PTH111 (an unknown ~user is no error)
        if path and not path.startswith("/"):
            from dreamd import mistakes  # noqa: PLC0415 (as tomllib)

            told = f"textfile is {mistakes.shown(self.textfile)}; it must be an absolute path"
            raise ValueError(f"{told}, like /var/lib/node_exporter/dreamd.prom, or begin with ~/")
        msgspec.structs.force_setattr(self, "textfile", path)


class Config(Record, frozen=True):
    """All settings; every field has the default that works without a file."""

    gates: Gates = Gates()
    sources: Sources = Sources()
    dream: DreamSettings = DreamSettings()
    daemon: Daemon = Daemon()
    resident: Resident = Resident()
    metrics: Metrics = Metrics()


def load(path: Path) -> Config:
    """The settings in the file, or the defaults where there is none.

    Raises:
        ConfigError: it cannot be read, is no TOML, or has an unknown key or a value of the wrong type.
    """
    return decode(read(path), path)


def require(path: Path) -> None:
    """Refuse a file that the person named and that is not there.

    Raises:
        ConfigError: it is not there, or cannot be found out.
    """
    try:
        path.stat()
    except FileNotFoundError:
        raise ConfigError(f"there is no configuration file {path}", "Write one with: dreamd init") from None
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error}", CORRECT) from error


def read(path: Path) -> bytes:
    """What stands in the file; nothing where there is none.

    Raises:
        ConfigError: it cannot be read, is a pipe, or longer than any configuration.
    """
    try:
        with open(path, "rb", opener=_at_once) as handle:
            pipe = stat.S_ISFIFO(os.fstat(handle.fileno()).st_mode)
            data = b"" if pipe else handle.read(LONGEST + 1)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error}", CORRECT) from error
    if pipe or len(data) > LONGEST:
        what = "is a pipe" if pipe else f"is longer than {LONGEST // 1024} KB"
        raise ConfigError(f"{path} {what} and no configuration file", CORRECT)
    return data


def _at_once(name: str, flags: int) -> int:
    """Open a file without waiting for whoever might write into it."""
    return os.open(name, flags | os.O_NONBLOCK)


def decode(data: bytes, path: Path) -> Config:
    """The settings that stand in a file's bytes.

    Raises:
        ConfigError: they are no TOML, or have an unknown key or a value of the wrong type.
    """
    if not data:
        return Config()
    import tomllib  # noqa: PLC0415 (an agent's start waits for it, and most people have no file)

    try:
        raw = tomllib.loads(data.decode())
        nul = "\\u0000" in json.dumps(raw, default=str)
    except (ValueError, RecursionError) as error:  # TOML's own error is one, as that of a number of 5,000 digits
        from dreamd import mistakes  # noqa: PLC0415 (as tomllib)

        raise ConfigError(f"cannot read {path}: {mistakes.toml(error, data)}", CORRECT) from error
    if nul:
        raise ConfigError(f"{path}: a text in it holds the character NUL", CORRECT)
    return parse(raw, path)


def parse(raw: dict[str, object], path: Path) -> Config:
    """Check the decoded TOML against the settings.

    Raises:
        ConfigError: an unknown key or a value of the wrong type, named with its place.
    """
    try:
        return msgspec.convert(raw, Config)
    except msgspec.ValidationError as error:
        from dreamd import mistakes  # noqa: PLC0415 (as tomllib)

        fix = f"{CORRECT} Every key is explained in {shipped('config') / 'dreamd.toml'}"
        raise ConfigError(f"{path}: {mistakes.setting(str(error), raw, Config)}", fix) from error
