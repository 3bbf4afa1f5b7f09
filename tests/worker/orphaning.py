"""Run by test_confine: a run that has one worker, says so, and waits to be killed."""

from __future__ import annotations

import signal

from dreamd.worker import process


def main() -> None:
    with process.worker([], 1.0, "required", lambda: 30.0):
        print("ready", flush=True)  # noqa: T201 (the test reads it)
        signal.pause()


if __name__ == "__main__":
    main()
