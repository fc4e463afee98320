#!/usr/bin/env python3
"""Tests of the search of logs for health data."""
import os
import sqlite3
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import log_search  # noqa: E402


class LogSearchTests(unittest.TestCase):
    def found(self, *lines):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "logs"))
            with open(os.path.join(folder, "logs", "tracker.log"), "w", encoding="utf-8") as log:
                log.writelines(line + "\n" for line in lines)
            database = sqlite3.connect(os.path.join(folder, "dayline.sqlite"))
            database.execute("CREATE TABLE entry (value, entered_amount, note, reason, place, answer)")
            database.execute("CREATE TABLE day_total (sum, min, max, last)")
            database.execute("INSERT INTO entry VALUES (83.719, 12.0, 'zwiebelkuchen', NULL, 'home', NULL)")
            database.execute("INSERT INTO day_total VALUES (1234.5, 1.5, 7.25, 9)")
            database.commit()
            database.close()
            values = log_search.values(os.path.join(folder, "dayline.sqlite"))
            return [text for _, text in log_search.findings(folder, *values)]

    def test_values_are_found_in_text_and_json(self):
        self.assertEqual(1, len(self.found("2026-11-27T12:00:00.000Z info tracker: logged 83.719 kg")))
        self.assertEqual(1, len(self.found("2026-11-27T12:00:00.000Z warning tracker: \"zwiebelkuchen\" is bad")))
        self.assertEqual(1, len(self.found('{"time":"2026-11-27T12:00:00.000Z","level":"error","message":"1234.5"}')))
        self.assertEqual(2, len(self.found("2026-11-27T12:00:00.000Z error tracker: crash 83.719", "at 83.719")))

    def test_planted_values_are_found_without_the_database(self):
        self.assertEqual(2, len(self.found(
            "2026-11-27T12:00:00.000Z error ingestion: could not convert '77.31415926x'",
            "2026-11-27T12:00:00.000Z debug ingestion: 31415926",
            "2026-11-27T12:00:00.000Z info ingestion: 31415926 steps")))

    def test_other_numbers_and_quiet_levels_are_not_findings(self):
        self.assertEqual([], self.found(
            "2026-11-27T12:00:00.000Z debug tracker: logged 83.719 kg",
            '{"time":"2026-11-27T12:00:00.000Z","level":"trace","message":"zwiebelkuchen"}',
            "2026-11-27T12:00:00.000Z info tracker: 1.5 of 12 at home in 183.719 s, 83.7191 and 7.25"))


if __name__ == "__main__":
    unittest.main()
