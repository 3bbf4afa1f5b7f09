"""What a chosen model has, and what it lacks: its server, a key, a program."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dreamd import models
from dreamd.backends import failed
from dreamd.backends.messages.client import address, client_of, near
from dreamd.config import KEY_VARIABLE
from dreamd.errors import ModelFailed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.config import DreamSettings

ANTHROPIC = "api.anthropic.com"
TOKEN_VARIABLE = "ANTHROPIC_AUTH_TOKEN"  # noqa: S105 (a name)
"""What the SDK finds by itself, beside the key."""


def named(settings: DreamSettings, environment: Mapping[str, str], engine: str) -> str:
    """``anthropic claude-haiku-5-5 at api.anthropic.com``; never more of an address than its host and port."""
    return f"{engine} {settings.model} {place(settings, environment, engine)}"


def place(settings: DreamSettings, environment: Mapping[str, str], engine: str) -> str:
    """Where the model answers, for people."""
    if engine == "claude-cli":
        return "by your own claude program"
    url = address(models.model(settings, environment))
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "at an address that is none"
    return f"at {parts.hostname or ANTHROPIC}{port}"


def here(settings: DreamSettings, environment: Mapping[str, str], engine: str) -> bool:
    """Whether nothing leaves this machine or its network."""
    return engine != "claude-cli" and near(address(models.model(settings, environment)))


def key(settings: DreamSettings, environment: Mapping[str, str], engine: str) -> str:
    """Whose bill it is: the variable that holds a key, or that none does; never the key."""
    chosen = models.model(settings, environment)
    if engine == "claude-cli":
        if environment.get(KEY_VARIABLE):
            return f"{KEY_VARIABLE} is set, so claude bills that and not your plan"
        return f"claude bills your plan (or {KEY_VARIABLE}, where that is set)"
    if chosen.key:
        clear = (
            "; it goes there unencrypted" if address(chosen).startswith("http:") and not near(address(chosen)) else ""
        )
        return f"key found in {models.variable(settings)}{clear}"
    if chosen.key_from:
        return f"no key found: {settings.key_env} is not set"
    if chosen.base_url:
        return "no key is sent; name its variable in [dream] key_env where the server asks for one"
    if address(chosen) and not environment.get(TOKEN_VARIABLE):
        return f"no key is sent, since {KEY_VARIABLE} is not set; a server of your own may need none"
    if environment.get(TOKEN_VARIABLE):
        return f"key found in {TOKEN_VARIABLE}"
    found = lacking(settings, environment, engine) is None
    return f"{models.variable(settings)} is not set" + ("; the SDK finds credentials of its own" if found else "")


def lacking(settings: DreamSettings, environment: Mapping[str, str], engine: str) -> ModelFailed | None:
    """Why the model cannot be asked, as far as can be told without asking anybody."""
    chosen = models.model(settings, environment)
    if engine == "claude-cli":
        return None if shutil.which("claude", path=environment.get("PATH", os.defpath)) else failed("no_cli")
    if chosen.key or (address(chosen) and not chosen.key_from) or environment.get(TOKEN_VARIABLE):
        return None
    try:
        client_of(chosen, "", 1.0)  # the SDK may find what is written down in files of its own
    except ModelFailed:
        return failed("no_key", f"{models.variable(settings)} is not set")
    return None
