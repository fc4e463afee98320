"""The guide at /help: every page, light and dark, without a network and without a session."""
import unittest
import urllib.request

from axe_playwright_python.sync_playwright import Axe

from world import BrowserTest


class HelpTests(BrowserTest):
    def paths(self, page):
        """The paths of all pages of the navigation."""
        links = page.locator("nav a")
        return [links.nth(index).evaluate("link => link.pathname") for index in range(links.count())]

    def test_every_page_has_no_violation_and_is_not_too_wide(self):
        page = self.open("/help")
        self.assertTrue(page.url.endswith("/help/"))
        paths = self.paths(page)
        self.assertGreater(len(paths), 20)
        # All pages have the same style sheet, so each is shown in one of the two forms.
        for number, path in enumerate(paths):
            page.goto(self.address + path)
            width, scheme = ((390, "light"), (1280, "dark"))[number % 2]
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            with self.subTest(path=path, width=width, scheme=scheme):
                results = Axe().run(page)
                self.assertEqual(results.violations_count, 0, results.generate_report())
            page.set_viewport_size({"width": 390, "height": 800})
            with self.subTest(path=path):
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 390)
            with self.subTest(path=path):
                self.assertEqual(page.locator("h1").count(), 1)
                self.assertEqual(page.locator("nav [aria-current=page]").count(), 1)

    def test_every_link_leads_to_a_page_and_its_heading(self):
        page = self.open("/help/")
        for path in self.paths(page):
            page.goto(self.address + path)
            links = page.eval_on_selector_all(
                "a", "found => found.map(link => link.href).filter(link => link.startsWith(location.origin))")
            for link in sorted(set(links)):
                with self.subTest(path=path, link=link):
                    response = page.request.get(link.partition("#")[0])
                    self.assertEqual(response.status, 200)
                    anchor = link.partition("#")[2]
                    if anchor:
                        self.assertIn(f'id="{anchor}"', response.text())

    def test_the_settings_lead_to_the_guide_and_the_guide_back(self):
        page = self.open("/settings")
        page.get_by_role("link", name="Guide", exact=True).click()
        page.get_by_role("heading", name="Guide", level=1).wait_for()
        page.get_by_role("link", name="The first week").first.click()
        page.get_by_role("heading", name="The first week", level=1).wait_for()
        page.get_by_role("link", name="Dayline", exact=True).click()
        page.locator("#status").wait_for()

    def test_the_guide_needs_no_session_and_has_no_other_files(self):
        with urllib.request.urlopen(self.address + "/help/") as response:
            text = response.read().decode()
        self.assertIn("Guide", text)
        self.assertNotIn("https://fonts", text)
        self.assertNotIn("<script", text)
        for path in ("/help/nothing.html", "/help/../plugin.json", "/help/%2e%2e/dayline.css"):
            with self.subTest(path=path):
                with self.assertRaises(urllib.error.HTTPError) as failure:
                    urllib.request.urlopen(self.address + path)
                self.assertEqual(failure.exception.code, 404)
                failure.exception.close()


if __name__ == "__main__":
    unittest.main()
