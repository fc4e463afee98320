"""Numbers, days and times in the conventions of the browser: the same as those of Chromium."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

from exports import write_export
from world import ROOT, BrowserTest

GERMAN, AMERICAN = {"locale": "de-DE"}, {"locale": "en-US"}
PAGES = (
    "/", "/week", "/activities", "/goals", "/weight", "/health", "/health/recovery",
    "/health/correlations", "/health/rings", "/trends", "/trends/stepCount?interval=day",
    "/trends/stepCount?interval=week&compare=previous", "/timeline", "/insights", "/streaks", "/report", "/training",
    "/search?q=water", "/import", "/import/1", "/settings", "/settings/zone")

# The texts of a page that people see, without what they typed and without addresses.
TEXTS = """() => {
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) {
        if (walker.currentNode.parentElement.closest("code, template, option, .hint-format")) continue;
        const text = walker.currentNode.data.trim();
        if (text) texts.push(text);
    }
    for (const element of document.querySelectorAll("main [aria-label], main [aria-valuetext]")) {
        texts.push(element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-label"));
    }
    return texts;
}"""

# What Chromium knows of a language: a grouped number, the order of a date, its clock and its week.
CONVENTIONS = """(tags) => tags.map((tag) => {
    const number = new Intl.NumberFormat(tag, { numberingSystem: "latn", maximumFractionDigits: 1 });
    const parts = new Intl.DateTimeFormat(tag, { dateStyle: "long", calendar: "gregory" })
        .formatToParts(0).map(({ type }) => type);
    const locale = new Intl.Locale(tag);
    const week = locale.getWeekInfo ? locale.getWeekInfo() : locale.weekInfo;
    return [
        number.format(1234567.5), number.format(1234.5), parts.indexOf("month") < parts.indexOf("day"),
        new Intl.DateTimeFormat(tag, { timeStyle: "short" }).resolvedOptions().hourCycle === "h12", week.firstDay];
})"""


class LocaleTests(BrowserTest):
    maxDiff = None

    @classmethod
    def seed(cls, system):
        folder = tempfile.mkdtemp(prefix="dl-export-")
        subprocess.run(
            [sys.executable, os.path.join(ROOT, "tools", "gen_export.py"), "--days", "60",
             "--density", "0.2", "--end", str(cls.today()), "--out", folder, "--zip"],
            check=True, capture_output=True)
        system.run("import", os.path.join(folder, "export.zip"))
        system.run("activity", "add", "Water", "--type", "cumulative", "--unit", "ml", "--target", "2000")
        system.run("log", "Water", "1250.5")
        system.run("activity", "add", "Floss", "--daily")
        system.run("log", "Floss")
        system.run("activity", "add", "Gym", "--times", "3/week")
        system.run("goal", "add", "Half marathon", "--deadline", "2031-03-04")
        system.run("weight", "add", "81.25")
        system.run("weight", "goal", "75.5", "kg")

    def context(self, **options):
        options.setdefault("viewport", {"width": 1280, "height": 900})
        return self.browser.new_context(storage_state=self.session, **options)

    def texts(self, options):
        """Yields (path, text) of all pages."""
        page = self.open(**options)
        for path in PAGES:
            page.goto(self.address + path)
            for text in page.evaluate(TEXTS):
                yield path, text

    def test_numbers_and_days_of_all_pages_are_german(self):
        found = []
        for path, text in self.texts(GERMAN):
            # A version and an address have points; a group of three digits after a point is German.
            for number in re.findall(r"(?<![\d.])\d{1,3}\.\d{1,2}(?![\d.])(?!\s*(?:KB|MB))", text):
                found.append((path, number, text))
            found += [(path, "am", text) for _ in re.findall(r"\d [ap]m\b", text)]
            found += [(path, "ISO", text) for _ in re.findall(r"\b\d{4}-\d\d-\d\d\b", text)]
        self.assertEqual(found, [])

    def test_days_and_times_of_all_pages_are_american(self):
        months = "|".join(("January February March April May June July August September October November "
                           "December Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec").split())
        found = []
        for path, text in self.texts(AMERICAN):
            # The settings name the formats that their fields take.
            if path == "/settings":
                continue
            found += [(path, day, text) for day in re.findall(rf"\b\d{{1,2}} (?:{months})\b", text)]
            found += [(path, time, text) for time in re.findall(r"\b\d\d:\d\d\b(?!:| [ap]m)", text)]
        self.assertEqual(found, [])

    def test_the_same_page_in_two_languages(self):
        german, american = self.open("/", **GERMAN), self.open("/", **AMERICAN)
        today = self.today()
        month, weekday = today.strftime("%B"), today.strftime("%A")
        self.assertEqual(german.locator("h1").inner_text(), f"{weekday} {today.day} {month}")
        self.assertEqual(american.locator("h1").inner_text(), f"{weekday}, {month} {today.day}")
        german.get_by_text("1.250,5 of 2.000 ml").first.wait_for()
        american.get_by_text("1,250.5 of 2,000 ml").first.wait_for()

    def test_a_strip_has_the_same_numbers_from_the_server_and_from_its_script(self):
        for options in (GERMAN, AMERICAN):
            texts = []
            for has_script in (False, True):
                page = self.open("/health", java_script_enabled=has_script, **options)
                texts.append(page.locator("section.strip tbody").first.text_content())
            self.assertEqual(*texts)

    def test_a_decimal_comma_is_read_and_shown_again(self):
        page = self.open("/weight", **GERMAN)
        page.locator("#weight-value").fill("80,125")
        page.get_by_role("button", name="Log", exact=True).click()
        page.locator("#weights").get_by_text("80,13 kg").first.wait_for()
        stored = self.system.json("weight", "list")["weights"][0]
        self.assertEqual(stored["weight"], 80.125)
        page.goto(self.address + "/")
        page.get_by_label("Water, amount in ml").fill("0,5 l")
        page.get_by_label("Water, amount in ml").press("Enter")
        page.get_by_text("1.750,5 of 2.000 ml").first.wait_for()
        self.system.run("undo")

    def test_an_ambiguous_amount_is_refused_beside_its_field(self):
        for options, typed, reading in ((GERMAN, "1.500", "1,5"), (AMERICAN, "1,500", "1.5")):
            page = self.open("/", **options)
            field = page.get_by_label("Water, amount in ml")
            field.fill(typed)
            field.press("Enter")
            page.locator("[aria-invalid=true]").wait_for()
            self.assertEqual(field.input_value(), typed)
            self.assertTrue(field.evaluate("field => field === document.activeElement"))
            sentence = page.locator("#" + field.get_attribute("aria-describedby")).inner_text()
            self.assertIn(f"\"{typed}\" can mean {reading} or 1500", sentence)
            self.faults = [fault for fault in self.faults if "422" not in fault]

    def test_the_known_conventions_are_those_of_the_browser(self):
        with open(os.path.join(ROOT, "Modules", "Texts", "TextLocale+Known.swift"), encoding="utf-8") as file:
            rows = re.findall(r'TextLocale\(\s*"([\w-]+)", \.(\w+)([^)]*)\)', file.read())
        self.assertGreater(len(rows), 60)
        examples = {
            "standard": ("1,234,567.5", "1,234.5"), "pointComma": ("1.234.567,5", "1.234,5"),
            "pointCommaFrom5": ("1.234.567,5", "1234,5"), "spaceComma": ("1\u00a0234\u00a0567,5", "1\u00a0234,5"),
            "spaceCommaFrom5": ("1\u00a0234\u00a0567,5", "1234,5"),
            "narrowSpaceComma": ("1\u202f234\u202f567,5", "1\u202f234,5"),
            "apostrophePoint": ("1’234’567.5", "1’234.5"), "pairs": ("12,34,567.5", "1,234.5")}
        page = self.open("/offline")
        for (tag, style, options), known in zip(rows, page.evaluate(CONVENTIONS, [tag for tag, _, _ in rows])):
            day = re.search(r"firstWeekday: (\d)", options)
            own = [*examples[style], "isMonthFirst" in options, "hasTwelveHours" in options, int(day[1]) if day else 1]
            with self.subTest(tag=tag):
                self.assertEqual([part.replace("'", "’") if isinstance(part, str) else part for part in known], own)


if __name__ == "__main__":
    unittest.main()
