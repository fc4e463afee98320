"""The scrolling charts of the health page: paging, late and failed answers, places, keys and touch."""
import datetime
import os
import re
import shutil
import tempfile
import time
import unittest

from exports import write_export
from world import BrowserTest, wait_until

GAPS = (3, 4, 30)
DAYS = 200
VISIBLE = 14
ROUTE = "**/api/v1/window?metric=rhr*"


class HeldAnswers:
    """The requests of a strip, each answered when the test says so."""

    def __init__(self, page, pattern=ROUTE):
        self.page = page
        self.pattern = pattern
        self.routes = []
        self.answered = set()
        page.route(pattern, lambda route: self.routes.append(route))

    @property
    def queries(self):
        return [route.request.url.split("?")[1] for route in self.routes]

    def wait(self, count):
        """Waits until this many requests were made."""
        deadline = time.monotonic() + 5
        while len(self.routes) < count:
            if time.monotonic() > deadline:
                raise AssertionError(f"{len(self.routes)} requests, not {count}")
            self.page.evaluate("new Promise(requestAnimationFrame)")

    def answer(self, index):
        with self.page.expect_response(self.pattern):
            self.routes[index].continue_()
        self.answered.add(index)
        self.page.evaluate("new Promise(requestAnimationFrame)")

    def end(self):
        for index, route in enumerate(self.routes):
            if index not in self.answered:
                route.abort()


class StripTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        today = cls.today()
        cls.values = {
            today - datetime.timedelta(age): 50 + age % 20 for age in range(DAYS) if age not in GAPS}
        folder = tempfile.mkdtemp(prefix="dl-export-")
        cls.addClassCleanup(shutil.rmtree, folder)
        file = os.path.join(folder, "export.zip")
        steps = {day: value * 100 for day, value in cls.values.items()}
        write_export(file, {"restingHeartRate": cls.values, "stepCount": steps})
        system.run("import", file)

    @staticmethod
    def day(age):
        return str(BrowserTest.today() - datetime.timedelta(age))

    def strip(self, page, name="rhr"):
        return page.locator(f"#strip-{name}")

    def slider(self, page, name="rhr"):
        return page.locator(f"#strip-{name}-scroll")

    def loaded(self, page, name="rhr"):
        """The loaded days, oldest first."""
        days = page.eval_on_selector_all(
            f"#strip-{name} tbody time", "found => found.map(element => element.dateTime)")
        return days[::-1]

    def wait_for_days(self, page, count, name="rhr"):
        wait_until(
            page, "([name, count]) => document.querySelectorAll(`#strip-${name} tbody tr`).length === count",
            [name, count])

    def wait_for_newest(self, page, age):
        wait_until(
            page, "day => document.querySelector('#strip-rhr tbody time').dateTime === day",
            self.day(age))

    def scroll_to(self, page, left_age, name="rhr"):
        """Scrolls until the left edge is a day."""
        page.evaluate(
            """async ([name, day]) => {
                const scroller = document.getElementById(`strip-${name}-scroll`);
                const days = [...document.querySelectorAll(`#strip-${name} tbody time`)].reverse();
                const index = days.findIndex(({ dateTime }) => dateTime === day);
                scroller.scrollLeft = index * scroller.clientWidth / 14;
                for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
            }""", [name, self.day(left_age)])

    def left_edge(self, page, name="rhr"):
        """The place of the left edge in days since the first loaded day, and the first loaded day."""
        share = self.slider(page, name).evaluate("node => node.scrollLeft / (node.clientWidth / 14)")
        first = datetime.date.fromisoformat(self.loaded(page, name)[0])
        return (first - self.today()).days + share

    def page_older(self, page, count, name="rhr"):
        """Scrolls to the start of the loaded days and waits for the next page."""
        first = self.loaded(page, name)[0]
        self.slider(page, name).evaluate("node => { node.scrollLeft = 0; }")
        wait_until(
            page, "([name, first]) => [...document.querySelectorAll(`#strip-${name} tbody time`)]"
            ".at(-1).dateTime < first", [name, first])
        self.assertEqual(len(self.loaded(page, name)), count)

    def open_strips(self, path="/health", **options):
        """A page without a service worker, whose requests could not be held."""
        return self.open(path, service_workers="block", **options)

    def hold(self, page):
        held = HeldAnswers(page)
        self.addCleanup(held.end)
        return held

    def open_far(self):
        """A page of a strip whose 42 loaded days end before today."""
        page = self.open_strips()
        for count in (35, 42, 42):
            self.page_older(page, count)
        return page

    def test_21_days_are_loaded_and_14_fill_the_width_up_to_today(self):
        for width in (320, 390, 1280, 3840):
            page = self.open_strips(viewport={"width": width, "height": 800})
            with self.subTest(width=width):
                self.assertEqual(self.loaded(page), [self.day(age) for age in range(20, -1, -1)])
                inside, shown, end = self.slider(page).evaluate(
                    "node => [node.firstElementChild.getBoundingClientRect().width, node.clientWidth,"
                    "node.scrollWidth - node.scrollLeft - node.clientWidth]")
                self.assertAlmostEqual(inside / shown, 21 / VISIBLE, places=2)
                self.assertLessEqual(abs(end), 1)
            page.context.close()

    def test_pages_of_14_days_are_added_and_42_days_remain_at_most(self):
        page = self.open_strips()
        requests = []
        page.on("request", lambda request: requests.append(request.url))
        self.page_older(page, 35)
        self.page_older(page, 42)
        self.assertEqual(self.loaded(page)[-1], self.day(7))
        self.page_older(page, 42)
        self.assertEqual(self.loaded(page)[-1], self.day(21))
        self.slider(page).evaluate("node => { node.scrollLeft = node.scrollWidth; }")
        self.wait_for_newest(page, 7)
        self.slider(page).evaluate("node => { node.scrollLeft = node.scrollWidth; }")
        self.wait_for_newest(page, 0)
        self.assertEqual(len(self.loaded(page)), 42)
        self.slider(page).evaluate("node => { node.scrollLeft = node.scrollWidth; }")
        page.wait_for_load_state("networkidle")
        self.assertEqual(self.loaded(page)[-1], self.day(0))
        pages = [url for url in requests if "/api/v1/window" in url]
        self.assertEqual(len(pages), 5)

    def test_the_page_before_the_first_sample_is_cut(self):
        page = self.open_strips(f"/health?rhr.before={self.day(DAYS - 20)}")
        self.slider(page).evaluate("node => { node.scrollLeft = 0; }")
        wait_until(
            page, "day => [...document.querySelectorAll('#strip-rhr tbody time')].at(-1).dateTime === day",
            self.day(DAYS - 1))
        requests = []
        page.on("request", lambda request: requests.append(request.url))
        self.scroll_to(page, DAYS - 3)
        self.slider(page).evaluate("node => { node.scrollLeft = 0; }")
        page.evaluate("new Promise(requestAnimationFrame)")
        self.assertEqual([url for url in requests if "before=" in url], [])

    def test_a_page_is_requested_5_days_from_the_edge_and_not_at_6(self):
        page = self.open_strips()
        held = self.hold(page)
        self.scroll_to(page, 20 - 6)
        self.assertEqual(held.queries, [])
        self.scroll_to(page, 20 - 5)
        held.wait(1)
        self.assertEqual(held.queries, [f"metric=rhr&before={self.day(20)}"])

    def test_a_boundary_is_requested_once_and_loading_is_silent(self):
        page = self.open_strips()
        held = self.hold(page)
        height = page.locator("main").bounding_box()["height"]
        self.scroll_to(page, 20)
        held.wait(1)
        for age in (18, 20, 14, 20):
            self.scroll_to(page, age)
        self.assertEqual(len(held.queries), 1)
        self.assertEqual(page.locator("progress, [aria-busy=true], .skeleton").count(), 0)
        self.assertEqual(page.locator("main").bounding_box()["height"], height)
        held.answer(0)
        self.wait_for_days(page, 35)
        self.scroll_to(page, 34 - 8)
        self.assertEqual(len(held.queries), 1)

    def test_a_failed_page_changes_nothing_and_the_next_scroll_tries_again(self):
        page = self.open_strips()
        failures = []

        def fail(route):
            failures.append(route.request.url)
            route.fulfill(status=503, body="{}")
        page.route(ROUTE, fail)
        with page.expect_response(ROUTE):
            self.scroll_to(page, 20)
        page.evaluate("new Promise(requestAnimationFrame)")
        self.assertEqual(len(self.loaded(page)), 21)
        self.assertEqual(page.locator("#toast").inner_text(), "")
        page.unroute(ROUTE)
        self.scroll_to(page, 19)
        self.wait_for_days(page, 35)
        self.assertEqual(len(failures), 1)
        self.faults = [fault for fault in self.faults if "503" not in fault]

    def test_a_refresh_shows_the_failure_of_one_strip_and_reads_the_others(self):
        page = self.open_strips()
        problem = self.strip(page).locator("[data-slot=problem]")
        page.route(ROUTE, lambda route: route.fulfill(status=503, body="{}"))
        with page.expect_response("**/api/v1/window?metric=steps*") as others:
            page.keyboard.press("r")
        self.assertEqual(others.value.status, 200)
        problem.wait_for()
        self.assertIn("Resting heart rate could not be read.", problem.inner_text())
        self.assertEqual(len(self.loaded(page)), 21)
        self.assertTrue(self.strip(page, "steps").locator("[data-slot=problem]").is_hidden())
        page.unroute(ROUTE)
        problem.get_by_role("button", name="Try again").click()
        problem.wait_for(state="hidden")
        self.assert_table_is_right(page)
        self.faults = [fault for fault in self.faults if "503" not in fault]

    def test_a_strip_that_failed_on_the_server_is_read_again_in_place(self):
        page = self.open_strips()

        def fail(route):
            answer = route.fetch()
            note = '<div class="note bad" data-fragment="strip-rhr"><p>Failed.</p></div>'
            body = re.sub(r'<section class="card strip[^>]*id="strip-rhr".*?</section>', note, answer.text(), flags=re.S)
            route.fulfill(response=answer, body=body)
        page.route("**/health", fail, times=1)
        page.locator("#refresh").click()
        page.get_by_text("Failed.").wait_for()
        self.assertEqual(self.strip(page).count(), 0)
        page.locator("#refresh").click()
        self.wait_for_days(page, 21)
        # The new element pages like the one before.
        self.slider(page).evaluate("node => { node.scrollLeft = 0; }")
        wait_until(page, "() => document.querySelectorAll('#strip-rhr tbody tr').length > 21")

    def test_the_buttons_scroll_in_steps_unless_motion_is_reduced(self):
        positions = {}
        for motion in ("no-preference", "reduce"):
            page = self.open_strips(reduced_motion=motion)
            positions[motion] = page.evaluate(
                """async () => {
                    const scroller = document.getElementById("strip-rhr-scroll");
                    const seen = new Set([scroller.scrollLeft]);
                    document.getElementById("strip-rhr-older").click();
                    for (let frame = 0; frame < 60; frame++) {
                        seen.add(scroller.scrollLeft);
                        await new Promise(requestAnimationFrame);
                        if (document.querySelectorAll("#strip-rhr tbody tr").length > 21) break;
                    }
                    return seen.size;
                }""")
        self.assertEqual(positions["reduce"], 2)
        self.assertGreater(positions["no-preference"], 3)

    def test_a_refresh_drops_a_late_page(self):
        page = self.open_far()
        held = self.hold(page)
        self.slider(page).evaluate("node => { node.scrollLeft = 0; }")
        held.wait(1)
        page.get_by_role("link", name="Back to today").click()
        held.wait(2)
        held.answer(1)
        self.wait_for_days(page, 21)
        wait_until(
            page, "() => { const node = document.getElementById('strip-rhr-scroll');"
            "return Math.abs(node.scrollWidth - node.scrollLeft - node.clientWidth) < 2; }")
        held.answer(0)
        self.assertEqual(self.loaded(page), [self.day(age) for age in range(20, -1, -1)])

    def test_both_directions_load_at_once_and_merge_in_reverse_order(self):
        page = self.open_far()
        first, last = (self.loaded(page)[index] for index in (0, -1))
        held = self.hold(page)
        self.slider(page).evaluate("node => { node.scrollLeft = 0; }")
        held.wait(1)
        self.slider(page).evaluate("node => { node.scrollLeft = node.scrollWidth; }")
        held.wait(2)
        self.assertEqual(
            held.queries, [f"metric=rhr&before={first}", f"metric=rhr&after={last}"])
        held.answer(1)
        held.answer(0)
        self.wait_for_days(page, 42)
        self.assert_table_is_right(page)

    def assert_table_is_right(self, page):
        """Each loaded day has its own value, and no day is missing or twice."""
        rows = page.eval_on_selector_all(
            "#strip-rhr tbody tr",
            "rows => rows.map(row => [row.querySelector('time').dateTime, row.querySelector('data')?.value])")
        first = datetime.date.fromisoformat(rows[-1][0])
        for index, (day, value) in enumerate(reversed(rows)):
            date = first + datetime.timedelta(index)
            self.assertEqual(day, str(date))
            expected = self.values.get(date)
            self.assertEqual(None if value is None else float(value), expected, day)

    def test_the_same_day_stays_in_place_when_days_are_added_before(self):
        page = self.open_strips()
        held = self.hold(page)
        self.slider(page).evaluate("node => { node.scrollLeft = 37; }")
        held.wait(1)
        before = self.left_edge(page)
        day_width = self.slider(page).evaluate("node => node.clientWidth / 14")
        held.answer(0)
        self.wait_for_days(page, 35)
        self.assertLess(abs(self.left_edge(page) - before) * day_width, 1)

    def resize(self, page, width):
        """Changes the width of the window and waits until the strip is drawn at its new width."""
        old = self.slider(page).evaluate("node => node.clientWidth")
        page.set_viewport_size({"width": width, "height": 900})
        wait_until(page, "old => document.getElementById('strip-rhr-scroll').clientWidth !== old", old)
        page.evaluate(
            "async () => { for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame); }")

    def test_the_same_day_stays_at_the_edge_after_a_resize(self):
        page = self.open_strips()
        self.page_older(page, 35)
        self.scroll_to(page, 25)
        for width in (390, 800, 1280):
            self.resize(page, width)
            self.assertAlmostEqual(self.left_edge(page), -25, delta=0.1)

    def test_the_newest_day_stays_at_the_edge_after_a_resize_and_a_reload(self):
        page = self.open_strips()
        for width in (1000, 1280, 700, 1280, 390, 844, 390, 1280):
            self.resize(page, width)
            self.assertAlmostEqual(self.left_edge(page), -13, delta=0.05, msg=width)
        wait_until(
            page, "day => JSON.parse(sessionStorage['strip-rhr'] ?? 'null')?.left[0] === day", self.day(13))
        page.reload()
        page.evaluate("new Promise(requestAnimationFrame)")
        self.assertAlmostEqual(self.left_edge(page), -13, delta=0.05)

    def test_no_label_of_a_visible_day_is_cut(self):
        page = self.open_strips()
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate("new Promise(requestAnimationFrame)")
            for age in (18, 17, 16, 15, 14, 13):
                self.scroll_to(page, age)
                found = self.slider(page).evaluate(
                    """node => {
                        const frame = node.getBoundingClientRect();
                        const labels = [...node.querySelectorAll("text")].filter((label) => {
                            const { left, right } = label.getBoundingClientRect();
                            return label.checkVisibility({ visibilityProperty: true })
                                && right > frame.left && left < frame.right;
                        });
                        const isCut = (label) => {
                            const { left, right } = label.getBoundingClientRect();
                            return left < frame.left - .5 || right > frame.right + .5;
                        };
                        return { count: labels.length, cut: labels.filter(isCut).map(({ textContent }) => textContent) };
                    }""")
                self.assertEqual(found["cut"], [], (width, age))
                self.assertIn(found["count"], (2, 3, 4))

    def test_each_strip_has_its_own_place_also_after_a_reload(self):
        page = self.open_strips()
        for count in (35, 42):
            self.page_older(page, count)
        self.scroll_to(page, 30)
        self.slider(page).focus()
        wait_until(
            page, "day => JSON.parse(sessionStorage['strip-rhr'] ?? 'null')?.left[0] === day", self.day(30))
        self.assertEqual(len(self.loaded(page, "steps")), 21)
        self.assertAlmostEqual(self.left_edge(page, "steps"), -13, delta=0.1)
        page.reload()
        self.wait_for_days(page, 42)
        page.evaluate("new Promise(requestAnimationFrame)")
        self.assertAlmostEqual(self.left_edge(page), -30, delta=0.2)
        self.assertAlmostEqual(self.left_edge(page, "steps"), -13, delta=0.1)

    def test_a_day_without_data_is_a_gap_and_not_zero(self):
        page = self.open_strips()
        self.assertEqual(self.strip(page).locator("path.gap").count(), 2)
        self.assertEqual(self.strip(page).locator("path.line").count(), 2)
        row = self.strip(page).locator("tbody tr").nth(3)
        self.assertEqual(row.locator("td").text_content(), "no data")
        known = [value for day, value in self.values.items() if (self.today() - day).days < VISIBLE]
        mean = sum(known) / len(known)
        self.assertEqual(
            self.strip(page).locator("[data-slot=value]").inner_text(), f"{mean:.0f}\u202fbpm")
        self.assertIn(
            "average of 12 days", self.strip(page).locator("[data-slot=caption]").inner_text())
        bars = self.strip(page, "steps")
        self.assertEqual(bars.locator("svg rect[class^=f-]").count(), 19)
        self.assertEqual(bars.locator("path.gap").count(), 2)

    def date_of(self, page, name="rhr"):
        """The selected day by the text for screen readers."""
        text = self.slider(page, name).get_attribute("aria-valuetext").split(":")[0]
        return (self.today() - datetime.datetime.strptime(
            text.replace(",", ""), "%A %d %B %Y").date()).days

    def test_keys_select_days_and_load_past_the_edge(self):
        page = self.open_strips()
        held = self.hold(page)
        slider = self.slider(page)
        slider.focus()
        self.assertEqual(slider.get_attribute("aria-label"), "Resting heart rate, selected day")
        self.assertEqual(slider.locator("svg").get_attribute("aria-hidden"), "true")
        for key, age in (("End", 0), ("ArrowLeft", 1), ("ArrowRight", 0), ("PageUp", 0),
                         ("PageDown", 7), ("ArrowLeft", 8), ("n", 0), ("Home", 20)):
            slider.press(key)
            self.assertEqual(self.date_of(page), age, key)
        for is_open in (True, False):
            slider.press("t")
            self.assertEqual(page.locator("#strip-rhr-table").get_attribute("open") is not None, is_open)
        self.assertRegex(
            slider.get_attribute("aria-valuetext"), r"^\w+,? \d+ \w+ \d{4}: 50 beats per minute, \d+ % below average$")
        held.wait(1)
        slider.press("ArrowLeft")
        held.answer(0)
        self.wait_for_days(page, 35)
        wait_until(
            page, "() => document.getElementById('strip-rhr-scroll').getAttribute('aria-valuenow') === '14'")
        self.assertEqual(self.date_of(page), 21)
        slider.press("Escape")
        self.assertIn("average of", slider.get_attribute("aria-valuetext"))

    def test_a_selected_day_stays_selected_while_scrolled(self):
        page = self.open_strips()
        slider = self.slider(page)
        slider.focus()
        slider.press("End")
        slider.press("ArrowLeft")
        value = self.strip(page).locator("[data-slot=value]").inner_text()
        self.assertEqual(value, "51\u202fbpm")
        self.page_older(page, 35)
        self.assertEqual(self.strip(page).locator("[data-slot=value]").inner_text(), value)
        self.assertEqual(self.date_of(page), 1)
        self.assertEqual(self.strip(page).locator("rect.selected").get_attribute("visibility"), "visible")

    def test_the_pointer_previews_a_day_and_a_click_holds_it(self):
        page = self.open_strips()
        caption = self.strip(page).locator("[data-slot=caption]")
        value = self.strip(page).locator("[data-slot=value]")
        self.slider(page).scroll_into_view_if_needed()
        box = self.slider(page).bounding_box()
        at = (box["x"] + box["width"] * 11.5 / VISIBLE, box["y"] + 60)
        page.mouse.move(*at)
        self.assertEqual(value.inner_text(), "52\u202fbpm")
        page.mouse.move(2, 2)
        wait_until(
            page, "() => document.querySelector('#strip-rhr [data-slot=caption]').textContent.startsWith('average')")
        page.mouse.click(*at)
        page.locator("#announcer", has_text=re.compile(r": 52 beats per minute, \d+ % below average$")).wait_for(
            state="attached")
        page.mouse.move(2, 2)
        self.assertEqual(value.inner_text(), "52\u202fbpm")
        page.mouse.click(*at)
        page.mouse.move(2, 2)
        self.assertIn("average", caption.inner_text())

    def test_the_mouse_drags_and_the_buttons_move_7_days(self):
        page = self.open_strips(reduced_motion="reduce")
        self.slider(page).scroll_into_view_if_needed()
        self.strip(page).get_by_role("link", name="Resting heart rate, older days").click()
        self.wait_for_days(page, 35)
        self.assertAlmostEqual(self.left_edge(page), -20, delta=0.1)
        box = self.slider(page).bounding_box()
        day_width = box["width"] / VISIBLE
        middle = box["x"] + box["width"] / 2
        page.mouse.move(middle, box["y"] + 60)
        page.mouse.down()
        page.mouse.move(middle + 3 * day_width, box["y"] + 60, steps=4)
        page.mouse.up()
        page.mouse.move(2, 2)
        self.assertAlmostEqual(self.left_edge(page), -23, delta=0.1)
        self.assertIn("average", self.strip(page).locator("[data-slot=caption]").inner_text())

    def test_a_swipe_scrolls_and_a_tap_holds_a_day(self):
        page = self.open_strips(
            viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
        self.slider(page).scroll_into_view_if_needed()
        box = self.slider(page).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + 60
        session = page.context.new_cdp_session(page)
        for kind, distance in (("Start", 0), ("Move", 20), ("Move", 80), ("Move", 140), ("End", None)):
            points = [] if distance is None else [{"x": x - 80 + distance, "y": y}]
            session.send("Input.dispatchTouchEvent", {"type": "touch" + kind, "touchPoints": points})
        self.wait_for_days(page, 35)
        self.assertLess(self.left_edge(page), -16)
        # A tap while the strip still moves only stops it.
        for _ in range(10):
            page.touchscreen.tap(x, y)
            if not self.strip(page).locator("[data-slot=caption]").inner_text().startswith("average"):
                break
            page.wait_for_timeout(300)
        self.assertRegex(self.slider(page).get_attribute("aria-valuetext"), r"\d{4}: ")

    def test_a_long_press_selects_a_day_and_a_swipe_does_not(self):
        page = self.open_strips(
            viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
        self.slider(page).scroll_into_view_if_needed()
        box = self.slider(page).bounding_box()
        day_width = box["width"] / 14
        session = page.context.new_cdp_session(page)

        def touch(kind, x=None):
            points = [] if x is None else [{"x": x, "y": box["y"] + 60}]
            session.send("Input.dispatchTouchEvent", {"type": "touch" + kind, "touchPoints": points})

        def text():
            return self.slider(page).get_attribute("aria-valuetext")

        at_first = text()
        touch("Start", box["x"] + 10.5 * day_width)
        page.wait_for_function(
            "text => document.getElementById('strip-rhr-scroll').ariaValueText !== text", arg=at_first)
        pressed = text()
        day = datetime.date.fromisoformat(self.day(3))
        self.assertIn(f"{day.day} {day:%B} {day.year}", pressed)
        touch("End")
        page.wait_for_timeout(300)
        self.assertEqual(text(), pressed, "the end of a long press is not a tap, which would end the selection")
        # A finger that moves at once scrolls.
        touch("Start", box["x"] + 2.5 * day_width)
        for step in (20, 60, 100):
            touch("Move", box["x"] + 2.5 * day_width + step)
        page.wait_for_timeout(700)
        touch("End")
        self.assertEqual(text(), pressed)

    def test_the_days_are_links_without_javascript(self):
        page = self.open_strips(java_script_enabled=False)
        strip = self.strip(page)
        self.assertEqual(strip.locator("tbody tr").count(), 21)
        strip.get_by_role("link", name="Resting heart rate, older days").click()
        self.assertIn(f"rhr.before={self.day(20)}", page.url)
        newest = self.strip(page).locator("tbody time").first.get_attribute("datetime")
        self.assertEqual(newest, self.day(21))
        self.strip(page).get_by_role("link", name="Resting heart rate, newer days").click()
        self.assertEqual(
            self.strip(page).locator("tbody time").last.get_attribute("datetime"), self.day(20))

    def test_paging_does_not_add_memory(self):
        page = self.open_strips()
        session = page.context.new_cdp_session(page)

        def nodes():
            session.send("HeapProfiler.collectGarbage")
            return session.send("Memory.getDOMCounters")["nodes"]

        def round_trip():
            for count in (35, 42, 42):
                self.page_older(page, count)
            page.get_by_role("link", name="Back to today").click()
            self.wait_for_days(page, 21)
        round_trip()
        before = nodes()
        for _ in range(5):
            round_trip()
        self.assertLess(nodes(), before * 1.2)


if __name__ == "__main__":
    unittest.main()
