"""Finds out whether the machine lives on its battery."""

from __future__ import annotations

from pathlib import Path

SUPPLIES = Path("/sys/class/power_supply")


def on_battery(supplies: Path = SUPPLIES) -> bool:
    """Whether a battery is discharging and no mains supply is on; where that cannot be told, it is not."""
    folders = [folder for folder in sorted(supplies.glob("*")) if _line(folder / "scope") != "Device"]  # a mouse's
    found = [_supply(folder) for folder in folders]
    mains = any(kind in {"Mains", "USB"} and online == "1" for kind, online, _ in found)
    return not mains and any(kind == "Battery" and status == "Discharging" for kind, _, status in found)


def _supply(folder: Path) -> tuple[str, str, str]:
    """Its type, whether it is on, and what it does."""
    return _line(folder / "type"), _line(folder / "online"), _line(folder / "status")


def _line(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
