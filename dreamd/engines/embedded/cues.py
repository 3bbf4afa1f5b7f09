"""What English and Chinese say when they rule, prefer, explain or correct.

General linguistics only: no project's, product's or person's words stand here. A weight says how much a cue speaks for
keeping the sentence that holds it, once however often it occurs; only the weights' rough sizes matter.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Cue(NamedTuple):
    """One family of expressions and what it adds to a sentence's weight."""

    name: str
    weight: float
    pattern: re.Pattern[str]


def cue(name: str, weight: float, english: str, chinese: str = r"(?!)") -> Cue:
    """A cue that matches whole English words, or Chinese anywhere."""
    return Cue(name, weight, re.compile(rf"(?<![\w-])(?:{english})(?![\w-])|{chinese}", re.IGNORECASE))


START = r"(?<![^\s])(?<!\w )(?:please |also |just |and |so |then |ok,? |always )*"
OPEN = r"(?:^|(?<=[,;:.!] )|(?<=\band )|(?<=\bbut )|(?<=[—–] ))"
"""Where a main clause begins."""
CLAUSE = r"(?:^|(?<=[,;:(.!?] )|(?<=\band )|(?<=\bbut )|(?<=\bor )|(?<=\bso )|(?<=\balso ))"
"""Where a clause begins: inverted auxiliaries ask only there."""

