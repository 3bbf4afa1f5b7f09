"""The question that a statement answers, where it needs one for its subject."""

from __future__ import annotations

import re

from dreamd.engines.embedded.wording import cleaned

ASKED = 160
"""Characters of a question that are kept beside its answer."""
OFFER = re.compile(
    r"\b(?:would you like|do you want|want me|shall i|should i (?:continue|proceed|go|commit|push|start)|ready to"
    r"|what (?:should|shall) (?:i|we) do next|which (?:file|one) did you)\b"
    r"|要我|需要我|要不要我|要提交吗|继续吗",
    re.IGNORECASE,
)
"""Asks for leave, not for an opinion: what follows need not answer it."""
INTERROGATIVE = re.compile(
    r"^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|should|shall|would|will"
    r"|has|have)\b|什么|哪|怎么|怎样|如何|多少|几|谁|吗|还是",
    re.IGNORECASE,
)
LOADED = re.compile(
    r"://|[`|$<>{}]|[.;!。；！]\s*\w|\b(?:ignore|disregard|always|never|must)\b|忽略|无视|必须|总是", re.IGNORECASE
)
"""More than a question: an agent may repeat what a stranger planted, and this stands beside a person's rule."""
LEANS = re.compile(
    r"(?:it|that|this|they|those|these|he|she|not|yes|no|only|both|same|the (?:first|second|last|former|latter) \w+)\b"
    r"|[这那它他她]|不是",
    re.IGNORECASE,
)


def question(reply: str) -> str:
    """The question that the assistant's reply ends with, as one plain line; empty where it asks nothing."""
    last = reply.rstrip().rpartition("\n")[2]
    plain = cleaned(last)
    asks = last.endswith(("?", "？")) and not OFFER.search(last) and INTERROGATIVE.search(plain)
    return plain if asks and len(plain) <= ASKED and not LOADED.search(plain) else ""


def answered(text: str, reply: str, why: str) -> str:
    """The question that the statement needs beside it; ``why`` is the rule that made its turn a human one."""
    return question(reply) if why == "answer" or LEANS.match(text) else ""
