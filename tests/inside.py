"""Run by ``usermanager`` as process 1 of new namespaces: starts a systemd user manager, and runs what it is told.

    inside.py UID HOME INNER OPEN...

The directory HOME is the person's home, under the name INNER, below /home. OPEN are directories that this user must
reach by their own names, whatever the directories above them allow. One JSON line comes in for each command (``argv``,
``environment``, ``cwd``), and one goes out (``code``, ``out``, ``err``); before them one about the start (``trouble``).
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
PROGRAMS = ("/usr/lib/systemd/systemd", "/lib/systemd/systemd")
CGROUPS = Path("/sys/fs/cgroup")
START_SECONDS = 30


def mount(source: str, target: Path, kind: str | None = None, flags: int = 0, data: str | None = None) -> None:
    texts = [None if text is None else text.encode() for text in (source, str(target), kind, data)]
    if LIBC.mount(texts[0], texts[1], texts[2], ctypes.c_ulong(flags), texts[3]):
        code = ctypes.get_errno()
        raise OSError(code, f"cannot mount {target}: {os.strerror(code)}")


def make_reachable(paths: list[Path]) -> None:
    """Put an open directory over the first closed one above each path, and the path itself back in its place."""
    handles = [os.open(path, os.O_PATH) for path in paths]
    for handle, path in zip(handles, paths, strict=True):
        closed = [step for step in reversed(path.parents) if not step.stat().st_mode & stat.S_IXOTH]
        if closed:
            mount("tmpfs", closed[0], "tmpfs", 0, "mode=0755")
        path.mkdir(parents=True, exist_ok=True)
        mount(f"/proc/self/fd/{handle}", path, None, MS_BIND | MS_REC)
        os.close(handle)


def prepared(uid: int, home: Path, inner: Path, paths: list[Path]) -> Path:
    """The mounts that a user manager needs; its control group."""
    handle = os.open(home, os.O_PATH)
    mount("none", Path("/"), None, MS_REC | MS_PRIVATE)
    make_reachable(paths)
    mount("tmpfs", inner.parent, "tmpfs", 0, "mode=0755")
    inner.mkdir()
    mount(f"/proc/self/fd/{handle}", inner, None, MS_BIND)
    os.close(handle)
    mount("tmpfs", Path("/run"), "tmpfs", 0, "mode=0755")
    runtime = Path(f"/run/user/{uid}")
    for path in (Path("/run/systemd/system"), Path("/run/systemd/unit-root"), runtime):
        path.mkdir(parents=True)
    os.chown(runtime, uid, uid)
    runtime.chmod(0o700)
    mount("none", CGROUPS, "cgroup2")
    group = CGROUPS / f"dreamd-test-{time.time_ns()}"
    group.mkdir()
    (group / "cgroup.procs").write_text("0")
    for path in (group, *group.glob("cgroup.*")):
        os.chown(path, uid, uid)
    return group


def start(uid: int, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    program = next(name for name in PROGRAMS if Path(name).exists())
    manager = subprocess.Popen(
        [program, "--user", "--log-target=console"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr,
        user=uid,
        group=uid,
        extra_groups=[],
    )
    end = time.monotonic() + START_SECONDS
    while ran(uid, ["systemctl", "--user", "is-system-running"], environment)["out"] != "running\n":
        if manager.poll() is not None or time.monotonic() > end:
            raise OSError(0, "the manager does not come up")
        time.sleep(0.05)
    return manager


def ran(
    uid: int, argv: list[str], environment: dict[str, str], cwd: str = "/", seconds: float = 100.0
) -> dict[str, object]:
    try:
        done = subprocess.run(
            argv,
            env=environment,
            cwd=cwd,
            timeout=seconds,
            user=uid,
            group=uid,
            extra_groups=[],
            check=False,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return {"code": -1, "out": "", "err": f"it took longer than {seconds:g} seconds"}
    return {"code": done.returncode, "out": done.stdout, "err": done.stderr}


def told(document: dict[str, object]) -> None:
    print(json.dumps(document), flush=True)  # noqa: T201 (the fixture reads it)


def main() -> None:
    uid = int(sys.argv[1])
    try:
        home, inner, *opened = map(Path, sys.argv[2:])
        group = prepared(uid, home, inner, opened)
        runtime = f"/run/user/{uid}"
        manager = start(uid, {"HOME": str(inner), "XDG_RUNTIME_DIR": runtime, "PATH": "/usr/local/bin:/usr/bin:/bin"})
    except OSError as error:
        told({"trouble": error.strerror})
        return
    told({"trouble": "", "runtime": runtime})
    for line in sys.stdin:
        told(ran(uid, **json.loads(line)))
    manager.send_signal(signal.SIGTERM)
    manager.wait()
    with contextlib.suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)  # what is left in these namespaces; process 1 itself is spared
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()
    (CGROUPS / "cgroup.procs").write_text("0")
    for path in sorted(group.rglob("*"), reverse=True):
        with contextlib.suppress(OSError):
            path.rmdir()
    group.rmdir()


if __name__ == "__main__":
    main()
