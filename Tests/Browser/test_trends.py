"""Trends of metrics with few and many days: intervals, details by keyboard, updates in place."""
import datetime
import os
import shutil
import tempfile
import unittest

from exports import write_export
from world import BrowserTest, wait_until

# The spans of the manual checklist: 5 days, 3 weeks, 2, 6 and 9 months, 2 years.
SPANS = {
    "restingHeartRate": (5, ["Day"]), "stepCount": (21, ["Day", "Week"]),
    "heartRateVariabilitySDNN": (60, ["Day", "Week", "Month"]),
    "flightsClimbed": (175, ["Day", "Week", "Month", "Quarter"]),
    "bodyMass": (270, ["Day", "Week", "Month", "Quarter", "Half"]),
    "respiratoryRate": (730, ["Day", "Week", "Month", "Quarter", "Half", "Year"])}
INTERVALS = ("Day", "Week", "Month", "Quarter", "Half", "Year")

# Clicks an interval, and returns the pseudo-elements that are animated until its chart is shown.
ANIMATED_PARTS = """async (name) => {
    const parts = new Set();
    const link = document.getElementById(`interval-${name}`);
    link.click();
    const end = performance.now() + 5000;
    const isShown = () => document.getElementById(`interval-${name}`).ariaCurrent === "true";
    let frames = 0;
    while (frames < 20 && performance.now() < end) {
        for (const { effect } of document.getAnimations()) if (effect.pseudoElement) parts.add(effect.pseudoElement);
        if (isShown()) frames += 1;
        await new Promise(requestAnimationFrame);
    }
    return isShown() ? [...parts] : null;
}"""
# The time after the click on an interval at which the page is marked as busy, in milliseconds.
BUSY_AFTER = """(name) => new Promise((resolve) => {
    const start = performance.now();
    new MutationObserver(() => resolve(performance.now() - start))
        .observe(document.getElementById("main"), { attributes: true, attributeFilter: ["aria-busy"] });
    document.getElementById(`interval-${name}`).click();
})"""


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
        system.run("activity", "add", "Mood", "--type", "value")
        system.run("activity", "add", "Diary", "--type", "answer")
        system.run("activity", "add", "Floss", "--daily")
        system.run("log", "Floss")

    def open_held(self, path, pattern):
        """A page, and its requests of a pattern, which wait until the test continues them."""
        page = self.open(path, service_workers="block")
        held = []
        page.route(pattern, lambda route: held.append(route))
        return page, held

    def test_the_list_has_its_title_and_sections_in_order(self):
        page = self.open("/trends")
        self.assertEqual(page.locator("h1").inner_text(), "Progress over time")
        self.assertEqual(
            page.locator("main h2").all_inner_texts(), ["Numbers", "Answers", "Yes or no"])
        for section, name in (("numbers", "Mood"), ("answers", "Diary"), ("streaks", "Floss")):
            part = page.locator(f"[data-fragment=trends-{section}]")
            self.assertEqual(part.get_by_role("link", name=name, exact=True).count(), 1, name)
        self.assertIn("1 day in a row", page.locator("[data-fragment=trends-streaks]").inner_text())

    def test_an_interval_is_shown_in_place_and_back_returns_to_the_one_before(self):
        page = self.open("/trends/stepCount?interval=day")
        page.evaluate("globalThis.isSamePage = true")
        page.locator("#interval-week").click()
        page.locator("#interval-week[aria-current]").wait_for()
        self.assertTrue(page.url.endswith("/trends/stepCount?interval=week"))
        self.assertEqual(page.locator("#trend-title").inner_text(), "Averages by week")
        self.assertIn("interval=week", page.locator("#export-csv").get_attribute("href"))
        page.go_back()
        page.locator("#interval-day[aria-current]").wait_for()
        self.assertEqual(page.locator("#trend-title").inner_text(), "Averages by day")
        self.assertTrue(page.evaluate("globalThis.isSamePage"))
        plain = self.open("/trends/stepCount?interval=day", java_script_enabled=False)
        plain.locator("#interval-week").click()
        self.assertEqual(plain.locator("#trend-title").inner_text(), "Averages by week")

    def test_a_slow_interval_is_marked_after_300_ms_and_nothing_moves(self):
        page, held = self.open_held("/trends/stepCount?interval=day", "**/trends/stepCount?interval=week")
        heights = "() => [...document.querySelectorAll('main > *')].map((part) => part.offsetHeight)"
        before = page.evaluate(heights)
        self.assertGreaterEqual(page.evaluate(BUSY_AFTER, "week"), 290)
        self.assertEqual(page.locator("#main").get_attribute("aria-busy"), "true")
        self.assertEqual(
            page.locator(".picture svg").first.evaluate("(svg) => getComputedStyle(svg).visibility"), "hidden")
        self.assertEqual(page.evaluate(heights), before)
        wait_until(page, "() => document.getElementById('announcer').textContent === 'Loading.'")
        held[0].continue_()
        page.locator("#interval-week[aria-current]").wait_for()
        wait_until(page, "() => !document.getElementById('main').hasAttribute('aria-busy')")
        self.assertTrue(page.locator(".picture svg").first.is_visible())

    def test_a_chart_moves_to_the_next_unless_motion_is_reduced(self):
        page = self.open("/trends/stepCount?interval=day")
        parts = page.evaluate(ANIMATED_PARTS, "week")
        self.assertIn("::view-transition-new(picture)", parts)
        calm = self.open("/trends/stepCount?interval=day", reduced_motion="reduce")
        self.assertEqual(calm.evaluate(ANIMATED_PARTS, "week"), [])

    def test_a_refresh_reads_all_parts_and_keeps_the_page_if_it_fails(self):
        page, held = self.open_held("/trends/stepCount", "**/trends/stepCount")
        page.evaluate("globalThis.isSamePage = true")
        page.locator("h1").click()
        page.keyboard.press("r")
        wait_until(page, "() => document.getElementById('main').ariaBusy === 'true'")
        held[0].continue_()
        wait_until(
            page, "() => document.getElementById('announcer').textContent === 'All parts were read again.'")
        page.locator("#refresh").click()
        wait_until(page, "() => document.getElementById('main').ariaBusy === 'true'")
        held[1].abort()
        page.locator("#toast").get_by_text("The page was not read again").wait_for()
        self.assertTrue(page.evaluate("globalThis.isSamePage"))
        self.faults = [fault for fault in self.faults if "ERR_FAILED" not in fault]

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
        self.assertIn("Show or hide the table", page.locator("#keys").text_content())
        for is_open in (False, True):
            page.keyboard.press("t")
            self.assertEqual(page.locator("#trend-table").get_attribute("open") is not None, is_open)

    def test_keys_select_points_of_the_picture_that_the_width_shows(self):
        page = self.open("/trends/stepCount?interval=day")
        picture = page.locator("[data-picture]").first
        for width, name in ((1280, "wide"), (390, "narrow"), (1280, "wide")):
            with self.subTest(width=width):
                page.set_viewport_size({"width": width, "height": 800})
                # The observer of the size of the page is called before the second frame.
                page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                picture.focus()
                page.keyboard.press("End")
                self.assertEqual(picture.locator(f".only-{name} .part-area.selected").count(), 1)
                page.keyboard.press("t")
                page.keyboard.press("t")
                self.assertEqual(picture.locator(".part-area.selected").count(), 1)

    def test_the_table_has_a_value_for_a_day_and_more_for_longer_intervals(self):
        for interval, titles in (
                ("day", ["Day", "Value"]),
                ("week", ["Week", "Average", "Minimum", "Maximum", "Sum", "Days"])):
            with self.subTest(interval=interval):
                page = self.open(f"/trends/stepCount?interval={interval}")
                headers = page.locator("#trend-table thead th")
                self.assertEqual(headers.all_inner_texts(), titles)

    def test_the_health_page_has_its_sections_in_order(self):
        page = self.open("/health")
        self.assertEqual(
            page.locator("main h2").all_inner_texts(), ["Activity", "Recovery", "Vitals", "More"])


if __name__ == "__main__":
    unittest.main()
