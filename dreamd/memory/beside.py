"""Whether what stands beside a statement denies, limits or reports it, so that it does not hold without that."""

from __future__ import annotations

import re

DENYING = """
not no never none nothing nobody neither nor without cannot don't dont doesn't doesnt didn't didnt won't wont can't
cant shouldn't shouldnt mustn't mustnt isn't isnt aren't arent wasn't wasnt avoid stop forbidden prohibited refuse hate
dislike wrong bad nope nah hardly nicht kein keine nie niemals nein non pas jamais nunca ningún
"""
DENIAL = re.compile(rf"(?<![\w'])(?:{'|'.join(DENYING.split())})(?![\w'])|[不别勿没未无禁莫甭沒無別]|并非|非也|绝非")
ANSWER = re.compile(
    r"(?:(?:no|nope|nah|wrong|nein|non|not (?:yet|really|quite)|no (?:problem|worries|thanks?|thank you|need)|sorry"
    r"|thanks?|ok|okay|yes|please|hey|hi|不是|不对|不行|不用|不要|不了|不|没有|没事|没关系|不好意思|别|错了|谢谢|好的?)"
    r"[\s,!.，！]*)+"
)
"""A whole clause that answers what was said before, and denies nothing that follows."""
NOT_SO = (
    r"really|true|so|that|this|it|in|on|for|at|when|if|right|here|there|yet|ever|now|again|more|today|always|everywhere|sure"
    r"|serious|valid|ok|okay|good|great|mine|ours|yours|me|us|you|my|our|your|a|the|any ?more|\w+(?:ly|ed|ing)"
)
CONTRAST = re.compile(
    rf"(?:and )?not(?: (?!(?:{NOT_SO})\b)[\w./'-]+){{1,2}}|(?:而|并)?不是 ?(?![真对我这那认正])[\w./-]{{1,8}}"
)
"""Denies the other thing alone: "use spaces, not tabs"."""
LIMIT = re.compile(
    r"^(?:if|when|whenever|while|before|after|for|as|wenn|falls|bis|außer)\b|^[如若当]"
    r"|\b(?:just|only|once|except\w*|excluding|unless|until|till|temporar\w+|meanwhile|maybe|perhaps|possibly|sometimes"
    r"|occasionally|mostly|usually|tentativ\w+|provisional\w*|as long as|provided|today|tonight|tomorrow"
    r"|for (?:now|the (?:moment|time being)|a (?:while|bit))|right now|at the moment|these days|(?:one|next|first) time"
    r"|this (?:time|once|one|task|session|week|month|morning|afternoon|evening|sprint|quarter|pr|branch|conversation"
    r"|chat|release|demo|file|change|commit|ticket|issue|migration|experiment|run))\b"
    r"|[只仅限]|除外|除了|除非|例外|直到|为止|[这本](?:一?次|回|周|个?(?:任务|会话|对话|分支|版本|需求|文件|提交))|今[天日晚]"
    r"|明天|这[两几]天|暂[时且]|临时|目前|眼下|可能|也许|大概|或许|有时|偶尔|一般|看情况|如果|要是|的话|期间"
)
"""When, where or how surely it holds."""
SCOPE = re.compile(r"^(?:in|on|at|during|within|under|inside|outside|among|with)\b|^在.{1,12}[里中上下时内]?$")
"""Where it holds, as a clause by itself; it may be part of a request, too: "in short"."""
UNREAL = re.compile(
    r"\b(?:false|fake|untrue|bogus|nonsense|myths?|lie|lies|jokes?|joking|kidding|sarcas\w+|iron(?:y|ic\w*)|jk|lol|haha\w*"
    r"|imagine|imaginary|suppose|pretend|assum(?:e|ing)|hypothe\w+|fiction\w*|theor\w+|supposedly|allegedly|apparently"
    r"|rumou?rs?|examples?|e\.?g|instance|placeholder|(?:some|any)thing like|(?:rule|line|sentence|text|one) like"
    r"|outdated|obsolete|deprecated|former(?:ly)?|old|void|expired|ignor\w+|disregard\w*|forget|scratch|strike|misprint"
    r"|never ?mind|i meant?|oops|correction|yeah right|as if|used to|debunked|no longer"
    r"|disagree\w*|oppose[sd]?|reject\w*|doubt\w*|parody|satire|mock\w*)\b"
    r"|错|假的|假[如设装]|想象|设想|比如|例如|譬如|好比|举例|例子|示例|玩笑|反话|讽刺|不实|谣|谎|作废|过时|过期|废弃|旧|以前"
    r"|曾经|忽略|无视|算了|收回"
)
"""What follows, or went before, is not so, is no more, or is made up."""
REPORT = re.compile(
    r"\b(?:sa(?:ys?|id|ying)|t(?:ells?|old)|writ(?:e|es|ten|ing)|wrote|claim(?:s|ed|ing)?|thinks|thought|believe[sd]"
    r"|insist\w*|suggest\w*|recommend\w*|propos\w*|advis\w*|advice|asks|asked|wants|wanted|demand\w*|prefers|heard|hears"
    r"|reads|quot\w+|according to|idea|opinion|words?|mottos?|argue[sd]|arguing|states|stated|report(?:s|ed)|mention\w*"
    r"|announc\w+|print(?:s|ed)?|echo(?:es|ed)?|translat\w+|phrase|sentence|slogan)\b|^(?:per|says?|from|by|via)\b"
    r"|[说讲称谓]|写(?:道|着|过|的|成|下)?|认为|以为|觉得|主张|建议|要求|希望|告诉|转告|提到|引用|原话|据|听到|看到|想要|翻译|意[见思]"
    r"|想法|打印|输出"
)
"""Another says it, or it is words and no statement."""
OWN = re.compile(
    r"\b(?:as |like )?(?:i|we)(?:'ve| have)? (?:already |just )?(?:said|told you|repeat(?:ed)?|mentioned|suggest"
    r"|recommend|propose)(?: (?:it|this|that|so))?(?: (?:before|already|again|earlier|twice))?(?=\W*$)"
    r"|\b(?:i|we) (?:suggest|recommend|propose|insist)\b|我们?(?:觉得|认为|希望|建议|要求|想要)"
    r"|我(?:再说一[遍次]|们?(?:之前|已经|刚才)?[说讲提]过了?)"
)
"""The person's own saying reports nobody."""
LEADING = """
remember note notes nb rule rules reminder important hint tip fyi ps attention heads up heads-up convention conventions
guideline guidelines preference preferences policy correction clarification update info fact facts decision standing
general new another next first second third more one two three few some thing things point points my our your the a an
to for of in this that it is are be please also and again here here's heres following ok okay yes well so then now hey
hi claude agent agents repo repository project team us me you all from on future going forward keep mind save store
record add down memory always every make sure short summary conclusion finally self
"""
LEAD = frozenset(LEADING.split())
"""A request to remember, and what points at nothing but the statement, is made of these words alone."""
REMIND = re.compile(
    r"\b(?:don'?t|do not|never) forget\b|别忘了?|^(?:no|nope|不是?|不对)(?=[\s,，]|$)"
    r"|\bwrite (?:this|it|that) down\b|记下来?"
)
LEAD_CHINESE = re.compile(
    r"(?:请|你|要|帮我|麻烦|大家|一定|务必|另外|还有|再|补充|最后|首先|其次|然后|总之|以后|今后|从现在(?:开始|起)|新|[一几两三][条点个]?|[条点个的有是吧了啊哦嗯行对]"
    r"|我们?|项目|仓库|这里|记住|记得|记一下|注意|提醒|备注|规则|规定|规矩|约定|原则|偏好|习惯|重要|重点|说明|提示|结论|更正|纠正|事实"
    r"|好的?|可以|如下|以下|下面|\s)+"
)
NEWS = re.compile(
    r"(?:\b(?:has|have|was|were|got)|'s|'ve) (?:now |just |been |all )*(?:moved|changed|switched|migrated|renamed"
    r"|upgraded|updated|replaced|decided|agreed|settled)(?! (?:his|her|their|my|its) mind)(?: \w+){0,3}$"
    r"|\bwe (?:now )?(?:decided|agreed|settled)(?: \w+){0,3}$|(?:搬|换|改|迁|升级|更新|改名)[了到成过].{0,8}$"
    r"|^我们.{0,4}(?:决定|定|商量好)了?$"
)
"""What changed, of which the statement is the new state."""
BRIEF = 2
"""So few words behind a statement are no clause but a remark on it."""
REMARKS = re.compile(
    r"(?:it|it's|its|they|they're|we|i|you|that's|thanks?|cheers|man|mate|folks|everyone|everywhere|always|forever)\b"
)
QUOTES = (('"', '"'), ("“", "”"), ("「", "」"), ("『", "』"), ("«", "»"))
WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


