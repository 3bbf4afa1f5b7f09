"""The signs by which a statement is read: what denies, excepts, tells of what was, or stands beside others; pure."""

from __future__ import annotations

import re

ROLES = frozenset({"own", "primary", "alert", "review", "duty-rota", "store"})
"""Senses of what one person, or group, does at a time."""


def small(text: str) -> str:
    """The text in small letters, sign for sign: in it all signs are looked for that are made without ``IGNORECASE``."""
    return text.replace("İ", "i").lower()


NEGATION = re.compile(
    r"\b(?:no longer|no need|not|never|nor|neither|none|nothing|nobody|without|cannot|no|hardly|rarely"
    r"|instead of|rather than|other than|far from"
    r"|don['’]?t bother|stop|stopped|quit|ceased?|refrain|lacks?|lacking|annoys?|annoying|hates?"
    r"|dislikes?|unwelcome|can['’]t stand|\w+n['’]t)\b"
    r"|从不|从来不|从未|绝不|决不|永不|永远不|不允许|不可以|不可|不能|不会|不应该?|不再|不需要|没有"
    r"|而不是|而非|不是|未经|未曾|尚未|还没|没|未|不|无|勿|别|谁也|休想|不叫|省去|讨厌|反感|拒收",
)


HARMLESS = re.compile(
    r"(?:别|其他|其它|旁)(?:的?人)[^，。；]{0,4}?(?:不(?:算|行|能|可以?|准|许|得|作数)?|没(?:有)?(?:资格|权))"
    r"|不仅|不但|不同|不断|不过|不管|不论|无论|不久|特别|级别|分别|区别|类别|识别|个别|别名|无服务器"
    r"|无状态|差别|无线|不错|不可变|不可修改|不可或缺|不公开|不收费|不要钱|不加密|不通过|不强制|不对外"
    r"|不清楚|不明白|不确定|不明确|不懂|无纸化|无妨|无人值守|不例外"
    r"|[没未不无](?![要得许准能可])[\u3400-\u9fff]{1,3}的(?=[\u3400-\u9fffA-Za-z])"
    r"|不限|不需要的话|不用问|不必问|别问|不必|不用|无需|无须|不需要|用不着|没必要|可不填|未启用|没开"
    r"|未加密|不许|不准|不得|不再使用|不再支持|别的|别人|除非|不少|不错|不一会|未来|无障碍"
    r"|\bnot only\b|\bno matter\b|\bno\. ?\d|\bwhy not\b|\bno[- ]one else\b|\bnobody else\b"
    r"|\b(?:nobody|no[- ]one|none) (?:but|except|other than)\b|\bnot (?:only|just|merely)\b"
    r"|\bcosts nothing\b|\bdo(?:n['’]t| not) hesitate\b|\bwithout exception\b|\bno exceptions?\b"
    r"|\bwithout fail\b|\bno doubt\b|\bdo(?:n['’]t| not) forget\b|\bwithout (?:asking|checking|delay"
    r"|interruption)\b|\bnothing but\b|\bnone other than\b",
)


UNLESS = re.compile(
    r"\b(?:not|never|nothing|nobody|no \w+)\b[^.;]{0,60}?\b(?:until|unless|without|before)\b|(?:不|没"
    r"|未|无)[^，。；]{0,16}(?:就|则|便)?(?:不|不许|不准|不得|不能|别|禁止)|没有[^，。；]{0,8}(?:不"
    r"|没)",
)
"""Twice no."""


TOKEN = re.compile(
    r"https?://[^\s，。；、（）()]+|`[^`\n]+`|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:\d{1,3}\.){3}\d{1,3}"
    r"|[A-Za-z][\w-]*(?:\.[\w-]+)+(?:/[\w./-]+)?|[a-z]+(?:-[a-z]+)*-\d+\b|[a-z]{2,}-[a-z](?![\w-])|[\w.-]*/[\w./-]*\w"
    r"|[a-z]+\d+\b"
    r"|#[a-z][\w-]+|\b\w+_\w+\b|[A-Za-z][A-Za-z0-9+#]*(?:['’][a-z]+)?|[\u3400-\u9fff]|\d+[A-Za-z]+"
    r"|\d+(?:\.\d+)*|[.;!?。；！？,，:：、]"
)


