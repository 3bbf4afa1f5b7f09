"""What in a human turn reads like the person's own prose: what a source cannot tell by its marks is taken out here.

Everything that stays is verbatim, so that a quote of it stands in its row.
"""

from __future__ import annotations

import re

READ = 20_000
"""Characters of one turn that are looked at; nobody types more by hand."""
FORMAL = 200
"""From this many characters a block without a speaker is somebody else's prose."""
FRAMED = 60
"""So much text after "can you check:" is what is to be checked."""
DENSE = 12
"""One mark of code in so many characters makes a block code."""
SHINGLE = 4
QUOTED = 0.6
"""Share of its runs of four words that an earlier speaker said too, from which a sentence is a quotation."""

NOISE = re.compile(
    r"""^[ \t]*(?:
      \#{1,6}\s | [│┃╰├└┌┐┘❯✓✔✗✘] | -{3} | [\[<]/?[\w-]+[\]>]
    | \d+\s*[+-](?:\s|$) | [+-]\s*\d+ | [+-](?=[\w.`/])
    | (?-i:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|PANIC|FAIL|PASS|DEPRECATION)\b[\s:\]]
    | (?-i:fatal|hint|warning|error|remote|notice):\s | (?:npm|yarn|pnpm|pip|cargo)\s(?:warn|err|notice)
    | (?=[\w.@/-]{0,60}[\d_.@/-])[\w.@/-]{1,60}:?[ \t]+(?-i:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|DEPRECATION)\b
    | (?:Download|Fetch|Receiv|Resolv|Count|Compress|Extract|Unpack|Upload|Compil|Collect|Install)ing\b
      [^\n]{0,200}\d\s?%
    | [\w./-]+\.\w{1,5}:\d+
    | (?:https?|file)://\S+[ \t]*$ | [~.]{0,2}/[\w./-]+[ \t]*$
    | (?:\(\w+:\d+\)\s)?[\w.]{0,40}(?:Error|Exception|[a-z]Warning):\s | \*\*[^*\n]{1,80}\*\*:?[ \t]*$
    | (?:High|Medium|Low|Critical)\s(?:Severity|Priority)\b
    | [^\n]{0,400}[ \t]{4,}$ | [^\n]{0,400}[{};][ \t]*$
    )[^\n]*$""",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
CODE = re.compile(r"[{}=<>\[\]|&$\\]|\(\)|::|->")
SHOWN = (
    r"(?:check|look|review\w*|feedback|comment(?:s|ed)|sa(?:y|ys|id)|wrote|seeing|reports?|returns?|prints?|take"
    r"|investigate"
    r"|this (?:error|message|warning|output|log|failure|comment)|the following|(?:reason for|got) th\w+)"
)
FRAME = re.compile(
    rf"\b{SHOWN}\b[^\n:.]{{0,100}}(?::[ \t]*\n|:[ \t]+(?=\S)|\?[^\n]{{0,160}}\n[ \t]*\n)"
    r"|(?:看一?下|检查|反馈|评论说|报错|日志|输出|错误信息|提示)[^\n:：。]{0,60}[:：][ \t]*\n?",
    re.IGNORECASE,
)
IDEA = re.compile(
    r"\b(?:idea|proposal|approach|suggestion|rules?|preferences?|conventions?)\b|想法|建议|规则|约定", re.IGNORECASE
)
SPEAKER = re.compile(
    r"\b(?:i|i'\w+|we|we'\w+|my|our|us|me|let'?s|please|(?:can|could|would) you)\b|[我你咱请]", re.IGNORECASE
)
WORD = re.compile(r"[^\W_]+(?:['_-][^\W_]+)*")


def own(text: str) -> str:
    """The text with all that is not the person's prose blanked out."""
    text = text[:READ].replace("\r\n", "\n").replace("\r", "\n")
    text = NOISE.sub("\n", _unframed(text))
    if len(text) >= 2 * FORMAL and not SPEAKER.search(text):
        return ""
    return text


def foreign(block: str) -> bool:
    """Whether a block of own text still reads as code or as somebody else's formal prose."""
    if len(CODE.findall(block)) * DENSE > len(block):
        return True
    return len(block) >= FORMAL and not SPEAKER.search(block)


def shingles(text: str) -> set[tuple[str, ...]]:
    """Every run of four words."""
    words = WORD.findall(text.lower())
    return {tuple(words[at : at + SHINGLE]) for at in range(len(words) - SHINGLE + 1)}


def repeats(sentence: str, heard: set[tuple[str, ...]]) -> bool:
    """Whether most of the sentence was said before by somebody else, so that the person only quotes it."""
    mine = shingles(sentence)
    return bool(mine) and len(mine & heard) >= QUOTED * len(mine)


def _unframed(text: str) -> str:
    """The text up to "can you check this:" where something is shown after it; an idea of the person's own stays."""
    for frame in FRAME.finditer(text):
        shown = text[frame.end() :]
        one_line = "\n" not in frame.group()
        if len(shown) < FRAMED or IDEA.search(frame.group()) or (one_line and SPEAKER.search(shown)):
            continue
        return text[: frame.end()]
    return text
