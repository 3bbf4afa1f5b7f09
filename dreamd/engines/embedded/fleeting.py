"""Whether a statement passes with the day: a task, progress, a question, a state or a count of the hour."""

from __future__ import annotations

import re

from dreamd.engines.embedded.moment import MOMENT
from dreamd.engines.embedded.passing import AGAINST
from dreamd.engines.embedded.same import SLOT
from dreamd.engines.embedded.shapes import WEEKDAY
from dreamd.engines.embedded.slots import slot
from dreamd.engines.embedded.weigh import cues
from dreamd.memory import fact

TRANSIENT = {cue.name for cue in (*AGAINST, *MOMENT)} | {"chore"}
LASTING = {"always", "ban", "duty", "prefer", "habit", "manner", "gate", "calendar", "decide", "change"}
DATED = re.compile(
    r"^\W*(?:todo|fixme|wip)\b|\d\s?% (?:done|complete|finished|full)\b"
    r"|\b(?:tomorrow|tonight|this (?:morning|afternoon|evening|week)|by (?:tonight|noon))\b"
    rf"|(?<!\bthe )(?<!\bevery )\bnext (?:week|weekend|month|{WEEKDAY})\b"
    rf"|^(?:today|it)(?:'s| is) (?:now )?(?:\d|{WEEKDAY}\b)|^今天(?:是|星期|周)|^现在(?:是)?\s*\d"
    r"|^\W*(?:待办|待修|进行中)|(?:做|写|改|修|完成)(?:到|了)?(?:一半|\s*\d+\s*%)|完成\s*\d+\s*%"
    r"|(?:今天|明天|今晚|这周|本周)(?:要|得|先|去|把)|(?<!每)(?:明天|后天|下周|下星期|下个?月)",
    re.IGNORECASE,
)
"""What is of this day, however it is put, or names a day by its distance: kept, it would be wrong next week."""
WORK = (
    r"(?:pushed|merged|released|deployed|published|reviewed|committed|finished|done|shipped|tested|fixed|ready|started)"
)
UNDER_WAY = re.compile(
    r"\b(?:in progress|work in progress|waiting for|working on|in the middle of|half done|halfway"
    rf"|(?:(?<!^)not|\w+n't) yet|(?:not|\w+n't) (?:been )?\w+ yet|ha(?:s|ve)(?: not|n't) been {WORK}"
    rf"|(?:waiting|awaiting|pending|about) (?:to (?:be )?)?(?:review|merge|approval|release|{WORK})"
    r"|not (?:yet )?(?:done|finished|merged|deployed)|left to do|to ?-?do list|next steps?)\b"
    r"|\b(?:is|are|was|has been) (?:now |almost |nearly |just |already )*(?:done|finished|completed|merged|deployed)\b"
    r"(?! (?:by|with|on)\b| in (?:the\b|\d|(?-i:[A-Z])))|\b(?:at|reached|used) \d+(?:\.\d+)?\s?%"
    r"|\b(?:i|we)(?:'m| am|'re| are) (?:now |currently |still )*"
    r"(?!using|working (?:as|at|for|from|in)|living|learning|going)[a-z]+ing\b"
    r"|(?:还|只)剩|(?:已经?)?(?:做|写|改|修|重构|合并|部署|上线)(?:完|好)了|正在(?![学用]|使用)|等待|在等"
    r"|还没|尚未|还未|(?<![要须先再才请])[等待](?:着|人|[^，。\s]{0,3})?"
    r"(?:合并|评审|审核|审批|上线|发布|回复|部署|修复|确认|处理)$"
    r"|(?:使用率|占用|用了|已用)\s*(?:达到|到)?\s*\d+(?:\.\d+)?\s*%",
    re.IGNORECASE,
)
"""How progress, tasks and measured states are told."""
ACTS = (
    r"(?:broke|fixed|pushed|merged|restarted|rebooted|deployed|reverted|tried|ran|wrote|added|removed|deleted|updated"
    r"|installed|started|finished|opened|closed|rebased|committed)"
)
ONE = r"(?:pr|pull request|branch|ticket|build|run|job|pipeline|deploy|deployment|sprint|review|error|bug|alert)"
HAPPENING = re.compile(
    rf"\b(?:\d+|an?|a few|some|two|several) (?:seconds?|minutes?|hours?|days?|weeks?) ago\b"
    rf"|^(?:i|(?:i|we) just) {ACTS}\b"
    rf"|\b(?:last|latest|previous) {ONE}s?\b|^waiting (?:on|for)\b|\b{ONE} #?\d+\b"
    rf"|\b(?:the|this|that|my) {ONE}\b.{{0,30}}\b"
    r"(?:needs? an? \w+$|has (?:\w+ )?conflicts?\b|is (?:open|gone|red|blocked))"
    r"|\b(?:is|are|am) (?:still |now |all )*(?:blocked|stuck|gone|out of \w+|(?:almost|nearly) \w+|about to)\b"
    r"|\bhalf of (?:the|all)\b|\b(?:later|in a (?:minute|moment|bit))\W*$"
    r"|\bi(?:'m| am) (?:in|at|on) (?:an? |the )?(?:meeting|call|train|bus|plane|lunch|break|way|phone)\b"
    rf"|\b(?:is|are) in review\b|\bgot (?:approved|{WORK})\b|\balmost done\b|\bi(?:'m| am) off on\b"
    r"|^let me (?:think|check|see|try|look)\b[^,]{0,20}$|^ship it\b"
    r"|^(?:i|we) (?:still |first |just )*(?:need|have) to (?:fix|finish|check|look|rerun|restart|rebase|merge)\b"
    r"|^(?:please |now |just )*(?:restart|re-?run|reboot|redo|ping|email|send|kill|stop the|wake)\b"
    r"|(?<!每次)(?<!每)(?:刚刚?|刚才|上次|待会儿?|一会儿|稍后|马上)|我(?:正)?在(?:开会|路上|忙|等|休息|出差|外面|吃饭)|^等(?![级价])"
    r"|第\s*\d+\s*次|(?:工单|构建|任务)\s*#?\d+|^(?:请|再|帮我|先)?(?:重启|重跑|再?跑一[遍下]|重新(?:跑|部署|构建))"
    r"|今早|昨晚|^又(?!.{1,4}又)|^让我(?:想|看|再?试|先)[^，。再]{0,4}$|^我(?:得|要)?先[^，。再]{0,12}$"
    r"|^(?:能不能|可不可以|能否)|在(?:评审|审核)中|^有人[^，。]{0,12}了$"
    r"|有冲突|还差|一直(?:没|不)|(?:没|好|坏|停|断|满|完|掉|挂|丢)了\W*$",
    re.IGNORECASE,
)
"""What happened or is about to: one run, one ticket, where somebody is, what somebody just did."""
BOUND = (
    r"(?!.*\b(?:below|above|under|over|limit|most|least|must|should|alert)\b|.*(?:以上|以下|超过|低于|高于|阈值|告警))"
)
STATE = r"(?:open|online|failing|pending|running|queued|unread|active|left)"
COUNTED = re.compile(
    rf"\b(?:there (?:are|is)|has|have|got) (?:\w+ )?\d+ (?:\w+ )?{STATE}\b|\b\d+ \w+s (?:are )?{STATE}\b"
    r"|\bhas \d+ (?:messages|jobs|tasks|errors|warnings|failures|conflicts)\b"
    r"|(?:里|上|中)有\s*\d+\s*条|只有\s*\d+\s*%|\d+\s*个[^，。]{0,8}(?:未|没|待|在线)"
    rf"|\b(?:load average|uptime|latency|battery)\b{BOUND}.{{0,12}}\b(?:is|at)\b.{{0,5}}\d"
    rf"|^\W*(?:the )?(?:disk|memory|cpu|ram|load|swap|heap|磁盘|硬盘|内存|负载)\b{BOUND}[^,;，；]{{0,24}}\d\s?%\W*$",
    re.IGNORECASE,
)
"""Counts and readings of the hour."""
QUESTION = re.compile(r"[?？]\W*$|吗[。.]?$")
USUAL = re.compile(
    r"\b(?:always|never|usually|normally|typically|generally|every|each|whenever|threshold|years?|by default"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b|通常|一般|总是|从不|每次|每[天周月年]|平时|默认|阈值|常年|长期",
    re.IGNORECASE,
)
SPOKEN = r"(?:replies|answers|responses|outputs?|results|explanations|summaries)"
MEASURE = r"(?:short\w*|long\w*|brief\w*|concise\w*|detailed|at most|no more than|first|top|\d+)"
MANNER = re.compile(rf"\b{SPOKEN}\b.*\b{MEASURE}\b|\b{MEASURE}\b.*\b{SPOKEN}\b", re.IGNORECASE)
"""How an agent's answers are to be, which no errand says."""


def passes(text: str) -> bool:
    """Whether it is a task, progress, a question or a state of this hour, and nothing in it tells of longer."""
    if USUAL.search(text):
        return False
    if DATED.search(text) or QUESTION.search(text) or COUNTED.search(text):
        return True
    held = cues(text)
    if held.keys() & LASTING or fact.read(text) or slot(text) or SLOT.match(text.rstrip(".。")):
        return False
    if UNDER_WAY.search(text) or HAPPENING.search(text):
        return True
    against = held.keys() & TRANSIENT
    if against == {"chore"} and ("generic" in held or MANNER.search(text)):
        return False
    return bool(against) and sum(value for name, value in held.items() if name != "short") < 0
