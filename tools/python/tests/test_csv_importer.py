"""Tests of the importer of CSV files, without a system."""

import io
import json
import os
import random
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path[:0] = [os.path.join(ROOT, "tools", "python"), os.path.join(ROOT, "Plugins", "CSVImporter")]

import importer as csv_importer  # noqa: E402
from dayline.importer import Batches  # noqa: E402
from mapping import Mapping  # noqa: E402

JOB = {
    "fileName": "scale.csv", "zones": [{"zone": "Europe/Berlin"}],
    "nonNegative": ["bodyMass", "stepCount"],
    "metrics": {key: {"canonical": canonical, "display": display} for key, canonical, display in (
        ("bodyMass", "kg", "kg"), ("stepCount", "count", "count"), ("height", "m", "cm"),
        ("heartRate", "count/min", "count/min"), ("bodyFatPercentage", "fraction", "%"),
        ("dietaryWater", "mL", "mL"), ("distanceWalkingRunning", "m", "km"),
        ("bloodGlucose", "mg/dL", "mg/dL"), ("bodyTemperature", "degC", "degC"))},
    "metricNames": {"weight": "bodyMass", "steps": "stepCount", "hr": "heartRate",
                    "bodyfat": "bodyFatPercentage", "distance": "distanceWalkingRunning"},
}
#: 2026-03-13 00:00 in Berlin.
DAY = 1_773_356_400_000
HOUR = 3_600_000


class Trial:
    """What the importer sends for a file."""

    def __init__(self, content, **job):
        sent = []
        batches = Batches(sent.append, {**JOB, **job})
        content = content if isinstance(content, bytes) else content.encode()
        csv_importer.read(io.BytesIO(content), batches)
        batches.finish()
        self.samples, self.quarantined, self.problems, self.keys = [], [], [], []
        self.ignored, self.unused, self.rows = {}, {}, []
        for body, columns in sent:
            self.keys += [declaration["key"] for declaration in body["series"]]
            self.quarantined += body["quarantined"]
            self.rows += body.get("rows", [])
            self.problems += [problem["reason"] for problem in body["problems"]]
            self.mapping = body.get("mapping") or self.mapping
            self.is_truncated = body.get("isTruncated", False)
            for total, part in ((self.ignored, body["ignored"]),
                                (self.unused, body["ignoredMetadata"])):
                for key, count in part.items():
                    total[key] = total.get(key, 0) + count
            if columns:
                runs = zip(columns["series"], columns["length"])
                numbers = [number for number, length in runs for _ in range(length)]
                self.samples += [
                    (self.keys[number]["metric"], *sample) for number, *sample in zip(
                        numbers, columns["start"], columns["end"], columns["value"])]

    @property
    def reasons(self):
        return [item["reason"] for item in self.quarantined]


