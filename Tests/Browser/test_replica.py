"""The web app of a home that is a read-only replica of another one."""
import os
import tempfile
import time
import unittest

from world import BrowserTest, System


class Replica(System):
    """A home that follows a primary."""

    def __init__(self, primary):
        self.home = tempfile.mkdtemp(prefix="dl-web-")
        self.environment = primary.environment
        key = os.path.join(primary.home, "travel.key")
        primary.run("keys", "new", "travel", "--role", "replica", "--output", key)
        self.primary = primary.json("settings", "get", "listen")["settings"][0]["value"]
        self.run("follow", self.primary, "--key", key)


class PairTest(BrowserTest):
    """Tests of a primary and its replica."""

    @classmethod
    def start_primary(cls):
        system = System()
        system.run("activity", "add", "Floss", "--daily")
        system.run("activity", "add", "Water", "--type", "cumulative", "--unit", "ml", "--target", "2500")
        system.run("settings", "set", "listen", "tcp://127.0.0.1:0")
        return system

    def ignore_status(self, status):
        """The console reports each answer that is an error."""
        self.faults = [fault for fault in self.faults if f"status of {status}" not in fault]


class ReplicaTests(PairTest):
    @classmethod
    def start(cls):
        cls.primary = cls.start_primary()
        cls.addClassCleanup(cls.primary.close)
        return Replica(cls.primary)

    def test_each_page_names_the_primary_and_the_time_of_the_data(self):
        for path in ("/", "/activities", "/trends", "/goals", "/settings", "/import"):
            with self.subTest(path):
                notice = self.open(path).locator("#replica-notice").inner_text()
                self.assertRegex(
                    notice, f"read-only copy of {self.system.primary}, as of 20[0-9-]+ [0-9:]+ UTC")

    def test_the_notice_is_a_line_above_the_page(self):
        for width in (360, 800, 1280):
            for path in ("/", "/login"):
                with self.subTest(width=width, path=path):
                    page = self.open(path, viewport={"width": width, "height": 900})
                    notice = page.locator("#replica-notice").bounding_box()
                    main = page.locator("main").bounding_box()
                    self.assertLess(notice["height"], 100)
                    self.assertAlmostEqual(notice["y"] + notice["height"], main["y"], delta=1)

    def test_a_change_is_refused_with_the_reason_and_the_remedy(self):
        page = self.open()
        page.get_by_role("button", name="Done: Floss").click()
        page.get_by_text("this home is a replica of").wait_for()
        page.get_by_text("dayline promote").wait_for()
        self.ignore_status(409)
        page = self.open()
        page.get_by_role("button", name="Done: Floss").wait_for()
        self.assertEqual(page.locator("#status", has_text="wait").count(), 0)
        self.assertEqual(self.primary.json("entries", "Floss")["entries"], [])

    def test_the_page_of_notifications_says_that_the_primary_sends_them(self):
        page = self.open("/settings/notifications")
        page.get_by_text("notifier runs on the primary only, and this home is a replica").wait_for()
        page.get_by_text("accept changes here with: dayline promote").wait_for()
        self.ignore_status(503)

    def test_a_change_of_the_primary_is_shown_without_a_reload(self):
        page = self.open()
        page.locator("#status", has_text="Live").wait_for()
        self.primary.run("log", "Water", "250")
        page.get_by_text("250 of 2,500 ml").wait_for(state="attached")


class SupersededTests(PairTest):
    """The web app of a former primary, after its replica was promoted."""

    @classmethod
    def start(cls):
        primary = cls.start_primary()
        cls.promoted = Replica(primary)
        cls.addClassCleanup(cls.promoted.close)
        cls.promoted.run("promote")
        deadline = time.monotonic() + 60
        while (primary.json("status").get("replication") or {}).get("role") != "superseded":
            assert time.monotonic() < deadline, "the former primary was not told"
            time.sleep(0.2)
        return primary

    def test_a_change_is_refused_with_the_reason(self):
        page = self.open()
        page.get_by_role("button", name="Done: Floss").click()
        page.get_by_text("another home was promoted in place of this one").wait_for()
        self.ignore_status(409)
        self.assertEqual(self.system.json("entries", "Floss")["entries"], [])

    def test_a_change_of_the_promoted_home_is_accepted(self):
        self.promoted.run("log", "Water", "250")
        self.assertEqual(len(self.promoted.json("entries", "Water")["entries"]), 1)


if __name__ == "__main__":
    unittest.main()
