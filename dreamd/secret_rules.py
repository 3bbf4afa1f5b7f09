"""The table of secret formats: vendors' keys, private keys, credentials in URLs and headers, labelled values.

Formats are the vendors' own public descriptions. Every rule is linear: no unbounded repeat is followed by something
that can fail, or else it may only begin where a run of its characters begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamd import secret_shape as shape

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Rule:
    """One format.

    ``pattern`` has the secret in group ``s`` (or is the secret as a whole).
    """

    name: str
    marks: tuple[str, ...]
    """One of these must occur, or the pattern is not tried; lower case where ``folded``."""
    pattern: str
    accept: Callable[[str], bool] = shape.token
    folded: bool = False
    """Matched against the lower-case text."""
    wraps: bool = False
    """Of no fixed length, so it may go on after a line break."""


BREAK = r"(?:\r?\n[ \t>|]*|(?:\\r)?\\n)?"
"""A token wrapped by a terminal or a mail program; real or JSON-escaped."""
SHORT = 6
SIGNED = frozenset({"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "AIza", "hf_", "npm_", "figd_"})
WORD, HEX, URL64 = "A-Za-z0-9", "0-9a-f", r"A-Za-z0-9_\-"


def _at_start(literal: str) -> str:
    """The literal where no longer word ends with it. Told by looking back, since a leading literal is searched fast."""
    return rf"{literal}(?:(?<![A-Za-z0-9_-]{literal})|(?<=\\[nrt]{literal})|(?<=\\u[0-9a-f]{{4}}{literal}))"


def _run(characters: str, length: int) -> str:
    return rf"(?:[{characters}]{BREAK}){{{length - 1}}}[{characters}]"


def _fixed(name: str, prefix: str, characters: str, length: int, most: int = 0) -> Rule:
    """A literal prefix and a body whose length is known (up to ``most``)."""
    more = f"[{characters}]{{0,{most - length}}}" if most else ""
    return Rule(name, (prefix,), f"{_head(prefix)}{BREAK}{_run(characters, length)}{more}")


def _open(name: str, prefix: str, characters: str, least: int) -> Rule:
    """A literal prefix and a body of at least ``least`` characters."""
    return Rule(name, (prefix,), f"{_head(prefix)}{BREAK}{_run(characters, least)}[{characters}]*", wraps=True)


def _head(prefix: str) -> str:
    """A long or signed prefix speaks for itself even inside a word (``%20ghp_``); a short one must begin a word."""
    literal = prefix.replace(".", r"\.")
    return literal if len(prefix) > SHORT or prefix in SIGNED else _at_start(literal)


VENDORS: tuple[Rule, ...] = (
    _open("anthropic-key", "sk-ant-", URL64, 20),
    Rule("openai-key", ("sk-",), rf"{_at_start('sk-')}{BREAK}{_run(URL64, 20)}[{URL64}]*", shape.prefixed, wraps=True),
    *(_fixed("github-token", f"gh{kind}_", WORD, 36, most=255) for kind in "pousr"),
    _fixed("github-token", "github_pat_", WORD + "_", 60, most=255),
    *(_open("gitlab-token", f"gl{kind}-", URL64 + ".", 20) for kind in ("pat", "rt", "dt", "cbt", "ptt", "soat")),
    *(_fixed("aws-key-id", kind, "A-Z0-9", 16) for kind in ("AKIA", "ASIA", "ABIA", "ACCA")),
    Rule(
        "aws-secret-key",
        ("AKIA", "ASIA"),
        rf"(?s)A(?:KIA|SIA)[A-Z2-7]{{16}}(?![A-Z0-9]).{{1,80}}?(?<![{WORD}/+])(?P<s>[{WORD}/+]{{40}})(?![{WORD}/+=])",
        shape.key_value,
    ),
    _open("aws-bedrock-key", "ABSK", WORD + "+/=", 100),
    _fixed("google-key", "AIza", URL64, 35),
    _fixed("google-oauth", "GOCSPX-", URL64, 28),
    _open("google-oauth", "ya29.", URL64, 20),
    _fixed("azure-storage-key", "AccountKey=", WORD + "+/=", 88),
    Rule("azure-secret", ("Q~",), r"(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}"),
    Rule("azure-sas", ("sig=",), rf"[?&;]sig=(?P<s>[{WORD}%+/]{{40,100}}(?:%3[dD]|=))"),
    Rule("azure-devops-token", ("AZDO",), rf"(?<![\w-])[{WORD}]{{76}}AZDO[{WORD}]{{4}}"),
    *(_open("slack-token", f"xox{kind}-", WORD + "-", 20) for kind in "abeoprs"),
    _open("slack-token", "xapp-", WORD + "-", 20),
    Rule("slack-webhook", ("hooks.slack.com/",), rf"hooks\.slack\.com/(?:services|workflows)/(?P<s>[{WORD}/]{{30,}})"),
    *(_open("stripe-key", f"{kind}_{mode}_", WORD, 24) for kind in ("sk", "rk") for mode in ("live", "test")),
    _open("stripe-webhook", "whsec_", WORD + "+/=", 24),
    *(_open("huggingface-token", kind, WORD, 30) for kind in ("hf_", "api_org_")),
    _fixed("npm-token", "npm_", WORD, 36),
    _open("pypi-token", "pypi-", URL64, 60),
    _fixed("sendgrid-key", "SG.", URL64 + ".", 66),
    _fixed("twilio-key", "SK", HEX, 32),
    _fixed("mailgun-key", "key-", HEX, 32),
    *(_fixed("digitalocean-token", f"do{kind}_v1_", HEX, 64) for kind in "opr"),
    *(_fixed("shopify-token", f"shp{kind}_", HEX + "A-F", 32) for kind in ("at", "ca", "pa", "ss")),
    *(_open("linear-key", kind, WORD, 32) for kind in ("lin_api_", "lin_oauth_")),
    _open("notion-token", "ntn_", WORD, 40),
    _fixed("notion-token", "secret_", WORD, 43),
    Rule(
        "discord-token",
        (".",),
        r"(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}",
        shape.discord_token,
    ),
    Rule("discord-webhook", ("/api/webhooks/",), r"/api/webhooks/\d{10,20}/(?P<s>[\w-]{40,})"),
    Rule("telegram-token", (":AA",), rf"(?<!\d)\d{{8,10}}:AA{_run(URL64, 33)}"),
    _open("groq-key", "gsk_", WORD, 40),
    _open("xai-key", "xai-", WORD, 60),
    _open("perplexity-key", "pplx-", WORD, 40),
    _open("replicate-token", "r8_", WORD, 36),
    _open("tavily-key", "tvly-", URL64, 24),
    _fixed("databricks-token", "dapi", HEX, 32),
    *(_open("vault-token", kind, URL64, 24) for kind in ("hvs.", "hvb.")),
    *(_open("doppler-token", f"dp.{kind}.", WORD, 40) for kind in ("pt", "st", "ct", "sa")),
    _open("docker-token", "dckr_pat_", URL64, 24),
    *(_open("atlassian-token", kind, URL64 + "=", 30) for kind in ("ATATT3", "ATCTT3", "ATBB")),
    _fixed("supabase-token", "sbp_", HEX, 40),
    _open("supabase-key", "sb_secret_", URL64, 20),
    *(_open("grafana-token", kind, WORD + "_+/=", 32) for kind in ("glsa_", "glc_")),
    *(_open("sentry-token", kind, WORD + "_+/=", 40) for kind in ("sntrys_", "sntryu_")),
    *(_open("planetscale-token", f"pscale_{kind}_", URL64 + ".", 32) for kind in ("tkn", "pw", "oauth")),
    _open("figma-token", "figd_", URL64, 30),
    _open("netlify-token", "nfp_", WORD, 36),
    _open("postman-key", "PMAK-", HEX + "-", 50),
    _open("newrelic-key", "NRAK-", "A-Z0-9", 27),
    _fixed("rubygems-key", "rubygems_", HEX, 48),
    Rule("airtable-token", ("pat",), rf"{_at_start('pat')}[{WORD}]{{14}}\.[0-9a-f]{{64}}"),
    _open("terraform-token", ".atlasv1.", URL64, 60),
    _open("1password-token", "ops_eyJ", WORD + "_-", 100),
    _fixed("age-key", "AGE-SECRET-KEY-1", "A-Z0-9", 58),
)

BODY = r"(?:[\s>|+#*\d→]|\\[rn]|[\"',])*(?:[A-Za-z-]{4,20}:[^\n\\]{1,200}(?:[\s>|+#*]|\\[rn])*){0,6}[A-Za-z0-9+/=]{16}"
"""What must follow for a mention to be a key: frames, headers, then base64."""

BASE64, NEXT = "A-Za-z0-9+/=", r"(?:\s[\s>|]*|(?:\\[rn])+)"
"""The lines of a key whose head was cut off, and what stands between two."""

STRUCTURES: tuple[Rule, ...] = (
    Rule(
        "private-key",
        ("PRIVATE KEY",),
        rf"(?s)-----BEGIN [A-Z0-9 ]{{0,40}}PRIVATE KEY(?: BLOCK)?-----(?={BODY})"
        r".*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
        bool,
    ),
    Rule(
        "private-key",
        tuple(f"-----END {kind}PRIVATE KEY" for kind in ("", "RSA ", "DSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "PGP ")),
        rf"(?:(?<![{BASE64}\\])|(?<=\\[rn]))(?:[{BASE64}]{{16,}}+{NEXT}){{1,100}}+(?:[{BASE64}]{{2,}}{NEXT})?"
        r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----",
        bool,
    ),
    Rule(
        "private-key",
        ("Private-Lines:",),
        rf"(?s)Private-Lines: \d{{1,4}}(?={BODY}).*?(?:Private-MAC: *[0-9a-f]*|\Z)",
        bool,
    ),
    Rule("jwt", ("eyJ",), rf"{_at_start('eyJ')}[{URL64}]{{10,}}\.{BREAK}[{URL64}]{{10,}}(?:\.[{URL64}]*)?", wraps=True),
    Rule(
        "url-credentials",
        ("://",),
        r"://(?P<user>[^\s/:@\"'<>`]{0,128}):(?!(?P=user)@)(?P<s>[^\s/\"'<>`]{1,512})@(?=[\w\[$-])",
        shape.url_password,
    ),
    Rule("url-token", ("://",), rf"://(?P<s>[{URL64}]{{20,512}})(?::|%3a)?@", shape.key_value),
    Rule(
        "bearer",
        ("bearer",),
        r"\bbearer(?:\s|\\n){1,4}(?P<s>[a-z0-9._~+/=-]{16,})",
        shape.key_value,
        folded=True,
        wraps=True,
    ),
    Rule("basic-auth", ("basic",), r"\bbasic\s{1,4}(?P<s>[a-z0-9+/]{8,}={0,2})", shape.basic_credentials, folded=True),
    Rule(
        "command-credentials",
        ("-u ", "--user ", "--user="),
        r"\s(?:-u|--user)[ =]\\?[\"']?[^\s:\"'\\@/]{1,64}:(?P<s>[^\s\"'\\]{4,256})",
        shape.password,
    ),
)

LOGIN_LABEL = (
    r"(?:passw(?:or)?d|passphrase|passcode|pwd|passwort|contraseña|mot de passe"
    r"|пароль|パスワード|비밀번호|密码|密碼|口令)"
)
KEY_KINDS = (
    *("api", "access", "secret", "private", "signing", "encryption", "account", "auth", "client", "master", "service"),
    *("app", "deploy", "license", "shared", "subscription", "webhook", "storage", "admin", "session", "bot", "project"),
)
KIND_BEFORE = "|".join(rf"(?<={kind}key)|(?<={kind}[ _-]key)" for kind in KEY_KINDS)
KEY_LABEL = rf"(?:key(?:{KIND_BEFORE})|token|secret|credentials?|密钥|密鑰|令牌|私钥)"
PASSWORD_MARKS = (
    *("passw", "passphrase", "passcode", "pwd", "contraseña", "mot de passe"),
    *("пароль", "パスワード", "비밀번호", "密码", "密碼", "口令"),
)
KEY_MARKS = ("key", "token", "secret", "credential", "密钥", "密鑰", "令牌", "私钥")
OF = r"(?:[ \t]{1,3}(?:for|of|on|in|at|to)(?:[ \t]{1,3}[\w.@'-]{1,40}){1,4}?)?"
JOIN = (
    r"\\{0,3}[\"'`]?\]?[*_]{0,2}[ \t]{0,20}"
    r"(?::=|=>|==?|->|:[ \t]?[\w\[\]|. ]{1,30}=(?!=)|[:：=|>]|(?<=[\"'`]),"
    r"|(?:is|was|are|becomes|now)\b|改成|改为|是|为|為)"
    r"(?:[ \t]{1,3}(?:now|still)\b)?[*_]{0,2}[ \t]{0,20}(?:\r?\n[ \t>-]{0,20})?"
)
BARE = (
    r"(?:[^\s\"'`\\<>&;|，。；、（）「」【】]|\\(?![\"'`nrt])"
    r"|&(?!\w{1,40}=|#?\w{1,8};)|;(?![\s]|\w{1,40}[ \w]{0,20}=|$))"
)
QUOTED = r"(?P<q>\\{0,3}[\"'`])(?P<quoted>(?:(?!(?P=q))[^\r\n]){4,300})(?P=q)"
VALUE = rf"(?:{QUOTED}|\\{{0,3}}[\"'`*]{{0,3}}(?P<bare>{BARE}{{4,}}))"

LABELLED: tuple[Rule, ...] = (
    Rule("password", PASSWORD_MARKS, rf"{LOGIN_LABEL}{OF}{JOIN}{VALUE}", shape.password, folded=True, wraps=True),
    Rule("password", ("-passw", "-pwd"), rf"-(?:passw(?:or)?d|pwd)[ \t]{{1,4}}{VALUE}", shape.password, folded=True),
    Rule(
        "secret",
        KEY_MARKS,
        rf"{KEY_LABEL}(?:{OF}{JOIN}|[ \t]{{1,4}}){VALUE}",
        shape.key_value,
        folded=True,
        wraps=True,
    ),
)

RULES = (*VENDORS, *STRUCTURES, *LABELLED)
