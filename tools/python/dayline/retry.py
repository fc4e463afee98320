"""When a call is sent again: gRPC's retry policy, as docs/protocol.md has it. No sockets here."""

from __future__ import annotations

import random
from typing import Callable

from .errors import DaylineError, NotRunning

#: How often a call is sent in all.
ATTEMPTS = 3
#: The delay before the second attempt; twice as long before each that follows.
FIRST_DELAY_SECONDS = 0.02
#: The part of a delay by which it is longer or shorter at random.
JITTER = 0.2
#: Codes of refusals that may be over in a moment.
PASSING = frozenset({"UNAVAILABLE", "RESOURCE_EXHAUSTED"})


class RetryBudget:
    """What a client may spend on retries: ten tokens, one for a retry, a tenth back for a success.
    At half of them retries end, until enough calls have succeeded."""

    LIMIT = 10.0
    REFILL = 0.1

    def __init__(self) -> None:
        self._tokens = self.LIMIT

    def note_success(self) -> None:
        self._tokens = min(self.LIMIT, self._tokens + self.REFILL)

    def take(self) -> bool:
        """Takes a token, if there are more than half of them."""
        if self._tokens <= self.LIMIT / 2:
            return False
        self._tokens -= 1
        return True


def delay(attempts: int, chance: Callable[[], float] = random.random) -> float:
    """The seconds to wait after that many attempts; `chance` is from 0 to 1."""
    jitter = JITTER * (2 * chance() - 1)
    return FIRST_DELAY_SECONDS * 2 ** max(0, attempts - 1) * (1 + jitter)


class Retries:
    """The attempts of one call."""

    def __init__(self, budget: RetryBudget, repeatable: bool) -> None:
        self._budget = budget
        self._repeatable = repeatable
        self._attempts = 0

    def note_success(self) -> None:
        self._budget.note_success()

    def pause(self, problem: DaylineError, delivered: bool, seconds_left: float) -> float | None:
        """The seconds until the next attempt; None when the problem stands."""
        self._attempts += 1
        if not self._repeatable or delivered or self._attempts >= ATTEMPTS:
            return None
        # Nobody listened for as long as the client waits for that.
        if problem.code not in PASSING or isinstance(problem, NotRunning):
            return None
        seconds = delay(self._attempts)
        return seconds if seconds < seconds_left and self._budget.take() else None
