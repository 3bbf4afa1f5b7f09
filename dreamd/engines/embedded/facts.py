"""What English and Chinese say when they state how the world is: names, people, places, habits, limits, changes.

As in ``cues``: general linguistics only, one weight a family.
"""

from __future__ import annotations

from dreamd.engines.embedded.cues import OPEN, cue
from dreamd.engines.embedded.shapes import DATE, HERE, NAME, NUMBER, PASSING_NOUN, PROPER, TEAM, UNIT, WEEKDAY

NOT_OURS = (
    r"(?!(?:need|want|see|get|got|have|had|are|were|was|can|can't|cannot|could|should|would|will|might|may|must|shall"
    r"|think|believe|know|guess|hope|feel|mean|just|did|do|find|found|fail|try|look|talk|go|went|start|made|said|saw"
    r"|took|ran|came|left|lost|forgot|both|already|then|really|actually|first|miss|end|like|love|hate|agree|discuss"
    r"|wonder|wait|continue|finish|ought|better|either|or|and|in|on|at|to|for|with|of|as|if|when|where|who|not|don't"
    r"|didn't|doesn't|won't|haven't|aren't|weren't|wouldn't|couldn't|shouldn't|say|assume|suppose|expect|understand"
    r"|might|add|change|move|fix|remove|reset|put|create|write|implement|call|show|print|skip)\b)"
)
"""Verbs with which "we" tells of thoughts, wishes, the past or the next step rather than of a habit."""
NO_THING = (
    r"(?!(?:idea|problem|worries|errors?|response|output|results?|luck|difference|changes?|effect|answer|success|one"
    r"|way|longer|clue|rush|hurry|thanks|doubt|need|it|that|this|the|i|you|we|not|wait|please|sign|trace|warnings?"
    r"|failures?|progress|matter|good|go|there|my|your|just|but|and|real|use|don|let|leave|keep|only|such|issues?)\b)"
)
"""What "no" denies when it reports rather than forbids."""
FACTS = (
    cue(
        "named",
        1.3,
        rf"{OPEN}(?:the |our )?(?:{NAME}|(?:the |our )(?:[\w-]+ ){{0,2}}{NAME}) (?:is|are|serves as|acts as)"
        rf" (?:now |only |still |also )?(?:the|our|an?|for|where|what|kept|reserved|used)\b(?! {PASSING_NOUN}\b)"
        rf"|{OPEN}(?:the|our) (?!(?:[\w-]+ )?{PASSING_NOUN}\b)(?:[\w-]+ ){{1,5}}(?:is|are) (?:now )?(?:(?:called"
        rf"|named) `?\w+`?|{NAME}|{PROPER})"
        rf"(?=$|[.,;:!]| now| and| for)"
        rf"|{OPEN}(?:production|prod|staging|testing|live|demo|qa) (?:\w+ )?is (?:now )?{NAME}"
        rf"|{OPEN}{PROPER} is (?:our|the)\b(?! {PASSING_NOUN}\b)",
        r"[A-Za-z]\w*[-_.\d][\w.-]*\s*(?:现在)?(?:是|用作|用来)(?![不否])"
        r"|(?:环境|库|服务器|机|集群|账号|仓库|分支|语言|频道|系统|框架|域名)(?:现在)?(?:是|叫|改成|换成|改为)\s*[\w`]",
    ),
    cue(
        "owner",
        1.3,
        r"(?<!\bi )(?<!you )(?<!who )(?<!it )(?<!that )(?:owns|maintains|(?:is|are) responsible for|(?:is|are) in"
        r" charge"
        rf" of|looks? after|takes? care of|signs? off|leads(?! to)|approves|(?:is|are) the only (?:one|person|team)"
        rf"|(?:team|squad|office|group) (?:owns?|runs?|maintains?|decides?))"
        r"|(?:owned|maintained|operated|managed|looked after|approved|signed off) by (?!default|hand|it|this|that"
        r"|you)[\w'-]+"
        rf"|belongs? to (?:{TEAM}|{PROPER})|(?:ask|talk to|check with|contact|consult|speak (?:to|with)) (?:{TEAM}"
        rf"|{PROPER})"
        rf"|(?:questions?|requests?|complaints?|invoices) .{{0,30}}(?:go|belong)(?:es)? to"
        rf"|goes through (?:him|her|them|{TEAM}|{PROPER})"
        rf"|{PROPER} runs (?:the|our) (?:[\w-]+ )?(?:team|group|office|department)",
        r"由[^，。？]{1,12}(?:负责|维护|管理?|审核|审批|运营)"
        r"|(?:^|[，。；、])[^，。？我你谁]{2,10}(?:负责|主管|维护|审核|审批|把关)(?![^，。]{0,8}谁)"
        r"|归[^，。？]{1,8}(?:管|负责)|先(?:问|咨询|联系|请示)(?:一?下|一声)?(?!题)",
    ),
    cue(
        "where",
        1.0,
        rf"(?:is|are|lives?|sits?|go(?:es)?|posted|filed|documented|described|collected|published|stored|kept|tracked"
        r"|mirrored|archived|logged|discussed|planned) (?:now |all |also |only |not )*(?:at|on|in|under|to|into)"
        rf" {HERE}"
        rf"|(?:you(?:'ll| can| will)? find|can be found|see) .{{0,60}}?\b(?:at|on|in|under):? {HERE}"
        rf"|(?:dashboard|wiki|docs|documentation|tracker|runbooks?|manual|handbook): https?://\S+",
        r"(?:文档|手册|规范|模板|问题|需求|日志|资料|数据|记录|信息|合同|图纸|素材|清单|备份|密钥|配置)[^，。？]{0,4}在"
        r"(?!\s*[\w-]+/)[^，。？]{2,20}(?:里|下|上|中|目录)|(?:放|存|记|写|发|挂|建|归档)在(?!\s*[\w-]+/)|地址(?:现在)?是",
    ),
    cue(
        "custom",
        0.9,
        rf"{OPEN}(?:so |also |in general |usually |normally )?(?:(?:in|for|on|at|with|inside) [\w -]{{2,30}},? )?we"
        r" (?:(?:only|always|still|also|mostly|usually|generally|all"
        rf"|never|now) ){{0,2}}{NOT_OURS}(?!\w+(?:ed|ing)\b)[a-z]{{3,}}\b(?! (?:it|this|that|these|those)\b)"
        rf"|we(?:'re| are) (?:still |all |only )?(?:on (?!it|the (?:same|right))[\w-]+|bound to|limited to|tied to)"
        rf"|we have (?:only )?(?:{NUMBER}|several|many) (?:[\w-]+ )?(?!bugs|errors|failures|problems|issues|failing"
        r"|ways|paths|options|choices|cases|things|questions)\w+s\b"
        r"|(?:is|are) (?:all |still |mostly |also )?(?:written|built|implemented|based|packaged|deployed|trained"
        r"|compiled)"
        rf" (?:in|with|on|upon|using|from|by)"
        rf"|runs? (?:only )?on (?!my\b|this\b|it\b|localhost|your\b|that\b|the (?:first|second|other)\b)[\w-]+"
        rf"|(?:our|the) [\w -]{{2,40}} (?:depends? on|relies on|speaks|talks to|requires)",
        r"(?:我们|咱们|团队|前端|后端|线上|生产|本项目|项目里)[^，。？]{0,10}(?:用的?是?|跑|采用|基于|部署)"
        r"|(?:用|基于)\s*[\w.+# ]{1,16}\s*(?:写|开发|实现|搭|做)的",
    ),
    cue(
        "verbless",
        1.2,
        rf"^(?:please |absolutely )*no (?:more )?{NO_THING}[\w'/-]+(?: [\w'/-]+){{0,4}}? (?:in|on|at|for|without|inside"
        r"|outside|from|before|after|longer|larger|bigger|during|between|to|unless|except|until|anywhere|please)"
        rf"|^(?:please )?no {NO_THING}[\w-]+(?: [\w-]+){{0,2}}s(?:,? please)?[.!]?$"
        r"|^only (?!the (?:first|second|last)|this|that|it|one)[\w-]+ (?:[\w-]+ )?(?:in|on|for|as|from|inside)"
        r"|^(?:metric|one|two|three|small|short|plain|full|single|double|separate) [\w-]+(?: [\w-]+){0,2},? (?:per"
        r"|each|not"
        r"|never|for|one)",
        r"严禁|杜绝|一概不",
    ),
    cue(
        "limit",
        1.1,
        r"(?:at most|at least|n(?:o|ot) (?:more|fewer|less|longer|larger|bigger|older|higher|later) than|up to"
        r"|limited to"
        rf"|capped at|(?:max|min)(?:imum)?(?: [\w-]+)? of) (?:about )?{NUMBER}[ -]?(?:[a-z]+|%)"
        rf"|(?:stays?|keep|remain|must|should|may|can(?:not|'t)?|shall|to) [^,.;]{{0,50}}?(?:under|below|above|within"
        r"|exceed"
        rf"|over|(?:more|longer|larger|bigger|less|shorter|fewer|older) than) (?:about )?{NUMBER}[ -]?(?:[a-z]+|%)"
        rf"|{NUMBER} [\w-]+ (?:per|an?|each|every) {UNIT}"
        r"|(?:limit|maximum|minimum|timeout|port|default|retention|budget|quota|size|length)(?: (?:for|of|on) [\w"
        rf" -]{{1,30}})? is"
        rf" (?:now )?{NUMBER}(?: ?[a-z]+)?|no [\w-]+ (?:[\w-]+ )?(?:longer|larger|bigger|older|more|higher|wider"
        rf"|deeper) than {NUMBER}"
        rf"|(?:needs?|requires?|takes|allows|accepts|permits|waits|lasts) (?:only |at least |at most |about )?{NUMBER}"
        r" [a-z]+",
        r"(?:最[多少]|[至最][多少]|不(?:能|得|要|可|许)?(?:超过|大于|少于|高于|低于)|低于|上限|控制在|限制在|只?保留)"
        r"[^，。？几]{0,8}?[\d一二三四五六七八九十两百千半]+\s*\S",
    ),
    cue(
        "change",
        1.7,
        r"(?<!\bi )(?<!\byou )(?:has|have) (?:now |all |both |finally )?(?:moved|been (?:renamed|replaced|retired"
        r"|deprecated"
        rf"|discontinued|migrated|split|merged into|superseded|shut down|archived|decommissioned|taken over|moved)"
        rf"|taken over|switched|changed (?:to|its)|migrated|a new (?:owner|name|home|address))"
        r"|we(?:'ve| have)? (?:also |now )?(?:dropped|retired|replaced|abandoned|standardi[sz]ed on|switched (?:from"
        r"|to|over)"
        rf"|migrated|moved (?:to|from|off|away)|stopped (?:using|supporting)|threw|thrown|gave up|adopted|banned)"
        rf"(?! (?:it|this|that|the (?:file|branch|line))\b)"
        r"|(?:is|are) (?:no longer|now (?:called|named|owned|maintained|hosted|tracked|run|part|at https?://\S+"
        rf"|{NAME}))"
        r"|(?:is|are) (?:deprecated|obsolete|discontinued|end[- ]of[- ]life|retired|frozen|gone (?:at|by|in|from"
        r"|after|next))"
        r"|(?<!will )go(?:es)? away|will (?:be (?:removed|shut|switched|turned|retired|replaced|discontinued|closed)"
        r"|go away)"
        rf"|reach(?:es)? (?:its )?end of|(?:is|are) {NAME} now|no longer (?:supports?|ships?|uses?|runs?|needs?)",
        r"(?<!我)已经?(?:迁|搬|换|改名|升级|下线|废弃|停用|弃用|淘汰|合并|移交|关停)|(?:迁移?|搬|换)(?:到|成|至).{1,20}了"
        r"|(?:月|年|周|号|日|底)下线|废弃|弃用|停用|淘汰|停止(?:支持|维护)|不再|现在(?:的.{1,8})?(?:由|归|叫|是(?!不))"
        r"|(?:改成|改为)\s*[A-Za-z][\w.-]*\d?[\w.-]*\s*了",
    ),
    cue(
        "calendar",
        1.0,
        rf"(?:on|every|each) {WEEKDAY}s|(?:every|each) (?:{WEEKDAY}|{UNIT})|(?:on )?{WEEKDAY}s only"
        r"|(?:starts?|begins?|ends?|expires?|due|live|opens?|closes?|released|launch(?:es)?|go out|has to be in"
        r"|freezes?|is"
        rf"|runs?|must be (?:in|done)|needed) (?:\w+ )?(?:on|at|in|by|until|from|before) (?:the )?{DATE}",
        r"每(?:天|周|月|晚|季度|年|逢|小时|分钟)|\d+\s*月(?:\s*\d+\s*[日号])?\S{0,3}(?:到期|截止|上线|下线|发布|开始|结束|前|底)"
        r"|到期|截止|月底|年底|凌晨|工作日",
    ),
    cue(
        "define",
        1.1,
        r"stands for|is short for|is what [\w ]{2,40} calls?|we call|(?<![\w])['\"‘“`][^'\"’”`\n]{1,30}['\"’”`]"
        r" (?:\w+ ){0,4}(?:is|are|means)(?! (?:not|the (?:one|problem))\b)",
        r"所谓|指的?是|意思是|意为|的(?:简称|缩写)|叫做",
    ),
    cue(
        "holds",
        1.0,
        r"^(?:an? |the |our |all |every |each )?(?!i\b|we\b|you\b|it\b|this\b|that\b|there\b|they\b|he\b|she\b|these\b"
        r"|those\b)"
        r"[\w-]+(?: [\w-]+){0,3} (?:can(?:not|'t)?|may)(?: not| only| also| never)? (?:have|hold|contain|belong|handle"
        r"|be|exceed"
        r"|measure|span|share|repeat|overlap)"
        r"|(?:is|are) (?:not |always |only |never |also )?(?:unique|optional|mandatory|immutable|read[- ]only|append[-"
        r" ]only"
        r"|case[- ]sensitive|confidential|reserved|off[- ]limits|forbidden|reversible|taken by|in (?:cents|euros"
        r"|dollars|grams"
        r"|seconds|milliseconds|met(?:er|re)s|utc|degrees|percent)|measured in|given in)"
        r"|has no (?!idea|effect|problem|impact)\w+ (?:during|in|on|without|at)",
        r"单位是|以[^，。]{1,6}为单位|(?:可以|不能|不会|只能)(?:有|属于|包含|重复|为空|超出)|唯一|必填|只读|不可变"
        r"|按[^，。]{1,8}(?:存|计|算)|单独的",
    ),
    cue(
        "self",
        1.3,
        r"i(?:'ve| have) never (?:used|worked|done|seen|written|touched|learned)|i (?:teach|study|read|speak|mostly"
        r"|usually|mainly)"
        r" (?!the (?:file|code|log|error|diff)|this|that|it)[\w-]+|i(?:'m| am) (?:not )?(?:familiar with|used to|good"
        r" at|learning|color"
        r"|colour|left-handed|blind|deaf|dyslexic)",
        r"我(?:没用过|没写过|没学过|不太?会|不太?懂|不怎么|是(?:做|搞|学|写|运维|前端|后端|测试|产品|设计))|[，](?:前端|后端)?我?不太?懂",
    ),
    cue(
        "manner",
        2.0,
        r"^(?:please )?(?:answer|reply|respond|speak|talk) (?:to me )?(?:in|with|only|briefly|as)|^(?:please )?(?:less"
        r"|fewer"
        r"|more|shorter|longer|simpler) [\w -]{2,40} (?:in|please|from)"
        r"|(?:show|tell|ask|warn|notify|let) me\b[^.?]{0,60} (?:before|when|whenever|first)|(?:your|the) (?:answers"
        r"|replies) (?:are"
        r"|should|too)",
        r"(?:回答|回复|解释|说明)(?:时|得|要|尽量|请)*.{0,4}(?:短|简单|详细)|用(?:中文|英文|英语)(?:回答|回复|写)"
        r"|没有我的(?:同意|允许)|先给我看",
    ),
    cue(
        "gate",
        0.9,
        r"before (?:you )?(?:touch|chang|edit|delet|remov|merg|deploy|install|renam|ask|push|commit|releas|tag|publish"
        r"|rewrit"
        r"|migrat|updat)\w*",
        r"改[^，。]{0,10}(?:之前|前)先",
    ),
    cue(
        "because_of_it",
        0.8,
        r"^(?!add|fix|i\b|it\b|we\b|you\b|this\b|that\b|there\b)[a-z][^,.:;?]{4,60}, (?:the|our|they|it'?s|otherwise"
        r"|new) "
        r"[^,.?]{3,80} (?:\w+s|reserved|overwritten|generated|needed|used|bound) ?[^,?]*$",
        r"(?:^|，)(?:否则|不然|会被|客户|对方|每次)",
    ),
)
