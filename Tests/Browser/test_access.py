"""Access to the web app: links, sessions, other origins and names, tokens and paths."""
import gzip
import http.client
import json
import os
import re
import subprocess
import unittest
import urllib.parse

from world import BINARIES, BrowserTest


class AccessTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        system.run("activity", "add", "Floss", "--daily")
        system.run("profile", "add", "kim", "--zone", "UTC")

    def raw(self, path, method="GET", body=None, **headers):
        """(status, headers, bytes) of a plain request; None as a value leaves a header out."""
        url = urllib.parse.urlsplit(self.address)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=10)
        self.addCleanup(connection.close)
        names = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        connection.request(method, path, body, names)
        response = connection.getresponse()
        return response.status, response.headers, response.read()

    def request(self, method, path, body=None, **headers):
        """(status, headers, text) of a plain request."""
        status, headers, bytes = self.raw(path, method, body, **headers)
        return status, headers, bytes.decode("utf-8", "replace")

    def cookie(self):
        return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in self.session["cookies"])

    def path_of_link(self, *options):
        return urllib.parse.urlsplit(self.system.json(*options, "web")["url"]).path

    def test_a_link_works_once_and_a_preview_does_not_use_it(self):
        path = self.path_of_link()
        self.assertEqual(self.request("GET", path)[0], 200)
        self.assertEqual(self.request("POST", path)[0], 303)
        self.assertEqual(self.request("POST", path)[0], 410)
        self.assertEqual(self.request("GET", path)[0], 410)

    def test_an_unchanged_page_is_not_sent_again(self):
        def get(tag=None):
            status, headers, _ = self.request("GET", "/", Cookie=self.cookie(), If_None_Match=tag)
            return status, headers["ETag"]

        for _ in range(5):  # Another minute, or an event, makes another version.
            tag = get()[1]
            status, same = get(tag)
            if status == 304:
                break
        self.assertEqual((status, same), (304, tag))
        self.system.run("log", "Floss")
        self.assertEqual(get(tag)[0], 200)

    def test_pages_and_assets_are_compressed_for_browsers_that_accept_it(self):
        html = self.request("GET", "/", Cookie=self.cookie())[2]
        for path in ("/", re.search(r'href="(/assets/[^"]*\.css)"', html)[1]):
            plain = self.raw(path, Cookie=self.cookie())
            status, headers, body = self.raw(
                path, Cookie=self.cookie(), Accept_Encoding="br, gzip")
            self.assertEqual((status, headers["Content-Encoding"]), (200, "gzip"))
            self.assertEqual(headers["Vary"], "Accept-Encoding")
            self.assertLess(len(body), len(plain[2]) / 2)
            self.assertAlmostEqual(len(gzip.decompress(body)), len(plain[2]), delta=200)
            self.assertIsNone(plain[1]["Content-Encoding"])

    def test_the_cookie_is_for_this_site_and_not_for_scripts(self):
        status, headers, _ = self.request("POST", self.path_of_link())
        self.assertEqual(status, 303)
        for part in ("HttpOnly", "SameSite=Strict", "Path=/"):
            self.assertIn(part, headers["Set-Cookie"])

    def test_pages_need_a_session(self):
        status, headers, _ = self.request("GET", "/")
        self.assertEqual((status, headers["Location"]), (303, "/login"))
        self.assertEqual(self.request("GET", "/events")[0], 401)
        self.assertEqual(self.request("POST", "/undo", "")[0], 401)
        self.assertEqual(self.request("GET", "/", Cookie="dayline=" + "0" * 64)[0], 303)

    def test_a_form_without_its_token_or_from_another_origin_is_refused(self):
        cookie = self.cookie()
        form = "application/x-www-form-urlencoded"
        self.assertEqual(self.request("POST", "/undo", "", Cookie=cookie, Content_Type=form)[0], 403)
        for headers in ({"Sec_Fetch_Site": "cross-site"}, {"Origin": "https://evil.example"},
                        {"Origin": "null"}):
            self.assertEqual(self.request("POST", "/undo", "", Cookie=cookie, **headers)[0], 403, headers)

    def test_another_host_name_is_refused(self):
        self.assertEqual(self.request("GET", "/", Host="evil.example")[0], 421)

    def test_a_session_sees_its_profile_only(self):
        _, headers, _ = self.request("POST", self.path_of_link("--profile", "kim"))
        kim = headers["Set-Cookie"].split(";")[0]
        self.assertNotIn("Floss", self.request("GET", "/", Cookie=kim)[2])
        self.assertIn("Floss", self.request("GET", "/", Cookie=self.cookie())[2])

    def test_a_session_that_was_ended_is_refused(self):
        _, headers, _ = self.request("POST", self.path_of_link())
        cookie = headers["Set-Cookie"].split(";")[0]
        newest = self.system.json("web", "sessions")["sessions"]
        self.assertEqual(self.request("GET", "/", Cookie=cookie)[0], 200)
        for session in newest:
            if session["device"] == "":
                self.system.run("web", "end", session["id"])
        self.assertEqual(self.request("GET", "/", Cookie=cookie)[0], 303)

    def test_an_expired_session_is_refused_and_an_old_cookie_is_replaced(self):
        _, headers, _ = self.request("POST", self.path_of_link(), User_Agent="Old")
        cookie = headers["Set-Cookie"].split(";")[0]
        self.age_session("Old", created=-2 * 86400)
        status, headers, _ = self.request("GET", "/", Cookie=cookie)
        self.assertEqual(status, 200)
        replaced = headers["Set-Cookie"].split(";")[0]
        self.assertNotEqual(replaced, cookie)
        self.assertEqual(self.request("GET", "/", Cookie=replaced)[0], 200)
        self.assertIsNone(self.request("GET", "/", Cookie=replaced)[1]["Set-Cookie"])
        self.age_session("Old", used=-91 * 86400)
        self.assertEqual(self.request("GET", "/", Cookie=replaced)[0], 303)

    def age_session(self, device, **seconds):
        """Changes times of a session, which the gateway reads when it starts."""
        path = os.path.join(self.system.home, "web-sessions.json")
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        for session in content["sessions"]:
            if session["device"] == device:
                for name, change in seconds.items():
                    session[name] += change
        with open(path, "w", encoding="utf-8") as file:
            json.dump(content, file)
        self.system.run("restart", "web")
        type(self).address = self.system.address

    def test_a_session_of_another_profile_cannot_be_ended(self):
        self.request("POST", self.path_of_link("--profile", "kim"), User_Agent="Kim")
        own = [session["id"] for session in self.system.json("web", "sessions")["sessions"]]
        kim = self.system.json("--profile", "kim", "web", "sessions")["sessions"][0]["id"]
        self.assertNotIn(kim, own)
        done = subprocess.run(
            [os.path.join(BINARIES, "dayline"), "--home", self.system.home, "web", "end", kim],
            env=self.system.environment, capture_output=True, text=True, timeout=30)
        self.assertNotEqual(done.returncode, 0)

    def test_the_form_token_of_another_session_is_refused(self):
        _, headers, _ = self.request("POST", self.path_of_link("--profile", "kim"))
        kim = headers["Set-Cookie"].split(";")[0]
        token = re.search('name="csrf" value="([^"]+)"', self.request("GET", "/settings", Cookie=kim)[2])[1]
        form = urllib.parse.urlencode({"csrf": token})
        self.assertEqual(self.request("POST", "/undo", form, Cookie=self.cookie())[0], 403)

    def test_assets_are_read_from_their_folder_only(self):
        page = self.request("GET", "/login")[2]
        asset = page.split('href="/assets/')[1].split("/")[0]
        status, headers, _ = self.request("GET", f"/assets/{asset}/dayline.css")
        self.assertEqual(status, 200)
        self.assertIn("immutable", headers["Cache-Control"])
        for path in ("../plugin.json", "%2e%2e/plugin.json", "js/../../plugin.json", "/etc/passwd"):
            self.assertEqual(self.request("GET", f"/assets/{asset}/{path}")[0], 404, path)

    def test_every_response_has_the_security_headers(self):
        for path in ("/login", "/", "/nothing"):
            _, headers, _ = self.request("GET", path, Cookie=self.cookie())
            self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
            self.assertNotIn("unsafe", headers["Content-Security-Policy"])
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")

    def test_a_large_form_is_refused(self):
        status = self.request("POST", "/undo", "a" * (1 << 20), Cookie=self.cookie())[0]
        self.assertEqual(status, 422)
        self.assertEqual(self.request("GET", "/login")[0], 200)

    def test_a_header_with_line_breaks_adds_no_header(self):
        _, headers, _ = self.request("GET", "/day?date=2026-01-01%0d%0aSet-Cookie:%20x=1", Cookie=self.cookie())
        self.assertNotIn("x=1", headers.get("Set-Cookie", ""))


if __name__ == "__main__":
    unittest.main()
