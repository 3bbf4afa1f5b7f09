"""The engine with a model behind the Messages API."""

from dreamd.dream import loop
from dreamd.engines import Engine

ENGINE = Engine(
    name="anthropic", title="Anthropic: a model by the Messages API, with your key", dream=loop.run, backend="messages"
)
