"""Tests of the retry policy, without a socket."""

import math
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from dayline.errors import NotFound, NotRunning, ResourceExhausted, Unavailable  # noqa: E402
from dayline.retry import ATTEMPTS, Retries, RetryBudget, delay  # noqa: E402


class Delays(unittest.TestCase):
    def test_each_delay_is_twice_the_previous_one_with_a_jitter_of_a_fifth(self):
        for attempts, seconds in [(1, 0.02), (2, 0.04)]:
            for chance, factor in [(0, 0.8), (0.5, 1), (1, 1.2)]:
                self.assertAlmostEqual(delay(attempts, lambda: chance), seconds * factor)


class Attempts(unittest.TestCase):
    def pause(self, problem, repeatable=True, delivered=False, left=30.0, budget=None):
        return Retries(budget or RetryBudget(), repeatable).pause(problem, delivered, left)

    def test_a_transient_failure_is_retried(self):
        for problem in [Unavailable("No."), ResourceExhausted("No.")]:
            self.assertIsNotNone(self.pause(problem))
            self.assertIsNotNone(self.pause(problem, left=math.inf))

    def test_permanent_failures_and_unsafe_calls_are_not_retried(self):
        busy = Unavailable("No.")
        self.assertIsNone(self.pause(NotFound("No.")))
        self.assertIsNone(self.pause(NotRunning("No.")))
        self.assertIsNone(self.pause(busy, repeatable=False))
        self.assertIsNone(self.pause(busy, delivered=True))
        self.assertIsNone(self.pause(busy, left=0.001))

    def test_there_are_at_most_three_attempts(self):
        retries = Retries(RetryBudget(), True)
        pauses = [retries.pause(Unavailable("No."), False, 30.0) for _ in range(ATTEMPTS)]

        self.assertEqual([pause is None for pause in pauses], [False, False, True])

    def test_retries_stop_at_half_the_budget_and_ten_successes_add_one(self):
        budget = RetryBudget()
        self.assertEqual([budget.spend() for _ in range(6)], [True] * 5 + [False])

        for _ in range(9):
            budget.record_success()
        self.assertTrue(budget.spend())
        self.assertFalse(budget.spend())


if __name__ == "__main__":
    unittest.main()
