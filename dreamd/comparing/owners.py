"""Who a clause says is in charge of what, however it is said; pure."""

from __future__ import annotations

import re
from functools import lru_cache

WHO = r"(?P<who>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?|[Tt]he [\w-]+ (?:team|squad|group|office))"
WHAT = r"(?:[Tt]he |[Oo]ur |[Aa]ll )?(?P<what>[\w`][\w`'’ -]{1,60}?)"
IN_CHARGE = (
    r"(?:owns|maintains|leads|manages|runs|looks after|takes care of|is in charge of"
    r"|is responsible for|handles|covers)"
)
OWNED = r"(?:owned|handled|covered|maintained|led|managed|run|looked after|taken care of)"
ROLE = r"(?:owner|maintainer|lead|person responsible|person in charge)"
ZH_WHO = r"(?P<who>[^，。由归是的我你他她谁\s]{2,4}?|[A-Z][\w-]*)\s*"
ZH_WHAT = r"(?P<what>[^，。我你他她谁由归]{2,12}?)\s*"
ZH_CHARGE = r"(?:负责|管理|维护|主管|主导|牵头|接手|跟进|把关|管)"
ZH_ROLE = r"(?:负责人|对接人|联系人|接口人|牵头人|维护者|维护人|主管|owner|管理者)"
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
        rf"{WHAT} (?:is|are) {WHO}(?:'s|’s)",
        rf"(?:[Pp]lease )?(?:[Aa]sk|[Cc]ontact) {WHO} (?:about|for|on) {WHAT}",
        rf"(?:[Gg]o|[Tt]alk|[Tt]urn|[Ww]rite|[Ss]peak) to {WHO} (?:about|for|with) {WHAT}",
        rf"(?:[Qq]uestions|[Ii]ssues|[Rr]equests) (?:about|on|with|for) {WHAT} go to {WHO}",
        rf"(?:[Ff]or|[Ww]ith|[Aa]bout|[Oo]n) {WHAT} (?:ask|contact|(?:go|talk|turn|write|speak) to) {WHO}",
        rf"{ZH_WHAT}(?:目前|现在|一直|都)?(?:由|归|是)\s*{ZH_WHO}(?:来|在|一个人)?{ZH_CHARGE}(?:着|了|的)?",
        rf"{ZH_WHAT}(?:目前|现在|一直|都)?归\s*{ZH_WHO}",
        rf"{ZH_WHAT}(?:有(?:事|问题|疑问)|出了?问题|的(?:事|问题)|要改)(?:请|就|都|先|直接)*(?:找|问|联系)\s*{ZH_WHO}",
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
    r"own|maintain|lead|led\b|manag|\brun|look|care|charge|responsib|belong|job|hands|duty|handl|cover"
    r"|\b(?:[Aa]sk|[Cc]ontact|(?:[Gg]o|[Tt]alk|[Tt]urn|[Ww]rite|[Ss]peak) to) "
    r"(?:[A-Z]|the \w+ (?:team|squad|group|office) (?:about|for|on|with)\b)|['’]s$"
    r"|(?:找|问|联系)\S{2,4}$|对接|接口人|归|负责|管|维护|主|牵头|接手|跟进|把关"
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
