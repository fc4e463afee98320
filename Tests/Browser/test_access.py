"""Access to the web app: links, sessions, other origins and names, tokens and paths."""
import base64
import gzip
import hashlib
import http.client
import json
import os
import re
import socket
import ssl
import stat
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import warnings

from exports import write_export
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

    def test_a_start_prints_the_address(self):
        self.assertEqual(self.system.json("up", "--detach")["web"], self.address + "/")
        self.assertIn(f"The web app is at {self.address}/\n", self.system.run("up", "--detach"))

    def test_a_login_leads_to_the_first_steps_while_the_profile_is_empty(self):
        self.system.run("profile", "add", "new", "--zone", "UTC")

        def location():
            return self.request("POST", self.path_of_link("--profile", "new"))[1]["Location"]

        self.assertEqual(location(), "/welcome")
        self.system.run("--profile", "new", "activity", "add", "Read", "--daily")
        self.assertEqual(location(), "/")

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
        for path in ("/", "/api/v1/openapi.json", re.search(r'href="(/assets/[^"]*\.css)"', html)[1]):
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

    def test_a_form_without_a_session_leads_to_signing_in(self):
        form = "application/x-www-form-urlencoded"
        status, headers, page = self.request("POST", "/weight", "value=80", Content_Type=form)
        self.assertEqual((status, headers["Content-Type"]), (401, "text/html; charset=utf-8"))
        self.assertIn('href="/login"', page)
        status, _, text = self.request("POST", "/weight", "value=80", Content_Type=form, Accept="application/json")
        self.assertEqual((status, json.loads(text)["error"]["code"]), (401, "UNAUTHENTICATED"))

    def sign_in(self, page):
        page.goto(self.system.link())
        page.get_by_role("button", name="Sign in on this browser").click()
        page.wait_for_url(self.address + "/")

    def open_ended(self):
        """An open page of a session that has ended, with a typed weight."""
        context = self.context(storage_state=None, user_agent=self.id())
        self.addCleanup(context.close)
        page = self.page(context, "/login")
        self.sign_in(page)
        page.goto(self.address + "/weight")
        page.locator("#status", has_text="Live").wait_for()
        page.locator("#weight-value").fill("80.5")
        self.end_session()
        return context, page

    def end_session(self):
        """Ends the session of the browser that names itself after the test."""
        sessions = self.system.json("web", "sessions")["sessions"]
        own = next(session for session in sessions if session["device"] == self.id())
        self.system.run("web", "end", own["id"])

    def test_an_open_page_says_that_its_session_has_ended(self):
        context, page = self.open_ended()
        page.locator("#status", has_text="Signed out").wait_for()
        self.assertEqual(page.locator("#toast a").get_attribute("href"), "/login")
        self.assertEqual(page.locator("#weight-value").input_value(), "80.5")
        self.sign_in(self.page(context, "/login"))
        page.evaluate("dispatchEvent(new Event('visibilitychange'))")
        page.locator("#status", has_text="Live").wait_for()
        page.locator("#log-weight").click()
        page.locator("#toast").get_by_text("80.5").wait_for()
        self.system.run("undo")
        self.faults = [fault for fault in self.faults if "401" not in fault]

    def test_a_change_after_the_end_of_the_session_keeps_what_was_typed(self):
        page = self.open_ended()[1]
        page.locator("#log-weight").click()
        page.locator("#toast").get_by_text("This browser is signed out").wait_for()
        self.assertEqual(page.locator("#weight-value").input_value(), "80.5")
        self.faults = [fault for fault in self.faults if "401" not in fault]

    def test_the_events_of_a_session_end_with_it(self):
        status, headers, _ = self.request("POST", self.path_of_link(), User_Agent=self.id())
        cookie = headers["Set-Cookie"].split(";")[0]
        url = urllib.parse.urlsplit(self.address)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=10)
        self.addCleanup(connection.close)
        connection.request("GET", "/events", headers={"Cookie": cookie})
        response = connection.getresponse()
        self.assertEqual((status, response.status), (303, 200))
        self.end_session()
        while response.read1():
            pass

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
        newest = self.system.json("--profile", "default", "web", "sessions")["sessions"]
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
        own = [session["id"] for session in self.system.json("--profile", "default", "web", "sessions")["sessions"]]
        kim = self.system.json("--profile", "kim", "web", "sessions")["sessions"][0]["id"]
        self.assertNotIn(kim, own)
        done = subprocess.run(
            [os.path.join(BINARIES, "dayline"), "--home", self.system.home, "web", "end", kim],
            env=self.system.environment, capture_output=True, text=True, timeout=30)
        self.assertNotEqual(done.returncode, 0)

    def test_web_sessions_lists_the_browsers_of_all_profiles(self):
        self.request("POST", self.path_of_link("--profile", "kim"), User_Agent="Tablet of Kim")
        link = self.system.json("web", "link", "--all-profiles")["url"]
        self.request("POST", urllib.parse.urlsplit(link).path, User_Agent="Kiosk")
        profiles = {session["device"]: session["profiles"] for session in self.system.json("web", "sessions")["sessions"]}
        self.assertEqual(profiles["Tablet of Kim"], ["kim"])
        self.assertLessEqual({"default", "kim"}, set(profiles["Kiosk"]))
        self.assertRegex(self.system.run("web", "sessions"), r"\bkim +\d{4}-\d\d-\d\d +Tablet of Kim")
        self.system.run("profile", "add", "ben", "--zone", "UTC")
        self.assertIn("the profile ben", self.system.run("--profile", "ben", "web", "sessions"))

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
        self.assertEqual(headers["Content-Security-Policy"], "default-src 'none'")
        for path in ("../plugin.json", "%2e%2e/plugin.json", "js/../../plugin.json", "/etc/passwd"):
            self.assertEqual(self.request("GET", f"/assets/{asset}/{path}")[0], 404, path)

    def test_head_is_answered_as_get_without_a_body(self):
        url = urllib.parse.urlsplit(self.address)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=10)
        self.addCleanup(connection.close)
        css = re.search(r'href="(/assets/[^"]*\.css)"', self.request("GET", "/login")[2])[1]
        cookie = {"Cookie": self.cookie()}
        for path in ("/", "/health", "/help/", css, "/trends/nothing.csv", "/nothing", "/metrics",
                     "/api/v1/nothing", "/events"):
            status, headers, _ = self.request("GET", path, **cookie) if path != "/events" else (200, None, None)
            # On one connection, where the bytes of a body would be read as the next response.
            connection.request("HEAD", path, headers=cookie)
            response = connection.getresponse()
            self.assertEqual((response.status, response.read()), (status, b""), path)
            self.assertEqual(response.headers["X-Content-Type-Options"], "nosniff", path)
            if headers is not None:
                self.assertEqual(response.headers["Content-Type"], headers["Content-Type"], path)
        connection.request("HEAD", css)
        length = connection.getresponse().headers["Content-Length"]
        self.assertEqual(int(length), len(self.raw(css)[2]))

    def test_a_part_of_a_download_is_sent(self):
        self.system.run("log", "Floss")
        path = "/trends/Floss.csv"
        _, headers, whole = self.raw(path, Cookie=self.cookie())
        self.assertEqual(headers["Accept-Ranges"], "bytes")
        same = {"Cookie": self.cookie(), "If_Range": headers["ETag"]}
        status, headers, part = self.raw(path, Range="bytes=0-9", **same)
        self.assertEqual((status, part), (206, whole[:10]))
        self.assertEqual(headers["Content-Range"], f"bytes 0-9/{len(whole)}")
        self.assertEqual(self.raw(path, Range=f"bytes={len(whole)}-", **same)[0], 416)
        same["If_Range"] = '"another version"'
        self.assertEqual(self.raw(path, Range="bytes=0-9", **same)[::2], (200, whole))

    def test_every_response_has_the_security_headers(self):
        for method, path in (("GET", "/login"), ("GET", "/"), ("GET", "/nothing"), ("POST", "/nothing"),
                             ("DELETE", "/"), ("HEAD", "/nothing")):
            _, headers, _ = self.request(method, path, Cookie=self.cookie())
            self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
            self.assertNotIn("unsafe", headers["Content-Security-Policy"])
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")
            self.assertIn("microphone=()", headers["Permissions-Policy"])

    def test_a_large_form_is_refused(self):
        status = self.request("POST", "/undo", "a" * (1 << 20), Cookie=self.cookie())[0]
        self.assertEqual(status, 422)
        self.assertEqual(self.request("GET", "/login")[0], 200)

    def test_a_header_with_line_breaks_adds_no_header(self):
        _, headers, _ = self.request("GET", "/day?date=2026-01-01%0d%0aSet-Cookie:%20x=1", Cookie=self.cookie())
        self.assertNotIn("x=1", headers.get("Set-Cookie", ""))


