"""Pushed files that cannot be imported: the command, the page, the API, and the check of doctor."""
import json
import subprocess
import time
import unittest
import urllib.error
import urllib.request

from world import BINARIES, BrowserTest

SERVICE = "/api/v1/dayline.gateway.Pushes/"


class FailedPushTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        cls.tokens = {scope: system.json("token", "new", scope, "--scope", scope)["token"]
                      for scope in ("read", "push", "admin")}

    def request(self, method, path, body=None, token="push"):
        """(status, document) of a request."""
        request = urllib.request.Request(
            self.system.address + path, body, method=method,
            headers={"Authorization": "Bearer " + self.tokens[token], "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def push(self, body=b'{"steps":5}'):
        """The identifier of a push whose import has ended."""
        status, accepted = self.request("POST", "/push/health-auto-export", body)
        self.assertEqual(status, 202)
        for _ in range(200):
            state = self.request("GET", accepted["report"])[1]
            if state["state"] != "waiting":
                break
            time.sleep(0.1)
        self.assertEqual(state["state"], "failed", state)
        return accepted["id"]

    def failed(self):
        return [push["id"] for push in self.system.json("imports", "pushes")["pushes"]]

    def tearDown(self):
        for push in self.failed():
            self.system.run("imports", "pushes", push, "--remove")
        super().tearDown()

    def test_the_command_lists_repeats_and_removes_a_failed_push(self):
        push = self.push()
        listed = self.system.json("imports", "pushes")["pushes"]
        self.assertEqual([(each["id"], each["bytes"]) for each in listed], [(push, 11)])
        self.assertIn("Health Auto Export", listed[0]["reason"])
        self.assertIn("1 pushed file could not be imported.", self.system.run("imports"))
        self.assertIn(push, self.system.run("imports", "pushes"))
        self.assertIn("will be imported again", self.system.run("imports", "pushes", "--retry"))
        for _ in range(200):
            if self.failed() == [push]:
                break
            time.sleep(0.1)
        self.assertIn("1 pushed file was removed.", self.system.run("imports", "pushes", push, "--remove"))
        self.assertEqual(self.failed(), [])
        self.assertIn("No pushed file failed.", self.system.run("imports", "pushes"))
        with self.assertRaisesRegex(AssertionError, "There is no failed push"):
            self.system.run("imports", "pushes", push, "--remove")

    def test_doctor_fails_until_the_push_is_removed(self):
        push = self.push()
        for expected in (False, True):
            done = subprocess.run(
                [f"{BINARIES}/dayline", "--home", self.system.home, "--json", "doctor", "--quick"],
                env=self.system.environment, capture_output=True, text=True)
            check = next(check for check in json.loads(done.stdout)["checks"] if check["name"] == "pushes")
            self.assertEqual((check["ok"], done.returncode == 1), (expected, not expected), done.stdout)
            if not expected:
                self.assertIn(push, check["detail"])
                self.system.run("imports", "pushes", push, "--remove")

    def test_the_report_of_an_import_is_read_with_the_token_of_the_push(self):
        body = json.dumps({"data": {"metrics": [{"name": "step_count", "units": "count", "data": [
            {"qty": 5, "date": "2024-07-01 06:00:10 +0000"}]}]}}).encode()
        accepted = self.request("POST", "/push/health-auto-export", body)[1]
        for _ in range(200):
            state = self.request("GET", accepted["report"])[1]
            if state["state"] != "waiting":
                break
            time.sleep(0.1)
        self.assertEqual(state["state"], "imported", state)
        path = f"/import/{state['report']['id']}"
        for token in ("push", "read", "admin"):
            self.assertEqual(self.request("GET", path, token=token), (200, state["report"]), token)
        status, failure = self.request("GET", "/import/999999")
        self.assertEqual((status, failure["error"]["code"]), (404, "NOT_FOUND"))

    def test_scopes_of_the_service(self):
        push = self.push()
        status, listed = self.request("GET", SERVICE + "Failed", token="read")
        self.assertEqual((status, [each["id"] for each in listed["pushes"]]), (200, [push]))
        body = json.dumps({"id": push}).encode()
        for method, token in (("Retry", "read"), ("Remove", "push")):
            self.assertEqual(self.request("POST", SERVICE + method, body, token)[0], 403, method)
        self.assertEqual(self.request("POST", SERVICE + "Remove", body, "admin")[0], 200)
        self.assertEqual(self.request("POST", SERVICE + "Remove", body, "admin")[0], 404)

    def test_the_page_lists_and_removes_a_failed_push(self):
        push = self.push()
        page = self.open("/import")
        row = page.locator(f"#push-{push}")
        self.assertIn("It could not be imported.", row.inner_text())
        row.get_by_role("button", name="Try again").click()
        page.get_by_text("The pushed file will be imported again.").wait_for()
        page.locator(f"#push-remove-{push}").wait_for()
        page.locator(f"#push-remove-{push}").click()
        page.get_by_text("The pushed file was removed.").wait_for()
        self.assertEqual(page.locator(f"#push-{push}").count(), 0)


if __name__ == "__main__":
    unittest.main()
