"""Tests of the importer with every kind of item, and of the page that shows it."""

import io
import os
import re
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
EXAMPLES = os.path.join(ROOT, "tools", "python", "examples")
sys.path[:0] = [os.path.join(ROOT, "tools", "python"), EXAMPLES]

import every_row  # noqa: E402
from dayline.importer import Batches  # noqa: E402

CONTENT = """water,1767225600000,250
night,1767225600000,core,deep,rem
run,1767261600000,50,10000
pressure,1767225600000,121,79
rings,2026-01-01,12,10
habit,Read,2026-01-01,15,skip,,20
mood,5
water,yesterday,250
rings,2026-02-30,12,10
"""


class EveryRowTest(unittest.TestCase):
    def setUp(self):
        sent = []
        batches = Batches(sent.append)
        every_row.read(io.BytesIO(CONTENT.encode()), batches)
        batches.finish()
        (self.tracker, self.entries), (self.body, self.columns) = sent

    def test_each_kind_of_item_is_sent(self):
        self.assertEqual([list(row) for row in self.body["rows"]],
                         [["workout"], ["correlation"], ["activitySummary"]])
        self.assertEqual(self.columns["value"].tolist(), [250, 3, 4, 5, 121, 79])
        self.assertEqual(self.columns["length"].tolist(), [1, 3, 1, 1])

    def test_an_activity_and_its_entries_are_sent(self):
        part = self.tracker["tracker"]
        self.assertEqual([activity["key"] for activity in part["activities"]], ["Read"])
        self.assertEqual(part["activities"][0]["reminders"], ["08:05"])
        self.assertEqual(part["activities"][0]["reminderWeekdays"], [1, 3])
        self.assertEqual(part["entries"], {"activities": ["Read"]})
        self.assertEqual(self.entries["day"].tolist(), [20454, 20455, 20457])
        self.assertEqual(self.entries["form"].tolist(), [2, 1, 2])
        self.assertEqual(self.entries["value"].tolist(), [15, 0, 20])
        self.assertEqual(self.entries["extra"], b'{"reason": "ill"}\n')
        self.assertEqual(self.entries["id"], b"\n\n\n")

    def test_damaged_and_unknown_items_are_counted(self):
        self.assertEqual([(item["type"], item["line"]) for item in self.body["quarantined"]],
                         [("water", 8), ("ActivitySummary", 9)])
        self.assertEqual(self.body["ignored"], {"mood": 1})

    def test_the_page_shows_the_code_that_runs(self):
        with open(os.path.join(EXAMPLES, "every_row.py")) as file:
            source = file.read()
        with open(os.path.join(ROOT, "docs", "importers.md")) as file:
            page = file.read()

        examples = re.findall(r"# example: \w+\n(.*?)\n# end", source, re.S)

        self.assertEqual(len(examples), 7)
        for example in examples:
            self.assertIn(f"```python\n{example.strip()}\n```", page)


if __name__ == "__main__":
    unittest.main()
