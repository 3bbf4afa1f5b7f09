"""What belongs to the moment, each family with look-alikes that hold: prompts' headings, errands, pastes, questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dreamd.records import Operation

    Dreamt = Callable[..., list[Operation]]

REFUSED = {
    "headings and fragments": (
        "每个任务完成后",
        "你必须",
        "内容必须包含",
        "❌ 禁止",
        "保持代码",
        "The output must include",
        "You must always",
        "Things you should never do:",
        "所有接口必须满足以下要求：",
        "Every handler should follow these rules:\n\n```\nx = 1\n```",
        "Files that must exist:\n- setup.cfg\n- src/kiln/glaze.py",
        "必须检查的文件：\n- config/app.toml\n- readme.md",
        "The summary must contain:\n- Title\n- Author",
        "每次提交之前",
    ),
    "errands": (
        "lets get a draft up for the kiln ticket",
        "can we create a release for sprint 4, and also start the preview server",
        "lets get back to the trunk and pull in latest",
        "write up a CONTRIBUTING.md for this library",
        "can we also add an entry to the glossary regarding kilns",
        "could you generate some sample invoices so we have something to look at",
        "I need you to open an issue about the missing index",
        "let's update the landing page so that it shows the new logo instead",
        "can we write a script that only exports the tariff tables",
        "let's create a branch for this and push it before lunch",
        "i want you to add a button that resets all filters",
        "我们先建一个新分支吧，只放迁移脚本",
        "帮我加一个导出按钮，要用蓝色图标",
        "写一份本周的总结，必须包含进度",
    ),
    "another agent's voice": (
        "Let me check whether the cache should always be invalidated.",
        "Now I'll verify that every handler must return JSON.",
        "I would have to use the Bash tool because the file must be executable.",
        "The most common mistake would have been to never close the pool.",
        "I'll now update the config so that it always uses TLS.",
        "You're absolutely right! We should never mutate the snapshot.",
        "Let me verify the schema first. The table must not have duplicates.",
        "Let me look at the router.\n\nThe handlers should always return JSON.\n\nNow let me update the tests.",
        "I've successfully updated the loader. It must always be called before render.",
        "Looking at the code, I can see that the parser should never return null.",
        "I need to examine the file first, because the hook must be registered only once.",
        "让我先检查一下配置，因为缓存必须先清空",
        "我来看看这个文件，接口必须返回 JSON",
    ),
    "logs and notices": (
        "npm warn deprecated kiln@2.1.0: this version is no longer supported, use glaze instead",
        "fatal: not possible to fast-forward, you should rebase instead",
        "The option `strict` is deprecated since version 4.2 and will be removed in version 5.0.",
        "kiln.fire() is deprecated since 2.3 and removed in 3.0, use glaze() instead",
        "The resource may continue to run until it is deleted.",
        "2 packages are looking for funding, run `npm fund` for details",
        "hint: You should always pull before pushing",
        "pkg_glaze DEPRECATION Always pass an explicit encoding",
        "[3/7] Always-on service is required, waiting",
        "worker-2 WARN the pool must not be shared between threads",
        "Downloading kiln-models 45% (all files are required)",
        "Use --verbose to see all required steps instead",
        "warning: unused variable, if this is intentional you should prefix it",
        "Press any key to continue, all unsaved changes must be saved first",
    ),
    "questions and choices": (
        "这个接口是不是必须先登录",
        "缓存会不会每次都重建",
        "能不能不要每次都重新编译",
        "导出按钮可不可以默认隐藏",
        "能否把默认的超时去掉",
        "是否需要先迁移数据库",
        "怎么才能避免重复提交",
        "为什么每次都要重新登录",
        "还能继续用旧的配置吗，我不想要重写",
        "默认不要缓存可以吗",
        "还是用原来的配色吧",
        "还是用 MQTT 吧，不用轮询",
        "那就不要加动画吧",
        "每次都需要重新生成令牌么",
    ),
    "hedges and conversation": (
        "correct me if I am wrong, but the cache should only be built once",
        "some very valid points, we should only do the first half",
        "you're supposed to be following that",
        "i meant the comment on the second handler, it should be removed",
        "that's not the ticket I was looking for",
        "now when I refresh the page all rows are gone",
        "when I click on save nothing happens, it should show a toast",
        "not what I asked for, you should have used the second table",
        "if I'm not mistaken we never had a limit there",
        "that's a fair point, it is better than what I had",
        "just curious, is it always built twice",
        "you were supposed to use the other branch",
        "I could be wrong, but I believe it should be cached",
        "now when i open the menu, it never closes",
    ),
}
KEPT = {
    "rules that look like headings": (
        "每个任务完成后必须跑一遍测试",
        "你必须先问我再删除文件",
        "提交信息必须包含工单号",
        "禁止在循环里查询数据库",
        "保持代码简洁，不要过度设计",
        "The output must never include passwords",
        "Remember: the invoices are rounded per line, never per total",
        "每次提交之前先跑格式化",
        "所有接口必须返回 JSON：前端只认 JSON",
        "Never edit the generated clients: they are overwritten",
        "注意：日志里不要写密码",
        "Every report must include the sample size",
    ),
    "standing rules with an errand's verb": (
        "always create a branch for each ticket",
        "from now on, add an entry to the changelog for each fix",
        "whenever you open a pull request, add the ticket number to its title",
        "can we always write a test before the fix",
        "let's never update the lockfile by hand",
        "Every time you add a column, write a migration for it",
        "let's use ninja instead of make",
        "can we keep the parsers in one module instead of three",
        "in general, generate a fresh client instead of editing the old one",
        "每次加接口都要写一份文档",
        "以后都先建一个新分支再改",
        "新增依赖之前先问我",
    ),
    "a person's own voice": (
        "Let me know before you change the schema.",
        "I would have expected that the export never blocks the UI, please keep it asynchronous",
        "I'll review every migration myself, never apply one without me",
        "let me approve each release before it is published",
        "Always let me see the plan before you start.",
        "The most common mistake here is a missing tenant id, always check it",
        "I have to sign every release, so never publish one yourself",
        "I want to see the failing test before the fix, always",
        'Don\'t say "let me check", just answer in short sentences',
        "让我先看方案，以后改表结构之前都要问我",
        "我来审批所有的数据库变更，不要自己执行",
        "I'd rather have three small functions than one long one",
    ),
    "rules about logs and versions": (
        "Warning: never run the migration against the production ledger",
        "the v1 endpoint is deprecated, use v2 instead",
        "Use WARN for retries and ERROR only when a person must act",
        "never log at INFO inside the loop",
        "Use --frozen-lockfile in CI, never a plain install",
        "errors must be returned, not thrown",
        "log lines must not contain customer names",
        "We never print progress in the nightly jobs",
        "`kiln.fire` is deprecated, always use `glaze`",
        "a deprecation must be announced one release before the removal",
        "日志级别默认用 WARN，不要用 INFO",
        "fatal errors should always page the on-call person",
    ),
    "statements with a question's word": (
        "删除之前必须检查用户是否有权限",
        "不管是不是紧急发布，都要先跑测试",
        "注释里要写为什么，不要写做了什么",
        "以后都用 MQTT 吧，不要轮询",
        "统一用四个空格缩进吧，不用制表符",
        "提交前先确认是否有未跟踪的文件",
        "怎么部署写在手册里，必须按手册来",
        "无论能不能复现，都要记录工单号",
        "不知道怎么处理时必须先问我",
        "无论会不会用到，都不要提交密钥",
        "每次发布都要注明是否需要停机",
        "我们能不能统一用 pnpm，因为更快",
    ),
    "corrections that are rules": (
        "you're supposed to ask before you push",
        "that's not how we do it: errors are always returned, never thrown",
        "I meant that every amount must be in cents, not only the totals",
        "when I ask a question, answer it instead of changing code",
        "when I say ship it, always run the full suite first",
        "you should never touch the snapshots without asking",
        "no, the amounts must always be integers",
        "that's wrong, we always round down",
        "as far as possible use the standard library, not new packages",
        "when I click save, the form must never lose what was typed",
        "valid points go into the tracker, never into code comments",
        "不对，金额必须用分，不要用浮点数",
    ),
}
LED = (
    ("禁止：\n- 修改配置文件\n- 删除测试", ["禁止：修改配置文件", "禁止：删除测试"]),
    ("❌ 禁止\n- 修改配置文件\n- 直接推送主分支", ["禁止 修改配置文件", "禁止 直接推送主分支"]),
    (
        "Never:\n- force push to a shared branch\n- mock the database in tests",
        ["Never: force push to a shared branch", "Never: mock the database in tests"],
    ),
    (
        "You must always:\n1. run the linter first\n2. name the ticket in the commit\n\nThanks a lot",
        ["You must always: run the linter first", "You must always: name the ticket in the commit"],
    ),
    (
        "Files you must never edit:\n- the generated clients\n- config/app.toml",
        ["Files you must never edit: the generated clients"],
    ),
    (
        "Conventions:\n- tabs, never spaces\n- Always name the ticket in the commit",
        ["tabs, never spaces", "Always name the ticket in the commit"],
    ),
    ("必须：\n- 每个函数都有类型注解\n- 测试", ["必须：每个函数都有类型注解"]),
)
"""Lead-ins with a modal are read into each of their items, others go."""


def each(families: Mapping[str, tuple[str, ...]]) -> list[object]:
    """One parameter for a sentence, named by its family."""
    return [pytest.param(said, id=f"{name}-{at}") for name, every in families.items() for at, said in enumerate(every)]


@pytest.mark.parametrize("said", each(REFUSED))
def test_what_belongs_to_the_moment_is_refused(dreamt: Dreamt, said: str) -> None:
    assert [operation.text for operation in dreamt(said)] == []


@pytest.mark.parametrize("said", each(KEPT))
def test_what_only_looks_like_it_is_kept(dreamt: Dreamt, said: str) -> None:
    assert dreamt(said)


@pytest.mark.parametrize(("said", "kept"), LED)
def test_a_lead_in_is_read_into_its_items(dreamt: Dreamt, said: str, kept: list[str]) -> None:
    proposed = dreamt(said)
    assert [operation.text for operation in proposed] == kept
    assert all(quote.quote in said for operation in proposed for quote in operation.evidence)
