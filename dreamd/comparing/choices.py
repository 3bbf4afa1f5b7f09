"""What is used for one purpose, one thing at a time: the choices that projects make."""

from __future__ import annotations

from dreamd.comparing.axes import axis, members

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
        "camel|kebab|pascal|snake|下划线命名|短横线命名|蛇形|驼峰",
        flips=False,
        snake=r"\bsnake[_ -]?case\b|蛇形|下划线命名",
        camel=r"\b(?:lower )?camel[_ -]?case\b|(?<!大)小?驼峰",
        kebab=r"\bkebab[_ -]?case\b|短横线命名",
        Pascal=r"\bpascal[_ -]?case\b|大驼峰",
    ),
    axis(
        "integration",
        " into|merge|rebas|变基|合并提交",
        rebase=r"\brebas(?:e|es|ing)\b|变基",
        merge=r"\bmerge commits?\b|\bmerg(?:e|ing) (?:main|master|the main branch|it) into\b|\bmerge (?:instead"
        r"|rather|over|not rebase)|\buse merge\b|用\s*merge|合并提交",
    ),
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
    axis("package manager", "bun|npm|pnpm|yarn", flips=False, **members("npm", "pnpm", "yarn", "bun")),
    axis(
        "Python packages",
        "conda|pip|poetry|uv",
        flips=False,
        shares=True,
        **members("poetry", "uv", "pipenv", "conda", "pip"),
    ),
    axis("Python tests", "nose|pytest|unittest", flips=False, **members("pytest", "unittest", "nose")),
    axis("JavaScript tests", "jest|mocha|vitest", flips=False, **members("jest", "vitest", "mocha")),
    axis(
        "formatter",
        "autopep8|biome|black|prettier|yapf",
        flips=False,
        shares=True,
        **members("black", "yapf", "autopep8", "prettier", "biome"),
    ),
    axis(
        "database",
        "mariadb|mongodb|mysql|oracle|postgres|sqlite",
        flips=False,
        shares=True,
        postgres=r"\bpostgres(?:ql)?\b",
        **members("mysql", "mariadb", "sqlite", "mongodb", "oracle"),
    ),
    axis("cache", "memcached|redis|valkey", flips=False, shares=True, **members("redis", "memcached", "valkey")),
    axis("queue", "kafka|nats|rabbitmq|sqs", flips=False, shares=True, **members("rabbitmq", "kafka", "nats", "sqs")),
    axis("containers", "docker|podman", flips=False, **members("docker", "podman")),
    axis(
        "pipeline",
        "buildkite|circleci|github actions|gitlab ci|jenkins",
        flips=False,
        shares=True,
        **members("github actions", "gitlab ci", "jenkins", "circleci", "buildkite"),
    ),
    axis(
        "cloud",
        "aws|azure|gcp|华为云|腾讯云|阿里云",
        flips=False,
        shares=True,
        **members("aws", "gcp", "azure", "阿里云", "腾讯云", "华为云"),
    ),
    axis(
        "chat",
        "discord|slack|teams|企业微信|钉钉|飞书",
        flips=False,
        shares=True,
        **members("slack", "teams", "discord", "钉钉", "飞书", "企业微信"),
    ),
    axis(
        "tracker",
        "asana|github issues|gitlab issues|jira|linear|trello",
        flips=False,
        shares=True,
        **members("jira", "linear", "trello", "asana", "github issues", "gitlab issues"),
    ),
    axis(
        "editor",
        "code|emacs|intellij|neovim|pycharm|vim",
        flips=False,
        vim=r"\b(?:neo)?vim\b",
        vscode=r"\bvs ?code\b",
        **members("emacs", "pycharm", "intellij"),
    ),
    axis("wire", "graphql|grpc|rest|soap", flips=False, shares=True, **members("rest", "graphql", "grpc", "soap")),
    axis(
        "licence",
        "agpl|apache|bsd|gpl|mit|mpl",
        flips=False,
        shares=True,
        apache=r"\bapache(?:[- ]2(?:\.0)?)?\b",
        gpl=r"\bgpl(?:v\d)?\b",
        **members("mit", "agpl", "bsd", "mpl"),
    ),
)
