"""A session of any size is read in little memory, whatever its lines hold."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

STATUS = Path("/proc/self/status")
LINE, BYTES = 16_000_000, 64 * 1024 * 1024
READ = """
import sys
from pathlib import Path
from dreamd.records import Mark, Transcript
from dreamd.sources import Tally
from dreamd.sources.claude_code import SOURCE
path = Path(sys.argv[1])
transcript = Transcript(source="claude-code", session="s", location=str(path), size=0, inode=0, mtime_ns=0)
print(sum(1 for turn in SOURCE.read(transcript, Mark(), Tally())))
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.skipif(not STATUS.exists(), reason="the kernel does not tell")
@pytest.mark.parametrize("kind", ["tool_result", "text", "thinking"])
def test_lines_of_16_megabytes_are_read_in_64(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "s.jsonl"
    with path.open("w") as handle:
        for number in range(6):
            words = '0123456789 "abc"\n' * (LINE // 20)
            block = {"type": kind, "text" if kind == "text" else "content": words}
            message = {"role": "user", "content": [block]}
            row = {"type": ("user", "assistant")[number % 2], "uuid": str(number), "sessionId": "s", "message": message}
            handle.write(json.dumps(row) + "\n")
    ran = subprocess.run([sys.executable, "-c", READ, path], capture_output=True, text=True, check=True)
    turns, kilobytes = map(int, ran.stdout.split())
    assert turns == (6 if kind == "text" else 0)
    assert kilobytes * 1024 < BYTES
