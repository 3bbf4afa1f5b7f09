"""What English and Chinese say when they state how the world is: names, people, places, habits, limits, changes.

As in ``cues``: general linguistics only, one weight a family.
"""

from __future__ import annotations

from dreamd.engines.embedded.cues import OPEN, cue
from dreamd.engines.embedded.shapes import DATE, HERE, NAME, NUMBER, PASSING_NOUN, PROPER, TEAM, UNIT, WEEKDAY

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
        rf"{OPEN}(?:the |our )?(?:{NAME}"
        rf"|(?:the |our )(?:[\w-]+ ){{0,2}}{NAME})(?: (?:in|on|at) (?:the )?[\w-]+)? (?:is|are|serves as"
        r"|acts as) (?:now |only |still |also )?(?:the|our|an?|for|where|what|kept|reserved"
        rf"|used)\b(?! {PASSING_NOUN}\b)"
        rf"|{OPEN}(?:the|our) (?!(?:[\w-]+ )?{PASSING_NOUN}\b)(?:[\w-]+ ){{1,5}}(?:is"
        rf"|are) (?:now )?(?:(?:called|named) `?\w+`?|{NAME}|{PROPER})(?=$|[.,;:!]| now| and| for)"
        rf"|{OPEN}(?:production|prod|staging|testing|live|demo|qa) (?:\w+ )?is (?:now )?{NAME}"
        rf"|{OPEN}{PROPER} is (?:our|the)\b(?! {PASSING_NOUN}\b)",
        r"(?<![A-Za-z\d_.-])[A-Za-z](?=[A-Za-z_.-]{0,40}[-_.\d])[A-Za-z\d_.-]{1,60}+\s*(?:现在)?(?:是|用作"
        r"|用来)(?![不否])"
        r"|(?:环境|库|服务器|机|集群|账号|仓库|分支|语言|频道|系统|框架|域名)(?:现在)?(?:是|叫|改成|换成|改为)\s*[\w`]",
    ),
    cue(
        "owner",
        1.3,
        r"(?<!\bi )(?<!you )(?<!who )(?<!it )(?<!that )(?:owns|maintains|(?:is|are) responsible for"
        r"|(?:is|are) in charge of|looks? after|handles (?:everything|all)|takes? care of|signs? off|leads(?! to)"
        r"|approves|(?:is|are) the only (?:one|person|team)"
        r"|(?:team|squad|office|group) (?:owns?|runs?|maintains?|decides?))"
        r"|(?:owned|maintained|operated|managed|looked after|approved|signed off) by (?!default|hand|it|this|that"
        r"|you)[\w'-]+"
        rf"|belongs? to (?:{TEAM}|{PROPER})"
        rf"|(?:ask|talk to|check with|contact|consult|speak (?:to|with)) (?:{TEAM}|{PROPER})"
        r"|(?:questions?|requests?|complaints?|invoices) .{0,30}(?:go|belong)(?:es)? to"
        rf"|goes through (?:him|her|them|{TEAM}|{PROPER})"
        rf"|{PROPER} (?:reviews|tests|writes|translates|checks|decides|coordinates|answers) (?:all|every|the|our) \w+"
        rf"|{PROPER} runs (?:the|our) (?:[\w-]+ )?(?:team|group|office|department)",
        r"由[^，。？]{1,12}(?:负责|维护|管理?|审核|审批|运营)"
        r"|(?:^|[，。；、])[^，。？我你谁]{2,10}(?:负责|主管|维护|审核|审批|把关)(?![^，。]{0,8}谁)"
        r"|(?:批准|拍板|签字)(?!了)|说了算|归[^，。？]{1,8}(?:管|负责)|先(?:问|咨询|联系|请示)(?:一?下|一声)?(?!题)"
        r"|(?:都|请|直接)(?:找|问)[\u3400-\u9fff]{1,4}(?=[，。]|$)"
        r"|(?<=[\u3400-\u9fff]{3})[问找](?!一下|题)[\u3400-\u9fff]{2,4}(?=[，。]|$)",
    ),
    cue(
        "where",
        1.0,
        r"(?:is|are|lives?|sits?|go(?:es)?|posted|filed|documented|described|collected|published|stored|kept|tracked"
        r"|mirrored|archived|logged|discussed|planned) (?:now |all |also |only |not )*(?:at|on|in|under|to"
        rf"|into) {HERE}"
        rf"|(?:you(?:'ll| can| will)? find|can be found|see) .{{0,60}}?\b(?:at|on|in|under):? {HERE}"
        r"|(?:dashboard|wiki|docs|documentation|tracker|runbooks?|manual|handbook): https?://\S+",
        r"(?:文档|手册|规范|模板|问题|需求|日志|资料|数据|记录|信息|合同|图纸|素材|清单|备份|密钥"
        r"|配置)[^，。？]{0,4}在(?!\s*[\w-]+/)[^，。？]{2,20}(?:里|下|上|中|目录)"
        r"|(?:放|存|记|写|发|挂|建|归档)在(?!\s*[\w-]+/)|地址(?:现在)?是",
    ),
    cue(
        "verbless",
        1.2,
        r"(?:^|(?<=[,;:] so )|(?<=[;:] ))(?:please "
        rf"|absolutely )*no (?:more )?{NO_THING}[\w'/-]+(?: [\w'/-]+){{0,4}}? (?:in|on|at|for|without|inside|outside"
        r"|from|before|after|longer|larger|bigger|during|between|to|unless|except|until|anywhere|please)"
        rf"|(?<=, so )no {NO_THING}[\w-]+(?: [\w-]+){{0,2}}$"
        rf"|^(?:please )?no {NO_THING}[\w-]+(?: [\w-]+){{0,2}}s(?:,? please)?[.!]?$"
        r"|^only (?!the (?:first|second|last)|this|that|it|one)[\w-]+ (?:[\w-]+ )?(?:in|on|for|as|from|inside)"
        r"|^(?:metric|one|two|three|small|short|plain|full|single|double|separate) [\w-]+(?: [\w-]+){0,2},? (?:per"
        r"|each|not|never|for|one)",
        r"严禁|杜绝|一概不",
    ),
    cue(
        "limit",
        1.1,
        rf"exactly (?:one|{NUMBER}) [a-z]+|(?:once|twice|{NUMBER} times) (?:an?|per|every) {UNIT}"
        r"|(?:at most|at least|n(?:o|ot) (?:more|fewer|less|longer|larger|bigger|older|higher|later) than|up to"
        rf"|limited to|capped at|(?:max|min)(?:imum)?(?: [\w-]+)? of) (?:about )?{NUMBER}[ -]?(?:[a-z]+|%)"
        r"|(?:stays?|keep|remain|must|should|may|can(?:not|'t)?|shall|to) [^,.;]{0,50}?(?:under|below|above|within"
        rf"|exceed|over|(?:more|longer|larger|bigger|less|shorter|fewer|older) than) (?:about )?{NUMBER}[ -]?(?:[a-z]+"
        r"|%)"
        rf"|{NUMBER} [\w-]+ (?:per|an?|each|every) {UNIT}"
        r"|(?:limit|maximum|minimum|timeout|port|default|retention|budget|quota|size"
        rf"|length)(?: (?:for|of|on) [\w -]{{1,30}})? is (?:now )?{NUMBER}(?: ?[a-z]+)?"
        rf"|no [\w-]+ (?:[\w-]+ )?(?:longer|larger|bigger|older|more|higher|wider|deeper) than {NUMBER}"
        r"|(?:needs?|requires?|takes|allows|accepts|permits|waits|lasts) (?:only |at least |at most "
        rf"|about )?{NUMBER} [a-z]+"
        r"|(?:fixed|set|pinned|locked|rounded|capped|restricted|kept|stored|retained|valid|cached) (?:at|to"
        rf"|for) {NUMBER} ?[a-z%]+"
        r"|[\w.-]*\d is the (?:newest|latest|oldest|highest|lowest|smallest|largest)",
        r"(?:最[多少]|[至最][多少]|不(?:能|得|要|可|许)?(?:超过|大于|少于|高于|低于)|低于|上限|控制在|限制在"
        r"|只?保留)[^，。？几]{0,8}?[\d一二三四五六七八九十两百千半]+\s*\S",
    ),
    cue(
        "change",
        1.7,
        r"(?<!\bi )(?<!\byou )(?:has|have) (?:now |all |both |finally )?(?:moved"
        r"|been (?:renamed|replaced|retired|deprecated|discontinued|migrated|split|merged into|superseded|shut down"
        r"|archived|decommissioned|taken over|moved)"
        r"|taken over|switched|changed (?:to|its)|migrated|a new (?:owner|name|home|address))"
        r"|we(?:'ve| have)? (?:also |now )?(?:dropped|retired|replaced|abandoned|standardi[sz]ed on"
        r"|switched (?:from|to|over)|migrated|moved (?:to|from|off|away)|stopped (?:using|supporting)|threw|thrown"
        r"|gave up|adopted|banned)(?! (?:it|this|that|the (?:file|branch|line))\b)"
        r"|(?:is|are) (?:no longer"
        rf"|now (?:called|named|owned|maintained|hosted|tracked|run|part|at https?://\S+|{NAME}))"
        r"|(?:is|are) (?:deprecated|obsolete|discontinued|end[- ]of[- ]life|retired|frozen"
        r"|gone (?:at|by|in|from|after|next))"
        r"|(?<!will )go(?:es)? away"
        r"|will (?:be (?:removed|shut|switched|turned|retired|replaced|discontinued|closed)|go away)"
        rf"|reach(?:es)? (?:its )?end of|(?:is|are) {NAME} now|no longer (?:supports?|ships?|uses?|runs?|needs?)",
        r"(?<!我)已经?(?:迁|搬|换|改名|升级|下线|废弃|停用|弃用|淘汰|合并|移交|关停|关闭)"
        r"|(?:迁移?|搬|换)(?:到|成|至).{1,20}了|(?:月|年|周|号|日|底|要)下线|废弃|弃用|停用|淘汰|停止(?:支持|维护)"
        r"|不再|现在(?:的.{1,8})?(?:由|归|叫|是(?!不))|(?:改成|改为)\s*[A-Za-z][\w.-]*\d?[\w.-]*\s*了",
    ),
    cue(
        "calendar",
        1.0,
        rf"(?:on|every|each) {WEEKDAY}s|(?:every|each) (?:{WEEKDAY}|{UNIT})|(?:on )?{WEEKDAY}s only"
        r"|(?:starts?|begins?|ends?|expires?|due|live|opens?|closes?|released|launch(?:es)?|go out|has to be in"
        r"|freezes?|is|runs?|must be (?:in|done|finished|ready)|needed) (?:\w+ )?(?:on|at|in|by|until|from"
        rf"|before) (?:the )?{DATE}"
        rf"|next (?:year|quarter|month|term)|until then|as of (?:the )?{DATE}|from (?:the )?{DATE} on(?:wards?)?"
        rf"|until {DATE}",
        r"每(?:天|周|月|晚|季度|年|逢|小时|分钟)"
        r"|\d+\s*月(?:\s*\d+\s*[日号])?\S{0,3}(?:到期|截止|上线|下线|发布|开始|结束|前|底)|到期|截止|月底|年底|凌晨"
        r"|工作日",
    ),
    cue(
        "define",
        1.1,
        r"stands for|is short for|is what [\w ]{2,40} calls?|we call"
        r"|(?<![\w])['\"‘“`][^'\"’”`\n]{1,30}['\"’”`] (?:\w+ ){0,4}(?:is|are|means)(?! (?:not|the (?:one|problem))\b)",
        r"所谓|指的?是|意思是|意为|的(?:简称|缩写)|叫做",
    ),
    cue(
        "self",
        1.3,
        r"i come from [\w-]+|i(?:'ve| have) never (?:used|worked|done|seen|written|touched|learned)"
        r"|i (?:teach|study|read|speak|mostly|usually|mainly) (?!the (?:file|code|log|error|diff)|this|that|it)[\w-]+"
        r"|i(?:'m| am) (?:not )?(?:familiar with|used to|good at|learning|color|colour|left-handed|blind|deaf"
        r"|dyslexic)",
        r"我(?:没用过|没写过|没学过|不太?会|不太?懂|不怎么|是(?:做|搞|学|写|运维|前端|后端|测试|产品|设计))"
        r"|[，](?:前端|后端)?我?不太?懂",
    ),
    cue(
        "manner",
        2.0,
        r"^(?:please )?(?:answer|reply|respond|speak|talk) (?:to me )?(?:in|with|only|briefly|as)"
        r"|^(?:please )?(?:less|fewer|more|shorter|longer|simpler) [\w -]{2,40} (?:in|please|from)"
        r"|(?:show|tell|ask|warn|notify|let) me\b[^.?]{0,60} (?:before|when|whenever|first)"
        r"|(?:your|the) (?:answers|replies) (?:are|should|too)",
        r"(?:回答|回复|解释|说明)(?:时|得|要|尽量|请)*.{0,4}(?:短|简单|详细)|用(?:中文|英文|英语)(?:回答|回复|写)"
        r"|没有我的(?:同意|允许)|先给我看",
    ),
    cue(
        "gate",
        0.9,
        r"before (?:you )?(?:touch|chang|edit|delet|remov|merg|deploy|install|renam|ask|push|commit|releas|tag|publish"
        r"|rewrit|migrat|updat)\w*",
        r"改[^，。]{0,10}(?:之前|前)先",
    ),
    cue(
        "because_of_it",
        0.8,
        r"^(?!add|fix|i\b|it\b|we\b|you\b|this\b|that\b|there\b)[a-z][^,.:;?]{4,60}, (?:the|our|they|it'?s|otherwise"
        r"|new) [^,.?]{3,80} (?:\w+s|reserved|overwritten|generated|needed|used|bound) ?[^,?]*$",
        r"(?:^|，)(?:否则|不然|会被|客户|对方|每次)",
    ),
)