class EncryptedTests(BrowserTest):
    """TLS with the certificate of the home's own authority, and with files."""

    @classmethod
    def seed(cls, system):
        system.run("activity", "add", "Floss", "--daily")
        cls.certificate = system.json("web", "certificate")

    @classmethod
    def browser_options(cls, system):
        # A browser without this refuses the service worker, whose authority is not installed here.
        port = urllib.parse.urlsplit(system.address).port
        certificate = ssl.get_server_certificate(("127.0.0.1", port))
        key = cls.openssl("x509", "-pubkey", "-noout", text=certificate.encode())
        key = cls.openssl("pkey", "-pubin", "-outform", "der", text=key)
        digest = base64.b64encode(hashlib.sha256(key).digest()).decode()
        return [f"--ignore-certificate-errors-spki-list={digest}"]

    @staticmethod
    def openssl(*arguments, text=b""):
        return subprocess.run(["openssl", *arguments], input=text, capture_output=True, check=True).stdout

    def setUp(self):
        super().setUp()
        self.port = urllib.parse.urlsplit(self.address).port

    def authority(self):
        """The DER of the authority, read as a phone does before it trusts the certificate."""
        unverified = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=unverified, timeout=10)
        self.addCleanup(connection.close)
        connection.request("GET", "/certificate")
        response = connection.getresponse()
        self.assertEqual(response.status, 200)
        self.assertEqual(response.headers["Content-Type"], "application/x-x509-ca-cert")
        return response.read()

    def verified(self):
        """TLS settings that accept the authority only, and check names."""
        return ssl.create_default_context(cadata=self.authority())

    def request(self, method, path, host="127.0.0.1", **headers):
        connection = http.client.HTTPSConnection(host, self.port, context=self.verified(), timeout=10)
        self.addCleanup(connection.close)
        connection.request(method, path, None, {name.replace("_", "-"): headers[name] for name in headers})
        response = connection.getresponse()
        response.read()
        return response.status, response.headers

    def handshake(self, name, context):
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as plain:
            with context.wrap_socket(plain, server_hostname=name) as encrypted:
                return encrypted.getpeercert(True), encrypted.selected_alpn_protocol()

    def test_clients_that_trust_the_authority_accept_the_names_of_the_certificate_only(self):
        for host in ("127.0.0.1", "localhost"):
            self.assertEqual(self.request("GET", "/login", host)[0], 200)
        for name in self.certificate["names"]:
            self.handshake(name, self.verified())
        with self.assertRaises(ssl.SSLCertVerificationError):
            self.handshake("evil.example", self.verified())
        with self.assertRaises(ssl.SSLCertVerificationError):
            self.handshake("localhost", ssl.create_default_context())

    def test_the_printed_fingerprint_is_that_of_the_authority(self):
        digest = hashlib.sha256(self.authority()).hexdigest().upper()
        self.assertEqual(self.certificate["authorityFingerprint"].replace(":", ""), digest)
        self.assertNotIn(b"PRIVATE KEY", self.authority())

    def test_old_protocols_are_refused_and_http_2_is_offered(self):
        context = self.verified()
        context.set_alpn_protocols(["h2", "http/1.1"])
        self.assertEqual(self.handshake("localhost", context)[1], "h2")
        old = ssl._create_unverified_context()
        with warnings.catch_warnings(action="ignore"):
            old.minimum_version = ssl.TLSVersion.TLSv1
            old.maximum_version = ssl.TLSVersion.TLSv1_1
        with self.assertRaises(ssl.SSLError):
            self.handshake("localhost", old)

    def test_cookies_are_secure_and_the_authority_of_the_home_sets_no_strict_transport(self):
        path = urllib.parse.urlsplit(self.system.link()).path
        status, headers = self.request("POST", path)
        self.assertEqual(status, 303)
        self.assertIn("; Secure", headers["Set-Cookie"])
        self.assertNotIn("Strict-Transport-Security", headers)

    def test_a_forged_header_does_not_remove_the_encryption(self):
        path = urllib.parse.urlsplit(self.system.link()).path
        _, headers = self.request("POST", path, X_Forwarded_Proto="http")
        self.assertIn("; Secure", headers["Set-Cookie"])
        self.assertEqual(self.request("GET", "/login", Host="evil.example")[0], 421)

    def test_pages_and_live_updates_work_over_http_2(self):
        page = self.open("/")
        protocol = page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")
        self.assertEqual(protocol, "h2")
        page.wait_for_selector("#status[data-state=live]")
        self.system.run("activity", "add", "Read", "--daily")
        page.get_by_role("button", name="Done: Read").wait_for()
        page.get_by_role("button", name="Done: Floss").click()
        page.wait_for_selector("#toast p")
        scope = page.evaluate("navigator.serviceWorker.ready.then(registration => registration.scope)")
        self.assertEqual(scope, self.address + "/")

    def test_a_file_is_uploaded_over_http_2(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = os.path.join(folder.name, "export.zip")
        write_export(file, {"restingHeartRate": {self.today(): 50}})
        page = self.open("/import")
        page.set_input_files("input[type=file]", file)
        page.locator("form").get_by_role("button", name="Import").first.click()
        page.wait_for_url("**/import/*")
        self.assertEqual(self.system.json("imports")["imports"][0]["stored"], 1)

    def test_keys_are_private_and_not_printed(self):
        folder = os.path.join(self.system.home, "web-certificates")
        self.assertEqual(stat.S_IMODE(os.stat(folder).st_mode), 0o700)
        for name in ("authority.pem", "server.pem"):
            path = os.path.join(folder, name)
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
            with open(path, encoding="utf-8") as file:
                secret = file.read().split("PRIVATE KEY-----\n")[1].splitlines()[0]
            for folder_, _, names in os.walk(os.path.join(self.system.home, "logs")):
                for log in names:
                    with open(os.path.join(folder_, log), "rb") as file:
                        self.assertNotIn(secret.encode(), file.read())
            self.assertNotIn(secret, json.dumps(self.certificate))

    def test_changed_files_are_used_and_damaged_ones_are_reported(self):
        self.addCleanup(self.use_own_certificate)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        chain, key = (os.path.join(folder.name, name) for name in ("chain.pem", "key.pem"))
        self.create(chain, key)
        done = subprocess.run(
            [os.path.join(BINARIES, "dayline"), "--home", self.system.home, "web", "settings",
             "--certificate", chain], env=self.system.environment, capture_output=True, text=True, timeout=30)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--key", done.stderr)
        self.system.run("web", "settings", "--certificate", chain, "--key", key)
        self.port = urllib.parse.urlsplit(self.system.address).port
        unverified = ssl._create_unverified_context()
        first = self.handshake("localhost", unverified)[0]
        with open(chain, encoding="utf-8") as file:
            self.assertEqual(first, ssl.PEM_cert_to_DER_cert(file.read()))

        with open(chain, "w", encoding="utf-8") as file:
            file.write("damaged")
        self.wait_for(lambda: chain in (self.system.json("web", "settings").get("problem") or ""))
        self.assertEqual(self.handshake("localhost", unverified)[0], first)

        self.create(chain, key)
        self.wait_for(lambda: self.handshake("localhost", unverified)[0] != first)
        self.assertIsNone(self.system.json("web", "settings").get("problem"))

        with open(chain, "w", encoding="utf-8") as file:
            file.write("damaged")
        self.system.run("restart", "web")
        settings = self.system.json("web", "settings")
        self.assertIn(chain, settings["problem"])
        self.assertTrue(settings["address"].startswith("http://127.0.0.1:"), settings)
        self.create(chain, key)
        self.wait_for(lambda: self.system.json("web", "settings")["address"].startswith("https://"))
        self.assertIsNone(self.system.json("web", "settings").get("problem"))

    def use_own_certificate(self):
        self.system.run("web", "settings", "--certificate", "local")
        type(self).address = self.system.address

    def create(self, chain, key):
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                     "-days", "30", "-subj", "/CN=test", "-addext", "subjectAltName=DNS:localhost",
                     "-keyout", key, "-out", chain)

    def wait_for(self, condition, seconds=30):
        deadline = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), deadline, "not true in time")
            time.sleep(0.1)


if __name__ == "__main__":
    unittest.main()
