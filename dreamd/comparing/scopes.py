"""Where a statement holds: the environment, language, part, day, host or occasion that it names; pure.

Two statements that hold in different places do not meet, and one with a condition is an exception to the other.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from dreamd.comparing.spelled import MONTHS
from dreamd.telltales import telltales

if TYPE_CHECKING:
    from collections.abc import Mapping

WORDS: dict[str, dict[str, str]] = {
    "day": {
        "1": r"mon(?:day)?s?|(?:周|星期|礼拜)一",
        "2": r"tue(?:s(?:day)?)?s?|(?:周|星期|礼拜)二",
        "3": r"wed(?:nesday)?s?|(?:周|星期|礼拜)三",
        "4": r"thu(?:rs(?:day)?)?s?|(?:周|星期|礼拜)四",
        "5": r"fri(?:day)?s?|(?:周|星期|礼拜)五",
        "6": r"(?-i:Sat)s?|saturdays?|(?:周|星期|礼拜)六",
        "7": r"(?-i:Sun)s?|sundays?|(?:周|星期|礼拜)[日天]",
        "weekend": r"weekends?|周末",
        "weekday": r"weekdays?|工作日",
    },
    "environment": {
        "production": r"production|prod|live(?! for)|生产|线上|正式环境",
        "staging": r"staging|pre-?prod(?:uction)?|预发布?|预生产",
        "test": r"(?:test|testing|qa|uat) (?:environment|system|server|cluster|database)|qa|uat"
        r"|测试(?:环境|服|集群|库)",
        "development": r"(?:dev|development|local) (?:environment|machine|setup|server|database)|dev|locally"
        r"|开发环境|本地",
        "ci": r"(?:in|on|by|for|within) (?:the )?(?:ci|pipelines?)|流水线",
    },
    "language": {
        "python": r"python|py",
        "typescript": r"typescript|ts",
        "javascript": r"javascript|js",
        "go": r"golang|go (?:code|modules?|services?|files?|packages?)|go(?= ?(?-i:[\u3400-\u9fff]))",
        "rust": r"rust",
        "java": r"java",
        "kotlin": r"kotlin",
        "swift": r"swift",
        "c": r"c\+\+|cpp",
        "ruby": r"ruby",
        "php": r"php",
        "sql": r"sql",
        "shell": r"shell|bash",
        "css": r"css|scss",
        "yaml": r"yaml",
        "terraform": r"terraform",
    },
    "part": {
        "frontend": r"front-?end|web app|website|前端|网页",
        "backend": r"back-?end|server-?side|后端|服务端",
        "mobile": r"mobile|手机端|移动端",
        "ios": r"ios|iphone",
        "android": r"android|安卓",
        "desktop": r"desktop|桌面端",
        "admin": r"admin (?:panel|console|ui)|管理后台",
        "api": r"(?:public |internal )?apis?|接口",
        "cli": r"cli|command[- ]line|命令行",
        "windows": r"windows",
        "mac": r"macos|mac",
        "linux": r"linux",
        "legacy": r"legacy|旧(?:系统|项目|代码)|老(?:系统|项目|代码)",
        "open": r"open[- ]source|开源",
    },
    "text": {
        "commit": r"commit (?:messages?|titles?|subjects?|bod(?:y|ies)|descriptions?)|commits?"
        r"|提交(?:信息|说明|记录|日志)",
        "comment": r"(?:code |inline )?comments?|docstrings?|文档字符串|注释",
        "documentation": r"docs?|documents?|specs?|specifications?|articles?|papers?|documentation"
        r"|readmes?|(?:run|hand|play)-?books?|manuals?|guides?|wikis?|tutorials?|how-?tos?"
        r"|教程|指南|文档(?!字符串)|手册|说明书",
        "review": r"(?:code )?reviews?|评审|审查|代码审查",
        "pull request": r"prs?|pull requests?|merge requests?|合并请求",
        "log": r"logs?|log (?:messages?|lines?)|日志",
        "error": r"error messages?|errors|报错|错误(?:信息|提示)",
        "mail": r"e-?mails?|mails?|letters?|邮件|写信|信件|去信",
        "test": r"(?:unit )?tests?|test (?:names?|cases?)|测试",
        "name": r"(?:variable|function|class|file|identifier|column|table|field|endpoint)s? names?|identifiers?"
        r"|variables?"
        r"|变量|命名|标识符|函数名|文件名",
        "report": r"(?:weekly |status |daily )?reports?|stand-?ups?|周报|日报|报告",
        "ticket": r"tickets?|issues?|工单",
        "slide": r"slides?|presentations?|幻灯片|演示",
        "page": r"(?:web ?)?pages?|websites?|网页|页面|网站",
        "interface": r"ui|user interface|buttons?|labels?|界面|文案",
        "changelog": r"change-?logs?|release notes?|更新日志|发布说明",
        "meeting": r"meetings?|会议",
        "script": r"scripts?|脚本",
        "reply": r"repl(?:y|ies)|answers?|respon(?:d|ses?)|chat|conversations?|回复|回答|答复|对话|聊天|沟通|交流",
    },
    "piece": {
        "title": r"titles?|subject lines?|headlines?|标题",
        "body": r"bod(?:y|ies)|正文",
        "unit test": r"unit[- ]tests?|单元测试|单测",
        "end-to-end test": r"e2e(?: tests?)?|end[- ]to[- ]end(?: tests?)?|端到端(?:测试)?",
        "integration test": r"integration[- ]tests?|集成测试",
        "load test": r"load[- ]tests?|压测|压力测试|负载测试",
    },
    "country": {
        "europe": r"europe|european|the eu|欧洲|欧盟",
        "china": r"china|chinese (?:customers?|users?|market)|中国|国内",
        "america": r"the us|usa|america|美国",
        "britain": r"the uk|britain|england|英国",
        "germany": r"germany|德国",
        "france": r"france|法国",
        "japan": r"japan|日本",
        "switzerland": r"switzerland|瑞士",
    },
    "audience": {
        "customer": r"customers?|clients|客户|用户反馈",
        "newcomer": r"newcomers?|new (?:members?|hires?|joiners?)|juniors?|beginners?|新人|新手|新同事|初学者",
        "expert": r"experts?|seniors?|老手|专家|资深",
        "manager": r"(?:for|to|with) (?:the |our |all )?(?:managers?|executives?|bosses|management)|老板|领导|管理层",
    },
    "branch": {
        "main": r"(?:the )?(?:main|master|trunk)(?: branch)?|主干|主分支",
        "release": r"release branch(?:es)?|发布分支",
        "feature": r"feature branch(?:es)?|topic branch(?:es)?|own branch(?:es)?|功能分支|特性分支|个人分支",
        "hotfix": r"hot-?fix(?:es)?(?: branch(?:es)?)?|热修复|紧急修复",
        "shared": r"shared branch(?:es)?|公共分支|共享分支",
    },
    "moment": {
        "morning": r"mornings?|早上|上午|早晨",
        "afternoon": r"afternoons?|下午",
        "evening": r"evenings?|nights?|晚上|夜里|夜间",
        "before": r"before|prior to|之前|以前|前",
        "after": r"after|之后|以后|完成后|后",
        "emergency": r"emergenc(?:y|ies)|incidents?|outages?|紧急|故障",
        "debugging": r"debugging|调试|排查",
        "holiday": r"holidays?|vacations?|假期|节假日",
    },
}
LOOSE = frozenset({"moment", "text", "piece", "country"})
"""Of these a statement without any holds everywhere, and may still contradict."""
CONDITION = re.compile(
    r"\b(?:when(?:ever)?|if|unless|except(?: for)?|only(?!\s*(?:[.,;]|$))|while|during|until|once"
    r"|as long as|in case)\b"
    r"(?! (?:it|they|that|everything|(?:a|the|your) (?:change|work|task|job))"
    r" (?:works?|(?:is|are|has been) (?:done|made|ready|finished|completed?)))"
    r"|除非|除了|只有|仅在?"
    r"|如果|若|时候?(?=[，,。]|$)|的时候(?=[先要应请就才再都])|期间|直到|一旦|情况下"
)
THINGS = re.compile(
    r"(?:the |our |all )?(?:(?!keep|write|give|make|use|put|show|limit)[a-z-]+ ){0,2}?"
    r"(?!explanation|detail|result)([a-z-]{3,}s)(?= (?:to|for|go|are|must|should|stay|come)\b)",
    re.IGNORECASE,
)
SHEETS = re.compile(
    r"([\u3400-\u9fff]{1,5}[据票单函信件书表稿页知告同录])(?=(?:一律|都|统一|要|默认|必须)*(?:用|写|使用|发))"
)
NOBODY = r"be|me|us|the|it|point|(?:its|their|my|your) \w+|every\w+|any\w+|all|may"
RECIPIENT = re.compile(
    rf"\b(?:to|for|towards)\s+(?:the |our |all |a |an )?((?!(?:{NOBODY}|{MONTHS})\b)[a-z][a-z-]*"
    r"(?: (?!go|are|is|in|on|at|must|should|stay|come|use|and|or|that|which|who)[a-z][a-z-]*)?)"
    r"|(?:[给对跟向]|回复|答复|回答)((?-i:[\u3400-\u9fff]){1,6}?)(?=的|用|发|写|回|说|讲|要|都|时|一律)",
    re.IGNORECASE,
)
"""For whom something is."""
BELOW = re.compile(r"\b(?:up to|below|under|less than|at most|smaller than)\b|以下|以内|不足|低于")
ABOVE = re.compile(r"\b(?:above|over|more than|from|beyond|larger than)\b|以上|超过|高于")
MERE = re.compile(r"\s+(?:you |we |i )?(?P<deed>[a-z]{4,})")
STEM = re.compile(r"[a-z]{4,}")
HOST = re.compile(r"\b(?=[a-z.-]*\d)[a-z][a-z]*(?:[-.]?[a-z]+)*[-.]?\d{1,4}\b")
PATH = re.compile(r"`?\b[\w.-]+/[\w./*-]*`?")


@cache
def _compiled(words: str) -> re.Pattern[str]:
    """Latin words whole, Chinese ones anywhere."""
    return re.compile(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])", re.IGNORECASE)


RUN = re.compile(r"[a-z]+\??|[\u3400-\u9fff]+\??")
LEFT_OUT = re.compile(r"\(\?[!=][^)]*\)|\[[^\]]*\]|(?<=[a-z])\(\?:[^()]*\)(?!\?)|\(\?:[^()]*\)\?")
"""What stands in no match, not in each, or is an ending."""
GROUP = re.compile(r"\(\?:[^()]*\)")


def _signs(words: str) -> tuple[str, ...]:
    """For each way to say it letters of which some stand in it: the longest, or those of a group."""
    words = words.lower()
    while LEFT_OUT.search(words):
        words = LEFT_OUT.sub(" ", words)
    found = list[str]()
    for way in re.split(r"\|(?![^()]*\))", words):
        runs, own = (
            [run[:-2] if run.endswith("?") else run for run in RUN.findall(text)] for text in (way, GROUP.sub(" ", way))
        )
        found += [max(own, key=len)] if any(own) else runs
    return tuple(filter(None, found))


PLACES = [(category, value, words) for category, values in WORDS.items() for value, words in values.items()]
WORTH = telltales([_signs(words) for _, _, words in PLACES])


@lru_cache(maxsize=16_384)
def scopes(text: str) -> Mapping[str, frozenset[str]]:
    """Category -> what of it the text names."""
    found: dict[str, frozenset[str]] = {}
    for number in WORTH(text):
        category, value, words = PLACES[number]
        if _compiled(words).search(text):
            found[category] = found.get(category, frozenset()) | {value}
    for category, pattern in (("host", HOST), ("path", PATH)):
        if values := frozenset(pattern.findall(text.lower() if category == "host" else text)):
            found[category] = values
    return found


def apart(one: str, other: str, about: tuple[str, str] = ("", ""), free: frozenset[str] = frozenset()) -> bool:
    """Whether the two hold in different places, or one is an exception to the other.

    Args:
        one: a statement.
        other: another one.
        about: what the file and the headings say that each stands under.
        free: categories that do not count, since it is they in which the two differ.
    """
    here, there = (scopes(text) for text in (one, other))
    for category in {*here, *there} - free:
        ours, theirs = here.get(category, frozenset()), there.get(category, frozenset())
        if ours and theirs and not ours & theirs:
            return True
        if bool(ours) != bool(theirs) and category not in LOOSE:
            return True
    return beside(*about, free) or excepted(one, other)


def beside(one: str, other: str, free: frozenset[str] = frozenset()) -> bool:
    """Whether two files or headings speak of different places."""
    first, second = scopes(one), scopes(other)
    for category in {*first, *second} - free - {"text", "moment"}:
        ours, theirs = first.get(category, frozenset()), second.get(category, frozenset())
        if ours and theirs and not ours & theirs:
            return True
    return False


def subjects(text: str) -> frozenset[str]:
    """What kind of text a statement begins with, where it is none of those that have a name here."""
    found = THINGS.match(text) or SHEETS.match(text)
    return frozenset({(found[1] or "").lower()}) if found else frozenset()


def aimed(one: str, other: str) -> bool:
    """Whether each of the two says for whom it is, and these are others."""
    ours, theirs = (_recipients(text) for text in (one, other))
    return bool(ours and theirs and not ours & theirs)


@lru_cache(maxsize=16_384)
def _recipients(text: str) -> frozenset[str]:
    found = {(match[1] or match[2]).lower() for match in RECIPIENT.finditer(text)}
    return frozenset(
        word.removesuffix("s") for words in found for word in [words.split()[-1] if words.isascii() else words]
    )


PURPOSE = re.compile(r"(?:\bport |端口)\D{0,3}\d+ (?:is )?for (?:the )?(\w+)", re.IGNORECASE)


def purposed(one: str, other: str) -> bool:
    """Whether a port that one of the two names is for something that the other's is not."""
    ours, theirs = (set(PURPOSE.findall(text)) for text in (one, other))
    return ours != theirs


