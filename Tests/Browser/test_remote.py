"""Access through a proxy: settings, path prefix, headers of proxies, passwords."""
import http.client
import os
import pty
import select
import stat
import subprocess
import time
import unittest
import urllib.parse

from world import BINARIES, BrowserTest

PASSWORD = "four plain words here"


class RemoteTest(BrowserTest):
    """Requests without a browser."""

    def request(self, method, path, body=None, **headers):
        """(status, headers, text) of a plain request; None as a value leaves a header out."""
        url = urllib.parse.urlsplit(self.address)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
        self.addCleanup(connection.close)
        names = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        connection.request(method, path, body, names)
        response = connection.getresponse()
        return response.status, response.headers, response.read().decode("utf-8", "replace")

    def command(self, *arguments, text=None):
        """The finished process of a command."""
        return subprocess.run(
            [os.path.join(BINARIES, "dayline"), "--home", self.system.home, *arguments],
            env=self.system.environment, capture_output=True, text=True, input=text or "", timeout=30)

    def settings(self, *arguments):
        return self.system.json("web", "settings", *arguments)

    def reset_settings(self):
        self.settings("--listen", "", "--public-url", "", "--prefix", "", "--identity-header", "",
                      "--trusted-proxy", "")
        type(self).address = self.system.address


class SettingsTests(RemoteTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.reset_settings)

    def test_settings_are_kept_in_a_private_file(self):
        self.settings("--prefix", "/d")
        path = os.path.join(self.system.home, "web-settings.json")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        self.system.run("restart", "web")
        self.assertEqual(self.settings()["settings"]["prefix"], "/d")

    def test_an_invalid_value_is_refused_and_changes_nothing(self):
        before = self.settings()["settings"]
        for arguments in (("--listen", "example.org"), ("--public-url", "dayline.example"),
                          ("--public-url", "https://a.example/path"), ("--prefix", "/a b"),
                          ("--trusted-proxy", "proxy"), ("--identity-header", "Remote-User"),
                          ("--trusted-proxy", "127.0.0.1", "--identity-header", "Cookie")):
            done = self.command("web", "settings", *arguments)
            self.assertEqual(done.returncode, 2, (arguments, done.stdout, done.stderr))
            self.assertEqual(len(done.stderr.splitlines()), 2, done.stderr)
        self.assertEqual(self.settings()["settings"], before)

    def test_other_machines_need_encryption_and_a_password(self):
        done = self.command("web", "settings", "--listen", "0.0.0.0")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("not be encrypted", done.stderr)
        done = self.command("web", "settings", "--listen", "0.0.0.0", "--trusted-proxy", "127.0.0.1")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("web password", done.stderr)

    def test_another_public_url_needs_another_authority(self):
        self.addCleanup(self.settings, "--certificate", "", "--public-url", "")
        self.system.run("web", "certificate")
        done = self.command("web", "settings", "--public-url", "https://dayline.example")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("--new-authority --public-url https://dayline.example", done.stderr)
        changed = self.system.json(
            "web", "certificate", "--new-authority", "--public-url", "https://dayline.example")
        self.assertIn("dayline.example", changed["names"])
        self.assertEqual(changed["address"], "https://dayline.example/")
        self.assertEqual(self.settings()["settings"]["publicURL"], "https://dayline.example")

    def test_the_address_of_links_is_the_public_one(self):
        self.settings("--public-url", "https://dayline.example", "--prefix", "/d")
        self.assertTrue(self.system.link().startswith("https://dayline.example/d/login/"))

    def test_headers_of_a_proxy_are_believed_from_its_address_only(self):
        self.settings("--public-url", "https://dayline.example")
        rebound = {"Host": "evil.example", "X_Forwarded_Host": "dayline.example"}
        headers = {"X_Forwarded_Host": "dayline.example", "X_Forwarded_Proto": "https"}
        path = urllib.parse.urlsplit(self.system.link()).path
        self.assertNotIn("; Secure", self.request("POST", path, **headers)[1]["Set-Cookie"])
        self.settings("--trusted-proxy", "127.0.0.1")
        self.assertEqual(self.request("GET", "/login", **rebound)[0], 421)
        self.assertEqual(self.request("GET", "/login", **headers)[0], 200)
        path = urllib.parse.urlsplit(self.system.link()).path
        _, answer, _ = self.request("POST", path, **headers)
        self.assertIn("; Secure", answer["Set-Cookie"])

    def test_the_identity_of_a_proxy_signs_in(self):
        self.settings("--trusted-proxy", "127.0.0.1", "--identity-header", "Remote-User")
        status, headers, _ = self.request("GET", "/login", Remote_User="default")
        self.assertEqual((status, headers["Location"]), (303, "/welcome"))
        cookie = headers["Set-Cookie"].split(";")[0]
        self.assertEqual(self.request("GET", "/", Cookie=cookie, Remote_User="default")[0], 200)
        self.assertEqual(self.request("GET", "/", Cookie=cookie, Remote_User="kim")[0], 303)
        status, _, text = self.request("GET", "/login", Remote_User="robin")
        self.assertEqual(status, 200)
        self.assertIn("There is no profile &quot;robin&quot;.", text)
        self.assertNotIn("There is no profile", self.request("GET", "/login")[2])
        self.settings("--identity-header", "")
        self.assertEqual(self.request("GET", "/login", Remote_User="default")[0], 200)


