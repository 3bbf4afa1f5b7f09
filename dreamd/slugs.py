"""Names for scripts: events of the log, and reasons why an attempt ended so. Once released they do not change."""

from __future__ import annotations

DREAM_STARTED = "dream.started"
DREAM_FINISHED = "dream.finished"
DREAM_RECOVERED = "dream.recovered"
ENTRY_REFUSED = "entry.refused"
MEMORY_UNDONE = "memory.undone"
WATERMARK_FUTURE = "watermark.future"

REASONS = {
    "": "",
    "time": "too little time has passed since the last dream",
    "sessions": "too few new sessions have gathered",
    "backoff": "waiting after a failure",
    "paused": "paused after five failures in a row; dreamd once tries again",
    "locked": "another process is dreaming over this memory",
    "no_sessions": "no session has anything new to say",
    "nothing_kept": "the new sessions were read, and nothing in them was worth keeping",
    "dry_run": "nothing was written",
    "checks": "the result did not pass its checks; the memory is as it was",
    "memory_changed": "the memory was changed meanwhile in a way that cannot be merged; the next dream tries again",
    "lock_lost": "another program took the lock file during the dream; the memory is as it was",
    "worker_lost": "the worker process ended without a result",
    "limit_minutes": "the dream took too long",
    "engine": "the engine could not finish",
    "store": "the memory or dreamd's own state could not be read or written",
    "disk_full": "the disk is full",
    "io": "a file could not be read or written",
}
