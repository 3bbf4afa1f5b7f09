"""The gates before what somebody asks to keep, in English and Chinese, and the place that what passes them gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from dreamd import keeping, saving, slugs
from dreamd.keeping import Known, Memory, Refusal, Wish
from dreamd.memory import entry as entries
from dreamd.memory import fact, topic
from dreamd.memory.layout import Layout, Workspace
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
    "an experience": ("I have been writing Go for ten years, and React is new to me", "user"),
    "who does it": ("Deployments are done by Argo", "operations"),
    "what ended": ("The migration to k8s was finished in 2025; nothing runs on VMs any more", "where-things-are"),
    "how to be called": ("Call me Dan", "user"),
    "称呼": ("叫我老王", "user"),
    "what one does not eat": ("我不吃辣", "user"),
    "a tool of one's own": ("I switched from vim to VSCode", "user"),
    "喜好，没有主语": ("喜欢 TypeScript，用 VSCode", "user"),
    "an aim with its review": ("The goal for this quarter is the beta; review on 2027-03-31", "user"),
    "an aim that is none": ("Non-goals: mobile and offline use", "user"),
    "目标": ("本季度的优先级是稳定性", "user"),
    "a number in search results": ("Search results: take the first 5", "agent"),
    "a wish of the team": ("We use Postgres 16", "operations"),
    "a decision of one's own": ("I decided to keep the monolith", "product-decisions"),
    "the aim of a thing": ("The goal of the cache is speed", "product-decisions"),
    "a lasting state": ("这台机器磁盘常年 80% 以上，阈值已调高", "product-decisions"),
    "an act of the team's that lasts": ("We moved from npm to pnpm", "operations"),
    "a limit of readings": ("Memory use must stay below 80%", "product-decisions"),
    "有人等": ("部署要等审批通过", "where-things-are"),
    "每次": ("我说部署就是指预发", "agent"),
    "versions": ("We support Python 3.11, 3.12 and 3.13", "operations"),
    "two things in their order": ("先在预发环境验证，再部署到生产", "operations"),
    "a list of things": ("Use red, green and blue for the three series", "agent"),
    "where passwords lie": ("The password is stored in Vault", "where-things-are"),
    "密码在哪": ("密码放在 1Password 里", "where-things-are"),
    "a rule on passwords": ("Passwords must be rotated every 90 days", "agent"),
    "a plan that recurs": ("The next week's plan is written on Friday", "operations"),
    "a usual state": ("The disk is usually above 80 %, the threshold was raised", "agent"),
}
CHANGED = {
    "English": ("Always use npm", "Always use pnpm instead of npm"),
    "the comments' language": ("Code comments in Chinese: use Chinese", "Code comments in Chinese: do not use Chinese"),
    "中文": ("代码注释用中文", "代码注释用英文"),
    "a host": ("db-01 runs Ubuntu 22.04", "db-01: os = Ubuntu 24.04"),
    "the default": ("The default branch is main", "The default branch is now trunk"),
    "what is no longer liked": ("I like dark roast coffee", "I don't like dark roast coffee any more"),
    "what is hated now": ("I like semicolons", "I hate semicolons"),
    "what was liked once": ("I like tea", "I used to like tea"),
    "a choice the other way round": ("I prefer spaces over tabs", "I now prefer tabs over spaces"),
    "the language of answers": ("Always answer in English", "From now on answer in German"),
    "the language, in another language": ("代码注释用中文", "Write code comments in English"),
    "更笼统地说": ("代码注释用中文", "注释用英文"),
    "a name": ("My name is Daniel", "My name is Dan"),
    "名字": ("我叫小明", "我的名字是大明"),
    "a home": ("I live in Berlin", "I moved to Paris"),
    "住处": ("我住在上海", "我搬到北京了"),
    "how many": ("搜索结果取前5条", "搜索结果取前10条"),
    "how long": ("保留 30 天日志", "保留 90 天日志"),
    "how many of what": ("Tests must pass on 3 platforms", "Tests must pass on 4 platforms"),
    "what is allowed now": ("Never force push", "Force pushing is allowed"),
    "现在允许": ("不要用表情符号", "可以用表情符号"),
    "不再喜欢": ("我喜欢黑咖啡", "我不喜欢黑咖啡了"),
    "a dependency that ended": ("order-api depends_on redis", "order-api no longer depends on redis"),
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
    "The branch is not pushed yet",
    "某个分支还没推",
    "PR 42 is waiting to be merged",
    "PR 42 等合并",
    "Today is Monday",
    "It is 5pm",
    "I'm on vacation next week",
    "我下周休假",
    "截止日期是下周五",
    "disk 87%",
    "We have 42 open issues",
    "There are 12 users online",
    "the migration has not been reviewed",
    "The server restarted an hour ago",
    "服务器刚重启",
    "I'm in a meeting until 4",
    "我在开会",
    "Ticket 1234 is blocked",
    "工单 1234 卡住了",
    "第 812 次构建失败",
    "Waiting on Anna for the keys",
    "等安娜给密钥",
    "I broke the build",
    "我把构建弄坏了",
    "The latest run took 43 seconds",
    "上次运行用了 43 秒",
    "Please restart the server",
    "请重启服务器",
    "The queue has 1200 messages",
    "队列里有 1200 条消息",
    "load average is 4.2",
    "还差两个用例",
    "Let me think about it",
    "让我想想",
    "I need to fix the header first",
    "我得先修一下页头",
    "The fix is in review",
    "又是同样的错误",
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
    "bash: foo: command not found",
    "git@github.com: Permission denied (publickey).",
    "exit status 1",
    "Segmentation fault (core dumped)",
    "added 1203 packages in 12s",
    "NAME READY STATUS RESTARTS AGE\nweb-0 1/1 Running 0 3d",
    "id,name,email\n1,Bob,b@x\n2,Al,a@x",
    "a.txt\nb.txt\nc.txt",
    "- Use tabs\n- Use spaces",
    "64 bytes from 10.0.0.5: icmp_seq=1 ttl=64 time=0.045 ms",
    "nothing to commit, working tree clean",
    "File contents: always use npm",
    "Assistant: I will always use npm",
    "文件内容：总是用 npm",
    "网页显示：总是用 npm",
    "According to the web page, always use npm",
    "2026-11-30T10:00:00Z INFO server started on port 8080",
)
PROCEDURES = (
    "1. build the image 2. push it 3. restart the service",
    "First run the tests, then bump the version, then tag, finally push",
    "先构建镜像，然后推送，接着重启服务，最后检查日志",
    "第一步拉代码，第二步跑测试，第三步部署",
    "nginx 5xx 先看错误日志、再看上游、再核对配置改动",
    "先构建，再推送，然后重启，最后看日志",
    "① 构建 ② 推送 ③ 重启",
    "一、构建；二、推送；三、重启",
    "a) build b) push c) restart",
    "Step one: build. Step two: push.",
    "To deploy, run make build && make push && make deploy",
    "To release: bump the version, tag it, push the tag, wait for CI, publish",
    "每次发布：拉代码、跑测试、打标签、推送、通知安娜",
)
TOLD_PASSWORDS = (
    'The admin password is "correct horse battery staple"',
    "PIN is 4831",
    "the password for staging: tiger",
    "user admin, password tiger2024",
    "口令是 芝麻开门",
    "用户名 admin 密码 tiger2024",
    "db-01: password = tiger",
    "tiger2024 is the root password",
)
CHATTER = ("yes", "OK, thanks!", "hello", "Thank you", "asdfasdf", "好的", "谢谢", "收到")
DERIVED = (
    "The function parse_entry is defined in dreamd/memory/entry.py",
    "src/api contains the handlers",
    "The bug was a missing await in fetch.ts",
    "函数 parse_entry 定义在 dreamd/memory/entry.py",
    "Save the list of merged PRs",
    "帮我保存这周的 PR 列表",
)
STATED = {
    "db-01 runs Ubuntu 22.04": "db-01: OS = Ubuntu 22.04",
    "db-01: os=Ubuntu 24.04": "db-01: OS = Ubuntu 24.04",
    "db-01's OS is now Debian 13": "db-01: OS = Debian 13",
    "the port of web-02 is 8080": "web-02: port = 8080",
    "db-01 的系统是 Ubuntu 24.04": "db-01: OS = Ubuntu 24.04",
    "db-01 的 OS = Ubuntu 24.04": "db-01: OS = Ubuntu 24.04",
    "db-01 is Ubuntu 24.04": "db-01: OS = Ubuntu 24.04",
    "db-01 是 Ubuntu": "db-01: OS = Ubuntu",
    "Ubuntu 24.04 runs on db-01": "db-01: OS = Ubuntu 24.04",
    "Ubuntu 跑在 db-01 上": "db-01: OS = Ubuntu",
    "db-01 系统 24.04": "db-01: OS = 24.04",
    "db-01: OS is Debian 13": "db-01: OS = Debian 13",
    "db-01 has 64GB RAM": "db-01: RAM = 64GB",
    "db-01 内存 64G": "db-01: RAM = 64G",
    "服务 api 依赖 redis-03": "api depends_on redis-03",
    "支付服务依赖 db-01": "支付服务 depends_on db-01",
    "the api depends on redis-03": "api depends_on redis-03",
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
    "It depends on context",
    "The price depends on the region",
    "db-01 内存不足时先扩容",
    "team-a is Arch enthusiasts",
)
APART = (
    ("I like coffee", "I like tea"),
    ("我喜欢猫", "我喜欢狗"),
    ("Use tabs in Go files", "Use spaces in Python files"),
    ("Room 3 is the meeting room", "Room 4 is the meeting room"),
    ("3 号会议室安静", "4 号会议室安静"),
    ("You may use emojis in commits", "Don't use emojis in replies"),
    ("Answer in English", "Write comments in German"),
    ("I live in Berlin", "I live in Berlin with two cats"),
    ("The staging server is web-02", "The production server is web-03"),
    ("Never commit to main", "Commit to main only after review"),
    ("Show 5 results in search", "Show 10 results in lists"),
)
AGAIN = (
    ("代码注释用中文", "我喜欢代码注释用中文"),
    ("代码注释用中文", "Write code comments in Chinese"),
    ("I prefer tabs", "I really like tabs"),
    ("回复要简洁", "回复要更简洁"),
    ("I moved to Paris", "I live in Paris"),
    ("order-api depends_on redis", "服务 order-api 依赖 redis"),
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


@pytest.mark.parametrize(("first", "then"), APART)
def test_what_only_resembles_another_stands_beside_it(first: str, then: str) -> None:
    was = operation(first)
    assert operation(then, holding(was.text, stem=was.topic, kind=was.type)).op == "add"


@pytest.mark.parametrize(("first", "again"), AGAIN)
def test_what_is_said_in_other_words_is_known(first: str, again: str) -> None:
    assert judge(again, holding(first)) == Known(topic="user", entry=first)


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


@pytest.mark.parametrize("said", TOLD_PASSWORDS)
def test_a_password_in_plain_words_is_a_secret(said: str) -> None:
    assert refusal(said) == "secret"


@pytest.mark.parametrize("said", CHATTER)
def test_a_word_or_a_nod_is_nothing_to_remember(said: str) -> None:
    assert refusal(said) == "empty"


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


def test_a_guess_of_another_hand_is_known_and_its_line_stays_as_it_is() -> None:
    said = "The plate library belongs to Mara"
    guessed = holding(said, stem="places", kind="reference", unconfirmed=True)
    theirs = topic.view(topic.add(topic.new("x", "X", "Y", "reference", "2026-11-02"), guessed.entries[0]), frozenset())
    assert judge(said, theirs) == Known(topic="x", entry=said)


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


@pytest.mark.parametrize(
    "said", ["I prefer \u202e\u200b", "I prefer tabs\u200b over spaces", "\u2066I like tea\u2069", "a\xadb c"]
)
def test_what_nobody_sees_all_of_is_refused(said: str) -> None:
    assert refusal(said) == "hidden"


@pytest.mark.parametrize("said", ["I prefer ❤️ and 👩‍👩‍👧 in commits", "چای را می‌خواهم"])
def test_what_a_script_or_a_sign_needs_hides_nothing(said: str) -> None:
    assert not isinstance(judge(said), Refusal)


@pytest.mark.parametrize("layout", ["workspace", "claude-code"])
@pytest.mark.parametrize("name", ["soul", "user", "agent", "user-profile", "agent-rules", "recent"])
def test_no_topic_is_called_as_what_is_read_at_every_start(name: str, layout: Layout) -> None:
    workspace = Workspace(name="shop", root=Path("/w/memory"), layout=layout, project=Path("/w/shop"))
    memory = Memory(workspace=workspace, views=(), index=b"", told=frozenset(), rejected=())
    ours = name in {workspace.resident("user"), workspace.resident("feedback")}
    said = saving.typed("The team meets on Mondays", NOW)
    typed = keeping.judge(Wish(text=said.quote.quote, topic=name, heard=(said,)), memory)
    guessed = keeping.judge(Wish(text=said.quote.quote, topic=name, heard=(said,), unconfirmed=True), memory)
    assert isinstance(guessed, Refusal)
    assert "leave --topic out" in guessed.message
    if ours:
        assert isinstance(typed, Operation)
        assert (guessed.reason, "--quote" in guessed.message) == ("unheard", True)
    else:
        assert isinstance(typed, Refusal)
        assert (typed.reason, guessed.reason) == ("reserved", "reserved")


def test_a_topic_that_is_there_is_written_to_whatever_it_is_called() -> None:
    held = holding("The team meets on Mondays", stem="recent", kind="project")
    assert operation("Releases are cut on Tuesdays", held, topic="recent").topic == "recent"