class PrefixTests(RemoteTest):
    """Every page of the navigation below a path, in a browser that reports requests outside of it."""

    @classmethod
    def seed(cls, system):
        for name in ("Floss", "Read"):
            system.run("activity", "add", name, "--daily")
        system.json("web", "settings", "--prefix", "/my/dayline")

    def check_origin(self, request):
        super().check_origin(request)
        if not urllib.parse.urlsplit(request.url).path.startswith("/my/dayline/") \
                and not request.url.startswith("blob:"):
            self.faults.append("request outside of the prefix: " + request.url)

    def test_every_page_and_asset_is_below_the_prefix(self):
        page = self.open("/")
        paths = page.eval_on_selector_all("nav a", "links => links.map(link => link.pathname)")
        self.assertGreaterEqual(len(paths), 10)
        seen = set()
        for path in paths:
            page.goto(self.origin + path, wait_until="load")
            links = page.eval_on_selector_all(
                "a[href], form[action]", "all => all.map(e => e.getAttribute('href') ?? e.getAttribute('action'))")
            seen.update(link for link in links if link.startswith("/"))
        self.assertEqual([link for link in seen if not link.startswith("/my/dayline/")], [])

    def test_a_form_and_its_live_update_work_below_the_prefix(self):
        page = self.open("/")
        page.wait_for_selector("#status[data-state=live]")
        page.get_by_role("button", name="Done: Floss").click()
        page.wait_for_selector("#toast p")
        page.goto(self.address + "/activities")
        self.assertIn("Floss", page.inner_text("main"))

    def test_the_service_worker_and_the_manifest_have_the_prefix(self):
        page = self.open("/")
        scope = page.evaluate("navigator.serviceWorker.ready.then(registration => registration.scope)")
        self.assertEqual(scope, self.address + "/")
        manifest = page.get_attribute("link[rel=manifest]", "href")
        start = page.evaluate(
            "async (href) => { const url = new URL(href, location); const text = await (await fetch(url)).json();"
            " return [text.start_url, text.scope, text.share_target.action].map((path) => new URL(path, url).pathname); }",
            manifest)
        self.assertEqual(start, ["/my/dayline/", "/my/dayline/", "/my/dayline/import/shared"])

    def test_the_cookie_and_redirects_have_the_prefix(self):
        cookie = self.session["cookies"][0]
        self.assertEqual(cookie["path"], "/my/dayline/")
        self.assertEqual(self.request("GET", "/my/dayline")[1]["Location"], "/my/dayline/")
        self.assertEqual(self.request("GET", "/my/dayline/")[1]["Location"], "/my/dayline/login")
        self.assertEqual(self.request("GET", "/my/dayline-other/login")[0], 404)

    @property
    def origin(self):
        return self.address.removesuffix("/my/dayline")


class PasswordTests(RemoteTest):
    @classmethod
    def seed(cls, system):
        system.run("activity", "add", "Floss", "--daily")

    def sign_in(self, password, **headers):
        form = urllib.parse.urlencode({"password": password, "profile": "default"})
        return self.request("POST", "/login", form, Content_Type="application/x-www-form-urlencoded", **headers)

    def setUp(self):
        super().setUp()
        done = self.command("web", "password", text=PASSWORD + "\n")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_password_signs_in(self):
        context = self.browser.new_context()
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(self.address + "/")
        page.get_by_role("textbox", name="Password").fill("wrong password")
        page.get_by_role("button", name="Sign in").click()
        self.assertIn("The password is wrong.", page.inner_text("#password-error"))
        page.get_by_role("textbox", name="Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(self.address + "/")
        self.assertIn("Floss", page.inner_text("main"))

    def test_the_password_is_only_stored_as_a_hash(self):
        path = os.path.join(self.system.home, "web-passwords.json")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        for folder, _, names in os.walk(self.system.home):
            for name in names:
                path = os.path.join(folder, name)
                if not stat.S_ISREG(os.stat(path).st_mode):
                    continue
                with open(path, "rb") as file:
                    self.assertNotIn(PASSWORD.encode(), file.read(), name)

    def test_many_attempts_are_delayed(self):
        statuses = [self.sign_in("wrong password")[0] for _ in range(8)]
        self.assertEqual(statuses[0], 422)
        self.assertEqual(statuses[-1], 429)
        status, headers, text = self.sign_in(PASSWORD)
        self.assertEqual(status, 429)
        self.assertGreater(int(headers["Retry-After"]), 0)
        self.assertNotIn("wrong", text)
        self.system.run("restart", "web")
        type(self).address = self.system.address
        self.assertEqual(self.sign_in(PASSWORD)[0], 303)

    def test_a_form_of_another_site_does_not_sign_in(self):
        self.assertEqual(self.sign_in(PASSWORD, Sec_Fetch_Site="cross-site")[0], 403)

    def test_a_lost_password_is_replaced_with_a_link(self):
        self.assertEqual(self.request("POST", urllib.parse.urlsplit(self.system.link()).path)[0], 303)
        self.system.run("web", "password", "--remove")
        self.assertNotIn("With the password", self.request("GET", "/login")[2])

    def test_a_short_password_and_an_empty_input_are_refused(self):
        for text in ("short\n", "", "\n"):
            self.assertNotEqual(self.command("web", "password", text=text).returncode, 0, text)

    def test_the_terminal_does_not_show_the_password(self):
        child, terminal = pty.fork()
        if child == 0:
            os.execve(os.path.join(BINARIES, "dayline"),
                      ["dayline", "--home", self.system.home, "web", "password"], self.system.environment)
        shown = b""
        for prompt in (b"Password: ", b"again: "):
            deadline = time.monotonic() + 20
            while not shown.endswith(prompt) and time.monotonic() < deadline:
                if select.select([terminal], [], [], 0.2)[0]:
                    shown += os.read(terminal, 4096)
            os.write(terminal, b"another long password\n")
        try:
            while part := os.read(terminal, 4096):
                shown += part
        except OSError:
            pass  # The end of a terminal whose program has ended.
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertNotIn(b"another", shown)
        self.assertEqual(self.sign_in("another long password")[0], 303)


if __name__ == "__main__":
    unittest.main()
