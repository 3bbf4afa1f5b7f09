"""``dreamd init``: writes a configuration file with every key explained."""

from __future__ import annotations

import click

from dreamd import files, paths, scanner, terminal
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.errors import ConfigError

ENGINES = {
    "auto": "The engine is 'embedded': no key, no network.",
    "embedded": "The engine is 'embedded': no key, no network.",
    "anthropic": "A model distils: it is sent your sessions' text, redacted, within the ceilings that the file names.",
    "claude-cli": "Your own claude program distils: it is sent your sessions' text, redacted, on your plan's terms.",
}
"""Engine -> what choosing it means."""


@click.command("init", short_help="Write a commented configuration file.")
@click.option("--engine", type=click.Choice(ENGINES), default="auto", help="Choose who distils, from now on.")
@click.option("--force", is_flag=True, help="Replace a configuration that is there.")
@with_output
@pass_asked
def command(asked: Asked, *, engine: str, force: bool) -> None:
    """Write a configuration file that explains every key. dreamd works without one; nothing else is changed.

    With --engine anthropic or claude-cli a model distils from then on: the redacted text of your sessions goes to it.
    """
    path = asked.places.config
    if path.exists() and not force:
        raise ConfigError(
            f"there is a configuration already: {path}", "Edit it, or replace it with: dreamd init --force"
        )
    text = (paths.shipped("config") / "dreamd.toml").read_text(encoding="utf-8")
    if engine != "auto":
        text = text.replace('#engine = "auto"', f'engine = "{engine}"')
    try:
        files.make_private(path.parent)
        files.write_atomic(path, text.encode())
    except OSError as error:
        raise ConfigError(
            f"cannot write {path}: {error.strerror}", "Choose another place with --config FILE."
        ) from error
    found, _ = scanner.find(scanner.enabled(asked.config.sources), asked.places)
    if asked.json:
        terminal.document({"file": str(path), "sessions": len(found)})
        return
    terminal.say(f"Wrote {path}: every key with its default and what it does.")
    terminal.say(f"Found {terminal.count(len(found), 'session')}. {ENGINES[engine]} Next: dreamd once")
    key = asked.config.dream.key_env
    if engine == "auto" and asked.environment.get(key):
        terminal.say(f"{key} is set and stays unused; to let a model distil: dreamd init --force --engine anthropic")


COMMAND = command
