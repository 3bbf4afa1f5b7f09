"""``dreamd init``: writes a configuration file with every key explained."""

from __future__ import annotations

import click

from dreamd import files, paths, scanner, terminal
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.errors import ConfigError


@click.command("init", short_help="Write a commented configuration file.")
@click.option("--force", is_flag=True, help="Replace a configuration that is there.")
@with_output
@pass_asked
def command(asked: Asked, *, force: bool) -> None:
    """Write a configuration file that explains every key. dreamd works without one; nothing else is changed."""
    path = asked.places.config
    if path.exists() and not force:
        raise ConfigError(
            f"there is a configuration already: {path}", "Edit it, or replace it with: dreamd init --force"
        )
    text = (paths.shipped("config") / "dreamd.toml").read_bytes()
    try:
        files.make_private(path.parent)
        files.write_atomic(path, text)
    except OSError as error:
        raise ConfigError(
            f"cannot write {path}: {error.strerror}", "Choose another place with --config FILE."
        ) from error
    found, _ = scanner.find(scanner.enabled(asked.config.sources), asked.places)
    if asked.json:
        terminal.document({"file": str(path), "sessions": len(found)})
        return
    terminal.say(f"Wrote {path}: every key with its default and what it does.")
    terminal.say(f"Found {len(found)} sessions. The engine is 'embedded': no key, no network. Next: dreamd once")


COMMAND = command
