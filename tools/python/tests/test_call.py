"""What a call makes of what arrives, whatever that is."""

import math
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from dayline import wire  # noqa: E402
from dayline.call import Call  # noqa: E402
from dayline.errors import DataLoss, DeadlineExceeded, NotFound  # noqa: E402
from dayline.trail import Trail  # noqa: E402


def arrived(kind, call, **fields):
    return wire.parse(wire.content(kind, call.id, **fields))


class Calls(unittest.TestCase):
    def test_an_item_that_comes_twice_counts_once(self):
        call = Call("s/M", window=4)
        first = arrived(wire.ITEM, call, body={"n": 0}, number=0)

        self.assertEqual(call.take(first), [{"n": 0}])
        self.assertEqual(call.take(first), [])

    def test_a_gap_is_data_loss(self):
        call = Call("s/M", window=4)

        with self.assertRaises(DataLoss):
            call.take(arrived(wire.ITEM, call, body={}, number=1))

    def test_a_final_that_counts_more_items_is_data_loss(self):
        call = Call("s/M", window=4)
        call.take(arrived(wire.ITEM, call, body={}, number=0))

        with self.assertRaises(DataLoss):
            call.take(arrived(wire.FINAL, call, body={}, number=2))

    def test_a_failure_is_an_exception_of_its_own(self):
        call = Call("s/M")

        with self.assertRaises(NotFound) as raised:
            call.take(arrived(wire.FINAL, call, status=5,
                              header={"message": "No.", "hint": "Look."}))
        self.assertEqual((raised.exception.code, raised.exception.hint), ("NOT_FOUND", "Look."))
        self.assertTrue(call.is_over)

    def test_time_left_travels_and_zero_is_no_limit(self):
        self.assertEqual(wire.PREAMBLE.unpack(Call("s/M", timeout=2).request[0])[5], 2000)
        self.assertEqual(wire.PREAMBLE.unpack(Call("s/M", timeout=math.inf).request[0])[5], 0)

    def test_contract_and_trace_travel(self):
        trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        request = Call("s/M", contract=3, repeatable=True, traceparent=trace).request

        self.assertEqual(wire.PREAMBLE.unpack(request[0])[3], 3 << 8 | wire.REPEATABLE)
        self.assertEqual(wire.parse(request).header, {"traceparent": trace})

    def test_a_contract_that_the_preamble_has_no_room_for_is_refused(self):
        for contract in [-1, 256]:
            with self.assertRaises(ValueError):
                Call("s/M", contract=contract)

    def test_numbers_that_json_has_no_text_for_are_refused(self):
        for number in [math.nan, math.inf]:
            with self.assertRaises(ValueError):
                Call("s/M", {"value": number})

    def test_a_call_ends_here_when_nobody_says_that_its_time_is_over(self):
        with self.assertRaises(DeadlineExceeded):
            Call("s/M", timeout=-1).seconds_left()


class Trails(unittest.TestCase):
    def page(self, numbers, latest):
        return {"changes": [{"number": number} for number in numbers], "latest": latest}

    def test_without_a_number_only_what_comes_is_told(self):
        trail = Trail(None)

        self.assertEqual(list(trail.take(self.page([1], 7))), [])
        self.assertEqual((trail.number, trail.wants_page()), (7, False))

    def test_pages_are_asked_for_until_the_newest(self):
        trail = Trail(0)

        self.assertEqual(len(list(trail.take(self.page([1, 2], 5)))), 2)
        self.assertTrue(trail.wants_page())
        list(trail.take(self.page([], 5)))
        self.assertFalse(trail.wants_page())

    def test_a_change_that_was_read_asks_for_nothing(self):
        trail = Trail(5)
        list(trail.take(self.page([], 5)))

        self.assertFalse(trail.may_have_more(
            {"topic": "change.setting", "number": 5, "fields": {}}))
        self.assertTrue(trail.may_have_more(
            {"topic": "change.setting", "number": 6, "fields": {}}))

    def test_the_log_is_asked_when_storage_is_back_or_a_subscription_begins(self):
        trail = Trail(5)
        list(trail.take(self.page([], 5)))

        for topic, fields in [("bus.subscribed", {}), ("worker.ready", {"name": "storage"})]:
            self.assertTrue(trail.may_have_more({"topic": topic, "number": 1, "fields": fields}))
        self.assertFalse(trail.may_have_more(
            {"topic": "worker.ready", "number": 1, "fields": {"name": "ingestion"}}))


if __name__ == "__main__":
    unittest.main()
