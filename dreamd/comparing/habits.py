"""How people work: what they do either this way or that, in English and Chinese."""

from __future__ import annotations

from dreamd.comparing.axes import axis

HABITS = (
    axis(
        "initiative",
        "nothing |on your own initiative|proactive|suggest improvements|what |不要|主动|只做|多做",
        proactive=r"\bproactive(?:ly)?\b|\bon your own initiative\b|\bsuggest improvements\b|主动",
        asked=r"\b(?:only|just|exactly|nothing but|no more than) (?:do )?what (?:I|is|was|we) (?:\w+ )?(?:ask"
        r"|request|said)\w*"
        r"|\bnothing (?:more|beyond what)|只做(?:我)?(?:要求|让你做|交代|吩咐)|(?:别|不要)多做|不要(?:自作主张|擅自)",
    ),
    axis(
        "change size",
        "boy scout|clean up|minimal|only |refactor|small|不要|只改|最小|清理|重构",
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
        "commit|squash|提交",
        small=r"\b(?:small|atomic|tiny|frequent|granular) (?:\w+ )?commits\b|\bcommit (?:often|early|frequently"
        r"|after (?:each|every))"
        r"|\bone commit per\b|小步提交|频繁提交|(?:每(?:完成)?一?个?\w{0,6}(?:就)?提交一次)|提交要小"
        r"|原子提交|拆成(?:多个)?小提交",
        large=r"\b(?:one|a single|single|large|big) (?:\w+ )?commits?\b(?! per)|\bcommit (?:only )?(?:once"
        r"|everything (?:at once|together))"
        r"|\bsquash\b|一次性提交|(?:合并|压)(?:成|为)一个提交|攒(?:在一起|到一起|够)?.{0,4}提交|只提交一次|一个大提交",
    ),
    axis(
        "pull requests",
        "batch|big|bundle|combine|focused|large|one p|pr |prs|separate|single|small|split |tiny|一个|合并请求"
        "|在一起|小|拆|每个",
        small=r"\b(?:small|separate|focused|tiny) (?:pull requests|prs)\b|\bone (?:pr|pull request) per\b"
        r"|\bsplit (?:\w+ ){0,3}(?:pull requests|prs)"
        r"|拆(?:分)?成(?:多个)?小\s*(?:PR|合并请求)|(?:PR|合并请求)(?:要|尽量)?(?:拆|小)|小\s*PR|每个(?:功能"
        r"|改动)(?:一个|单独)\s*(?:PR|提)",
        large=r"\b(?:one|a) (?:big|single|large) (?:pr|pull request)\b|\b(?:bundle|batch"
        r"|combine) (?:\w+ ){0,4}(?:prs?|pull requests?)\b"
        r"|合(?:并)?(?:成|到|在)一个\s*(?:大)?\s*(?:PR|合并请求)|一个大\s*PR|(?:PR|合并请求).{0,3}(?:攒|合)在一起",
    ),
    axis(
        "way to main",
        "commit|main|master|merge request|pr |prs|pull request|push|一律|主分支|主干|只能|必须|直接|都",
        flips=False,
        direct=r"(?<!never )(?<!not )(?<!n't )\b(?:push|commit)(?:es|ing|s)? (?:\w+ ){0,2}?(?:directly|straight"
        r"|right) (?:to|on|onto|into) (?:the )?(?:main|master|trunk)\b"
        r"|(?<!不要)(?<!禁止)(?<!不得)(?<!不能)(?<!别)(?<!不许)(?<!不准)直接(?:推送?|提交|push)(?:到"
        r"|至)?\s*(?:main|master|主干|主分支)",
        reviewed=r"\b(?:never|do not|don['’]?t|nobody) (?:\w+ )?(?:push|commit)(?:es|s)? (?:\w+ ){0,2}?(?:to|on|onto"
        r"|into) (?:the )?(?:main|master|trunk)\b"
        r"|\b(?:only|always|everything|all changes?)\b.{0,30}\b(?:through|via|by|in|need"
        r"|as) (?:an? )?(?:prs?|pull requests?|merge requests?)\b"
        r"|(?:不要|禁止|不得|不能|别|不许|不准)(?:直接)?(?:推送?|提交|push)(?:到|至)?\s*(?:main|master|主干|主分支)"
        r"|(?:必须|一律|都要?|只能)(?:走|通过|经过|用)\s*(?:PR|合并请求|pull request)",
    ),
    axis(
        "test order",
        "tdd|test|code first|implement|测试",
        first=r"\btests? first\b|\btdd\b|\b(?:write|add)(?:s|ing)? (?:the |a |unit )*(?:failing )?tests? before\b"
        r"|\btest-driven\b|先写(?:单元)?测试|测试先行|测试驱动",
        after=r"\b(?:write|add) (?:the |unit )*tests? (?:only )?(?:after|afterwards|later|last|at the end)\b"
        r"|\b(?:code|implementation) first\b"
        r"|\bimplement first\b|后补测试|(?:先|等)(?:写|实现|完成)(?:完)?(?:代码|功能|实现).{0,6}(?:再"
        r"|后)(?:写|补)?测试|最后(?:再)?(?:写|补)测试",
    ),
    axis(
        "comments",
        " code|comment|docstring|itself|代码即文档|代码自解释|注释|详细",
        many=r"\b(?:comment (?:every|each|all|the)|(?:many|detailed|lots of|extensive|plenty of"
        r"|thorough) (?:\w+ )?comments)\b"
        r"|\b(?:every|each) (?:\w+ )?(?:function|method|class|line|block) (?:\w+ ){0,3}(?:comment"
        r"|docstring)|\bcomment (?:the )?code (?:heavily|thoroughly)"
        r"|多写注释|详细(?:的)?注释|(?:每|所有)(?:个|一个|行|段)?(?:公开|公共)?(?:函数|方法|类|代码"
        r"|行).{0,6}注释|注释(?:要)?(?:详细|充分|写全)",
        few=r"\b(?:no|few|minimal|avoid|without|fewer|hardly any) (?:\w+ )?(?:comments|docstrings?)\b"
        r"|\bself-?(?:documenting"
        r"|explanatory) code\b"
        r"|\b(?:do not|don['’]?t|never) (?:write|add) (?:\w+ ){0,2}(?:comments|docstrings?)\b"
        r"|\bcode (?:should )?(?:speaks?"
        r"|explains?) (?:for )?itself\b"
        r"|少写注释|不(?:要|用|必|需要)?(?:写|加)注释|(?:尽量)?避免注释|代码自解释|代码即文档|注释(?:要|尽量)少",
    ),
    axis(
        "libraries",
        "build|dependenc|dlib|implement|librar|off-the-shelf|package|reinvent|third-party|write|优先|依赖"
        "|包|库|自己|造轮子",
        use=r"\b(?:prefer|use|favou?r|rely on|reach for) (?:an? |the )?(?:\w+[- ]){0,2}?(?:librar(?:y|ies)"
        r"|off-the-shelf|third-party|packages?)\b"
        r"|\bdo(?:n['’]?t| not) (?:reinvent|write (?:it|your own))|优先(?:使用|用)?(?:现成|成熟|第三方"
        r"|开源)(?:的)?(?:库|方案"
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
        " version|always up|latest|newest|pin|固定|最新|版本|锁定",
        pinned=r"\bpin(?:ned|s)?\b|\bexact versions?\b|\block(?:ed)? versions?\b|锁定(?:依赖)?(?:的)?版本"
        r"|固定(?:依赖)?(?:的)?版本|版本(?:要|必须)(?:锁|固定)",
        latest=r"\b(?:latest|newest) (?:\w+ )?(?:versions?|releases?|packages?|dependenc(?:y|ies))\b"
        r"|\balways (?:upgrade|update)\b|\bfloating versions?\b"
        r"|(?:总是|始终|一律)?(?:用|使用|升级到|跟随|升到)最新版?|不(?:要)?锁(?:定)?版本",
    ),
    axis(
        "logging",
        " only|debug-level|detailed|extensive|less|little|log |minimal|only log|quiet|sparse|verbose|异常"
        "|日志|详细|错误",
        much=r"\b(?:verbose|debug-level|extensive|detailed) (?:\w+ )?log(?:s|ging)?\b|\blog (?:everything"
        r"|as much|every)|多打日志|详细(?:的)?日志|日志(?:要|尽量)(?:详细|多)",
        little=r"\b(?:minimal|quiet|little|sparse|less) (?:\w+ )?log(?:s|ging)?\b|\b(?:only log|log only"
        r"|logs? only) (?:\w+ )?(?:errors?|warnings?|failures)|少打日志|只(?:打|记录?)(?:错误|异常)"
        r"|日志(?:要|尽量)(?:少|精简)",
    ),
    axis(
        "failures",
        "crash early|fail |fall back |let it crash|propagate |raise |rror|xception|不要吞|兜底|向上|吞掉"
        "|尽早|快速失败|忽略|捕获所有异常|直接|静默",
        loud=r"\b(?:fail (?:fast|loudly|hard|early)|crash early|let it crash|raise (?:\w+ )?(?:errors?"
        r"|exceptions?)|propagate (?:\w+ )?(?:errors?|exceptions?))\b|快速失败|尽早(?:失败|报错|抛出)|(?:直接"
        r"|向上)抛(?:出)?(?:异常|错误)?|不要吞(?:掉)?异常",
        soft=r"\b(?:swallow|suppress|ignore|catch(?: all| every)?|hide) (?:\w+ )?(?:errors?|exceptions?)\b"
        r"|\bfail (?:silently|softly|gracefully)\b|\bfall back (?:silently|quietly)|吞掉(?:异常|错误)|静默(?:失败|处理"
        r"|忽略)|兜底|捕获所有异常|忽略(?:异常|错误)",
    ),
    axis(
        "haste",
        "careful|correctness |move fast|quality |ship |slow|speed |先上线|宁可慢|慢工|求快|求稳|质量优先"
        "|越快越好|速度优先",
        speed=r"\bspeed (?:over|before|beats)|\bmove fast\b|\bship (?:fast|quickly|early)\b|速度优先|先上线|求快"
        r"|越快越好",
        care=r"\bquality (?:over|before|beats)|\b(?:slow|careful)(?:ly)? (?:and|but) (?:careful|correct|steady"
        r"|sure)|\bcorrectness (?:over|before)|质量优先|宁可慢|慢工|求稳",
    ),
    axis(
        "compatibility",
        "backward|break|old |兼容|随意破坏",
        keep=r"\b(?:keep|stay|remain|preserve|maintain|guarantee)\w* (?:\w+ ){0,2}(?:backwards?[- ]compatib\w+"
        r"|old (?:api|interface)s?)|(?:保持|必须|要)(?:向后|向下)?兼容",
        leave=r"\b(?:no|without|ignore|drop|skip|forget"
        r"|don['’]?t care about) (?:\w+ )?(?:backwards?[- ]compatib\w+)|\bbreak(?:ing)? (?:changes"
        r"|the api)s? (?:is|are) (?:fine|ok|okay|allowed)|(?:不用|不必|无需|不)(?:考虑)?(?:向后)?兼容|随意破坏",
    ),
    axis(
        "style of code",
        " classes|functional|functions|oop|oriented|优先|函数式|用类|面向对象",
        functional=r"\bfunctional\b(?= (?:style|programming|code))|\b(?:prefer|use|favou?r|write) (?:pure "
        r"|plain )?functions\b|\bfunctions (?:over|instead of|not) classes\b|函数式|优先(?:用|使用)?函数",
        classes=r"\bobject[- ]oriented\b|\boop\b|\b(?:prefer|use|favou?r|write) classes\b|\bclasses (?:over"
        r"|instead of|not) functions\b|面向对象|优先(?:用|使用)?类|用类",
    ),
)
