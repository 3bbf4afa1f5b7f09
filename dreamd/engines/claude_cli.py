"""The engine with a model behind the person's own claude program."""

from dreamd.dream import loop
from dreamd.engines import Engine

ENGINE = Engine(
    name="claude-cli",
    title="Claude CLI: your own claude program, with your subscription",
    dream=loop.run,
    backend="claude-cli",
)
