"""What an importer hands over, and what it cannot."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from dayline.importer import Batches  # noqa: E402


class BatchesTest(unittest.TestCase):
    def setUp(self):
        self.sent = []
        self.batches = Batches(self.sent.append)
        self.water = self.batches.series("dietaryWater", "mL", "Bottle")

    def test_numbers_without_room_are_refused_and_the_rest_is_whole(self):
        self.batches.append(self.water, 1, 2, 250)
        for start, end, value in [(1 << 63, 0, 1), (0, -(1 << 63) - 1, 1), (0, 0, 10**400)]:
            with self.assertRaises(ValueError):
                self.batches.append(self.water, start, end, value)
        self.batches.append(self.water, -(1 << 63), (1 << 63) - 1, 3)

        self.batches.flush()

        (_, columns), = self.sent
        self.assertEqual(columns["length"].tolist(), [2])
        self.assertEqual(columns["start"].tolist(), [1, -(1 << 63)])
        self.assertEqual(columns["end"].tolist(), [2, (1 << 63) - 1])
        self.assertEqual(columns["value"].tolist(), [250.0, 3.0])


if __name__ == "__main__":
    unittest.main()
