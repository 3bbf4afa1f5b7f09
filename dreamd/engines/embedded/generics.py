"""How English and Chinese speak of what holds in general: habits, properties, policies, all of a kind."""

from __future__ import annotations

from dreamd.engines.embedded.cues import OPEN, cue
from dreamd.engines.embedded.shapes import NUMBER

NOT_OURS = (
    r"(?!(?:need|want|see|get|got|have|had|are|were|was|can|can't|cannot|could|should|would|will|might|may|must|shall"
    r"|think|believe|know|guess|hope|feel|mean|just|did|do|find|found|fail|try|look|talk|go|went|start|made|said|saw"
    r"|took|ran|came|left|lost|forgot|both|already|then|really|actually|first|miss|end|like|love|hate|agree|discuss"
    r"|wonder|wait|continue|finish|ought|better|either|or|and|in|on|at|to|for|with|of|as|if|when|where|who|not|don't"
    r"|didn't|doesn't|won't|haven't|aren't|weren't|wouldn't|couldn't|shouldn't|say|assume|suppose|expect|understand"
    r"|might|add|change|move|fix|remove|reset|put|create|write|implement|call|show|print|skip)\b)"
)
"""Verbs with which "we" tells of thoughts, wishes, the past or the next step rather than of a habit."""

GENERICS = (
    cue(
        "custom",
        0.9,
        rf"{OPEN}(?:so |also |in general |usually "
        r"|normally )?(?:(?:in|for|on|at|with|inside) [\w -]{2,30},? )?we (?:(?:only|always|still|also|mostly|usually"
        rf"|generally|all|never|now) ){{0,2}}{NOT_OURS}(?!\w+(?:ed|ing)\b)[a-z]{{3,}}\b(?! (?:it|this|that|these"
        r"|those)\b)"
        r"|we(?:'re| are) (?:still |all |only )?(?:on (?!it|the (?:same|right))[\w-]+|bound to|limited to|tied to)"
        rf"|we have (?:only )?(?:{NUMBER}|several|many) (?:[\w-]+ )?(?!bugs|errors|failures|problems|issues|failing"
        r"|ways|paths|options|choices|cases|things|questions)\w+s\b"
        r"|(?:is|are) (?:all |still |mostly |also )?(?:written|built|implemented|based|packaged|deployed|trained"
        r"|compiled) (?:in|with|on|upon|using|from|by)"
        r"|(?:runs?|uses?|targets?|(?:is|are) (?:still )?on) (?:version "
        r"|v)?(?:[A-Za-z]+ )?(?-i:v)?\d[\w.]*(?! (?:seconds|minutes|hours|times|rows|lines|percent))"
        r"|runs? (?:only )?on (?!my\b|this\b|it\b|localhost|your\b|that\b|the (?:first|second|other)\b)[\w-]+"
        r"|(?:our|the) [\w -]{2,40} (?:depends? on|relies on|speaks|talks to|requires)",
        r"我们(?:都|一般|只|总是|一直|通常)从"
        r"|(?:我们|咱们|团队|前端|后端|线上|生产|本项目|项目里)[^，。？]{0,10}(?:用的?是?|跑|采用|基于|部署)"
        r"|(?:用|基于)\s*[\w.+# ]{1,16}\s*(?:写|开发|实现|搭|做)的",
    ),
    cue(
        "holds",
        1.0,
        r"^(?:an? |the |our |all |every |each )?(?!i\b|we\b|you\b|it\b|this\b|that\b|there\b|they\b|he\b|she\b|these\b"
        r"|those\b)[\w-]+(?: [\w-]+){0,3} (?:can(?:not|'t)?|may)(?: not| only| also| never)? (?:have|hold|contain"
        r"|belong|handle|be|exceed|measure|span|share|repeat|overlap)"
        r"|(?:is|are) (?:not |always |only |never |also |mounted )?(?:unique|optional|mandatory|immutable|read[- ]only"
        r"|append[- ]only|case[- ]sensitive|confidential|reserved|off[- ]limits|forbidden|reversible|taken by"
        r"|in (?:cents|euros|dollars|grams|seconds|milliseconds|met(?:er|re)s|utc|degrees|percent)|measured in"
        r"|given in)"
        r"|(?:cannot|can'?t|may not|must not) be (?!opened|reached|loaded|found|resolved|built|parsed|imported"
        r"|the)\w+(?:ed|en|t|n)"
        r"|(?:is|are) (?:only |always |also )?(?:read|used|edited|checked|written|reviewed|filled in|entered|seen"
        r"|counted|billed|signed|corrected|translated) by (?!me|the (?:test|function|script|method|code)|this|that"
        r"|it)[\w-]+"
        r"|(?:is|are) (?:only )?(?:meant|intended|designed|made) (?:only )?for"
        r"|(?:is|are) (?:only )?(?:configured|defined|enforced|validated|calculated|billed|counted) (?:in|on|by|at|per"
        r"|from)"
        r"|has no (?!idea|effect|problem|impact)\w+ (?:during|in|on|without|at)",
        r"单位是|以[^，。]{1,6}为单位|(?:可以|不能|不会|只能)(?:有|属于|包含|重复|为空|超出)|唯一|必填|只读|不可变"
        r"|按[^，。]{1,8}(?:存|计|算)|单独的",
    ),
    cue(
        "policy",
        0.7,
        r"(?<!\bi )(?<!\byou )(?<!\bit )(?<!that )(?<!this )(?:rejects?|refuses?|drops?|ignores?|blocks?|allows?"
        r"|accepts?|supports?|expects?|forbids?|bans?|charges?|insists?|enforces?) (?!my|this|that|the|it|our|me|us|a"
        r"|an|these|those|to)[\w-]+",
        r"(?:只|不)(?:接受|支持|允许|认|收|给)|(?<![我按照])要求(?!是)",
    ),
    cue(
        "universal",
        0.5,
        r"^(?:all|each|every|any) (?!of|the (?:tests|files)|this|that|good|right|done|set|in)(?:the "
        r"|our )?[\w-]+(?: [\w-]+){0,6} (?:is|are|has|have|must|should|needs?|gets?|\w+s)"
        r"|(?:only|never) (?:ever )?(?:answers?|works?|accepts?|runs?|reads?|speaks?|supports?|allows?|sees?"
        r"|reach(?:es)?|knows?|sends?|gets?|run|sold|shown|used) (?:from|in|inside|on|with|by|to|for|at|through|via)",
        r"所有|凡是|任何|只能?(?:做|用|在|给|从|走)",
    ),
    cue(
        "nobody",
        1.0,
        r"^(?:nobody|no ?one|everyone|everybody|anyone|only [\w-]+(?: [\w-]+){0,3}) .{0,60}?(?:may|can|must|should"
        r"|has to|is allowed|needs)",
        r"(?:谁|任何人)都(?:不|要|可以|必须)",
    ),
    cue(
        "denied",
        0.9,
        r"we (?:cannot|can'?t|may not|must not|are not allowed to|aren't allowed to) (?:use|ship|store|publish|share"
        r"|sell|send|run|install|rely)"
        r"|(?<!\bit )(?<!\bi )(?<!this )(?<!that )(?:does not|doesn'?t|do not|don'?t|won'?t) (?:accept|support|allow"
        r"|take|offer|speak|ship) (?!it|this|that|my|the|me)[\w-]+",
        r"(?!)",
    ),
    cue(
        "plural",
        0.4,
        r"^(?!this|thanks|tests|results|things|yes|it's|that's|there's|let's|looks|seems|sounds|does|is|was"
        r"|has)[a-z-]{3,}s (?:[\w-]+ ){0,4}?(?:use|have|belong|come|follow|keep|stay|contain|carry|start|end)",
        r"(?!)",
    ),
    cue(
        "instruction",
        0.8,
        r"^(?:if|whenever|before|after|unless|when) (?:you|there|an?|something|someone"
        r"|in doubt)\b(?![^,]*\b(?:done|finished|ready|works|passes|possible|this|that|it)\b)[^,]{3,80}, (?:please "
        r"|then |always |just )?(?!i\b|we\b|you\b|it\b|the\b|this\b|that\b|there\b|they\b|he\b|she\b|an?\b|our\b|my\b"
        r"|what\b|why\b|how\b|can\b|do\b|does\b|is\b|are\b|should\b)[a-z]+(?<!s)(?<!ed) [^?]+$",
        r"(?:如果|要是|遇到)[^，。？]{2,20}，(?:就|请|要|先)[^吗呢？]+$",
    ),
)
