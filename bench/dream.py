"""Prints what a dream over the corpus of real sessions costs, how fast the reader is, and how good the result is.

    python -m bench.dream [CORPUS]

CORPUS is a directory with ``home/`` in it, by default ``../shared/corpus`` beside the checkout. The dream runs over a
fresh copy of it, from the command line as people type it.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench import read

KIB = 1024 if sys.platform == "linux" else 1
"""Linux counts peak memory in KiB, macOS in bytes."""


def copy(corpus: Path, scratch: Path) -> Path:
    """The corpus's home, writable whatever the rights of the original are."""
    home = scratch / "home"
    shutil.copytree(corpus / "home", home, copy_function=shutil.copyfile)
    for path in [home, *home.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    return home


def dream(home: Path, own: Path) -> list[dict[str, Any]]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "DREAMD_HOME": str(own)}
    command = [sys.executable, "-m", "dreamd", "once", "--all", "--json"]
    ran = subprocess.run(command, env=environment, cwd=own.parent, check=True, capture_output=True, text=True)
    dreams: list[dict[str, Any]] = json.loads(ran.stdout)["dreams"]
    return dreams


def score(corpus: Path, home: Path) -> str:
    """``score.py`` over all memory directories."""
    if not (corpus / "score.py").is_file():
        return "no score.py in the corpus"
    found = sorted(str(path) for path in (home / ".claude" / "projects").glob("*/memory"))
    memories = [word for path in found for word in ("--memory", path)]
    command = [sys.executable, str(corpus / "score.py"), "--source", "claude-code", *memories]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main() -> int:
    corpus = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "shared" / "corpus"
    found = read.transcripts(corpus)
    size = sum(transcript.size for transcript in found)
    if not size:
        print(f"no Claude Code sessions below {corpus / 'home'}: name a corpus as the argument")
        return 1
    with tempfile.TemporaryDirectory(prefix="dreamd-bench-") as scratch:
        home = copy(corpus, Path(scratch))
        began = time.perf_counter()
        dreams = dream(home, Path(scratch) / "own")
        lasted = time.perf_counter() - began
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        slow, fast = read.seconds((read.bare, read.reader), found, 15)
        print(f"read           {size / 1e6:8.1f} MB in {sum(each['sessions'] for each in dreams)} sessions")
        print(f"memories       {len(dreams):8}    {sum(each['added'] for each in dreams)} entries")
        print(f"seconds        {lasted:8.1f}    of CPU {used.ru_utime + used.ru_stime:.1f}")
        print(f"peak memory    {used.ru_maxrss * KIB / 1e6:8.0f} MB, of the command or one of its workers")
        print(f"json.loads     {size / slow / 1e6:8.0f} MB/s")
        print(f"reader         {size / fast / 1e6:8.0f} MB/s, {slow / fast:.2f} times faster")
        print(f"score          {score(corpus, home)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
