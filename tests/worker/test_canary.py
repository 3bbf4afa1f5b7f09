"""Canaries: where nothing is confined, each attempt comes through, so that a refusal is a proof."""

from __future__ import annotations

import subprocess
import sys

from dreamd.worker import canary

ALONE = """
import json
from dreamd.worker import canary
with canary.laid() as outside:
    held, free = canary.tried(outside)
print(json.dumps([held, free]), end="")
"""


def test_unconfined_every_attempt_comes_through() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("[{}, {")
    assert '"exec": "ENOEXEC"' in done.stdout
    assert done.stdout.count('""') == done.stdout.count('": "') - 1, "only the bait that is no program fails"


def test_nothing_is_left_of_the_bait() -> None:
    with canary.laid() as outside:
        assert (outside / canary.BAIT).stat().st_mode & 0o777 == 0o700
    assert not outside.exists()
