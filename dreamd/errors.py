"""What can go wrong, as a tree.

    DreamdError                 exit code 1
    ├── ConfigError             exit code 2: a setting, an option or the environment
    ├── LockHeld                exit code 75: another process dreams here
    ├── StoreError              the memory, the history or our own state
    │   ├── TopicInvalid        a memory file we cannot read as a topic
    │   ├── BudgetExceeded      a write would pass a size limit
    │   └── HistoryConflict     an undo meets a later change
    ├── PolicyViolation         somebody asked for what dreamd never does
    ├── EngineError             the engine could not finish
    │   └── ModelFailed         a prompt was not answered
    ├── ServiceError            systemd or launchd did not do what it was asked
    ├── LimitReached            minutes, tokens or dollars ran out
    └── WorkerLost              the restricted process ended without a result
        └── Unconfined          it got no work, since it could not be restricted as it must be

Each error is made from its data and formats itself: what happened, to what, and (in ``fix``) what to do next. A closed
gate, nothing new, a rejected dream and a bad transcript line are results, not errors.
"""

from __future__ import annotations

from typing import ClassVar


class DreamdError(Exception):
    """Root of the tree.

    Args:
        message: what happened, to what; one line.
        fix: what the person can do next; one line, may be empty.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, fix: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix

    @property
    def kind(self) -> str:
        """Stable name for scripts, e.g. ``ConfigError``."""
        return type(self).__name__

    def __str__(self) -> str:
        return f"{self.message}\n{self.fix}" if self.fix else self.message


class ConfigError(DreamdError):
    """A setting, an option or the environment is not usable."""

    exit_code = 2


class LockHeld(DreamdError):
    """Another process holds the lock of this memory."""

    exit_code = 75


class StoreError(DreamdError):
    """The memory, the history or our own state could not be read or written."""


class TopicInvalid(StoreError):
    """A memory file cannot be read as a topic."""


class BudgetExceeded(StoreError):
    """A write would pass a size limit."""


class HistoryConflict(StoreError):
    """An undo meets a later change."""


class PolicyViolation(DreamdError):
    """Somebody asked for what dreamd never does."""


class EngineError(DreamdError):
    """The engine could not finish."""


class ModelFailed(EngineError):
    """A prompt was not answered.

    Args:
        reason: slug, see ``slugs.REASONS``.
        message: what happened, for people; holds no secret.
        fix: what the person can do; may be empty.
        retry_after: seconds after which the same prompt may succeed; ``None`` where trying again is of no use.
        usd: what the other side says that it cost all the same.
    """

    def __init__(
        self, reason: str, message: str, fix: str = "", retry_after: float | None = None, usd: float = 0.0
    ) -> None:
        super().__init__(message, fix)
        self.reason = reason
        self.retry_after = retry_after
        self.usd = usd


class ServiceError(DreamdError):
    """Systemd or launchd did not do what it was asked."""


class LimitReached(DreamdError):
    """Minutes, tokens or dollars ran out.

    Args:
        message: which limit, and how far it was passed.
        fix: the setting that holds it.
        reason: slug, see ``slugs.REASONS``.
    """

    def __init__(self, message: str, fix: str = "", reason: str = "limit_minutes") -> None:
        super().__init__(message, fix)
        self.reason = reason


class WorkerLost(DreamdError):
    """The restricted process ended without a result."""


class Unconfined(WorkerLost):
    """The worker could not be restricted as it must be, and got no work."""
