"""Passkeys with a virtual authenticator: registration, login, removal and refused requests."""
import http.client
import json
import os
import stat
import unittest
import urllib.parse

from axe_playwright_python.sync_playwright import Axe

from layout import faults_in_modes
from world import BrowserTest, System

WIDTHS = (320, 390, 1280)


class NamedSystem(System):
    """A system whose address is a name: browsers allow no passkeys for IP addresses."""

    @property
    def address(self):
        return super().address.replace("127.0.0.1", "localhost")

    def link(self):
        return super().link().replace("127.0.0.1", "localhost")


class PasskeyTests(BrowserTest):
    @classmethod
    def start(cls, **options):
        return NamedSystem(**options)

    @classmethod
    def seed(cls, system):
        system.run("activity", "add", "Floss", "--daily")

    def setUp(self):
        super().setUp()
        self.browser_context = self.context(storage_state=None)
        self.addCleanup(self.browser_context.close)
        self.addCleanup(self.remove_all)
        self.visitor = self.browser_context.new_page()
        self.visitor.on("pageerror", lambda error: self.faults.append(str(error)))
        self.visitor.add_init_script(
            "addEventListener('securitypolicyviolation', (event) => { throw new Error(event.violatedDirective) })")

    def remove_all(self):
        """Removes the passkeys from the store of the gateway."""
        path = os.path.join(self.system.home, "web-passkeys.json")
        if os.path.exists(path):
            os.remove(path)
        self.system.run("restart", "web")
        type(self).address = self.system.address

    def authenticator(self, **options):
        """Adds an authenticator to the browser, which answers without a person."""
        devtools = self.browser_context.new_cdp_session(self.visitor)
        devtools.send("WebAuthn.enable")
        devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True,
            "automaticPresenceSimulation": True, **options}})

    def sign_in(self):
        self.visitor.goto(self.system.link())
        self.visitor.get_by_role("button", name="Sign in on this browser").click()
        self.visitor.wait_for_url(self.address + "/")

    def register(self, name):
        self.visitor.goto(self.address + "/settings")
        self.visitor.get_by_label("Name of this device").fill(name)
        self.visitor.get_by_role("button", name="Add a passkey").click()

    def sign_out(self):
        self.visitor.goto(self.address + "/settings")
        self.visitor.locator("#sign-out").click()
        self.visitor.wait_for_url(self.address + "/login")

    def check_layout(self, path, text):
        # A page of its own: the checks end the dialogs of the authenticator.
        page = self.browser_context.new_page()
        page.goto(self.address + path)
        page.get_by_text(text).first.wait_for()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            results = Axe().run(page)
            self.assertEqual(results.violations_count, 0, results.generate_report())
        self.assertEqual(list(faults_in_modes(page, WIDTHS)), [])
        page.close()
        self.visitor.bring_to_front()

    def request(self, path, host=None, **fields):
        """(status, JSON) of a posted form without a browser."""
        url = urllib.parse.urlsplit(self.address)
        connection = http.client.HTTPConnection(host or url.hostname, url.port, timeout=20)
        self.addCleanup(connection.close)
        connection.request(
            "POST", path, urllib.parse.urlencode(fields), {"Content-Type": "application/x-www-form-urlencoded"})
        response = connection.getresponse()
        return response.status, json.loads(response.read())

    def test_a_passkey_is_added_signs_in_and_is_removed(self):
        self.authenticator()
        self.sign_in()
        self.register("Phone")
        self.visitor.get_by_text("The passkey is added.").wait_for()
        card = self.visitor.locator("[data-fragment=passkeys]")
        self.assertIn("Phone", card.inner_text())
        self.assertIn("not used yet", card.inner_text())
        self.check_layout("/settings", "Add a passkey")
        path = os.path.join(self.system.home, "web-passkeys.json")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)

        self.sign_out()
        self.check_layout("/login", "Use a passkey")
        self.visitor.get_by_role("button", name="Use a passkey").click()
        self.visitor.wait_for_url(self.address + "/")
        self.assertIn("Floss", self.visitor.inner_text("main"))

        self.visitor.goto(self.address + "/settings")
        self.assertNotIn("not used yet", card.inner_text())
        self.visitor.get_by_role("button", name="Remove the passkey Phone").click()
        self.visitor.get_by_text("The passkey is removed.").wait_for()
        self.assertIn("There is no passkey yet.", card.inner_text())
        # The form is shown again after the update of the page.
        self.assertTrue(self.visitor.get_by_role("button", name="Add a passkey").is_visible())
        self.sign_out()
        self.assertEqual(self.visitor.get_by_role("button", name="Use a passkey").count(), 0)

    def test_an_authenticator_that_does_not_verify_the_person_adds_no_passkey(self):
        self.authenticator(hasUserVerification=False, isUserVerified=False)
        self.sign_in()
        self.register("Phone")
        self.visitor.wait_for_selector("#passkey-message:not(:empty)")
        self.assertEqual(self.system.json(
            "call", "dayline.gateway.WebAccess/Passkeys")["passkeys"], [])

    def test_a_second_passkey_needs_another_name_and_another_device(self):
        self.authenticator()
        self.sign_in()
        self.register("Phone")
        self.visitor.get_by_text("The passkey is added.").wait_for()
        self.register("Phone")
        self.visitor.get_by_text("There is a passkey \"Phone\" already.").wait_for()
        self.register("Other")
        self.visitor.get_by_text("No passkey was used.").wait_for()
        self.assertEqual(self.visitor.get_by_role("button", name="Remove the passkey").count(), 1)

    def test_a_removed_passkey_does_not_sign_in(self):
        self.authenticator()
        self.sign_in()
        self.register("Phone")
        self.visitor.get_by_text("The passkey is added.").wait_for()
        self.sign_out()
        self.system.run(
            "call", "dayline.gateway.WebAccess/RemovePasskey", json.dumps({"name": "Phone"}))
        self.visitor.get_by_role("button", name="Use a passkey").click()
        self.visitor.get_by_text("it is not known here").wait_for()
        self.assertEqual(self.visitor.url, self.address + "/login")

    def test_the_last_credential_of_an_open_address_remains(self):
        self.authenticator()
        self.sign_in()
        self.register("Phone")
        self.visitor.get_by_text("The passkey is added.").wait_for()
        self.system.run("web", "settings", "--listen", "0.0.0.0:0", "--trusted-proxy", "127.0.0.1")
        self.addCleanup(self.system.run, "web", "settings", "--listen", "", "--trusted-proxy", "")
        self.visitor.goto(self.system.address + "/settings")
        self.visitor.get_by_role("button", name="Remove the passkey Phone").click()
        self.visitor.get_by_text("no profile has a password or a passkey").wait_for()
        self.assertEqual(len(self.system.json(
            "call", "dayline.gateway.WebAccess/Passkeys")["passkeys"]), 1)

    def test_requests_without_a_session_a_challenge_or_a_name_are_refused(self):
        self.assertEqual(self.request("/passkeys/options", name="x")[0], 401)
        self.assertEqual(self.request("/passkeys", name="x")[0], 401)
        status, answer = self.request("/passkeys/login/options", host="127.0.0.1")
        self.assertEqual(status, 409)
        self.assertIn("localhost", answer["error"]["hint"])
        status, answer = self.request("/passkeys/login/options")
        self.assertEqual((status, answer["rpId"], answer["userVerification"]), (200, "localhost", "required"))
        self.assertNotIn("allowCredentials", answer)
        statuses = [self.request("/passkeys/login", id="x", clientData="!")[0] for _ in range(8)]
        self.assertEqual(statuses[0], 403)
        self.assertEqual(statuses[-1], 429)

    def test_a_form_of_another_session_adds_no_passkey(self):
        self.sign_in()
        answer = self.visitor.evaluate(
            "fetch('/passkeys/options', {method: 'POST', body: new URLSearchParams({name: 'x', csrf: 'y'})})"
            ".then((response) => response.status)")
        self.assertEqual(answer, 403)


if __name__ == "__main__":
    unittest.main()
