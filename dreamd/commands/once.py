"""``dreamd once``: one dream now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dreamd import clock, consent, example, intake, models, outcomes, progress, run, state, terminal, workspaces
from dreamd.commands import Asked, known, pass_asked, selected, setting, standing_in, with_output
from dreamd.dreaming import Options
from dreamd.errors import ConfigError
from dreamd.memory import history
from dreamd.memory.layout import COMMON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.memory.layout import Workspace
    from dreamd.records import Dream
    from dreamd.worker.answering import Told

ENGINES = ["embedded", "anthropic", "claude-cli"]
FAILED, LOCKED = 1, 75
NOBODY = frozenset({"bad_key", "no_key", "no_cli", "unreachable"})
"""Reasons that have to do with the model and not with the project."""
MONTH = "max_usd_per_month"


@click.command("once", short_help="Dream once, now.")
@click.option("--all", "everywhere", is_flag=True, help="Every workspace, wherever you stand.")
@click.option("--gated", is_flag=True, help="Only where the time and session gates are open (for timers).")
@click.option("--dry-run", is_flag=True, help="Show what would be learned; write nothing into any memory.")
@click.option("--engine", type=click.Choice(ENGINES), help="Use this engine, for this time.")
@click.option("--again", is_flag=True, help="Read sessions that were read before once more.")
@click.option("--since", metavar="TIME", default="", help="With --again: only sessions with something said since.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--example", "as_example", is_flag=True, help="Dream over example sessions in a scratch directory.")
@with_output
@pass_asked
@click.pass_context
def command(  # noqa: PLR0913 (one parameter an option)
    context: click.Context,
    asked: Asked,
    *,
    everywhere: bool,
    gated: bool,
    dry_run: bool,
    engine: str | None,
    again: bool,
    since: str,
    yes: bool,
    as_example: bool,
) -> None:
    """Dream once, now: read the new sessions of this project and add what is worth keeping to its memory.

    Acts on the project you stand in; where you stand in none, on all; in a repository without sessions, on nothing. A
    dream by hand does not wait for the time and session gates, and takes sessions that are still going on up to their
    last whole row.

    With a model (dreamd init --engine, or --engine here) it is said first which one, and what that may cost; above
    confirm_usd you are asked. A --dry-run asks the model all the same, and costs as much as the dream.
    """
    if as_example:
        context.call_on_close(example.prepare(asked))
    history.require(asked.places.history, asked.search)
    since_ns = clock.parse(since) if since else 0
    if since_ns is None or (since and not again):
        problem = f"{since!r} is no time" if again else "--since belongs to --again"
        raise ConfigError(problem, "Write it like: --again --since 2026-11-30")
    options = Options(
        gated=gated, dry_run=dry_run, again=again, since_ns=since_ns, engine=engine or models.chosen(asked.config.dream)
    )
    dreams = []
    for dream in _dream(asked, options, everywhere=everywhere or as_example, yes=yes):
        dreams.append(dream)
        outcomes.tell(asked, dream)
    if asked.json:
        terminal.document({"dreams": dreams})
    elif not asked.quiet:
        outcomes.sum_up(asked, dreams)
        if as_example:
            example.tell(asked, dreams)
    if any(dream.outcome in outcomes.TROUBLE for dream in dreams):
        context.exit(FAILED)
    context.exit(LOCKED if not gated and any(dream.reason == "locked" for dream in dreams) else 0)


def _dream(asked: Asked, options: Options, *, everywhere: bool, yes: bool) -> Iterator[Dream]:
    """Dream over one workspace after the other; what one learned is told before the next begins."""
    # First of all: what a crash left in a lock file is no watermark, and what it left to be settled is no news to scan.
    known(asked)
    with progress.shown(asked, "Looking for new sessions") as ears:
        scanned = _scan(asked, options, ears.told)
    for place in scanned.damaged:
        terminal.warn(f"cannot read {place.path}: {place.reason}")
    for report in scanned.unreadable:
        terminal.warn(f"cannot read {report.transcript.path}: {report.reason}")
    chosen = _chosen(asked, everywhere=everywhere)
    if options.again:
        consent.agree(asked, [workspace.name for workspace in chosen], yes=yes)
    if not options.gated:
        consent.afford(asked, [workspace.name for workspace in chosen], options, scanned, yes=yes)
    for tried, workspace in enumerate(chosen, 1):
        with progress.shown(asked, f"Dreaming over {workspace.name}") as ears:
            dream = run.attempt(setting(asked, ears), workspace, scanned, options)
        yield dream
        if dream.reason in NOBODY or (dream.reason == "cost" and MONTH in dream.message):
            _stop(asked, len(chosen) - tried)
            return


def _stop(asked: Asked, left: int) -> None:
    """What failed would fail for the other projects too."""
    if left:
        told = f"{terminal.count(left, 'more project')} {'was' if left == 1 else 'were'} not tried"
        (terminal.warn if asked.json or asked.quiet else terminal.say)(told)


def _chosen(asked: Asked, *, everywhere: bool) -> list[Workspace]:
    """What to dream over; a repository without sessions is no reason to dream over all others unasked."""
    chosen = [item for item in selected(asked, everywhere=everywhere) if item.name != COMMON]
    if asked.workspace == COMMON:
        raise ConfigError(
            "no dream feeds the memory of what is true in every project",
            f"Say it yourself: dreamd remember --workspace {COMMON} ...; see also: dreamd promote",
        )
    here = standing_in()
    if everywhere or asked.workspace or here is None or not workspaces.repository(here):
        return chosen
    return [item for item in chosen if item.project == here]


def _scan(asked: Asked, options: Options, told: Told) -> intake.Scanned:
    """Look for sessions; with ``--gated`` at most every ``scan_minutes``, and not while every time gate is closed."""
    if options.gated and not intake.due(asked.places, asked.config, asked.now_ns):
        with state.database(asked.places.database, look=True) as db:
            sessions = state.sessions(db)
        return intake.look(asked.places, asked.config, sessions)
    return intake.scan(asked.places, asked.config, asked.now_ns, told)


COMMAND = command
