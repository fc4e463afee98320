"""Answers to the scripts of pages with many rows: they have only the rows that changed."""
import json
import tempfile
import unittest

from world import BrowserTest, wait_until

ROWS = 40
# The fragments of a page without what differs between two answers, or belongs to the browser.
FRAGMENTS = """() => [...document.querySelectorAll("main [data-fragment]")].map((fragment) => {
    const copy = fragment.cloneNode(true);
    for (const field of copy.querySelectorAll("[name=key], .day-strip")) field.remove();
    for (const details of copy.querySelectorAll("details")) details.removeAttribute("open");
    return copy.outerHTML.replaceAll(/ aria-label="[^"]* now [^"]*"/g, "");
})"""

# Removes the first row of a long list, and waits for the next frame.
REMOVE_ROW = """() => new Promise((resolve) => {
    [...document.querySelectorAll("li.item")].find((row) => row.parentElement.children.length > 9).remove();
    requestAnimationFrame(() => requestAnimationFrame(resolve));
})"""


class RowUpdateTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        for number in range(ROWS - 2):
            system.run("activity", "add", f"Task {number:02}", "--daily")
        system.run("activity", "add", "Water", "--type", "cumulative", "--unit", "ml", "--target", "2500")
        system.run("activity", "add", "Mood", "--type", "value")

    def open_live(self, path="/"):
        # The service worker reads the whole page for its copy.
        page = self.open(path, service_workers="block")
        page.locator("#status", has_text="Live").wait_for()
        page.evaluate("for (const row of document.querySelectorAll('[data-tag]')) row.isOfFirstAnswer = true")
        return page

    def bytes_of(self, page, action, done):
        """The bytes of the HTML answers to an action, with those to its events; `done` waits for its effect."""
        answers = []

        def add(answer):
            answers.append(answer)

        page.on("response", add)
        action()
        done()
        page.wait_for_timeout(500)
        page.remove_listener("response", add)
        size = sum(
            len(answer.body()) for answer in answers
            if answer.status == 200 and answer.headers.get("content-type", "").startswith("text/html"))
        self.assertGreater(size, 0)
        return size

    def assert_equals_whole_page(self, page):
        fresh = self.open(page.evaluate("location.pathname + location.search"), service_workers="block")
        self.assertEqual(page.evaluate(FRAGMENTS), fresh.evaluate(FRAGMENTS))
        self.assertEqual(page.locator("[data-unchanged]").count(), 0)
        fresh.close()

    def length(self, page):
        return len(page.request.get(page.url).body())

    def test_the_answer_to_a_click_on_today_has_the_changed_rows_only(self):
        page = self.open_live()
        check = page.get_by_role("button", name="Done: Task 07")
        size = self.bytes_of(page, check.click, page.locator("#toast", has_text="Task 07").wait_for)

        self.assertLess(size, self.length(page) / 3)
        self.assertTrue(page.evaluate(
            "[...document.querySelectorAll('li.item')].every((row) => row.isOfFirstAnswer)"))
        self.assert_equals_whole_page(page)
        page.keyboard.press("u")
        check.wait_for()
        self.assert_equals_whole_page(page)

    def test_changes_one_after_the_other_lead_to_the_page_of_a_reload(self):
        page = self.open_live()
        page.get_by_label("Mood, amount").fill("4")
        water = page.get_by_label("Water, amount in ml")
        water.fill("250")
        water.press("Enter")
        page.get_by_text("250 of 2,500 ml").wait_for()
        # The last one is before others in the list of what is done.
        for name in ("Task 02", "Task 03", "Task 01"):
            page.get_by_role("button", name=f"Done: {name}").click()
        page.locator("#fold-done", has_text="Task 01").wait_for(state="attached")
        page.get_by_role("link", name="Skip Task 04").click()
        page.locator(".skip-form").get_by_role("button", name="Skip").click()
        page.locator("#fold-skipped", has_text="Task 04").wait_for(state="attached")
        self.system.run("log", "Task 05")
        page.locator("#fold-done", has_text="Task 05").wait_for(state="attached")
        page.locator("#fold-done").evaluate("fold => { fold.open = true; }")
        page.get_by_role("button", name="Clear Task 02").click()
        page.get_by_role("button", name="Done: Task 02").wait_for()

        self.assertEqual(page.get_by_label("Mood, amount").input_value(), "4")
        self.assert_equals_whole_page(page)

    def test_the_rows_after_a_completed_item_are_not_moved(self):
        page = self.open_live()
        page.evaluate("""() => {
            globalThis.movedRows = 0;
            new MutationObserver((changes) => {
                const removed = changes.flatMap(({ removedNodes }) => [...removedNodes]);
                movedRows += removed.filter((node) => node.isConnected && node.matches?.("li.item")).length;
            }).observe(document.getElementById("main"), { childList: true, subtree: true });
        }""")
        page.get_by_role("button", name="Done: Task 00").click()
        page.locator("#fold-done", has_text="Task 00").wait_for(state="attached")

        self.assertEqual(page.evaluate("movedRows"), 0)
        self.assert_equals_whole_page(page)

    def test_the_style_of_the_rows_after_a_removed_one_is_not_computed(self):
        page = self.open_live()
        with tempfile.NamedTemporaryFile(suffix=".json") as trace:
            self.browser.start_tracing(page=page, path=trace.name, categories=["devtools.timeline"])
            page.evaluate(REMOVE_ROW)
            self.browser.stop_tracing()
            events = json.load(trace)["traceEvents"]

        styled = [
            event["args"]["elementCount"] for event in events
            if event["name"] == "UpdateLayoutTree" and "elementCount" in event["args"]]
        self.assertTrue(styled)
        self.assertLess(sum(styled), ROWS)

    def test_a_moved_item_keeps_its_row(self):
        page = self.open_live("/?order=1")
        names = page.locator("li.item .item-text a").all_text_contents()
        at = names.index("Task 12")
        move = page.get_by_role("button", name="Move Task 12 up", exact=True)
        size = self.bytes_of(
            page, move.click, page.locator("#announcer", has_text="Task 12: ").wait_for)

        self.assertLess(size, self.length(page) / 3)
        names[at - 1:at + 1] = names[at], names[at - 1]
        self.assertEqual(page.locator("li.item .item-text a").all_text_contents(), names)
        self.assert_equals_whole_page(page)

    def test_the_answer_to_a_click_on_two_weeks_has_one_row(self):
        page = self.open_live("/week")
        cell = page.locator("tr", has_text="Task 20").locator("button").first
        size = self.bytes_of(
            page, cell.click, page.locator("tr", has_text="Task 20").locator("button[aria-pressed=true]").wait_for)

        self.assertLess(size, self.length(page) / 3)
        self.assert_equals_whole_page(page)

    def test_the_answer_to_a_pause_has_one_row(self):
        page = self.open_live("/activities")
        row = page.locator("li", has=page.get_by_role("link", name="Task 30", exact=True))
        row.locator("summary").click()
        size = self.bytes_of(
            page, row.get_by_role("button", name="Pause").click, row.get_by_text("paused since").wait_for)

        self.assertLess(size, self.length(page) / 3)
        self.assert_equals_whole_page(page)
        self.system.run("undo")
        row.get_by_text("paused since").wait_for(state="detached")
        self.assert_equals_whole_page(page)

    def test_the_stored_copy_of_a_changed_page_is_whole(self):
        page = self.open()
        wait_until(page, "() => navigator.serviceWorker.controller !== null")
        page.reload()
        page.get_by_role("button", name="Done: Task 35").click()
        page.locator("#toast", has_text="Task 35").wait_for()
        wait_until(page, """async () => {
            const stored = await caches.match(location.origin + "/");
            const text = await stored?.text() ?? "";
            return text.includes('aria-label="Clear Task 35"') && text.includes("<nav")
                && !text.includes("data-unchanged");
        }""")


if __name__ == "__main__":
    unittest.main()
