"""The unit files: what is rendered is what was reviewed, and systemd has nothing to say about it."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd import paths
from dreamd.service import units

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dreamd.service.wanted import Kind, Wanted

KINDS: list[Kind] = ["daemon", "timer"]
ONLY_IN_A_NAMESPACE = (
    *("ProtectSystem", "ProtectHome", "InaccessiblePaths", "ReadWritePaths", "ReadOnlyPaths", "PrivateTmp"),
    *("PrivateNetwork", "ProtectProc", "IPAddressDeny", "PrivateDevices", "ProtectClock", "ProtectKernelModules"),
    *("ProtectKernelLogs", "CapabilityBoundingSet", "User", "DynamicUser", "TemporaryFileSystem", "RootDirectory"),
)
"""Passed over in silence in a user's unit, or its end (reliability.md, B2)."""


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith(("#", "["))]


def shipped(name: str) -> str:
    return (paths.shipped("systemd") / name).read_text("utf-8")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
@pytest.mark.parametrize("kind", KINDS)
def test_systemd_has_nothing_to_say_about_what_is_rendered(
    kind: Kind, wanted: Callable[[Kind], Wanted], tmp_path: Path
) -> None:
    needed = wanted(kind)
    odd = tmp_path / "m%h $HOME \"é\" \\ 'x' [1]"
    odd.mkdir()
    (odd / "python").symlink_to("/bin/true")
    rendered = {name: text.replace("/home", str(tmp_path)) for name, text in units.render(needed).items()}
    for name, text in rendered.items():
        path = tmp_path / "units" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("/bin/python", "/python"))
    names = [str(tmp_path / "units" / name) for name in rendered if not name.endswith(".conf")]
    env = {"XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    command = ["systemd-analyze", "verify", "--user", "--man=no", *names]
    done = subprocess.run(command, env=env, check=False, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_rendered_file_is_the_shipped_one_but_for_paths_and_environment(
    kind: Kind, wanted: Callable[[Kind], Wanted]
) -> None:
    for name, text in units.render(wanted(kind)).items():
        source = shipped(units.SHIPPED_VIEW if name.endswith(".conf") else name)
        assert set(source.splitlines()) - set(text.splitlines()) <= {
            line for line in lines(source) if line.startswith(("ExecStart=", "EnvironmentFile=", "ReadWritePaths="))
        }
        added = set(lines(text)) - set(lines(source))
        assert {line.partition("=")[0] for line in added} <= {
            *("Environment", "ExecStart", "EnvironmentFile", "ReadWritePaths")
        }


def test_the_drop_in_differs_when_claude_codes_directory_has_come(wanted: Callable[[Kind], Wanted]) -> None:
    later = wanted("daemon")
    before = msgspec.structs.replace(later, awaited=later.writable[0])
    assert lines(units.view(before)) == lines(units.view(later))
    assert units.view(before) != units.view(later)


def test_every_line_of_hardening_has_its_reason_above_it() -> None:
    texts = [shipped(name) for name in (units.DAEMON, units.ONCE, units.SHIPPED_VIEW)]
    for text in texts:
        above = ""
        for line in text.partition("[Service]")[2].splitlines():
            if re.match(
                r"(Private|Protect|Restrict|System|NoNew|Lock|UMask|Memory|Tasks|ReadWrite|Inaccess)\w*=", line
            ):
                assert above, line
            above = "" if not line or line.startswith("[") else above or line.startswith("#") * line


def test_both_units_are_hardened_alike() -> None:
    daemon, once = (
        shipped(name).partition("# Nobody waits")[2].partition("\n[Install]")[0] for name in (units.DAEMON, units.ONCE)
    )
    assert daemon.strip() == once.strip() != ""


def test_what_holds_only_in_a_namespace_stands_in_the_drop_in_alone() -> None:
    for name in (units.DAEMON, units.ONCE):
        assert not {line.partition("=")[0] for line in lines(shipped(name))} & set(ONLY_IN_A_NAMESPACE)
    assert "PrivateUsers=yes" in lines(shipped(units.SHIPPED_VIEW))


def test_the_filter_of_system_calls_leaves_the_worker_its_own_confinement() -> None:
    (found,) = (line for line in lines(shipped(units.DAEMON)) if line.startswith("SystemCallFilter="))
    assert {"landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", "seccomp"} <= set(found.split())
    assert "~" not in found


def test_a_unit_sets_what_the_shell_sets_and_nothing_else(wanted: Callable[[Kind], Wanted]) -> None:
    for kind in KINDS:
        text = units.render(wanted(kind))[units.service(kind)]
        assert len(re.findall(r"^Environment=", text, re.MULTILINE)) == len(wanted(kind).environment)


def test_no_key_can_be_rendered(wanted: Callable[[Kind], Wanted]) -> None:
    for kind in KINDS:
        text = "".join(units.render(wanted(kind)).values())
        assert not re.findall(r"^Environment=.*(?:KEY|TOKEN|SECRET)", text, re.MULTILINE)
        assert "\nEnvironmentFile=-" in text
