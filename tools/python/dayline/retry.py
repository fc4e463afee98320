"""The retry policy of calls, as docs/protocol.md defines it, without sockets."""

from __future__ import annotations

import random
from typing import Callable

from .errors import DaylineError, NotRunning

#: Maximum number of attempts.
ATTEMPTS = 3
#: Delay before the second attempt; it doubles with each further one.
FIRST_DELAY_SECONDS = 0.02
#: Fraction of a delay that is added or subtracted at random.
JITTER = 0.2
#: Codes of transient failures.
TRANSIENT = frozenset({"UNAVAILABLE", "RESOURCE_EXHAUSTED"})


class RetryBudget:
    """The retry budget of a client: ten tokens, minus one per retry, plus a tenth per success.
    At half of the tokens retries stop until enough calls have succeeded."""

    LIMIT = 10.0
    REFILL = 0.1

    def __init__(self) -> None:
        self._tokens = self.LIMIT

    def record_success(self) -> None:
        """Refills a tenth of a token."""
        self._tokens = min(self.LIMIT, self._tokens + self.REFILL)

    def spend(self) -> bool:
        """Removes a token if more than half remain; returns True if it did."""
        if self._tokens <= self.LIMIT / 2:
            return False
        self._tokens -= 1
        return True


def delay(attempts: int, chance: Callable[[], float] = random.random) -> float:
    """Seconds to wait after a number of attempts; `chance` returns a number from 0 to 1."""
    jitter = JITTER * (2 * chance() - 1)
    return FIRST_DELAY_SECONDS * float(2 ** max(0, attempts - 1)) * (1 + jitter)


class Retries:
    """The attempts of one call."""

    def __init__(self, budget: RetryBudget, repeatable: bool) -> None:
        self._budget = budget
        self._repeatable = repeatable
        self._attempts = 0

    def record_success(self) -> None:
        """Records that an attempt has succeeded."""
        self._budget.record_success()

    def pause(self, problem: DaylineError, delivered: bool, seconds_left: float) -> float | None:
        """Seconds until the next attempt; None if the call is not retried."""
        self._attempts += 1
        if not self._repeatable or delivered or self._attempts >= ATTEMPTS:
            return None
        # NotRunning: the client has waited for the broker already.
        if problem.code not in TRANSIENT or isinstance(problem, NotRunning):
            return None
        seconds = delay(self._attempts)
        return seconds if seconds < seconds_left and self._budget.spend() else None
