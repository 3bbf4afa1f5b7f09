"""What a text is found by: words of languages with spaces, pairs of characters of those without."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""Where ``camelCase`` is two words."""
UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
RUN = re.compile(rf"(?P<unspaced>[{UNSPACED}]+)|[^\W_{UNSPACED}]+")
TERMS = 40
"""Terms of one question; what a longer one says beyond them tells little more."""
STOP_WORDS = """
a about again all also am an and any are aren as at be because been before being both but by can could d did do
does doesn doing don done for from get got had has have having he her here his how i if in into is isn it its just
kind know let like ll m made make may me might must my need no not now of off on once one only or other our out over
please re s same shall she should so some such t tell than that the their them then there these they thing this
those through to too under until up us use used using ve very want was way we were what when where which while who
whom whose why will with would you your yours
"""
STOP = frozenset(STOP_WORDS.split())
"""Articles, pronouns, auxiliaries, prepositions, and what turns a statement into a question."""
PARTICLES = frozenset("的了吗呢吧啊么们呀嘛哪")
"""Characters that hold a Chinese sentence together; a pair with one of them is no word."""
ASKING_PAIRS = """
什么 怎么 怎样 如何 哪里 哪个 哪些 为什 为何 是否 是不 不是 可以 应该 需要 我们
你们 他们 这个 那个 一个 一下 一些 有没 没有 时候 请问 告诉 关于 现在 以及 或者 还是
能不 不能 要不 该用 该怎 该如 应当 谁来 多少 几个
"""
ASKING = frozenset(ASKING_PAIRS.split())


def indexed(text: str) -> str:
    """The text's terms, with spaces between them, as an index keeps them."""
    return " ".join(_terms(text))


def asked(text: str) -> tuple[str, ...]:
    """The terms that a question is about, each once, in order; those of every question are left out.

    A question of nothing else is about those.
    """
    terms = list(dict.fromkeys(_terms(text)))
    telling = [term for term in terms if term not in STOP and term not in ASKING and not PARTICLES & set(term)]
    return tuple((telling or terms)[:TERMS])


def _terms(text: str) -> list[str]:
    said = unicodedata.normalize("NFKC", HUMP.sub(" ", text)).casefold()
    found: list[str] = []
    for match in RUN.finditer(said):
        run = match[0]
        found += [run] if not match["unspaced"] or len(run) == 1 else map("".join, pairwise(run))
    return found
