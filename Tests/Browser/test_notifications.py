"""The page of the channels of notifications, messages of Web Push, and the page on which one is answered."""
import datetime
import http.server
import json
import os
import subprocess
import threading
import time
import unittest
import urllib.error
import urllib.request

from axe_playwright_python.sync_playwright import Axe

from test_passkeys import NamedSystem
from world import BINARIES, BrowserTest, wait_until

POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"


class Hook(http.server.BaseHTTPRequestHandler):
    """Records the documents of a webhook."""
    documents = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/hook":
            self.documents.append(json.loads(body))
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class NotificationTests(BrowserTest):
    @classmethod
    def start(cls, **options):
        return NamedSystem(**options)

    @classmethod
    def seed(cls, system):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.shutdown)
        cls.receiver = f"http://127.0.0.1:{server.server_port}"
        system.run("activity", "add", "Read")
        for part in ("Morning", "Afternoon", "Evening"):
            system.run("settings", "set", f"reminder{part}", "off")
        subprocess.run(
            [os.path.join(BINARIES, "dayline"), "--home", system.home, "notify", "add", "webhook", "--name", "hook"],
            env=system.environment, input=f"{cls.receiver}/hook\n", text=True, check=True, capture_output=True)

    def subscribe(self, page, name):
        """Sends the form as the script does after the push service has answered."""
        page.goto(self.address + "/settings/notifications")
        page.get_by_label("Name of this browser").fill(name)
        page.evaluate(
            """([endpoint, publicKey, secret]) => {
                const { elements } = document.getElementById("push-new");
                elements.endpoint.value = endpoint;
                elements.publicKey.value = publicKey;
                elements.secret.value = secret;
                document.getElementById("push-new").submit();
            }""", [f"{self.receiver}/push", POINT, SECRET])
        page.locator("#card-channels").wait_for()

    def test_a_browser_is_added_tested_and_removed(self):
        page = self.open("/settings")
        page.locator("#settings-notifications").click()
        page.get_by_role("heading", name="Notifications", level=1).wait_for()
        self.subscribe(page, "phone")
        row = page.locator("[data-fragment=channels] li", has_text="phone")
        row.wait_for()
        row.get_by_role("button", name="Send a test notification to phone").click()
        page.get_by_text("The channel accepted a test notification.").wait_for()
        self.subscribe(page, "phone")
        page.get_by_text('There is a channel "phone" already.').wait_for()
        self.assertEqual(Axe().run(page).violations_count, 0)
        page.goto(self.address + "/settings/notifications")
        page.get_by_role("button", name="Remove the channel phone").click()
        page.locator("[data-fragment=channels] li", has_text="phone").wait_for(state="detached")
        self.assertEqual([c["name"] for c in self.system.json("notify")["channels"]], ["hook"])
        # The refused name.
        self.faults[:] = [fault for fault in self.faults if "409 (Conflict)" not in fault]

    def test_reminder_times_of_an_activity_are_set_without_javascript(self):
        self.system.run("activity", "add", "Stretch")
        page = self.open("/activities", java_script_enabled=False)
        page.get_by_role("link", name="Stretch", exact=True).first.click()
        page.locator("#activity-menu summary").click()
        page.get_by_role("link", name="Reminder times").click()
        older = self.page(page.context, page.url.removeprefix(self.address))
        page.locator("#times-doing").fill("21:30, 08:00")
        page.locator("#times-save-doing").click()
        page.get_by_text("Changed reminder times of an activity.").wait_for()
        self.assertEqual(page.locator("#times-doing").input_value(), "08:00, 21:30")
        page.locator("#times-logging").fill("22:00, 22:03")
        page.locator("#times-save-logging").click()
        page.locator("#times-logging-error", has_text="less than 5 minutes").wait_for()
        self.assertEqual(page.locator("#times-logging").input_value(), "22:00, 22:03")
        page.locator("#times-logging").fill("22:00")
        page.locator("#times-logging-weekday-1").check()
        page.locator("#times-save-logging").click()
        page.get_by_text("Changed reminder times of an activity.").wait_for()
        times = [(activity["times"], activity["isForLogging"], activity.get("weekdays"))
                 for activity in self.system.json("notify", "times")["activities"] if activity["name"] == "Stretch"]
        self.assertEqual(times, [(["08:00", "21:30"], False, None), (["22:00"], True, [1])])
        older.locator("#times-doing").fill("07:00")
        older.locator("#times-save-doing").click()
        older.get_by_role("heading", name="Two versions").wait_for()
        older.locator("#save-change").click()
        self.assertEqual(older.locator("#times-doing").input_value(), "07:00")
        older.goto(self.address + "/settings/notifications")
        older.locator("section", has_text="Reminder times of activities").get_by_text("07:00", exact=True).wait_for()
        self.faults[:] = [fault for fault in self.faults if "422" not in fault and "409 (Conflict)" not in fault]

    def test_a_push_message_is_shown(self):
        context = self.context()
        self.addCleanup(context.close)
        context.grant_permissions(["notifications"], origin=self.address)
        page = self.page(context, "/")
        wait_until(page, "() => navigator.serviceWorker.controller !== null")
        tools = context.new_cdp_session(page)
        found = []
        tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
        tools.send("ServiceWorker.enable")
        wait_until(page, "() => true")
        deadline = time.monotonic() + 10
        while not found and time.monotonic() < deadline:
            page.wait_for_timeout(20)
        tools.send("ServiceWorker.deliverPushMessage", {
            "origin": self.address, "registrationId": found[0]["registrationId"],
            "data": json.dumps({"title": "Dayline", "body": "A notification is waiting.", "key": "k",
                                "token": "t", "actions": [{"action": "done", "title": "Done"}]})})
        wait_until(page, """async () => {
            const { getNotifications } = ServiceWorkerRegistration.prototype;
            const shown = await getNotifications.call(await navigator.serviceWorker.ready);
            return shown.length === 1 && shown[0].title === "Dayline" && shown[0].tag === "k"
                && shown[0].actions[0].action === "done";
        }""")

    def test_a_link_has_one_button_and_a_second_answer_changes_nothing(self):
        token = self.reminder()
        path = f"/notification/{token}"
        visitor = self.context(storage_state=None)
        self.addCleanup(visitor.close)
        page = self.page(visitor, path + "?action=done")
        self.assertEqual(page.locator("form button").all_inner_texts(), ["Done"])
        self.assertEqual(self.system.json("entries", "Read")["entries"], [])
        self.assertEqual(Axe().run(page).violations_count, 0)
        page.get_by_role("button", name="Done").click()
        page.get_by_text("Logged as done.").wait_for()
        page.goto(self.address + path)
        page.get_by_text("The notification is answered: Done.").wait_for()
        for action in ("done", "skip"):
            answer = urllib.request.urlopen(self.address + path, f"action={action}".encode())
            self.assertTrue(json.load(answer)["isRepeated"])
        self.assertEqual(len(self.system.json("entries", "Read")["entries"]), 1)
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(self.address + f"/notification/{'0' * 96}", b"action=done")
        self.assertEqual(refused.exception.code, 404)

    def reminder(self):
        """The token of a reminder of the next minute."""
        due = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=62)
        self.system.run("notify", "times", "Read", due.strftime("%H:%M"))
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline:
            for document in Hook.documents:
                if document["title"] == "Read":
                    return document["token"]
            time.sleep(0.05)
        self.fail("no reminder within 90 s")


if __name__ == "__main__":
    unittest.main()
