"""Finds the entries of a shelf: one module (or package) each, one constant each."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

from dreamd.errors import ConfigError

if TYPE_CHECKING:
    from types import ModuleType


def names(shelf: ModuleType) -> list[str]:
    """Module names on the shelf, sorted."""
    return sorted(info.name for info in pkgutil.iter_modules(shelf.__path__))


def entries(shelf: ModuleType, constant: str) -> list[object]:
    """Every entry's constant, in the order of module names.

    Raises:
        AttributeError: a module on the shelf lacks the constant; shelves hold entries only.
    """
    return [getattr(importlib.import_module(f"{shelf.__name__}.{name}"), constant) for name in names(shelf)]


def entry(shelf: ModuleType, constant: str, name: str) -> object:
    """The entry called ``name``; its module is ``name`` with ``-`` as ``_``.

    Only that module is imported.

    Raises:
        ConfigError: the shelf has no such entry.
    """
    known = names(shelf)
    module = name.replace("-", "_")
    if module not in known:
        offered = ", ".join(item.replace("_", "-") for item in known)
        raise ConfigError(f"no {shelf.__name__.rpartition('.')[2]} entry is called {name!r}", f"Known: {offered}.")
    return getattr(importlib.import_module(f"{shelf.__name__}.{module}"), constant)