FOR = (
    cue(
        "remember",
        2.5,
        r"(?<!don't )(?<!not )(?<!i )(?<!you )(?<!now )remember(?! now)|(?:keep|have|bear) in mind|note that|take note"
        r"|for (?:the )?future reference|from now on|going forward|as a rule|for the record|fyi(?!\W*$)|make a note"
        r"|don'?t forget|next time|in (?:the )?future[,:]",
        r"记住|记得|请注意|注意[:：，]|以后|今后|从现在起|往后|别忘|下次",
    ),
    cue(
        "always",
        1.0,
        r"always|never|every(?: time)?|each|whenever|any ?time|by default|in general|generally|usually|at all times"
        r"|no matter",
        r"总是|永远|从不|从来|每次|每个|每当|一律|默认|一般|通常|任何时候|都要|都用|始终",
    ),
    cue(
        "duty",
        1.0,
        r"should(?:n'?t)?|must(?:n'?t)?|ought to|ha(?:ve|s) to|(?<!\bi )needs? to|supposed to|make sure|ensure"
        r"|be sure to|required?|(?:is|are) to be|may not",
        r"必须|应该|应当|需要|务必|一定要|得要|先.{1,16}(?:再|然后)|前(?:要|得)?先"
        r"|要(?:用|有|带|写|加|包含|经过|注明|附|保持)|须|确保|保证",
    ),
    cue(
        "ban",
        1.0,
        r"(?:(?<![\w'’] )|(?<=please )|(?<=\bwe )|(?<=\byou )|(?<=\bso )|(?<=\band )|(?<=\bbut )|(?<=\bor )|(?<=just )"
        r"|(?<=also )|(?<=\bto )|(?<=that )|(?<=then )|(?<=users )|(?<=people ))(?:do not|don'?t)"
        r"|avoid|stop \w+ing|no more|let'?s not|no need (?:to|for)|not necessary|forbidden|not allowed|refrain",
        r"不要|不用|不能|不许|不准|不可以|别再|禁止|避免|切勿|无需|不必|不得|(?:^|[，。；])别",
    ),
    cue(
        "prefer",
        1.0,
        r"prefer\w*|instead(?: of)?|rather(?: than)?|(?<!is )(?<!are )(?<!looks )better|best|favou?r"
        r"|(?:i|we)(?:'?d| would) (?:like|love|rather|want)|i (?:like|want|hate|dislike)"
        r"|i (?:do not|don'?t) (?:like|want)|we want|as opposed to|simplest|explicit(?:ly)?|consistent(?:ly)?",
        r"优先|最好|喜欢|偏好|倾向|宁可|而不是|而非|代替|改用|希望|想要|讨厌|统一用|尽量|还是用",
    ),
    cue(
        "contrast",
        0.8,
        r"[^,;]+, (?:not|never) \w+.*|not \w+(?: \w+){0,3},? but",
        r"不是.{1,20}而是|用.{1,20}[，,]?不用|[，,]不是",
    ),
    cue(
        "habit",
        1.6,
        r"^(?:for|in|with|on) [\w -]{2,30}?,? (?:please |always |only )*(?:use|follow|ask|take|keep|avoid|stick"
        r"|prefer)(?! (?:it|this|that|these|those|them)\b)"
        r"|"
        + START
        + r"(?:use|keep|stick (?:to|with)|ask(?! (?:him|her|them))|leave|treat|name|call|prefer|write|put|be)"
        r"(?!(?<=write|.name|.call) (?:an?|the|some|me)\b)(?!(?<=put) (?:an?|the|my|your)\b)(?= [\w`])(?! (?:it|this"
        r"|that|these|those|me|them|option|going|in|\w+ing (?:it|this|that|so)"
        r"|the (?:first|second|third|last|other|same))\b)",
        r"^(?:请|始终|统一)?(?:使用|用(?!户|例|法|途)|保持|沿用|遵循|遵守)",
    ),
    cue(
        "person",
        1.2,
        r"i(?:'m| am) (?:an?|new to|based|responsible for|not an?)"
        r"|i (?:work (?:as|at|for|from)|live in|speak|maintain)"
        r"|my (?:name|role|job|background|time ?zone|native language|first language|goal) is",
        r"我(?:叫|是(?:一[个名]|个)?[^，。]{0,8}(?:师|员|生|者|人|经理|负责人)|负责|住在"
        r"|的(?:名字|职位|时区|母语|目标)是|不熟悉|不会)",
    ),
    cue(
        "joint",
        0.8,
        r"let'?s|(?:can|could|should|shall) we|(?:can|could|should|would)n'?t we"
        r"|why (?:don'?t|not|couldn'?t|can'?t) we|any chance|is there (?:no|not|a way)|isn'?t there|i wonder(?: if)?"
        r"|i(?:'?m| am) (?:considering|wondering|thinking)|how about|what about|we (?:could|might)",
        r"我们(?:能不能|可不可以|要不要|可以|是不是|不如)|咱们|要不|能否|不如|何不|为什么不",
    ),
    cue(
        "reason",
        0.8,
        r"because|since|so that|so (?:we|i|you|he|she|they|it|users?|people)|otherwise|in order to|that way|given that"
        r"|the (?:idea|point|goal|aim|purpose|reason|intent(?:ion)?) (?:is|was|of)|on purpose|deliberate(?:ly)?"
        r"|intentional(?:ly)?|by design|for (?:\w+ )?(?:reasons?|clarity|safety|simplicity)|due to"
        r"|(?:that)?(?:'ll| would| will) (?:break|make|mean)",
        r"因为|由于|所以|因此|以便|以免|免得|否则|不然|目的是|故意|特意|有意|为了|原因是|考虑到",
    ),
    cue(
        "correct",
        1.0,
        r"not (?:fully |really |quite |entirely )?(?:correct|true|right|as an?)|isn'?t (?:correct|true|right|an?|the)"
        r"|wrong|incorrect|actually|i meant?|my point is|that'?s not|it'?s not|is not|are not|aren'?t"
        r"|no (?:real )?(?:value|use|point)|to be clear|to clarify",
        r"不对|不是|错了|有误|其实|实际上|并不|并非|我的意思|我是说|误解|更正|澄清",
    ),
    cue(
        "generic",
        0.5,
        r"if|when|once|before|after|unless|until|only|as long as"
        r"|in (?:this|our|the|all|any) (?:repo(?:sitory)?|project|code ?base|company|team)|source of truth|means"
        r"|is (?:where|for|used|meant|called|an?|at)|are (?:for|used|meant|called)|both|same|all|any|is also|as well"
        r"|stands for|refers? to|reads? from|comes? from",
        r"如果|之前|之后|以前|当.{1,12}时|除非|只有|只能|只|的时候|意思是|指的是|用于|用来|叫做|属于|来自|都是|同样"
        r"|在(?:这个|本)(?:项目|仓库|库)",
    ),
    cue(
        "place",
        0.8,
        r"(?:lives?|sits?|go(?:es)?|belongs?|runs?|tracked|hosted|stored|kept|deployed|documented|maintained) (?:in|at"
        r"|on|under|to|next to|beside)(?! (?:it|this|that|the end|all))",
        r"放在|放到|位于|存在|托管在|部署在|记录在|地址是",
    ),
    cue(
        "ours",
        0.6,
        r"ours?|we (?:use|have|keep|run|store|track|deploy|build|ship|call|do|are|agreed|decided|only)|the team"
        r"|my (?:name|role|job|team|boss|machine|laptop|editor|time ?zone)"
        r"|i (?:am an?|work (?:on|at|in|as)|live|own|maintain)",
        r"我们(?:的|用|有|在|把|都|只|一直)|团队|咱们的|公司|我(?:叫|是一|负责)|本项目",
    ),
    cue(
        "decide",
        0.8,
        r"decided|agreed|approved|chose|chosen|go(?:ing)? with|settled on|rejected|we'?ll (?:use|keep|go|stay|do)"
        r"|separate(?:ly)?|out of scope|won'?t support|no longer",
        r"决定|定了|选了|采用|敲定|否决|不支持|已确认|达成一致|不再",
    ),
    cue("stress", 0.5, r"(?-i:ONLY|NOT|ALL|NEVER|ALWAYS|MUST|ANY|BOTH|EVERY|NO)|_\w+_|\*\w+\*"),
)
