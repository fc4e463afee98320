"""The web app without a connection: stored pages, the queue of changes, and sign-out."""
import base64
import datetime
import re
import tempfile
import unittest
import urllib.parse
import urllib.request

from exports import write_export
from world import BrowserTest, wait_until

READ_QUEUE = """() => new Promise((resolve, reject) => {
    const request = indexedDB.open("dayline-queue", 1);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
        const all = request.result.transaction("changes").objectStore("changes").getAll();
        all.onsuccess = () => { request.result.close(); resolve(all.result); };
    };
})"""

# The request that a system sends for a file of its share sheet.
SHARE = """([content, name]) => {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], name));
    const form = document.createElement("form");
    Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "/import/shared" });
    const input = Object.assign(document.createElement("input"), { type: "file", name: "file", files: data.files });
    form.append(input);
    document.body.append(form);
    form.submit();
}"""


class OfflineTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        for name in ("Floss", "Read", "Walk"):
            system.run("activity", "add", name, "--daily")
        system.run("activity", "add", "Water", "--type", "cumulative", "--unit", "ml", "--target", "2500")

    def open_stored(self):
        """A page of Today with a context of its own, after the service worker has stored it."""
        context = self.context()
        self.addCleanup(context.close)
        page = self.page(context)
        self.wait_for_worker(page)
        return context, page

    def wait_for_worker(self, page):
        wait_until(page, "() => navigator.serviceWorker.controller !== null")
        page.reload()
        page.locator("#status", has_text="Live").wait_for()
        wait_until(page, "async () => await caches.match(location.origin + '/') !== undefined")

    def amounts(self):
        """The amounts of Water, oldest first."""
        entries = self.system.json("entries", "Water")["entries"]
        return [entry["value"] for entry in reversed(entries)]

    def add_water(self, page, amount):
        form = page.locator("li.item", has=page.get_by_role("link", name="Water", exact=True))
        form.get_by_label("Water, amount in ml").fill(str(amount))
        form.get_by_role("button", name="Add", exact=True).click()

    def expect_waiting(self, page, count):
        text = "1 waits" if count == 1 else f"{count} wait"
        page.locator("#status", has_text=text).wait_for()

    def ignore_lost_connection(self):
        # ERR_FAILED: the service worker could not read a page that follows changes.
        lost = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
        self.faults = [fault for fault in self.faults if not any(code in fault for code in lost)]

    def test_changes_made_offline_are_sent_once_and_in_order_after_a_restart_of_the_page(self):
        context, page = self.open_stored()
        before = len(self.amounts())
        context.set_offline(True)
        for count, amount in enumerate((11, 12, 13), 1):
            self.add_water(page, amount)
            self.expect_waiting(page, count)
        page.close()

        page = self.page(context)
        page.get_by_role("heading", level=1).wait_for()
        self.expect_waiting(page, 3)
        self.add_water(page, 14)
        self.expect_waiting(page, 4)
        page.get_by_role("button", name="Done: Floss").click()
        self.expect_waiting(page, 5)
        queue = page.evaluate(READ_QUEUE)
        keys = {urllib.parse.parse_qs(change["body"])["key"][0] for change in queue}
        self.assertEqual(len(keys), 5)
        self.assertEqual(len(self.amounts()), before)
        # An answer that was lost: the server has the first change already.
        self.post(queue[0])

        context.set_offline(False)
        page.locator("#toast", has_text="All waiting changes are sent.").wait_for()
        page.locator("#status", has_text="Live").wait_for()
        self.assertEqual(self.amounts()[before:], [11, 12, 13, 14])
        self.assertEqual(len(self.system.json("entries", "Floss")["entries"]), 1)
        self.assertEqual(page.evaluate(READ_QUEUE), [])
        self.ignore_lost_connection()

    def test_a_stored_page_marks_the_items_of_waiting_changes(self):
        self.system.run("activity", "add", "Meditate", "--daily")
        context, page = self.open_stored()
        before = len(self.system.json("entries", "Meditate")["entries"])
        context.set_offline(True)
        page.get_by_role("button", name="Done: Meditate").click()
        self.expect_waiting(page, 1)
        page.close()
        page = self.page(context)
        row = page.locator("li.item", has=page.get_by_role("link", name="Meditate", exact=True))
        row.get_by_role("link", name="1 waits").wait_for()
        check = row.get_by_role("button", name="Done: Meditate")
        self.assertEqual(check.get_attribute("aria-pressed"), "true")
        self.assertEqual(check.get_attribute("aria-disabled"), "true")
        check.click(force=True)
        row.get_by_role("link", name="Skip Meditate").click(force=True)
        self.assertFalse(page.locator("#skip").is_visible())
        self.add_water(page, 41)
        self.expect_waiting(page, 2)
        self.add_water(page, 42)
        self.expect_waiting(page, 3)
        water = page.locator("li.item", has=page.get_by_role("link", name="Water", exact=True))
        water.get_by_role("link", name="2 wait").wait_for()
        self.assertEqual(len(page.evaluate(READ_QUEUE)), 3)
        context.set_offline(False)
        page.locator("#toast", has_text="All waiting changes are sent.").wait_for()
        page.locator("[data-waits]").first.wait_for(state="detached")
        self.assertEqual(len(self.system.json("entries", "Meditate")["entries"]), before + 1)
        self.ignore_lost_connection()

    def post(self, change):
        """Sends a change of the queue as the browser does."""
        cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in self.session["cookies"])
        request = urllib.request.Request(
            self.address + change["path"], change["body"].encode(),
            {"Cookie": cookies, "Sec-Fetch-Site": "same-origin",
             "Content-Type": "application/x-www-form-urlencoded"})
        with urllib.request.urlopen(request) as response:
            self.assertEqual(response.status, 200)

    def test_today_opens_offline_with_its_last_data_and_time(self):
        context, page = self.open_stored()
        self.system.run("log", "Walk")
        page.locator("#part-done, #fold-done").get_by_text("Walk").first.wait_for(state="attached")
        # The service worker stores a changed page within half a second.
        wait_until(page, """async () => {
            const stored = await caches.match(location.origin + "/");
            return (await stored.text()).includes('aria-label="Clear Walk"');
        }""")
        wait_until(page, "async () => (await (await caches.match(location.origin + '/')).text()).includes('check-')")
        page.close()
        context.set_offline(True)
        page = self.page(context)
        page.locator("#fold-done").get_by_text("Walk").first.wait_for(state="attached")
        page.locator("#status time").wait_for()
        self.assertRegex(page.locator("#status time").inner_text(), r"^\d\d:\d\d$")
        page.goto(self.address + "/goals")
        page.get_by_role("heading", name="Offline", level=1).wait_for()
        context.set_offline(False)
        page.get_by_role("link", name="Try again").click()
        page.locator("#status", has_text="Live").wait_for()
        self.system.run("undo")
        self.ignore_lost_connection()

    def test_a_refused_change_stays_listed_with_its_reason(self):
        self.system.run("activity", "add", "Temporary", "--daily")
        context, page = self.open_stored()
        context.set_offline(True)
        page.get_by_role("button", name="Done: Temporary").click()
        self.expect_waiting(page, 1)
        self.add_water(page, 21)
        self.expect_waiting(page, 2)
        self.system.run("activity", "delete", "Temporary")
        context.set_offline(False)
        page.locator("#toast", has_text="A waiting change was refused.").wait_for()
        self.assertEqual(self.amounts()[-1], 21)
        page.locator("#status").click()
        row = page.locator("#waiting > li")
        row.get_by_text("Temporary, done").wait_for()
        self.assertIn("activity", row.locator("[data-slot=reason]").inner_text())
        row.get_by_role("button", name="Discard").click()
        page.get_by_text("Nothing waits.").wait_for()
        self.ignore_lost_connection()
        self.faults = [fault for fault in self.faults if "404" not in fault]

    def test_a_change_of_an_ended_session_is_refused_and_can_be_sent_again(self):
        context, page = self.open_stored()
        context.set_offline(True)
        self.add_water(page, 31)
        self.expect_waiting(page, 1)
        context.clear_cookies()
        context.set_offline(False)
        page.goto(self.system.link())
        page.get_by_role("button", name="Sign in on this browser").click()
        page.locator("#toast", has_text="A waiting change was refused.").wait_for()
        self.assertNotIn(31, self.amounts())
        self.add_water(page, 32)
        page.locator("#toast", has_text="Logged Water").wait_for()
        self.assertEqual(self.amounts()[-1], 32)
        page.goto(self.address + "/offline")
        page.locator("#waiting").get_by_text("The form was not made for this browser.").wait_for()
        page.get_by_role("button", name="Send again").click()
        page.get_by_text("Nothing waits.").wait_for()
        self.assertEqual(self.amounts()[-1], 31)
        self.faults = [fault for fault in self.faults if "403" not in fault and "401" not in fault]
        self.ignore_lost_connection()

    def test_a_change_is_sent_again_only_in_its_profile(self):
        self.system.run("profile", "add", "kim")
        context = self.context(storage_state=None)
        self.addCleanup(context.close)
        link = self.system.json("web", "link", "--all-profiles")["url"]
        page = self.page(context, urllib.parse.urlsplit(link).path)
        page.get_by_role("button", name="Sign in on this browser").click()
        page.wait_for_url(self.address + "/")
        self.wait_for_worker(page)
        context.set_offline(True)
        self.add_water(page, 51)
        self.expect_waiting(page, 1)
        self.change_profile(context, page, "kim")
        context.set_offline(False)
        page.goto(self.address + "/offline")
        page.get_by_role("button", name="Send now").click()
        row = page.locator("#waiting > li")
        row.get_by_text("The form was not made for this browser.").wait_for()
        page.wait_for_load_state("networkidle")
        self.assertFalse(row.get_by_role("button", name="Send again").is_visible())
        page.goto(self.address + "/")
        self.change_profile(context, page, "default")
        page.goto(self.address + "/offline")
        row.get_by_role("button", name="Send again").click()
        page.get_by_text("Nothing waits.").wait_for()
        self.assertEqual(self.amounts()[-1], 51)
        self.faults = [fault for fault in self.faults if "403" not in fault]
        self.ignore_lost_connection()

    def change_profile(self, context, page, name):
        """Changes the profile of the session as another tab does."""
        token = page.locator("[name=csrf]").first.input_value()
        answer = context.request.post(
            self.address + "/profile", form={"csrf": token, "profile": name},
            headers={"Sec-Fetch-Site": "same-origin"}, max_redirects=0)
        self.assertEqual(answer.status, 303)

    def test_a_file_from_the_share_sheet_is_imported_once(self):
        context, page = self.open_stored()
        with tempfile.NamedTemporaryFile(suffix=".zip") as file:
            write_export(file.name, {"stepCount": {self.today(): 1234}})
            content = base64.b64encode(file.read()).decode()
        questions = []
        page.once("dialog", lambda dialog: (questions.append(dialog.message), dialog.dismiss()))
        page.evaluate(SHARE, [content, "other.zip"])
        page.wait_for_url("**/import")
        wait_until(page, "async () => !(await caches.has('shared-1'))")
        self.assertEqual(questions, ["Import other.zip?"])
        self.assertEqual(self.system.json("imports")["imports"], [])
        page.once("dialog", lambda dialog: dialog.accept())
        page.evaluate(SHARE, [content, "export für mich.zip"])
        page.wait_for_url(re.compile(r"/import/\d+$|done=ended$"))
        page.get_by_role("heading", level=1).wait_for()
        newest = self.system.json("imports")["imports"][0]
        self.assertEqual((newest["file"], newest["stored"]), ("export für mich.zip", 1))
        page.goto(self.address + "/import")
        page.locator("form.drop-zone").wait_for()
        self.assertFalse(page.evaluate("caches.has('shared-1')"))
        self.assertEqual(len(self.system.json("imports")["imports"]), 1)

    def stored(self, page, cache="pages-1"):
        """The paths and queries in a cache, oldest first."""
        addresses = page.evaluate("async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)", cache)
        return [address.removeprefix(self.address) for address in addresses]

    def read(self, page, path):
        """Reads a page as the script of a page does, and returns the status."""
        return page.evaluate(
            """async (path) => (await fetch(path, { headers: { Accept: "text/html", "X-Requested-With": "dayline" } })).status""",
            path)

    def test_stored_pages_are_limited_and_have_no_messages(self):
        _, page = self.open_stored()
        for age in range(1, 46):
            self.read(page, f"/day/{self.today() - datetime.timedelta(age)}")
        self.read(page, "/?undone=1")
        stored = self.stored(page)
        self.assertEqual(len(stored), 40)
        self.assertIn("/", stored)
        self.assertNotIn(f"/day/{self.today() - datetime.timedelta(1)}", stored)
        self.assertIn(f"/day/{self.today() - datetime.timedelta(45)}", stored)
        self.assertEqual([path for path in stored if "undone" in path], [])

    def test_assets_and_pages_of_another_version_are_removed(self):
        _, page = self.open_stored()
        page.evaluate(
            """async () => {
                const shell = await caches.open("shell-1");
                await shell.put("/assets/0123456789abcdef/dayline.css", new Response(""));
                const pages = await caches.open("pages-1");
                await pages.put("/day/2020-01-01", new Response('<link href="/assets/0123456789abcdef/dayline.css">'));
                await fetch("/assets/fedcba9876543210/dayline.css");
            }""")
        self.assertEqual([path for path in self.stored(page, "shell-1") if "0123456789abcdef" in path], [])
        self.assertNotIn("/day/2020-01-01", self.stored(page))

    def test_a_weight_is_logged_offline_on_the_page_of_the_shortcut(self):
        context, page = self.open_stored()
        for path in ("/week", "/weight"):
            page.goto(self.address + path)
            page.locator("#status", has_text="Live").wait_for()
        context.set_offline(True)
        page.goto(self.address + "/week")
        page.get_by_role("heading", name="Two weeks", level=1).wait_for()
        page.goto(self.address + "/weight")
        page.locator("#weight-value").fill("81.5")
        page.get_by_role("button", name="Log", exact=True).click()
        self.expect_waiting(page, 1)
        context.set_offline(False)
        page.locator("#toast", has_text="All waiting changes are sent.").wait_for()
        self.assertEqual(self.system.json("weight", "list")["weights"][0]["weight"], 81.5)
        self.ignore_lost_connection()

    def test_a_browser_that_was_signed_out_elsewhere_has_no_stored_pages(self):
        for is_navigation in (True, False):
            context, page = self.open_stored()
            self.assertIn("/", self.stored(page))
            context.clear_cookies()
            if is_navigation:
                page.goto(self.address + "/health")
                page.wait_for_url("**/login")
            else:
                self.read(page, "/health")
            self.assertEqual(self.stored(page), [])
        self.faults = [fault for fault in self.faults if "401" not in fault]

    def test_signing_out_erases_stored_pages_and_the_queue(self):
        context = self.context(storage_state=None)
        self.addCleanup(context.close)
        page = self.page(context, urllib.parse.urlsplit(self.system.link()).path)
        page.get_by_role("button", name="Sign in on this browser").click()
        page.locator("#status", has_text="Live").wait_for()
        self.wait_for_worker(page)
        self.system.run("activity", "add", "Temporary", "--daily")
        page.get_by_role("button", name="Done: Temporary").wait_for()
        context.set_offline(True)
        page.get_by_role("button", name="Done: Temporary").click()
        self.expect_waiting(page, 1)
        self.system.run("activity", "delete", "Temporary")
        context.set_offline(False)
        page.locator("#toast", has_text="A waiting change was refused.").wait_for()
        page.goto(self.address + "/settings")
        page.get_by_role("button", name="Sign out", exact=True).click()
        page.wait_for_url("**/login")
        wait_until(page, "async () => !(await caches.has('pages-1'))")
        self.assertEqual(page.evaluate(READ_QUEUE), [])
        context.set_offline(True)
        page.goto(self.address + "/")
        page.get_by_role("heading", name="Offline", level=1).wait_for()
        self.assertEqual(page.get_by_text("Floss").count(), 0)
        self.ignore_lost_connection()
        self.faults = [fault for fault in self.faults if "404" not in fault]


if __name__ == "__main__":
    unittest.main()
