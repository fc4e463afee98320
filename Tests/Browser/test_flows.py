"""The seven main flows by keyboard only, without JavaScript, and by touch."""
import datetime
import os
import shutil
import tempfile
import unittest

from exports import write_export
from world import BrowserTest, wait_until

MOST_STEPS = 200


class Pointer:
    """A person with a mouse."""

    def __init__(self, page):
        self.page = page

    def activate(self, control):
        control.click()

    def type(self, field, text):
        field.fill(text)

    def choose(self, option):
        option.check()

    def choose_file(self, field, path):
        field.set_input_files(path)


class Finger(Pointer):
    """A person with a touch screen."""

    def activate(self, control):
        control.tap()

    def type(self, field, text):
        field.tap()
        field.select_text()
        self.page.keyboard.insert_text(text)

    def choose(self, option):
        option.locator("xpath=ancestor::label").tap()


class Keyboard(Pointer):
    """A person with keys only: each control is reached with Tab."""

    def reach(self, control):
        control.wait_for()
        for _ in range(MOST_STEPS):
            if control.evaluate("node => node === document.activeElement"):
                self.assert_visible_focus(control)
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {control}")

    @staticmethod
    def assert_visible_focus(control):
        outline = control.evaluate(
            "node => [node, node.closest('label')].filter(Boolean)"
            ".map(element => parseFloat(getComputedStyle(element).outlineWidth))")
        if not any(width >= 2 for width in outline):
            raise AssertionError(f"the focus of {control} is not visible")

    def activate(self, control):
        self.reach(control)
        self.page.keyboard.press("Enter")

    def type(self, field, text):
        self.reach(field)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def choose(self, option):
        # Tab reaches the group; arrows choose in it.
        group = option.page.locator("input[type=radio]:checked:visible").first
        self.reach(group)
        for _ in range(10):
            if option.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError("arrows do not reach the option")

    def choose_file(self, field, path):
        self.reach(field)
        with self.page.expect_file_chooser() as chooser:
            self.page.keyboard.press("Space")
        chooser.value.set_files(path)


class FlowTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        cls.folder = tempfile.mkdtemp(prefix="dl-export-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        days = [cls.today() - datetime.timedelta(age) for age in range(60)]
        cls.export("steps.zip", {"stepCount": {day: 5000 + day.day for day in days}})
        system.run("import", os.path.join(cls.folder, "steps.zip"))
        for person in ("keys", "plain", "touch"):
            system.run("activity", "add", f"Floss {person}", "--daily")
            system.run("activity", "add", f"Read {person}", "--daily")
            system.run(
                "activity", "add", f"Water {person}", "--type", "cumulative", "--unit", "ml", "--target", "2500")
            cls.export(f"{person}.zip", {"restingHeartRate": {days[len(person)]: 50}})

    @classmethod
    def export(cls, name, series):
        write_export(os.path.join(cls.folder, name), series)

    def entries(self, name):
        return self.system.json("entries", name)["entries"]

    def wait_for_entries(self, page, name, count):
        """The entries of an activity, after the page has shown the answer to a form."""
        page.locator("#toast").get_by_text(name).wait_for()
        entries = self.entries(name)
        self.assertEqual(len(entries), count)
        return entries

    def run_flows(self, page, person, name):
        for flow in (self.log, self.undo, self.quick_add, self.skip, self.edit_entry,
                     self.change_interval, self.import_file):
            with self.subTest(flow=flow.__name__):
                flow(page, person, name)

    def log(self, page, person, name):
        page.goto(self.address)
        person.activate(page.get_by_role("button", name=f"Done: Floss {name}"))
        self.wait_for_entries(page, f"Floss {name}", 1)

    def undo(self, page, person, name):
        person.activate(page.locator("#toast").get_by_role("button", name="Undo"))
        page.get_by_role("button", name=f"Done: Floss {name}").wait_for()
        self.assertEqual(self.entries(f"Floss {name}"), [])

    def quick_add(self, page, person, name):
        page.goto(self.address)
        item = page.locator("li.item", has=page.get_by_role("link", name=f"Water {name}", exact=True))
        person.type(item.get_by_label(f"Water {name}, amount in ml"), "250,5")
        person.activate(item.get_by_role("button", name="Add", exact=True))
        item.get_by_text("250.5 of 2,500 ml").wait_for()
        self.assertEqual(self.entries(f"Water {name}")[0]["value"], 250.5)

    def skip(self, page, person, name):
        page.goto(self.address)
        item = page.locator("li.item", has=page.get_by_role("link", name=f"Read {name}", exact=True))
        person.activate(item.get_by_role("link", name=f"Skip Read {name}"))
        sheet = page.locator(".skip-form")
        person.choose(sheet.get_by_label("Other"))
        person.type(sheet.get_by_label("Own words"), "no time")
        person.activate(sheet.get_by_role("button", name="Skip"))
        entry = self.wait_for_entries(page, f"Read {name}", 1)[0]
        self.assertEqual((entry["status"], entry["skipReason"]), ("skipped", "no time"))

    def edit_entry(self, page, person, name):
        page.goto(self.address + "/activities")
        page.goto(page.get_by_role("link", name=f"Water {name}", exact=True).first.evaluate("node => node.href"))
        sheet = page.locator("details.menu[id^=edit-]").first
        person.activate(sheet.locator("summary"))
        person.type(sheet.get_by_label("Value, ml"), "300")
        person.activate(sheet.get_by_role("button", name="Save"))
        page.get_by_role("cell", name="300 ml").first.wait_for()
        self.assertEqual(self.entries(f"Water {name}")[0]["value"], 300)

    def change_interval(self, page, person, name):
        page.goto(self.address + "/trends/stepCount")
        person.activate(page.get_by_role("link", name="Week", exact=True))
        page.wait_for_url("**interval=week**")
        page.get_by_text("Averages by week").wait_for()

    def import_file(self, page, person, name):
        page.goto(self.address + "/import")
        person.choose_file(page.locator("input[type=file]"), os.path.join(self.folder, f"{name}.zip"))
        person.activate(page.locator("form.drop-zone").get_by_role("button", name="Import"))
        page.wait_for_url("**/import/*")
        self.assertEqual(self.system.json("imports")["imports"][0]["file"], f"{name}.zip")

    def test_flows_by_keyboard(self):
        page = self.open()
        self.run_flows(page, Keyboard(page), "keys")

    def test_flows_without_javascript(self):
        page = self.open(java_script_enabled=False)
        self.run_flows(page, Pointer(page), "plain")

    def test_flows_by_touch(self):
        page = self.open(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
        self.run_flows(page, Finger(page), "touch")

    def test_the_skip_link_leads_to_the_content(self):
        page = self.open("/insights")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        wait_until(page, "() => document.activeElement.id === 'main'")

    def test_keys_go_to_pages_and_escape_returns_the_focus(self):
        page = self.open()
        for key, path in (("h", "/health"), ("i", "/insights"), ("a", "/activities"), ("t", "/")):
            page.keyboard.press("g")
            page.keyboard.press(key)
            page.wait_for_url(self.address + path)
        for opener, opened in ((page.locator("li.item [data-skip]").first, "#skip:popover-open"),
                               (page.locator("#pick-day summary"), "#pick-day[open]")):
            with self.subTest(opened=opened):
                opener.focus()
                page.keyboard.press("Enter")
                page.locator(opened).wait_for()
                page.keyboard.press("Tab")
                page.keyboard.press("Escape")
                self.assertTrue(opener.evaluate("node => node === document.activeElement"))
                self.assertEqual(page.locator(opened).count(), 0)

    def test_single_keys_are_switched_off_and_on_again(self):
        context = self.context()
        self.addCleanup(context.close)
        page = self.page(context)
        page.keyboard.press("?")
        page.get_by_label("Use keys of one character outside charts").uncheck()
        page.locator("#keys").get_by_role("button", name="Close").click()
        page.goto(self.address + "/settings")
        for key in ("g", "t", "?"):
            page.keyboard.press(key)
        self.assertFalse(page.locator("#keys").is_visible())
        self.assertEqual(page.url, self.address + "/settings")
        page.get_by_role("button", name="Keys", exact=True).click()
        page.get_by_label("Use keys of one character outside charts").check()
        page.locator("#keys").get_by_role("button", name="Close").click()
        page.keyboard.press("g")
        page.keyboard.press("t")
        page.wait_for_url(self.address + "/")


if __name__ == "__main__":
    unittest.main()
