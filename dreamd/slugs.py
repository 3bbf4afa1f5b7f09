"""Names for scripts: events of the log, and reasons why an attempt ended so. Once released they do not change."""

from __future__ import annotations

DREAM_STARTED = "dream.started"
DREAM_FINISHED = "dream.finished"
DREAM_RECOVERED = "dream.recovered"
ENTRY_REFUSED = "entry.refused"
MEMORY_ADDED = "memory.added"
MEMORY_CONFIRMED = "memory.confirmed"
MEMORY_FORGOTTEN = "memory.forgotten"
MEMORY_ORDERED = "memory.ordered"
MEMORY_PROMOTED = "memory.promoted"
REVIEW_ACCEPTED = "review.accepted"
REVIEW_REJECTED = "review.rejected"
MEMORY_PURGED = "memory.purged"
MEMORY_UNDONE = "memory.undone"
MEMORY_IMPORTED = "memory.imported"
SKILL_ADDED = "skill.added"
SKILL_REFUSED = "skill.refused"
MEMORY_ROTS = "memory.rots"
MEMORY_CLEANED = "memory.cleaned"
WATERMARK_FUTURE = "watermark.future"
DAEMON_STARTED = "daemon.started"
DAEMON_STOPPED = "daemon.stopped"
DAEMON_RETAKEN = "daemon.retaken"
DAEMON_DISPLACED = "daemon.displaced"
CONFIG_RELOADED = "config.reloaded"
CONFIG_REFUSED = "config.refused"
WATCH_REPAIRED = "watch.repaired"
WATCH_LIMITED = "watch.limited"
WATCH_OVERFLOW = "watch.overflow"
CLOCK_STEPPED = "clock.stepped"
RUN_FAILED = "run.failed"
RUN_SAID = "run.said"
DREAMS_HELD = "dreams.held"

REASONS = {
    "": "",
    "time": "too little time has passed since the last dream",
    "sessions": "too few new sessions have gathered",
    "backoff": "waiting after a failure",
    "paused": "paused after five failures in a row; dreamd once tries again",
    "locked": "another process is dreaming over this memory",
    "no_sessions": "no session has anything new to say",
    "nothing_kept": "the sessions were read, and nothing in them was worth keeping that is not known",
    "dry_run": "nothing was written",
    "checks": "the result did not pass its checks; the memory is as it was",
    "memory_changed": "the memory was changed meanwhile in a way that cannot be merged; the next dream tries again",
    "lock_lost": "another program took the lock file during the dream, or could after an hour; the memory is as it was",
    "worker_lost": "the worker process ended without a result",
    "limit_minutes": "the dream took too long",
    "crashed": "the process of the dream ended without a result; the memory is as it was",
    "engine": "the engine could not finish",
    "store": "the memory or dreamd's own state could not be read or written",
    "disk_full": "the disk is full",
    "io": "a file could not be read or written",
    "limit_turns": "the model did not come to an end within its rounds; the next dream tries again",
    "limit_tokens": "the dialog with the model grew too large for one prompt; the next dream tries again",
    "cost": "the dream would cost more than you allow; raise [dream] max_usd_per_dream or max_usd_per_month",
    "sandbox": "the worker could not be confined, and [dream] sandbox requires it; dreamd doctor says why",
}

MODEL = {
    "no_key": ("no key for the model was found", "set ANTHROPIC_API_KEY, or the variable that [dream] key_env names"),
    "no_cli": ("the program claude was not found", "install Claude Code, or choose another engine"),
    "bad_key": ("the model server did not accept the key", "check that it is valid, and paid for, and for this model"),
    "bad_request": ("the model server did not accept the request", "check [dream] model, effort and base_url"),
    "too_large": ("the prompt is too large for the model", "choose a model with room for 100,000 tokens"),
    "rate_limited": ("the model server asks for a pause", "the next dream waits for it"),
    "server": ("the model server had a fault of its own", "the next dream tries again"),
    "unreachable": ("the model server cannot be reached", "check the network and [dream] base_url"),
    "timeout": ("the model server did not answer in time", "the next dream tries again"),
    "not_a_model": ("what answered is no model", "check [dream] base_url and model, and whether a proxy is in the way"),
    "no_operations": (
        "the model does not answer in the form it is asked for",
        "choose another model or engine",
    ),
    "cut_off": ("the model's answer broke off", "the next dream tries again"),
    "refused": ("the model refused to answer", "look at the prompt with: dreamd replay"),
}
"""Why a prompt was not answered -> what happened, what the person can do."""

