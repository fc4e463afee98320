"""Several profiles in one browser: a link for all of them, and the menu that changes between them."""
import unittest

from world import BrowserTest


class ProfileTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        system.run("profile", "add", "kim")
        system.run("activity", "add", "Floss", "--daily")
        system.run("--profile", "kim", "activity", "add", "Walk", "--daily")

    def signed_in(self, *options):
        link = self.system.json("web", "link", *options)["url"]
        page = self.browser.new_context().new_page()
        self.addCleanup(page.context.close)
        page.goto(link)
        page.get_by_role("button", name="Sign in on this browser").click()
        page.wait_for_url(self.address + "/")
        return page

    def test_a_link_for_all_profiles_offers_the_other_one(self):
        page = self.signed_in("--all-profiles")
        page.get_by_role("link", name="Floss", exact=True).wait_for()
        page.locator("#profile-menu summary").click()
        page.locator("#profile-menu").get_by_role("button", name="kim").click()
        page.get_by_role("link", name="Walk", exact=True).wait_for()
        self.assertEqual(page.get_by_role("link", name="Floss", exact=True).count(), 0)

    def test_every_page_has_the_menu_and_stays_in_its_section(self):
        page = self.signed_in("--all-profiles")
        for path in ("/activities", "/health", "/settings", "/goals/new"):
            page.goto(self.address + path)
            current = page.locator("#profile-menu summary").inner_text()
            page.locator("#profile-menu summary").click()
            page.locator("#profile-menu button").first.click()
            page.wait_for_url(self.address + "/" + path.split("/")[1])
            self.assertNotEqual(page.locator("#profile-menu summary").inner_text(), current)

    def test_a_profile_is_added_by_a_session_for_all_profiles(self):
        page = self.signed_in()
        page.goto(self.address + "/settings")
        token = page.locator("input[name=csrf]").first.get_attribute("value")
        page.locator("#settings-profiles").click()
        page.get_by_text("This browser opens its own profile only.").wait_for()
        self.assertEqual(page.locator("section[aria-labelledby=card-profiles] li").count(), 1)
        refused = page.request.post(
            self.address + "/settings/profiles", form={"csrf": token, "name": "max", "zone": "UTC"},
            headers={"Origin": self.address})
        self.assertEqual(refused.status, 403)
        self.assertIn("needs access to all profiles", refused.text())
        page = self.signed_in("--all-profiles")
        page.goto(self.address + "/settings/profiles")
        self.assertEqual(page.locator("#profile-zone").input_value(), "UTC")
        page.locator("#profile-name").fill("kim")
        page.locator("#profile-add").click()
        page.locator("#profile-name-error", has_text="already").wait_for()
        page.locator("#profile-name").fill("mia")
        page.locator("#profile-zone").fill("Mars/Olympus")
        page.locator("#profile-add").click()
        page.locator("#profile-zone-error", has_text="no time zone").wait_for()
        self.assertEqual(page.locator("#profile-name").input_value(), "mia")
        page.locator("#profile-zone").fill("Asia/Tokyo")
        page.locator("#profile-add").click()
        page.locator("#toast", has_text="The profile is added.").wait_for()
        page.locator("#profile-menu summary").click()
        page.locator("#profile-menu").get_by_role("button", name="mia").click()
        page.locator("#profile-menu summary", has_text="mia").wait_for()
        zones = {profile["name"]: profile["zone"] for profile in self.system.json("profile", "list")["profiles"]}
        self.assertEqual(zones.get("mia"), "Asia/Tokyo")
        self.assertNotIn("max", zones)
        self.system.run("profile", "remove", "mia", "--yes")

    def test_clearing_and_removing_need_the_name_of_the_profile(self):
        self.system.run("profile", "add", "lee")
        self.system.run("--profile", "lee", "activity", "add", "Swim", "--daily")
        link = self.system.json("--profile", "lee", "web", "link")["url"]
        context = self.browser.new_context(java_script_enabled=False)
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(link)
        page.get_by_role("button", name="Sign in on this browser").click()
        names = lambda: [
            item["name"] for item in self.system.json("--profile", "lee", "activity", "list")["activities"]]
        page.goto(self.address + "/settings")
        self.assertIn(self.address, page.locator("[data-fragment=web-settings]").inner_text())
        page.locator("#settings-clear").click()
        page.locator("#removal-name").fill("kim")
        page.locator("#removal-confirm").click()
        self.assertIn('"kim" is not the name of the profile', page.locator("#removal-name-error").inner_text())
        self.assertEqual(names(), ["Swim"])
        page.locator("#removal-name").fill("lee")
        page.locator("#removal-confirm").click()
        self.assertEqual(names(), [])
        page.locator("#toast").get_by_role("button", name="Undo").click()
        self.assertEqual(names(), ["Swim"])
        page.goto(self.address + "/settings")
        page.locator("#settings-remove").click()
        page.locator("#removal-name").fill("lee")
        page.locator("#removal-confirm").click()
        self.assertTrue(page.url.startswith(self.address + "/login"))
        profiles = [profile["name"] for profile in self.system.json("profile", "list")["profiles"]]
        self.assertNotIn("lee", profiles)

    def test_a_form_of_the_profile_before_is_refused(self):
        page = self.signed_in("--all-profiles")
        other = page.context.new_page()
        other.goto(self.address + "/")
        other.locator("#profile-menu summary").click()
        other.locator("#profile-menu button").first.click()
        other.get_by_role("link", name="Walk", exact=True).wait_for()
        with page.expect_response("**/log") as response:
            page.get_by_role("button", name="Done: Floss").click()
        self.assertEqual(response.value.status, 403)

    def test_a_link_for_one_profile_has_no_menu(self):
        page = self.signed_in()
        page.get_by_role("link", name="Floss", exact=True).wait_for()
        self.assertEqual(page.locator("#profile-menu").count(), 0)


if __name__ == "__main__":
    unittest.main()
