"""The engine with a model behind the Messages API."""

from dreamd.dream import loop
from dreamd.engines import Engine

ENGINE = Engine(name="anthropic", dream=loop.run, backend="messages")
