"""Widgets: pictures and documents for other pages, with a token."""
import json
import unittest

from world import BrowserTest


class WidgetTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        system.run("activity", "add", "Floss & <b>", "--daily")
        system.run("log", "Floss & <b>")
        cls.tokens = {
            scope: system.json("token", "new", scope, "--scope", scope)["token"] for scope in ("read", "log")}

    def stranger(self):
        """A browser that is not signed in."""
        context = self.browser.new_context()
        self.addCleanup(context.close)
        return context

    def widget(self, name, token="read", **headers):
        query = f"?token={self.tokens[token]}" if token else ""
        return self.stranger().request.get(f"{self.address}/widget/{name}{query}", headers=headers)

    def test_a_picture_is_shown_on_a_page_of_another_site(self):
        page = self.stranger().new_page()
        for name in ("streaks", "Floss%20%26%20%3Cb%3E"):
            with self.subTest(name):
                page.set_content(f'<img src="{self.address}/widget/{name}.svg?token={self.tokens["read"]}">')
                width = page.locator("img").evaluate(
                    "async (image) => { await image.decode(); return image.naturalWidth }")
                self.assertGreater(width, 0)
        answer = self.widget("streaks.svg")
        self.assertEqual(answer.headers["content-type"], "image/svg+xml")
        self.assertEqual(answer.headers["cross-origin-resource-policy"], "cross-origin")
        self.assertIn("sandbox", answer.headers["content-security-policy"])
        self.assertNotIn("<b>", answer.text())

    def test_a_document_has_the_streaks_and_the_days(self):
        streaks = json.loads(self.widget("streaks.json").text())["streaks"]
        self.assertEqual([(streak["name"], streak["current"]) for streak in streaks], [("Floss & <b>", 1)])
        days = json.loads(self.widget(f"{streaks[0]['id']}.json").text())["days"]
        self.assertEqual(len(days), 91)
        self.assertEqual([day["level"] for day in days if day["date"] == str(self.today())], ["full"])

    def test_a_token_with_the_scope_read_is_needed(self):
        self.assertEqual(self.widget("streaks.json", token=None).status, 401)
        header = {"Authorization": f"Bearer {self.tokens['read']}"}
        self.assertEqual(self.widget("streaks.json", token=None, **header).status, 200)
        refused = self.widget("streaks.json", token="log")
        self.assertEqual(refused.status, 403)
        self.assertIn("scope read", refused.text())
        self.assertEqual(self.widget("streaks.png").status, 404)
        self.assertEqual(self.widget("Nothing.svg").status, 404)
        self.assertEqual(self.open().request.get(f"{self.address}/widget/streaks.svg").status, 200)
        other = self.stranger().request.get(f"{self.address}/widget/streaks.svg?token=wrong")
        self.assertEqual(other.status, 401)


if __name__ == "__main__":
    unittest.main()
