"""A running system with some data, and a browser that is signed in to its web app."""
import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from playwright.sync_api import sync_playwright

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tools"))
import log_search  # noqa: E402

BINARIES = os.environ.get("DAYLINE_BINARIES", os.path.join(ROOT, ".build", "debug"))
CHROMIUM = os.environ.get("DAYLINE_CHROMIUM", "/usr/bin/chromium")


class System:
    """A system of its own in a temporary home. With port 0, any that is free at each start of the gateway."""

    def __init__(self, port=0):
        self.home = tempfile.mkdtemp(prefix="dl-web-")
        self.environment = dict(
            os.environ, DAYLINE_WEB_PORT=str(port), DAYLINE_PLUGINS=os.path.join(ROOT, "Plugins"))
        self.environment.pop("XDG_RUNTIME_DIR", None)
        self.run("up", "--detach")
        self.run("profile", "zone", "UTC")

    def run(self, *arguments):
        """The standard output of a command, which must succeed."""
        done = subprocess.run(
            [os.path.join(BINARIES, "dayline"), "--home", self.home, *arguments],
            env=self.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise AssertionError(f"{arguments}: {done.stdout} {done.stderr}")
        return done.stdout

    def json(self, *arguments):
        return json.loads(self.run("--json", *arguments))

    def link(self):
        return self.json("web")["url"]

    @property
    def address(self):
        return self.json("web")["address"].rstrip("/")

    def close(self):
        self.run("down")
        log_search.copy_home(self.home)
        shutil.rmtree(self.home, ignore_errors=True)


def wait_until(page, function, argument=None, seconds=10):
    """Waits until a function of the page returns true, or a promise of it.

    The content security policy forbids wait_for_function.
    """
    page.evaluate(
        """async ([argument, seconds]) => {
            const end = performance.now() + 1000 * seconds;
            while (!(await (%s)(argument))) {
                if (performance.now() > end) throw new Error("not true within " + seconds + " s");
                await new Promise((resolve) => setTimeout(resolve, 10));
            }
        }""" % function, [argument, seconds])


class BrowserTest(unittest.TestCase):
    """Tests with one system and one browser for each class; a page for each test.

    A test fails if the browser reports an error, a request to another origin, or a violation of the
    content security policy.
    """

    @classmethod
    def setUpClass(cls):
        cls.system = cls.start()
        cls.addClassCleanup(cls.system.close)
        cls.seed(cls.system)
        cls.playwright = sync_playwright().start()
        cls.addClassCleanup(cls.playwright.stop)
        cls.browser = cls.playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", *cls.browser_options(cls.system)])
        cls.addClassCleanup(cls.browser.close)
        cls.address = cls.system.address
        context = cls.browser.new_context()
        page = context.new_page()
        page.goto(cls.system.link())
        page.get_by_role("button", name="Sign in on this browser").click()
        # A profile without data begins with the first steps.
        page.wait_for_url(lambda url: url in (cls.address + "/", cls.address + "/welcome"))
        cls.session = context.storage_state()
        cls.contexts = {}
        context.close()

    @classmethod
    def start(cls, **options):
        return System(**options)

    @classmethod
    def browser_options(cls, system):
        """Further options of the browser."""
        return []

    @classmethod
    def seed(cls, system):
        """Adds the data of the class."""

    def context(self, **options):
        """A context of the signed-in browser with an empty cache, that the test closes."""
        options.setdefault("viewport", {"width": 1280, "height": 900})
        options.setdefault("storage_state", self.session)
        return self.browser.new_context(locale="en-GB", **options)

    def open(self, path="/", **options):
        """A page of the signed-in browser. Pages with the same options share a context in their class."""
        key = repr(sorted(options.items()))
        if key not in self.contexts:
            self.contexts[key] = self.context(**options)
        return self.page(self.contexts[key], path)

    def page(self, context, path="/"):
        """A page of a context, which the test closes."""
        page = context.new_page()
        self.addCleanup(page.close)
        page.add_init_script(
            "addEventListener('securitypolicyviolation', (event) =>"
            "console.error(`violation of ${event.violatedDirective}`))")
        page.on("console", self.collect)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", self.check_origin)
        page.goto(self.address + path)
        return page

    def setUp(self):
        self.faults = []

    def tearDown(self):
        self.assertEqual(self.faults, [])

    def collect(self, message):
        if message.type == "error":
            self.faults.append(message.text)

    def check_origin(self, request):
        if not request.url.startswith((self.address, "blob:")):
            self.faults.append("request to " + request.url)

    @staticmethod
    def today():
        return datetime.datetime.now(datetime.timezone.utc).date()
