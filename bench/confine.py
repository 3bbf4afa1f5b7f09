"""Prints what confining a worker costs: whole workers with and without it, in turn, and its parts alone.

    python bench/confine.py

Each worker is started, admitted, given an empty job and ended. What Python needs for it (``ctypes`` and the like) is
imported by every worker, so its import is measured alone and added. Workers in CPU time of run and worker together,
since other processes would hide the difference in a wall clock's; the parts by the wall clock, from the inside. Each
figure is the best of 25 rounds.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import TYPE_CHECKING

from dreamd.worker import process
from dreamd.worker.protocol import Scan

if TYPE_CHECKING:
    from dreamd.worker.vetting import Policy

ROUNDS = 25
LIMIT_MS = 60

ALONE = """
import time
import dreamd.records, socket
start = time.perf_counter()
import ctypes, fcntl, resource
import dreamd.worker.confine, dreamd.worker.canary
imported = time.perf_counter()
from dreamd.worker import canary, confine, landlock, seccomp
steps = [time.perf_counter()]
for step in lambda: landlock.restrict(confine.interpreter()), seccomp.apply, canary.tried:
    step()
    steps.append(time.perf_counter())
print(imported - start, *(after - before for before, after in zip(steps, steps[1:])))
"""


def worker(sandbox: Policy) -> float:
    before = used()
    process.scan(Scan(jobs=()), lambda _report: None, lambda _done, _total: None, 1.0, sandbox)
    return (used() - before) * 1000


def used() -> float:
    """CPU seconds of this process and of those that it has ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def parts() -> list[float]:
    done = subprocess.run([sys.executable, "-I", "-c", ALONE], check=True, capture_output=True, text=True)
    return [float(part) * 1000 for part in done.stdout.split()]


def main() -> int:
    worker("best-effort")
    bare, confined, alone = [], [], []
    for _ in range(ROUNDS):
        bare.append(worker("off"))
        confined.append(worker("best-effort"))
        alone.append(parts())
    imports, landlock, seccomp, canaries = (min(column) for column in zip(*alone, strict=True))
    without, with_it = min(bare), min(confined)
    cost = with_it - without + imports
    print(f"a worker, not confined       {without:8.1f} ms CPU")
    print(f"a worker, confined           {with_it:8.1f} ms CPU")
    print(f"imports for it, alone        {imports:8.1f} ms")
    print(f"cost of confinement          {cost:8.1f} ms   {with_it / (without - imports):5.2f} times a worker without")
    print(f"  Landlock                   {landlock:8.2f} ms")
    print(f"  filter of system calls     {seccomp:8.2f} ms")
    print(f"  canaries                   {canaries:8.2f} ms")
    return 0 if cost < LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
