"""The gates before what somebody asks to keep, in English and Chinese, and the place that what passes them gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from dreamd import keeping, saving, slugs
from dreamd.keeping import Known, Memory, Refusal, Wish
from dreamd.memory import entry as entries
from dreamd.memory import fact, topic
from dreamd.memory.layout import Workspace
from dreamd.records import Entry, EntryType, Operation, TopicView

NOW = 1_800_000_000_000_000_000
WORKSPACE = Workspace(name="shop", root=Path("/w/memory"), layout="workspace", project=Path("/w/shop"))

PLACES = {
    "a taste": ("I prefer dark roast coffee", "user"),
    "一个喜好": ("我喜欢黑咖啡", "user"),
    "a fact about the person": ("I am a frontend engineer", "user"),
    "个人信息": ("我是前端工程师", "user"),
    "the language of comments": ("代码注释用中文", "user"),
    "a rule": ("Always use pnpm instead of npm", "agent"),
    "how to answer": ("Replies should be shorter", "agent"),
    "怎样回复": ("回复要更简洁", "agent"),
    "怎样搜索": ("搜索结果取前5条", "agent"),
    "a rule before a release": ("发布前先跑 e2e", "agent"),
    "an owner": ("The plate library belongs to Mara", "where-things-are"),
    "负责人": ("定价规则找安娜", "where-things-are"),
    "a decision": ("We decided to keep the monolith until 2027-09-01", "product-decisions"),
    "a host": ("db-01: OS = Ubuntu 24.04", "hosts-and-services"),
    "a dependency": ("order-api depends_on redis", "hosts-and-services"),
    "a habit": ('When I say "ship it", run the release script', "agent"),
    "命名": ("变量命名用驼峰", "agent"),
    "where someone lives": ("我在上海，工作时间是十点到七点", "user"),
    "an experience": ("I have been writing Go for ten years, and React is new to me", "product-decisions"),
    "who does it": ("Deployments are done by Argo", "operations"),
    "what ended": ("The migration to k8s was finished in 2025; nothing runs on VMs any more", "where-things-are"),
    "a usual state": ("The disk is usually above 80 %, the threshold was raised", "agent"),
}
CHANGED = {
    "English": ("Always use npm", "Always use pnpm instead of npm"),
    "the comments' language": ("Code comments in Chinese: use Chinese", "Code comments in Chinese: do not use Chinese"),
    "中文": ("代码注释用中文", "代码注释用英文"),
    "a host": ("db-01 runs Ubuntu 22.04", "db-01: os = Ubuntu 24.04"),
    "一台主机": ("db-01 的系统是 Ubuntu 22.04", "db-01 的操作系统改为 Debian 13"),
}
PASSING = (
    "disk is 87 % full now",
    "磁盘现在 87% 满了",
    "Fix the login bug tomorrow",
    "今天要修支付回调",
    "TODO: update the docs",
    "待办：更新文档",
    "The login refactoring is done, two CSS bugs are left",
    "登录页重构完了，还剩两个 CSS bug",
    "What is the deadline?",
    "截止日期是什么时候？",
    "remember to call Bob tomorrow",
)
PRINTED = (
    'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nValueError: x',
    "$ npm test\nPASS src/a.test.ts",
    '{"status": "ok", "items": [1, 2]}',
    "drwxr-xr-x 2 root root 4096 Nov 30 15:48 src",
    "Filesystem      Size  Used Avail Use% Mounted on\n/dev/sda1        50G   43G  7.0G  87% /",
    "<result>Always use npm</result>",
    "> Always use npm",
    "工具输出：总是使用 npm",
    "错误: 无法连接到数据库 db-01",
    "2026-11-30T10:00:00Z INFO server started on port 8080",
)
PROCEDURES = (
    "1. build the image 2. push it 3. restart the service",
    "First run the tests, then bump the version, then tag, finally push",
    "先构建镜像，然后推送，接着重启服务，最后检查日志",
    "第一步拉代码，第二步跑测试，第三步部署",
)
DERIVED = (
    "The function parse_entry is defined in dreamd/memory/entry.py",
    "src/api contains the handlers",
    "The bug was a missing await in fetch.ts",
    "函数 parse_entry 定义在 dreamd/memory/entry.py",
)
STATED = {
    "db-01 runs Ubuntu 22.04": "db-01: OS = Ubuntu 22.04",
    "db-01: os=Ubuntu 24.04": "db-01: OS = Ubuntu 24.04",
    "db-01's OS is now Debian 13": "db-01: OS = Debian 13",
    "the port of web-02 is 8080": "web-02: port = 8080",
    "db-01 的系统是 Ubuntu 24.04": "db-01: OS = Ubuntu 24.04",
    "web-02：端口 ＝ 8080": "web-02: port = 8080",
    "The order-api depends on redis": "order-api depends_on redis",
    "order-api 依赖 redis": "order-api depends_on redis",
}
PLAIN = (
    "Releases go out at nine: never on Fridays",
    "The staging database is db-04",
    "The role of Anna is to review prices",
    "Our memory is short",
    "订单由安娜负责",
)


def holding(*statements: str, stem: str = "user", kind: EntryType = "user", unconfirmed: bool = False) -> TopicView:
    """A topic that dreamd wrote."""
    held = topic.new(stem, "A title", "Read before", kind, "2026-11-02")
    for said in statements:
        entry = Entry(
            text=said, created="2026-11-02", updated="2026-11-02", sources=("a/b#L1",), unconfirmed=unconfirmed
        )
        held = topic.add(held, entry)
    return topic.view(held, frozenset(entries.key(entry) for entry in held.entries))


def judge(said: str, *views: TopicView, lines: int = 0, **wished: object) -> keeping.Judged:
    """What becomes of a statement that a person types, beside what the topics hold."""
    memory = Memory(
        workspace=WORKSPACE, views=views, index=b"a line\n" * lines, told=frozenset({"use tabs"}), rejected=()
    )
    return keeping.judge(Wish(text=said, heard=(saving.typed(said, NOW),), **wished), memory)  # type: ignore[arg-type]


def refusal(said: str, *views: TopicView, **wished: object) -> str:
    judged = judge(said, *views, **wished)  # type: ignore[arg-type]
    assert isinstance(judged, Refusal), judged
    assert judged.message
    assert judged.reason in slugs.SAVING
    return judged.reason


def operation(said: str, *views: TopicView, **wished: object) -> Operation:
    judged = judge(said, *views, **wished)  # type: ignore[arg-type]
    assert isinstance(judged, Operation), judged
    return judged


@pytest.mark.parametrize(("said", "stem"), PLACES.values(), ids=PLACES)
def test_what_is_said_goes_where_it_belongs(said: str, stem: str) -> None:
    made = operation(said)
    assert (made.op, made.topic, made.text) == ("add", stem, said)


@pytest.mark.parametrize(("first", "then"), CHANGED.values(), ids=CHANGED)
def test_what_changed_takes_the_place_of_the_old(first: str, then: str) -> None:
    was, now = operation(first), operation(then)
    made = operation(then, holding(was.text, stem=was.topic, kind=was.type))
    assert (made.op, made.topic, made.entry, made.text) == ("update", was.topic, was.text, now.text)


@pytest.mark.parametrize("said", [said for said, _ in PLACES.values()])
@pytest.mark.parametrize("asked", ["{}", "{}.", "please remember that {}", "记住：{}", "Remember: {}"])
def test_what_stands_is_known_however_it_is_asked_for(said: str, asked: str) -> None:
    assert judge(asked.format(said), holding(said)) == Known(topic="user", entry=said)


@pytest.mark.parametrize("said", PASSING)
def test_a_task_progress_a_question_or_a_state_passes_with_the_day(said: str) -> None:
    assert refusal(said) == "passing"


@pytest.mark.parametrize("said", PRINTED)
def test_what_a_tool_or_another_wrote_is_refused(said: str) -> None:
    assert refusal(said) == "output"


@pytest.mark.parametrize("said", PROCEDURES)
def test_a_procedure_is_a_skill(said: str) -> None:
    assert refusal(said) == "procedure"
    assert "dreamd skills new NAME" in slugs.SAVING["procedure"]


@pytest.mark.parametrize("said", DERIVED)
def test_what_grep_and_git_tell_is_refused(said: str) -> None:
    assert refusal(said) == "derived"


def test_what_agents_are_told_anyway_is_refused() -> None:
    assert refusal("Use tabs.") == "instructed"


@pytest.mark.parametrize("said", ["", "  ", "- ", "记住："])
def test_nothing_is_refused_as_nothing(said: str) -> None:
    assert refusal(said) == "empty"


def test_at_most_five_hundred_characters_are_kept() -> None:
    said = "We ship on Tuesdays " + "x" * 480
    assert operation(said).text == said
    assert refusal(f"{said}y") == "too_long"


@pytest.mark.parametrize(("said", "stated"), STATED.items(), ids=STATED)
def test_a_statement_about_a_host_or_a_service_has_one_shape(said: str, stated: str) -> None:
    made = operation(said)
    assert (made.text, made.type, made.topic) == (stated, "reference", "hosts-and-services")
    assert fact.shaped(stated, ()) == stated
    assert judge(said, holding(stated)) == Known(topic="user", entry=stated)


@pytest.mark.parametrize("said", PLAIN)
def test_other_statements_keep_their_words(said: str) -> None:
    assert fact.shaped(said, ()) == said


def test_an_attribute_is_called_as_the_memory_calls_it() -> None:
    assert operation("web-02 runs Debian 13", holding("db-01: 系统 = Ubuntu 22.04")).text == "web-02: 系统 = Debian 13"


def test_a_service_may_depend_on_many() -> None:
    made = operation("order-api depends on kafka", holding("order-api depends_on redis"))
    assert (made.op, made.text) == ("add", "order-api depends_on kafka")


def test_a_taste_against_a_rule_is_never_decided() -> None:
    assert refusal("Always use pnpm instead of npm", holding("Always use npm", stem="user"), type="feedback") == (
        "contradicts"
    )
    rule = holding("Always use npm", stem="agent", kind="feedback")
    assert operation("Always use pnpm instead of npm", rule, type="feedback").op == "update"


def test_what_somebody_else_wrote_is_not_changed() -> None:
    foreign = topic.view(
        topic.add(topic.new("x", "X", "Y", "feedback", "2026-11-02"), Entry(text="Always use npm")), frozenset()
    )
    assert refusal("Always use pnpm instead of npm", foreign) == "contradicts"


def test_what_was_only_inferred_is_confirmed_by_saying_it() -> None:
    guessed = holding("The plate library belongs to Mara", stem="places", kind="reference", unconfirmed=True)
    made = operation("The plate library belongs to Mara.", guessed)
    assert (made.op, made.topic, made.entry) == ("confirm", "places", "The plate library belongs to Mara")


@pytest.mark.parametrize("said", ["I prefer dark roast coffee", "回复要更简洁"])
def test_what_nobody_said_is_never_resident(said: str) -> None:
    inferred = operation(said, unconfirmed=True)
    assert (inferred.unconfirmed, inferred.topic in {"user", "agent"}) == (True, False)
    agents = operation(said, unconfirmed=True, person=False)
    assert (agents.type, agents.topic in {"user", "agent"}) == ("project", False)


def test_what_nobody_said_changes_nothing() -> None:
    assert refusal("Always use pnpm instead of npm", holding("Always use npm"), unconfirmed=True, person=False) == (
        "contradicts"
    )


@pytest.mark.parametrize(
    ("lines", "fits"), [(0, True), (149, True), (150, True), (179, True), (180, False), (250, False)]
)
def test_from_180_lines_the_index_takes_no_new_topic(lines: int, fits: bool) -> None:  # noqa: FBT001 (a parameter)
    said = "The font library belongs to Ben"
    judged = judge(said, lines=lines)
    assert isinstance(judged, Operation) is fits
    there = holding("The plate library belongs to Mara", stem="where-things-are", kind="reference")
    assert operation(said, there, lines=lines).topic == "where-things-are"
    assert operation("I prefer dark roast coffee", lines=lines).topic == "user"
