"""Tests of processing received messages."""

import math
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from dayline import wire  # noqa: E402
from dayline.call import Call  # noqa: E402
from dayline.errors import DataLoss, DeadlineExceeded, NotFound  # noqa: E402
from dayline.change_feed import ChangeFeed  # noqa: E402


def arrived(kind, call, **fields):
    return wire.parse(wire.content(kind, call.id, **fields))


class Calls(unittest.TestCase):
    def test_a_repeated_item_counts_once(self):
        call = Call("s/M", window=4)
        first = arrived(wire.ITEM, call, body={"n": 0}, number=0)

        self.assertEqual(call.process(first), [{"n": 0}])
        self.assertEqual(call.process(first), [])

    def test_a_gap_is_data_loss(self):
        call = Call("s/M", window=4)

        with self.assertRaises(DataLoss):
            call.process(arrived(wire.ITEM, call, body={}, number=1))

    def test_a_final_that_counts_more_items_is_data_loss(self):
        call = Call("s/M", window=4)
        call.process(arrived(wire.ITEM, call, body={}, number=0))

        with self.assertRaises(DataLoss):
            call.process(arrived(wire.FINAL, call, body={}, number=2))

    def test_a_failure_raises_the_exception_of_its_code(self):
        call = Call("s/M")

        with self.assertRaises(NotFound) as raised:
            call.process(arrived(wire.FINAL, call, status=5,
                              header={"message": "No.", "hint": "Look."}))
        self.assertEqual((raised.exception.code, raised.exception.hint), ("NOT_FOUND", "Look."))
        self.assertTrue(call.is_over)

    def test_the_remaining_time_is_sent_and_zero_without_a_limit(self):
        self.assertEqual(wire.PREAMBLE.unpack(Call("s/M", timeout=2).request[0])[5], 2000)
        self.assertEqual(wire.PREAMBLE.unpack(Call("s/M", timeout=math.inf).request[0])[5], 0)

    def test_contract_and_trace_are_sent(self):
        trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        request = Call("s/M", contract=3, repeatable=True, traceparent=trace).request

        self.assertEqual(wire.PREAMBLE.unpack(request[0])[3], 3 << 8 | wire.REPEATABLE)
        self.assertEqual(wire.parse(request).header, {"traceparent": trace})

    def test_a_contract_that_does_not_fit_into_the_preamble_is_rejected(self):
        for contract in [-1, 256]:
            with self.assertRaises(ValueError):
                Call("s/M", contract=contract)

    def test_numbers_that_json_cannot_represent_are_rejected(self):
        for number in [math.nan, math.inf]:
            with self.assertRaises(ValueError):
                Call("s/M", {"value": number})

    def test_a_call_without_a_final_ends_after_its_deadline(self):
        with self.assertRaises(DeadlineExceeded):
            Call("s/M", timeout=-1).seconds_left()


class ChangeFeeds(unittest.TestCase):
    def page(self, numbers, latest):
        return {"changes": [{"number": number} for number in numbers], "latest": latest}

    def test_without_a_number_only_later_changes_are_read(self):
        feed = ChangeFeed(None)

        self.assertEqual(list(feed.apply(self.page([1], 7))), [])
        self.assertEqual((feed.number, feed.wants_page()), (7, False))

    def test_pages_are_read_until_the_latest_change(self):
        feed = ChangeFeed(0)

        self.assertEqual(len(list(feed.apply(self.page([1, 2], 5)))), 2)
        self.assertTrue(feed.wants_page())
        list(feed.apply(self.page([], 5)))
        self.assertFalse(feed.wants_page())

    def test_the_event_of_a_known_change_does_not_read_the_log(self):
        feed = ChangeFeed(5)
        list(feed.apply(self.page([], 5)))

        self.assertFalse(feed.should_read(
            {"topic": "change.setting", "number": 5, "fields": {}}))
        self.assertTrue(feed.should_read(
            {"topic": "change.setting", "number": 6, "fields": {}}))

    def test_the_log_is_read_after_a_restart_of_storage_or_a_new_subscription(self):
        feed = ChangeFeed(5)
        list(feed.apply(self.page([], 5)))

        for topic, fields in [("bus.subscribed", {}), ("worker.ready", {"name": "storage"})]:
            self.assertTrue(feed.should_read({"topic": topic, "number": 1, "fields": fields}))
        self.assertFalse(feed.should_read(
            {"topic": "worker.ready", "number": 1, "fields": {"name": "ingestion"}}))


if __name__ == "__main__":
    unittest.main()
