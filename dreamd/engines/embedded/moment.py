"""What English and Chinese say for this hour: one errand, a choice for now, a question, a hedge, a tool's notice."""

from __future__ import annotations

from dreamd.engines.embedded.cues import CLAUSE, cue

GENERAL = (
    r"(?!.*(?:\b(?:always|never|every|each|whenever|any ?time|from now on|in general|generally|by default|going forward"
    r"|in (?:the )?future|all (?:new|our|future)|no matter|as a rule|next time|instead of|rather than)\b"
    r"|以后|今后|从现在起|每[次当个]|一律|统一|总是|始终|默认|任何|都[要用]|之前|先.{1,12}再))"
)
"""Nothing in the rest of the sentence says that it holds for more than this once."""
ADVERBS = r"(?:(?:also|just|please|now|then|maybe|first|quickly|go (?:ahead and|and)) )*"
WISH = (
    r"(?:let['’]?s|(?:can|could|would|will) (?:you|we|u)|i (?:need|want)(?: you)? to"
    r"|i(?:['’]d| would) like (?:you )?to|please|you can)"
)
ONE_THING = (
    r"(?:(?:create|add|write(?: up)?|generate|draft|prepare|raise|file|make|get)(?: up)? (?:an?|one|another|some|new)"
    r"|(?:start|update|bump|pull|open|set ?up|put (?:up|together)|spin up) (?:an?|another|some|new|the|this|my|our)"
    r"|get (?:back|to|in|rid)|(?:pull|switch|check) (?:in|out|up|back|over)|write up)\b"
)
TOLD = "检查|确认|判断|验证|校验|说明|解释|注明|标明|记录|写|问|不管|无论|不论|知道|清楚|取决|决定|查看|告诉"
ASKS = (
    "(?:是不是|会不会|能不能|可不可以|要不要|有没有|能否|可否|是否|(?<![不没])怎么(?![都也])|为什么|为何"
    "|(?:(?<![没无])什么(?!都)|哪[里个些]|谁(?!都)|几[次个点])[^，。；,;]{0,8}$)"
)
REST = "[^，。；,;]*"
ANSWERED = rf"{REST}(?:{TOLD}){REST}?{ASKS}|{REST}{ASKS}{REST}(?:写[在进清明]|记[在录]|由.+决定|取决|听)"
"""The clause says that the answer must be checked, told, or does not matter."""
JOINT = r"\s*(?:我们|咱们)[^，。；,;]{0,3}(?:能不能|可不可以|要不要|是不是)"
SCREEN = r"(?:refresh|click|open|reload|load|visit|press|scroll|hover|log ?in|type|select|drag|navigate|switch|run)"

MOMENT = (
    cue(
        "errand",
        -3.0,
        CLAUSE + rf"(?:{WISH} ){ADVERBS}{ONE_THING}{GENERAL}|^write up (?:an?|the|some)\b{GENERAL}",
        rf"^(?:那|现在)?(?:我们|咱们|帮我|请|麻烦你?|给我|再)?(?:先|再|也)?(?:新?建|创建|加|添加|写|生成|做|开|起草)"
        rf"(?:一[个份条下张段篇]|个){GENERAL}",
    ),
    cue(
        "for_now",
        -2.5,
        r"(?!)",
        rf"(?:^|[，。；,;])(?:那?还是|那?就|那就?|不如|干脆|先){GENERAL}[^，。；,;]{{1,24}}(?:吧|算了)"
        r"\s*(?=[，。；,;！!]|$)",
    ),
    cue(
        "asks_mid",
        -3.0,
        r"(?!)",
        rf"(?:^|[，。；,;])(?!{ANSWERED})(?!{JOINT}){REST}?{ASKS}"
        r"|(?:吗|呢|嘛|(?<![什怎那这多要])么)\s*(?=[，。；,;]|$)",
    ),
    cue(
        "hedge",
        -3.0,
        r"correct me if|if i(?:['’]m| am) not mistaken|i (?:could|might|may) be (?:wrong|mistaken)|just curious"
        r"|(?:some |all |a |very |really |that['’]s |those are )+(?:valid|good|fair|great|excellent) points?"
        r"|you(?:['’]re| are| were)(?: not)? supposed to (?:be \w+ing|use the (?:other|first|second|last|same))"
        r"|i mean(?:t)? (?:the|this|it|your|my)\b(?! \w+ (?:must|should|has|have))"
        r"|(?:that|this|it)(?:['’]s| is| was) not the [\w -]{2,30} (?:i|we) (?:was|were|am|wanted|meant|asked)"
        r"|not what i (?:was|wanted|asked|meant|expected|said)|(?:was|were) looking for"
        rf"|now,? when i \w+|{CLAUSE}when i {SCREEN}\b(?!.*\b(?:always|never|must|please|want)\b)",
    ),
    cue(
        "notice",
        -4.0,
        r"deprecated (?:since|as of|in) (?:version )?v?\d.{0,40}\bremov(?:ed|al)\b"
        r"|(?:may|might|will) (?:continue to run|still be running|take (?:a few|several|some) (?:seconds|minutes))"
        r"|(?:packages?|modules?) (?:is|are) looking for funding|(?:press|hit) (?:any key|enter|ctrl\S*|q) to"
        r"|use ['\"`]?--?[\w-]+['\"`]? (?:option |flag )?to (?:see|show|force|override|continue|ignore|get"
        r"|display|list)"
        r"|run ['\"`][^'\"`\n]{2,40}['\"`] (?:for|to (?:see|fix|get|learn)) (?:more |further )?"
        r"(?:details|information|help|them|more)"
        r"|for (?:more|further) (?:details|information)|see ['\"`]?--?help",
    ),
)
