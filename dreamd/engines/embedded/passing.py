"""What English and Chinese say when they ask, report, suppose or want something done: it passes with the day."""

from __future__ import annotations

import re

from dreamd.engines.embedded.cues import CLAUSE, Cue, cue
from dreamd.engines.embedded.shapes import WEEKDAY

AGAINST = (
    cue("request", -1.5, r"(?:can|could|would|will) (?:you|u)", r"你(?:能|可以|能不能|可不可以|会不会)"),
    cue(
        "query",
        -1.5,
        CLAUSE
        + r"(?:are|were|is|was|do|does|did|have|has|had|would|will)"
        + r" (?:we|you|i|it|they|there|this|that|these|those|the|he|she|any\w*)"
        + r"|(?:^|(?<=[.!?] ))(?:(?:is|are|was|were|does|did|has)(?! not\b)\b|(?:am|do|have|will)(?! not\b)\b[^?]*\?)",
    ),
    cue(
        "talk",
        -1.2,
        r"we (?:have|need|want) to (?:also |now |first )?(?:move|migrate|upgrade|fix|add|implement|finish|update|find"
        r"|change|build|rewrite)"
        r"|(?:let'?s|(?:can|could|should|shall) we|(?:i|we)(?:'?d| would) like to|i (?:want|need) to)[, ]+(?:also "
        r"|just |maybe |now |then |first )*(?:(?:double[- ])?check|look|see|explain|tell|debug|investigate"
        r"|summari[sz]e|work|continue|go|review|run|try|start|proceed|brainstorm|figure|understand|describe|pause|wait"
        r"|talk|discuss|chat)",
        r"(?:我们|咱们|我想)(?:先|来|再)?(?:看|检查|调试|继续|开始|讨论|总结|试)",
    ),
    cue(
        "wonder",
        -0.8,
        CLAUSE + r"(?:what|where|who|which|how|why|when)(?:'s)? (?:is|are|was|were|do|does|did|would|to|happens?)",
        r"(?<![没无])什么(?!都)|哪里|哪个|多少|谁(?!都)",
    ),
    cue(
        "asks",
        -2.5,
        r"(?:^|(?<=[.!?;:] )|(?<=, )|(?<=^so )|(?<=^and ))(?:what(?! (?:about|if)\b)|where|who|whose|which"
        r"|how(?! about\b)|when(?= (?:is|are|do|does|did|will|was)\b)"
        r"|why(?! (?:not|don'?t|couldn'?t|can'?t)))\b(?:'s)? (?:[^?]*\?"
        r"|(?:is|are|was|were|do|does|did|version|kind|one)\b.*)$",
        r"[\u3400-\u9fff].*[?？]\s*$|(?:吗|呢)[。]?\s*$",
    ),
    cue(
        "instance",
        -1.2,
        r"(?:option|approach|variant|choice|suggestion|point|item) (?:\d|[a-d]|one|two|three)"
        r"|[0-9a-f]{8}-[0-9a-f]{4}[0-9a-f-]*|(?=[0-9a-f]{0,38}\d)(?=\d{0,38}[a-f])[0-9a-f]{7,40}",
        r"(?:方案|选项|建议)\s*[\d一二三四A-D]|第[一二三四]个",
    ),
    cue("question", -0.6, r"[^?]*[?]+\s*$", r"[?？]\s*$|(?:吗|呢)[。]?\s*$"),
    cue(
        "here",
        -0.6,
        r"now|right now|currently|again|today|yesterday|tomorrow"
        r"|this (?:time|one|pr|branch|commit|line|file|change|session|test|error|issue)|(?:above|below)(?! \d)"
        r"|at the moment|so far|for now|lines? \d+|still|yet|temporary|meanwhile|this week|tonight|just (?:now|\w+ed)",
        r"现在|目前|刚才|刚刚|今天|昨天|明天|这次|那[个条](?!项目|仓库|团队|公司)"
        r"|这个(?:文件|分支|提交|报错|错误|改动)|上面|下面|第\s*\d+\s*行|暂时|临时|这一行|本周",
    ),
    cue(
        "report",
        -1.2,
        r"i(?:'?ve| have| just| did| had| got| see| saw| removed| added| tried| ran| fixed| pushed| merged| updated)"
        r"|we(?:'?ve| had| are (?:missing|seeing|getting|reviewing)| fail\w*| believe| got| see)"
        r"|it (?:fails?|failed|works?|worked|looks?|seems?|broke)|looks? (?:like|broken|good)|seems? (?:to|like)"
        r"|is (?:failing|broken|failed|running|missing)|getting (?:this|an?) error"
        r"|i'?m (?:getting|seeing|working|confused)|works now|passed|failed|conflicts"
        r"|(?:in|on|at|to|with) the wrong \w+|(?:never mind|do(?: not|n'?t) (?:worry|bother|mind|know|care))"
        r"|no (?:difference|errors?|response|output|results?|luck|effect|success|warnings?|idea)",
        r"我(?:刚|已经|看到|试了|改了|加了|删了|跑了|遇到)|报错|失败了|好了|完成了|通过了|跑完|看起来|似乎|挂了",
    ),
    cue(
        "passing",
        -2.2,
        r"(?:much|way|looks?|a lot|even|that'?s|bit) (?:better|best)"
        rf"|since (?:this|last|yesterday|today|{WEEKDAY}|\d+|i|we \w+ed|a (?:few|couple)"
        r"|the (?:last |latest |new )?(?:deploy\w*|update|upgrade|release|merge|weekend|morning|migration|reboot"
        r"|restart|change))"
        r"|(?:last|yesterday) (?:night|evening|time)|this (?:morning|afternoon|evening|week)|at the moment|right now"
        r"|(?:is|are|seems?|went|goes) (?:currently |still |now |again |completely |already )*(?:red|broken|down|stuck"
        r"|slow|full|failing|hanging|unreachable|offline|crashing|flaky|unavailable|on fire|out of memory|timing out"
        r"|not (?:working|responding|reachable)|up again|back up)"
        r"|has been (?:failing|broken|down|full|slow|red|stuck|running)"
        r"|keeps? (?:failing|crashing|timing|hanging|throwing|getting|printing|returning)"
        r"|(?:fails?|crash(?:es|ed)?|hangs?) again|crashed|(?:am|are|is) getting|is deploying"
        r"|for (?:now|the moment|the time being)|temporarily|just (?:this )?once|this time",
        r"从(?:今天|昨天|前天|刚才|早上|昨晚|上周|周[一二三四五六日天])[^，。]{0,6}[起开]?始?|刚才"
        r"|今天(?:早上|上午|下午)?|昨天|昨晚|又[^，。]{0,8}了|挂了|崩了|卡住|满了|超时了|连不上|打不开"
        r"|现在[^，。]{0,4}(?:连不|不能|不行|报|失败)|一直失败",
    ),
    cue(
        "guess",
        -1.5,
        r"(?:^|(?<=[.!?,;] ))(?:maybe|perhaps|probably)\b(?! (?:we|it'?s better|better|let'?s|use|don'?t)\b)"
        r"|(?:now |just |also )?wondering[: ]|i (?:guess|suspect|assume|bet)"
        r"|i think (?:it|that|this|there|the)(?:'s| is| are| was| has| might)|(?:^|(?<=, ))say the",
        r"可能|大概|也许|我猜|应该(?:是|没|好了|可以了|差不多)|估计|好像|说不定",
    ),
    cue(
        "suppose",
        -1.5,
        r"let'?s say|suppos(?:e|ing)|imagine|what if|hypothetical(?:ly)?|for example|e\.g\.|someone (?:said|told)"
        r"|(?:he|she|they|colleagues?|boss|friend|manager|people|reviewer|docs?|article|blog|support) (?:said|says?"
        r"|told|thinks?|claims?|suggest(?:s|ed))"
        r"|according to",
        r"假设|假如|比方说|比如|例如|(?:他|她|有人)(?:说|觉得)|据说",
    ),
)

