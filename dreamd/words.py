"""What a text is found by: words of languages with spaces, pairs of characters of those without."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""Where ``camelCase`` is two words."""
SEVERAL = re.compile(r"(?<=[A-Z]{2})s(?![^\W_])")
"""What makes several ``APIs`` of one."""
UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
RUN = re.compile(rf"(?P<unspaced>[{UNSPACED}]+)|[^\W_{UNSPACED}]+")
JOINED = re.compile(r"(?<![^\W_])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?![^\W_])")
JOINED_PARTS, JOINED_CHARS = 3, 24
"""A longer row of words is no word."""
TERMS = 40
"""Terms of one question; what a longer one says beyond them tells little more."""
ENDING = re.compile(r"(?<=[a-z]{3})(?:at(?:ions?|e[sd]?|ing|ors?)|(?<=t)(?<!duct)ions?|ments?|ings?|ers?|ed|es|s|e)$")
"""What a word may lose and be the same; a production is no product."""
SHORT = 4
"""A shorter word has no ending to lose."""
VOWELS = frozenset("aeiouy")
LITTLE = 0.5
"""What an everyday word counts."""


def bare(word: str) -> str:
    """The word without its ending: what is left of ``ships``, ``shipped`` and ``shipping`` is the same."""
    if len(word) > SHORT and word.endswith(("ie", "ies", "ied")):
        return f"{word[: word.rindex('ie')]}y"
    left = ENDING.sub("", word)
    doubled = len(left) >= SHORT and left[-1] == left[-2] and left[-1] not in VOWELS
    return left[:-1] if doubled else left


STOP_WORDS = """
a about after again all also am an and any are aren as at be because been before being both but by can could d did do
does doesn doing don done for from get got had has have having he her here hers herself him himself his how i if in
into is isn it its just kind know let like ll m made make may me might must my need no not now of off on once one only
or other our out over please re s same shall she should so some such t tell than that the their theirs them then there
these they thing this those through to too under until up us use used using ve very want was way we were what when
where which while who whom whose why will with would you your yours
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


EVERYDAY_WORDS = """
able accept act actual add afternoon again age ago agree allow almost alone along already also although always amount
another answer anybody anyone anything anyway apart appear area arrive ask away back bad bad basic become begin believe
best better big bit board body book both bottom break bring brought busy buy call came care carry case catch certain
chance change cheap check choose clear close come common complete consider continue correct couple course cover create
current cut daily day decide deep depend describe different difficult directly discuss done doubt down draw drop during
each early easy either else end enough entire especially even evening event ever every everybody everyone everything
exact example except expect experience explain extra fact fail fair fall far feel few figure fill final find fine first
five fix follow force forget former forward found four free friday friend front full fully further future gave general
give given go goes gold gone good great group grow guess half hand handle happen happy hard hardly head hear heard
heavy hello help hi high hit hold home hope hour however huge idea imagine inside instead interesting issue item job
join keep kept key kind knew known lack large last late later lead learn least leave left less let level life line list
little live long look lose lot low main major many matter maybe mean meet mention middle mind minute miss moment monday
month more morning most move much myself name near nearly necessary need never new next nice night nobody none normal
note nothing notice number obvious offer often ok okay old open opinion order original others otherwise ought outside
own paid part particular pass past pay people perhaps period person pick piece place plan play point poor possible
prefer prepare present pretty probably problem proper properly put question quick quickly quiet quite raise ran reach
read ready real really reason receive recent regular remain remember remove reply result return right round run
said same saturday save saw say second see seem seen send sense sent separate serious set several short show side sign
similar simple since single sit situation six size small somebody somehow someone something sometimes somewhere soon
sorry sort sound special spend stand start state stay step stick still stop story straight strange strong stuff such
suddenly suggest sunday suppose sure surprise table take taken talk ten thank thanks themselves thing think third
thought three thursday till today together told tomorrow tonight took top total touch toward trouble true try tuesday
turn twice two type understand unless upon useful usual usually wait walk want watch wednesday week weekend well went
whatever whenever whether whole wonder word work world worry worth write wrong wrote year yesterday yet young yourself
"""
"""What people say of everything: however few topics hold such a word, it tells little."""
EVERYDAY_PAIRS = """
一条 一次 一种 一样 一直 一起 上面 下面 不会 不同 不知 不行 两个 个人 之前 之后 今天 以后 以前 但是 其他 准备 出来
刚才 别人 到底 前面 办法 后面 因为 地方 大家 如果 它们 对方 属于 帮我 帮忙 开始 必须 忘了 怎办 想要 所以 打算 才能
找到 拿到 提到 昨天 明天 最好 最近 有人 有些 来了 来说 次数 每个 每天 每次 没人 火速 然后 现有 由于 的话 直接 看到
知道 简单 类似 结果 而且 自己 觉得 认为 说明 谁能 起来 身上 转发 还有 还没 通过 那么 那些 里面 重新 问题 随便 需不
非常 马上 麻烦 多久 多长 几天 几次 我写 我想 我要 我在 我有
"""
GRAMMAR = frozenset(
    "我你您他她它这那谁哪几想要能会该得把被给跟和与及还也就都才再又很太更最没别是在到去来让叫从向为以做先说"
    "一二两三四五六七八九十百千万"
)
"""Characters that mostly stand by themselves: a pair with one of them is seldom a word, and tells as little."""
PAIR = 2
"""Characters of what is a word as a rule, where there are no spaces."""
EVERYDAY = frozenset((*EVERYDAY_WORDS.split(), *EVERYDAY_PAIRS.split()))
FORMS = frozenset(map(bare, EVERYDAY))


def telling(term: str) -> float:
    """How much a term tells of what a question is about, beside how few topics hold it: from 0 to 1."""
    little = bare(term) in FORMS or (len(term) == PAIR and not GRAMMAR.isdisjoint(term))
    return LITTLE if little else 1.0


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


def idle(question: str) -> bool:
    """Whether the question holds nothing but words of every question; what is written in capitals (US) is a name."""
    names = any(len(word) > 1 and word.isupper() for word in question.split() if word.isascii())
    terms = set(_terms(question))
    return not names and all(term in STOP or term in ASKING or bool(PARTICLES & set(term)) for term in terms)


def _terms(text: str) -> list[str]:
    """Words that are joined are told apart and then as one, since others write them so: ``sign off signoff``."""
    apart = JOINED.sub(_apart, SEVERAL.sub("", unicodedata.normalize("NFKC", text)))
    said = apart.casefold()
    found: list[str] = []
    for match in RUN.finditer(said):
        run = match[0]
        found += [run] if not match["unspaced"] or len(run) == 1 else map("".join, pairwise(run))
    return found


def _apart(match: re.Match[str]) -> str:
    parts = HUMP.sub(" ", match[0].replace("-", " ")).split(" ")
    one = len(parts) in range(2, JOINED_PARTS + 1) and len(match[0]) <= JOINED_CHARS
    return " ".join([*parts, "".join(parts)] if one else parts)
