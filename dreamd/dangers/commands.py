"""Commands that do harm where no person wanted them, and the hosts that a text names; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.telltales import telltales

if TYPE_CHECKING:
    from collections.abc import Iterator

MARKS = (
    *(
        "--",
        ".aws/",
        "rc",
        ".env",
        ".ssh/",
        "/etc/",
        "authorized_keys",
        "base64",
        "chmod",
        "clean",
        "config",
        "cron",
        "curl",
    ),
    *(
        "disable",
        "eval",
        "fetch",
        "git",
        "hist",
        "http",
        "id_rsa",
        "if=",
        "invoke-",
        "iptables",
        "iwr",
        "kill",
        "mkfs",
        "nc",
    ),
    *(
        "netcat",
        "push",
        "python",
        "rm",
        "scp",
        "setenforce",
        "sftp",
        "shutdown",
        "socat",
        "sudo",
        "systemctl",
        "wget",
    ),
)
"""One of these stands in each such command, unless it is told by an option."""
WORTH = telltales([MARKS])
PIPING = (
    r"\b(?:curl|wget|fetch|iwr|Invoke-WebRequest)\b[^`\n|]{0,200}\|\s*(?:sudo )?(?:/\S*/)?(?:env )?(?:ba|z|da|k)?sh\b"
    r"|\b(?:ba|z)?sh\s+(?:-c\s+)?[\"']?(?:<\(|\$\()\s*(?:curl|wget)\b[^`\n]{0,160}"
)
"""What is fetched is run unseen."""
PIPED = re.compile(PIPING, re.IGNORECASE)
RISKY = re.compile(
    f"{PIPING}"
    r"|\bbase64\s+(?:-d|-D|--decode)\b[^`\n]{0,80}\|\s*(?:sudo )?\w*sh\b|\beval\s+[\"'$(][^`\n]{0,120}"
    r"|\bpython3?\s+-c\s+[^`\n]{0,160}"
    r"|\b(?:sudo\s+)?rm\s+-(?:[a-z]*r[a-z]*f|[a-z]*f[a-z]*r)[a-z]*\b[^`\n]{0,80}|\bsudo\s+[a-z][^`\n]{1,80}"
    r"|\bchmod\s+(?:-R\s+)?(?:0?777|\+s|[ugoa]*\+s)\b[^`\n]{0,60}"
    r"|\bgit\s+push\b[^`\n]{0,60}(?:--force(?!-with-lease)\b|\s-f\b)[^`\n]{0,40}"
    r"|\bgit\s+(?:config\s+--global|reset\s+--hard|clean\s+-[a-z]*f)[^`\n]{0,60}|--no-verify\b"
    r"|--dangerously-[\w-]+|--yolo\b"
    r"|\b(?:curl|wget)\b[^`\n]{0,80}\s(?:-k|--insecure|--no-check-certificate)\b[^`\n]{0,60}|\b(?:nc|ncat"
    r"|netcat|socat)\s+-?[\w.-]+[^`\n]{0,60}|\b(?:scp|rsync|sftp)\s[^`\n]{0,80}\S+@\S+:[^`\n]{0,40}"
    r"|\bcurl\b[^`\n]{0,120}\s(?:-d|--data(?:-binary|-raw)?|-F|-T|--upload-file|-X\s*(?:POST"
    r"|PUT))\b[^`\n]{0,120}|\b(?:pip|pip3|npm|pnpm|yarn|uv)\b[^`\n]{0,40}\b(?:install|add"
    r"|i)\b[^`\n]{0,60}(?:https?|git\+\w+)://[^`\s]+"
    r"|\b(?:crontab\s+-|systemctl\s+(?:stop|disable|mask)|kill(?:all)?\s+-9|setenforce\s+0|ufw\s+disable"
    r"|iptables\s+-F|mkfs\S*|dd\s+if=|shutdown|history\s+-c|unset\s+HISTFILE)[^`\n]{0,60}"
    r"|(?<=`)[a-z][\w.-]*\s[^`\n]{0,120}--(?:force(?!-with-lease)|purge|delete|drop|wipe|destroy|erase|overwrite|yes"
    r"|assume-yes|no-confirm|skip-(?:checks?|verify)|unsafe)\b[^`\n]{0,60}"
    r"|>>?\s*~?/?\S*(?:\.bashrc|\.zshrc|authorized_keys|/etc/\S+)|\bcat\s+\S*(?:\.ssh/|\.aws/|\.env\b"
    r"|id_rsa|/etc/shadow)[^`\n]{0,60}|\b(?:npm|pip)\s+config\s+set\s+[^`\n]{0,80}",
    re.IGNORECASE,
)
FORBIDDEN = re.compile(
    r"\b(?:never|not|don['’]?t|do not|no|avoid|without|instead of|rather than|forbid\w*|banned?|prohibit\w*"
    r"|must not|refuse|reject|stop|beware|dangerous|nobody)\b[^.;!?\n]{0,60}$"
    r"|(?:不|别|禁止|严禁|切勿|避免|拒绝|而不是|勿)[^。；！？\n]{0,24}$",
    re.IGNORECASE,
)
BEFORE = 120
"""Characters before a command in which a ban of it may stand."""
AFTER = re.compile(
    r"^[`'\"”]?\s*(?:is|are) (?:forbidden|banned|prohibited|never|not|dangerous|off limits)"
    r"|^[`'\"”]?\s*(?:是)?(?:被)?(?:禁止|不允许|不准|不许)",
    re.IGNORECASE,
)
HOST = re.compile(
    r"(?:https?|ftp|ssh|wss?)://(?:[^@/\s`]+@)?(?P<url>[\w.-]+)"
    r"|(?<![\w@/.-])(?:[\w.-]+@)(?P<mail>[\w-]+(?:\.[\w-]+)+)"
    r"|(?<![\w./@-])(?P<ip>(?:\d{1,3}\.){3}\d{1,3})(?![\w.-])"
    r"|(?<![\w./@:-])(?P<name>(?:[a-z0-9][\w-]*\.)+(?:com|net|org|io|dev|app|cc|xyz|top|ru|cn|tk|info|biz"
    r"|site|online|cloud|sh|me|co|ai|gg|pw|to|ws|club|live|link|example|test|evil))(?![\w(.-]*\w)",
    re.IGNORECASE,
)
DOTTED = re.compile(r"\w\.\w")
PRIVATE = re.compile(
    r"(?:10|127)\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|localhost$|.*\.(?:local|localhost|lan"
    r"|internal|intranet|corp|home|svc|cluster)$",
    re.IGNORECASE,
)
WELL_KNOWN = frozenset(
    [
        "github.com",
        "gitlab.com",
        "bitbucket.org",
        "raw.githubusercontent.com",
        "npmjs.com",
        "python.org",
        "docs.python.org",
        "docs.rs",
        "crates.io",
        "golang.org",
        "go.dev",
        "pkg.go.dev",
        "developer.mozilla.org",
        "stackoverflow.com",
        "wikipedia.org",
        "en.wikipedia.org",
        "zh.wikipedia.org",
        "readthedocs.io",
        "docker.com",
        "hub.docker.com",
        "nodejs.org",
        "rust-lang.org",
        "kubernetes.io",
        "postgresql.org",
        "keepachangelog.com",
        "semver.org",
        "conventionalcommits.org",
        "www.conventionalcommits.org",
        "anthropic.com",
        "docs.anthropic.com",
        "openai.com",
        "google.com",
        "microsoft.com",
        "w3.org",
        "ietf.org",
        "json-schema.org",
        "schema.org",
    ]
)


def piped(text: str) -> Iterator[str]:
    """Each command of the text that runs what it fetches, unseen."""
    return _wanted(PIPED, text)


def risky(text: str) -> Iterator[str]:
    """Each command that the text would have run; what it forbids is none."""
    return _wanted(RISKY, text)


def _wanted(commands: re.Pattern[str], text: str) -> Iterator[str]:
    for match in commands.finditer(text) if "--" in text or WORTH(text) else ():
        if not FORBIDDEN.search(text[max(0, match.start() - BEFORE) : match.start()]) and not AFTER.match(
            text[match.end() :]
        ):
            yield " ".join(match[0].split())


def hosts(text: str) -> Iterator[str]:
    """Each host outside that the text names, but for those that everybody knows."""
    for match in HOST.finditer(text) if "://" in text or DOTTED.search(text) else ():
        host = next(filter(None, match.groups())).lower().rstrip(".")
        if (
            "." in host
            and not PRIVATE.match(host)
            and host not in WELL_KNOWN
            and host.removeprefix("www.") not in WELL_KNOWN
        ):
            yield host