LEAD = r"(?:(?:and|then|also|now|ok(?:ay)?|yes|yeah|so|great|please|can you|could you|just|finally)[, ]+)*"
CHORE = Cue(
    "chore",
    -1.2,
    re.compile(
        rf"^{LEAD}(?!\w+ \w+s (?:go|are|is|live|belong|must|should|can|may|have|need|take|run)\b)(?:run|fix|commit"
        r"|push|merge|rebase|open|close|check|review|look|show|explain|tell|give|list|find|search|read|write me|update"
        r"|add|remove|delete|rename|move|revert|try|continue|go|proceed|start|implement|create|debug|investigate"
        r"|summari[sz]e|print|put (?=(?:the|an?|it|this|that|these|those|my|your)\b)|write (?=an?\b|the\b|some\b)"
        r"|install|build|deploy|test|verify|generate|refactor|apply|undo|retry|help|address|draft|bump|copy|paste"
        r"|clean up)\b"
        r"|^(?!.*(?:之前|之后|以前|时候|时[，,]))(?:请|麻烦|帮我|帮忙|再|先|那|好的?[,，]?)*(?:运行|跑一?下|修复?|提交(?!信息|说明|记录|历史|[前后时])"
        r"|推送|合并|检查|看一?下|看看|解释|告诉|列出|找|读|写一|更新|添加|加|删|改一?下|改成"
        r"|把[^，。]{1,16}(?:改|换|移|删|挪|调|放|加)|继续|开始|实现|创建|新建|生成|测试一?下|总结|试)",
        re.IGNORECASE,
    ),
)
