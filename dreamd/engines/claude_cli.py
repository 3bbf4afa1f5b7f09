"""The engine with a model behind the person's own claude program."""

from dreamd.dream import loop
from dreamd.engines import Engine

ENGINE = Engine(
    name="claude-cli",
    dream=loop.run,
    backend="claude-cli",
)
