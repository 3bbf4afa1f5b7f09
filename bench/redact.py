"""Prints how many MB/s redaction reads, beside one bare pass of a case-insensitive pattern over the same text.

Run: python bench/redact.py [DIRECTORY]; the default is this checkout's own prose and code.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

from dreamd.redact import findings, redact

BARE = re.compile(r"(?i)(?:password|token|secret|api_key)\s*[:=]\s*\S{8,}")
SUFFIXES = {".md", ".py", ".txt", ".toml", ".rst"}
SAMPLE = 4_000_000


def texts(root: Path) -> list[str]:
    found = [path.read_text("utf-8", "replace") for path in sorted(root.rglob("*")) if path.suffix in SUFFIXES]
    size = sum(map(len, found))
    return found * max(1, SAMPLE // max(1, size))


def seconds(work: object, sample: list[str]) -> float:
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        for text in sample:
            work(text)  # type: ignore[operator]
        best = min(best, time.process_time() - began)
    return best


def main() -> None:
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    sample = texts(root)
    size = sum(map(len, sample)) / 1e6
    print(f"text            {size:8.1f} M characters in {len(sample)} pieces")
    print(f"secrets found   {sum(len(findings(text)) for text in sample):8d}")
    print(f"redact          {size / seconds(redact, sample):8.1f} MB/s")
    print(f"one bare regex  {size / seconds(BARE.findall, sample):8.1f} MB/s")


if __name__ == "__main__":
    main()
