"""Tests of the importer kit."""

import array
import io
import json
import os
import sys
import unittest
import unittest.mock

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from dayline import importer  # noqa: E402
from dayline.importer import Batches  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
with open(os.path.join(ROOT, "Tests", "PluginKitTests", "Vectors", "samples.json")) as vectors:
    VECTORS = json.load(vectors)
with open(os.path.join(ROOT, "Tests", "PluginKitTests", "Vectors", "rows.json")) as vectors:
    ROW_VECTORS = json.load(vectors)


class VectorsTest(unittest.TestCase):
    """The samples that the Swift kit is tested with as well."""

    def quarantined(self, append):
        sent = []
        batches = Batches(sent.append, {"nonNegative": VECTORS["nonNegative"]})
        for index, vector in enumerate(VECTORS["samples"]):
            series = batches.series(vector["metric"], "count", "Test")
            append(batches, series, vector, importer.Line("x", index * 10, index + 1))
        batches.flush()
        stored = sum(len(columns["start"]) for _, columns in sent if columns)
        return stored, [item for body, _ in sent for item in body["quarantined"]]

    def test_an_invalid_sample_is_quarantined_with_its_location(self):
        stored, quarantined = self.quarantined(
            lambda batches, series, v, line: batches.append(
                series, v["start"], v["end"], float(v["value"]), line))

        rejected = [(i, v) for i, v in enumerate(VECTORS["samples"]) if v["reason"]]
        self.assertEqual([item["reason"] for item in quarantined], [v["reason"] for _, v in rejected])
        self.assertEqual([item["line"] for item in quarantined], [i + 1 for i, _ in rejected])
        self.assertEqual([item["offset"] for item in quarantined], [i * 10 for i, _ in rejected])
        self.assertEqual(stored, len(VECTORS["samples"]) - len(rejected))

    def test_columns_with_an_invalid_sample_lose_only_that_sample(self):
        def append(batches, series, v, _):
            columns = [array.array(code, [0, number]) for code, number in (
                ("q", v["start"]), ("q", v["end"]), ("d", float(v["value"])))]
            batches.extend(series, *columns)

        stored, quarantined = self.quarantined(append)

        reasons = [v["reason"] for v in VECTORS["samples"] if v["reason"]
                   for _ in range(1 if v["metric"] else 2)]
        self.assertEqual([item["reason"] for item in quarantined], reasons)
        self.assertEqual(stored, 2 * len(VECTORS["samples"]) - len(reasons))


class BatchesTest(unittest.TestCase):
    def setUp(self):
        self.sent = []
        self.batches = Batches(self.sent.append)
        self.water = self.batches.series("dietaryWater", "mL", "Bottle")

    def reasons(self):
        self.batches.flush()
        return [item["reason"] for body, _ in self.sent for item in body["quarantined"]]

    def test_numbers_out_of_range_are_quarantined_and_the_others_are_sent(self):
        self.batches.append(self.water, 1, 2, 250)
        self.batches.progress(77)
        for start, end, value in [(1 << 63, 1 << 63, 1), (0, -(1 << 70), 1), (0, 0, 10**400)]:
            self.batches.append(self.water, start, end, value)
        self.batches.append(self.water, 3, 4, 3)

        self.batches.flush()

        (body, columns), = self.sent
        self.assertEqual(columns["length"].tolist(), [2])
        self.assertEqual(columns["start"].tolist(), [1, 3])
        self.assertEqual(columns["value"].tolist(), [250.0, 3.0])
        self.assertEqual([item["reason"] for item in body["quarantined"]], [
            "its time is out of range", "it ends before it starts", "its value is too large"])
        self.assertEqual({item["offset"] for item in body["quarantined"]}, {77})

    def test_progress_without_samples_is_sent_once_a_second(self):
        clock = iter([100.0, 100.5, 101.1, 101.1, 102.0, 102.2, 102.2])
        with unittest.mock.patch("time.monotonic", lambda: next(clock)):
            batches = Batches(self.sent.append)
            for offset in (1, 2, 3, 4):
                batches.progress(offset)

        self.assertEqual([body["bytesRead"] for body, _ in self.sent], [2, 4])
        self.assertEqual([columns for _, columns in self.sent], [None, None])

    def test_values_that_are_not_numbers_are_quarantined(self):
        for start, end, value in [("a", "b", 1), (None, 0, 1), (0, 0, "x"), (0, 0, None),
                                  (float("nan"), 0, 1)]:
            self.batches.append(self.water, start, end, value)

        self.assertEqual(len(self.reasons()), 5)

    def test_a_zone_is_sent_with_its_sample(self):
        self.batches.append(self.water, 1, 2, 250)
        self.batches.append(self.water, 3, 4, 250, zone="Asia/Tokyo")
        self.batches.flush()

        (body, columns), = self.sent
        self.assertEqual(body["texts"], ["Asia/Tokyo"])
        self.assertEqual(columns["attributeSample"].tolist(), [1])
        self.assertEqual(columns["attributeText"].tolist(), [0])

    def test_a_workout_is_a_row_and_a_damaged_one_is_quarantined(self):
        self.batches.workout("Running", "Watch", 0, 3_600_000, seconds=3500)
        self.batches.workout("Running", "Watch", 5, 4)
        self.batches.workout("Running", "Watch", 0, 4, statistics={
            "distanceWalkingRunning": {"unit": "m", "sum": float("inf")}})
        self.batches.flush()

        (body, _), = self.sent
        self.assertEqual([row["workout"]["_0"]["seconds"] for row in body["rows"]], [3500])
        self.assertEqual([item["reason"] for item in body["quarantined"]], [
            "it ends before it starts", "its value is too large"])