BREAKS = frozenset(".;!?。；！？,，:：、")


REMARK = re.compile(r"^([^,]*\d[^,]*), (?:when|once|by when|by which time)\b[^.;]*")
"""What only explains a number, behind a comma."""


STOPPED = re.compile(
    r"\b(?:stopped|gave up|dropped|got rid|moved (?:off|away|to)|switched|replaced|abandoned|retired"
    r"|no longer|since then)\b|不再|换成|改成|改为|停了",
)
"""What ended holds today."""


MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
DONE = r"was|were|had|did|lost|broke|went|ran|took|fell|came|\w{2,}ed"
PAST = re.compile(
    r"\b(?:last (?:mon|tues|wednes|thurs|fri|satur|sun)day|last (?:week|month|year|spring|summer"
    r"|autumn|winter|time|night(?!['’]s)|quarter|sprint)|yesterday|(?:\w+ )?(?:days?|weeks?|months?|years?) ago"
    r"|used to|(?:up to|until|till|through) (?:the end of )?(?:19|20)\d\d"
    r"|on \w+day,? (?:the )?\d{1,2}\b|formerly|previously|originally|back then|at first"
    r"|in the past(?! tense)|historically|until (?:\d{4}|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|last|recently)"
    r"|once (?:leaked|had|was|were|did|lost|broke|deleted|used|ran|caused|took|made|went)|(?:in|on|during) 20\d\d\b"
    rf"|(?:in|on|during) (?:{MONTHS}) 20\d\d\b|^(?:in|during) (?:{MONTHS})\b(?=.*\b(?:{DONE})\b)"
    rf"|(?<!is )(?<!are )(?<!be )\b(?:{DONE}) [^.;]{{0,40}}?(?:in|on|during) (?:{MONTHS})\b"
    r"|(?:was|were) (?:still )?(?:down|up|migrated|late|broken|slow|out|ill))\b"
    r"|去年|上周|上个?月|昨天|前天|曾|(?<![点日号时])以前|原来|原定|当时|之前一直|早先|起初|最初|当初|过去|旧时|那天"
    r"|那次|有一?[回次]|那回|上次|此前|历史上|年停用|今年[一二三四五六七八九十]+月|月[初底中]?(?:曾"
    r"|已)",
)


ONLY = re.compile(
    r"\b(?:only|solely|exclusively|sole|nothing but|just one|alone|single)\b|只|仅|唯一|单独|独家",
)


COMMAND = re.compile(
    r"^`?(?:npm|pnpm|yarn|bun|pip|poetry|uv|cargo|make|go) (?:run )?[\w:-]+`? (?=(?:prints?|takes?|shows?|writes?"
    r"|fails?|needs?|leaves?|warns?|reports?|runs?|creates?|starts?|exits?|hangs?|ends?)\b)",
    re.IGNORECASE,
)
"""A command that a statement tells something of: it is no choice."""


HOST = re.compile(
    r"https?://\S+|[\w.+-]+@\S+|(?:\d{1,3}\.){3}\d{1,3}|[A-Za-z][\w-]*(?:\.[\w-]+)+(?:/\S+)?"
    r"|[a-z]+(?:-[a-z]+)*-\d+|[a-z]{2,}-[a-z]|[\w.-]*/[\w./-]+|[a-z]+\d+|#[a-z][\w-]+"
)


NUMERIC = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?![\d.]*\d)")


CODE = re.compile(r"\b[a-z]+_\w+\b|\b[a-z]+[A-Z]\w*\b|\b\w+(?=\(\))")


