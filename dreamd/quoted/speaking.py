"""How people announce what somebody else says."""

from __future__ import annotations

import re

SOURCE = (
    r"(?:(?:read ?me|wiki|page|(?:web ?)?site|docs?|documentation|document|manual|guides?|guidelines?|handbook|article"
    r"|post|blog|tutorial|thread|comment|issue|ticket|mail|e-?mail|message|letter|memo|log|output|error|tool|file|spec"
    r"|specification|faq|changelog|stack ?overflow|chat ?gpt|gpt-?[\d.]*\w?|claude|gemini|copilot|llm|ai|bot|assistant"
    r"|model|agent|linter|reviewer|internet|google|answer|review|prompt|note|snippet|text|header|footer|banner|transcript"
    r"|slack|teams|discord|conventions? (?:file|doc\w*)|seite|doku|dokumentation|anleitung|nachricht|artikel|página)s?"
    r"|[\w./-]{1,40}\.(?:md|txt|rst|html?|ya?ml|json|toml|ini|cfg|py|js|ts|mdc))"
)
"""Who or what speaks without being there."""
UTTERED = r"reply|response|summary|take|advice|reaction|statement|opinion|verdict|conversation"
SURE = (
    r"says|said|wrote|told|stated|answered|replied|responded|suggests|suggested|recommends|recommended|claimed|advises"
    r"|advised|reported|explains|explained|mentioned|warns|warned|posted|asked|complains|complained|printed|returned|displayed|insists|insisted|commented|instructs"
    r"|instructed|announced|sagte?|schreibt|schrieb|steht|meinte|antwortete?|behauptet|empfiehlt|heißt es|a dit|dit que"
    r"|a écrit|indique|recommande|dice|dijo|escribió|respondió|recomienda"
)
NOUNLIKE = r"goes|prints|returns|outputs|shows|showed|states|reads|reports|claims|mentions|quotes|posts"
"""Also things of which there are many: "weekly reports: ..."."""
VIVID = r"writes|replies|answers|tells|reminds"
"""Such things too, but of a person more often."""
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
    rf"|if|when|and|or|doesn|don)\b)[\w./:'’-]{{1,60}}\s+){{0,4}}(?:{SURE}|states|reads|claims|mentions|tells|{PLAIN})\b\s",
    re.IGNORECASE,
)
SUPPOSED = re.compile(
    r"\b(?:make sure|ensure|if|when|whenever|unless|until|once|verify|so)\s+(?:that )?(?:the |our |my |a )?$",
    re.IGNORECASE,
)
"""Before a source: what it is to say, or a case."""
CONTRAST = re.compile(r"\s(?:but|however|although|aber|sondern|mais|pero)\s|但|不过")
STOP = re.compile(r"[.!?](?=[\s\"”’)]|$)|[。！？\n]")
INTRODUCED = re.compile(
    r"\b(?:from|here(?:['’]s| is| are)|this is|these are|got|received|found|see|following|below (?:is|are)"
    rf"|according to|quoting|quote|copied|pasted|excerpt|laut|aus)\b[^\n.!?:：;]{{0,60}}?(?P<owner>\b(?:my|our)\s+)?"
    rf"\b(?:{SOURCE}|feedback|quote|excerpt|paste|conversation|style guide)\b[^\n.!?:：;]{{0,40}}[:：](?=\s|[\"“„«]|$)"
    rf"|(?:^|(?<=[.!?] ))(?:quote|quoted|quotation|excerpt|pasted?|copied|zitat)\b[^\n.!?:：]{{0,40}}[:：](?=\s|$)"
    rf"|\b(?:this|that|\w{{1,30}}['’]s)\s+{SOURCE}\s?[:：](?=\s|[\"“„«]|$)|(?:引用|原文)\s?[:：]",
    re.IGNORECASE,
)
PASSED_ON = re.compile(
    r"\b(?:sent|forwarded|received"
    r"|(?:got|getting|found) (?:this|these|that|it|the|an?)|gave (?:me|us)|copied|pasted|came (?:in|from|by))\b"
    r"[^\n.!?:：;]{0,60}[:：](?=\s|[\"“„«]|$)"
    rf"|\b(?:their|his|her|previous|earlier|\w{{1,30}}['’]s)\s+(?:\w+ )?(?:{SOURCE}|{UTTERED})"
    r"(?:\s+(?:is|was))?\s?[:：](?=\s|$)"
    rf"|\bthe\s+(?:{SOURCE}|{UTTERED})\s+was\s?[:：](?=\s|$)"
    r"|\bcontents? of\s[^\n.!?:：;]{0,40}[\w.]{0,40}[:：](?=\s|$)"
    r"|\b(?:per|via)\s(?-i:@?[A-Z][a-z]+)\s?[:：](?=\s|$)|\brt\s@\w{1,30}\s?[:：](?=\s|$)"
    r"|\b(?:what does|is)\s(?:this|that)\s(?:mean|true|right|correct|ok|okay|wrong)\s?[:：](?=\s|$)"
    r"|(?:发来|转发|收到|客户|用户|同事|报错|以下是?|这是)(?!我)[^\n，。！？：:]{0,10}"
    r"(?:文档|邮件|消息|网页|页面|内容|反馈|日志|输出|回复|原文|记录|对话|文章|评论|信息)[^\n，。！？：:]{0,6}[：:]",
    re.IGNORECASE,
)
"""Hands on what somebody else wrote."""
LABELLED = re.compile(
    rf"(?:(?:[^\n.!?:：;]{{0,60}}\s)?(?:{SOURCE}|conversation|response)(?:\s(?:of|from|by)\s[^\n.!?:：;]{{0,40}})?"
    r"|(?:from|via|source|quelle|来自)\s?(?!now\b|here\b|then\b|today\b)[^\n.!?:：;]{1,40}"
    r"|[^\n，。！？：:]{0,12}(?:文档|邮件|消息|网页|页面|反馈|日志|输出|回复|原文|记录|文章|评论)(?:里|上|中)?(?:的)?(?:内容)?(?:如下)?)\s?[:：]$"
    r"|(?:file|datei|path|文件)\s?[:：]\s*[\w./-]{1,80}\.\w{1,5}$",
    re.IGNORECASE,
)
"""A line that names where the lines below come from."""
ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)、])\s*\S")
SHOWN = re.compile(
    r"\b(?:summari[sz]e|translate|proofread|rephrase|rewrite|paraphrase|comment on|thoughts (?:on|about)"
    r"|opinion (?:on|about)|think (?:of|about)|fix the (?:grammar|typos) (?:of|in))\s+"
    r"(?:this|these|the following)\b[^\n.!?:：]{0,60}[:：](?=\s|[\"“„«]|$)"
    r"|\b(?:explain|review|check|analy[sz]e|look at)\s+(?:this|these)\b"
    r"(?!\s+(?:idea|plan|approach))[^\n.!?:：]{0,60}[:：]\s*$"
    r"|(?:总结|翻译|解释|润色|审阅|分析|看看|看一?下|检查)(?:一下)?(?:这|以下|下面)[^\n。！？：:]{0,20}[:：]",
    re.IGNORECASE,
)
CHINESE = re.compile(
    r"(?P<who>[^\n，。！？：:；]{1,20}?)(?P<verb>说道?|写道|写着|提到|回答|回复|指出|声称|表示|告诉我?)[^\n，。！？：:]{0,8}[：:]"
)
CHINESE_OWN = re.compile(
    r"我|咱|(?:应该|必须|需要|请|可以|要|会|能|不|来|如|按|据|记得|统一|都)$|^(?:请|可以|需要|必须|应该|要)"
)
CHINESE_SPEAKS = re.compile(
    r"(?:文档|README|网页|页面|网站|维基|wiki|手册|教程|帖子|博客|文章|邮件|评论|ChatGPT|GPT|模型|AI)(?:里面?|上面?|中)?"
    r"(?:说|写着|写道|提到|建议)",
    re.IGNORECASE,
)
QUOTATION = re.compile(
    r"\"[^\"\n]{12,4000}\"|“[^“”\n]{12,4000}”|„[^„“”\n]{12,4000}[“”]|«[^«»\n]{12,4000}»|「[^「」\n]{12,4000}」"
    r"|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w)){12,4000}'(?!\w)|`[A-Z][^`\n]{12,4000}`"
)
WANTED = re.compile(
    r"(?:\b(?:i|we)\b[^.!?\n]{0,40}|\b(?:with|as|like|say|says|write|use|reply|answer|print|show|call|called|names?|named"
    r"|phrase|string|text|prefix|suffix|format|form|message|title|label|ask|add|append|put|begin|start|end|enter|type"
    r"|set|to|mean|means|than|of|it|that|is|be)|run|running|via|[/用写叫说为是成]|以|加上)\W{0,3}$",
    re.IGNORECASE,
)
"""Before a quotation: the person says how something is to be worded."""
QUOTED = re.compile(r"[\"“„«「『].{8,}[\"“”»」』][.!?。！？,，]?$")
CLOSING = {"“": '”“"', "„": '“”"', "«": "»", "「": "」", "『": "』", '"': '"”'}
URL = re.compile(r"\s*(?:https?://|[~.]{0,2}/)\S+\s*$")


def by_others(verb: re.Match[str], said: str) -> bool:
    """Whether the verb's subject is somebody who is neither the person nor told what to say."""
    before = said[max(0, verb.start() - BEFORE) : verb.start()]
    if PASSIVE.search(before):
        return True
    if not verb["sure"]:
        named = verb["vivid"] and NAMED.search(before)
        return bool(named or THIRD.search(before))
    return not OWN.search(before) if before.strip() else False
