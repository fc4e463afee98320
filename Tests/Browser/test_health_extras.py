"""Corrections of samples, pictures of nights and routes, and uploads in parts."""
import os
import tempfile
import unittest
import zipfile

from world import BrowserTest

RECORD = ('<Record type="HKQuantityTypeIdentifier{metric}" sourceName="Watch" unit="{unit}" '
          'startDate="{day} {start} +0000" endDate="{day} {end} +0000" value="{value}"/>')
SLEEP = ('<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" '
         'startDate="{day} {start} +0000" endDate="{day} {end} +0000" '
         'value="HKCategoryValueSleepAnalysis{stage}"/>')
DAY = "2026-03-02"


def export(records):
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_GB">\n'
            '<ExportDate value="2026-03-03 08:00:00 +0000"/>\n' + "\n".join(records) + "\n</HealthData>\n")


def route():
    """Two kilometres to the north, the first in five minutes and the second in ten."""
    points = []
    for index in range(41):
        seconds = index * 15 if index <= 20 else 300 + (index - 20) * 30
        points.append(
            f'<trkpt lat="{52 + index * 50 / 111195:.6f}" lon="13.0">'
            f"<time>{DAY}T08:{seconds // 60:02}:{seconds % 60:02}Z</time></trkpt>")
    return "<gpx><trk><trkseg>" + "".join(points) + "</trkseg></trk></gpx>"


class HealthExtraTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        folder = tempfile.mkdtemp(prefix="dl-extras-")
        cls.archive = os.path.join(folder, "export.zip")
        records = [
            RECORD.format(metric="StepCount", unit="count", day=DAY, start=f"{hour:02}:00:00",
                          end=f"{hour:02}:10:00", value=100 * hour)
            for hour in (8, 9, 10)]
        records += [
            SLEEP.format(day=DAY, start="00:00:00", end="02:00:00", stage="AsleepCore"),
            SLEEP.format(day=DAY, start="02:00:00", end="02:30:00", stage="Awake"),
            SLEEP.format(day=DAY, start="02:30:00", end="06:00:00", stage="AsleepDeep"),
            '<Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" '
            f'duration="15" durationUnit="min" startDate="{DAY} 08:00:00 +0000" '
            f'endDate="{DAY} 08:15:00 +0000"><WorkoutRoute><FileReference '
            'path="/workout-routes/route.gpx"/></WorkoutRoute></Workout>']
        with zipfile.ZipFile(cls.archive, "w") as archive:
            archive.writestr("apple_health_export/export.xml", export(records))
            archive.writestr("apple_health_export/workout-routes/route.gpx", route())
        system.run("import", cls.archive)

    def test_a_sample_is_corrected_deleted_and_restored(self):
        page = self.open(f"/trends/stepCount/days/{DAY}")
        lead = page.locator(".lead")
        self.assertIn("2,700", lead.inner_text())
        page.locator("summary", has_text="Edit").first.click()
        page.locator("[name=value]").first.fill("50,5")
        page.get_by_role("button", name="Save").first.click()
        page.get_by_text("1,950.5").or_(page.get_by_text("1,951")).first.wait_for()
        page.get_by_role("button", name="Undo").click()
        page.get_by_text("2,700").first.wait_for()
        page.locator("summary", has_text="Edit").first.click()
        page.get_by_role("button", name="Delete").first.click()
        page.get_by_role("button", name="Restore").first.click()
        page.get_by_text("2,700").first.wait_for()

    def test_a_wrong_number_is_shown_again_without_scripts(self):
        page = self.open(f"/trends/stepCount/days/{DAY}", java_script_enabled=False)
        page.locator("summary", has_text="Edit").first.click()
        page.locator("[name=value]").first.fill("many")
        page.get_by_role("button", name="Save").first.click()
        self.assertIn("is not a number", page.locator(".error").first.inner_text())
        self.faults.clear()  # The browser logs the status 422.
        self.assertEqual(page.locator("[name=value]").first.input_value(), "many")

    def test_a_night_has_its_stages_in_order(self):
        page = self.open("/timeline?kind=nights")
        bars = page.locator(".night rect")
        self.assertEqual(
            [bars.nth(index).get_attribute("class") for index in range(bars.count())],
            ["core", "awake", "deep"])
        self.assertIn("longest stretch", page.locator(f"#night-{DAY}").inner_text())

    def test_a_route_is_a_line_by_pace_and_a_table(self):
        page = self.open("/timeline?kind=workouts")
        page.get_by_role("link", name="Running").click()
        page.locator(".route svg").wait_for()
        self.assertEqual(page.locator(".route .s-cyan").count(), 1)
        self.assertEqual(page.locator(".route .s-orange").count(), 1)
        rows = page.get_by_role("region", name="Kilometres, table").locator("tbody tr")
        self.assertIn("fast", rows.nth(0).inner_text())
        self.assertIn("slow", rows.nth(1).inner_text())

    def test_a_broken_upload_continues(self):
        page = self.open("/import")
        sent = []

        def breaks_once(part):
            sent.append(part.request.url)
            if len(sent) == 1:
                part.abort()
            else:
                part.continue_()

        page.route("**/import/uploads/*?offset=*", breaks_once)
        page.locator("#file").set_input_files(self.archive)
        page.get_by_role("button", name="Import", exact=True).click()
        page.wait_for_url("**/import/*")
        page.get_by_role("heading", name="Report").wait_for()
        self.faults.clear()  # The browser logs the aborted request.
        self.assertGreaterEqual(len(sent), 2)

    def test_a_trend_is_a_picture_file(self):
        page = self.open("/trends/stepCount")
        answer = page.request.get(self.address + page.locator("#export-png").get_attribute("href"))
        self.assertEqual(answer.headers["content-type"], "image/png")
        self.assertEqual(answer.body()[:4], b"\x89PNG")


if __name__ == "__main__":
    unittest.main()
