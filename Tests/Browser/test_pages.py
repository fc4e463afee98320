"""Every page: without a violation or a fault, at four widths; forms, uploads and paging."""
import datetime
import os
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

from axe_playwright_python.sync_playwright import Axe

from exports import write_export
from layout import faults_in_modes, outside_ring, small_controls
from world import ROOT, BrowserTest

WIDTHS = (320, 390, 768, 1280, 3840)
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsfrühstücksvorbereitung"
HOSTILE = '<img src=x onerror="globalThis.wasAttacked = 1">'

PAGES = (
    "/", "/week", "/activities", "/activities/new", "/activities/trash", "/goals", "/goals/new", "/weight",
    "/health", "/health/recovery", "/health/correlations", "/health/rings",
    "/trends", "/trends/stepCount", "/trends/stepCount?interval=week&compare=previous",
    "/timeline", "/insights", "/streaks", "/report", "/training", "/photos", "/search", "/search?q=floss", "/import",
    "/import/1", "/settings",
    "/settings/zone", "/settings/profiles", "/settings/categories", "/settings/templates", "/settings/vacations", "/settings/health",
    "/settings/tokens/new", "/settings/downloads", "/settings/notifications", "/settings/feeds", "/settings/clear", "/settings/remove", "/welcome", "/login", "/offline", "/nothing")

HOSTILE_PAGES = (
    "/", "/week", "/activities", "/activities?order=1", "/activities/new", "/goals", "/insights", "/streaks",
    "/activities/trash", "/weight", "/import", "/trends", "/trends/stepCount", "/search?q=onerror", "/training",
    "/report", "/settings", "/settings/feeds", "/settings/categories", "/settings/templates")


class PageTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        cls.folder = tempfile.mkdtemp(prefix="dl-export-")
        subprocess.run(
            [sys.executable, os.path.join(ROOT, "tools", "gen_export.py"), "--days", "60",
             "--density", "0.2", "--end", str(cls.today()), "--out", cls.folder, "--zip"],
            check=True, capture_output=True)
        system.run("import", os.path.join(cls.folder, "export.zip"))
        # The trend of steps has all six intervals.
        file = os.path.join(cls.folder, "old-steps.zip")
        write_export(file, {"stepCount": {cls.today() - datetime.timedelta(age): 5000 for age in range(60, 800, 20)}})
        system.run("import", file)
        for name in ("Floss", "Read"):
            system.run("activity", "add", name, "--daily")
            system.run("log", name)
        system.run("activity", "add", "Water", "--type", "cumulative", "--unit", "ml", "--target", "2000")
        system.run("log", "Water", "700")
        system.run("goal", "add", "Half marathon")
        for age in range(8, 0, -1):
            system.run("weight", "add", f"{81.2 + age / 4}", "--on", str(cls.today() - datetime.timedelta(4 * age)))
        system.run("weight", "add", "81.2")
        system.run("weight", "goal", "75.5", "kg")
        system.run("activity", "add", "Stretch", "--daily")
        system.run("skip", "Stretch")
        cls.add_hostile_names(system)

    @classmethod
    def add_hostile_names(cls, system):
        system.run("activity", "add", LONG, "--daily")
        system.run("activity", "add", HOSTILE, "--daily")
        system.run("log", HOSTILE)
        system.run("activity", "add", HOSTILE + " deleted")
        system.run("activity", "delete", HOSTILE + " deleted")
        system.run("category", "add", HOSTILE)
        system.run("annotation", "add", HOSTILE)
        system.run("training", "start", "--note", HOSTILE)
        system.run("training", "plan", "create", HOSTILE)
        system.run("training", "plan", "day", HOSTILE, "mon", HOSTILE)
        system.run("training", "exercise", "add", HOSTILE)
        system.run("training", "exercise", "add", LONG, "--type", "cardio")
        system.run("training", "plan", "exercise", HOSTILE, "mon", HOSTILE, "--sets", "4", "--rir", "2")
        system.run("training", "plan", "exercise", HOSTILE, "mon", LONG, "--distance", "10km")
        system.run("training", "plan", "activate", HOSTILE)
        system.run("training", "set", HOSTILE, "5x60kg")
        system.run("training", "finish")
        system.run("token", "new", HOSTILE, "--scope", "read")
        system.run("goal", "add", HOSTILE)
        system.run("weight", "add", "81.0", "--note", HOSTILE)
        file = os.path.join(cls.folder, HOSTILE + ".zip")
        write_export(file, {"restingHeartRate": {cls.today(): 50}})
        system.run("import", file)

    def pages(self):
        """The paths of all pages, with those of an activity, a goal, a day of samples and a workout."""
        activity = next(item["id"] for item in self.system.json("activity", "list")["activities"]
                        if item["name"] == "Water")
        goal = self.system.json("goal", "list")["goals"][0]["id"]
        training = "/training/sessions/" + self.system.json("training", "list")["sessions"][0]["id"]
        plan = "/training/plans/" + self.system.json("training", "plan")["plans"][0]["id"]
        removed = "/activities/trash/remove?record=" + self.system.json("trash")["items"][0]["id"]
        category = "/settings/categories/" + urllib.parse.quote(
            self.system.json("category", "list")["categories"][0]["id"], safe="")
        page = self.open("/timeline?kind=workouts")
        workout = page.locator("main a[href*='/workouts/']").first.get_attribute("href")
        return (*PAGES, f"/activities/{activity}", f"/activities/{activity}/edit", f"/activities/{activity}/explain",
                f"/activities/{activity}/reminders",
                f"/goals/{goal}", f"/trends/stepCount/days/{self.today()}", workout,
                removed, category, training, f"{training}/sets/1", plan, f"{plan}/days/1/exercise?" + urllib.parse.urlencode({"name": HOSTILE}))

    def test_no_page_has_a_violation_or_is_too_wide(self):
        page = self.open(reduced_motion="reduce")
        for path in self.pages():
            page.goto(self.address + path)
            for width, scheme in ((390, "light"), (1280, "dark")):
                page.set_viewport_size({"width": width, "height": 800})
                page.emulate_media(color_scheme=scheme)
                with self.subTest(path=path, width=width, scheme=scheme):
                    results = Axe().run(page)
                    self.assertEqual(results.violations_count, 0, results.generate_report())
            with self.subTest(path=path):
                self.assertEqual(page.evaluate("document.getAnimations().length"), 0)
                self.assertEqual(page.locator("img[src=x]").count(), 0)
            for mode, fault in faults_in_modes(page, WIDTHS):
                with self.subTest(path=path, mode=mode):
                    self.fail(fault)
        # The browser reports the page that does not exist.
        self.faults = [fault for fault in self.faults if "404" not in fault]

    def test_the_controls_of_a_phone_are_at_least_44_px_high(self):
        page = self.open(viewport={"width": 390, "height": 800})
        for path in self.pages():
            page.goto(self.address + path)
            with self.subTest(path=path):
                self.assertEqual(small_controls(page), [])
        # The browser reports the page that does not exist.
        self.faults = [fault for fault in self.faults if "404" not in fault]

    def test_the_texts_of_the_milestone_ring_are_inside_it(self):
        page = self.open()
        for path in ("/weight", "/goals"):
            page.goto(self.address + path)
            self.assertEqual(outside_ring(page, ".ring.large"), [], path)

    def test_the_pictures_of_a_report_fit_a_phone(self):
        page = self.open("/report", viewport={"width": 390, "height": 800})
        self.assertGreater(page.locator(".document .picture").count(), 2)
        cut = page.eval_on_selector_all(
            ".document .picture",
            """(figures) => figures.flatMap((figure) => {
                const { right } = figure.getBoundingClientRect();
                const parts = [...figure.querySelectorAll("text, rect, line")].filter((part) => part.checkVisibility());
                return parts.filter((part) => part.getBoundingClientRect().right > right + 1)
                    .map((part) => part.outerHTML.slice(0, 90));
            })""")
        self.assertEqual(cut, [])

    def test_the_week_marks_skipped_days_and_its_targets_are_large(self):
        page = self.open("/week", viewport={"width": 390, "height": 800})
        [skipped, opened] = [
            page.get_by_label(re.compile(f"^{name}, .*: {state}$")).first.inner_html()
            for name, state in (("Stretch", "skipped"), (LONG, "not done"))]
        self.assertNotEqual(skipped, opened)
        box = page.get_by_label(re.compile("^Water, .*: done in part$")).locator("svg").bounding_box()
        self.assertGreaterEqual(min(box["width"], box["height"]), 24)
        self.assertIn("Amounts are logged on the page of their day.", page.locator(".lead").inner_text())
        self.assertIn("gradient", page.locator(".table.days").evaluate("node => getComputedStyle(node).backgroundImage"))

    def test_the_forecast_of_a_falling_weight_has_no_jump(self):
        page = self.open("/weight")
        start, first = page.locator(".only-wide .line.dashed").evaluate(
            "path => [0, 1].map((index) => path.getAttribute('d').slice(1).split('L')[index].split(' ').map(Number))")
        span = page.locator(".only-wide .line.dashed").bounding_box()["height"]
        self.assertLess(abs(first[1] - start[1]), max(span / 5, 2))

    def test_a_workout_names_its_energies(self):
        page = self.open("/timeline?kind=workouts")
        self.assertRegex(page.locator("main").inner_text(), r"active energy [\d,]+\s*kcal")

    def test_the_stages_of_a_night_are_visible_in_the_dark(self):
        page = self.open("/timeline?kind=nights", color_scheme="dark")
        for stage in ("rem", "core", "deep", "awake"):
            ratio = page.locator(f".night .{stage}").first.evaluate(
                """(bar) => {
                    const context = new OffscreenCanvas(1, 1).getContext("2d");
                    const { fill, fillOpacity } = getComputedStyle(bar);
                    const luminance = (layers) => {
                        for (const [color, opacity] of layers) {
                            context.globalAlpha = opacity;
                            context.fillStyle = color;
                            context.fillRect(0, 0, 1, 1);
                        }
                        const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
                            value / 255 <= .04045 ? value / 255 / 12.92 : ((value / 255 + .055) / 1.055) ** 2.4);
                        return .2126 * r + .7152 * g + .0722 * b;
                    };
                    const ground = [getComputedStyle(bar.closest(".card")).backgroundColor, 1];
                    return (luminance([ground, [fill, fillOpacity]]) + .05) / (luminance([ground]) + .05);
                }""")
            self.assertGreater(ratio, 3, stage)

    def test_the_labels_of_an_axis_are_beside_the_plot_also_from_right_to_left(self):
        page = self.open("/trends/stepCount?interval=week")
        page.evaluate("document.documentElement.dir = 'rtl'")
        over = page.locator(".picture .only-wide").evaluate(
            """(picture) => {
                const { left } = picture.querySelector(".grid").getBoundingClientRect();
                return [...picture.querySelectorAll("text[text-anchor=end]")]
                    .filter((label) => label.getBoundingClientRect().right > left).map(({ textContent }) => textContent);
            }""")
        self.assertEqual(over, [])

    def test_a_legend_names_the_line_of_the_period_before_only_with_the_line(self):
        page = self.open()
        start, end = (self.today() - datetime.timedelta(age) for age in (59, 57))
        # Of the period before the range only one day has data: it has no line.
        for query in ("interval=week", f"interval=day&from={start}&to={end}"):
            page.goto(f"{self.address}/trends/stepCount?compare=previous&{query}")
            has_line, has_name = page.evaluate(
                """[[...document.querySelectorAll(".picture .dotted")].some((path) => path.getTotalLength() > 0),
                    document.querySelector(".legend .dotted") !== null]""")
            self.assertEqual(has_line, has_name, query)

    def test_the_arrows_of_health_charts_are_in_a_row_and_neighbours_have_one_height(self):
        page = self.open("/health")
        found = page.evaluate(
            """[[...document.querySelectorAll(".strip-head > .row")].filter(({ children }) =>
                    children[0].getBoundingClientRect().top !== children[1].getBoundingClientRect().top).length,
                Object.values(Object.groupBy(document.querySelectorAll(".strip"), (strip) =>
                    Math.round(strip.getBoundingClientRect().top) + " " + strip.parentElement.dataset.fragment))
                    .filter((row) => new Set(row.map((strip) => Math.round(strip.offsetHeight))).size > 1).length]""")
        self.assertEqual(found, [0, 0])

    def test_a_long_name_ends_before_its_button_with_forced_colours(self):
        page = self.open("/", forced_colors="active")
        row = page.locator("li.item", has=page.get_by_role("link", name=LONG, exact=True))
        end = row.locator(".item-text").evaluate(
            "(node) => { const range = document.createRange(); range.selectNodeContents(node);"
            " return range.getBoundingClientRect().right; }")
        self.assertGreater(row.get_by_role("link", name=f"Skip {LONG}").bounding_box()["x"], end + 4)

    def hostile_pages(self):
        """The paths of the pages with a hostile name, with those of the records that have it."""
        def named(all, key="name"):
            return next(item for item in all if item[key] == HOSTILE)
        activity = named(self.system.json("activity", "list")["activities"])["id"]
        goal = named(self.system.json("goal", "list")["goals"], "title")["id"]
        imported = next(
            item["id"] for item in self.system.json("imports")["imports"] if item["file"] == HOSTILE + ".zip")
        return (*HOSTILE_PAGES, *(f"/activities/{activity}{part}" for part in ("", "/edit", "/entries", "/explain", "/reminders")),
                f"/activities/{activity}/move", f"/trends/{urllib.parse.quote(HOSTILE, safe='')}", f"/goals/{goal}",
                f"/import/{imported}")

    def test_hostile_names_are_texts(self):
        page = self.open()
        for path in self.hostile_pages():
            with self.subTest(path=path):
                page.goto(self.address + path)
                self.assertGreater(page.locator("main").get_by_text(HOSTILE).count(), 0)
                self.assertEqual(page.locator("img[src=x]").count(), 0)
        self.assertEqual(page.evaluate("globalThis.wasAttacked"), None)

    def test_printed_pages_have_no_navigation(self):
        page = self.open("/insights")
        page.emulate_media(media="print")
        self.assertFalse(page.locator(".shell").is_visible())
        self.assertTrue(page.get_by_role("heading", level=1).is_visible())

    def test_printed_pages_have_no_forms_and_no_downloads(self):
        page = self.open()
        page.emulate_media(media="print")
        for path in ("/", "/weight", "/trends/stepCount", "/report", "/health", "/settings"):
            page.goto(self.address + path)
            shown = page.eval_on_selector_all(
                "input:not([type=hidden]), select, textarea, [download], .button, .segments",
                "found => found.filter((part) => part.checkVisibility()).map((part) => part.outerHTML.slice(0, 90))")
            self.assertEqual(shown, [], path)

    def test_every_page_has_one_main_heading_and_unique_identifiers(self):
        page = self.open(java_script_enabled=False)
        for path in self.pages():
            with self.subTest(path=path):
                page.goto(self.address + path)
                self.assertEqual(page.locator("h1").count(), 1)
                ids = page.eval_on_selector_all("[id]", "found => found.map(element => element.id)")
                self.assertEqual(sorted(ids), sorted(set(ids)))
        self.faults = [fault for fault in self.faults if "404" not in fault]

    def test_an_activity_is_added_without_javascript(self):
        page = self.open("/activities/new", java_script_enabled=False)
        page.get_by_label("Name").first.fill("Call mum")
        page.locator("form").get_by_role("button", name="Add").first.click()
        names = [item["name"] for item in self.system.json("activity", "list")["activities"]]
        self.assertIn("Call mum", names)

    def test_the_form_of_an_activity_shows_the_fields_of_its_type_and_schedule(self):
        page = self.open("/activities/new")
        rare = ("monthDays", "times", "rule", "day", "target", "unit", "options", "views")

        def shown():
            return [name for name in rare if page.locator(f"#f-{name}").is_visible()]

        page.locator("#f-monthDays").wait_for(state="hidden")
        self.assertEqual(shown(), [])
        page.locator("label:has(#f-schedule-monthly)").click()
        page.locator("label:has(#f-type-cumulative)").click()
        self.assertEqual(shown(), ["monthDays", "target", "unit"])
        page.locator("label:has(#f-type-answer)").click()
        page.locator("#f-answer").select_option("choice")
        self.assertEqual(shown(), ["monthDays", "options"])
        self.assertTrue(page.locator("#f-noColor").is_checked())
        page.locator("#f-color").fill("#4ecdc4")
        self.assertFalse(page.locator("#f-noColor").is_checked())
        plain = self.open("/activities/new", java_script_enabled=False)
        for name in rare[:6]:
            self.assertTrue(plain.locator(f"#f-{name}").is_visible(), name)

    def test_a_cell_of_the_week_logs_a_day_and_clears_it(self):
        for width in (390, 1280):
            page = self.open("/week", viewport={"width": width, "height": 800})
            cell = page.locator("button.check[aria-label^='Read, ']").first
            self.assertEqual(cell.get_attribute("aria-pressed"), "true")
            for verb in ("log", "clear"):
                cell.click()
                # The next press of the button, as the page of the answer has it.
                page.locator(f"button.check[aria-label^='Read, '][value='{verb} {self.today()}']").wait_for()

    def test_a_weight_is_logged(self):
        page = self.open("/weight")
        page.locator("main form input:not([type=hidden])").first.fill("80,9")
        page.get_by_role("button", name="Log", exact=True).click()
        page.locator("#weights").get_by_text("80.9 kg").first.wait_for()

    def test_the_form_of_an_import_is_centred_on_a_phone(self):
        page = self.open("/import", viewport={"width": 390, "height": 844})
        middles = page.evaluate("""() => [".drop-zone h2", ".drop-zone [type=file]", "#import-start"].map((name) => {
            const box = document.querySelector(name).getBoundingClientRect();
            return box.left + box.width / 2;
        })""")
        self.assertLess(max(middles) - min(middles), 2, middles)

    def test_a_file_is_uploaded_and_its_report_shown(self):
        page = self.open("/import")
        page.set_input_files("input[type=file]", os.path.join(self.folder, "export.zip"))
        page.locator("form").get_by_role("button", name="Import").first.click()
        # On a busy machine the page of running imports is shown first, which says when the import has ended.
        page.wait_for_url(re.compile(r"/import/\d+$|done=ended$"))
        page.get_by_role("heading", level=1).wait_for()
        newest = self.system.json("imports")["imports"][0]
        self.assertEqual(newest["stored"], 0)
        self.assertEqual(newest["duplicate"] + newest["ignored"], newest["read"])

    def test_all_metrics_are_shown_by_a_link(self):
        page = self.open("/health", java_script_enabled=False)
        charts = page.locator("[data-fragment=health-more] [data-metric]")
        first = charts.count()
        page.locator("#strips-all").click()
        page.wait_for_url(lambda url: "all=1" in url)
        self.assertGreater(charts.count(), first)
        page.locator("#strips-all").click()
        page.wait_for_url(lambda url: "all=1" not in url)
        self.assertEqual(charts.count(), first)

    def test_a_strip_shows_older_days_on_request(self):
        page = self.open("/health")
        strip = page.locator("section.strip").first
        strip.scroll_into_view_if_needed()
        slider = strip.get_by_role("slider")
        slider.focus()
        slider.press("End")
        latest = slider.get_attribute("aria-valuetext")
        for _ in range(4):
            slider.press("PageDown")
        page.wait_for_timeout(500)
        self.assertNotEqual(slider.get_attribute("aria-valuetext"), latest)
        self.assertRegex(slider.get_attribute("aria-valuetext"), r"\d")

    def test_a_trend_offers_the_intervals_that_its_days_allow(self):
        page = self.open("/trends/heartRate")
        names = page.locator("nav a, .segments a, [role=group] a").all_inner_texts()
        self.assertIn("Week", names)
        self.assertNotIn("Year", names)
        page.get_by_role("link", name="Week", exact=True).click()
        page.wait_for_url("**interval=week**")
        page.get_by_text("Averages by week").wait_for()

    def test_an_activity_shows_its_entries_and_their_analysis(self):
        page = self.open("/activities")
        page.get_by_role("link", name="Floss", exact=True).first.click()
        page.get_by_role("heading", name="Floss", level=1).wait_for()
        self.assertGreater(page.locator("main svg").count(), 1)
        results = Axe().run(page)
        self.assertEqual(results.violations_count, 0, results.generate_report())

    def test_the_menu_of_a_row_changes_its_activity(self):
        for has_scripts in (True, False):
            page = self.open("/activities?group=name", java_script_enabled=has_scripts)
            for button, is_paused in (("Pause", True), ("Resume", False)):
                row = page.locator(".activity-rows > li", has=page.get_by_role("link", name="Floss", exact=True))
                row.locator("summary").click()
                row.get_by_role("button", name=button).click()
                row.get_by_text("paused", exact=True).wait_for(state="visible" if is_paused else "detached")
                self.assertEqual(row.locator("details[open]").count(), 0)
                self.assertIn("group=name", page.url)

    def test_an_activity_is_dragged_to_another_place_of_the_list(self):
        page = self.open("/activities?order=1")
        rows = page.locator(".activity-rows > li")
        names = lambda: rows.evaluate_all("all => all.map((row) => row.querySelector('a').textContent)")
        before = names()
        handle = rows.nth(2).locator(".handle").bounding_box()
        page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
        page.mouse.down()
        page.mouse.move(handle["x"] + 5, rows.first.bounding_box()["y"] + 5, steps=5)
        with page.expect_response("**/order"):
            page.mouse.up()
        page.locator("#announcer", has_text=f"{before[2]}: 1 of {len(before)}").wait_for()
        page.reload()
        self.assertEqual(names(), [before[2], before[0], before[1], *before[3:]])
        self.system.run("undo")

    def test_a_setting_is_stored_for_the_command_line(self):
        page = self.open("/settings")
        page.get_by_text("Sunday", exact=True).click()
        page.get_by_role("button", name="Save", exact=True).click()
        page.wait_for_load_state("networkidle")
        values = {setting["key"]: setting["value"] for setting in self.system.json("settings")["settings"]}
        self.assertEqual(values["weekStart"], "sunday")

    def test_a_template_is_applied_on_the_welcome_page(self):
        page = self.open("/welcome", java_script_enabled=False)
        before = len(self.system.json("activity", "list")["activities"])
        page.locator("form[action*=welcome] button").last.click()
        self.assertGreaterEqual(len(self.system.json("activity", "list")["activities"]), before)
        self.faults = [fault for fault in self.faults if "422" not in fault]

    def test_a_trend_is_downloaded_in_each_format(self):
        page = self.open("/trends/stepCount")
        for ending, start in (("csv", "startDate"), ("json", "{"), ("svg", "<?xml")):
            text = page.request.get(f"{self.address}/trends/stepCount.{ending}").text()
            self.assertTrue(text.lstrip().startswith(start), text[:40])


if __name__ == "__main__":
    unittest.main()
