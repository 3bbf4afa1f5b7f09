"""Canaries: where nothing is confined, each attempt comes as far as it can, so that a refusal is a proof."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

ALONE = """
import json, os, sys
from dreamd.worker import canary
if os.getuid() != int(sys.argv[1]):
    os.setgroups([])
    os.setgid(int(sys.argv[1]))
    os.setuid(int(sys.argv[1]))
    read, write = os.pipe()
    os.dup2(write, 2)  # its own, as a worker's is
if os.fork() == 0:  # the parent that is signalled must be this user's
    print(json.dumps(canary.tried()))
    sys.exit()
os.wait()
"""
ROOT, NOBODY = 0, 65534


@pytest.mark.parametrize("user", [os.getuid(), NOBODY] if os.getuid() == ROOT else [os.getuid()])
@pytest.mark.skipif(sys.platform != "linux", reason="the attempts are told as Linux answers them")
def test_unconfined_no_attempt_is_refused(user: int) -> None:
    command = [sys.executable, "-c", ALONE, str(user)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    held, free = json.loads(done.stdout)
    assert held.keys() <= {"parent"}, "who changed users has an environment that is closed to all"
    failed = {name: came for name, came in free.items() if came}
    assert failed == {"create": "EEXIST", "link": "EEXIST", "remove": "EBUSY", "exec": "ENOTDIR"}
