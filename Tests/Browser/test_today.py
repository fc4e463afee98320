"""Today and other days: by mouse, by keyboard, without JavaScript, live, on a phone."""
import datetime
import json
import os
import signal
import time
import unittest

from axe_playwright_python.sync_playwright import Axe

from world import BrowserTest

HOSTILE = '<img src=x onerror="alert(1)">'
# The family, weight and size of each text of the first frame: those above the items that need no script.
FONTS = """() => {
    const texts = [...document.querySelectorAll(".shell *, [data-fragment=day-head] *")].filter((element) =>
        element.checkVisibility() && !element.closest(".js-only")
        && [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim()));
    return [...new Set(texts.map((element) => {
        const { fontFamily, fontWeight, fontSize } = getComputedStyle(element);
        return [fontFamily, fontWeight, fontSize].join(" ");
    }))];
}"""


class TodayTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        for name in ("Floss", "Read", "Sort", "Stretch", "Sweep", "Walk", HOSTILE):
            system.run("activity", "add", name, "--daily")
        system.run("activity", "add", "Water", "--type", "cumulative", "--unit", "ml", "--target", "2500")
        system.run("activity", "add", "Mood", "--type", "value")
        for suffix in ("", " plain"):
            system.run("activity", "add", "Pulse" + suffix, "--type", "value")
            system.run("activity", "add", "Steps" + suffix, "--type", "cumulative")

    def item(self, page, name):
        return page.locator("li.item", has=page.get_by_role("link", name=name, exact=True))

    def tracker(self):
        """The state of the tracker's process."""
        workers = self.system.json("status")["workers"]
        return next(worker for worker in workers if worker["name"] == "tracker")

    def state(self, name):
        agenda = self.system.json("today")
        lists = [item for part in agenda["slots"] for item in part["items"]]
        items = [item for item in lists + agenda["completed"] + agenda["skipped"] if item["name"] == name]
        return items[0]["state"]

    def test_a_click_completes_an_activity_and_undo_reverts_it(self):
        page = self.open()
        page.get_by_role("button", name="Done: Floss").click()
        page.locator("#toast").get_by_text("Logged Floss on ").wait_for()
        self.assertEqual(self.state("Floss"), "completed")
        page.locator("#toast").get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Done: Floss").wait_for()
        self.assertEqual(self.state("Floss"), "open")

    def test_a_reminder_is_added_from_today_without_javascript(self):
        page = self.open(java_script_enabled=False)
        page.get_by_role("link", name="Add a reminder").click()
        page.get_by_role("heading", name="New reminder").wait_for()
        page.locator("#f-name").fill("Buy stamps")
        page.get_by_role("button", name="Add the reminder").click()
        page.goto(self.address + "/")
        page.get_by_role("button", name="Done: Buy stamps").click()
        self.assertEqual(page.get_by_role("button", name="Done: Buy stamps").count(), 0)
        self.assertEqual(len(self.system.json("entries", "Buy stamps")["entries"]), 1)

    def test_the_first_frame_has_few_fonts(self):
        fonts = self.open().evaluate(FONTS)

        # The browser waits for the font service with each of them.
        self.assertLessEqual(len(fonts), 6, fonts)

    def test_undo_reverts_only_the_change_that_its_message_names(self):
        page = self.open()
        page.get_by_role("button", name="Done: Sort").click()
        page.locator("#toast").get_by_text("Logged Sort on ").wait_for()
        self.system.run("weight", "add", "81.5")
        page.locator("#toast").get_by_role("button", name="Undo").click()
        page.locator("#toast").get_by_text("The step is not the newest one").wait_for()
        self.assertEqual(self.state("Sort"), "completed")
        self.assertEqual([row["weight"] for row in self.system.json("weight", "list")["weights"]], [81.5])
        self.system.run("undo")
        self.system.run("undo")
        self.faults = [fault for fault in self.faults if "409" not in fault]

    def test_undo_stays_on_its_page_and_names_the_change(self):
        page = self.open("/weight")
        page.locator("#weight-value").fill("80.5")
        page.locator("#log-weight").click()
        page.locator("#toast").get_by_role("button", name="Undo").click()
        page.locator("#toast").get_by_text("Undone: ").wait_for()
        self.assertEqual(page.url, self.address + "/weight")
        self.assertEqual(self.system.json("weight", "list")["weights"], [])

    def test_a_day_of_another_year_has_its_year(self):
        page = self.open("/day/2030-01-01")
        self.assertEqual(page.locator("h1").inner_text(), "Tuesday 1 January 2030")
        self.assertIn("Tuesday 1 January 2030", page.title())
        self.assertNotRegex(self.open().locator("h1").inner_text(), r"\d{4}")

    def test_an_amount_is_added_with_a_decimal_comma(self):
        page = self.open()
        water = self.item(page, "Water")
        water.get_by_label("Water, amount in ml").fill("250,5")
        water.get_by_role("button", name="Add", exact=True).click()
        water.get_by_text("250.5 of 2,500 ml").wait_for()

    def log_on_page(self, page, name, value):
        """Logs a number on the page of an activity."""
        activity = next(item for item in self.system.json("activity", "list")["activities"] if item["name"] == name)
        page.goto(f"{self.address}/activities/{activity['id']}")
        page.locator("#log-value").fill(value)
        with page.expect_response("**/log"):
            page.locator("#log-now").click()

    def entries(self, name):
        return [entry["value"] for entry in self.system.json("entries", name)["entries"]]

    def test_a_number_of_the_same_day_replaces_and_an_amount_adds_up(self):
        for suffix, scripts in (("", True), (" plain", False)):
            page = self.open(java_script_enabled=scripts)
            for name, values, stored in (("Pulse", ("71", "64,5"), [64.5]), ("Steps", ("300", "40,5"), [40.5, 300])):
                with self.subTest(name=name, scripts=scripts):
                    for value in values:
                        self.log_on_page(page, name + suffix, value)
                    self.assertEqual(sorted(self.entries(name + suffix)), stored)
                    total = self.system.json("trends", name + suffix, "--interval", "day")["series"][-1]["sum"]
                    self.assertEqual(total, sum(stored))

    def test_a_skip_stores_its_reason(self):
        page = self.open()
        read = self.item(page, "Read")
        read.get_by_role("link", name="Skip Read").click()
        page.get_by_label("Own words").fill("no time")
        page.locator(".skip-form").get_by_role("button", name="Skip").click()
        page.locator("#part-skipped").wait_for()
        self.assertIn("no time", json.dumps(self.system.json("today")["skipped"]))

    def test_a_change_in_a_terminal_appears_and_keeps_typed_text(self):
        page = self.open()
        page.locator("#status", has_text="Live").wait_for()
        field = self.item(page, "Mood").get_by_label("Mood, amount")
        field.fill("7")
        self.system.run("log", "Stretch")
        page.locator("#fold-done").get_by_text("Stretch").wait_for(state="attached")
        self.assertEqual(field.input_value(), "7")

    def test_a_change_before_the_stream_of_events_opens_appears(self):
        page = self.open("/offline")

        def change_first(route):
            self.system.run("log", "Sweep")
            route.continue_()

        page.route("**/events**", change_first, times=1)
        page.goto(self.address + "/")
        page.locator("#fold-done").get_by_text("Sweep").wait_for(state="attached")

    def open_before_midnight(self):
        """Today as it was made on the day before. Its end is in the past only if the test sets it."""
        page = self.open("/offline", service_workers="block")
        today, before = self.today(), self.today() - datetime.timedelta(days=1)

        def change_day(route):
            answer = route.fetch()
            body = answer.text().replace(f"/day/{today}/", f"/day/{before}/")
            body = body.replace(f'data-day="{today}"', f'data-day="{before}"')
            route.fulfill(response=answer, body=body)

        page.route(self.address + "/", change_day, times=1)
        page.goto(self.address + "/")
        page.locator("#status", has_text="Live").wait_for()
        self.assertEqual(page.locator("#main").get_attribute("data-day"), str(before))
        return page

    END_DAY = """() => {
        document.getElementById("main").dataset.dayEnd = new Date(Date.now() - 1000).toISOString();
    }"""

    def assert_shows_today(self, page):
        page.locator(f"#main[data-day='{self.today()}']").wait_for()
        page.locator(f"#changes[action='/day/{self.today()}/log']").wait_for(state="attached")

    def test_an_open_page_shows_the_next_day_and_keeps_typed_text(self):
        page = self.open_before_midnight()
        field = self.item(page, "Mood").get_by_label("Mood, amount")
        field.fill("6")
        page.evaluate(self.END_DAY)
        page.evaluate("dispatchEvent(new Event('visibilitychange'))")
        self.assert_shows_today(page)
        self.assertEqual(field.input_value(), "6")
        self.assertGreater(
            page.locator("#main").get_attribute("data-day-end"), str(self.today()))

    def test_a_tap_after_the_end_of_the_day_is_asked_for_again(self):
        page = self.open_before_midnight()
        page.evaluate(self.END_DAY)
        page.get_by_role("button", name="Done: Sort").click()
        page.locator("#toast", has_text="a new day has begun").wait_for()
        self.assert_shows_today(page)
        self.assertEqual(self.state("Sort"), "open")
        page.get_by_role("button", name="Done: Sort").click()
        page.locator("#toast").get_by_text("Logged Sort on ").wait_for()
        self.assertEqual(self.state("Sort"), "completed")
        self.system.run("undo")

    def test_forms_work_without_javascript(self):
        page = self.open(java_script_enabled=False)
        page.get_by_role("button", name="Done: Walk").click()
        self.assertIn("done=1", page.url)
        page.locator("#toast").get_by_role("button", name="Undo").click()
        self.assertEqual(self.state("Walk"), "open")

    def test_keys_complete_an_item_and_open_the_list_of_keys(self):
        page = self.open()
        page.keyboard.press("?")
        page.get_by_role("heading", name="Keys").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Done: Walk").focus()
        page.keyboard.press("x")
        page.locator("#toast").get_by_text("Walk").wait_for()
        page.keyboard.press("u")
        page.get_by_role("button", name="Done: Walk").wait_for()

    def test_a_past_day_is_changed_by_its_address(self):
        day = str(self.today())
        page = self.open(f"/day/{day}")
        page.get_by_role("heading", level=1).wait_for()
        response = page.goto(f"{self.address}/day/2020-13-01")
        self.assertEqual(response.status, 422)
        self.faults.clear()

    def test_an_item_is_moved_by_a_button_without_javascript(self):
        page = self.open("/?order=1", java_script_enabled=False)
        part = page.locator("ul.items").filter(has=page.locator("li.item:nth-child(2)")).first
        name = part.locator("li.item").nth(1).get_attribute("data-activity")
        part.locator("li.item").nth(1).locator("[id^=move-up]").click()
        self.assertEqual(part.locator("li.item").nth(0).get_attribute("data-activity"), name)

    def test_names_are_escaped(self):
        page = self.open()
        page.get_by_text(HOSTILE, exact=True).first.wait_for()
        self.assertEqual(page.locator("main img").count(), 0)

    def test_pages_have_no_violation_at_phone_and_desktop_size_light_and_dark(self):
        page = self.open(reduced_motion="reduce")
        for width in (320, 1280):
            for scheme in ("light", "dark"):
                page.set_viewport_size({"width": width, "height": 800})
                page.emulate_media(color_scheme=scheme)
                results = Axe().run(page)
                self.assertEqual(results.violations_count, 0, results.generate_report())

    def test_the_page_recovers_after_the_worker_was_killed(self):
        page = self.open()
        page.locator("#status", has_text="Live").wait_for()
        killed = self.tracker()["pid"]
        os.kill(killed, signal.SIGKILL)
        deadline = time.monotonic() + 20
        while self.tracker().get("pid") in (killed, None) or self.tracker()["state"] != "ready":
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        page.get_by_role("button", name="Done: Floss").click()
        page.locator("#toast").get_by_text("Floss").wait_for()
        self.system.run("undo")


if __name__ == "__main__":
    unittest.main()
