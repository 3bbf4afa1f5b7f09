"""A report of an error that nobody foresaw: without values of variables, without secrets, in our own state."""

from __future__ import annotations

import sys
import traceback

from dreamd import __version__, clock, files, paths, redact
from dreamd.errors import DreamdError


def write(error: Exception) -> str:
    """Write it.

    Returns:
        What the person can do; where it cannot be written, the report itself.
    """
    text = redact.redact("".join(traceback.format_exception(error)))
    try:
        folder = paths.places(paths.environment()).state / "crashes"
        files.make_private(folder)
        path = folder / f"{clock.now_ns()}.txt"
        files.write_new(path, f"dreamd {__version__}, Python {sys.version}, {sys.platform}\n\n{text}".encode())
    except (DreamdError, OSError):
        return text
    return f"Please report it with {path}; look it over first."
