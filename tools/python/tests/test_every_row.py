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
        (self.body, self.columns), = sent

    def test_each_kind_of_item_is_sent(self):
        self.assertEqual([list(row) for row in self.body["rows"]],
                         [["workout"], ["correlation"], ["activitySummary"]])
        self.assertEqual(self.columns["value"].tolist(), [250, 3, 4, 5, 121, 79])
        self.assertEqual(self.columns["length"].tolist(), [1, 3, 1, 1])

    def test_damaged_and_unknown_items_are_counted(self):
        self.assertEqual([(item["type"], item["line"]) for item in self.body["quarantined"]],
                         [("water", 7), ("ActivitySummary", 8)])
        self.assertEqual(self.body["ignored"], {"mood": 1})

    def test_the_page_shows_the_code_that_runs(self):
        with open(os.path.join(EXAMPLES, "every_row.py")) as file:
            source = file.read()
        with open(os.path.join(ROOT, "docs", "importers.md")) as file:
            page = file.read()

        examples = re.findall(r"# example: \w+\n(.*?)\n# end", source, re.S)

        self.assertEqual(len(examples), 6)
        for example in examples:
            self.assertIn(f"```python\n{example.strip()}\n```", page)


if __name__ == "__main__":
    unittest.main()
