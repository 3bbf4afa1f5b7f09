"""Tells a person's own words in what they typed from the words of others that they quote or paste.

The border: what carries a sign of another hand (quoting marks, an attribution, a letter's or a chat's heads, a heading,
a wrapper, the shape of a machine, a length that nobody types) is the other's as far as that hand may reach, even where
a sentence of the person's is lost with it; what carries none is the person's. So a short list of rules under a line
that ends in a colon is theirs, and the same list under a Markdown heading is a document's.

Every detector sees the text with what others found blanked out, in its place, so that a mark inside a code block rules
nothing outside of it.
"""

from __future__ import annotations

from typing import NamedTuple

from dreamd.quoted import answers, chats, documents, fences, letters, machines, pastes, quotations, reports, tags
from dreamd.quoted.lines import BLANK, Span, blanked

DETECTORS = (fences, tags, answers, letters, chats, machines, documents, quotations, reports, pastes)


class Part(NamedTuple):
    """A run of the text."""

    text: str
    why: str
    """What shows that the words are another's, e.g. ``quoted_line``; empty for the person's own."""


def parts(text: str) -> list[Part]:
    """The text cut into own and others' words, in order; put together again they are the text."""
    typed = min(len(text), pastes.TYPED)
    seen, spans = text[:typed].replace(BLANK, " "), [Span(typed, len(text), "long_paste")]
    for detector in DETECTORS:
        new = list(detector.found(seen)) if detector.may_hold(seen) else []
        spans += new
        seen = blanked(seen, new)
    cut, made = 0, list[Part]()
    for start, end, why in sorted(spans):
        if start > cut:
            made.append(Part(text[cut:start], ""))
            cut = start
        if end <= cut:
            continue
        if made and made[-1].why == why:
            made[-1] = Part(made[-1].text + text[cut:end], why)
        else:
            made.append(Part(text[cut:end], why))
        cut = end
    return made
