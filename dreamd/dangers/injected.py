"""Whether a text gives orders to agents behind the person's back; pure.

What tells of such orders (a test string, a warning) gives none.
"""

from __future__ import annotations

import re

from dreamd.dangers import bidden

TOLD = re.compile(
    r"\b(?:corpus|drills?|training (?:slides?|material|text)"
    r"|prompt injection|injection|attack\w*|malicious|phishing|jailbreak\w*|test (?:string|case|fixture"
    r"|data|prompt)s?|fixtures?|samples?|strings? (?:like|such as)|texts? (?:like|such as)"
    r"|contain(?:s|ed|ing)?|never an order|no order|(?:had|held|read|carried|included) \W|exhibit"
    r"|(?:is|are|was) (?:never|no|not) an? (?:order|instruction|command)|phrases?|patterns?|detect\w*"
    r"|reject\w*|block\w*|refuse\w*|filter(?:s|ed)?|warn\w*|beware"
    r"|(?:is|are) (?:only |just |mere |plain |untrusted )?(?:data|text|user input|content)\b"
    r"|(?:shown|stored|printed|kept|passed) (?:as data|escaped|verbatim)|escape[ds]?"
    r"|(?:wrote|typed|entered|put|pasted|submitted|smuggled) \W"
    r"|(?:guest|visitor|attacker|stranger|customer|spammer|someone|somebody|caller|sender)s?"
    r" (?:wrote|typed|sent|entered|put|tried|pasted|submitted)"
    r"|treat(?:ed)? .{0,20} as (?:data|untrusted|hostile)|example of|known|report(?:s|ed)? it|never (?:obey"
    r"|follow)|do not (?:obey|follow))\b"
    r"|注入|攻击|恶意|测试(?:用例|数据|样例|字符串)|样例|检测|拒绝|拦截|过滤|警惕|套话|藏着|归档|样本"
    r"|当没看见|不执行|不照办|当作(?:普通)?(?:数据|文本)|只是(?:数据|文本)|转义|有人(?:在|把|曾|写|填)"
    r"|曾有人|诱导|例如|比如|譬如|培训|演练|不当(?:作|成)?命令|不是命令|不要(?:执行|遵守"
    r"|照做|听从)|不可信|示例",
    re.IGNORECASE,
)
"""The statement speaks about such orders."""
QUOTED = re.compile(r"(?<![A-Za-z0-9])[\"“「『‘'`][^\"”」』’'`\n]{3,200}[\"”」』’'`]")

SAID = re.compile(
    r"\b(?:sa(?:y|ys|id|ying)|wrote|writes?|named|called|claims?|claimed|asks?|asked|told|tells?|reads?|shows?"
    r"|lines?|sentences?|phrases?|words?|strings?|texts?|titles?|subjects?|notes?|holds?|contains?)(?: \w+){0,3}\W*$"
    r"|\b(?:such as|like|e\.g\.|for example)\W*$|(?:写|说|叫|有|名为|题为|内容是|称|一句|要求|的话)(?:着|了|过)?\W*$",
    re.IGNORECASE,
)
"""Before a quotation: it is somebody's."""
HANDLED = re.compile(
    r"\b(?:never|not|no|nothing|none|deleted?|ignored?|reports?|reported|tell|told to|drill|training|slides?|examples?"
    r"|shown|goes? to|harmless|joke|trick|fraud|spam|just|only|was used|as it is|attempts?|tried|removed|archived)\b"
    r"|不|删|报告|上报|告诉|通知|培训|演练|讲课|举例|例如|比如|无效|别|勿|垃圾|诈骗|骗",
    re.IGNORECASE,
)
"""Outside the quotation: what is done about it, or what it is."""
FORBIDDEN = re.compile(
    r"\b(?:never|(?:do|must|may|should|shall|can|will)(?: not|n['’]t)|don['’]?t|cannot|nobody (?:may|must|shall))"
    r" (?:(?!hesitate|forget|fail|stop|wait|worry|ask)\w+ ){0,2}$"
    r"|(?:不要|不得|不能|不许|不准|禁止|切勿|严禁|绝不|别|勿)(?:再|去|让人)?$",
    re.IGNORECASE,
)
"""Right before the order: it is forbidden."""


def ordered(text: str) -> str:
    """The words of the order; empty where there is none."""
    for match in bidden.bids(text):
        if not _reported(text, match):
            return " ".join(match[0].split())
    return ""


def _reported(text: str, match: re.Match[str]) -> bool:
    """Whether the text tells of the order, or forbids it."""
    before = text[: match.start()]
    if FORBIDDEN.search(before):
        return True
    around = [quote for quote in QUOTED.finditer(text) if quote.start() <= match.start() and match.end() <= quote.end()]
    for quote in around:
        if SAID.search(text[: quote.start()]) and HANDLED.search(text[: quote.start()] + " " + text[quote.end() :]):
            return True
    denied = _denied(text, match.start())
    return bool(TOLD.search(text) and (around or denied)) or bool(denied and HOW.match(match[0]))


DENIED = re.compile(
    r"\b(?:never|not|don['’]?t|do not|no|must not|cannot|nobody|reject|refuse|block|forbid\w*|detect\w*"
    r"|that (?:say|ask|tell)s?)\b[^.;!?]{0,60}$|(?:不|别|禁止|拒绝|切勿|拦截|检测)[^。；！？]{0,20}$",
    re.IGNORECASE,
)


HOW = re.compile(r"quietly|silently|secretly|covertly|discreetly|unnoticed|悄|暗|偷|不动|关|停|跳", re.IGNORECASE)
"""What begins with one of these tells how a deed is done: a rule against that is a rule ("never silently delete")."""


def _denied(text: str, at: int) -> bool:
    return bool(DENIED.search(text[:at]))
