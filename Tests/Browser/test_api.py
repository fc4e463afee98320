"""The JSON API: tokens and scopes, every method of the document, refused requests."""
import http.client
import json
import os
import stat
import subprocess
import sys
import unittest
import urllib.parse

from openapi_spec_validator import validate

from world import System

JOURNAL = "/api/v1/dayline.tracker.Journal/"
ENTRIES = "/api/v1/dayline.tracker.Entries/"


class APITests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.system = System()
        cls.addClassCleanup(cls.system.close)
        cls.system.run("activity", "add", "Read", "--target", "30", "--unit", "min")
        cls.system.run("profile", "add", "kim", "--zone", "UTC")
        cls.address = cls.system.address
        cls.tokens = {scope: cls.system.json("token", "new", scope, "--scope", scope)["token"]
                      for scope in ("read", "log", "push", "admin")}

    def request(self, method, path, body=None, token="read", **headers):
        """(status, headers, text) of a request; a token is a scope, a whole token, or None."""
        url = urllib.parse.urlsplit(self.address)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
        self.addCleanup(connection.close)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            headers["Authorization"] = "Bearer " + self.tokens.get(token, token)
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read().decode("utf-8", "replace")

    def call(self, path, body=None, token="log", **headers):
        status, _, text = self.request("POST", path, body or {}, token, **headers)
        return status, json.loads(text)

    def refused(self, expected, method, path, body=None, token="read", **headers):
        """The error of a request that must be refused with this status."""
        status, _, text = self.request(method, path, body, token, **headers)
        self.assertEqual(status, expected, text)
        error = json.loads(text)["error"]
        self.assertTrue(error["code"] and error["message"], text)
        return error

    # Tokens

    def test_quiet_prints_only_the_token(self):
        printed = self.system.run("token", "new", "quiet", "--scope", "read", "--quiet")
        self.addCleanup(self.system.run, "token", "revoke", "quiet")
        self.assertRegex(printed, "^[0-9a-f]{64}\n$")

    def test_a_token_is_shown_once_listed_and_removed(self):
        created = self.system.json("token", "new", "phone", "--scope", "log", "--scope", "read")
        self.assertRegex(created["token"], "^[0-9a-f]{64}$")
        self.assertTrue(created["address"].endswith("/api/v1/"))
        listed = {token["name"]: token for token in self.system.json("token")["tokens"]}
        self.assertEqual(listed["phone"]["scopes"], ["read", "log"])
        self.assertNotIn("usedAt", listed["phone"])
        self.assertNotIn(created["token"], self.system.run("token"))
        path = JOURNAL + "Today"
        self.assertEqual(self.request("GET", path, token=created["token"])[0], 200)
        used = {token["name"]: token for token in self.system.json("token")["tokens"]}
        self.assertIn("usedAt", used["phone"])
        self.system.run("token", "revoke", "phone")
        self.refused(401, "GET", path, token=created["token"])

    def test_the_file_of_tokens_is_private_and_has_only_hashes(self):
        path = os.path.join(self.system.home, "web-tokens.json")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for token in self.tokens.values():
            self.assertNotIn(token, text)

    def test_a_token_of_another_name_or_scope_is_an_error_of_the_command(self):
        for arguments in (("read", "--scope", "read"), ("other", "--scope", "all"), ("other",)):
            with self.assertRaises(AssertionError, msg=arguments):
                self.system.run("token", "new", *arguments)

    def test_a_token_survives_a_restart_of_the_gateway(self):
        self.system.run("restart", "web")
        type(self).address = self.system.address
        self.assertEqual(self.request("GET", JOURNAL + "Today")[0], 200)

    # Calls

    def test_an_entry_is_logged_once_for_each_key(self):
        key = {"Idempotency_Key": "key-1"}
        body = self.log_request(5)
        first = self.call(JOURNAL + "Log", body, **key)
        self.assertEqual(first[0], 200, first)
        self.assertEqual(self.call(JOURNAL + "Log", body, **key), first)
        conflict = self.call(JOURNAL + "Log", self.log_request(6), **key)
        self.assertEqual((conflict[0], conflict[1]["error"]["code"]), (409, "FAILED_PRECONDITION"))
        status, _, text = self.request("GET", ENTRIES + "List?activity=Read")
        self.assertEqual(status, 200)
        listed = json.loads(text)
        self.assertEqual(len(listed["entries"]), 1)
        self.assertEqual(
            listed, json.loads(self.system.run(
                "call", "dayline.tracker.Entries/List", '{"activity": "Read"}')))

    @staticmethod
    def log_request(number):
        return {"activity": "Read", "value": number}

    export = "/api/v1/dayline.tracker.Documents/Export?format=json&contents=tracker"

    def test_an_export_is_a_file(self):
        status, headers, text = self.request("GET", self.export)
        self.assertEqual((status, headers["Content-Type"]), (200, "application/octet-stream"))
        self.assertIn("Read", text)

    def test_a_file_is_uploaded_and_imported(self):
        document = self.request("GET", self.export)[2]
        imports = "/api/v1/dayline.ingestion.Imports/"
        status, _, text = self.request(
            "POST", imports + "Upload?name=tracker.json", document, token="push")
        self.assertEqual(status, 200, text)
        upload = json.loads(text)["upload"]
        run = {"upload": upload, "name": "tracker.json", "isDryRun": False, "isReconciling": False}
        self.refused(403, "POST", imports + "Run", dict(run, isReplacing=True), token="push")
        status, headers, text = self.request("POST", imports + "Run", run, token="push")
        self.assertEqual((status, headers["Content-Type"]), (200, "application/x-ndjson"), text)
        report = json.loads(text.splitlines()[-1])
        self.assertIn("read", report)
        for token in ("push", "admin"):
            self.refused(403, "POST", imports + "Run", {"path": "/etc/passwd"}, token=token)
        for range in ("bytes=-9223372036854775808&offset=1", "bytes=1&offset=2", "offset=-1"):
            self.refused(422, "POST", imports + "Upload?name=a&upload=x&" + range, token="push")

    # Refusals

    def test_a_missing_wrong_or_foreign_token(self):
        path = JOURNAL + "Today"
        self.refused(401, "GET", path, token=None)
        for text in ("Bearer", "Bearer x", "Basic eDp5", "Token " + self.tokens["read"]):
            self.refused(401, "GET", path, token=None, Authorization=text)
        self.assertEqual(self.request("GET", path, token="0" * 64)[1]["WWW-Authenticate"], "Bearer")
        foreign = self.system.json("--profile", "kim", "token", "new", "kim", "--scope", "admin")
        status, _, text = self.request(
            "GET", "/api/v1/dayline.tracker.Activities/List", token=foreign["token"])
        self.assertEqual((status, json.loads(text)["activities"]), (200, []))
        self.refused(404, "GET", ENTRIES + "List?activity=Read", token=foreign["token"])
        changes = "/api/v1/dayline.storage.Changes/Since"
        self.refused(403, "POST", changes, {"number": 0, "isOfAllProfiles": True},
                     token=foreign["token"])
        self.assertNotIn("Read", self.request(
            "POST", changes, {"number": 0}, token=foreign["token"])[2])

    def test_a_scope_does_not_include_others(self):
        self.refused(403, "POST", JOURNAL + "Log", self.log_request(1), token="read")
        self.refused(403, "POST", JOURNAL + "Log", self.log_request(1), token="push")
        self.refused(403, "GET", JOURNAL + "Today", token="log")
        self.refused(403, "POST", "/api/v1/dayline.tracker.Documents/Clear", {}, token="log")
        self.assertEqual(self.request("GET", JOURNAL + "Today", token="admin")[0], 200)

    def test_internal_methods_and_other_paths_are_not_found(self):
        for path in ("dayline.storage.TrackerRecords/Apply", "dayline.storage.Profiles/List",
                     "dayline.bus.Reflection/Describe", "dayline.supervisor.Control/Stop",
                     "dayline.gateway.WebAccess/NewToken", "dayline.tracker.Journal/Nope",
                     "dayline.tracker.Journal@tracker/Today", "dayline.tracker.Journal/Today@x",
                     "..%2f..%2fetc/passwd", "%2e%2e/%2e%2e", "../../web-tokens.json",
                     "dayline.tracker.Journal/Today/..", "%00/%00", "a" * 2000 + "/b", ""):
            status = self.request("POST", "/api/v1/" + path, {}, token="admin")[0]
            self.assertEqual(status, 404, path)
            self.assertEqual(self.request("GET", "/api/v1/" + path, token="admin")[0], 404, path)
        for path in ("/api", "/api/", "/api/v2/x/y"):
            self.assertEqual(self.request("GET", path, token="admin")[0], 404, path)

    def test_a_change_is_not_a_query(self):
        status, headers, _ = self.request("GET", JOURNAL + "Log", token="log")
        self.assertEqual((status, headers["Allow"]), (405, "POST"))
        self.assertEqual(self.request("DELETE", JOURNAL + "Log", token="log")[0], 405)

    def test_bodies_of_other_forms(self):
        for body in ("{", "[]", "null", "3", '{"activity":"Read",}', "\x00", "a=b"):
            self.refused(400, "POST", JOURNAL + "Log", body, token="log")
        for body in ({"activity": 3}, {"activity": ["Read"]}, {"nope": 1}, {"activity": None}, {},
                     {"activity": "Read", "on": "2026-02-30"}, {"activity": "Read", "value": {}}):
            self.refused(422, "POST", JOURNAL + "Log", body, token="log")
        self.refused(400, "POST", JOURNAL + "Log", "[" * 5000 + "]" * 5000, token="log")
        self.refused(413, "POST", JOURNAL + "Log", '{"activity":"' + "a" * (1 << 20) + '"}', token="log")
        self.refused(422, "GET", JOURNAL + "Today?on=yesterday")
        self.refused(422, "GET", JOURNAL + "Today?nope=1")

    def test_headers_cannot_be_injected(self):
        for key in ("a b", "", "k" * 129):
            self.refused(400, "POST", JOURNAL + "Log", self.log_request(1), token="log",
                         Idempotency_Key=key)
        status, headers, _ = self.request(
            "GET", JOURNAL + "Today%0d%0aSet-Cookie:%20a=b?on=%0d%0aX-Evil:%201")
        self.assertEqual(status, 404)
        self.assertIsNone(headers["Set-Cookie"])
        self.assertIsNone(headers["X-Evil"])

    def test_other_hosts_and_origins_are_refused(self):
        error = self.refused(421, "GET", JOURNAL + "Today", Host="evil.example")
        self.assertIn("--public-url", error["hint"])
        self.refused(403, "POST", JOURNAL + "Log", self.log_request(1), token="log",
                     Origin="https://evil.example")
        headers = self.request("GET", JOURNAL + "Today", Host="evil.example")[1]
        self.assertEqual(headers["X-Content-Type-Options"], "nosniff")

    def test_a_session_reads_and_changes_only_from_its_own_pages(self):
        link = urllib.parse.urlsplit(self.system.link()).path
        cookie = self.request("POST", link, token=None)[1]["Set-Cookie"].split(";")[0]
        self.assertEqual(
            self.request("GET", JOURNAL + "Today", token=None, Cookie=cookie)[0], 200)
        self.refused(403, "POST", JOURNAL + "Today", {}, token=None, Cookie=cookie)
        self.assertEqual(self.request(
            "POST", JOURNAL + "Today", {}, token=None, Cookie=cookie,
            Sec_Fetch_Site="same-origin")[0], 200)

    # The document

    def document(self):
        return json.loads(self.request("GET", "/api/v1/openapi.json")[2])

    def test_the_document_has_each_method_with_a_scope_and_no_other(self):
        paths = self.document()["paths"]
        services = self.system.json("services")["services"]
        # Services of the bus are for programs with a key of the bus.
        methods = {f"/{service['name']}/{method['name']}": method
                   for service in services if not service["name"].startswith("dayline.bus.")
                   for method in service["methods"]}
        with_scope = {path for path, method in methods.items() if "scope" in method}
        self.assertEqual(set(paths), with_scope)
        self.assertGreater(len(paths), 60)
        for path, item in paths.items():
            for operation in item.values():
                self.assertEqual(operation["security"][0]["token"], [methods[path]["scope"]], path)
                self.assertTrue(operation["summary"], path)
        for path, item in paths.items():
            # Without a token each route is known and refuses.
            for verb in item:
                self.refused(401, verb.upper(), "/api/v1" + path, token=None)
            if "get" not in item:
                self.refused(405, "GET", "/api/v1" + path, token="admin")

    def test_the_document_is_valid(self):
        validate(self.document())

    def test_generated_requests_cause_no_server_error(self):
        program = os.path.join(os.path.dirname(sys.executable), "schemathesis")
        system = System()
        self.addCleanup(system.close)
        system.run("activity", "add", "Read", "--target", "30", "--unit", "min")
        token = system.json("token", "new", "test", "--scope", "admin")["token"]
        address = system.address + "/api/v1"
        done = subprocess.run(
            [program, "run", address + "/openapi.json", "--url", address,
             "-H", "Authorization: Bearer " + token, "--checks", "not_a_server_error",
             "--max-examples", "10", "--max-time", "60", "--seed", "1", "--continue-on-failure",
             "--request-timeout", "30", "--suppress-health-check", "all", "--no-color"],
            cwd=system.home, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout[:8000] + done.stderr[-2000:])


if __name__ == "__main__":
    unittest.main()
