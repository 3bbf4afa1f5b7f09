"""Whether a skill is called by what it does: a verb and a noun; pure."""

from __future__ import annotations

import re

SHAPE = re.compile(r"(?=.{3,64}$)[a-z0-9]+(?:-[a-z0-9]+)+")
VERB_WORDS = """
accept add adjust analyse analyze announce answer apply approve archive arrange ask assemble assess assign attach
audit backup balance begin benchmark bisect book boot bootstrap brief build bump cache calculate call cancel capture
catch change chart check choose classify clean clear clone close code collect combine comment commit compare compile
compose compress compute configure confirm connect consolidate convert copy correct count create cut debug decide
decode define delete deliver deploy describe design detect diagnose diff discover dispatch distill document download
draft draw drop dump edit email enable encode end enforce escalate estimate evaluate examine execute explain explore
export extend extract fetch file fill filter find finish fix flash flush follow forecast format forward gather
generate get give go grade group handle harden help hire host identify implement import improve index inform inspect
install integrate interview invite invoice issue join judge keep label launch lay learn link lint list load localise
localize lock log look maintain make manage map mark measure merge migrate mock model modify monitor mount move name
negotiate note notify onboard open optimise optimize order organise organize outline pack package page parse patch pay
perform pick pin plan play poll post predict prepare present preview print probe process produce profile promote
propose protect provide provision prune publish pull purge push put query quote rank read rebase rebuild receive
recommend record recover reduce refactor refresh register reject release reload remind remove rename render renew
repair replace reply report request research reserve reset resize resolve restart restore retire retrieve return
revert review revise revoke rewrite roll rollback rotate route run sample save scaffold scale scan schedule score
scrape search secure seed select send serve set set setup sharpen shift ship show shrink shut sign simplify size
sketch solve sort split squash stage start stop store streamline style submit subscribe suggest summarise summarize
support survey switch sync synchronise synchronize tag take teach tell test tidy time track train transcribe transform
translate triage trim troubleshoot try tune turn type undo uninstall unlock unpack update upgrade upload use validate
verify version view visit visualise visualize vote wait walk warm warn watch weigh wire work wrap write
"""
VERBS = frozenset(VERB_WORDS.split())
MADE = re.compile(r"[a-z]{2,}(?:ise|ize|ify|ate)|(?:re|un|de|dis|pre|over|cross)([a-z]{3,})")
"""How a verb is made of another word."""


def verb_noun(name: str) -> bool:
    """Whether the name is ``verb-noun`` (``write-standup``), with any more words behind."""
    if not SHAPE.fullmatch(name):
        return False
    first = name.partition("-")[0]
    made = MADE.fullmatch(first)
    return first in VERBS or (made is not None and (made[1] is None or made[1] in VERBS))
