"""Asks git when a project last moved, without its hooks, its configuration, a network or a wait."""

from __future__ import annotations

from pathlib import Path

from dreamd import files

SECONDS = 2.0
"""A repository that answers later is passed over: an agent waits for its start."""
BYTES = 4_096


def fingerprint(project: Path) -> str:
    """What differs once something was committed in the main working tree of the project; empty where it is none.

    Only a few names are looked at, and no program is started.
    """
    git = project / ".git"
    try:
        head = (files.read_regular(git / "HEAD", BYTES) or b"").decode(errors="replace").strip()
    except (OSError, ValueError):
        return ""
    if not head:
        return ""
    branch = head.removeprefix("ref: ")
    return " ".join((head, *(_stat(git / name) for name in (branch, "refs/heads", "packed-refs", "logs/HEAD"))))


def _stat(path: Path) -> str:
    try:
        seen = path.stat()
    except (OSError, ValueError):
        return "-"
    return f"{seen.st_ino}.{seen.st_size}.{seen.st_mtime_ns}"


def last_commit(project: Path, search: str) -> int:
    """When the newest commit of any of its branches was made, in seconds since 1970; 0 where git does not tell."""
    import shutil  # noqa: PLC0415 (an agent's start waits for what is loaded here, and as a rule nothing moved)
    import subprocess  # noqa: PLC0415 (as above)

    git = shutil.which("git", path=search)
    if git is None:
        return 0
    environment = {
        "PATH": str(Path(git).parent),
        "LC_ALL": "C",
        "GIT_DIR": str(project / ".git"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
    }
    wanted = ["for-each-ref", "--sort=-committerdate", "--count=1", "--format=%(committerdate:unix)", "refs/heads"]
    try:
        ran = subprocess.run([git, *wanted], env=environment, capture_output=True, check=False, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return 0
    said = ran.stdout.decode(errors="replace").strip()
    return int(said) if ran.returncode == 0 and said.isascii() and said.isdigit() else 0