REASONS |= {slug: f"{what}; {remedy}" for slug, (what, remedy) in MODEL.items()}

SAVING = {
    "saved": "",
    "known": "already known: the memory says this",
    "unconfirmed": "nobody has said this yet; a person lifts the mark with: dreamd confirm",
    "empty": "there is nothing to remember; say it in one sentence",
    "too_long": "too long; say it shorter, one statement at a time",
    "secret": "the text holds a secret; secrets are never kept, leave it out",
    "output": "this reads like a tool's output, a paste or somebody else's words, and such text becomes no memory; say"
    " in one sentence of your own what follows from it",
    "injected": "this gives orders to agents behind the person's back, and such text becomes no memory",
    "procedure": "this is a procedure of several steps: to know is memory, to do the same way each time is a skill;"
    " make one: dreamd skills new NAME",
    "hidden": "the text holds characters that nobody sees; say it without them",
    "passing": "it passes with the day",
    "derived": "the code and its history tell this to whoever looks; what was surprising about it? Remember that",
    "instructed": "CLAUDE.md, AGENTS.md or GEMINI.md says this already, and agents read that anyway",
    "contradicts": "what was said is something else",
    "contained": "these hold the words, and say something else; without --yes you are asked about each",
    "taken_back": "a person took this statement back, and nobody has said it since",
    "index_full": "Tidy it with: dreamd govern; or add to a topic that is there: --topic NAME",
    "full": "there is no room for it at every start",
    "reserved": "a file that is read at every start is called so; name another topic, or leave --topic out",
    "unheard": "what is read at every start rests on the person's own words; quote them (--quote),"
    " or leave --topic out",
    "not_taken": "the memory does not take it",
    "alone": "a scheduled or headless run remembers nothing: no person is there to say it",
    "no_entry": "no entry holds these words; see them with: dreamd why WORDS",
    "several": "several entries hold these words; say more of the one that you mean",
    "foreign": "dreamd did not write this entry, and changes nothing of others; edit the file yourself",
    "not_said": "only a person confirms or forgets, at a terminal",
    "confirmed": "a person said so",
    "archived": "it stands in the archive now",
    "purged": "every copy that dreamd had is gone",
    "short": "a single word stands in too much that is another matter; edit the file by hand",
}
"""Why something was or was not kept, confirmed or forgotten."""

REASONS |= {slug: why for slug, why in SAVING.items() if slug not in REASONS}

SKILLS = {
    "bad_name": "a skill is called by a verb that dreamd knows and a noun, in small letters, digits and hyphens, "
    "such as write-standup",
    "taken": "there is a skill of this name, and none is overwritten; change that one, or choose another name",
    "no_trigger": 'its head must say when to use it: description: "Use when the person says ..."',
    "waiver": "it claims to waive an approval, or lets any command run; a skill is knowledge, never permission",
    "orders": "it gives agents orders behind the person's back; take them out, and look who wrote them",
    "hidden": "the text holds characters that nobody sees; take them out",
    "too_long": "agents are shown at most 20,000 characters; say it shorter, or move parts to files beside it",
    "empty": "there is nothing to make a skill of; give its text on standard input, or name a session: --from",
    "not_asked": "an agent makes a skill only where the person asks for one; quote their words from the session that is"
    " going on: --quote",
    "alone": "a scheduled or headless run makes no skill: no person is there to ask for it",
    "no_session": "no session of this project is called so; see them with: dreamd sessions",
    "nothing_asked": "the person asked for nothing in this session that could be done again",
}
"""Why no skill was made."""

REASONS |= {slug: why for slug, why in SKILLS.items() if slug not in REASONS}


def why(reason: str) -> str:
    """What happened, without what to do."""
    return MODEL[reason][0] if reason in MODEL else REASONS.get(reason, reason).partition("; ")[0]


PASSING = {
    kind: f"this will not help in three months: it is {what}; say what lasts of it: a rule with always or never, a"
    " usual value, a decision, a date as 2027-03-01"
    for kind, what in {
        "mood": "a mood",
        "progress": "progress",
        "waiting": "waiting for somebody or something",
        "account": "an account of what was done or happened",
        "once": "an order for this once",
        "soon": "a plan or a date of these days",
        "todo": "a to-do",
        "state": "a state of the moment",
        "question": "a question",
        "moment": "a task, a report or a guess of the moment",
    }.items()
}
"""Kind of what passes (``engines/embedded/fleeting``) -> why it is not kept."""
