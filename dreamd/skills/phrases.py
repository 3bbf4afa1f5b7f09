"""The words around what a session gives for a skill, in English and Chinese."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Words(Record, frozen=True):
    """Those of one language."""

    description: str
    joined: str
    """What stands between two triggers."""
    quote: str
    origin: str
    when: str
    steps: str
    rules: str
    evidence: str
    given: str
    run: str
    looked: str
    """What a step's command is, where nothing else is the evidence."""
    form: str
    accepted: str
    corrected: str
    approval: str
    stop: str


ENGLISH = Words(
    description="Use when the person says {triggers}: does it the way that they asked for and corrected it.",
    joined=" or ",
    quote='"{}"',
    origin="From session {source} ({date}); read it over. A skill is knowledge, never permission.",
    when="When to use it",
    steps="Steps",
    rules="Rules",
    evidence="Collect what the person gives (the evidence). Where something is missing, ask, two questions at most.",
    given="Last time it was: {inputs}.",
    run="Run {}",
    looked=" (the evidence; where it is empty or odd, ask before you go on)",
    form="Write the result in these parts, in this order:",
    accepted="Check the result against each rule below, show it, and mend it until the person accepts it.",
    corrected="Why: the person corrected this on {date}; done otherwise it had to be done twice.",
    approval="- What sends, publishes or deletes waits for the person's approval. Why: only the result was asked for.",
    stop="- Stop and ask where a step fails or the rules do not fit. Why: a guess costs more than a question.",
)
CHINESE = Words(
    description="当用户说{triggers}时使用：按用户要求并纠正过的方式完成。",
    joined="、",
    quote="“{}”",
    origin="来自会话 {source}（{date}），请通读一遍。技能是知识，不是授权。",
    when="何时使用",
    steps="步骤",
    rules="规则",
    evidence="收集用户给出的内容（依据）。缺什么就问，一次最多两个问题。",
    given="上次是：{inputs}。",
    run="运行 {}",
    looked="（依据；为空或不对时，先问再继续）",
    form="按以下各段、以此顺序写结果：",
    accepted="对照下面每条规则核对结果，给用户看，改到用户认可为止。",
    corrected="为什么：用户在 {date} 纠正过这一点，否则就要返工。",
    approval="- 发送、发布或删除任何东西之前，先征得用户批准。为什么：要这个结果，并不等于同意这些动作。",
    stop="- 步骤失败或规则不适用时，停下来问。为什么：猜错的代价比多问一句更大。",
)


def head(words: Words, name: str, triggers: Sequence[str]) -> Iterator[str]:
    """The front matter, line by line."""
    told = words.joined.join(words.quote.format(trigger) for trigger in triggers)
    description = json.dumps(words.description.format(triggers=told), ensure_ascii=False)
    yield from ("---", f"name: {name}", f"description: {description}", "---")
