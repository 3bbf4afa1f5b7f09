"""Whether another sentence of a turn takes one of its sentences back, limits it, or gives it as others' words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.memory import beside

if TYPE_CHECKING:
    from collections.abc import Sequence

NEAR = 2
"""So many sentences away "this" and "that" still mean it."""
SHORT, FRAGMENT, BRIEF = 12, 8, 4
"""Words of a sentence that speaks of another and of nothing else; of one that goes on with it; of a mere "if so"."""
POINTING = re.compile(
    r"\b(?:that|this|it|these|those|they|both|above|everything|the (?:rule|last|previous|first|second|next)"
    r"|the following|all of \w+|here(?:'s| is| are))\b|[这那]|以上|上面|以下|下面|下列|前面"
)
HERE = re.compile(r"\W*(?:here(?:'s| is| are)|以下是|下面是)")
AHEAD = re.compile(r"\b(?:following|below|what follows|what comes next)\b|以下|下面|下列|接下来")
VOID = re.compile(
    r"\b(?:kidding|joking|a joke|april fool\w*|sarcas\w+|all (?:of )?(?:that|the above|this) |what i (?:just )?said"
    r"|(?:the|all) above|take (?:that|it|this) back|changed my mind)\b.{0,60}$|开玩笑|当我没说|我说反了|反话"
    r"|以上.{0,12}(?:错|假|不算|作废)|收回"
)
"""Takes back whatever went before it."""
RETRACTED = re.compile(
    r"^\W*(?:no,? )?(?:scratch|strike|forget|ignore|disregard|cancel|undo) (?:that|this|it|what"
    r"|the (?:above|last|previous))\b"
    r"|^\W*never ?mind\b|^\W*(?:wait|actually|no),? (?:no|wait|not)\b|\bon second thoughts?\b"
    r"|^\W*(?:算了|忽略|取消|不对|等等)"
)
ATTITUDE = re.compile(
    r"\b(?:disagree|don't (?:agree|believe|want|like|buy|think|do) ?(?:so|that|this|it)?\W*$"
    r"|(?:do|did)(?:n't| not) mean|i meant?\b|meant to|typo|oops|sorry|correction)|我不(?:同意|赞成|信|这么|这样)"
    r"|别当真|别信|不要(?:信|当真)|没这回事|[说打写]错|口误"
)
"""The person does not stand by what was said."""
PAST = re.compile(
    r"\b(?:was|were|used to)\b.*\b(?:rule|policy|way|plan|idea|habit|convention|then|last|ago|back|earlier"
    r"|before|years?)\b|曾|以前|过去"
)
FOUND = re.compile(r"\b(?:i|we) (?:read|saw|found|got|copied|pasted)\b|看到|复制|粘贴")
"""Where others' words come from."""
APPLIES = re.compile(r"\b(?:only|just|applies|apply|holds?|counts?|valid|is|are|was|goes)\b|[只仅限]|适用|有效|是")
TAIL = re.compile(
    r"^(?:but |and |well |or |at least )*(?:(?:just|only) (?:for|in|on|when|if|until|till|while|during|at|today|tonight"
    r"|this|now|once|because|kidding|joking)\b|except\w*\b|unless\b|until\b|till\b|today\b|this (?:time|once|week)\b"
    r"|for now\b|temporar|maybe\b|perhaps\b|sometimes\b|supposedly|allegedly|in theory|not\b)"
    r"|^(?:但|不过)?(?:[只仅]|就(?:这|今)|除[非了]|直到|[这本]次|今[天晚]|暂时|如果|可能|也许|据)"
)
CONDITION = re.compile(r"^(?:but |and |or )*(?:if|when|while|for|in case|as long as)\b")
OPEN = re.compile(
    r"(?:[,，、]|\b(?:never|not|don't|do not|no|to|that|without|avoid|stop|or|if|like|says?|said|is|are|not to)"
    r"|不要?|别|勿|禁止|说|如果|只有)\s*$"
)
"""A line that goes on in the next."""
GOES_ON = re.compile(
    r"^\s*(?:is|are|was|were|isn't|aren't|except\w*|unless|until|if|but|said|says|only|just|when|or|would"
    r"|should not|must not)\b"
    r"|^\s*(?:是|除|只|仅|但|才怪)"
)
ITEM = re.compile(r"^\s*(?:[-*•+]|\d+[.)、])\s")
COLON = re.compile(r"[:：—–]+(?=[\s\"“”’]|$|[\u3040-\u9fff])")
ENDED = re.compile(r"[.!?。！？]\W*$")


