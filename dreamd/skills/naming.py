"""Whether a skill is called by what it does: a verb and a noun; pure."""

from __future__ import annotations

import re

SHAPE = re.compile(r"(?=.{3,64}$)[a-z0-9]+(?:-[a-z0-9]+)+")
VERB_WORDS = """
abort accept adapt add address adjust adopt advise alert align allow analyse analyze annotate announce answer append
apply approve archive arrange ask assemble assess assign attach audit back backup bake balance ban batch begin
benchmark bind bisect block book boot bootstrap borrow bounce branch break brief bring browse brush build bump buy
cache calculate call cancel capture carry cast catch certify change chart chase chat check choose cite claim classify
clean clear clip clone close cluster code collect combine comment commit compare compile compose compress compute
condense conduct configure confirm connect consolidate consult contact contain continue contrast contribute control
convene convert cook coordinate copy correct count create crop cross cut cycle deal debug decide declare decline
decode deduct defend define delay delegate delete deliver demo deny deploy derive describe design destroy detect
develop diagnose diff digest direct disable discard discover discuss dispatch display distill distribute divide dock
document double download draft drain draw drive drop dump duplicate ease edit elicit email emit empty enable encode
encrypt end enforce engage enhance enrich enrol enroll ensure enter enumerate equip erase escalate escape establish
estimate evaluate examine exclude execute exercise exit expand expire explain explore export expose extend extract
face feed fetch figure file fill filter find finish fix flag flash flatten flush fold follow force forecast fork
format forward frame freeze fund gain gather gauge generate get give go grab grade grant graph greet grep group grow
guard guess guide hack hand handle harden hash help hide highlight hire hold hook host hunt identify illustrate
implement import improve index inform ingest inherit inject inline insert inspect install instruct integrate interpret
interview introduce invent invert invite invoice isolate issue iterate join judge jump justify keep kick kill label
land launch lay lead learn leave lend level lift limit line link lint list listen live load localise localize lock log
look lower mail maintain make manage map mark mask master measure meet mend mention merge migrate mine mint mirror mix
mock model modify monitor mount move mute name narrow navigate negotiate nest nominate note notify nudge number
observe obtain offer onboard open operate optimise optimize orchestrate order organise organize outline own pack
package page paint pair parse patch pause pay perform permit persist phone phrase pick pilot pin pipe pitch place plan
plant play plot plug point polish poll pool populate port post power practice practise predict prepare present
preserve press prevent preview price print probe process produce profile program promote propose protect prove provide
provision proxy prune publish pull purge push put quantify query question queue quit quote race raise rank reach react
read rebase rebuild recall recap receive reclaim recommend reconcile record recover recruit recycle redact redeem
redirect reduce refactor refresh regenerate register rehearse reindex reject relate relay release reload remember
remind remove rename render renew rent reopen repair repeat rephrase replace reply report represent reproduce request
reschedule rescue research reserve reset resize resolve respond rest restart restore restrict resume retain retire
retrieve retry return reuse reveal revert review revise revoke reward rewire rewrite ring roll rollback rotate round
route rule run sample save say scaffold scale scan schedule scope score scout scrape screen script scrub seal search
secure see seed seek segment select sell send sense separate serve set settle setup shape share sharpen shelve shift
ship shop show shrink shut sift sign signal silence simplify simulate size sketch skim skip slice smoke snapshot sniff
snooze solve sort sound source spawn speak specify speed spell spend spin split spot spread sprint squash stack staff
stage stamp start stash state steer step stitch stock stop store streamline strip structure stub study style submit
subscribe subtract suggest sum summarise summarize supply support surface survey suspend swap sweep switch sync
synchronise synchronize tag tail take tally tap target teach tear tell terminate test thank think throttle throw tidy
tie tighten time toggle top touch tour trace track trade train transcribe transfer transform translate transmit trap
travel treat triage trigger trim troubleshoot truncate trust try tune turn type unblock understand undo unify
uninstall unlock unpack unsubscribe update upgrade upload upsert use vacuum validate vary vendor verify version vet
view visit visualise visualize vote wait wake walk warm warn wash watch water weed weigh welcome wipe wire work wrap
write yield zip zoom
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
