"""Trends of metrics with few and many days: intervals, details by keyboard, updates in place."""
import datetime
import os
import shutil
import tempfile
import unittest

from exports import write_export
from world import BrowserTest

# The spans of the manual checklist: 5 days, 3 weeks, 2, 6 and 9 months, 2 years.
SPANS = {
    "restingHeartRate": (5, ["Day"]), "stepCount": (21, ["Day", "Week"]),
    "heartRateVariabilitySDNN": (60, ["Day", "Week", "Month"]),
    "flightsClimbed": (175, ["Day", "Week", "Month", "Quarter"]),
    "bodyMass": (270, ["Day", "Week", "Month", "Quarter", "Half"]),
    "respiratoryRate": (730, ["Day", "Week", "Month", "Quarter", "Half", "Year"])}
INTERVALS = ("Day", "Week", "Month", "Quarter", "Half", "Year")


class TrendTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        folder = tempfile.mkdtemp(prefix="dl-export-")
        cls.addClassCleanup(shutil.rmtree, folder)
        file = os.path.join(folder, "export.zip")
        write_export(file, {
            metric: {cls.today() - datetime.timedelta(age): 50 + age % 20 for age in range(days)}
            for metric, (days, _) in SPANS.items()})
        system.run("import", file)

    def test_each_span_of_days_offers_its_intervals(self):
        page = self.open("/trends")
        for metric, (_, intervals) in SPANS.items():
            with self.subTest(metric=metric):
                page.goto(f"{self.address}/trends/{metric}")
                names = page.locator(".segments a").all_inner_texts()
                offered = [name for name in names if name in INTERVALS]
                self.assertEqual(offered, intervals)
                page.goto(page.locator(".segments a").nth(len(intervals) - 1).evaluate("node => node.href"))
                page.reload()
                marked = page.locator(".segments [aria-current]").first.inner_text()
                self.assertTrue(marked.startswith(intervals[-1]), marked)

    def test_keys_show_the_details_of_a_point(self):
        page = self.open("/trends/stepCount?interval=day")
        picture = page.locator("[data-picture]").first
        picture.focus()
        page.keyboard.press("End")
        last = picture.get_attribute("aria-valuetext")
        page.keyboard.press("ArrowLeft")
        before = picture.get_attribute("aria-valuetext")
        self.assertNotEqual(last, before)
        tip = picture.locator(".tooltip")
        self.assertTrue(tip.is_visible())
        label, value = before.split(": ", 1)
        self.assertEqual(tip.locator("b").inner_text(), value)
        self.assertIn(label, tip.inner_text())
        page.keyboard.press("Escape")
        self.assertFalse(tip.is_visible())

    def test_the_health_page_has_its_sections_in_order(self):
        page = self.open("/health")
        self.assertEqual(
            page.locator("main h2").all_inner_texts(), ["Activity", "Recovery", "Vitals", "More"])


if __name__ == "__main__":
    unittest.main()
