"""The voice of an agent at work in a person's message: what it says of itself was pasted."""

from __future__ import annotations

import re

STARTS = r"(?:^|(?<=[.!?:\n] )|(?<=\n)|(?<=\bnow )|(?<=\bnow, )|(?<=\bfirst, )|(?<=\bso ))"
LOOKS = (
    r"(?:check|verify|look|search|examine|explore|read|create|fix|update|analy[sz]e|investigate|inspect|trace|confirm"
    r"|continue|implement|start by|take a look|see (?:what|if|how|whether))"
)
AGENT = re.compile(
    rf"{STARTS}let me (?:now |first |also |quickly |just )*{LOOKS}\b(?![^.!?\n]*\b(?:you|before|whenever)\b)"
    r"|\bi(?:['’]ll| will) (?:now|start by|begin by|go ahead and|proceed)\b"
    r"|(?:^|(?<=[.!?:\n] )|(?<=\n))now,? i(?:['’]ll| will| need to| can see| have to)\b"
    r"|\bi need to (?:examine|understand|look at|verify|investigate) (?:the|how|what|if|where|first)\b"
    r"|\bi would have (?:to|needed|used|gone|called|run|checked|created|written|started)\b"
    r"|\b(?:would|will|should|need to|have to) use the \w+ tool\b|\bcommon mistakes? would (?:be|have)\b"
    r"|\bi(?:['’]ve| have) successfully\b|\byou['’]re absolutely right\b|\b(?:great|excellent) question!"
    r"|\bi apologi[sz]e\b|\bmy apologies\b"
    r"|\b(?:looking at|based on) (?:the|this|your|my) [^.,\n]{1,40}, i (?:can see|see|found|notice|believe|will)\b"
    r"|(?:^|(?<=[，。！\n]))(?:让我|我来|现在我)(?:先|来|再|需要)*(?:检查|看看|查看|看一下|搜索|验证|读取"
    r"|分析|修复|更新|确认一下)",
    re.IGNORECASE,
)


def agents(blocks: list[str]) -> range:
    """From the first block with an agent's voice to the last one: what stands between is the agent's too."""
    heard = [at for at, block in enumerate(blocks) if AGENT.search(block)]
    return range(heard[0], heard[-1] + 1) if heard else range(0)
