"""Settings that change more than a value: tokens, backups, downloads, colours, categories and the zone."""
import glob
import io
import json
import os
import shutil
import sqlite3
import tempfile
import unittest
import urllib.error
import urllib.request
import zipfile

from exports import write_export
from world import BrowserTest


class SettingsActionTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        system.run("activity", "add", "Floss", "--daily")
        system.run("log", "Floss")
        system.run("weight", "add", "81.2")
        cls.read = system.json("token", "new", "reader", "--scope", "read")["token"]
        cls.push = system.json("token", "new", "sender", "--scope", "push")["token"]

    def api(self, token, path="/api/v1/dayline.tracker.Categories/List"):
        request = urllib.request.Request(
            self.system.address + path, headers={"Authorization": "Bearer " + token})
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def forget(self, status):
        """Drops the lines of the console about responses of a status, which the test expects."""
        self.faults = [fault for fault in self.faults if str(status) not in fault]

    def test_a_token_is_created_shown_once_and_revoked_without_scripts(self):
        page = self.open("/settings", java_script_enabled=False)
        page.locator("#token-new").click()
        page.locator("#token-add").click()
        self.assertIn("needs a name", page.locator("#token-name-error").inner_text())
        self.assertIn("at least one", page.locator("#token-scopes-error").inner_text())
        self.forget(422)
        page.locator("#token-name").fill("watch")
        page.locator("#token-scope-read").check()
        page.locator("#token-add").click()
        token = page.locator("#token-text").input_value()
        self.assertRegex(token, "^[0-9a-f]{64}$")
        self.assertEqual(self.api(token, "/export/entries.csv")[0], 200)
        page.goto(self.address + "/settings")
        self.assertNotIn(token, page.content())
        page.get_by_role("button", name="Revoke the token watch").click()
        self.assertIn("The token is revoked", page.locator("#toast").inner_text())
        self.assertEqual(self.api(token, "/export/entries.csv")[0], 401)

    def test_a_refused_token_is_explained_in_red_and_a_new_one_is_shown_whole_and_copied(self):
        context = self.context(viewport={"width": 390, "height": 844})
        self.addCleanup(context.close)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=self.address)
        page = self.page(context, "/settings/tokens/new")
        page.locator("#token-scope-read").check()
        page.locator("#token-add").click()
        name, error = page.locator("#token-name"), page.locator("#token-name-error")
        self.assertEqual(name.get_attribute("aria-invalid"), "true")
        self.assertEqual(name.get_attribute("aria-describedby"), "token-name-error")
        colour = "element => getComputedStyle(element).color"
        label = page.locator("label[for=token-name]")
        self.assertNotEqual(error.evaluate(colour), label.evaluate(colour))
        self.forget(422)
        name.fill("phone at 390")
        page.locator("#token-add").click()
        text = page.locator("#token-text")
        self.assertTrue(text.evaluate(
            "field => field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight"))
        page.locator("#token-text-copy").click()
        page.locator("#token-text-state").get_by_text("Copied.").wait_for()
        self.assertEqual(page.evaluate("navigator.clipboard.readText()"), text.input_value())

    def test_a_backup_is_written_by_a_button(self):
        folder = tempfile.mkdtemp(prefix="dl-backups-")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.system.run("backups", "to", folder)
        self.addCleanup(self.system.run, "backups", "off")
        page = self.open("/settings")
        page.locator("#backup-now").click()
        page.locator("#toast").get_by_text("A backup is written and verified.").wait_for(timeout=40_000)
        self.assertIn("The last verified backup is", page.locator("[data-fragment=backups]").inner_text())
        self.assertTrue(os.listdir(folder))

    def test_everything_is_downloaded_by_links(self):
        self.system.run("activity", "add", "Steps", "--target", "8000", "--unit", "steps",
                        "--health", "stepCount", "--health-mode", "write")
        self.addCleanup(self.system.run, "activity", "delete", "Steps")
        self.system.run("log", "Steps", "1234")
        page = self.open("/settings")
        page.locator("#settings-downloads").click()
        content = {}
        for name in ("archive", "document", "entries", "weights", "plans", "outbox", "outboxTable"):
            with page.expect_download() as download:
                page.locator(f"#download-{name}").click()
            with open(download.value.path(), "rb") as file:
                content[download.value.suggested_filename] = file.read()
        archive = zipfile.ZipFile(io.BytesIO(content["dayline-default-tracker.zip"]))
        self.assertIsNone(archive.testzip())
        self.assertIn(b"Floss", content["dayline-default-tracker.json"])
        json.loads(content["dayline-default-tracker.json"])
        self.assertIn(b"Floss", content["dayline-default-entries.csv"])
        self.assertIn(b"81.2", content["dayline-default-weights.csv"])
        self.assertTrue(content["dayline-default-plans.ics"].startswith(b"BEGIN:VCALENDAR"))
        self.assertIn(b'value="1234', content["dayline-default-outbox.xml"])
        self.assertIn(b"1234", content["dayline-default-outbox.csv"])

    def test_a_linked_activity_reads_health_data_by_a_button_without_scripts(self):
        folder = tempfile.mkdtemp(prefix="dl-links-")
        self.addCleanup(shutil.rmtree, folder)
        export = os.path.join(folder, "export.zip")
        write_export(export, {"stepCount": {self.today(): 5000}})
        self.system.run("import", export)
        self.system.run("activity", "add", "Walk", "--target", "8000", "--unit", "steps",
                        "--health", "stepCount", "--health-mode", "read")
        self.addCleanup(self.system.run, "activity", "delete", "Walk")
        page = self.open("/settings", java_script_enabled=False)
        page.locator("#settings-health").click()
        row = page.locator("li", has_text="Walk")
        self.assertIn("Reads Steps", row.inner_text())
        page.locator("#health-read-now").click()
        self.assertIn("Health data was read.", page.locator("#toast").inner_text())
        self.assertIn("1 day added, 0 changed", row.inner_text())
        self.assertEqual([entry["value"] for entry in self.system.json("entries", "Walk")["entries"]], [5000])

    def test_all_tables_are_downloaded_and_leave_no_file(self):
        page = self.open("/settings/downloads", viewport={"width": 390, "height": 844})
        paths = {}
        for name in ("database", "tables"):
            with page.expect_download() as download:
                page.locator(f"#download-{name}").click()
            paths[download.value.suggested_filename] = download.value.path()
        database = sqlite3.connect(paths["dayline-default-tables.db"])
        self.addCleanup(database.close)
        self.assertEqual(database.execute("pragma integrity_check").fetchone(), ("ok",))
        self.assertIn("Floss", [row[0] for row in database.execute("select name from activities")])
        archive = zipfile.ZipFile(paths["dayline-default-tables.zip"])
        self.assertIsNone(archive.testzip())
        self.assertIn("samples.csv", archive.namelist())
        self.assertIn(b"Floss", archive.read("activities.csv"))
        self.assertEqual(glob.glob(os.path.join(self.system.home, "spool", "tables-*")), [])

    def test_downloads_need_the_scope_read(self):
        status, headers, body = self.api(self.read, "/export/entries.csv")
        self.assertEqual((status, b"Floss" in body), (200, True))
        self.assertIn("sandbox", headers["Content-Security-Policy"])
        self.assertEqual(self.api(self.read, "/export/tables.db")[2][:15], b"SQLite format 3")
        for name in ("entries.csv", "tables.db", "tables.zip"):
            self.assertEqual(self.api(self.push, "/export/" + name)[0], 403)
        self.assertEqual(self.api("x", "/export/entries.csv")[0], 401)
        self.assertEqual(self.api(self.read, "/export/all.exe")[0], 404)

    def test_colours_are_chosen_for_the_browser(self):
        context = self.context(java_script_enabled=False, color_scheme="light")
        self.addCleanup(context.close)
        page = self.page(context, "/settings")
        self.assertTrue(page.locator("#theme-system").is_checked())
        for theme in ("dark", "light"):
            page.locator(f"label:has(#theme-{theme})").click()
            page.locator("#theme-save").click()
            page.goto(self.address + "/")
            self.assertEqual(page.locator("html").get_attribute("data-theme"), theme)
            page.goto(self.address + "/settings")
            self.assertTrue(page.locator(f"#theme-{theme}").is_checked())
        page.locator("label:has(#theme-system)").click()
        page.locator("#theme-save").click()
        self.assertIsNone(page.locator("html").get_attribute("data-theme"))

    def test_the_hours_of_the_parts_of_the_day_are_changed_without_scripts(self):
        self.system.run("activity", "add", "Lunch", "--daily", "--window", "12-13")
        self.addCleanup(self.system.run, "settings", "set", "dayParts", "05:00 12:00 17:00")
        page = self.open("/settings", java_script_enabled=False)
        afternoon = page.locator("#s-dayParts-afternoon")
        self.assertEqual(afternoon.input_value(), "12:00")
        afternoon.fill("05:00")
        page.locator("#settings-save").click()
        self.assertIn("The afternoon begins at 05:00", page.locator("#s-dayParts-error").inner_text())
        self.assertEqual(afternoon.get_attribute("aria-invalid"), "true")
        self.forget(422)
        afternoon.fill("13:00")
        page.locator("#settings-save").click()
        values = {setting["key"]: setting["value"] for setting in self.system.json("settings")["settings"]}
        self.assertEqual(values["dayParts"], "05:00 13:00 17:00")
        page.goto(self.address + "/")
        morning = page.locator("section[data-fragment=part-morning]")
        self.assertEqual(morning.get_by_role("link", name="Lunch", exact=True).count(), 1)

    def test_a_vacation_is_added_and_removed_without_scripts(self):
        vacations = lambda: self.system.json("vacation", "list")["vacations"]
        page = self.open("/settings", java_script_enabled=False)
        page.locator("#settings-vacations").click()
        page.locator("#vacation-from").fill("2030-05-03")
        page.locator("#vacation-to").fill("2030-05-01")
        page.locator("#vacation-add").click()
        self.assertIn("before the first day", page.locator("#vacation-to-error").inner_text())
        self.assertEqual(page.locator("#vacation-to").get_attribute("aria-invalid"), "true")
        self.forget(422)
        page.locator("#vacation-to").fill("2030-05-05")
        page.locator("#vacation-add").click()
        self.assertEqual(vacations(), [{"from": "2030-05-03", "to": "2030-05-05"}])
        page.locator("#vacation-from").fill("2030-05-04")
        page.locator("#vacation-add").click()
        self.assertIn("a vacation already", page.locator("#toast").inner_text())
        page.locator("#vacation-remove-2030-05-03").click()
        self.assertEqual(vacations(), [])
        page.locator("#toast").get_by_role("button", name="Undo").click()
        self.assertEqual(len(vacations()), 1)
        self.system.run("vacation", "remove", "2030-05-03..2030-05-05")

    def test_a_category_is_added_changed_and_removed_without_scripts(self):
        page = self.open("/settings/categories", java_script_enabled=False)
        names = lambda: [item["name"] for item in self.system.json("category", "list")["categories"]]
        page.locator("#category-add").click()
        self.assertIn("needs a name", page.locator("#category-name-error").inner_text())
        page.locator("#category-name").fill("Garden")
        page.locator("#category-add").click()
        self.assertIn("Garden", names())
        page.get_by_role("link", name="Edit the category Garden").click()
        page.locator("#category-name").fill("Workout")
        page.locator("#category-save").click()
        self.assertIn("already", page.locator("#category-name-error").inner_text())
        self.forget(422)
        page.locator("#category-name").fill("Plants")
        page.locator("#category-save").click()
        self.assertIn("Plants", names())
        page.get_by_role("link", name="Edit the category Plants").click()
        page.locator("#category-delete").click()
        self.assertNotIn("Plants", names())
        page.locator("#toast").get_by_role("button", name="Undo").click()
        self.assertIn("Plants", names())

    def test_the_reminders_of_a_category_are_set_without_scripts(self):
        self.system.run("category", "add", "Bills")
        self.addCleanup(self.system.run, "category", "delete", "Bills")
        page = self.open("/settings/categories", java_script_enabled=False)
        page.get_by_role("link", name="Edit the category Bills").click()
        page.locator("#reminders-times").fill("08:00, 08:03")
        page.locator("#reminders-frequency").select_option("custom")
        page.locator("#reminders-everyDays").fill("3")
        page.locator("#reminders-start").fill("2026-03-01")
        page.locator("#reminders-save").click()
        self.assertIn("at least 5 minutes apart", page.locator("#reminders-times-error").inner_text())
        self.forget(422)
        page.locator("#reminders-times").fill("21:30, 08:00")
        page.locator("#reminders-save").click()
        page.get_by_role("link", name="Edit the category Bills").click()
        self.assertEqual(page.locator("#reminders-times").input_value(), "08:00, 21:30")
        [bills] = [item for item in self.system.json("category", "list")["categories"] if item["name"] == "Bills"]
        self.assertEqual((bills["frequency"], bills["everyDays"], bills["start"], bills["times"]),
                         ("custom", 3, "2026-03-01", [480, 1290]))

    def test_categories_are_ordered_by_buttons_without_scripts(self):
        page = self.open("/settings/categories", java_script_enabled=False)
        names = lambda: [item["name"] for item in self.system.json("category", "list")["categories"]]
        before = names()
        page.get_by_role("button", name=f"Move the category {before[1]} up", exact=True).click()
        self.assertEqual(names(), [before[1], before[0], *before[2:]])
        shown = page.locator("[data-fragment=categories] li").all_inner_texts()
        self.assertTrue(shown[0].startswith(before[1]), shown)
        page.get_by_role("button", name=f"Move the category {before[1]} down", exact=True).click()
        self.assertEqual(names(), before)

    def test_the_focus_follows_a_category_that_is_moved(self):
        page = self.open("/settings/categories")
        first = self.system.json("category", "list")["categories"][0]["name"]
        self.addCleanup(self.system.run, "category", "reorder", first)
        button = page.get_by_role("button", name=f"Move the category {first} down", exact=True)
        button.focus()
        page.keyboard.press("Enter")
        page.locator("#toast").get_by_text("the categories").wait_for()
        self.assertEqual(self.system.json("category", "list")["categories"][1]["name"], first)
        self.assertEqual(page.evaluate("document.activeElement.getAttribute('aria-label')"),
                         f"Move the category {first} down")

    def test_a_template_is_made_applied_changed_and_deleted_without_scripts(self):
        self.system.run("activity", "add", "Mend", "--daily")
        page = self.open("/settings/templates", java_script_enabled=False)
        own = lambda: {item["name"]: item["activities"] for item in
                       self.system.json("activity", "templates")["templates"] if item.get("isOwn")}
        page.locator("#template-activity").select_option(label="Mend")
        page.locator("#template-name").fill("Morning")
        page.locator("#template-add").click()
        self.assertIn("already", page.locator("#template-name-error").inner_text())
        self.forget(422)
        page.locator("#template-name").fill("Craft")
        page.locator("#template-add").click()
        self.assertEqual(own(), {"Craft": ["Mend"]})
        self.system.run("activity", "delete", "Mend")
        page.get_by_role("button", name="Add the activities of the template Craft").click()
        names = [item["name"] for item in self.system.json("activity", "list")["activities"]]
        self.assertIn("Mend", names)
        page.get_by_role("link", name="Edit the template Craft").click()
        page.locator("#template-name").fill("Handiwork")
        page.locator("#template-save").click()
        self.assertEqual(own(), {"Handiwork": ["Mend"]})
        page.get_by_role("link", name="Edit the template Handiwork").click()
        page.locator("#template-delete").click()
        self.assertEqual(own(), {})
        page.locator("#toast").get_by_role("button", name="Undo").click()
        self.assertEqual(own(), {"Handiwork": ["Mend"]})

    def test_the_zone_is_changed_from_a_day(self):
        page = self.open("/settings/zone")
        zone = lambda: next(profile["zone"] for profile in self.system.json("profile", "list")["profiles"]
                            if profile["name"] == "default")
        self.addCleanup(self.system.run, "profile", "zone", "UTC")
        page.locator("#zone-name").fill("Mars/Olympus")
        page.locator("#zone-from").fill(str(self.today()))
        page.locator("#zone-save").click()
        page.locator("#zone-error").wait_for()
        self.forget(422)
        self.assertEqual(zone(), "UTC")
        page.locator("#zone-name").fill("Asia/Tokyo")
        page.locator("#zone-save").click()
        page.locator("#toast").get_by_text("The time zone is changed.").wait_for()
        self.assertEqual(zone(), "Asia/Tokyo")


if __name__ == "__main__":
    unittest.main()
