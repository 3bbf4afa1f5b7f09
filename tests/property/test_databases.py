"""Whatever stands in an agent's database, finding and reading its sessions goes on: no crash."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dreamd import paths
from dreamd.reading import laying
from dreamd.reading.walking import Walk
from dreamd.records import Mark
from dreamd.sources import Damaged, Source, Tally, goose, opencode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.paths import Places

SAMPLES = Path(__file__).parent.parent / "fixtures" / "sources"
DEEP = "[" * 100_000
COLUMNS = [
    pytest.param(source, home, table, column, id=f"{home.name}-{table}-{column}")
    for source, name in ((goose.SOURCE, "goose"), (opencode.SOURCE, "opencode"), (opencode.SOURCE, "opencode@2"))
    for home in [SAMPLES / name]
    for (database,) in [list(home.rglob("*.db"))]
    for table, columns in [
        (table, [row[1] for row in sqlite3.connect(database).execute(f"PRAGMA table_info({table})")])
        for (table,) in sqlite3.connect(database).execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    for column in columns
]

values = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    st.binary(max_size=20),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.sampled_from(
        ["9" * 18, "9" * 19, "9" * 5000, "\u0663" * 5000, DEEP, '{"a":' * 100_000, "[1e999]", "a\0b", "../x"]
    ),
)


def spoilt(database: Path, table: str, column: str, value: object, *, as_text: bool) -> None:
    """Put the value into every row; the table takes any type, as a stranger's may."""
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        db.execute(f"CREATE TABLE loose ({', '.join(names)})")
        db.execute(f"INSERT INTO loose SELECT * FROM {table}")  # noqa: S608 (names of our own sample)
        db.execute(f"DROP TABLE {table}")
        db.execute(f"ALTER TABLE loose RENAME TO {table}")
        db.execute(f"UPDATE {table} SET {column} = {'CAST(? AS TEXT)' if as_text else '?'}", (value,))  # noqa: S608


@pytest.mark.parametrize(("source", "home", "table", "column"), COLUMNS)
@settings(max_examples=12, deadline=None)
@given(value=values, as_text=st.booleans())
@example(value="9" * 5000, as_text=False)
@example(value=b"\xff\xfe\x00", as_text=True)
@example(value=float("inf"), as_text=False)
@example(value=DEEP, as_text=False)
def test_odd_values_in_any_column_are_no_crash(
    source: Source, home: Path, table: str, column: str, value: object, *, as_text: bool
) -> None:
    with tempfile.TemporaryDirectory() as top:
        there = Path(top, "home")
        shutil.copytree(home, there)
        (database,) = there.rglob("*.db")
        spoilt(database, table, column, value, as_text=as_text)
        damaged: list[Damaged] = []
        places = paths.places({"HOME": str(there), "DREAMD_HOME": str(Path(top, "own"))})
        for found in source.find(places, damaged):
            assert all(turn.text.strip() for turn in source.read(found, Mark(), Tally()))
        assert not damaged, "one odd value costs no whole database"


@pytest.mark.parametrize(
    "error",
    [
        ValueError("x"),
        OverflowError("x"),
        RecursionError("x"),
        IndexError("No item with that key"),
        msgspec.DecodeError("x"),
        sqlite3.DataError("x"),
    ],
)
def test_what_cannot_be_read_is_damage_of_that_database_alone(tmp_path: Path, places: Places, error: Exception) -> None:
    bad, good = tmp_path / "bad.db", tmp_path / "good.db"
    for path in (bad, good):
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute(f"CREATE TABLE {path.stem} (id)")

    def sessions(db: sqlite3.Connection) -> Iterator[tuple[str, bytes]]:
        yield from (("a", b"{}\n") for _ in db.execute("SELECT name FROM sqlite_master WHERE name = 'good'"))
        if not db.execute("SELECT name FROM sqlite_master WHERE name = 'good'").fetchall():
            raise error

    damaged: list[Damaged] = []
    found = list(laying.transcripts("fake", [bad, good], sessions, places, Walk(damaged)))
    assert [item.session for item in found] == ["a"]
    assert [item.path for item in damaged] == [bad]