BECAUSE = re.compile(
    r"[,，]?\s*(?:\b(?:because|so that|in order to|to avoid|since (?:it|they|that|we) (?:was|were"
    r"|broke|is|are|has|have|had)|for \w+ reasons)\b|因为|由于(?!.*[，,])|以免|免得|以便"
    r"|省得)[^.。;；]*",
    re.IGNORECASE,
)
"""Why: it says nothing of what holds."""


CONDITION = re.compile(
    r"^once [^,]+(?=,)|\b(?:when(?:ever)?|if(?! (?:they|you|he|she|people|users?|we|i) (?:find|want"
    r"|like|wish|prefer|need|feel|choose))|unless|except(?: for| when)?|excepted|while|during"
    r"|in case(?: of)?|as long as|provided(?: that)?|apart from|other than"
    r"|but not for)\b[^,.;!?，。；]*"
    r"|^(?:for|in|on|with|at) (?!(?:this|our|the (?:project|team|repo|repository))\b)[^,]{3,60},(?!\d)"
    r"|^(?:for|with)\b[^,.;]{3,40}(?=,)"
    r"|除非[^，。；,]*|除了?[^，。；,]*(?:以?外|之外)|(?:如果|若|一旦|遇到)[^，。；,就则便]*"
    r"|[^，。；,]{2,14}(?:时候|(?<!小)时(?![间长区刻常代])|期间|的话)(?=[，,。就要都必才可也不把用]|$)"
    r"|情况下",
)
"""What tells only when the rest holds."""


MENTION = re.compile(
    r"(\b(?:write|writes|written|say|says)\b[^\"“「,.;]{0,12}|[写说叫])[\"“「][^\"”」\n]{1,40}[\"”」]", re.IGNORECASE
)
"""Words that are only spoken of: what they mean is not said."""


PARTED = re.compile(
    r"\b((?:leav|switch|turn|tak|throw|roll|back|rul|strip|rip|phas|cut)(?:e|es|s|ing)?) ((?:(?!it\b"
    r"|them\b)\w+ ){1,8}?)(out|off|on|away|back|up|down)\b",
    re.IGNORECASE,
)
"""A verb and its other half."""


EXCEPTION = re.compile(
    r"\b(?:except(?: for| when| in)?|unless|apart from|with the exception of|excluding"
    r"|other than)\b[^,.;，。；]*|[^,.;]*\bexcepted\b|除非[^，。；,]*|除了?[^，。；,]{1,14}(?:以?外"
    r"|之外)|[^，。；,]{1,14}(?:除外|例外|以外)",
)
"""What it does not hold for."""


SOME = re.compile(
    r"\b(?:some|a few|several|sometimes|occasionally|certain|parts? of|not (?:all|every|always))\b"
    r"|有些|部分|少数|个别|有时|偶尔|不是所有|不总是|并非",
    re.IGNORECASE,
)
"""It holds of some alone."""


ALSO = re.compile(
    r"\b(?:also|too|as well|another|additionally|in addition|one of|among|either|or|alternatively|e\.g"
    r"|for example|such as)\b|也|另有|还有|另一|之一|或者?|例如|比如",
    re.IGNORECASE,
)
"""What stands beside others."""


ALWAYS = re.compile(
    r"\b(?:forever|whatever happens|under no circumstances|no matter what|without exception"
    r"|no exceptions?|at all times|indefinitely)\b|任何情况|无论如何|不管怎样|绝不|永远|毫无例外",
    re.IGNORECASE,
)
"""No exception is made."""


TITLE = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof)\.? (?=[A-Z])")


ROUNDABOUT = re.compile(r"\bnot (?:the case|true) that\b|并非|并不是说", re.IGNORECASE)
"""What is denied as a whole: too much is turned round to be compared."""
SINCE = re.compile(r"今年\S{1,3}月(?:份)?(?:起|开始)|\bsince \w+")
"""From when on something holds."""


def lapsed(text: str) -> bool:
    """Whether the statement tells what was, and not what ended."""
    low = SINCE.sub(" ", small(text))
    return PAST.search(low) is not None and not STOPPED.search(low)
