"""Imports in the browser: a dropped file, progress, stop, and the undo of an import."""
import os
import re
import tempfile
import unittest

from exports import write_export
from world import BrowserTest

#: Enough records for an import of several seconds.
RECORDS = 1_500_000


class ImportFlowTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        cls.folder = tempfile.mkdtemp(prefix="dl-import-flow-")
        system.run("activity", "add", "Floss", "--daily")

    def test_a_file_is_dropped_anywhere_on_the_page(self):
        path = os.path.join(self.folder, "dropped.zip")
        write_export(path, {"stepCount": {self.today(): 4321}})
        with open(path, "rb") as file:
            content = list(file.read())
        page = self.open("/import")
        transfer = page.evaluate_handle(
            """(content) => {
                const transfer = new DataTransfer();
                transfer.items.add(new File([new Uint8Array(content)], "dropped.zip"));
                return transfer;
            }""", content)
        page.dispatch_event("main", "dragenter", {"dataTransfer": transfer})
        self.assertIn("dropping", page.locator("html").get_attribute("class"))
        page.dispatch_event("main", "drop", {"dataTransfer": transfer})
        page.wait_for_url(re.compile(r"/import/\d+$|done=ended$"))
        newest = self.system.json("imports")["imports"][0]
        self.assertEqual((newest["file"], newest["stored"]), ("dropped.zip", 1))

    def test_a_running_import_shows_its_progress_and_is_stopped(self):
        path = os.path.join(self.folder, "large.xml")
        with open(path, "w") as file:
            file.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_GB">\n')
            for number in range(RECORDS):
                second = f"2025-{number % 12 + 1:02}-{number % 28 + 1:02} " \
                    f"{number % 24:02}:{number % 60:02}:{number // 60 % 60:02} +0000"
                file.write(
                    '<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" '
                    f'startDate="{second}" endDate="{second}" value="{60 + number % 80}"/>\n')
            file.write("</HealthData>\n")
        page = self.open("/import")
        page.set_input_files("input[type=file]", path)
        page.locator("#import-start").click()
        page.wait_for_url(re.compile(r"/import/running/\d+$"), timeout=60_000)
        page.locator("progress[data-import]").wait_for()
        page.locator("#import-cancel").click()
        page.locator("#toast").get_by_text("The import is stopped. Nothing of it is stored.").wait_for()
        self.assertNotIn(
            "large.xml", [report["file"] for report in self.system.json("imports")["imports"]])

    def test_the_import_of_a_tracker_document_is_undone(self):
        path = os.path.join(self.folder, "tracker.json")
        self.system.run("log", "Floss")
        self.system.run("export", path)
        self.system.run("undo")
        number = self.system.json("import", path)["id"]
        due = lambda: [item["name"] for slot in self.system.json("today")["slots"] for item in slot["items"]]
        self.assertNotIn("Floss", due())
        page = self.open(f"/import/{number}", java_script_enabled=False)
        page.locator("#import-undo").click()
        page.locator("#import-undo-confirm").click()
        self.assertIn("Undone: import tracker.json", page.locator("#toast").inner_text())
        self.assertIn("The import is undone.", page.locator("main").inner_text())
        self.assertEqual(page.locator("#import-undo").count(), 0)
        self.assertIn("Floss", due())

    def test_an_import_of_health_data_is_undone_and_restored_without_scripts(self):
        path = os.path.join(self.folder, "wrong.zip")
        write_export(path, {"flightsClimbed": {self.today(): 12}})
        number = self.system.json("import", path)["id"]
        metrics = lambda: [metric["metric"] for metric in self.system.json("metrics")["metrics"]]
        self.assertIn("flightsClimbed", metrics())
        page = self.open(f"/import/{number}", java_script_enabled=False)
        page.locator("#import-undo").click()
        self.assertIn("wrong.zip stored 1 record.", page.locator("main").inner_text())
        page.locator("#import-undo-confirm").click()
        self.assertIn("The import is undone.", page.locator("#toast").inner_text())
        self.assertIn(f"Import {number} had added these rows.", page.locator("main").inner_text())
        self.assertNotIn("flightsClimbed", metrics())
        undo = page.url.rsplit("/", 1)[1].split("?")[0]
        page.goto(f"{self.address}/import/{number}")
        self.assertEqual(page.locator("#import-undo").count(), 0)
        page.locator("#import-undone-by").click()
        self.assertIn(f"/import/{undo}", page.url)
        page.locator("#import-rollback").click()
        self.assertIn("The removed rows are stored again.", page.locator("#toast").inner_text())
        self.assertIn("flightsClimbed", metrics())


if __name__ == "__main__":
    unittest.main()
