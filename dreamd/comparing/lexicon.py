"""Words for comparing statements: those that carry nothing, those that deny, opposites, and a few in two languages."""

from __future__ import annotations

import re

FILLERS = """
a an the our we i you they it he she user person one ones is are was be been being to of s that this these those please
always should must will would shall do does did all every each usually normally generally currently now still by my your
their its his her so as also there here has have had at on in for with from into and use uses used using prefer prefers
preferred want wants like likes liked love loves need needs can may make makes made sure just very really when whenever
run runs running live lives lived happen happens go goes out then team everyone project me us let keep get gets
"""
FILLER = frozenset(FILLERS.split())
FILLER_RUNS = re.compile(
    r"我们|你们|他们|用户|团队|项目|偏好|喜欢|希望|倾向于?|习惯|使用|采用|选用|应该|应当|必须|需要|务必"
    r"|一定要?|总是|始终|一律|统一"
    r"|每次|所有|全部|都要?|请|记得|一般|通常|目前|现在|可以|已经?|进行"
    r"|[的了是要会在于为把被将就也很再和与及让使得地用]"
)
DENIALS = re.compile(
    r"\b(?:no longer|cannot|not?|never|nor|neither|none|nothing|nobody|without|avoid\w*|stop|skip|forget"
    r"|forbid(?:s|den)?"
    r"|prohibit(?:s|ed)?|ban(?:s|ned)?|disallow(?:s|ed)?|refuses?|dislikes?|hates?|unnecessary|instead of|rather than"
    r"|(?:do|does|did|is|are|was|were|wo|ca|could|should|would|must|have|has|need)n['’]?t)\b"
    r"|从不|从来不|从未|绝不|永不|永远不|不允许|不可以?|不能|不得|不许|不准|不要|不用|不必|不会|不应该?|不再"
    r"|不需要|无需|无须"
    r"|没有|禁止|严禁|切勿|避免|讨厌|拒绝|忘记|跳过|免去|不|没|无|勿|别",
    re.IGNORECASE,
)
DENIAL_MARKS = (
    *(
        "no",
        "never",
        "without",
        "avoid",
        "stop",
        "skip",
        "forg",
        "forbid",
        "prohibit",
        "ban",
        "disallow",
        "refuse",
        "dislike",
    ),
    *("hate", "unnecessary", "instead", "rather", "n't", "n’t", "neither"),
)
"""One of these stands in each English statement that denies."""
HARMLESS = re.compile(
    r"不仅|不但|不同|不断|不过|不管|不论|无论|不久|特别|级别|分别|区别|类别|识别|个别|别名|无服务器|无状态"
    r"|差别|无线|不错|不可变"
    r"|\bnot only\b|\bno matter\b|\bno\. ?\d",
    re.IGNORECASE,
)
"""These hold a sign of denial and deny nothing."""
OPPOSITES = """
always/never allow/forbid allowed/forbidden enable/disable enabled/disabled on/off before/after required/optional
mandatory/optional manual/automatic manually/automatically public/private synchronous/asynchronous sync/async
ascending/descending include/exclude keep/delete keep/remove add/remove internal/external upper/lower
uppercase/lowercase first/last start/end strict/loose morning/afternoon mornings/afternoons morning/evening
mornings/evenings early/late more/less many/few long/short left/right top/bottom safe/unsafe local/remote daily/weekly
weekly/monthly daily/monthly hourly/daily read-only/writable encrypted/unencrypted stateless/stateful singular/plural
tea/coffee push/pull eager/lazy open/closed beginning/end alphabetical/chronological signed/unsigned mutable/immutable
relative/absolute inline/separate paid/free hard/soft full/incremental night/day weekday/weekend squash/rebase
总是/从不 允许/禁止 启用/禁用 启用/停用 开启/关闭 打开/关闭 之前/之后 前/后 先/后 自动/手动 必须/可选 公开/私有
同步/异步
保留/删除 包含/排除 升序/降序 上午/下午 早上/晚上 大写/小写 严格/宽松 内网/外网 内部/外部 单数/复数 每天/每周 每周/每月
每天/每月 长/短 多/少 茶/咖啡 白天/夜间 增量/全量 自/手 升/降 内/外 大/小 私/公 同/异 开/关 早/晚 上/下 左/右 相对/绝对
启/禁 启/停 允/禁 周/月 天/周 天/月 咖啡/茶 强制/可选 远程/本地
"""
PAIRS = frozenset(frozenset(pair.split("/")) for pair in OPPOSITES.split())
ONE = re.compile(
    r"\b(?:one|a single)(?= (?:reviewer|approval|person|hour|day|week|month|year|minute|replica|space)s?\b)",
    re.IGNORECASE,
)
SYNONYMS = {
    "db": "database",
    "repo": "repository",
    "docs": "documentation",
    "doc": "documentation",
    "prod": "production",
    "config": "configuration",
    "deployment": "deploy",
    "folder": "directory",
    "indentation": "indent",
    "begin": "start",
    "store": "keep",
    "save": "keep",
    "occur": "happen",
    "execute": "run",
    "mr": "pr",
    "locate": "keep",
    "reside": "keep",
    "person": "people",
    "concise": "short",
    "brief": "short",
    "ship": "deploy",
    "rollout": "deploy",
    "postgres": "postgresql",
    "commit": "commit",
}
GLOSSARY = {
    "部署": "deploy",
    "上线": "deploy",
    "发布": "release",
    "发版": "release",
    "数据库": "database",
    "端口": "port",
    "超时": "timeout",
    "测试": "test",
    "主分支": "main branch",
    "分支": "branch",
    "注释": "comment",
    "回复": "reply",
    "回答": "reply",
    "评审": "review",
    "审查": "review",
    "负责人": "owner",
    "版本": "version",
    "备份": "backup",
    "日志": "log",
    "提交": "commit",
    "合并": "merge",
    "默认": "default",
    "缓存": "cache",
    "服务器": "server",
    "站会": "standup",
    "文档": "documentation",
    "缩进": "indent",
    "代码": "code",
    "区域": "region",
    "依赖": "dependency",
    "生产": "production",
    "预发": "staging",
    "表情": "emoji",
    "旧版本": "old version",
    "老版本": "old version",
    "旧版": "old version",
    "老版": "old version",
    "网站": "site",
    "站点": "site",
    "图片": "image",
    "图像": "image",
    "顾客": "客户",
    "脚本": "script",
    "命令": "command",
    "answer": "reply",
    "response": "reply",
    "emojis": "emoji",
}
TRANSLATED = re.compile("|".join(sorted(GLOSSARY, key=len, reverse=True)))
