"""Which statements contradict each other, which say the same, and which do neither."""

from __future__ import annotations

import pytest

from dreamd.comparing import Said, alike, contrary, meeting

CONTRARY = """
Prefers short replies | Explain each step in detail
偏好简短回复 | 详细解释每个步骤
Prefers short replies | 详细解释每个步骤
Keep answers brief and to the point. | Always walk me through your reasoning step by step.
回复要简洁，不要太多废话 | 每一步都要展开说明原因
Reply in English. | 全程用中文回复
代码注释用中文 | 代码注释用英文
Always ask before deleting files. | Never ask before deleting files.
修改前先问我 | 不用问我，直接改
不要用表情 | 回复里多用表情
Always run the tests before committing. | Never run the tests before committing.
提交前总是运行测试 | 提交前从不运行测试
Use tabs for indentation. | Indent with 4 spaces.
db-01: OS = Ubuntu 24.04 | db-01: OS = Debian 12
db-01 的系统是 Ubuntu 24.04 | db-01: OS = Debian 12
web-03 has 16 GB RAM. | web-03 has 32 GB RAM.
生产数据库是 PostgreSQL | 生产数据库是 MySQL
Deploys happen on Fridays. | Deploys happen on Tuesdays.
每周五发布 | 每周三发布
The release owner is Maria. | The release owner is Tom.
支付模块由张三负责 | 支付模块由李四负责
请求超时是 30 秒 | 请求超时是 60 秒
Use pnpm for all installs. | Use npm for installs.
The default branch is main. | The default branch is trunk.
Redis runs on cache-01. | Redis runs on cache-02.
禁止直接推送到 main | 直接推送到 main 就行
Backups run before the migration. | Backups run after the migration.
先写测试再写代码 | 先写代码，最后补测试
PRs need two reviewers. | PRs need one reviewer.
备份保留 30 天 | 备份保留 90 天
先说结论 | 先讲背景，最后给结论
We use Jenkins for CI. | We use GitHub Actions for CI.
自动合并已启用 | 自动合并已禁用
喜欢黑咖啡 | 不喜欢咖啡
Call me Alex. | Call me Sam.
不要提交生成的文件 | 生成的文件要提交
Prefer composition over inheritance. | Prefer inheritance over composition.
web-01 监听 8080 端口 | web-01 监听 9090 端口
Commit messages are written in English. | 提交信息用中文写
会议只安排在下午 | 会议只安排在上午
"""
AT_PEACE = """
Never deploy on Fridays. | Always deploy on Mondays.
周五不要发布 | 周一可以发布
db-01: OS = Ubuntu 24.04 | db-02: OS = Debian 12
The staging port is 8080. | The production port is 9090.
Commit messages are short. | Explain each step in detail.
提交信息要简短 | 详细解释每个步骤
Use tabs in Go code. | Use spaces in Python code.
用中文回复 | 提交信息用英文
Never force-push to shared branches. | Force-push is fine on your own feature branch.
api depends_on redis | api depends_on postgres
The billing service uses PostgreSQL. | The search service uses MySQL.
Keep backups for 30 days. | Keep logs for 90 days.
Ask before deleting files. | Do not ask before running tests.
Reply briefly. | Explain in detail when I am debugging.
张三负责支付模块 | 李四负责搜索模块
Step 2 runs the tests. | Step 3 runs the tests.
API v1 is frozen. | API v2 is frozen.
Do not use tabs. | Use spaces for indentation.
Never push to main. | All changes go through pull requests.
生产部署需要审批 | 测试环境部署不需要审批
Maria reviews frontend changes. | Tom reviews backend changes.
日志用 UTC | 界面显示本地时间
Do not skip tests. | Run the tests before every push.
"""


def lines(text: str) -> list[tuple[str, str]]:
    return [(one, other) for line in text.strip().splitlines() for one, _, other in [line.partition(" | ")]]


@pytest.mark.parametrize(("one", "other"), lines(CONTRARY))
def test_two_statements_that_contradict_each_other_are_told_in_either_order(one: str, other: str) -> None:
    assert contrary(Said(one), Said(other))
    assert contrary(Said(other), Said(one))
    assert not alike(Said(one), Said(other))
    assert meeting.pairs([one, "Invoices go out monthly.", other]) == [(0, 2)]


@pytest.mark.parametrize(("one", "other"), lines(AT_PEACE))
def test_what_holds_elsewhere_or_of_something_else_contradicts_nothing(one: str, other: str) -> None:
    assert contrary(Said(one), Said(other)) == ""
    assert contrary(Said(other), Said(one)) == ""


def test_files_about_two_parts_of_a_project_may_say_opposite_things() -> None:
    frontend, backend = Said("Use tabs.", "Frontend style"), Said("Use spaces.", "Backend style")
    assert contrary(frontend, backend) == ""
    assert contrary(frontend, Said("Use spaces.", "Frontend layout"))


SAME = """
The office wifi is named plate-guest. | The office wifi is named plate-guest
Invoices are sent on the first working day of each month. | On the first working day of each month invoices are sent.
db-01 的系统是 Ubuntu 24.04 | db-01: OS = Ubuntu 24.04
"""


@pytest.mark.parametrize(("one", "other"), lines(SAME))
def test_one_fact_in_other_words_is_the_same(one: str, other: str) -> None:
    assert alike(Said(one), Said(other))


OTHER = """
The staging port is 8080. | The staging port is 9090.
Run the linter in the api folder. | Run the linter in the web folder.
Merge before the release. | Release before the merge.
"""


@pytest.mark.parametrize(("one", "other"), lines(OTHER))
def test_similar_words_of_something_else_are_not_the_same(one: str, other: str) -> None:
    assert not alike(Said(one), Said(other))
