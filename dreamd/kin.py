"""Words that people who make software use for one another, in English and Chinese."""

from __future__ import annotations

from functools import cache

from dreamd import words

LIKENESS = 0.7
"""What a word counts that was not asked for, beside the one that was."""
GROUPS = """
deploy deployment rollout ship release publish 部署 发布 上线 发版
release version tag changelog 版本 标签
database db sql postgres mysql sqlite 数据库 库表
migration migrate schema 迁移 表结构
test testing spec assert coverage 测试 用例
flaky intermittent unstable retry 偶发 重试
auth authentication authorization login signin sso oauth 登录 认证 鉴权 授权
permission role access rights 权限 角色 访问
secret credential password key token vault 密钥 密码 凭证 令牌
config configuration setting option flag env 配置 设置 选项
ci pipeline workflow actions build 流水线 持续 构建
build compile bundle bundler webpack 编译 打包 构建
dependency package library module 依赖 模块 软件包
npm pnpm yarn package 包管
lint linter format formatter style 格式 规范 风格
log logging logger trace tracing 日志 追踪
monitor monitoring alert alerting metric metrics dashboard oncall pager 监控 告警 报警 指标 值班
incident outage failure postmortem 事故 故障 复盘
error exception crash bug fault 错误 异常 崩溃 缺陷
debug debugging troubleshoot diagnose 调试 排查 诊断
performance latency slow speed fast optimize throughput 性能 延迟 优化 速度 慢
cache caching redis memcached 缓存
queue worker job async background celery kafka 队列 任务 异步 后台
cron schedule scheduled timer periodic nightly 定时 调度 计划
api endpoint route rest graphql interface 接口 端点
frontend ui client web react page screen 前端 界面 页面
backend server service 后端 服务 服务器
style css design theme colour color 样式 设计 主题 颜色
branch merge rebase 分支 合并
commit message squash 提交
review reviewer approve approval pull pr 评审 审查 审批 批准
doc docs documentation readme guide manual 文档 手册 说明
comment docstring annotation 注释
backup restore recovery snapshot 备份 恢复 快照
rollback revert undo 回滚 撤销 还原
server host machine node vm 服务器 主机 机器
cluster kubernetes k8s pod helm container docker image 集群 容器 镜像
staging preview sandbox environment 预发 环境 沙箱
production prod live 生产 线上
network dns firewall proxy vpn 网络 代理 防火
certificate tls ssl https 证书
storage disk bucket s3 volume 存储 磁盘 空间
file directory folder path 文件 目录 路径
user customer client account 用户 客户 账户 账号
payment billing invoice price pricing charge checkout 支付 账单 发票 价格 计费 付款
refund chargeback 退款
currency money amount rounding 货币 金额 四舍
email mail newsletter notification notify 邮件 通知
search index query lookup 搜索 索引 查询 检索
translation translate locale language i18n localization 翻译 语言 本地 国际
time date timezone clock utc 时间 日期 时区
upload import ingest 上传 导入
download export 下载 导出
privacy gdpr personal pii 隐私 个人
delete remove erase retention 删除 清理 保留
security vulnerability cve audit 安全 漏洞 审计
license licence copyright legal 许可 版权 法律
team owner people contact responsible 团队 负责 联系 同事
meeting standup sync calendar 会议 例会 日历
deadline due milestone roadmap plan 截止 期限 里程 计划 路线
preference prefer like habit tone wording answer 偏好 喜欢 习惯 语气 回答
name naming rename convention 命名 名称 约定
code source snippet 代码 源码
refactor cleanup restructure 重构 整理
architecture decision adr 架构 决策 决定
type typing types typescript mypy 类型
mobile ios android app 移动 手机 应用
device hardware sensor 设备 硬件 传感
ticket issue bug tracker jira linear 工单 问题 缺陷
hotfix urgent emergency 紧急 热修
limit quota rate throttle throttling 限流 限制 配额 限额
cost budget expense spend 成本 预算 费用
tool cli command terminal shell script 工具 命令 终端 脚本
editor ide vscode vim keymap 编辑器 编辑
memory ram leak 内存 泄漏
concurrency thread lock race deadlock 并发 线程 死锁
data dataset analytics report reporting statistics 数据 分析 报表 统计
model training inference ml 模型 训练 推理
experiment feature flag ab 实验 开关 灰度
feature requirement spec 功能 需求
approve approval signoff sign confirm 审批 批准 同意 签字
sign signing signature signed 签名
mobile android ios iphone ipad tablet 移动 手机 安卓 苹果 平板
cloud aws gcp azure region zone hosting 云端 区域 地区 机房
priority goal objective focus important 优先 重点 目标
page paged call wake oncall duty 值班 呼叫 叫醒
rule convention guideline standard policy 规则 规范 约定 规定 标准
component widget element 组件 控件
idempotent duplicate twice repeat 幂等 重复
downtime outage down unavailable 停机 中断
cause reason why root 原因
explain explanation verbose brief short concise length 解释 简短 详细 长度
reply respond answer response 回复 回答
install setup onboarding bootstrap 安装 初始
vacation holiday leave absent away 休假 请假 假期
laptop local workstation computer 本机 电脑
wait delay timeout expire expiry 超时 过期 等待
window maintenance freeze 窗口 维护 冻结
upgrade update bump patch 升级 更新
error warning message 报错 警告
log audit trail history 记录 历史
form field validation validate input 表单 字段 校验
format json csv xml encoding 编码
sequence step first 顺序 步骤
partner vendor supplier third external 供应 合作 第三 外部
contract legal agreement 合同 协议
price rate tariff discount tax vat 费率 折扣 税率
order purchase cart shop 订单 购物
warehouse stock inventory 仓库 库存
deliver delivery shipping shipment 配送 发货 物流
report summary overview 报告 汇总 概览
screenshot image picture photo icon 图片 截图 图标
video audio media stream 视频 音频
chat conversation message slack teams 聊天 消息
host domain hostname url address link 域名 地址 链接
port socket connection connect 端口 连接
math formula calculation compute 计算 公式
random seed 随机
benchmark measure profile profiling 基准 测量
simulate mock stub fake 模拟 桩
"""


def of(term: str) -> frozenset[str]:
    """Words that may stand for the term where it does not, as the index has them; without the term itself."""
    return _kin().get(words.ENDING.sub("", term), frozenset()) - {term}


@cache
def _kin() -> dict[str, frozenset[str]]:
    """Word without its ending -> all words of its groups.

    The index has pairs of a longer Chinese word, so its first pair stands for it.
    """
    found: dict[str, frozenset[str]] = {}
    for line in GROUPS.split("\n"):
        group = frozenset(word if word.isascii() else word[:2] for word in line.split())
        for word in group:
            bare = words.ENDING.sub("", word)
            found[bare] = found.get(bare, frozenset()) | group
    return found
