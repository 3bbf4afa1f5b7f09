"""Figures for a monitoring system: what stands in our state, in the form that its collector reads."""

from __future__ import annotations

import re
import stat
from typing import TYPE_CHECKING

import pytest

from dreamd import clock, ledger, metrics, state
from dreamd.config import Config, Metrics
from dreamd.errors import StoreError
from dreamd.memory.layout import Workspace
from dreamd.records import Dream, Tokens

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.paths import Places

NOW = 1_790_000_000 * clock.SECOND
LINE = re.compile(r'dreamd_[a-z_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)+\})? -?[0-9.e+-]+')


@pytest.fixture
def _dreamed(places: Places, tmp_path: Path) -> None:
    """Two dreams and a failure of one project with a name that wants to break out."""
    item = Workspace(name='sh"op\n', root=tmp_path, layout="claude-code", project=tmp_path)
    with state.database(places.database) as db:
        state.add_workspace(db, item)
        for number, outcome in enumerate(("dreamed", "dreamed", "failed")):
            dream = Dream(
                workspace=item.name,
                outcome=outcome,  # type: ignore[arg-type]
                dream_id=f"{number}",
                added=3,
                retired=1,
                tokens=Tokens(input=1000, output=10),
                cost_usd=0.25,
            )
            ledger.record_outcome(db, dream, NOW)


@pytest.mark.usefixtures("_dreamed")
def test_every_line_is_a_sample_or_a_comment_and_the_sums_are_right(places: Places) -> None:
    with state.database(places.database, look=True) as db:
        lines = list(metrics.rendered(db, Config(), NOW))
    samples = [line for line in lines if not line.startswith("#")]
    assert all(LINE.fullmatch(line) for line in samples), samples
    name = 'workspace="sh\\"op\\n"'
    assert f'dreamd_dreams_total{{{name},outcome="dreamed"}} 2' in samples
    assert f'dreamd_dreams_total{{{name},outcome="failed"}} 1' in samples
    assert f'dreamd_entries_total{{{name},op="added"}} 6' in samples, "what failed added nothing"
    assert f'dreamd_tokens_total{{{name},direction="in"}} 3000' in samples
    assert f"dreamd_cost_dollars_total{{{name}}} 0.75" in samples
    assert f'dreamd_gate_open{{{name},gate="time"}} 1' in samples
    declared = {line.split()[2] for line in lines if line.startswith("# TYPE")}
    assert {line.partition("{")[0] for line in samples} <= declared


@pytest.mark.usefixtures("_dreamed")
def test_the_file_is_written_only_where_it_is_asked_for_and_others_may_read_it(places: Places, tmp_path: Path) -> None:
    metrics.write(places.database, Config(), NOW)
    path = tmp_path / "node" / "dreamd.prom"
    wanted = Config(metrics=Metrics(textfile=str(path)))
    with pytest.raises(StoreError, match="cannot write"):
        metrics.write(places.database, wanted, NOW)
    path.parent.mkdir()
    metrics.write(places.database, wanted, NOW)
    assert path.read_text().endswith("\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
