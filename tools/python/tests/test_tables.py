"""Tests of tables as lines of JSON, with a bus of canned answers. pyarrow_tables.py has the others."""

import array
import io
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from dayline import tables  # noqa: E402


class Bus:
    """Answers with two parts of samples, and two days."""

    def __init__(self):
        self.requests = []

    def stream(self, method, request, **_):
        self.requests.append(request)
        if request.get("from") != "1900-01-01":
            for source, values in (("Ring", [60.0, 61.0]), ("Watch", [62.5])):
                starts = array.array("q", [1_767_225_600_000 + 1000 * i for i in range(len(values))])
                yield ({"source": source, "device": "", "isEntered": False,
                        "resolution": "raw"},
                       {"start": starts, "end": starts, "value": array.array("d", values)})
        return {"metric": request["name"], "unit": "count/min", "samples": 3}

    def call(self, method, request, **_):
        self.requests.append(request)
        return {"unit": "count/min", "days": [
            {"day": "2026-01-01", "sum": 183.5, "average": 61.2, "samples": 3},
            {"day": "2026-01-02", "sum": 0, "samples": 0}]}


class LinesTest(unittest.TestCase):
    def test_each_sample_is_a_line_of_json(self):
        file = io.StringIO()

        count = tables.write_lines(Bus(), "heartRate", file)

        rows = [json.loads(line) for line in file.getvalue().splitlines()]
        self.assertEqual(count, 3)
        self.assertEqual(rows[1], {
            "metric": "heartRate", "start": "2026-01-01T00:00:01.000Z",
            "end": "2026-01-01T00:00:01.000Z", "value": 61.0, "source": "Ring", "device": "",
            "isEntered": False, "resolution": "raw"})

    def test_a_range_of_days_is_requested(self):
        bus = Bus()
        tables.write_lines(bus, "heartRate", io.StringIO(), "2026-01-01", "2026-01-31")

        self.assertEqual(bus.requests, [
            {"name": "heartRate", "from": "2026-01-01", "to": "2026-01-31"}])


if __name__ == "__main__":
    unittest.main()
