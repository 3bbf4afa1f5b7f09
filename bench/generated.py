"""Makes a memory of many topics near their limit, in English and Chinese, with entries that all differ."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import TYPE_CHECKING

from dreamd.memory import index, topic
from dreamd.memory.layout import TOPIC_BYTES
from dreamd.records import Entry

if TYPE_CHECKING:
    from pathlib import Path

AREAS = (
    *("billing", "search", "checkout", "inventory", "shipping", "accounts", "reporting", "media", "messaging", "maps"),
    *("tickets", "imports", "exports", "partners", "catalogue", "audit", "scheduling"),
)
SUBJECTS = (
    ("releases", "tagging or publishing {area}: which channel comes first, who approves, what broke before"),
    ("database", "changing tables of {area} or running a migration: order of steps, locks, who signs off"),
    ("testing", "writing or changing tests of {area}: what must be real, how long they may take, which are flaky"),
    ("alerts", "silencing or adding an alert of {area}: who is called, what wakes people, thresholds"),
    ("style", "writing code of {area}: names, structure, errors, dependencies that are preferred"),
    ("access", "giving anybody rights in {area}: roles, reviews, what expires when"),
    ("limits", "raising a quota or rate of {area}: what depends on it, what partners were promised"),
    ("people", "asking somebody about {area}: who owns which part, who decides, when they are there"),
    ("接口", "修改{area}的接口之前先读：字段约定、兼容规则、谁来审批"),
    ("部署", "部署{area}之前先读：顺序、回滚办法、禁止的时间段"),
)
VERBS = (
    "Keep",
    "Check",
    "Never move",
    "Always ask about",
    "Write down",
    "Prefer",
    "Avoid",
    "Announce",
    "Measure",
    "Freeze",
)
THINGS = (
    *(
        "the ledger export",
        "the nightly job",
        "the shared fixture",
        "the second queue",
        "the read replica",
        "the rate card",
    ),
    *(
        "the legacy client",
        "the signed report",
        "the retry budget",
        "the cache key",
        "the feature switch",
        "the webhook",
    ),
)
REASONS = (
    *("a partner's import failed twice because of it", "the auditors ask for it every quarter", "it woke three people"),
    *("the rollback took four hours", "customers saw two prices", "the replica lagged behind for a day"),
)


def memory(root: Path, topics: int, seed: int = 1) -> None:
    """Write that many topics, each just below its limit, with an index, into the directory."""
    chance = random.Random(seed)  # noqa: S311 (nothing secret is made)
    root.mkdir(parents=True, exist_ok=True)
    lines = []
    for number in range(topics):
        subject, purpose = SUBJECTS[number % len(SUBJECTS)]
        area = AREAS[number // len(SUBJECTS) % len(AREAS)]
        stem = f"{area}-{subject}" if subject.isascii() else f"{area}-{('api', 'deploy')[number % 2]}"
        description = purpose.format(area=area) if "之前" in purpose else f"Read before {purpose.format(area=area)}"
        held = topic.new(stem, f"{area} {subject}", description, "project", "2026-01-15")
        while len((grown := topic.add(held, _entry(chance, area, len(held.items)))).data) < TOPIC_BYTES:
            held = grown
        (root / f"{stem}.md").write_bytes(held.data)
        lines.append(index.pointer(held))
    (root / "MEMORY.md").write_text("".join(f"{line}\n" for line in lines), "utf-8")


def _entry(chance: random.Random, area: str, number: int) -> Entry:
    said = date(2026, 1, 15) + timedelta(days=chance.randrange(300))
    thing, other = chance.sample(THINGS, 2)
    return Entry(
        text=f"{chance.choice(VERBS)} {thing} of {area} before {other} changes, at most {number + 2} at a time.",
        why=f"In {said:%B} {chance.choice(REASONS)}." if number % 2 else "",
        how=f"Every change of {other} on host {area}-{chance.randrange(1, 9)}." if number % 3 == 0 else "",
        created=str(said),
        updated=str(said),
        sources=(
            f"claude-code/{chance.randrange(16**8):08x}-{chance.randrange(16**4):04x}#L{chance.randrange(1, 900)}",
        ),
    )
