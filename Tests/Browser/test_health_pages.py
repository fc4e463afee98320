"""Recovery by day, blood pressures and meals, activity rings, and samples that do not count."""
import datetime
import os
import shutil
import tempfile
import unittest

from world import BrowserTest

RECORD = ('<Record type="HKQuantityTypeIdentifier{metric}" sourceName="{source}" unit="{unit}" '
          'startDate="{day} {start} +0000" endDate="{day} {end} +0000" value="{value}"/>')
HOSTILE = "&lt;img src=x onerror=&quot;globalThis.wasAttacked = 1&quot;&gt;"


def record(metric, unit, day, start, value, source="Cuff", end=None):
    return RECORD.format(
        metric=metric, unit=unit, day=day, start=start, end=end or start, value=value, source=source)


def correlation(name, day, time, records, metadata=""):
    return (f'<Correlation type="HKCorrelationTypeIdentifier{name}" sourceName="Cuff" '
            f'startDate="{day} {time} +0000" endDate="{day} {time} +0000">'
            f'{metadata}{"".join(records)}</Correlation>')


def pressure(day, time, systolic, diastolic):
    return correlation("BloodPressure", day, time, [
        record("BloodPressureSystolic", "mmHg", day, time, systolic),
        record("BloodPressureDiastolic", "mmHg", day, time, diastolic)])


class HealthPageTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        folder = tempfile.mkdtemp(prefix="dl-health-pages-")
        cls.addClassCleanup(shutil.rmtree, folder)
        today, old = cls.today(), cls.today() - datetime.timedelta(60)
        yesterday = today - datetime.timedelta(1)
        food = f'<MetadataEntry key="HKFoodType" value="{HOSTILE}"/>'
        elements = [
            record("RestingHeartRate", "count/min", today, "00:00:00", 52),
            record("HeartRateVariabilitySDNN", "ms", today, "00:00:00", 41.6),
            record("RestingHeartRate", "count/min", old, "00:00:00", 60),
            pressure(today, "00:00:01", 121, 79), pressure(today, "00:00:02", 128.5, 83),
            pressure(old, "00:00:01", 140, 90),
            correlation("Food", today, "00:00:03", [
                record("DietaryEnergyConsumed", "kcal", today, "00:00:03", 612.5),
                record("DietaryProtein", "g", today, "00:00:03", 12)], food),
            *(f'<ActivitySummary dateComponents="{day}" activeEnergyBurned="{energy}" '
              'activeEnergyBurnedGoal="500" activeEnergyBurnedUnit="kcal" appleExerciseTime="31" '
              'appleExerciseTimeGoal="30" appleStandHours="9" appleStandHoursGoal="12"/>'
              for day, energy in ((today, 412), (yesterday, 520), (old, 300))),
            record("StepCount", "count", yesterday, "08:05:00", 1000, "Apple Watch", "08:35:00"),
            record("StepCount", "count", yesterday, "08:10:00", 400, "iPhone", "08:20:00"),
            record("StepCount", "count", yesterday, "08:20:00", 100, "iPhone", "08:30:00")]
        export = os.path.join(folder, "export.xml")
        with open(export, "w", encoding="utf-8") as file:
            file.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_GB">\n'
                       + "\n".join(elements) + "\n</HealthData>\n")
        system.run("import", export)

    def rows(self, page, table):
        rows = page.get_by_role("region", name=f"{table}, table").locator("tbody tr")
        return [rows.nth(index).locator("th, td").all_inner_texts() for index in range(rows.count())]

    def test_the_health_page_leads_to_each_page(self):
        page = self.open("/health", java_script_enabled=False)
        for name, path in (("Recovery", "recovery"), ("Activity rings", "rings"),
                           ("Blood pressure and meals", "correlations")):
            page.goto(self.address + "/health")
            page.get_by_role("link", name=name, exact=True).click()
            page.wait_for_url(f"**/health/{path}")
            self.assertEqual(page.get_by_role("heading", level=1).inner_text(), name)

    def test_recovery_is_a_row_for_each_day_and_leads_to_earlier_days_without_scripts(self):
        page = self.open("/health/recovery", java_script_enabled=False)
        rows = self.rows(page, "Workouts, nights and vital signs by day")
        self.assertEqual(len(rows), 28)
        self.assertEqual(rows[0][1:], ["–", "–", "–", "–", "42", "52", "–"])
        self.assertEqual(rows[1][1:], ["–"] * 7)
        self.assertRegex(page.locator(".tiles").inner_text(), r"52\s*bpm")
        for days in (27, 55):
            page.locator("#earlier").click()
            page.wait_for_url(f"**/health/recovery?before={self.today() - datetime.timedelta(days)}")
        self.assertEqual(page.locator("#earlier").count(), 0)
        self.assertRegex(page.locator(".tiles").inner_text(), r"60\s*bpm")
        page.locator("#newest").click()
        page.wait_for_url("**/health/recovery")

    def test_blood_pressures_are_pairs_that_lead_to_their_samples(self):
        page = self.open("/health/correlations?kind=pressure", java_script_enabled=False)
        rows = self.rows(page, "Blood pressure, in mmHg")
        self.assertEqual([row[2:4] for row in rows], [["128.5", "83"], ["121", "79"]])
        self.assertRegex(page.locator("main").inner_text(), r"Average 125/81\s*mmHg")
        self.assertNotIn("Protein", page.locator("main").inner_text())
        page.get_by_role("region", name="Blood pressure, in mmHg, table").get_by_role("link").first.click()
        page.wait_for_url("**/trends/bloodPressureSystolic/days/*")

    def test_a_corrected_blood_pressure_is_shown(self):
        day = self.today() - datetime.timedelta(60)
        page = self.open(f"/trends/bloodPressureSystolic/days/{day}")
        page.locator("summary", has_text="Edit").first.click()
        page.locator("[name=value]").first.fill("141")
        page.get_by_role("button", name="Save").first.click()
        page.get_by_role("button", name="Undo").wait_for()
        page.goto(f"{self.address}/health/correlations?before={day + datetime.timedelta(1)}")
        self.assertEqual([row[2:4] for row in self.rows(page, "Blood pressure, in mmHg")], [["141", "90"]])

    def test_a_meal_has_its_food_as_a_text_and_its_nutrients(self):
        page = self.open("/health/correlations")
        page.get_by_role("link", name="Meals", exact=True).click()
        page.wait_for_url("**kind=meals*")
        text = page.locator("#card-type-food").locator("xpath=ancestor::section").inner_text()
        self.assertIn("<img src=x", text)
        self.assertRegex(text, r"Energy consumed 612\.5\s*kcal, Protein 12\s*g")
        self.assertEqual(page.locator("img[src=x]").count(), 0)

    def test_rings_have_their_reached_goals_and_a_row_for_each_day(self):
        page = self.open("/health/rings", java_script_enabled=False)
        self.assertIn("goal reached on 1 of 2 days", page.locator("main").inner_text())
        rows = self.rows(page, "Activity rings by day")
        self.assertEqual(
            [row[1:] for row in rows],
            [["412 of 500", "31 of 30", "9 of 12"], ["520 of 500", "31 of 30", "9 of 12"]])
        self.assertEqual(page.locator("figure.picture").count(), 3)

    def test_a_day_names_the_samples_that_do_not_count_without_scripts(self):
        page = self.open(f"/trends/stepCount/days/{self.today() - datetime.timedelta(1)}", java_script_enabled=False)
        page.locator("#excluded > summary").click()
        rows = page.locator("#excluded li")
        self.assertEqual(rows.count(), 1)
        lines = rows.inner_text().replace("\u202f", " ").split("\n")
        self.assertEqual(
            [line for line in lines if line],
            ["Apple Watch measured the same time", "08:10 to 08:30, 2 samples of iPhone", "0 of 500 steps"])


if __name__ == "__main__":
    unittest.main()
