"""What the engine knows of one statement that somebody hands it to keep: what it is, what it repeats, what it ends."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.engines.embedded.kinds import kind_of
from dreamd.engines.embedded.moment import MOMENT
from dreamd.engines.embedded.passages import SEQUENCE
from dreamd.engines.embedded.passing import AGAINST
from dreamd.engines.embedded.same import contradicts, says_same
from dreamd.engines.embedded.settle import known
from dreamd.engines.embedded.subjects import NEVER, subject
from dreamd.engines.embedded.weigh import cues
from dreamd.memory import fact
from dreamd.memory.admission import folded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.engines.embedded.settle import Known
    from dreamd.records import EntryType, TopicView

ASKED = re.compile(
    r"^(?:please |also )?(?:remember|note|don'?t forget|keep in mind)(?: that| to)?\b[\s,:]*"
    r"|^(?:请|帮我)?(?:记住|记得|记下来|记一下|别忘了)(?:这个|一下)?[\s,:，：]*",
    re.IGNORECASE,
)
"""What asks to remember is no part of what is remembered."""
TRANSIENT = {cue.name for cue in (*AGAINST, *MOMENT)} | {"chore"}
LASTING = {"always", "ban", "duty", "prefer", "habit", "manner", "gate", "calendar", "decide", "change"}
DATED = re.compile(
    r"^\W*(?:todo|fixme|wip)\b|\d\s?% (?:done|complete|finished|full)\b"
    r"|\b(?:tomorrow|tonight|this (?:morning|afternoon|evening|week)|by (?:tonight|noon))\b"
    r"|^\W*(?:待办|待修|进行中)|(?:做|写|改|修|完成)(?:到|了)?(?:一半|\s*\d+\s*%)|完成\s*\d+\s*%"
    r"|(?:今天|明天|今晚|这周|本周)(?:要|得|先|去|把)",
    re.IGNORECASE,
)
"""What is of this day, however it is put."""
UNDER_WAY = re.compile(
    r"\b(?:in progress|work in progress|waiting for|working on|in the middle of|half done|halfway"
    r"|not (?:yet )?(?:done|finished|merged|deployed)|left to do|to ?-?do list|next steps?)\b"
    r"|\b(?:is|are|was|has been) (?:now |almost |nearly |just |already )*(?:done|finished|completed|merged|deployed)\b"
    r"(?! (?:by|with|on)\b| in (?:the\b|\d))|\b(?:at|reached|used) \d+(?:\.\d+)?\s?%"
    r"|\b(?:i|we)(?:'m| am|'re| are) (?:now |currently |still )*"
    r"(?!using|working (?:as|at|for|from|in)|living|learning|going)[a-z]+ing\b"
    r"|(?:还|只)剩|(?:已经?)?(?:做|写|改|修|重构|合并|部署|上线)(?:完|好)了|(?:正在|等待|在等)"
    r"|(?:使用率|占用|用了|已用)\s*(?:达到|到)?\s*\d+(?:\.\d+)?\s*%",
    re.IGNORECASE,
)
"""How progress, tasks and measured states are told."""
QUESTION = re.compile(r"[?？]\W*$|吗[。.]?$")
USUAL = re.compile(
    r"\b(?:always|never|usually|normally|typically|generally|every|each|whenever|threshold|years?|by default)\b"
    r"|通常|一般|总是|从不|每次|每[天周月年]|平时|默认|阈值",
    re.IGNORECASE,
)
NUMBERED = re.compile(
    r"(?:^|[\s,;:，；：。])(?:step\s*)?(?:\d{1,2}|[①-⑨])[.)、]\s?\S|\bstep \d|第[一二三四五六七八九十\d]+步",
    re.IGNORECASE,
)
ARROW = re.compile(r"\S\s*(?:->|=>|→|⇒)\s*\S")
STEPS = 3
"""So many steps are a procedure: numbered, in a sequence of words, or joined by arrows."""
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
    r"|(?:函数|方法|类|模块|接口|常量|变量|组件)\s*[`\w./-]*\s*(?:在|定义在|位于|实现在|返回|接收|接受).{0,60}(?:/|\.\w{1,4}\b|参数|\(\))"
    r"|(?:提交|合并请求)\s*#?[0-9a-f]{4,40}.{0,20}(?:修复|添加|删除|改)",
    re.IGNORECASE,
)
"""What grep and git tell whoever looks."""
TASTE = re.compile(
    r"\b(?:i|me|my)\b.{0,40}\b(?:prefer|like|love|hate|dislike|favou?rite|enjoy|want)\w*\b|\bi(?:'m| am)\b"
    r"|\bmy \w+ is\b|我在(?![做写改修看调测跑用等])[\u3400-\u9fff]{2,4}(?:[，。]|$)"
    r"|\b(?:comments?|docs?|documentation|messages?|replies|answers) (?:are |should be |must be )?(?:written )?in"
    r" (?:chinese|english|german|french|spanish|japanese|korean|italian|portuguese|russian|dutch|polish)\b"
    r"|我(?:不)?(?:喜欢|偏好|讨厌|习惯|爱|想要|希望|倾向|叫|是|住|的)|(?:注释|文档|代码|信息|说明).{0,6}用(?:中文|英文|英语|日文|日语|德文|德语)",
    re.IGNORECASE,
)
"""Preferences and personal facts."""
CONDUCT = re.compile(
    r"\b(?:repl(?:y|ies)|answers?|respon(?:d|ses?)|outputs?|search results?|explanations?|explain|summar\w+|ask)\b"
    r"|(?:^|[,;:.] (?:so )?)(?:never|always|do not|don'?t)\b|^(?:when|if|whenever) i\b|^(?:当|如果|每次)我"
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


def passes(text: str) -> bool:
    """Whether it is a task, progress, a question or a state of this hour, and nothing in it tells of longer."""
    if USUAL.search(text):
        return False
    if DATED.search(text) or QUESTION.search(text):
        return True
    held = cues(text)
    if held.keys() & LASTING or fact.read(text):
        return False
    if UNDER_WAY.search(text):
        return True
    against = held.keys() & TRANSIENT
    if against == {"chore"} and ("generic" in held or TASTE.search(text)):
        return False
    return bool(against) and sum(value for name, value in held.items() if name != "short") < 0


def procedure(text: str) -> bool:
    """Whether it tells several steps in their order."""
    return any(len(pattern.findall(text)) >= least for pattern, least in ((NUMBERED, 2), (SEQUENCE, STEPS), (ARROW, 2)))


def derived(text: str) -> bool:
    """Whether the code or its history tells it."""
    return bool(DERIVED.search(text))


def kind(text: str) -> EntryType:
    """Which of the four kinds it is: tastes and personal facts, rules of conduct, facts about places, the rest."""
    if fact.read(text):
        return "reference"
    if TASTE.search(text):
        return "user"
    found = kind_of(text, "typed")
    return "feedback" if found == "project" and CONDUCT.search(text) else found


def twin(text: str, memory: Iterable[TopicView]) -> Known | None:
    """The entry that says it already."""
    return next((one for one in known(memory) if _same(text, one.entry.text)), None)


def rival(text: str, memory: Iterable[TopicView]) -> Known | None:
    """The entry that it puts another value, choice or polarity in the place of."""
    return next((one for one in known(memory) if _against(text, one.entry.text)), None)


def _same(text: str, other: str) -> bool:
    one, two = fact.read(text), fact.read(other)
    if one and two:
        return one.same(two)
    return folded(text) == folded(other) or says_same(text, other)


def _against(text: str, other: str) -> bool:
    one, two = fact.read(text), fact.read(other)
    return one.replaces(two) if one and two else contradicts(text, other)
