"""Tests of tables of pyarrow, which tools/test runs in an environment that has it."""

import os
import sys
import tempfile
import unittest

import pyarrow.parquet

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)),
                os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]

from dayline import tables  # noqa: E402
from test_tables import Bus  # noqa: E402


class TablesTest(unittest.TestCase):
    def test_samples_are_a_table_with_the_unit(self):
        table = tables.samples(Bus(), "heartRate")

        self.assertEqual(table.column("value").to_pylist(), [60.0, 61.0, 62.5])
        self.assertEqual(table.column("source").to_pylist(), ["Ring", "Ring", "Watch"])
        self.assertEqual(table.schema.metadata, {b"metric": b"heartRate", b"unit": b"count/min"})

    def test_missing_totals_of_days_are_null(self):
        table = tables.days(Bus(), "heartRate")

        self.assertEqual(table.column("average").to_pylist(), [61.2, None])
        self.assertEqual(str(table.column("day").to_pylist()[0]), "2026-01-01")

    def test_a_parquet_file_has_the_same_samples(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "heartRate.parquet")
            count = tables.write_parquet(Bus(), "heartRate", path)
            table = pyarrow.parquet.read_table(path)

        self.assertEqual(count, 3)
        self.assertTrue(table.equals(tables.samples(Bus(), "heartRate"), check_metadata=True))


if __name__ == "__main__":
    unittest.main()
