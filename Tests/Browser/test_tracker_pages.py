"""Records of the tracker: groups, the trash, goals, milestones, annotations, optional items, training, two versions."""
import datetime
import unittest

from world import BrowserTest


class TrackerPageTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        for name in ("Floss", "Read", "Stretch", "Walk"):
            system.run("activity", "add", name, "--daily")
        # Today is not the last day of a week, so that the activity is optional.
        system.run("settings", "set", "weekStart", "saturday" if cls.today().weekday() > 4 else "monday")
        system.run("activity", "add", "Gym", "--times", "1/week")
        system.run("weight", "add", "82", "--on", str(cls.today() - datetime.timedelta(20)))
        system.run("weight", "goal", "70", "kg")

    def activities(self):
        return {item["name"]: item for item in self.system.json("activity", "list")["activities"]}

    def forget(self, status):
        """Drops the lines of the console about responses of a status, which the test expects."""
        self.faults = [fault for fault in self.faults if str(status) not in fault]

    def test_activities_are_grouped(self):
        for options in ({"java_script_enabled": False}, {}):
            name = f"Morning {len(options)}"
            page = self.open("/activities", **options)
            page.locator("#fold-group > summary").click()
            page.locator("#group-name").fill(name)
            page.locator("#fold-group label", has_text="Floss").click()
            page.locator("#fold-group label", has_text="Read").click()
            page.locator("#group-add").click()
            page.get_by_role("link", name=name, exact=True).first.wait_for()
            self.assertEqual(self.activities()["Floss"]["container"], name)
            page.locator("#toast").get_by_role("button", name="Undo").click()
            page.locator("#toast", has_text="Undone").wait_for()
            self.assertNotIn(name, self.activities())

    def test_a_deleted_activity_returns_from_the_trash(self):
        self.system.run("activity", "add", "Old habit", "--daily")
        self.system.run("activity", "delete", "Old habit")
        page = self.open("/activities/trash", java_script_enabled=False)
        page.get_by_role("button", name="Restore Old habit").click()
        self.assertIn("Old habit", self.activities())
        self.assertEqual(page.get_by_role("button", name="Restore Old habit").count(), 0)
        self.system.run("activity", "delete", "Old habit")

    def test_a_deleted_activity_is_removed_for_good(self):
        self.system.run("activity", "add", "Secret habit", "--daily")
        self.system.run("activity", "delete", "Secret habit")
        page = self.open("/activities/trash", java_script_enabled=False)
        page.get_by_role("link", name="Remove Secret habit for good").click()
        page.get_by_role("link", name="Cancel").click()
        self.assertEqual(page.get_by_role("button", name="Restore Secret habit").count(), 1)
        page.get_by_role("link", name="Remove Secret habit for good").click()
        page.locator("#trash-remove").click()
        self.assertIn("removed for good", page.locator("#toast").inner_text())
        self.assertNotIn("Secret habit", [item["name"] for item in self.system.json("trash")["items"]])

    def test_a_goal_is_added_changed_linked_paused_and_deleted(self):
        page = self.open("/goals/new", java_script_enabled=False)
        page.locator("#f-title").fill("Run far")
        page.locator("#add-goal").click()
        page.get_by_role("heading", name="Run far", level=1).wait_for()
        page.locator("#f-title").fill("Run farther")
        page.locator("#save-goal").click()
        page.get_by_role("heading", name="Run farther", level=1).wait_for()
        page.locator("#f-activity").select_option(label="Walk")
        page.locator("#link-activity").click()
        page.get_by_role("button", name="Unlink Walk").wait_for()
        goal = lambda: next(
            (goal for goal in self.system.json("goal", "list")["goals"] if goal["title"] == "Run farther"), None)
        page.get_by_role("button", name="Pause").first.click()
        self.assertTrue(goal()["pausedByHand"])
        page.get_by_role("button", name="Resume").first.click()
        self.assertFalse(goal()["pausedByHand"])
        page.locator("#goal-menu > summary").click()
        page.locator("#delete-goal").click()
        self.assertIsNone(goal())
        page.locator("#toast").get_by_role("button", name="Undo").click()
        self.assertIsNotNone(goal())
        self.system.run("goal", "delete", "Run farther")

    def test_a_milestone_is_celebrated_until_it_is_closed(self):
        self.system.run("weight", "add", "74.9")
        page = self.open("/weight", java_script_enabled=False)
        page.locator("#celebration").wait_for()
        while page.locator("#acknowledge").count():
            page.locator("#acknowledge").click()
        page.goto(self.address + "/weight")
        self.assertEqual(page.locator("#celebration").count(), 0)
        page.locator("label:has(#interval-ten)").click()
        page.locator("#save-interval").click()
        self.assertEqual(self.system.json("milestones")["interval"], "ten")

    def test_the_log_of_weights_is_filtered_without_scripts(self):
        self.system.run(
            "weight", "add", "81.5", "--note", "After a run", "--on", str(self.today() - datetime.timedelta(19)))
        page = self.open("/weight", java_script_enabled=False)
        self.assertGreater(page.locator("#weights tbody tr").count(), 1)
        page.locator("#weight-filter summary").click()
        page.locator("#filter-show").select_option("notes")
        page.locator("#filter-apply").click()
        self.assertEqual(page.locator("#weights tbody tr").count(), 1)
        self.assertIn("After a run", page.locator("#weights tbody tr").inner_text())
        page.get_by_role("link", name="All entries").click()
        self.assertGreater(page.locator("#weights tbody tr").count(), 1)

    def test_an_annotation_is_added_and_deleted(self):
        for options in ({"java_script_enabled": False}, {}):
            page = self.open("/insights", **options)
            page.locator("#f-text").fill("New bed")
            page.locator("#f-activity").fill("Stretch")
            page.locator("#annotate").click()
            row = page.locator("[data-fragment=annotations] li", has_text="New bed")
            row.get_by_role("link", name="Stretch", exact=True).wait_for()
            row.get_by_role("button", name="Delete the annotation").click()
            row.wait_for(state="detached")

    def test_an_optional_item_is_completed(self):
        page = self.open("/")
        page.locator("section, details", has=page.get_by_text("Optional", exact=True)).first.wait_for()
        page.get_by_role("button", name="Done: Gym").click()
        page.locator("#toast").get_by_role("button", name="Undo").wait_for()
        agenda = self.system.json("today")
        self.assertNotIn("Gym", [item["name"] for item in agenda.get("optional", [])])
        page.locator("#toast").get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Done: Gym").wait_for()

    def test_a_record_of_a_set_is_shown_as_in_a_terminal(self):
        self.system.run("training", "start")
        self.addCleanup(self.system.run, "training", "delete", "last")
        self.system.run("training", "set", "Deadlift", "5x100kg", "--new")
        page = self.open("/training/sessions/" + self.system.json("training", "show")["session"]["id"])
        for weight in (105, 110):
            page.locator("#set-exercise").fill("Deadlift")
            page.locator("#set-text").fill(f"5x{weight}kg")
            page.locator("#set-add").click()
            dialog = page.locator("#celebrations dialog[open]", has_text="New record")
            dialog.get_by_text(f"Deadlift, heaviest weight: {weight} kg, before {weight - 5} kg").wait_for()
            dialog.get_by_role("button", name="Close").click()
            dialog.wait_for(state="detached")
        page.locator("#set-edit-3").click()
        page.locator("#set-text").fill("5x115kg")
        page.locator("#set-save").click()
        page.get_by_text("Deadlift, heaviest weight: 115 kg, before 105 kg").wait_for()
        page.reload()
        self.assertEqual(page.locator("#celebrations dialog").count(), 0)

    def test_a_training_session_is_logged_without_scripts(self):
        page = self.open("/training", java_script_enabled=False)
        page.locator("#training-start").click()
        page.locator("#set-add").click()
        self.assertIn("Enter an exercise", page.locator("#set-exercise-error").inner_text())
        self.assertIn("Enter a set", page.locator("#set-text-error").inner_text())
        self.forget(422)
        page.locator("#set-exercise").fill("Bench press")
        page.locator("#set-text").fill("2x5x60kg")
        page.locator("#set-isNew").check()
        page.locator("#set-add").click()
        page.get_by_role("link", name="Edit set 1, Bench press").click()
        page.locator("#set-text").fill("many")
        page.locator("#set-save").click()
        self.assertEqual(page.locator("#set-text").get_attribute("aria-invalid"), "true")
        self.forget(422)
        page.locator("#set-text").fill("6x65kg")
        page.locator("#set-save").click()
        page.get_by_role("button", name="Delete set 2, Bench press").click()
        sets = lambda: self.system.json("training", "show")["session"]["logged"]
        self.assertEqual([(each["reps"], each["weight"]) for each in sets()], [(6, 65)])
        page.locator("#training-finish").click()
        self.assertEqual(page.locator("#training-finish").count(), 0)
        page.locator("#training-notes").fill("Easy")
        page.locator("#training-at").fill("00:00")
        page.locator("#training-status").select_option("abandoned")
        page.locator("#training-save").click()
        session = self.system.json("training", "show")["session"]
        self.assertEqual((session["notes"], session["status"]), ("Easy", "abandoned"))
        page.locator("#training-delete").click()
        self.assertEqual(self.system.json("training", "list")["sessions"], [])
        page.locator("#toast").get_by_role("button", name="Undo").click()
        self.assertEqual(len(self.system.json("training", "list")["sessions"]), 1)

    def test_a_training_plan_is_made_changed_and_deleted_without_scripts(self):
        plans = lambda: self.system.json("training", "plan")["plans"]
        exercises = lambda: [each["exercise"] for each in plans()[0]["days"][0]["exercises"]]
        page = self.open("/training", java_script_enabled=False)
        page.locator("#plan-add").click()
        self.assertIn("needs a name", page.locator("#plan-name-error").inner_text())
        self.forget(422)
        page.locator("#plan-name").fill("Halves")
        page.locator("#plan-add").click()
        page.get_by_role("heading", name="Halves", level=1).wait_for()
        page.locator("#plan-days-add").click()
        self.assertIn("at least one weekday", page.locator("#plan-weekdays-error").inner_text())
        self.forget(422)
        for weekday in ("Monday", "Thursday"):
            page.get_by_label(weekday, exact=True).check()
        page.locator("#plan-days-label").fill("Upper")
        page.locator("#plan-days-add").click()
        self.assertEqual([(day["weekday"], day["label"]) for day in plans()[0]["days"]], [(1, "Upper"), (4, "Upper")])
        for name, muscles in (("Row", "Back, Biceps:0.5"), ("Press", "")):
            page.locator("#exercise-name").fill(name)
            page.locator("#exercise-muscles").fill(muscles)
            page.locator("#exercise-new-add").click()
            page.locator("#exercise-exercise").select_option(label=name)
            page.locator("#exercise-add").click()
        self.assertEqual(exercises(), ["Row", "Press"])
        page.get_by_role("button", name="Move Press of Monday up").click()
        self.assertEqual(exercises(), ["Press", "Row"])
        page.get_by_role("link", name="Edit Press of Monday").click()
        page.locator("#planned-sets").fill("200")
        page.locator("#planned-save").click()
        self.assertIn("out of range", page.locator("#planned-sets-error").inner_text())
        self.forget(422)
        page.locator("#planned-sets").fill("5")
        page.locator("#planned-rir").fill("2")
        page.locator("#planned-save").click()
        planned = plans()[0]["days"][0]["exercises"][0]
        self.assertEqual((planned["sets"], planned["rir"]), (5, 2))
        page.get_by_role("link", name="Edit Row of Monday").click()
        page.locator("#planned-delete").click()
        self.assertEqual(exercises(), ["Press"])
        page.locator("#plan-day-4-fold > summary").click()
        page.locator("#plan-day-4-kind").select_option("rest")
        page.locator("#plan-day-4-save").click()
        self.assertTrue(plans()[0]["days"][1]["rest"])
        page.locator("#plan-activate").click()
        self.assertEqual(plans()[0]["status"], "active")
        page.locator("#plan-delete").click()
        self.assertEqual(plans(), [])
        page.locator("#toast").get_by_role("button", name="Undo").click()
        self.assertEqual(len(plans()[0]["days"]), 2)
        self.system.run("training", "plan", "delete", "Halves")

    def test_an_exercise_is_moved_and_the_focus_follows_it(self):
        self.system.run("training", "plan", "create", "Order")
        self.addCleanup(self.system.run, "training", "plan", "delete", "Order")
        self.system.run("training", "plan", "day", "Order", "tue", "Legs")
        for name in ("Squat", "Lunge"):
            self.system.run("training", "exercise", "add", name)
            self.system.run("training", "plan", "exercise", "Order", "tue", name)
        plan = self.system.json("training", "plan")["plans"][0]
        page = self.open("/training/plans/" + plan["id"])
        up = page.get_by_role("button", name="Move Lunge of Tuesday up")
        up.focus()
        page.keyboard.press("Enter")
        page.locator("#toast").get_by_role("button", name="Undo").wait_for()
        self.assertEqual(up.evaluate("element => element === document.activeElement"), True)
        self.assertTrue(page.locator("#plan-day-2-row-Lunge + #plan-day-2-row-Squat").count())

    # Two versions

    def choose(self, page, saved, typed):
        """Checks both versions of a page and saves the change."""
        page.get_by_role("heading", name="Two versions").wait_for()
        page.get_by_role("cell", name=saved, exact=True).wait_for()
        page.get_by_role("cell", name=typed, exact=True).wait_for()
        page.locator("#save-change").click()
        self.forget(409)

    def test_an_older_form_of_an_entry_shows_both_versions(self):
        self.system.run("activity", "add", "Water", "--type", "cumulative", "--unit", "ml")
        self.system.run("log", "Water", "250")
        water = self.activities()["Water"]["id"]
        entry = lambda: self.system.json("entries", "Water")["entries"][0]
        for options in ({"java_script_enabled": False}, {}):
            page = self.open(f"/activities/{water}/entries", **options)
            page.locator("details.menu > summary").first.click()
            page.locator(f"#note-{entry()['id']}").fill(f"browser {len(options)}")
            self.system.run("entry", "edit", entry()["id"], "--note", f"terminal {len(options)}")
            page.locator(f"#save-{entry()['id']}").click()
            self.choose(page, f"terminal {len(options)}", f"browser {len(options)}")
            page.locator("#toast").get_by_role("button", name="Undo").wait_for()
            self.assertEqual(entry()["note"], f"browser {len(options)}")

    def test_an_older_form_of_a_goal_shows_both_versions(self):
        self.system.run("goal", "add", "Swim")
        goal = next(goal["id"] for goal in self.system.json("goal", "list")["goals"] if goal["title"] == "Swim")
        page = self.open(f"/goals/{goal}", java_script_enabled=False)
        page.locator("#f-title").fill("Swim in the browser")
        self.system.run("goal", "edit", "Swim", "--title", "Swim in the terminal")
        page.locator("#save-goal").click()
        page.locator("#keep-saved").click()
        page.get_by_role("heading", name="Swim in the terminal", level=1).wait_for()
        self.forget(409)
        self.system.run("goal", "delete", "Swim in the terminal")

    def test_an_older_form_of_settings_shows_both_values(self):
        page = self.open("/settings", java_script_enabled=False)
        page.locator("label:has(#s-weekStart-sunday)").click()
        self.system.run("settings", "set", "units", "us")
        page.locator("#settings-save").click()
        page.get_by_role("heading", name="Two versions").wait_for()
        page.get_by_role("cell", name="US", exact=True).wait_for()
        page.locator("#keep-saved").click()
        self.forget(409)
        values = {setting["key"]: setting["value"] for setting in self.system.json("settings")["settings"]}
        self.assertEqual(values["units"], "us")
        self.system.run("settings", "set", "units", "metric")


if __name__ == "__main__":
    unittest.main()
