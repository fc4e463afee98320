"""The coverage of a metric: a month of days with measurements, totals or nothing."""
import json
import os
import shutil
import tempfile
import unittest

from world import BrowserTest

STEPS = ('<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" '
         'startDate="2026-03-02 08:00:00 +0000" endDate="2026-03-02 09:00:00 +0000" value="2700"/>')


class CoverageTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        folder = tempfile.mkdtemp(prefix="dl-coverage-")
        cls.addClassCleanup(shutil.rmtree, folder)
        # Pushed totals of two days, of which the export proves the second to be too little.
        points = [{"date": f"2026-03-{day} 00:00:00 +0000", "qty": steps, "source": "Watch"}
                  for day, steps in (("01", 500), ("02", 1000))]
        pushed = os.path.join(folder, "push.json")
        with open(pushed, "w", encoding="utf-8") as file:
            json.dump({"data": {"metrics": [
                {"name": "step_count", "units": "count", "data": points}]}}, file)
        export = os.path.join(folder, "export.xml")
        with open(export, "w", encoding="utf-8") as file:
            file.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_GB">\n'
                       f'<ExportDate value="2026-03-03 08:00:00 +0000"/>\n{STEPS}\n</HealthData>\n')
        system.run("import", pushed)
        system.run("import", export)

    def test_a_month_has_the_origin_of_each_day_without_scripts(self):
        page = self.open("/trends/stepCount", java_script_enabled=False)
        page.locator("#coverage-link").click()
        page.locator("#coverage-days").wait_for()
        page.goto(page.url + "?month=2026-03-01")
        self.assertEqual(page.locator("#coverage-days > li:not(.blank)").count(), 31)
        self.assertEqual(page.locator("#coverage-days > .bad").inner_text().split(), ["2", "Short"])
        self.assertEqual(page.locator("#coverage-days > .warn").inner_text().split(), ["1", "Totals"])
        self.assertEqual(page.locator("#coverage-days > .missing").count(), 29)
        self.assertIn("a push had delivered less", page.locator(".legend").inner_text())

    def test_the_days_to_send_again_are_ranges(self):
        page = self.open("/trends/stepCount/coverage?month=2026-03-01")
        ranges = page.locator("#days-to-request > li")
        self.assertEqual(ranges.count(), 1)
        self.assertRegex(ranges.inner_text(), r"\b2\b.* to .*\b31\b")

    def test_the_months_lead_to_each_other_and_a_day_to_its_samples(self):
        page = self.open("/trends/stepCount/coverage?month=2026-03-01")
        page.locator("#month-before").click()
        page.get_by_role("heading", name="Coverage in February 2026").wait_for()
        page.locator("#month-after").click()
        page.get_by_role("heading", name="Coverage in March 2026").wait_for()
        page.locator("#coverage-days > .bad a").click()
        page.wait_for_url("**/trends/stepCount/days/2026-03-02")


if __name__ == "__main__":
    unittest.main()