class GuessTest(unittest.TestCase):
    def values(self, content, **job):
        return [(metric, round(value, 6)) for metric, _, _, value in Trial(content, **job).samples]

    def test_units_of_names_cells_and_columns_are_converted(self):
        for content, expected in [
                ("date,weight (lb)\n2026-03-13,180\n", 81.646627),
                ("date,weight_lb\n2026-03-13,180\n", 81.646627),
                ("date,weight\n2026-03-13,180 lb\n", 81.646627),
                ("date,weight,unit\n2026-03-13,180,lb\n", 81.646627),
                ("date,weight\n2026-03-13,81.2\n", 81.2)]:
            with self.subTest(content):
                self.assertEqual(self.values(content), [("bodyMass", expected)])

    def test_a_number_without_a_unit_has_the_display_unit_and_is_reported(self):
        trial = Trial("date,distance,bodyfat\n2026-03-13,5.25,20\n2026-03-14,1,21\n")

        self.assertEqual({value for _, _, _, value in trial.samples}, {5250.0, 1000.0, 0.2, 0.21})
        self.assertIn("distance has no unit; it is read as km", trial.problems)

    def test_decimal_marks_and_separators(self):
        for content, expected in [
                ("date;steps\n2026-03-13;10.412\n2026-03-14;1.000,5\n", [10412.0, 1000.5]),
                ("date,steps\n2026-03-13,\"10,412\"\n2026-03-14,\"1,000.5\"\n", [10412.0, 1000.5]),
                ("date;weight\n2026-03-13;81,25\n2026-03-14;80\n", [81.25, 80.0]),
                ("date\tweight\n2026-03-13\t1e1\n", [10.0])]:
            with self.subTest(content):
                self.assertEqual([value for _, value in self.values(content)], expected)

    def test_a_number_with_two_readings_is_reported(self):
        self.assertTrue(any("decimal mark" in text for text in Trial(
            "date;weight\n2026-03-13;81,250\n").problems))

    def test_dates_of_all_orders_are_the_same_day(self):
        for text in ("2026-03-13", "13.03.2026", "13/03/2026", "03/13/2026", "13 Mar 2026",
                     "\"March 13, 2026\"", "13.3.26", "13. März 2026"):
            with self.subTest(text):
                (_, start, end, _), = Trial(f"date,weight\n{text},81\n").samples
                self.assertEqual((start, end), (DAY, DAY + 24 * HOUR))

    def test_times_with_and_without_zones(self):
        for text in ("2026-03-13 07:30", "2026-03-13T07:30:00", "13.03.2026 07:30",
                     "2026-03-13T06:30:00Z", "2026-03-13 07:30:00 +0100", "3/13/2026 7:30 AM",
                     "3/13/2026 7:30\u202fAM"):
            with self.subTest(text):
                (_, start, end, _), = Trial(f"date,hr\n{text},61\n").samples
                self.assertEqual((start, end), (DAY + 15 * HOUR // 2, DAY + 15 * HOUR // 2))

    def test_the_order_of_days_and_months_is_that_of_the_shorter_range(self):
        day_first = Trial("d,steps\n" + "".join(f"{day:02}/02/2026,1\n" for day in range(1, 10)))
        month_first = Trial("d,steps\n" + "".join(f"02/{day:02}/2026,1\n" for day in range(1, 10)))

        self.assertEqual(day_first.samples, month_first.samples)
        self.assertTrue(any("day and month" in text for text in Trial(
            "d,steps\n02/03/2026,1\n").problems))

    def test_a_separate_column_has_the_time_of_day(self):
        (_, start, _, _), = Trial("Date,Time,hr\n2026-03-13,07:30,61\n").samples

        self.assertEqual(start, DAY + 15 * HOUR // 2)

    def test_days_on_which_the_zone_changes(self):
        trial = Trial("time,hr\n2026-03-29 01:30,1\n2026-03-29 03:30,2\n2026-10-25 12:00,3\n")

        starts = [start for _, start, _, _ in trial.samples]
        self.assertEqual(starts[1] - starts[0], HOUR)
        self.assertEqual(starts[2] % (24 * HOUR), 11 * HOUR)

    def test_a_long_table_has_a_metric_and_a_source_in_each_row(self):
        trial = Trial("type,sourceName,unit,startDate,endDate,value\r\n"
                      "HKQuantityTypeIdentifierBodyFatPercentage,Dayline,%,"
                      "2026-03-13 12:00:00 +0100,2026-03-13 12:00:00 +0100,0.2\r\n"
                      "HKQuantityTypeIdentifierDietaryWater,Dayline,mL,"
                      "2026-03-13 12:00:00 +0100,2026-03-13 12:10:00 +0100,250\r\n"
                      "Mood,Dayline,,2026-03-13 12:00:00 +0100,2026-03-13 12:10:00 +0100,3\r\n")

        self.assertEqual(sorted((metric, value) for metric, _, _, value in trial.samples), [
            ("bodyFatPercentage", 0.2), ("dietaryWater", 250.0)])
        self.assertEqual({key["source"] for key in trial.keys}, {"Dayline"})
        self.assertEqual(trial.ignored, {"Mood": 1})

    def test_exported_weights_come_back(self):
        trial = Trial("date,weight,unit,note,bodyFat\r\n2026-03-13,180.0,lb,,21.5\r\n"
                      "2026-03-14,81.0,kg,\"a, b\",\r\n")

        self.assertEqual([(metric, round(value, 4)) for metric, _, _, value in trial.samples], [
            ("bodyMass", 81.6466), ("bodyFatPercentage", 0.215), ("bodyMass", 81.0)])
        self.assertEqual(trial.unused, {"note": 1})

    def test_exported_samples_come_back_with_their_resolution(self):
        rows = ["metric,start,end,value,unit,source,device,isEntered,resolution",
                "stepCount,2026-03-13T00:00:00.000Z,2026-03-14T00:00:00.000Z,9000,count,Phone,,0,day",
                "stepCount,2026-03-13T07:00:00.000Z,2026-03-13T07:01:00.000Z,60,count,Phone,,0,raw"]
        faulty = "stepCount,2026-03-13T08:00:00.000Z,2026-03-13T09:00:00.000Z,5,count,Phone,,0,week"
        for content in (rows, [*rows, faulty]):
            trial = Trial("\r\n".join(content) + "\r\n")
            self.assertEqual(sorted(key["resolution"] for key in trial.keys), ["day", "raw"])
            self.assertEqual(sorted(value for *_, value in trial.samples), [60.0, 9000.0])
        self.assertEqual(trial.reasons, [
            "its resolution week is not one of raw, minute, hour, day"])

    def test_exported_samples_of_any_metric_come_back(self):
        rows = ["metric,start,end,value,unit,source,device,isEntered,resolution",
                *(f"{name},2026-03-13T07:{minute:02}:00.000Z,2026-03-13T07:{minute:02}:30.000Z,{value},"
                  f"{unit},Phone,,0,raw" for name, value, unit in (
                      ("brandNew", 3, "lumens"), ("sleepAnalysis", 5, "category"),
                      ("stepCount", 60, "count")) for minute in range(59))]
        for content in (rows, [*rows, "x"]):
            trial = Trial("\r\n".join(content) + "\r\n")

            self.assertEqual({(key["metric"], key["unit"]) for key in trial.keys}, {
                ("brandNew", "lumens"), ("sleepAnalysis", "category"), ("stepCount", "count")})
            self.assertEqual({(metric, value) for metric, _, _, value in trial.samples}, {
                ("brandNew", 3.0), ("sleepAnalysis", 5.0), ("stepCount", 60.0)})
            self.assertEqual(trial.problems, [])

    def test_exported_days_of_computed_metrics_and_categories_are_ignored(self):
        trial = Trial("metric,day,value,unit,sum,average,least,greatest,last,samples\r\n"
                      "sleepAnalysis,2026-03-13,4,hr,4,4,4,4,4,1\r\n"
                      "sleepHours,2026-03-13,4,hr,4,4,4,4,4,1\r\n"
                      "stepCount,2026-03-13,200,count,200,100,100,100,100,2\r\n",
                      units={"sleepAnalysis": "category"}, fileName="days.csv")

        self.assertEqual([(metric, value) for metric, _, _, value in trial.samples],
                         [("stepCount", 200.0)])
        self.assertEqual(trial.ignored, {"sleepAnalysis": 1, "sleepHours": 1})
        self.assertIn("were computed from samples", trial.problems[0])
        self.assertIn("import samples.csv", trial.problems[1])

    def test_workouts_of_an_export_have_their_statistics_and_source(self):
        head = ("id,type,start,end,seconds,distanceMeters,energyKilocalories,averageHeartRate,routes,"
                "source\n")
        trial = Trial(
            head + "a,Cycling,2026-03-13T00:00:00+01:00,2026-03-13T01:00:00+01:00,3500,20000.5,400,"
            "120.5,1,'=Watch\nb,Yoga,2026-03-13T00:00:00Z,2026-03-13T00:30:00Z,1800,,,,0,\n"
            "c,Yoga,yesterday,2026-03-13T00:30:00Z,1800,,,,0,Watch\n"
            "d,Yoga,2026-03-13T00:00:00,2026-03-13T00:30:00Z,x,,,,0,Watch\ne,Yoga\n\n")

        first, second = (row["workout"]["_0"] for row in trial.rows)
        self.assertEqual(
            (first["type"], first["source"], first["start"], first["end"], first["seconds"]),
            ("Cycling", "=Watch", DAY, DAY + HOUR, 3500))
        self.assertEqual(
            first["statistics"],
            {"distanceCycling": {"unit": "m", "sum": 20000.5},
             "activeEnergyBurned": {"unit": "kcal", "sum": 400},
             "heartRate": {"unit": "count/min", "average": 120.5}})
        self.assertEqual((second["source"], second["statistics"]), ("workouts", {}))
        self.assertEqual(len(trial.quarantined), 3)
        self.assertIn("no routes", trial.problems[0])

    def test_nights_of_an_export_have_their_stages(self):
        head = ("day,start,end,inBedMinutes,asleepMinutes,coreMinutes,deepMinutes,remMinutes,"
                "unspecifiedMinutes,awakeMinutes,naps\n")
        trial = Trial(
            head + "2026-03-13,2026-03-12T23:00:00Z,2026-03-13T07:00:00Z,490,450,200,100,150,0,30,1\n"
            "2026-03-14,2026-03-13T23:00:00+01:00,2026-03-14T06:00:00+01:00,0,400,,,,,,0\n"
            "2026-03-15,x,2026-03-14T06:00:00Z,0,400,,,,,,0\n")

        minutes = [((start - DAY) // 60_000, (end - DAY) // 60_000, value)
                   for _, start, end, value in trial.samples]
        self.assertEqual(minutes, [
            (0, 100, 4), (100, 300, 3), (300, 450, 5), (450, 480, 2), (-10, 480, 0),
            (1380, 1780, 1)])
        self.assertEqual({(key["metric"], key["source"], key["resolution"]) for key in trial.keys},
                         {("sleepAnalysis", "nights", "day")})
        self.assertEqual(len(trial.quarantined), 1)
        self.assertIn("no naps", trial.problems[0])

    def test_every_row_of_a_table_without_samples_is_counted(self):
        for content, kind in [
                ("id,activity,activityID,day,status,value,unit\na,Water,b,2026-03-13,completed,2,L\n", "Entry"),
                ("id,title,created,deadline,isPaused\na,Run,2026-03-13,,0\n", "Goal"),
                ("id,name,type,target,per\na,Run,checkbox,,day\n", "Activity"),
                ("metric,unit,kind,samples,firstDay\nstepCount,count,cumulative,3,2026-03-13\n", "Metric"),
                ("date,unknown\n2026-03-13,5\n", "Row"), ("a,b\nc,d\n", "Row")]:
            with self.subTest(content):
                trial = Trial(content + content.split("\n")[1] + "\n")

                self.assertEqual((trial.samples, trial.ignored), ([], {kind: 2}))
                self.assertTrue(trial.problems)

    def test_a_note_about_a_mapping_says_how_to_write_it(self):
        for content in ("date,unknown\n2026-03-13,5\n", "a,b\nc,d\n"):
            trial = Trial(content, fileName="my scale.csv")

            self.assertIn("dayline import 'my scale.csv' --dry-run > 'my scale.mapping'",
                          trial.problems[-1])

    def test_exported_entries_are_counted_and_not_stored(self):
        trial = Trial("date,activity,status,value,unit,slot,note\r\n2026-11-24,Water,done,250,ml,,\r\n")

        self.assertEqual((trial.samples, trial.ignored), ([], {"Entry": 1}))
        self.assertIn("without --as csv", trial.problems[0])

    def test_preambles_encodings_and_missing_headers(self):
        self.assertEqual(self.values("My export\n\nDate;Weight\n13.03.2026;80,5\n"), [("bodyMass", 80.5)])
        self.assertEqual(self.values("date,weight\n2026-03-13,80\n".encode("utf-16")),
                         [("bodyMass", 80.0)])
        self.assertEqual(self.values("\ufeffdate,weight\n2026-03-13,80\n"), [("bodyMass", 80.0)])
        self.assertEqual(self.values("date;größe (cm)\n2026-03-13;180\n".encode("cp1252")),
                         [("height", 1.8)])
        self.assertIn('"column 2" is not a known metric', Trial("2026-03-13,5\n").problems[0])

    def test_the_source_is_the_name_of_the_file_without_the_number_of_a_copy(self):
        for name, source in (("scale.csv", "scale"), ("scale (1).csv", "scale"),
                             ("scale-2026-03-13.csv", "scale"), ("2026.csv", "CSV")):
            trial = Trial("date,weight\n2026-03-13,80\n", fileName=name)
            self.assertEqual({key["source"] for key in trial.keys}, {source})


class MappingTest(unittest.TestCase):
    CONTENT = "when,reading\n2026-03-13 07:30,98.6\n"

    def test_the_printed_mapping_reads_the_same_samples(self):
        for content in ("Datum;Gewicht (kg)\n13.03.2026;81,2\n",
                        "name,date,value\nsteps,2026-03-13,5\n"):
            guessed = Trial(content)
            self.assertEqual(Trial(content, mapping=guessed.mapping).samples, guessed.samples)
            self.assertTrue(guessed.samples)

    def test_an_edited_mapping_names_a_metric(self):
        mapping = json.loads(Trial(self.CONTENT).mapping)
        self.assertEqual(mapping["series"], {"reading": {"metric": None}})
        mapping["series"]["reading"] = {"metric": "bodyTemperature", "unit": "degF"}
        mapping["zone"] = "UTC"

        (metric, start, _, value), = Trial(self.CONTENT, mapping=json.dumps(mapping)).samples

        self.assertEqual((metric, start), ("bodyTemperature", DAY + 17 * HOUR // 2))
        self.assertAlmostEqual(value, 37)

    def test_a_metric_outside_the_table_has_the_unit_of_the_mapping(self):
        mapping = {"time": "when", "series": {"reading": {"metric": "mood", "unit": "points"}}}
        trial = Trial(self.CONTENT, mapping=json.dumps(mapping))

        self.assertEqual([(key["metric"], key["unit"]) for key in trial.keys], [("mood", "points")])

    def test_a_faulty_mapping_is_refused_with_its_fault(self):
        for mapping, fault in [
                ("{", "not JSON"), ("[]", "not a JSON object"), ('{"dates": 1}', "unknown key dates"),
                ('{"decimal": ";"}', "decimal of the mapping"), ('{"header": "1"}', "header"),
                ('{"time": "x"}', "column x; the columns are when, reading"),
                ('{"time": "when", "shape": "long"}', "name and value"),
                ('{"time": "when", "zone": "Moon"}', "time zone Moon"),
                ('{"series": {"reading": 5}}', "metric and unit"),
                ('{"time": "when", "series": {"reading": {"metric": "bodyMass", "unit": "km"}}}',
                 "cannot be converted to kg")]:
            with self.subTest(mapping), self.assertRaises(ValueError) as raised:
                Trial(self.CONTENT, mapping=mapping)
            self.assertIn(fault, str(raised.exception))

    def test_defaults_of_a_mapping_are_valid(self):
        self.assertEqual(Mapping.parsed("{}"), Mapping())


class DamageTest(unittest.TestCase):
    def test_each_fault_is_quarantined_with_its_location(self):
        rows = ["date,weight", "2026-03-13,80", "2026-13-05,80", "x", "2026-03-14,nan",
                "2026-03-15,1e400", "\"2026-03-16,80", "2026-03-17,-1", "2026-03-18,81,", "2026-0"]
        trial = Trial("\n".join(rows))

        self.assertEqual([item["line"] for item in trial.quarantined], [3, 4, 5, 6, 7, 8, 10])
        text = "\n".join(rows)
        for item in trial.quarantined:
            self.assertTrue(text[item["offset"]:].startswith(rows[item["line"] - 1]), item)
        self.assertEqual([value for _, _, _, value in trial.samples], [80.0, 81.0])
        self.assertTrue(trial.is_truncated)

    def test_a_cell_with_an_unknown_unit_is_quarantined(self):
        for text in ("80 foo", "80x", "1.2e", "180 livres", "80 km"):
            for header in ("date,Weight (kg),steps", "date,Weight (kg)"):
                with self.subTest(text, header=header):
                    rest = ",5" if "steps" in header else ""
                    trial = Trial(f"{header}\n2026-03-13,{text}{rest}\n2026-03-14,81{rest}\n")

                    self.assertEqual(
                        [value for metric, _, _, value in trial.samples if metric == "bodyMass"], [81.0])
                    self.assertEqual([item["type"] for item in trial.quarantined], ["bodyMass"])
                    self.assertIn("cannot be converted to kg", trial.reasons[0])

        trial = Trial("date;Weight (kg);steps\n2026-03-13;80,5;1\n2026-03-14;80,x;2\n")
        self.assertEqual([value for _, _, _, value in trial.samples], [80.5, 1.0, 2.0])
        self.assertEqual(len(trial.quarantined), 1)

    def test_an_unknown_unit_of_a_row_is_quarantined(self):
        trial = Trial("date,weight,steps,unit\n2026-03-13,180,5,livres\n2026-03-14,180,6,lb\n")

        self.assertEqual([(metric, round(value)) for metric, _, _, value in trial.samples], [
            ("bodyMass", 82), ("stepCount", 6)])
        self.assertEqual(
            [item["type"] for item in trial.quarantined], ["bodyMass", "stepCount"])

    def test_an_unclosed_quote_loses_only_its_row(self):
        rows = [f"2026-03-13 00:{i // 60:02}:{i % 60:02},{i}" for i in range(1000)]
        rows[3] = '"' + rows[3]
        trial = Trial("time,steps\n" + "\n".join(rows) + "\n")

        self.assertEqual(len(trial.samples), 999)
        self.assertEqual([item["line"] for item in trial.quarantined], [5])

    def test_a_table_without_rows_is_named_as_one(self):
        trial = Trial("day,weight\n")
        self.assertEqual(trial.samples, [])
        self.assertIn("the table has no rows", trial.problems)

    def test_files_that_are_no_tables_are_refused(self):
        for content in (b"", b"\x89PNG\0\0"):
            with self.assertRaises(ValueError):
                Trial(content)

    def test_no_bytes_crash_the_importer_and_each_row_is_counted_once(self):
        generator = random.Random(11)
        base = b"date;weight (lb);steps\n" + b"".join(
            b"2026-03-%02d 07:%02d;81,%d;%d\n" % (i % 28 + 1, i % 60, i % 10, i) for i in range(60))
        for number in range(400):
            content = bytearray(base)
            for _ in range(generator.randrange(1, 8)):
                at = generator.randrange(len(content))
                content[at:at + generator.randrange(3)] = bytes(
                    generator.choice(b"\";,\n\r\t .-0:\xff\xe2a") for _ in range(generator.randrange(3)))
            with self.subTest(number):
                trial = Trial(bytes(content[:generator.randrange(len(content))]) or b"\n")
                self.assertLessEqual(
                    len(trial.samples) + len(trial.quarantined), 2 * (content.count(b"\n")
                                                                      + content.count(b"\r") + 1))

    def test_an_unknown_metric_without_values_is_not_counted(self):
        trial = Trial("time,type,value\n2026-03-13,mood,3\n2026-03-14,pain,\n")

        self.assertEqual(trial.ignored, {"mood": 1})

    def test_the_rows_of_one_file_are_the_same_by_columns_and_row_by_row(self):
        generator = random.Random(5)
        rows = [f"2026-{generator.randrange(1, 13):02}-{generator.randrange(1, 29):02} "
                f"{generator.randrange(24):02}:{generator.randrange(60):02},"
                f"{generator.choice(['', generator.randrange(40, 200)])},"
                f"{generator.choice(['', generator.random() * 90])}" for _ in range(3000)]
        text = "time,hr,weight\n" + "\n".join(rows)
        whole, damaged = Trial(text), Trial(text + "\nbad\n")

        self.assertEqual(sorted(whole.samples), sorted(damaged.samples))
        self.assertEqual(len(damaged.quarantined), 1)


if __name__ == "__main__":
    unittest.main()