def denies(text: str) -> bool:
    """Whether it denies something; what answers, and no more, does not."""
    return bool(DENIAL.search(text)) and not ANSWER.fullmatch(text.strip())


def limits(text: str) -> bool:
    """Whether it says when, where or how surely something holds."""
    return bool(LIMIT.search(text))


def feigns(text: str) -> bool:
    """Whether it calls something untrue, void or made up."""
    return bool(UNREAL.search(text))


def reports(text: str) -> bool:
    """Whether it gives others' words, or words that are only mentioned."""
    return bool(REPORT.search(OWN.sub(" ", text)))


def binds(text: str, *, behind: bool, reason: bool = False) -> bool:
    """Whether what stands beside this clause does not hold without it.

    Args:
        text: the clause, in lower case.
        behind: it stands behind what is taken.
        reason: it is introduced by a "because": what is not, there, is the ground and not the rule.
    """
    said = text.strip(" \t\"'.!?。！？*_`-")
    if ANSWER.fullmatch(said):
        return behind and bool(DENIAL.search(said))
    if any(opened(said, pair) for pair in QUOTES):
        return True
    own = not OWN.sub("", said).strip()
    if own or (behind and CONTRAST.fullmatch(said)) or (not behind and leads(said)):
        return False
    words = WORD.findall(said)
    brief = behind and said.isascii() and 0 < len(words) <= BRIEF and not REMARKS.match(said)
    scoped = limits(said) or bool(SCOPE.search(said))
    return brief or (denies(said) and not reason) or scoped or feigns(said) or reports(said)


def leads(text: str) -> bool:
    """Whether what stands before a colon only asks to remember what follows it, or says what changed."""
    said = OWN.sub(" ", REMIND.sub(" ", text.strip(" \t\n\"'.!?*_`-#>:：—–")))
    words = WORD.findall(said)
    if DENIAL.search(said) or limits(said):
        return False
    if all(word in LEAD for word in words) or LEAD_CHINESE.fullmatch(said):
        return True
    return bool(NEWS.search(said)) and not (feigns(said) or reports(said))


def opened(text: str, pair: tuple[str, str]) -> bool:
    """Whether a quotation begins or ends in it and does not end or begin there."""
    begin, end = pair
    return text.count(begin) % 2 == 1 if begin == end else text.count(begin) != text.count(end)
