"""One file that holds many, each with its checksum: what a memory or dreamd's own state is carried away in.

It is a zip file that any tool opens. Its last member, the manifest, names every other with size, checksum, mode and
time; whatever the two do not agree on is damage, and of a damaged archive nothing is used.
"""

from __future__ import annotations

import hashlib
import os
import re
import struct
import zipfile
import zlib
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec

from dreamd import __version__, codec, files, redact
from dreamd.errors import StoreError
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import IO

    Add: TypeAlias = Callable[[str, IO[bytes], int, int], None]
    """Takes one more file in: its name, what it holds, its permission bits, its mtime in nanoseconds."""

MANIFEST = "manifest.json"
VERSION = 1
MANIFEST_BYTES = 64 * 1024 * 1024
CHUNK = 1024 * 1024
NAME = re.compile(r"[^\0-\x1f\x7f\\]+")
PACKINGS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""Other ways to pack a member are not dreamd's."""
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    KeyError,
    OverflowError,
)
"""What a zip file raises that is none, or was changed."""
NUMBER = 2**63 - 1
"""No size or time that a file system keeps is larger."""

Kind: TypeAlias = Literal["export", "backup"]


class Member(Record, frozen=True):
    """One file in the archive."""

    name: str
    """Relative, parts with ``/`` between."""
    bytes: Annotated[int, msgspec.Meta(ge=0, le=NUMBER)]
    sha256: str
    mode: Annotated[int, msgspec.Meta(ge=0, le=0o7777)]
    """Permission bits."""
    mtime_ns: Annotated[int, msgspec.Meta(ge=-NUMBER, le=NUMBER)]


class Manifest(Record, frozen=True):
    """What the archive says of itself."""

    kind: Kind
    made: str
    """ISO 8601, UTC."""
    about: dict[str, str]
    """What else there is to know, e.g. the workspace's name and layout."""
    files: tuple[Member, ...]
    version: int = VERSION
    program: str = __version__


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive that is open; what it names is there, and nothing else."""

    path: Path
    manifest: Manifest
    packed: zipfile.ZipFile


@contextmanager
def written(path: Path, kind: Kind, made: str, about: dict[str, str]) -> Iterator[Add]:
    """Write an archive, which has its name only when it is whole, and is readable by its owner alone.

    Raises:
        StoreError: there is such a file already, or it cannot be written; nothing is left behind.
    """
    temporary = path.with_name(f"{files.TEMPORARY}{os.getpid()}-{path.name}")
    members: list[Member] = []
    try:
        if os.path.lexists(path):
            raise StoreError(f"{path} is there already", "Name another file, or move that one away.")
        fd = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, files.PRIVATE_FILE)
        with open(fd, "w+b") as handle:  # noqa: PTH123 (a descriptor, not a path)
            with zipfile.ZipFile(handle, "w") as packed:
                yield lambda name, data, mode, mtime_ns: members.append(_add(packed, name, data, mode, mtime_ns))
                manifest = Manifest(kind=kind, made=made, about=about, files=tuple(members))
                packed.writestr(_info(MANIFEST), codec.encode(manifest))
            handle.flush()
            os.fsync(handle.fileno())
        temporary.rename(path)
        files.sync_directory(path.parent)
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(f"cannot write {path}: {reason}", "Free some space, or name a file elsewhere.") from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, files.PRIVATE_FILE << 16
    return info


def _add(packed: zipfile.ZipFile, name: str, data: IO[bytes], mode: int, mtime_ns: int) -> Member:
    digest, size = hashlib.sha256(), 0
    try:
        name.encode()
    except UnicodeEncodeError as error:
        told = ascii(redact.redact(name))
        raise StoreError(f"an archive takes no file whose name is not in UTF-8: {told}", "Rename it.") from error
    with packed.open(_info(name), "w", force_zip64=True) as member:
        while chunk := data.read(CHUNK):
            digest.update(chunk)
            size += len(chunk)
            member.write(chunk)
    return Member(name=name, bytes=size, sha256=digest.hexdigest(), mode=mode, mtime_ns=mtime_ns)


def checksum(path: Path) -> str:
    """SHA-256 of the archive itself, in hexadecimal.

    Raises:
        StoreError: it cannot be read.
    """
    try:
        with path.open("rb") as handle:
            return hashlib.file_digest(handle, "sha256").hexdigest()
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror or error}") from error


@contextmanager
def opened(path: Path, kind: Kind) -> Iterator[Archive]:
    """Open an archive of that kind; what its members hold is checked when it is read (``copied``).

    Raises:
        StoreError: it is none, of another kind, of a later dreamd, or was changed.
    """
    try:
        if path.exists() and not path.is_file():
            raise StoreError(f"{path} is no plain file", "Name an archive.")
        with zipfile.ZipFile(path) as packed:
            yield Archive(path, _manifest(path, packed, kind), packed)
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror or error}", "Name an archive that is there.") from error
    except DAMAGE as error:
        raise _damaged(path, str(error)) from error


def _manifest(path: Path, packed: zipfile.ZipFile, kind: Kind) -> Manifest:
    """What it says of itself, where that agrees with what is there."""
    names = Counter(packed.namelist())
    own = packed.getinfo(MANIFEST) if MANIFEST in names else None
    if own is None or own.file_size > MANIFEST_BYTES or own.compress_type not in PACKINGS:
        raise StoreError(f"{path} is no archive of dreamd's", "Make one with: dreamd export FILE, or dreamd backup")
    told = msgspec.json.decode(packed.read(MANIFEST))
    if isinstance(told, dict) and told.get("version") != VERSION:
        raise StoreError(
            f"{path} was written by another dreamd ({redact.one_line(str(told.get('program')))})", "Use that version."
        )
    found = codec.convert(told, Manifest)
    if found.kind != kind:
        raise StoreError(f"{path} is of another kind: {found.kind}", "A backup is restored, an export is imported.")
    if names != Counter([MANIFEST, *(member.name for member in found.files)]):
        raise _damaged(path, "it does not hold the files that it names, or holds others")
    if len(names) < names.total():
        raise _damaged(path, "it holds two files of one name")
    if not {item.compress_type for item in packed.infolist()} <= PACKINGS:
        raise _damaged(path, "a file in it is packed in a way that dreamd never uses")
    for member in found.files:
        parts = PurePosixPath(member.name).parts
        if not NAME.fullmatch(member.name) or member.name != "/".join(parts) or {"..", "/"} & set(parts):
            raise _damaged(path, f"a file in it is called {redact.redact(member.name)!a}")
    return found


def copied(archive: Archive, member: Member, target: IO[bytes]) -> None:
    """Write what the member holds, no byte more than it claims.

    Raises:
        StoreError: it is not what was put in.
        OSError: the target cannot be written.
    """
    digest, left = hashlib.sha256(), member.bytes
    try:
        with archive.packed.open(member.name) as source:
            while left >= 0 and (chunk := source.read(min(CHUNK, left + 1))):
                digest.update(chunk)
                left -= len(chunk)
                target.write(chunk)
    except DAMAGE as error:
        raise _damaged(archive.path, f"{redact.redact(member.name)}: {error}") from error
    if left or digest.hexdigest() != member.sha256:
        raise _damaged(archive.path, f"{redact.redact(member.name)} is not what was put in")


def _damaged(path: Path, how: str) -> StoreError:
    return StoreError(f"{path} is damaged: {redact.one_line(how)}", "Nothing of it was used. Take another copy of it.")
