"""What the person is told before a dream, and asked where it costs or undoes much."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dreamd import caller, intake, ledger, models, prices, progress, readiness, reckoning, spending, state, terminal
from dreamd.errors import ConfigError, PolicyViolation

if TYPE_CHECKING:
    from dreamd.commands import Asked
    from dreamd.dreaming import Options
    from dreamd.intake import Scanned
    from dreamd.reckoning import Estimate
    from dreamd.state import Session


class Reckoned(NamedTuple):
    """What all dreams that are asked for may take."""

    made: Estimate
    sessions: int
    projects: int


def afford(asked: Asked, names: list[str], options: Options, scanned: Scanned, *, yes: bool) -> None:
    """Say what a model may cost before it is asked anything, and ask where that is more than ``confirm_usd``.

    Raises:
        ConfigError: nobody is here to be asked.
    """
    if models.backend(models.engine(options.engine)) is None:
        return
    made, sessions, projects = _reckoned(asked, names, options, scanned)
    if not sessions:
        return
    if not asked.quiet:
        where = names[0] if len(names) == 1 else terminal.count(projects, "project")
        _tell(asked, options.engine, made, f"{terminal.count(sessions, 'session')} of {where}")
    if made.usd[1] <= asked.config.dream.confirm_usd or yes:
        return
    if asked.json or not terminal.attended():
        told = f"this may take {_range(made.usd)} dollars"
        raise ConfigError(f"{told}, and nobody is here to be asked", "Add --yes, or raise [dream] confirm_usd.")
    terminal.agree("Go on?", err=True)


def _reckoned(asked: Asked, names: list[str], options: Options, scanned: Scanned) -> Reckoned:
    """What dreams over these workspaces may take; how many sessions they read, of how many workspaces."""
    made, count, projects = reckoning.Estimate(), 0, 0
    with state.database(asked.places.database, look=True) as db:
        known = {name: state.sessions(db, name) for name in names}
    for sessions in known.values():
        tokens, read = _new(asked, sessions, options, scanned)
        if read:
            made += reckoning.estimate(tokens, asked.config.dream, asked.environment, options.engine)
            count, projects = count + read, projects + 1
    return Reckoned(made, count, projects)


def _new(asked: Asked, sessions: list[Session], options: Options, scanned: Scanned) -> tuple[int, int]:
    """Tokens that are new, and of how many sessions; those that are read again count from their beginning."""
    if not options.again:
        waiting = intake.waiting(sessions, asked.config, asked.now_ns, live=True)
        return sum(item.tokens for item in waiting), len(waiting)
    counted = intake.counted(sessions, asked.config, asked.now_ns, options.since_ns)
    files = [file for item in counted if (file := scanned.found.get((item.source, item.session)))]
    if not files:
        return 0, 0
    with progress.shown(asked, "Measuring what was read before") as ears:
        return intake.measured(asked.config, files, ears.told), len(files)


def _tell(asked: Asked, engine: str, made: Estimate, what: str) -> None:
    """Two lines; on standard error where standard output is one JSON document."""
    settings = asked.config.dream
    tokens = " to ".join(f"{_rounded(count):,}" for count in made.tokens) + " tokens"
    price = f"{_range(made.usd)} dollars" if made.usd[1] else "free"
    lines = [f"{readiness.named(settings, asked.environment, engine)}: {what}; {tokens}, {price}"]
    if made.usd[1]:
        with state.database(asked.places.database, look=True) as db:
            left = prices.told(spending.left(db, settings.max_usd_per_month, asked.now_ns))
        lines.append(f"  never more than {prices.told(settings.max_usd_per_dream)} a project; {left} left this month")
    for line in lines:
        if asked.json:
            terminal.warn(line.strip())
        else:
            terminal.say(line)


def _rounded(count: int) -> int:
    """To two digits: it is an estimate."""
    return round(count, 2 - len(str(count)))


def _range(usd: tuple[float, float]) -> str:
    return f"{prices.told(usd[0])} to {prices.told(usd[1])}"


def agree(asked: Asked, names: list[str], *, yes: bool) -> None:
    """Reading again means learning again what was taken back: say how much, and ask.

    Raises:
        ConfigError: nobody is here to be asked.
        PolicyViolation: an agent asks for it.
    """
    with state.database(asked.places.database, look=True) as db:
        count = sum(len({item.text for item in ledger.rejections(db, name)}) for name in names)
    if not count:
        return
    told = terminal.count(count, "statement")
    if caller.caller(asked.environment, terminal=terminal.attended()).marked:
        raise PolicyViolation(f"{told} that the person took back may be learned again", "Let the person run it.")
    if yes:
        return
    if asked.json or not terminal.attended():
        problem = f"--again may learn {told} again that you took back"
        raise ConfigError(f"{problem}, and nobody is here to be asked", "Add --yes.")
    terminal.agree(f"{told} that you took back may be learned again. Go on?")