def excepted(one: str, other: str) -> bool:
    """Whether one names a condition that the other does not: "when merging" is none for what speaks of merging too."""
    (below, above), (under, over) = _bounds(one), _bounds(other)
    if (below and over) or (under and above):
        return True
    ours, theirs = _conditional(one, other), _conditional(other, one)
    return ours != theirs


@lru_cache(maxsize=16_384)
def _bounds(text: str) -> tuple[bool, bool]:
    """Whether the text tells what lies below a bound, and what above one."""
    low = text.lower()
    return BELOW.search(low) is not None, ABOVE.search(low) is not None


def _conditional(text: str, other: str) -> bool:
    """Whether the text names a condition that is not just a deed of which the other speaks."""
    return any(not deed or deed not in _begun(other) for deed in _conditions(text))


@lru_cache(maxsize=16_384)
def _begun(text: str) -> frozenset[str]:
    """How the words of the text begin."""
    return frozenset(match[0][:4] for match in STEM.finditer(text.lower()))


@lru_cache(maxsize=16_384)
def _conditions(text: str) -> tuple[str, ...]:
    """For each condition how its deed begins, where it only tells when; empty for others."""
    low = text.lower()
    heads = ((match, MERE.match(low, match.end())) for match in CONDITION.finditer(low))
    return tuple(
        head["deed"][:4] if head and match[0] in {"when", "whenever", "while"} else "" for match, head in heads
    )
