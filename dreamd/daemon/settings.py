"""Keeps the configuration in force: what its file said when it was last valid. Every dream reads a copy of that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import config, files, scanner
from dreamd.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.config import Config


COPY = "daemon.toml"
"""Its name, in our own directory."""


class Settings:
    """The configuration in force.

    Args:
        path: its file, which need not be there.
        copy: what the dreams are given to read.
    """

    def __init__(self, path: Path, copy: Path) -> None:
        self._path, self._data, self._required = path, b"", path.exists()
        self.copy = copy

    def read(self) -> Config:
        """Take what the file says now.

        Raises:
            ConfigError: it is not valid, or gone; what was in force stays.
            StoreError: the copy cannot be written.
        """
        if self._required:
            config.require(self._path)
        data = config.read(self._path)
        taken = config.decode(data, self._path)
        scanner.enabled(taken.sources)
        self._data, self._required = data, self._required or bool(data)
        self.arm()
        return taken

    def arm(self) -> None:
        """See that the copy says what is in force, whatever became of it.

        Raises:
            StoreError: it cannot be written.
        """
        try:
            if not self.copy.is_file() or self.copy.read_bytes() != self._data:
                files.make_private(self.copy.parent)
                files.write_atomic(self.copy, self._data)
        except OSError as error:
            raise StoreError(f"cannot write {self.copy}: {error.strerror}", "Check the disk and its rights.") from error
