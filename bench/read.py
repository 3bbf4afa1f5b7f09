"""Prints how fast Claude Code's transcripts are read, beside a bare loop of ``json.loads``, the bytes and ``grep -c``.

    python bench/read.py [CORPUS]

CORPUS is a directory with ``home/.claude/projects`` in it, by default ``../shared/corpus`` beside the checkout. Each
figure is the best of fifteen passes, in process CPU time, with the files in the page cache.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd.paths import Places
from dreamd.records import Mark
from dreamd.sources import Tally
from dreamd.sources.claude_code import SOURCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.records import Transcript

PASSES = 15


def transcripts(corpus: Path) -> list[Transcript]:
    nowhere = corpus / "nowhere"
    places = Places(home=corpus / "home", config=nowhere, state=nowhere, data=nowhere, log=nowhere)
    return list(SOURCE.find(places, []))


def raw(found: list[Transcript]) -> int:
    buffer, size = bytearray(1 << 20), 0
    for transcript in found:
        with transcript.path.open("rb", buffering=0) as handle:
            while count := handle.readinto(buffer):
                size += count
    return size


def grep(found: list[Transcript]) -> float:
    """Seconds that the program computes on the mean of all passes: a single one is below the clock's step."""
    names = [str(transcript.path) for transcript in found]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in range(PASSES):  # into /dev/null it would stop at the first match
        subprocess.run(["grep", "-c", '"type":"user"', *names], capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / PASSES


def bare(found: list[Transcript]) -> int:
    rows = 0
    for transcript in found:
        with transcript.path.open("rb") as handle:
            for line in handle:
                with suppress(ValueError):
                    json.loads(line)
                rows += 1
    return rows


def reader(found: list[Transcript]) -> int:
    return sum(1 for transcript in found for _ in SOURCE.read(transcript, Mark(), Tally()))


def seconds(work: Callable[[list[Transcript]], int], found: list[Transcript]) -> float:
    taken = []
    for _ in range(PASSES):
        start = time.process_time()
        work(found)
        taken.append(time.process_time() - start)
    return min(taken)


def main() -> int:
    corpus = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "shared" / "corpus"
    found = transcripts(corpus)
    size = sum(transcript.size for transcript in found)
    if not size:
        print(f"no Claude Code sessions below {corpus / 'home'}: name a corpus as the argument")
        return 1
    slow, fast = seconds(bare, found), seconds(reader, found)
    print(f"sessions       {len(found):8}")
    print(f"megabytes      {size / 1e6:8.1f}")
    print(f"json.loads     {size / slow / 1e6:8.0f} MB/s")
    print(f"reader         {size / fast / 1e6:8.0f} MB/s   {reader(found)} turns")
    print(f"times faster   {slow / fast:8.2f}")
    bytes_alone = seconds(raw, found)
    print(f"bytes alone    {size / bytes_alone / 1e6:8.0f} MB/s   the reader has {bytes_alone / fast:.0%} of that")
    print(f"grep -c        {size / max(grep(found), 1e-9) / 1e6:8.0f} MB/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
