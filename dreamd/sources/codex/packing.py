"""Opens a rollout, also one that Codex compressed after a week of rest (``.jsonl.zst``, from 0.137 on)."""

from __future__ import annotations

import errno
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SUFFIX = ".zst"
MISSING = "it is compressed, and dreamd was installed without its extra: pip install 'dreamd[zstd]'"
LIBRARIES = ("compression.zstd", "backports.zstd")
"""The standard library's, from Python 3.14 on; its copy for those before."""


def packed(path: Path) -> bool:
    """Whether the file is compressed."""
    return path.suffix == SUFFIX


@contextmanager
def unpacked(path: Path, buffering: int) -> Iterator[BinaryIO]:
    """The file's text, as one reads it where it is not compressed.

    Raises:
        OSError: it cannot be opened or read, or not without the extra; its compressed text is damaged.
    """
    if not packed(path):
        with path.open("rb", buffering=buffering) as handle:
            yield handle
        return
    zstd = library()
    if zstd is None:
        raise OSError(errno.ENOTSUP, MISSING, str(path))
    try:
        with zstd.open(path, "rb") as handle:
            yield handle
    except (EOFError, zstd.ZstdError) as error:
        raise OSError(errno.EIO, "its compressed text is damaged", str(path)) from error


@cache
def library() -> Any:  # noqa: ANN401 (one module or another, if any)
    """What reads compressed files here; ``None`` where nothing does."""
    for name in LIBRARIES:
        try:
            return import_module(name)
        except ImportError:
            continue
    return None
