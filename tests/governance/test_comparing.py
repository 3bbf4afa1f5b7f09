"""Which statements contradict each other, which say the same, and which do neither."""

from __future__ import annotations

import re

import pytest

from dreamd.comparing import Said, alike, contrary, lexicon, meeting, slots

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
Keep explanations to a minimum. | Explain in depth why you chose each approach.
Uploads are limited to 10 MB. | Uploads of up to 50 MB are accepted.
The importer gives up after three attempts. | The importer retries five times before it gives up.
每周三部署。 | 部署放在周五。
Amend commits freely. | Never amend commits.
The database on db-9.harbour.net listens on port 6432. | Connect to db-9.harbour.net on port 5433.
The API gateway listens on port 8080. | The API gateway is reachable at port 9090.
The retry limit is 3. | Retries up to 8 times.
The retry limit of the mailer is three. | The mailer retries at most five times.
Logs are kept for thirty days. | Log retention is ninety days.
Sessions expire after 30 minutes. | A session expires after two hours.
The upload limit is 10 MB. | Uploads are limited to 25 MB.
Artifacts are retained for 14 days. | We keep artifacts for 60 days.
Olga owns the billing service. | The owner of the billing service is Pavel.
Tomas maintains the importer. | Petra is responsible for the importer.
The importer belongs to Tomas. | Petra looks after the importer.
订单服务由张伟负责。 | 订单服务的负责人是李娜。
李娜负责订单服务。 | 订单服务归张伟管。
We use Node 20. | We run on Node 22.
CI runs on Node 18. | CI uses Node 20.
The app targets Java 17. | The app is built with Java 21.
我们用 Python 3.11。 | 项目跑在 Python 3.12 上。
生产数据库是 PostgreSQL 14。 | 生产用的是 PostgreSQL 16。
Always rebase before merging. | Never rebase; use merge commits.
Run the tests before every commit. | No need to run the tests before committing.
Run the linter before pushing. | Don't run the linter before pushing, CI does it.
部署前必须备份数据库。 | 部署前不用备份数据库。
合并前必须有人评审。 | 合并前不需要评审,直接合。
函数名用驼峰命名。 | 函数名用下划线。
Name variables in camelCase. | Variables use snake_case.
The newsletter goes out on Fridays. | The newsletter is sent every Monday.
例会周二开。 | 例会每周四开。
Weekly report is due on Friday. | The weekly report is due Mondays.
Keep replies to two sentences. | Explain every step in full detail.
Answer briefly. | When answering, spell out every single step.
回答尽量简短。 | 回答要把每个步骤都讲清楚。
重试最多三次。 | 失败后重试五次。
密码至少 8 位。 | 密码至少 12 位。
The password must have at least 8 characters. | Passwords need a minimum of 12 characters.
网关端口是 8080。 | 网关监听 9090 端口。
缓存保留十天。 | 缓存保存二十天。
Pull requests need one approval. | Two approvals are required for pull requests.
Code coverage must stay above 80%. | Code coverage must stay above 90%.
The cache TTL is 5 minutes. | Cache entries live for 10 minutes.
Standup is at 9:30. | Standup starts at 10:00.
每天站会九点半。 | 每天站会十点。
Always squash on merge. | Do not squash when merging.
Use feature flags for new features. | Don't use feature flags.
Commit generated files. | Never commit generated files.
Log in UTC. | Never log in UTC; use local time.
Staging is reset every Sunday. | Staging is reset every Wednesday.
Deploy at night only. | Never deploy at night.
Use semicolons in TypeScript. | No semicolons in TypeScript.
Write the docs in German. | The documentation is written in English.
Always mock the network in tests. | Tests must not mock the network.
Ask me before you install a dependency. | Install dependencies without asking.
You may delete branches after merge. | Never delete branches after merge.
The maximum file size is 5 MB. | Files may have up to 20 MB.
生产库不能直接改。 | 生产库可以直接改。
提交信息用英文写。 | 提交信息一律写中文。
接口超时时间为 10 秒。 | 接口的超时是 3 秒。
Backups run at 02:00. | The backup runs at 4 am.
Tokens are valid for one hour. | Tokens expire after 24 hours.
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
Ask me before you drop a table. | You don't need to ask before listing tables.
Keep chat replies short. | Write the design document in full detail.
周五下午不上线。 | 周三下午可以上线。
Mara decides which price the gateway 10 takes. | Mara decides which price the gateway 190 takes.
The desk keeps each parcel of counter 7 for 10 days. | The desk keeps each parcel of counter 9 for 12 days.
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
Never delete bookings. | Delete test bookings after the run.
不要删除订单。 | 测试订单用完就删除。
Refunds up to 50 euros need no approval. | Refunds above 50 euros need an approval.
改表结构前先问我。 | 改文案不用问我。
Ask before changing the schema. | Change texts without asking.
The importer retries 3 times. | The importer waits 5 seconds.
The billing service listens on port 8080. | The search service listens on port 9090.
db-1.harbour.net listens on port 5432. | db-2.harbour.net listens on port 6432.
Backups are kept for 30 days. | Backups run every 6 hours.
Receipts to members go out in German. | Receipts to day guests go out in English.
Invoices are in German. | Contracts are in English.
Invoices are in German. | Reply in English.
Offers for clubs are written in Danish. | Offers for companies are written in English.
Olga owns the billing service. | Pavel reviews the billing service.
Olga owns billing. | Olga owns search.
Olga is the owner of billing. | Pavel is the deputy owner of billing.
Production runs Node 20. | Staging runs Node 22.
The library supports Python 3.11. | The library supports Python 3.12.
We upgraded from Node 18. | We use Node 20.
The web app uses React 18. | The mobile app uses React 17.
Passwords have at least 8 characters. | Passwords have at most 64 characters.
The report is due on Friday. | The invoice is due on Monday.
Never deploy on Fridays. | Deploy on Tuesdays.
Tier 1 includes mail. | Tier 2 includes mail.
Berth 12 is reserved. | Berth 14 is reserved.
Room 3 has a projector. | Room 4 has a projector.
The 2025 budget is closed. | The 2026 budget is open.
周报周五发。 | 月报周一发。
张伟负责订单。 | 李娜负责支付。
支付超时 5 秒。 | 支付重试 3 次。
给会员的收据用德文。 | 给散客的收据用英文。
客户端日志保留七天。 | 服务端日志保留三十天。
Run the tests before each commit. | Don't run the benchmark before each commit.
Always rebase feature branches. | Never rebase the main branch.
提交前跑测试。 | 提交前不用跑基准测试。
Timeouts for uploads are 60 seconds. | Timeouts for logins are 5 seconds.
The nightly job takes 2 hours. | The nightly job starts at 02:00.
Logs rotate after 10 MB. | Logs are kept for 10 days.
The pool has 10 connections. | The pool has 2 replicas.
Marta works on Mondays. | Jonas works on Tuesdays.
Use camelCase in TypeScript. | Use snake_case in Python.
变量用驼峰。 | 表名用下划线。
JSON keys use camelCase. | Database columns use snake_case.
Squash feature branches. | Never squash release branches.
Berths are held for 15 minutes. | Berths are cleaned for 30 minutes.
Answers to guests are short. | Answers to auditors are detailed.
Keep commit messages short. | Explain each step in full detail.
Invoices are sent on the 1st. | Reminders are sent on the 15th.
The test for A takes 3 seconds. | The test for B takes 5 seconds.
Members get a discount of 10 %. | Groups get a discount of 15 %.
会员折扣是 10%。 | 团体折扣是 15%。
The first reminder goes out after 7 days. | The second reminder goes out after 14 days.
Code reviews are done by Jonas. | Releases are done by Lin.
In summer the office opens at 8:00. | In winter the office opens at 9:00.
Deploy from main. | Deploy after the review.
不要删除归档文件。 | 删除临时文件。
Issue 12 is about mail. | Issue 14 is about mail.
Use Redis 7 for the cache. | Use Redis 6 for the queue.
Chapter 3 covers mail. | Chapter 4 covers mail.
周一发版。 | 周五不发版。
Kiel has 40 berths. | Skagen has 60 berths.
基尔有 40 个泊位。 | 斯卡恩有 60 个泊位。
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
旧版接口至少再保留三个月。 | 老版本的接口我们至少要再保留三个月。
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


def test_an_address_with_a_port_is_no_time_of_the_day() -> None:
    assert not contrary(Said("The preview listens on 127.0.0.1:8050."), Said("The preview opens at 8:05."))


@pytest.mark.parametrize("pattern", [lexicon.DENIALS, lexicon.HARMLESS])
def test_a_sign_by_which_denials_are_looked_for_stands_in_each_chinese_one(pattern: re.Pattern[str]) -> None:
    words = [word for word in pattern.pattern.split("|") if re.search("[\u3400-\u9fff]", word)]
    assert words
    assert [word for word in words if not slots.DENIAL_SIGNS.search(word)] == []
