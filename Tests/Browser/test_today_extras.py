"""Today: the strip of the day, dragging and the celebration of a part of the day."""
import datetime
import unittest

from layout import broken_words
from world import BrowserTest


class TodayExtraTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        for name in ("Floss", "Read", "Stretch"):
            system.run("activity", "add", name, "--daily", "--on", str(cls.day_before(2)))

    @classmethod
    def day_before(cls, count):
        return cls.today() - datetime.timedelta(count)

    def names(self, page):
        # Also of an item that is drawn again after a drag.
        return [text.strip() for text in page.locator("li.item .item-text a").all_text_contents()]

    def test_the_strip_shows_the_time_and_the_open_items(self):
        page = self.open()
        strip = page.locator("svg.day-strip.only-wide")
        self.assertIn("now ", strip.get_attribute("aria-label"))
        self.assertTrue(strip.is_visible())
        narrow = self.open(viewport={"width": 390, "height": 800})
        self.assertTrue(narrow.locator("svg.day-strip.only-narrow").is_visible())
        self.assertLessEqual(narrow.evaluate("document.documentElement.scrollWidth"), 390)

    def drag(self, page, name, target):
        """Drags the handle of an item onto the upper part of another one."""
        source = page.locator("li.item", has=page.get_by_role("link", name=name, exact=True))
        box = source.locator(".handle").bounding_box()
        place = page.locator("li.item", has=page.get_by_role("link", name=target, exact=True)).bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + 4, place["y"] + place["height"], steps=4)
        page.mouse.move(box["x"] + 4, place["y"] + 4, steps=4)

    def test_an_item_is_dragged_to_another_place(self):
        page = self.open("/?order=1")
        before = self.names(page)
        self.drag(page, before[2], before[0])
        with page.expect_response("**/move"):
            page.mouse.up()
        page.locator("#announcer", has_text=f"{before[2]}: 1 of 3").wait_for()
        page.reload()
        self.assertEqual(self.names(page), [before[2], before[0], before[1]])

    def test_escape_ends_a_drag_without_a_change(self):
        page = self.open("/?order=1")
        before = self.names(page)
        self.drag(page, before[2], before[0])
        page.keyboard.press("Escape")
        page.mouse.up()
        self.assertEqual(self.names(page), before)

    def test_a_refused_change_shows_its_sentence_and_keeps_the_page(self):
        page = self.open()
        button = page.get_by_role("button", name="Done: Floss")
        page.locator("button.check").first.evaluate("button => { button.value = 'complete - missing'; }")
        page.locator("button.check").first.click()
        page.locator("#toast", has_text="missing").wait_for()
        self.assertEqual(button.get_attribute("aria-pressed"), "false")
        self.faults.clear()

    def test_a_skip_dialog_has_a_name_and_closes_when_the_focus_leaves_it(self):
        page = self.open()
        opener = page.get_by_role("link", name="Skip Floss")
        dialog = page.get_by_role("dialog", name="Skip Floss")
        words = dialog.get_by_label("Own words")
        opener.click()
        words.fill("travelling")
        for _ in range(3):
            page.keyboard.press("Tab")
        dialog.wait_for(state="hidden")
        opener.click()
        self.assertEqual(words.input_value(), "travelling")
        page.mouse.click(2, 2)
        dialog.wait_for(state="hidden")
        opener.click()
        dialog.get_by_role("button", name="Cancel").click()
        dialog.wait_for(state="hidden")
        self.assertTrue(opener.evaluate("node => node === document.activeElement"))

    def test_the_date_is_not_broken_within_a_word(self):
        page = self.open(f"/day/{self.longest_day()}", viewport={"width": 320, "height": 700})
        self.assertEqual(broken_words(page, "h1"), [])

    @classmethod
    def longest_day(cls):
        """The newest past Wednesday of a September."""
        day = cls.today()
        while (day.month, day.weekday()) != (9, 2):
            day -= datetime.timedelta(1)
        return day

    def complete_all(self, page):
        """Completes all items of the page and returns the celebration, when it is shown."""
        for name in self.names(page):
            page.get_by_role("button", name=f"Done: {name}").click()
            page.locator("#fold-done").get_by_text(name).wait_for(state="attached")
        dialog = page.locator("dialog.celebration")
        dialog.get_by_role("heading").wait_for()
        return dialog

    def test_the_last_item_of_a_part_celebrates_once_and_u_reverts_it_meanwhile(self):
        page = self.open()
        dialog = self.complete_all(page)
        self.assertNotIn("celebrate", page.url)
        page.keyboard.press("u")
        page.get_by_role("button", name="Done: ").wait_for()
        self.assertFalse(dialog.is_visible())
        [name] = self.names(page)
        page.get_by_role("button", name=f"Done: {name}").click()
        page.locator("#fold-done").get_by_text(name).wait_for(state="attached")
        self.assertFalse(dialog.is_visible())
        for _ in range(3):
            self.system.run("undo")

    def test_escape_closes_a_celebration(self):
        page = self.open(f"/day/{self.day_before(2)}")
        dialog = self.complete_all(page)
        page.keyboard.press("Escape")
        self.assertFalse(dialog.is_visible())
        for _ in range(3):
            self.system.run("undo")

    def test_a_celebration_covers_no_toast_and_closes_by_itself(self):
        page = self.open()
        page.clock.install()
        page.goto(f"{self.address}/day/{self.day_before(1)}")
        for width in (1280, 320):
            page.set_viewport_size({"width": width, "height": 700})
            dialog = page.locator("dialog.celebration")
            if width == 1280:
                dialog = self.complete_all(page)
            undo = page.get_by_role("button", name="Undo")
            self.assertTrue(undo.evaluate(
                """(node) => {
                    const { left, top, width, height } = node.getBoundingClientRect();
                    return document.elementFromPoint(left + width / 2, top + height / 2) === node;
                }"""))
            self.assertFalse(dialog.evaluate("node => node.contains(document.activeElement)"))
        page.clock.fast_forward(9000)
        self.assertTrue(dialog.is_visible())
        page.clock.fast_forward(2000)
        self.assertFalse(dialog.is_visible())
        for _ in range(3):
            self.system.run("undo")


if __name__ == "__main__":
    unittest.main()
