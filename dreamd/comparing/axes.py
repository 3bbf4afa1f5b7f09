"""The table of what people want either this way or that: each axis with its poles, in English and Chinese.

General ways of working and writing alone; one line of signs a pole. Who takes one pole does not take the other.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Axis(NamedTuple):
    """One question with several answers."""

    name: str
    poles: dict[str, re.Pattern[str]]
    text: str = ""
    """The kind of text (``scopes.WORDS``) that it speaks of where the statement names none."""
    flips: bool = True
    """Who denies the one of two poles takes the other."""
    shares: bool = False
    """Statements meet only where they share another word: several things may be in use side by side."""


def axis(name: str, *, text: str = "", flips: bool = True, shares: bool = False, **poles: str) -> Axis:
    """An axis with these poles; ``_`` in their names stands for a blank."""
    made = {pole.replace("_", " "): re.compile(signs, re.IGNORECASE) for pole, signs in poles.items()}
    return Axis(name, made, text, flips, shares)


def members(*names: str) -> dict[str, str]:
    """A pole for each of these names, which stand for themselves."""
    return {re.sub(r"\W", "_", name): rf"(?<![\w.-]){re.escape(name)}(?![\w-])" for name in names}


TALK = r"(?:repl(?:y|ies)|answers?|responses?|explanations?|messages?|summar(?:y|ies)|output|texts?|prose|it|things)"
AXES = (
    axis(
        "length",
        text="reply",
        short=rf"\b(?:short(?:er)?|brief|concise|terse|succinct|crisp|compact|minimal)\b (?:\w+ ){{0,2}}?{TALK}\b"
        rf"|\b{TALK} (?:\w+ ){{0,3}}?(?:short|brief|concise|terse|succinct|to the point|compact|minimal)\b"
        r"|\bbe (?:\w+ )?(?:brief|concise|terse|succinct)\b|\b(?:repl(?:y|ies)|answers?|respond|explain|write|speak)\b"
        r" (?:\w+ ){0,2}?(?:briefly|concisely|tersely|in (?:one|a few|two|three|1|2|3) (?:lines?|sentences?|words))"
        r"|\bkeep (?:\w+ ){0,3}short\b|\b(?:no|without|skip(?: the)?|omit) (?:\w+ )?(?:fluff|filler|long explanations?"
        r"|lengthy \w+|explanations?|small talk|elaboration)\b|\bjust (?:give me )?the (?:answer|code|result)\b"
        r"|\bcode only\b|\bonly the (?:code|answer|result)\b|\bstraight to the point\b|\bas few words\b"
        r"|简短|简洁|精简|简练|简明|言简意赅|不要太多废话|少说废话|别啰嗦|不要啰嗦|一句话(?:回答|回复|说明)|长话短说"
        r"|只(?:给|要|看|贴)(?:出)?(?:代码|结果|结论|答案)|(?:不要|不用|无需|别|不必)(?:做|写|多|长篇)?解释|尽量短|越短越好"
        r"|控制在.{0,4}[句行]",
        long=r"\bexplain(?:ing)? (?:\w+ )?(?:each|every|all|the) (?:single )?(?:steps?|lines?|changes?"
        r"|decisions?|commands?)"
        r"|\b(?:step[- ]by[- ]step|in (?:great |full |more |much )?detail|thorough(?:ly)?|at length|exhaustive(?:ly)?"
        r"|elaborate|verbose|comprehensive(?:ly)?)\b"
        r"|\b(?:detailed|long(?:er)?|full|extensive|lengthy) (?:\w+ )?(?:repl(?:y|ies)|answers?|responses?"
        r"|explanations?|write-?ups?|reasoning|descriptions?|breakdowns?)\b|\bwalk me through\b"
        r"|\b(?:show|spell out|give|include|describe) (?:\w+ ){0,2}?(?:full |complete |your )?(?:reasoning"
        r"|background|context)\b"
        r"|详细|详尽|逐步|一步一步|一步步|每(?:个|一)?步(?:骤)?.{0,6}(?:解释|说明|讲)|(?:解释|说明|讲解|讲清).{0,4}每"
        r"|展开(?:说|讲|解释)|深入讲解|越详细越好|长篇|来龙去脉|完整的?(?:解释|说明|推理)",
    ),
    axis(
        "natural language",
        text="reply",
        flips=False,
        Chinese=r"\b(?:Chinese|Mandarin)\b|中文|汉语|普通话",
        English=r"\bEnglish\b|英文|英语",
        German=r"\bGerman\b|德文|德语",
        Japanese=r"\bJapanese\b|日文|日语",
        French=r"\bFrench\b|法文|法语",
        Spanish=r"\bSpanish\b|西班牙语",
    ),
    axis("spelling", British=r"\b(?:British|UK)\b|英式", American=r"\b(?:American|US)\b(?= (?:English|spelling))|美式"),
    axis("script", simplified=r"\bsimplified\b|简体", traditional=r"\btraditional\b(?= Chinese)|繁体"),
    axis(
        "asking",
        flips=False,
        ask=r"(?<!not )(?<!n't )(?<!never )(?<!without )\b(?:ask|check with|consult|confirm with) (?:me|us"
        r"|the user|them|first"
        r"|before|for (?:my |explicit |the )?(?:approval|confirmation|permission))"
        r"|\b(?:wait for|get|needs?|requires?) (?:my|explicit|the user's|a) (?:\w+ )?(?:approval|ok|okay"
        r"|confirmation|go-ahead)"
        r"|(?<!not )(?<!n't )\bask (?:clarifying )?questions\b"
        r"|(?<!不)(?<!用)(?<!要)(?<!别)先(?:问|征求|征得|请示|和我确认|跟我确认|经我|确认)|(?:经|征得|得到)我(?:的)?(?:同意|确认|批准)"
        r"|等我(?:确认|同意|批准)|有(?:疑问|不清楚|歧义).{0,6}问",
        act=r"\b(?:do not|don['’]?t|never|no need to|stop|without) (?:ask(?:ing)?|confirm(?:ing)?|check(?:ing)? with)\b"
        r"|\bjust (?:do it|go ahead|make the change|fix it|proceed|act)\b|\bgo ahead (?:and \w+ )?without\b"
        r"|\bno (?:confirmations?|questions|approval)\b|\b(?:use|decide by) your own judge?ment\b"
        r"|\bmake (?:reasonable |sensible )?assumptions\b|\bdecide (?:for|by) yourself\b"
        r"|(?:不用|不必|无需|不要|别|不需要|无须)(?:再|先|每次|反复|事事|都|跟我|和我|向我|来)*(?:问|确认|请示|征求)|直接(?:改|做|动手|执行|处理|修)"
        r"|自行(?:判断|决定|处理)|自己(?:判断|决定|拿主意)",
    ),
    axis(
        "tone",
        text="reply",
        formal=r"\b(?:formal(?:ly)?|professional|business-like)\b|正式|书面语|专业(?:的)?语气|严肃",
        casual=r"\b(?:casual(?:ly)?|informal(?:ly)?|relaxed|friendly|chatty|colloquial|humou?r(?:ous)?)\b|随意|口语|轻松"
        r"|幽默|活泼|亲切",
    ),
    axis(
        "layout",
        text="reply",
        list=r"\b(?:bullet(?: ?points?|ed lists?|s)?|lists|bulleted)\b|列表|要点|分点|条目",
        prose=r"\b(?:prose|paragraphs?|flowing text|running text|full sentences)\b|段落|散文|连续文字|成段",
    ),
    axis(
        "order",
        text="reply",
        conclusion=r"\b(?:conclusions?|answer|result|summary|bottom line|recommendation) (?:comes? |goes )?(?:first"
        r"|up front|at the top)\b"
        r"|\b(?:start|begin|lead|open) with (?:the )?(?:conclusion|answer|result|summary|recommendation|bottom line)\b"
        r"|\bbottom line up front\b|结论先行|先(?:说|给|讲|写|上|亮)(?:出)?(?:结论|答案|结果)|开头(?:先)?(?:给|写|说)结论",
        reasoning=r"\b(?:reasoning|background|context|analysis|derivation|problem) (?:comes? |goes )?first\b"
        r"|\b(?:start|begin|lead|open) with (?:the )?(?:background|reasoning|context|analysis|derivation|problem)\b"
        r"|\b(?:conclusion|answer|recommendation|result) (?:comes? |goes |only )*(?:last|at the (?:very )?end)\b"
        r"|先(?:说|给|讲|写|交代)(?:清)?(?:背景|过程|原因|分析|推理|思路)|最后(?:再|才)?(?:给|说|写|下)?(?:出)?结论",
    ),
    axis(
        "updates",
        text="reply",
        often=r"\b(?:frequent|regular|constant) (?:progress )?(?:updates|reports)\b"
        r"|\breport (?:progress )?(?:often|after (?:each|every)|regularly"
        r"|as you go)|\bkeep me (?:posted|updated|informed)\b|随时汇报|每(?:一|完成一)?步.{0,5}汇报|实时(?:汇报|同步)|及时汇报进(?:度|展)",
        end=r"\b(?:only )?report (?:back )?(?:only )?(?:at the end|when (?:you are |everything is "
        r"|it is )?(?:done|finished))"
        r"|\bno (?:progress|interim|intermediate|status) (?:updates|reports)\b|\bonly (?:tell me|report"
        r"|write) (?:the final|when)"
        r"|做完(?:再|才|后)(?:一起|统一)?(?:说|汇报)|(?:不要|别|无需|不用)(?:中途|中间|过程中|频繁)(?:的)?(?:汇报|打断)|完成后(?:再|统一|一次性)汇报",
    ),
    axis(
        "initiative",
        proactive=r"\bproactive(?:ly)?\b|\bon your own initiative\b|\bsuggest improvements\b|主动",
        asked=r"\b(?:only|just|exactly|nothing but|no more than) (?:do )?what (?:I|is|was|we) (?:\w+ )?(?:ask"
        r"|request|said)\w*"
        r"|\bnothing (?:more|beyond what)|只做(?:我)?(?:要求|让你做|交代|吩咐)|(?:别|不要)多做|不要(?:自作主张|擅自)",
    ),
    axis(
        "change size",
        minimal=r"\b(?:minimal|smallest(?: possible)?|small) (?:diffs?|changes?|patch(?:es)?|edits?)\b"
        r"|\bonly (?:touch|change|edit) what\b"
        r"|\b(?:do not|don['’]?t|never) (?:refactor|clean up)\b|最小(?:化)?(?:的)?(?:改动|修改)|只改(?:必要|需要|相关)"
        r"|不要(?:顺手|顺便|擅自)?重构",
        refactor=r"\brefactor (?:\w+ ){0,2}(?:as you go|along the way|while|whenever|freely|aggressively|boldly)"
        r"|\bclean up (?:\w+ ){0,3}"
        r"(?:as you go|along the way|while)|\bboy scout\b|(?:顺手|顺便|大胆|随手)(?:重构|清理)",
    ),
    axis(
        "commit size",
        small=r"\b(?:small|atomic|tiny|frequent|granular) (?:\w+ )?commits\b|\bcommit (?:often|early|frequently"
        r"|after (?:each|every))"
        r"|\bone commit per\b|小步提交|频繁提交|(?:每(?:完成)?一?个?\w{0,6}(?:就)?提交一次)|提交要小|原子提交|拆成(?:多个)?小提交",
        large=r"\b(?:one|a single|single|large|big) (?:\w+ )?commits?\b(?! per)|\bcommit (?:only )?(?:once"
        r"|everything (?:at once|together))"
        r"|\bsquash\b|一次性提交|(?:合并|压)(?:成|为)一个提交|攒(?:在一起|到一起|够)?.{0,4}提交|只提交一次|一个大提交",
    ),
    axis(
        "pull requests",
        small=r"\b(?:small|separate|focused|tiny) (?:pull requests|prs)\b|\bone (?:pr|pull request) per\b"
        r"|\bsplit (?:\w+ ){0,3}(?:pull requests|prs)"
        r"|拆(?:分)?成(?:多个)?小\s*(?:PR|合并请求)|(?:PR|合并请求)(?:要|尽量)?(?:拆|小)|小\s*PR|每个(?:功能|改动)(?:一个|单独)\s*(?:PR|提)",
        large=r"\b(?:one|a) (?:big|single|large) (?:pr|pull request)\b|\b(?:bundle|batch"
        r"|combine) (?:\w+ ){0,4}(?:prs?|pull requests?)\b"
        r"|合(?:并)?(?:成|到|在)一个\s*(?:大)?\s*(?:PR|合并请求)|一个大\s*PR|(?:PR|合并请求).{0,3}(?:攒|合)在一起",
    ),
    axis(
        "way to main",
        flips=False,
        direct=r"(?<!never )(?<!not )(?<!n't )\b(?:push|commit)(?:es|ing|s)? (?:\w+ ){0,2}?(?:directly|straight"
        r"|right) (?:to|on|onto|into) (?:the )?(?:main|master|trunk)\b"
        r"|(?<!不要)(?<!禁止)(?<!不得)(?<!不能)(?<!别)(?<!不许)(?<!不准)直接(?:推送?|提交|push)(?:到|至)?\s*(?:main|master|主干|主分支)",
        reviewed=r"\b(?:never|do not|don['’]?t|nobody) (?:\w+ )?(?:push|commit)(?:es|s)? (?:\w+ ){0,2}?(?:to|on|onto"
        r"|into) (?:the )?(?:main|master|trunk)\b"
        r"|\b(?:only|always|everything|all changes?)\b.{0,30}\b(?:through|via|by|in|need"
        r"|as) (?:an? )?(?:prs?|pull requests?|merge requests?)\b"
        r"|(?:不要|禁止|不得|不能|别|不许|不准)(?:直接)?(?:推送?|提交|push)(?:到|至)?\s*(?:main|master|主干|主分支)"
        r"|(?:必须|一律|都要?|只能)(?:走|通过|经过|用)\s*(?:PR|合并请求|pull request)",
    ),
    axis(
        "test order",
        first=r"\btests? first\b|\btdd\b|\b(?:write|add)(?:s|ing)? (?:the |a |unit )*(?:failing )?tests? before\b"
        r"|\btest-driven\b|先写(?:单元)?测试|测试先行|测试驱动",
        after=r"\b(?:write|add) (?:the |unit )*tests? (?:only )?(?:after|afterwards|later|last|at the end)\b"
        r"|\b(?:code|implementation) first\b"
        r"|\bimplement first\b|后补测试|(?:先|等)(?:写|实现|完成)(?:完)?(?:代码|功能|实现).{0,6}(?:再|后)(?:写|补)?测试|最后(?:再)?(?:写|补)测试",
    ),
    axis(
        "comments",
        many=r"\b(?:comment (?:every|each|all|the)|(?:many|detailed|lots of|extensive|plenty of"
        r"|thorough) (?:\w+ )?comments)\b"
        r"|\b(?:every|each) (?:\w+ )?(?:function|method|class|line|block) (?:\w+ ){0,3}(?:comment"
        r"|docstring)|\bcomment (?:the )?code (?:heavily|thoroughly)"
        r"|多写注释|详细(?:的)?注释|(?:每|所有)(?:个|一个|行|段)?(?:公开|公共)?(?:函数|方法|类|代码|行).{0,6}注释|注释(?:要)?(?:详细|充分|写全)",
        few=r"\b(?:no|few|minimal|avoid|without|fewer|hardly any) (?:\w+ )?comments\b|\bself-?(?:documenting"
        r"|explanatory) code\b"
        r"|\b(?:do not|don['’]?t|never) (?:write|add) (?:\w+ ){0,2}comments\b|\bcode (?:should )?(?:speaks?"
        r"|explains?) (?:for )?itself\b"
        r"|少写注释|不(?:要|用|必|需要)?(?:写|加)注释|(?:尽量)?避免注释|代码自解释|代码即文档|注释(?:要|尽量)少",
    ),
    axis(
        "libraries",
        use=r"\b(?:prefer|use|favou?r|rely on|reach for) (?:an? |the )?(?:\w+[- ]){0,2}?(?:librar(?:y|ies)"
        r"|off-the-shelf|third-party|packages?)\b"
        r"|\bdo(?:n['’]?t| not) (?:reinvent|write (?:it|your own))|优先(?:使用|用)?(?:现成|成熟|第三方|开源)(?:的)?(?:库|方案"
        r"|轮子|依赖)?|不要(?:重复)?造轮子",
        own=r"\b(?:no|avoid|without|never add|do not add|don['’]?t add|fewer|minimi[sz]e) (?:any |new |more "
        r"|extra |external |third-party |additional )*"
        r"(?:dependenc(?:y|ies)|librar(?:y|ies)|packages?)\b|\b(?:standard library|stdlib)(?: only"
        r"| alone)?\b|\b(?:write|build|implement) (?:it|them|everything|things) "
        r"(?:yourself|ourselves|by hand|from scratch|in-house)\b|(?:不(?:要|准|许|得)?|避免|禁止|少|尽量不)(?:随便"
        r"|轻易)?(?:引入|添加|增加|加|使用|用)(?:任何|新的?|第三方|外部)*(?:依赖|库|包)"
        r"|只(?:用|使用)标准库|自己(?:写|实现|造)",
    ),
    axis(
        "versions",
        pinned=r"\bpin(?:ned|s)?\b|\bexact versions?\b|\block(?:ed)? versions?\b|锁定(?:依赖)?(?:的)?版本"
        r"|固定(?:依赖)?(?:的)?版本|版本(?:要|必须)(?:锁|固定)",
        latest=r"\b(?:latest|newest) (?:\w+ )?(?:versions?|releases?|packages?|dependenc(?:y|ies))\b"
        r"|\balways (?:upgrade|update)\b|\bfloating versions?\b"
        r"|(?:总是|始终|一律)?(?:用|使用|升级到|跟随|升到)最新版?|不(?:要)?锁(?:定)?版本",
    ),
    axis(
        "logging",
        much=r"\b(?:verbose|debug-level|extensive|detailed) (?:\w+ )?log(?:s|ging)?\b|\blog (?:everything"
        r"|as much|every)|多打日志|详细(?:的)?日志|日志(?:要|尽量)(?:详细|多)",
        little=r"\b(?:minimal|quiet|little|sparse|less) (?:\w+ )?log(?:s|ging)?\b|\b(?:only log|log only"
        r"|logs? only) (?:\w+ )?(?:errors?|warnings?|failures)|少打日志|只(?:打|记录?)(?:错误|异常)|日志(?:要|尽量)(?:少|精简)",
    ),
    axis(
        "failures",
        loud=r"\b(?:fail (?:fast|loudly|hard|early)|crash early|let it crash|raise (?:\w+ )?(?:errors?"
        r"|exceptions?)|propagate (?:\w+ )?(?:errors?|exceptions?))\b|快速失败|尽早(?:失败|报错|抛出)|(?:直接"
        r"|向上)抛(?:出)?(?:异常|错误)?|不要吞(?:掉)?异常",
        soft=r"\b(?:swallow|suppress|ignore|catch(?: all| every)?|hide) (?:\w+ )?(?:errors?|exceptions?)\b"
        r"|\bfail (?:silently|softly|gracefully)\b|\bfall back (?:silently|quietly)|吞掉(?:异常|错误)|静默(?:失败|处理"
        r"|忽略)|兜底|捕获所有异常|忽略(?:异常|错误)",
    ),
    axis(
        "haste",
        speed=r"\bspeed (?:over|before|beats)|\bmove fast\b|\bship (?:fast|quickly|early)\b|速度优先|先上线|求快|越快越好",
        care=r"\bquality (?:over|before|beats)|\b(?:slow|careful)(?:ly)? (?:and|but) (?:careful|correct|steady"
        r"|sure)|\bcorrectness (?:over|before)|质量优先|宁可慢|慢工|求稳",
    ),
    axis(
        "compatibility",
        keep=r"\b(?:keep|stay|remain|preserve|maintain|guarantee)\w* (?:\w+ ){0,2}(?:backwards?[- ]compatib\w+"
        r"|old (?:api|interface)s?)|(?:保持|必须|要)(?:向后|向下)?兼容",
        leave=r"\b(?:no|without|ignore|drop|skip|forget"
        r"|don['’]?t care about) (?:\w+ )?(?:backwards?[- ]compatib\w+)|\bbreak(?:ing)? (?:changes"
        r"|the api)s? (?:is|are) (?:fine|ok|okay|allowed)|(?:不用|不必|无需|不)(?:考虑)?(?:向后)?兼容|随意破坏",
    ),
    axis(
        "style of code",
        functional=r"\bfunctional\b(?= (?:style|programming|code))|\b(?:prefer|use|favou?r|write) (?:pure "
        r"|plain )?functions\b|\bfunctions (?:over|instead of|not) classes\b|函数式|优先(?:用|使用)?函数",
        classes=r"\bobject[- ]oriented\b|\boop\b|\b(?:prefer|use|favou?r|write) classes\b|\bclasses (?:over"
        r"|instead of|not) functions\b|面向对象|优先(?:用|使用)?类|用类",
    ),
    axis("emoji", use=r"\bemojis?\b|表情", none=r"(?!)"),
    axis(
        "indentation",
        tabs=r"\btabs?\b(?! (?:bar|key|order|size|width))|制表符|\bTab\b",
        spaces=r"\b(?:\d+|two|four|eight)?[ -]?spaces?\b(?= |$|[,.;])|空格",
    ),
    axis("quotes", single=r"\bsingle[- ]quote[sd]?\b|单引号", double=r"\bdouble[- ]quote[sd]?\b|双引号"),
    axis(
        "case",
        flips=False,
        snake=r"\bsnake[_ -]?case\b|蛇形|下划线命名",
        camel=r"\b(?:lower )?camel[_ -]?case\b|(?<!大)小?驼峰",
        kebab=r"\bkebab[_ -]?case\b|短横线命名",
        Pascal=r"\bpascal[_ -]?case\b|大驼峰",
    ),
    axis(
        "integration",
        rebase=r"\brebas(?:e|es|ing)\b|变基",
        merge=r"\bmerge commits?\b|\bmerg(?:e|ing) (?:main|master|the main branch|it) into\b|\bmerge (?:instead"
        r"|rather|over|not rebase)|\buse merge\b|用\s*merge|合并提交",
    ),
    axis(
        "theme",
        dark=r"\bdark (?:mode|theme|colou?rs?)\b|(?:深色|暗色|黑暗|夜间)(?:模式|主题)",
        light=r"\blight (?:mode|theme|colou?rs?)\b|(?:浅色|亮色|日间|明亮)(?:模式|主题)",
    ),
    axis("units", metric=r"\bmetric\b|公制", imperial=r"\bimperial\b|英制"),
    axis(
        "repositories",
        one=r"\bmono-?repo\b|单(?:一)?仓库?|大仓",
        many=r"\b(?:poly|multi)-?repos?\b|\bseparate repositor|\bone repository per\b|多仓库?|分仓",
    ),
    axis("package manager", flips=False, **members("npm", "pnpm", "yarn", "bun")),
    axis("Python packages", flips=False, shares=True, **members("poetry", "uv", "pipenv", "conda", "pip")),
    axis("Python tests", flips=False, **members("pytest", "unittest", "nose")),
    axis("JavaScript tests", flips=False, **members("jest", "vitest", "mocha")),
    axis("formatter", flips=False, shares=True, **members("black", "yapf", "autopep8", "prettier", "biome")),
    axis(
        "database",
        flips=False,
        shares=True,
        postgres=r"\bpostgres(?:ql)?\b",
        **members("mysql", "mariadb", "sqlite", "mongodb", "oracle"),
    ),
    axis("cache", flips=False, shares=True, **members("redis", "memcached", "valkey")),
    axis("queue", flips=False, shares=True, **members("rabbitmq", "kafka", "nats", "sqs")),
    axis("containers", flips=False, **members("docker", "podman")),
    axis(
        "pipeline",
        flips=False,
        shares=True,
        **members("github actions", "gitlab ci", "jenkins", "circleci", "buildkite"),
    ),
    axis("cloud", flips=False, shares=True, **members("aws", "gcp", "azure", "阿里云", "腾讯云", "华为云")),
    axis("chat", flips=False, shares=True, **members("slack", "teams", "discord", "钉钉", "飞书", "企业微信")),
    axis(
        "tracker",
        flips=False,
        shares=True,
        **members("jira", "linear", "trello", "asana", "github issues", "gitlab issues"),
    ),
    axis(
        "editor", flips=False, vim=r"\b(?:neo)?vim\b", vscode=r"\bvs ?code\b", **members("emacs", "pycharm", "intellij")
    ),
    axis("wire", flips=False, shares=True, **members("rest", "graphql", "grpc", "soap")),
    axis(
        "licence",
        flips=False,
        shares=True,
        apache=r"\bapache(?:[- ]2(?:\.0)?)?\b",
        gpl=r"\bgpl(?:v\d)?\b",
        **members("mit", "agpl", "bsd", "mpl"),
    ),
)
