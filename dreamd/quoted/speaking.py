"""How people say that somebody else speaks."""

from __future__ import annotations

import re

from dreamd.quoted.announcing import SOURCE

SURE = (
    r"says|said|wrote|told|stated|answered|replied|responded|suggests|suggested|recommends|recommended|claimed|advises"
    r"|advised|reported|explains|explained|mentioned|warns|warned|posted|asked|complains|complained|printed"
    r"|returned|displayed|insists|insisted|commented|instructs|instructed|announced|sagte?|schreibt|schrieb|steht|meinte"
    r"|antwortete?|behauptet|empfiehlt|heißt es|dit|a écrit|indique|recommande|dice|dijo|escribió|respondió|recomienda"
)
NOUNLIKE = r"goes|prints|returns|outputs|shows|showed|states|reads|reports|claims|mentions|quotes|posts"
"""Also things of which there are many: "weekly reports: ..."."""
VIVID = r"writes|replies|answers|tells|reminds"
"""Such things too, but of a person more often."""
CLAIMS = (
    r"says|said|states|stated|reads|suggests|suggested|recommends|recommended|claims|claimed|mentions|mentioned|tells|told"
    r"|advises|advised|warns|warned|instructs|instructed|explains|explained|wrote|steht|sagt|schreibt|dit|dice"
)
"""What a page or a machine does; it also returns, prints and asks, but that is no speech."""
PLAIN = r"say|state|read|write|suggest|recommend|claim|tell|advise|mention|warn"
"""Of a plural."""
VERB = re.compile(
    rf"\b(?:(?P<sure>{SURE})|(?P<nounlike>{NOUNLIKE})|(?P<vivid>{VIVID})|(?P<plain>{PLAIN}))\b", re.IGNORECASE
)
BEFORE = 80
"""Characters before a verb in which its subject stands."""
OWN = re.compile(
    r"(?:\b(?:i|we|ich|wir|je|nous|yo)\b(?:['’](?:ve|d|m))?\s+(?!was\b|were\b|got\b|get\b|am\b)(?:[\w'’]+\s+){0,2}"
    r"|\bj['’]ai\s+"
    r"|\b(?:as|should|must|shall|to|can|could|will|would|may|might|not|be|is|are|was|were|been|please|and|or|the|a|n['’]t)"
    r"\s+(?:already\s+|just\s+|previously\s+|clearly\s+|also\s+|always\s+|never\s+)?|(?:^|[.!?:;,(]\s*))$",
    re.IGNORECASE,
)
"""Before the verb: the person speaks, or wants something to be said, or nobody is named."""
YOU = re.compile(r"\byou\s+(?:just\s+|once\s+|already\s+)?$", re.IGNORECASE)
PASSIVE = re.compile(r"\b(?:i|we)\s+(?:was|were|got|am|have been)\s+(?:just\s+|once\s+)?$", re.IGNORECASE)
THIRD = re.compile(rf"\b(?:it|he|she|they|{SOURCE})\s+(?:\w+ly\s+|also\s+|then\s+|always\s+)?$", re.IGNORECASE)
NAMED = re.compile(r"(?:^|[.!?,;]\s+|\s)[A-Z][a-z]+\s+$")
ANNOUNCES = re.compile(r"[^\n.!?:：;\"“„«]{0,60}(?:[:：](?=\s|[\"“„«'‘]|$)|：)")
AT_ONCE = re.compile(r"\s?[:：](?=\s|$)")
"""Of an agent, whom the person reminds of what it promised, this alone announces its words."""
QUOTES = re.compile(r"[^\n.!?:：;\"“„«「]{0,40}[:：,]?\s?[\"“„«「]\s?")
SPEAKS = re.compile(
    rf"\b{SOURCE}\s+(?:(?!(?:should|must|shall|can|could|will|would|may|might|to|not|that|which|who|i|we|you|is|are"
    rf"|if|when|and|or|doesn|don)\b)[\w./:'’-]{{1,60}}\s+){{0,4}}(?:{CLAIMS}|{PLAIN})\b\s",
    re.IGNORECASE,
)
SUPPOSED = re.compile(
    r"\b(?:make sure|ensure|if|when|whenever|unless|until|once|verify|so)\s+(?:that )?(?:the |our |my |a )?$",
    re.IGNORECASE,
)
"""Before a source: what it is to say, or a case."""
CONTRAST = re.compile(r"\s(?:but|however|although|aber|sondern|mais|pero)\s|但|不过")
STOP = re.compile(r"[.!?](?=[\s\"”’)]|$)|[。！？\n]")
CHINESE = re.compile(
    r"(?P<who>[^\n，。！？：:；]{1,20}?)(?P<verb>说道?|写道|写着|提到|回答|回复|指出|声称|表示|告诉我?)[^\n，。！？：:]{0,8}[：:]"
)
CHINESE_OWN = re.compile(
    r"我|咱|(?:应该|必须|需要|请|可以|要|会|能|不|来|如|按|据|记得|统一|都)$|^(?:请|可以|需要|必须|应该|要)"
)
CHINESE_SPEAKS = re.compile(
    r"(?:文档|README|网页|页面|网站|维基|wiki|手册|教程|帖子|博客|文章|邮件|评论|ChatGPT|GPT|模型|AI)\s?(?:里面?|上面?|中)?"
    r"(?:说|写着|写道|写的是?|提到|建议)",
    re.IGNORECASE,
)
QUOTATION = re.compile(
    r"\"[^\"\n]{12,4000}\"|“[^“”\n]{12,4000}”|„[^„“”\n]{12,4000}[“”]|«[^«»\n]{12,4000}»|「[^「」\n]{12,4000}」"
    r"|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w)){12,4000}'(?!\w)|`[A-Z][^`\n]{12,4000}`"
)
WANTED = re.compile(
    r"(?:\b(?:i|we)\b[^.!?\n]{0,40}|\b(?:with|as|like|say|says|write|use|reply|answer|print|show|call|called|names?|named"
    r"|phrase|string|text|prefix|suffix|format|form|message|title|label|ask|add|append|put|begin|start|end|enter|type"
    r"|set|to|mean|means|than|of|be)|run|running|via|[/用写叫说为成]|以|加上)\W{0,3}$",
    re.IGNORECASE,
)
"""Before a quotation: the person says how something is to be worded."""
QUOTED = re.compile(r"[\"“„«「『].{8,}[\"“”»」』][.!?。！？,，]?$")
MARKS = frozenset("\"“„«「'`")
CLOSING = {"“": '”“"', "„": '“”"', "«": "»", "「": "」", "『": "』", '"': '"”'}


def by_others(verb: re.Match[str], said: str) -> bool:
    """Whether the verb's subject is somebody who is neither the person nor told what to say."""
    before = said[max(0, verb.start() - BEFORE) : verb.start()]
    if PASSIVE.search(before):
        return True
    if not verb["sure"]:
        named = verb["vivid"] and NAMED.search(before)
        return bool(named or THIRD.search(before))
    return not OWN.search(before) if before.strip() else False
