"""The engine with a model's place taken by a script."""

from dreamd.dream import loop
from dreamd.engines import Engine

ENGINE = Engine(
    name="scripted",
    dream=loop.run,
    backend="scripted",
)