def taken_back(sentences: Sequence[str], used: set[int]) -> bool:
    """Whether a sentence that is not used takes back, limits or reports one that is.

    Args:
        sentences: of the whole turn, in order, with the line ends that stand behind them; in lower case.
        used: the numbers of those from which a statement is made.
    """
    return any(
        _headed(sentences, at, used)
        or any(
            _against(sentences[other].strip(), other - at)
            for other in range(len(sentences))
            if other not in used and sentences[other].strip()
        )
        or _goes_on(sentences, at, used)
        for at in used
    )


def _against(said: str, distance: int) -> bool:
    """Whether this sentence is against one that stands so many sentences before it (after it, below zero)."""
    count = len(beside.WORD.findall(said)) if said.isascii() else len(said) // 2
    near = abs(distance) <= NEAR
    void = VOID.search(said) or (near and (RETRACTED.search(said) or ATTITUDE.search(said)))
    if distance > 0 and count <= SHORT and void:
        return True
    if distance == 1 and count <= BRIEF and said.startswith("actually"):
        return True
    if distance == 1 and (_denial(said) or _tail(said, count)):
        return True
    ahead = distance < 0 and bool(AHEAD.search(said))
    shown = HERE.match(said) and not beside.leads(said)
    if distance < 0 and near and (shown or (POINTING.search(said) and said.endswith(("?", "？")))):
        return True
    if count <= SHORT and (ahead or (near and POINTING.search(said))):
        told = beside.feigns(said) or beside.reports(said)
        return (
            told
            or _no_truth(said)
            or bool((PAST if distance > 0 else FOUND).search(said))
            or (distance > 0 and bool(APPLIES.search(said)) and beside.limits(said))
        )
    return abs(distance) == 1 and count <= BRIEF + 1 and (beside.reports(said) or beside.feigns(said))


def _denial(said: str) -> bool:
    return bool(re.fullmatch(r"\W*(?:(?:no|not|nope|nah|never|wrong|不|不是|不对|才怪|错)\W*)+", said))


def _no_truth(said: str) -> bool:
    return beside.denies(said) and bool(
        re.search(r"\b(?:true|right|so|correct|real|serious|mean it|holds?|appl(?:y|ies)|valid)\b|真|对|算|是", said)
    )


def _tail(said: str, count: int) -> bool:
    return (count <= FRAGMENT and bool(TAIL.search(said))) or (count <= BRIEF and bool(CONDITION.search(said)))


def _headed(sentences: Sequence[str], at: int, used: set[int]) -> bool:
    """Whether a colon, a title or a quotation stands before it in its paragraph or list and makes it others'."""
    before = ""
    for other in range(at - 1, -1, -1):
        line = sentences[other]
        parts = COLON.split(line.rstrip())
        if other not in used and len(parts) > 1:
            head = parts[0]
            ends = not parts[-1].strip()
            if ends and not beside.leads(head):
                return True
            if beside.reports(head) or beside.feigns(head) or (beside.denies(head) and not beside.leads(head)):
                return True
        title = other not in used and not ITEM.match(line) and bool(ITEM.match(sentences[other + 1]))
        if title and _bad_title(line):
            return True
        if "\n\n" in line.replace(" ", "") and not (ITEM.match(line) and ITEM.match(sentences[other + 1])):
            break
        before = line + before
    return any(beside.opened(before, pair) for pair in beside.QUOTES)


def _bad_title(line: str) -> bool:
    """Whether what stands above a list asks, or is no sentence and makes the list another's."""
    asks = line.strip().endswith(("?", "？"))
    return asks or (not ENDED.search(line.rstrip()) and beside.binds(line, behind=False))


def _goes_on(sentences: Sequence[str], at: int, used: set[int]) -> bool:
    """Whether the sentence is broken over lines, and the other line is left out."""
    before = sentences[at - 1] if at > 0 and at - 1 not in used else ""
    behind = sentences[at + 1] if at + 1 < len(sentences) and at + 1 not in used else ""
    opens = before.endswith("\n") and not ENDED.search(before) and bool(OPEN.search(before.rstrip()))
    ends = sentences[at].endswith("\n") and not ENDED.search(sentences[at].rstrip())
    return (
        opens
        or (ends and bool(GOES_ON.search(behind)) and beside.binds(behind, behind=True))
        or (ends and bool(re.match(r"\s*(?:is|are|was|were|would|是)\b", behind)))
    )