class RowVectorsTest(unittest.TestCase):
    """The rows that the Swift kit is tested with as well."""

    def append(self, batches, kind, row):
        if kind == "workout":
            batches.workout("Running", "Watch", **row)
        elif kind == "correlation":
            members = [tuple(each[key] for key in ("metric", "start", "end", "value"))
                       for each in row["members"]]
            batches.correlation("Food", "Diary", row["start"], row["end"], members)
        else:
            batches.activity_summary(**row)

    def test_an_invalid_row_is_quarantined_with_the_reason_of_its_vector(self):
        for index, vector in enumerate(ROW_VECTORS["rows"]):
            with self.subTest(index):
                sent = []
                batches = Batches(sent.append)
                self.append(batches, vector["kind"], vector["row"])
                batches.flush()

                (body, _), = sent
                reasons = [item["reason"] for item in body["quarantined"]]
                self.assertEqual(reasons, [vector["reason"]] if vector["reason"] else [])
                self.assertEqual(len(body["rows"]), 0 if vector["reason"] else 1)


class RowsTest(unittest.TestCase):
    def setUp(self):
        self.sent = []
        self.batches = Batches(self.sent.append)

    def body(self):
        self.batches.flush()
        (body, _), = self.sent
        return body

    def test_a_workout_has_events_activities_and_routes(self):
        self.batches.workout(
            "Running", "Watch", 0, 3_600_000, events=[{"type": "Lap", "start": 5, "seconds": None}],
            activities=[{"type": "Running", "start": 0, "end": None}],
            routes=[{"file": "a.gpx", "points": 2, "distanceMeters": 1000.0,
                     "box": {"south": 52, "west": 13, "north": 52.1, "east": 13.1}}],
            elements={"WorkoutEvent": 1}, files={"route": 1})

        body = self.body()
        workout = body["rows"][0]["workout"]["_0"]
        self.assertNotIn("seconds", workout)
        self.assertEqual(workout["events"], [{"type": "Lap", "start": 5}])
        self.assertEqual(workout["activities"], [{"type": "Running", "start": 0}])
        self.assertEqual(workout["routes"][0]["box"]["north"], 52.1)
        self.assertEqual(
            body["rowParts"], [{"nested": {"WorkoutEvent": 1}, "files": {"route": 1}}])

    def test_each_part_of_a_workout_is_validated(self):
        for parts, reason in [
                ({"events": [{"type": "Lap", "start": 1 << 63}]}, "its time is out of range"),
                ({"activities": [{"type": "x", "start": 5, "end": 4}]}, "it ends before it starts"),
                ({"activities": [{"type": "x", "start": 5, "seconds": -1}]}, "its value is negative"),
                ({"routes": [{"file": "a", "distanceMeters": float("nan")}]},
                 "its value is not a number"),
                ({"seconds": "x"}, "its value is not a number")]:
            self.sent.clear()
            self.batches.workout("Running", "Watch", 0, 10, **parts)
            body = self.body()
            self.assertEqual([item["reason"] for item in body["quarantined"]], [reason])
            self.assertEqual(body["rows"], [])

    def test_correlations_and_summaries_are_rows_and_damaged_ones_are_quarantined(self):
        self.batches.correlation("BloodPressure", "Cuff", 0, 0, [
            ("bloodPressureSystolic", 0, 0, 120), ("bloodPressureDiastolic", 0, 0, 80)])
        self.batches.correlation("Food", "Diary", 0, 0, [("dietaryWater", 0, 0, 1e16)])
        self.batches.activity_summary("2026-03-01", {"appleStandHours": 12})
        self.batches.activity_summary("2026-02-30", {"appleStandHours": 12})

        body = self.body()
        self.assertEqual([list(row) for row in body["rows"]], [["correlation"], ["activitySummary"]])
        self.assertEqual([item["type"] for item in body["quarantined"]],
                         ["Correlation", "ActivitySummary"])

    def test_sleep_stages_and_attributes_are_columns(self):
        sleep = self.batches.series("sleepAnalysis", "category", "Ring", part=True,
                                    attribute_element="Note")
        self.batches.sleep(sleep, "deep", 0, 5)
        self.batches.append(sleep, 5, 9, 5, zone="Asia/Tokyo", motion=1, meal=2,
                            minimum=3, maximum=7.5)
        self.batches.flush()

        (body, columns), = self.sent
        self.assertEqual(columns["value"].tolist(), [4, 5])
        self.assertEqual(columns["attributeKind"].tolist(), [0, 1, 2, 3, 4])
        self.assertEqual(body["texts"], ["Asia/Tokyo", "1", "2", "3", "7.5"])
        self.assertFalse(body["series"][0]["isCounted"])
        self.assertEqual(body["series"][0]["metadataElement"], "Note")

    def test_counts_offsets_and_truncation_are_sent(self):
        self.batches.nested("MetadataEntry", ignored=2)
        self.batches.nested("MetadataEntry", duplicate=1)
        self.batches.files("route", ignored=1)
        self.batches.ignore_metadata("key")
        self.batches.utc_offset("2026-03-01", 3600)
        self.batches.truncated("the file ends early", 7)
        self.batches.finish()

        (body, _), = self.sent
        self.assertEqual(body["nested"]["MetadataEntry"]["read"], 3)
        self.assertEqual(body["files"]["route"]["ignored"], 1)
        self.assertEqual(body["offsets"], [{"day": "2026-03-01", "seconds": 3600}])
        self.assertTrue(body["isTruncated"])
        with self.assertRaises(ValueError):
            self.batches.utc_offset("2026-02-30", 0)


class JobTest(unittest.TestCase):
    def problems(self, read):
        sent = []
        batches = Batches(sent.append, {
            "fileName": "july.csv", "zone": "Asia/Tokyo", "units": {"sips": "count"}})
        read(batches)
        batches.finish()
        return [problem["reason"] for body, _ in sent for problem in body["problems"]]

    def test_the_importer_can_read_its_job(self):
        def read(batches):
            self.assertEqual(batches.zone, "Asia/Tokyo")
            self.assertEqual(batches.file_name, "july.csv")
            self.assertEqual(batches.units, {"sips": "count"})

        self.assertEqual(self.problems(read), [])

    def test_a_zone_that_is_not_used_is_reported(self):
        self.assertEqual(len(self.problems(lambda batches: None)), 1)

    def test_lines_have_their_locations(self):
        lines = list(importer.lines(io.BytesIO(b"a\r\n\xff\n\nlast")))

        self.assertEqual([tuple(line) for line in lines], [
            ("a", 0, 1), ("\ufffd", 3, 2), ("", 5, 3), ("last", 6, 4)])


if __name__ == "__main__":
    unittest.main()
