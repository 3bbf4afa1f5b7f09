"""A script in a model's place: it reads what a model would read and answers by rules, the same each time.

The model's name chooses the script: ``smuggler`` does its best to bring others' words in, any other works honestly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import estimate, prices
from dreamd.backends import Backend
from dreamd.backends.scripted import honest, smuggler
from dreamd.records import Tokens

if TYPE_CHECKING:
    from dreamd.backends import Model
    from dreamd.dialog import Reply, Request

SCRIPTS = {"smuggler": smuggler.answer}
PRICED_AS = "claude-haiku-5-5"
PREVIOUS = 2
"""Messages by which a dialog grows: the reply, and what is told next."""


def complete(request: Request, model: Model, _seconds: float) -> Reply:
    """Answer one prompt, see ``Backend.complete``."""
    reply = SCRIPTS.get(model.name, honest.answer)(request)
    return msgspec.structs.replace(reply, tokens=counted(request, reply))


def counted(request: Request, reply: Reply) -> Tokens:
    """Tokens as a server with a cache counts them, estimated from above: what the last prompt held was kept."""
    whole, kept = estimate.prompt(request), 0
    if len(request.messages) > PREVIOUS:
        kept = estimate.prompt(msgspec.structs.replace(request, messages=request.messages[:-PREVIOUS]))
    return Tokens(input=whole - kept, output=sum(map(estimate.block, reply.content)), cached=kept)


def price(_model: Model, tokens: Tokens) -> float:
    """Dollars that the default model would have cost."""
    return prices.cost(PRICED_AS, tokens)


BACKEND = Backend(name="scripted", title="a script in a model's place, for tests", complete=complete, price=price)
