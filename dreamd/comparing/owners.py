"""Who a clause says is in charge of what, however it is said; pure."""

from __future__ import annotations

import re
from functools import lru_cache

WHO = r"(?P<who>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?|[Tt]he [\w-]+ (?:team|squad|group|office))"
WHAT = r"(?:[Tt]he |[Oo]ur |[Aa]ll )?(?P<what>[\w`][\w`'’ -]{1,60}?)"
IN_CHARGE = r"(?:owns|maintains|leads|manages|runs|looks after|takes care of|is in charge of|is responsible for)"
OWNED = r"(?:owned|maintained|led|managed|run|looked after|taken care of)"
ROLE = r"(?:owner|maintainer|lead|person responsible|person in charge)"
ZH_WHO = r"(?P<who>[^，。由归是的我你他她谁\s]{2,4}?|[A-Z][\w-]*)\s*"
ZH_WHAT = r"(?P<what>[^，。我你他她谁由归]{2,12}?)\s*"
ZH_CHARGE = r"(?:负责|管理|维护|主管|主导|牵头|接手|跟进|把关|管)"
ZH_ROLE = r"(?:负责人|维护者|维护人|主管|owner|管理者)"
READINGS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{WHO} {IN_CHARGE} {WHAT}",
        rf"{WHAT} (?:is|are) {OWNED} by {WHO}",
        rf"{WHAT} belongs? to {WHO}",
        rf"(?:[Tt]he )?{ROLE} (?:of|for) {WHAT} is {WHO}",
        rf"{WHO} is (?:the |our )?{ROLE} (?:of|for) {WHAT}",
        rf"{WHO} is (?:the |our )?(?P<what>[\w -]{{2,40}}?) {ROLE}",
        rf"{WHAT}(?:'s|’s)? {ROLE} is {WHO}",
        rf"{WHAT} (?:is|are) (?:in )?{WHO}(?:'s|’s) (?:job|responsibility|hands|duty)",
        rf"{WHO} (?:has|holds) (?:the )?responsibility for {WHAT}",
        rf"{ZH_WHAT}(?:目前|现在|一直|都)?(?:由|归)\s*{ZH_WHO}(?:来|一个人)?{ZH_CHARGE}(?:了|的)?",
        rf"{ZH_WHAT}的?{ZH_ROLE}(?:目前|现在)?\s*(?:是|为|[:：])\s*{ZH_WHO}",
        rf"{ZH_WHO}(?:是|为){ZH_WHAT}的?{ZH_ROLE}",
        rf"负责{ZH_WHAT}的(?:人|同事)?是{ZH_WHO}",
        rf"{ZH_WHO}(?:负责|维护|主管|管着?){ZH_WHAT}",
    )
)
CLASS = re.compile(
    r"\b(?:service|module|system|component|code|project|part)s?\b|模块|服务|系统|组件|部分|代码|功能", re.IGNORECASE
)
CHARGE = re.compile(
    r"own|maintain|lead|led\b|manag|\brun|look|care|charge|responsib|belong|job|hands|duty|负责|管|维护|主|牵头|接手|跟进|把关"
)
"""One of these stands in each such clause."""
SEVERAL = re.compile(
    r"\band\b|[和与、]|\b(?:deputy|backup owner|stand-in|former|was|used to|not)\b|副|代班|以前|原来|不", re.IGNORECASE
)


@lru_cache(maxsize=16_384)
def owner(clause: str) -> tuple[str, str] | None:
    """Who, and of what; ``None`` where the clause says something else, or names several."""
    bare = clause.strip().rstrip(".!。！").strip()
    if not CHARGE.search(bare) or SEVERAL.search(bare):
        return None
    for reading in READINGS:
        if found := reading.fullmatch(bare):
            what = CLASS.sub(" ", found["what"]).strip() or found["what"]
            return found["who"].lower().removeprefix("the "), what
    return None
