"""What the engine knows of one statement that somebody hands it to keep: what is said, of which kind, for whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.engines.embedded.kinds import kind_of
from dreamd.engines.embedded.subjects import NEVER, subject
from dreamd.memory import fact

if TYPE_CHECKING:
    from dreamd.records import EntryType

ASKED = re.compile(
    r"^(?:(?:please|also|just|(?:can|could|will|would) you|i(?:'d like| want| need) you to) )*"
    r"(?:(?:remember(?! me\b)|don'?t forget|keep in mind|make a note)(?: this| it)?(?: that| to)?\b"
    r"|note(?: that\b|(?=\s?[:,]))"
    r"|(?:save|store|keep|put|add) (?:this|that|it)?\s?(?:(?:in|to)(?: your| the)? memory)?(?=\s?[:,]))[\s,:]*"
    r"|^(?:请|你|要|麻烦你?|帮我|把这[个条]?)*(?:记住|记得|记下来?|记一下|记到记忆里|别忘了|(?<=[我请])保存(?:一下)?)"
    r"(?:这[个条点]|一下)?[\s,:，：]*",
    re.IGNORECASE,
)
"""What asks to remember is no part of what is remembered."""
CHATTER = re.compile(
    r"(?:(?:ok(?:ay)?|yes|yeah|yep|no|sure|fine|good|great|nice|thanks?(?: you)?(?: (?:so|very) much)?|hi|hello|hey|bye"
    r"|good (?:morning|evening|night|bye)|done|got it|i see|never ?mind|well done|perfect|cool)[\s,.!]*)+"
    r"|(?:好的?|行|可以|嗯+|是的?|对的?|不是|谢谢你?|多谢|你好|您好|再见|早上好|晚安|知道了|明白了?|收到|没事|没问题|辛苦了)+",
    re.IGNORECASE,
)
CHINESE = re.compile(r"[\u3400-\u9fff]")
HISTORY = r"(?:prs?|pull requests?|merge requests?|commits?|changes|releases)"
WHOSE = r"(?:(?:all|this|last|the|our|my|these|recent|open|merged|latest|week'?s|month'?s|sprint'?s|of)\s)*"
DERIVED = re.compile(
    r"\b(?:function|method|class|module|struct|constant|variable|handlers?|endpoint|route|component|table|column)s?\b"
    r".{0,60}\b(?:is|are|lives?|takes?|returns?|accepts?|defined|implemented|declared|creates?|inherits?)\b"
    r".{0,80}(?:[\w-]+/[\w./-]+|\.(?:py|ts|tsx|js|go|rs|java|rb|c|cpp|h|sql)\b|\(\)|\barguments?\b|\bparameters?\b)"
    r"|\b(?:GET|POST|PUT|PATCH|DELETE) /[\w/{}:.-]*"
    r"|(?:^|\s)(?:[\w-]+/)+[\w.-]* (?:contains?|holds?|has|implements?|defines?)\b"
    r"|\b(?:commit|pr|pull request|merge request) #?[0-9a-f]{2,40}\b.{0,40}"
    r"\b(?:fix|add|remov|chang|introduc|mov|renam)\w*"
    r"|\b(?:fix(?:ed)?|bug|crash|error) (?:was|is|were|by|came from)\b.{0,60}"
    r"(?:\b\w+\.(?:py|ts|js|go|rs|java)\b|\w\(\)|`)"
    rf"|^(?:(?:save|store|keep|record|list) )?{WHOSE}(?:{HISTORY} (?:list|log|history)"
    rf"|(?:list|log|history|summary) of {WHOSE}{HISTORY})(?: (?:of|from) .{{1,20}})?\W*$"
    r"|(?:函数|方法|类|模块|接口|常量|变量|组件)\s*[`\w./-]*\s*(?:在|定义在|位于|实现在|返回|接收|接受)"
    r".{0,60}(?:/|\.\w{1,4}\b|参数|\(\))"
    r"|(?:提交|合并请求)\s*#?[0-9a-f]{4,40}.{0,20}(?:修复|添加|删除|改)"
    r"|^[^，。]{0,12}(?:PR|MR|提交|合并请求|改动|变更)\s*的?(?:列表|清单|记录|历史)\W*$",
    re.IGNORECASE,
)
"""What grep and git tell whoever looks."""
AIM = re.compile(
    r"^(?:(?:our|the|my|this|current|main|top|first|only|not?|a) |(?:quarter|year|month)(?:'s)? )*"
    r"(?:non-?goals?|goals?|priorit(?:y|ies)|objectives?)"
    r"(?: (?:of|for|until|in) (?:this |the |our )?(?:year|quarter|month|sprint|half|project|release|team|product"
    r"|now|q\d|\d)[^.:]{0,20})?"
    r"(?: (?:is|are)(?! given)\b|:)"
    r"|^(?:[本这]季度|今年|当前|目前|现在|我们|我)*的?(?:非目标|目标(?!用户|客户|读者|平台|版本|群体)|优先级|首要任务|重点)[^，。]{0,10}(?:是|为|：|:)",
    re.IGNORECASE,
)
"""To what end the person works: the second of the questions that every start answers."""
TASTE = re.compile(
    r"\b(?:i|me|my)\b.{0,40}\b(?:prefer|like|love|hate|dislike|favou?rite|enjoy|want)\w*\b|\bi(?:'m| am)\b"
    r"|\bmy \w+ is\b|我在(?![做写改修看调测跑用等])[\u3400-\u9fff]{2,4}(?:[，。]|$)"
    r"|\b(?:comments?|docs?|documentation|messages?|replies|answers) (?:are |should be |must be )?(?:written )?in"
    r" (?:chinese|english|german|french|spanish|japanese|korean|italian|portuguese|russian|dutch|polish)\b"
    r"|我(?:不)?(?:喜欢|偏好|讨厌|习惯|爱|想要|希望|倾向|叫|是|住|的)|(?:注释|文档|代码|信息|说明).{0,6}用(?:中文|英文|英语|日文|日语|德文|德语)",
    re.IGNORECASE,
)
"""Preferences and personal facts."""
SELF = re.compile(
    r"^(?:call me\b|(?:i|my)\b(?!.*\byou\b)(?! (?:\w+ )?"
    r"(?:think|guess|believe|suggest|propose|told|said|decided|agreed|chose)\b))"
    r"|^(?:叫我|称呼我|我(?!们|觉得|认为|建议|决定|说)(?!.*[你您])|不?(?:喜欢|讨厌|偏好))",
    re.IGNORECASE,
)
"""The person speaks of themselves."""
CONDUCT = re.compile(
    r"\b(?:repl(?:y|ies)|answers?|respon(?:d|ses?)|outputs?|search results?|explanations?|explain|summar\w+|ask)\b"
    r"|(?:^|[,;:.] (?:so )?)(?:never|always|do not|don'?t)\b|^(?:when|if|whenever) i\b|^(?:当|如果|每次)我"
    r"|^我说[^，。]{1,12}(?:就?是指?|指的?是?)"
    r"|(?:变量|命名|函数|缩进|测试|提交)[^，。]{0,6}(?:用|最多|不超过|至少|要)"
    r"|回复|回答|输出|搜索结果|搜索|解释|总结|汇报|前(?:要|得)?先|(?:^|[，。；])(?:不要|别|总是|永远|禁止)",
    re.IGNORECASE,
)
"""What an agent does."""
SYSTEMS = subject(
    "hosts-and-services",
    "reference",
    "Hosts and services",
    "Read before touching a host or a service: what runs there, which version, what depends on what",
    NEVER,
)


def bare(text: str) -> str:
    """The statement without the request to remember it."""
    return ASKED.sub("", text.strip(), count=1)


def states(text: str) -> bool:
    """Whether it says anything: a single word, a greeting or a nod is no statement."""
    said = text.strip(" .。!！~")
    return not CHATTER.fullmatch(said) and (len(said.split()) > 1 or len(CHINESE.findall(said)) > 1)


def derived(text: str) -> bool:
    """Whether the code or its history tells it."""
    return bool(DERIVED.search(text))


def kind(text: str) -> EntryType:
    """Which of the four kinds it is: tastes, aims and personal facts; rules of conduct; facts of places; the rest."""
    if fact.read(text):
        return "reference"
    if AIM.search(text) or TASTE.search(text) or (SELF.search(text) and not CONDUCT.search(text)):
        return "user"
    found = kind_of(text, "typed")
    return "feedback" if found == "project" and CONDUCT.search(text) else found
