"""What is used for one purpose, one thing at a time: the choices that projects make."""

from __future__ import annotations

from dreamd.comparing.axes import axis, choice

CHOICES = (
    axis("emoji", "emoji|表情", use=r"\bemojis?\b|表情", none=r"(?!)"),
    axis(
        "indentation",
        "space|tab|制表符|空格",
        tabs=r"\btabs?\b(?! (?:bar|key|order|size|width))|制表符|\bTab\b",
        spaces=r"\b(?:\d+|two|four|eight)?[ -]?spaces?\b(?= |$|[,.;])|空格",
    ),
    axis(
        "quotes",
        "double|single|单引号|双引号",
        single=r"\bsingle[- ]quote[sd]?\b|单引号",
        double=r"\bdouble[- ]quote[sd]?\b|双引号",
    ),
    axis(
        "case",
        "camel|kebab|pascal|snake|underscore|下划线|短横线|蛇形|驼峰",
        flips=False,
        snake=r"\bsnake[_ -]?case\b|\bunderscores?\b(?! (?:prefix|in front))|蛇形|下划线(?!开头|前缀|打头)",
        camel=r"\b(?:lower )?camel[_ -]?case\b|(?<!大)小?驼峰",
        kebab=r"\bkebab[_ -]?case\b|短横线",
        Pascal=r"\bpascal[_ -]?case\b|大驼峰",
    ),
    axis(
        "integration",
        " into|merge|rebas|变基|合并提交",
        rebase=r"\brebas(?:e|es|ing)\b|变基",
        merge=r"\bmerge commits?\b|\bmerg(?:e|ing) (?:main|master|the main branch|it) into\b|\bmerge (?:instead"
        r"|rather|over|not rebase)|\buse merge\b|用\s*merge|合并提交",
    ),
    axis("forced pushes", "force|强制推送|强推", use=r"\bforce[- ]?push(?:es|ed|ing)?\b|强制推送|强推", none=r"(?!)"),
    axis("amending", "amend", use=r"\bamend(?:s|ed|ing)?\b", none=r"(?!)"),
    axis("squashing", "squash", use=r"\bsquash(?:es|ed|ing)?\b", none=r"(?!)"),
    axis(
        "theme",
        "dark |light |主题|模式",
        dark=r"\bdark (?:mode|theme|colou?rs?)\b|(?:深色|暗色|黑暗|夜间)(?:模式|主题)",
        light=r"\blight (?:mode|theme|colou?rs?)\b|(?:浅色|亮色|日间|明亮)(?:模式|主题)",
    ),
    axis("units", "imperial|metric|公制|英制", metric=r"\bmetric\b|公制", imperial=r"\bimperial\b|英制"),
    axis(
        "repositories",
        "mono|repo|分仓|单|多仓|大仓",
        one=r"\bmono-?repo\b|单(?:一)?仓库?|大仓",
        many=r"\b(?:poly|multi)-?repos?\b|\bseparate repositor|\bone repository per\b|多仓库?|分仓",
    ),
    choice(
        "package manager",
        "bun|npm|pnpm|yarn",
        ("npm", "pnpm", "yarn", "bun"),
    ),
    choice(
        "Python packages",
        "conda|pip|poetry|uv",
        ("poetry", "uv", "pipenv", "conda", "pip"),
        shares=True,
    ),
    choice(
        "Python tests",
        "nose|pytest|unittest",
        ("pytest", "unittest", "nose"),
    ),
    choice(
        "JavaScript tests",
        "jest|mocha|vitest",
        ("jest", "vitest", "mocha"),
    ),
    choice(
        "formatter",
        "autopep8|biome|black|prettier|yapf",
        ("black", "yapf", "autopep8", "prettier", "biome"),
        shares=True,
    ),
    choice(
        "database",
        "mariadb|mongodb|mysql|oracle|postgres|sqlite",
        ("mysql", "mariadb", "sqlite", "mongodb", "oracle"),
        shares=True,
        postgres=r"\bpostgres(?:ql)?\b",
    ),
    choice(
        "cache",
        "memcached|redis|valkey",
        ("redis", "memcached", "valkey"),
        shares=True,
    ),
    choice(
        "queue",
        "kafka|nats|rabbitmq|sqs",
        ("rabbitmq", "kafka", "nats", "sqs"),
        shares=True,
    ),
    choice(
        "containers",
        "docker|podman",
        ("docker", "podman"),
    ),
    choice(
        "pipeline",
        "buildkite|circleci|github actions|gitlab ci|jenkins",
        ("github actions", "gitlab ci", "jenkins", "circleci", "buildkite"),
        shares=True,
    ),
    choice(
        "cloud",
        "aws|azure|gcp|华为云|腾讯云|阿里云",
        ("aws", "gcp", "azure", "阿里云", "腾讯云", "华为云"),
        shares=True,
    ),
    choice(
        "chat",
        "discord|slack|teams|企业微信|钉钉|飞书",
        ("slack", "teams", "discord", "钉钉", "飞书", "企业微信"),
        shares=True,
    ),
    choice(
        "tracker",
        "asana|github issues|gitlab issues|jira|linear|trello",
        ("jira", "linear", "trello", "asana", "github issues", "gitlab issues"),
        shares=True,
    ),
    choice(
        "editor",
        "code|emacs|intellij|neovim|pycharm|vim",
        ("emacs", "pycharm", "intellij"),
        vim=r"\b(?:neo)?vim\b",
        vscode=r"\bvs ?code\b",
    ),
    choice(
        "wire",
        "graphql|grpc|rest|soap",
        ("rest", "graphql", "grpc", "soap"),
        shares=True,
    ),
    choice(
        "licence",
        "agpl|apache|bsd|gpl|mit|mpl",
        ("mit", "agpl", "bsd", "mpl"),
        shares=True,
        apache=r"\bapache(?:[- ]2(?:\.0)?)?\b",
        gpl=r"\bgpl(?:v\d)?\b",
    ),
)
