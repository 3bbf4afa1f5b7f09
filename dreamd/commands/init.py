"""``dreamd init``: writes a configuration file with every key explained, or changes the model in the one there is."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import click

from dreamd import caller, config, files, intentions, paths, scanner, terminal, toml_line
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.errors import ConfigError, PolicyViolation

if TYPE_CHECKING:
    from pathlib import Path

ENGINES = ["auto", "embedded", "anthropic", "claude-cli"]


@click.command("init", short_help="Write a commented configuration file; choose a model.")
@click.option("--engine", type=click.Choice(ENGINES), help="Choose who distils, from now on.")
@click.option("--base-url", metavar="URL", help="Of a server that speaks the Messages API, without /v1.")
@click.option("--model", metavar="NAME", help="The model's name, as the server calls it.")
@click.option("--force", is_flag=True, help="Begin with a new file; the old one is kept beside it.")
@with_output
@pass_asked
def command(asked: Asked, *, engine: str | None, base_url: str | None, model: str | None, force: bool) -> None:
    """Write a configuration file that explains every key. dreamd works without one; nothing else is changed.

    With --engine anthropic or claude-cli a model distils from then on: the redacted text of your sessions goes to it.
    In a file that is there, --engine, --base-url and --model change their own lines and nothing else.
    """
    if caller.caller(asked.environment, terminal=terminal.attended()).marked:
        raise PolicyViolation("only a person chooses the settings", "Let the person run it: dreamd init")
    path = asked.places.config
    chosen = {"engine": engine, "base_url": base_url, "model": model}
    wanted = {key: value for key, value in chosen.items() if value is not None}
    there = path.exists()
    if there and not force and not wanted:
        fix = "Edit it; or choose a model in it with --engine, or begin anew with --force."
        raise ConfigError(f"there is a configuration already: {path}", fix)
    text = _read(path) if there and not force else (paths.shipped("config") / "dreamd.toml").read_text(encoding="utf-8")
    for key, value in wanted.items():
        text = toml_line.put(text, "dream", key, value)
    asked.config = config.parse(tomllib.loads(text), path)  # before anything is written
    kept = _write(path, text, aside=there and force)
    found, _ = scanner.find(scanner.enabled(asked.config.sources), asked.places)
    if asked.json:
        terminal.document({"file": str(path), "sessions": len(found)})
        return
    changed = f"Changed {', '.join(wanted)} in {path}, and nothing else."
    terminal.say(changed if there and not force else f"Wrote {path}: every key with its default and what it does.")
    if kept:
        terminal.say(f"Your old configuration is kept as {kept}; its settings are not in the new one.")
    terminal.say(f"Found {terminal.count(len(found), 'session')}. Next: dreamd once")
    for line in intentions.told(asked):
        terminal.say(line)


def _read(path: Path) -> str:
    """The configuration with its line ends.

    Raises:
        ConfigError: it is not valid, so that no line of it can be told from another.
    """
    data = config.read(path)
    config.decode(data, path)
    return data.decode()


def _write(path: Path, text: str, *, aside: bool) -> Path | None:
    """Write the file, the one that was there moved aside; where to."""
    kept = _free(path) if aside else None
    real = path.resolve()  # people keep such files elsewhere and link to them
    try:
        files.make_private(real.parent)
        mode = real.stat().st_mode & 0o777 if real.exists() else files.PRIVATE_FILE
        if kept:
            files.write_atomic(kept, real.read_bytes(), mode)
        files.write_atomic(real, text.encode(), mode)
    except OSError as error:
        raise ConfigError(
            f"cannot write {path}: {error.strerror}", "Choose another place with --config FILE."
        ) from error
    return kept


def _free(path: Path) -> Path:
    """``config.toml.bak``, or the first like it that is not taken: no second --force loses what the first kept."""
    names = (path.with_name(f"{path.name}.bak{number or ''}") for number in range(1_000))
    return next(name for name in names if not name.exists())


COMMAND = command
