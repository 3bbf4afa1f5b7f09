"""Families of statements about the world, each with look-alikes that say nothing lasting, in English and Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.records import Operation, TopicView

    Dreamt = Callable[..., list[Operation]]

KEPT = {
    "what a named thing is": (
        "kiosk-12 in the lobby is only for visitors",
        "cuda 12.4 is the newest that the cluster supports",
        "node-7 is the reporting replica",
        "production is eu-live-2",
        "the primary warehouse is called `dwh_main`",
        "greenhouse-a is our staging environment, greenhouse-b is live",
        "The German shop runs on cluster k8s-fra-1.",
        "kiosk-04 is the demo device for trade fairs",
        "our main language is Rust",
        "report-dev 是测试环境",
        "正式库是 pg-main，只读库是 pg-ro",
        "我们的主力语言是 Go",
    ),
    "who answers for it": (
        "Nils reviews all SQL",
        "界面文案问梅兰妮",
        "credentials are managed by the platform team",
        "Farah handles everything around refunds",
        "经理老周批准所有采购",
        "退款的事都找法拉",
        "Lena Fischer owns the tariff tables",
        "the grading service is maintained by the exams team",
        "Ask Tomasz before you change the shader pipeline.",
        "legal questions go to Ms. Okafor",
        "Ravi is in charge of the sensor calibration",
        "the payroll module belongs to the HR squad",
        "Check with Ingrid before renaming a column in the school register",
        "王芳负责结算模块",
        "算法由数据组维护",
        "改数据库之前先问一下陈工",
    ),
    "where it is": (
        "the model weights are stored in the bucket ml-weights-prod",
        "incidents go to #fire",
        "The dashboards are at https://metrics.example.com/boards",
        "our coding guidelines are in the wiki under Engineering",
        "feature requests are tracked in Trello",
        "The raw recordings are stored in the bucket lab-audio-raw.",
        "deploy announcements go to #releases",
        "You can find the API keys' owners in the register at https://vault.example.com/owners",
        "合同模板都放在共享盘的法务目录里",
        "需求文档在飞书的产品空间里",
        "监控地址是 https://mon.example.cn",
    ),
    "what is used": (
        "the customer in Oslo still runs version 3, don't break their import",
        "in the labs we use Debian",
        "we use uv for everything Python",
        "we train on JAX, the old TensorFlow code is frozen",
        "we ship the firmware with Zephyr 3.7",
        "The mobile app is written in Kotlin",
        "We run MariaDB 11 in production",
        "we pin terraform to 1.9",
        "前端我们用 Vue 3",
        "我们在 CI 里跑 Java 21",
        "后端是用 Rust 写的",
    ),
    "prohibitions without a verb": (
        "teachers read the errors, so no jargon",
        "nobody except the pipeline may write to the published folder",
        "no print statements in library code",
        "no force pushes on release branches",
        "please no abbreviations in variable names, new people can't read them",
        "no raw SQL outside the repository layer",
        "American English in the UI, not British",
        "one assertion per test, never more",
        "only ASCII in file names",
        "严禁在循环里查数据库",
        "注释里不要出现客户名字",
    ),
    "limits": (
        "a claim has exactly one insured person",
        "error codes below 100 are reserved for the vendor",
        "the physics tick is fixed at 60 Hz",
        "snapshots are kept for 35 days",
        "快照保留 35 天",
        "at most four parallel jobs, the licence server refuses more",
        "stay below 512 MB, the container is killed above that",
        "a pull request should have no more than 300 changed lines",
        "The vendor allows 100 calls per hour.",
        "audio clips must not be longer than 30 seconds",
        "the crawler waits at least two seconds between pages",
        "passwords have a minimum length of twelve characters",
        "图片不能超过 2 MB",
        "并发最多十个",
        "每小时最多调用 100 次",
    ),
    "what changed in the world": (
        "老论坛已经关闭",
        "西区的机房要下线了",
        "the chat service has moved to Hetzner",
        "we have dropped support for Windows 10",
        "`v1/orders` is deprecated, use `v2/orders`",
        "the package is now called harbor-client",
        "We no longer ship 32-bit builds.",
        "The Prague office has taken over the billing code",
        "the mirror goes away at the end of June",
        "the tile server will be switched off in autumn",
        "报表服务已经迁到新机房",
        "老的登录页年底下线",
        "我们不再支持 Python 3.9",
        "旧的 SDK 已经废弃",
    ),
    "dates and rhythms": (
        "licences are checked at the vendor's once a day",
        "演示租户每天凌晨一点重置",
        "the contract with the map provider ends on 2027-03-31",
        "the next release is due on 14 February",
        "The school year starts in September.",
        "maintenance window is every Sunday from 2 to 4 am",
        "invoices go out on the first of the month",
        "the tax report has to be in by April 30th",
        "the batch runs at 03:15",
        "证书 2027 年 2 月到期",
        "每周三晚上发布",
        "月底要冻结代码",
    ),
    "rules with a reason": (
        "we can't use GPL libraries, legal said no",
        "if you need test data, take it from the anonymised dump",
        "never edit the generated clients, they are overwritten on each build",
        "Round down, the customs office rejects anything else.",
        "don't cache exchange rates, otherwise the accounts won't match",
        "we keep the old parser on purpose so that archived files stay readable",
        "use the slow queue, the fast one is reserved for emergencies",
        "不要改生成的代码，每次构建都会覆盖",
        "时间一律存 UTC，免得夏令时出错",
    ),
    "what things mean and what holds of them": (
        "the heat map is only meant for managers",
        "印刷厂要求用 Windows 换行符",
        "contracts signed before 2020 use the old numbering",
        "the store doesn't accept unsigned builds",
        "the instrument PC can't be updated",
        "许可证服务器只能在内网访问",
        "a 'run' is one pass of the telescope over the whole sky",
        "SLA stands for the contract with the hospital, not for uptime",
        "weights are in grams",
        "an order can have several recipients",
        "article numbers are not unique across suppliers",
        "The scale can't measure below five grams.",
        "所谓“班次”是指一个护士一天的工作",
        "重量单位是克",
        "一个订单可以有多个收件人",
    ),
    "the person and how to answer": (
        "I come from Java, so explain ownership slowly",
        "I'm a teacher and only program at weekends",
        "I have never used Docker",
        "I read the answers on a small screen",
        "answer in French please",
        "show me the plan before you change more than three files",
        "fewer bullet points in your answers please",
        "stop explaining basic git commands",
        "我是运维，不怎么写代码",
        "请用中文回答",
        "解释得简单一点，我不懂编译原理",
    ),
}
REFUSED = {
    "what is pointed at": (
        "this is the failing test",
        "that is the file",
        "the function is at line 40",
        "it's the second argument",
        "here are the results",
        "that's the one I meant",
        "these are the new numbers",
        "it's under src/render",
        "this should be a string",
        "that must be it",
        "this is not fully right",
        "huh, that's what I would expect",
        "这就是那个文件",
        "这是新的结果",
        "它在第二个参数里",
    ),
    "what passes": (
        "the heat map is empty",
        "the packet is cut off",
        "热力图是空的",
        "the numbers in the second column don't add up",
        "the button is on the wrong side",
        "the bank's sandbox is down again",
        "应该没问题了",
        "the nightly sync fails since Monday",
        "main is broken since this morning",
        "The replica is down right now.",
        "the job is stuck again",
        "the upload keeps timing out",
        "staging is unreachable at the moment",
        "the queue has been full since yesterday",
        "our api is slow today",
        "the third worker crashed last night",
        "the build is currently red",
        "we are getting 502s from the gateway",
        "从昨天晚上起任务一直失败",
        "测试环境现在连不上",
        "刚才接口又超时了",
        "服务器挂了",
        "今天早上构建失败",
    ),
    "questions": (
        "where is the disclaimer defined",
        "换行符为什么错了？",
        "does the mailer have a method for it?",
        "could it be the proxy?",
        "who maintains the tariff tables?",
        "where are the recordings stored?",
        "is node-7 the reporting replica?",
        "which version do we run in production",
        "what's the limit for uploads?",
        "how long do we keep the logs?",
        "结算模块谁负责？",
        "任务失败以后怎么处理的？",
        "发布之后要重启吗",
        "监控地址是什么",
        "为什么不用缓存呢",
        "最多可以重试几次？",
    ),
    "results, not prohibitions": (
        "no errors in the log",
        "no difference on my machine",
        "no idea why",
        "no, the left one",
        "no response from the server",
        "no changes in the output",
        "没有报错",
        "没问题",
    ),
    "news of the session": (
        "I added Nils as a reviewer",
        "thanks, much better",
        "I like option 2",
        "never mind",
        "don't worry",
        "I've moved the file",
        "I renamed the class",
        "I switched to python 3.13 locally",
        "I'm back at two",
        "I pushed at most two commits",
        "you dropped a column",
        "we just merged it",
        "our pipeline is running",
        "it took more than 40 seconds",
        "the second test has passed now",
        "我把文件挪了",
        "我已经改成 5 了",
        "刚合并完",
    ),
    "chores": (
        "hold on, I need to check something",
        "write a script that downloads the images",
        "不用管那个警告",
        "write it to the second sheet when you are done",
        "use port 9000 for now",
        "look at https://ci.example.com/jobs/991 and fix it",
        "the ticket is https://tracker.example.com/T-12, please do it",
        "change the limit to 40",
        "no, use the second one",
        "move the dashboard to the left",
        "then rename it and run everything again",
        "wait, let's talk about this",
        "let's keep it like this for now",
        "take the first option",
        "把上限改成 40",
        "就用第一个方案吧",
        "先别提交，等我一下",
    ),
    "what is only supposed": (
        "my colleague said we should always use spaces",
        "maybe the disk is the problem",
        "I think it's the proxy",
        "I guess node-7 is the replica",
        "say the limit was 10",
        "可能是代理的问题",
        "我猜是超时",
    ),
    "chores at length": (
        "read the csv files, then build a table for each school, add the averages, draw a chart, write it all down",
    ),
}
REPLACED = (
    ("Nils reviews the SQL", "the SQL is now reviewed by Petra"),
    ("snapshots are kept for 35 days", "snapshots are kept for 90 days"),
    ("meeting notes live in Notion", "meeting notes now live in Confluence"),
    ("incidents go to #fire", "incidents now go to #alarm"),
    ("Dieter approves the budget", "the budget is now approved by Karin"),
    ("attachments are limited to 8 MB", "attachments are limited to 20 MB now"),
    ("node-2 is the reporting replica", "the reporting replica is node-5 now"),
    ("the reporting replica is node-2", "reporting has moved: the reporting replica is node-5"),
    ("production is pg-1", "the production database is pg-3 now"),
    ("The tracker is at https://bugs.example.com/old", "the tracker is at https://tickets.example.com now"),
    ("Lena owns the tariff tables", "the tariff tables are owned by Omar now"),
    ("the exams module is maintained by the Graz team", "The exams module is now maintained by the Linz team"),
    ("we use Python 3.11 in the notebooks", "we use Python 3.13 in the notebooks"),
    ("the upload limit is 10 MB", "the upload limit is now 50 MB"),
    ("our build host is called anvil", "our build host is called hammer now"),
    ("bugs are tracked in Jira", "bugs are now tracked in Linear"),
    ("At most three retries.", "at most five retries"),
    ("测试环境是 app-02", "测试环境现在是 app-07"),
    ("app-02 是测试环境", "测试环境换成 app-07 了"),
    ("王芳负责结算模块", "结算模块现在由刘洋负责"),
    ("图片不能超过 2 MB", "图片不能超过 5 MB"),
    ("并发最多十个", "并发最多二十个"),
)
KEPT_APART = (
    ("Nils reviews the SQL", "Petra reviews the CSS now"),
    ("snapshots are kept for 35 days", "logs are kept for 90 days"),
    ("meeting notes live in Notion", "contracts now live in Confluence"),
    ("Ana is our designer", "Ben is our designer"),
    ("we use Terraform 1.5 in the pipeline", "we use Ansible 9 in the pipeline"),
    ("快照保留 35 天", "日志保留 90 天"),
    ("the test replica is node-2", "the reporting replica is node-5 now"),
    ("production is pg-1", "staging is pg-3 now"),
    ("the production database is pg-1", "the production cache is pg-3"),
    ("The tracker is at https://bugs.example.com", "the wiki is at https://wiki.example.com now"),
    ("Lena owns the tariff tables", "Omar owns the tariff reports"),
    ("we use Python 3.11 in the notebooks", "we use Python 3.13 in the services"),
    ("we use Postgres 16 for the ledger", "we use Redis 7 for the sessions"),
    ("the upload limit is 10 MB", "the upload limit for partners is 50 MB"),
    ("kiosk-1 is a demo device", "kiosk-2 is a demo device"),
    ("测试环境是 app-02", "生产环境是 app-07"),
    ("王芳负责结算模块", "刘洋负责报表模块"),
    ("导入并发最多十个", "导出并发最多二十个"),
)


ANSWERED = (
    ("Which queue should the mails go through?", "the slow one, the fast one is reserved for payments"),
    ("How long do we keep recordings?", "90 days, the works council insists"),
    ("How should the importer react to 429?", "Slow down: stay below 30 requests a minute"),
    ("您希望重试几次？", "最多五次，超过就报警"),
)
NOT_ANSWERED = (
    ("Shall I push the branch?", "yes, push it"),
    ("Which file did you mean?", "the one in the api folder"),
    ("What should I do next?", "run the tests"),
    ("Which rows should I copy?", "Only new (Recommended)"),
)


def each(families: dict[str, tuple[str, ...]]) -> list[object]:
    """One parameter for a sentence, named by its family."""
    return [pytest.param(said, id=f"{name}-{at}") for name, every in families.items() for at, said in enumerate(every)]


@pytest.mark.parametrize("said", each(KEPT))
def test_a_statement_about_the_world_is_kept(dreamt: Dreamt, said: str) -> None:
    assert [operation.op for operation in dreamt(said)]


@pytest.mark.parametrize("said", each(REFUSED))
def test_what_only_looks_like_one_is_refused(dreamt: Dreamt, said: str) -> None:
    assert dreamt(said) == []


@pytest.mark.parametrize(("first", "later"), REPLACED)
def test_another_value_of_the_same_thing_replaces_the_first(dreamt: Dreamt, first: str, later: str) -> None:
    (operation,) = dreamt(first, later)
    assert operation.why.startswith("void since 2026-03-02: ")
    assert operation.evidence[0].session.startswith("00000002")


@pytest.mark.parametrize(("first", "later"), KEPT_APART)
def test_values_of_different_things_stand_side_by_side(dreamt: Dreamt, first: str, later: str) -> None:
    assert len([operation for operation in dreamt(first, later) if operation.op == "add"]) == 2


@pytest.mark.parametrize(("first", "later"), REPLACED)
def test_another_value_updates_what_the_memory_holds(
    dreamt: Dreamt, topic: Callable[..., TopicView], first: str, later: str
) -> None:
    (operation,) = dreamt(later, memory=(topic(first),))
    assert (operation.op, operation.entry, operation.text) == ("update", first, operation.text)


@pytest.mark.parametrize(("first", "later"), KEPT_APART)
def test_the_memory_of_another_thing_is_left_alone(
    dreamt: Dreamt, topic: Callable[..., TopicView], first: str, later: str
) -> None:
    assert [operation.op for operation in dreamt(later, memory=(topic(first),))] == ["add"]


@pytest.mark.parametrize(("question", "answer"), ANSWERED)
def test_an_answer_is_kept_with_its_question(dreamt: Dreamt, question: str, answer: str) -> None:
    (operation,) = dreamt([("assistant", question), answer], why="answer")
    assert (operation.text, operation.why) == (answer, f"said in reply to: {question}")


@pytest.mark.parametrize(("question", "answer"), NOT_ANSWERED)
def test_an_answer_for_the_moment_is_refused(dreamt: Dreamt, question: str, answer: str) -> None:
    assert dreamt([("assistant", question), answer], why="answer") == []


def test_two_facts_in_one_sentence_become_two_entries_of_one_quote(dreamt: Dreamt) -> None:
    said = "node-2 is the reporting replica, the primary is node-1."
    one, other = dreamt(said)
    assert [one.text, other.text] == ["node-2 is the reporting replica", "the primary is node-1."]
    assert one.evidence == other.evidence
    assert one.evidence[0].quote == said


def test_only_the_fact_that_changed_is_replaced(dreamt: Dreamt) -> None:
    proposed = dreamt("node-2 is the reporting replica, the primary is node-1.", "the reporting replica is node-5 now")
    assert [(each.text, each.why) for each in proposed] == [
        ("the primary is node-1.", ""),
        ("the reporting replica is node-5 now", "void since 2026-03-02: node-2 is the reporting replica"),
    ]


def test_the_reason_of_a_rule_stays_with_it(dreamt: Dreamt) -> None:
    said = "use ninja in this project, not scons. scons rebuilds the shaders and then nothing is cached."
    assert [operation.text for operation in dreamt(said)] == [said]


def test_whom_to_ask_stays_with_what_they_own(dreamt: Dreamt) -> None:
    said = "Ines Alvarez owns the tariff tables. Ask her before you touch them."
    assert [operation.text for operation in dreamt(said)] == [said]


def test_what_points_back_is_kept_only_as_a_directive_with_its_question(dreamt: Dreamt) -> None:
    question = "Should the archive keep closed accounts?"
    assert dreamt("that should never be removed") == []
    assert dreamt([("assistant", "Done."), "that is not what I would expect"]) == []
    (operation,) = dreamt([("assistant", question), "that should never be removed"])
    assert operation.why == f"said in reply to: {question}"


def test_what_points_back_goes_where_a_statement_follows(dreamt: Dreamt) -> None:
    said = "that's not how we do it: errors are always returned, never thrown"
    assert [operation.text for operation in dreamt(said)] == [said]


def test_a_rule_said_in_both_languages_is_one_rule(dreamt: Dreamt) -> None:
    proposed = dreamt("use pnpm in this repo, not npm.", "这个仓库一律用 pnpm，不用 npm。", "use yarn, not npm")
    assert [operation.op for operation in proposed][:2] == ["add", "confirm"]


def test_an_echo_adds_nothing_to_the_sentence_before_it(dreamt: Dreamt) -> None:
    (operation,) = dreamt("Yes, exactly like this: small steps, one topic each. Keep doing that.")
    assert operation.text == "small steps, one topic each."


def test_statements_of_one_row_keep_their_order(dreamt: Dreamt) -> None:
    said = "Never force-push. Always squash before merging. Ask before you tag a release."
    assert [operation.text for operation in dreamt(said)] == [
        "Never force-push.",
        "Always squash before merging.",
        "Ask before you tag a release.",
    ]
