"""Calendar feeds, read by programs that people use: their days are those of Dayline."""
import collections
import configparser
import datetime
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.parse
import urllib.request

import icalendar
import recurring_ical_events

from world import System

DAYS = 366
SEED = 17
WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


def schedules(source, count):
    """The options of activities with random schedules."""
    for _ in range(count):
        days = ",".join(source.sample(WEEKDAYS, source.randint(1, 4)))
        kind = source.choice(["daily", "weekly", "monthly", "days", "weeks"])
        if kind == "daily":
            options = ["--daily"]
        elif kind == "weekly":
            options = ["--weekly", days]
        elif kind == "monthly":
            numbers = sorted(source.sample(range(1, 32), source.randint(1, 3)))
            options = ["--monthly", ",".join(str(number) for number in numbers)]
        elif kind == "days":
            options = ["--every", f"{source.randint(2, 40)}d"]
        else:
            options = ["--every", f"{source.randint(2, 5)}w", "--weekly", days]
        if source.random() < 0.3:
            options += ["--slots", "morning,evening"]
        yield options


class CalendarFeedTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.system = System()
        cls.addClassCleanup(cls.system.close)
        cls.system.run("profile", "zone", "Europe/Berlin")
        cls.today = datetime.date.fromisoformat(cls.system.json("today")["date"])
        cls.last = cls.today + datetime.timedelta(days=DAYS - 1)
        for week_start in ("monday", "sunday"):
            cls.system.run("settings", "set", "weekStart", week_start)
            source = random.Random(f"{SEED} {week_start}")
            for number, options in enumerate(schedules(source, 12)):
                cls.system.run("activity", "add", f"{week_start} {number}", *options)
        cls.system.run("activity", "add", "Floss", "--times", "3/week")
        cls.system.run("reminder", "add", "Call Kim", "--sticky")
        start = cls.today + datetime.timedelta(days=60)
        cls.system.run("vacation", "add", f"{start}..{start + datetime.timedelta(days=9)}")
        for item in cls.system.json("today")["slots"][0]["items"][:3]:
            cls.system.run("skip", item["name"])
        cls.url = cls.system.json("feed", "new", "phone")["url"]
        cls.expected = cls.due_days()

    @classmethod
    def due_days(cls):
        """The number of due sessions by day and activity, from Dayline's own agenda of each day."""
        token = cls.system.json("token", "new", "agenda", "--scope", "read")["token"]
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(cls.system.address).netloc)
        cls.addClassCleanup(connection.close)
        due = {}
        for offset in range(DAYS):
            day = cls.today + datetime.timedelta(days=offset)
            connection.request("GET", f"/api/v1/dayline.tracker.Journal/Today?on={day}",
                               headers={"Authorization": f"Bearer {token}"})
            agenda = json.load(connection.getresponse())
            due[day] = collections.Counter(
                item["name"] for slot in agenda["slots"] for item in slot["items"]
                # No day is fixed, but the last days of a week can be due.
                if item["name"] != "Floss")
        return due

    def fetch(self, url=None, **headers):
        request = urllib.request.Request(url or self.url, headers=headers)
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers, answer.read()

    def assert_due(self, read):
        for day, names in self.expected.items():
            self.assertEqual(read[day], names, day)

    def test_python_icalendar_has_the_due_days(self):
        calendar = icalendar.Calendar.from_ical(self.fetch()[2])
        self.assertEqual(str(calendar["X-WR-CALNAME"]), "Dayline")
        self.assertEqual([str(task["SUMMARY"]) for task in calendar.walk("VTODO")], ["Call Kim"])
        read = collections.defaultdict(collections.Counter)
        after = self.last + datetime.timedelta(days=1)
        for event in recurring_ical_events.of(calendar).between(self.today, after):
            name, start = str(event["SUMMARY"]), event["DTSTART"].dt
            if name.startswith("Floss") or name == "Vacation":
                continue
            if isinstance(start, datetime.datetime):
                self.assertIn(start.strftime("%H:%M"), ("08:00", "20:00"))
                start = start.date()
            read[start][name] += 1
        self.assert_due(read)

    def test_periods_are_events_of_whole_weeks(self):
        calendar = icalendar.Calendar.from_ical(self.fetch()[2])
        weeks = [event for event in calendar.walk("VEVENT") if event["SUMMARY"] == "Floss, 3 times"]
        self.assertGreaterEqual(len(weeks), 50)
        for week in weeks:
            self.assertEqual((week["DTEND"].dt - week["DTSTART"].dt).days, 7)

    def test_khal_has_the_due_days_after_vdirsyncer_has_subscribed(self):
        folder = tempfile.mkdtemp(prefix="dl-khal-")
        self.addCleanup(subprocess.run, ["rm", "-r", folder])
        sync = configparser.ConfigParser()
        sync["general"] = {"status_path": f'"{folder}/status"'}
        sync["pair feed"] = {
            "a": '"web"', "b": '"disk"', "collections": "null", "conflict_resolution": '"a wins"'}
        sync["storage web"] = {"type": '"http"', "url": f'"{self.url}"'}
        sync["storage disk"] = {
            "type": '"filesystem"', "path": f'"{folder}/calendar"', "fileext": '".ics"'}
        with open(f"{folder}/vdirsyncer", "w") as file:
            sync.write(file)
        with open(f"{folder}/khal", "w") as file:
            file.write(
                f"[calendars]\n[[feed]]\npath = {folder}/calendar\n[sqlite]\npath = {folder}/khal.db\n"
                "[locale]\nlocal_timezone = Europe/Berlin\ndefault_timezone = Europe/Berlin\n"
                "dateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ntimeformat = %H:%M\n"
                "datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n")
        os.makedirs(f"{folder}/calendar")
        self.tool("vdirsyncer", "--config", f"{folder}/vdirsyncer", "discover")
        self.tool("vdirsyncer", "--config", f"{folder}/vdirsyncer", "sync")
        # A second synchronisation has nothing to copy.
        self.assertNotIn("Copying", self.tool("vdirsyncer", "--config", f"{folder}/vdirsyncer", "sync"))
        listed = self.tool(
            "khal", "--config", f"{folder}/khal", "list", "--day-format", "",
            "--format", "{start-date}|{title}", str(self.today), f"{DAYS}d")
        read = collections.defaultdict(collections.Counter)
        for line in listed.splitlines():
            if "|" not in line:
                continue
            day, name = line.split("|", 1)
            if not name.startswith("Floss") and name != "Vacation":
                read[datetime.date.fromisoformat(day)][name] += 1
        self.assert_due(read)

    def tool(self, name, *arguments):
        path = os.path.join(os.path.dirname(sys.executable), name)
        done = subprocess.run(
            [path, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, f"{done.stdout} {done.stderr}")
        return done.stdout + done.stderr

    def test_an_unchanged_calendar_is_not_sent_again(self):
        _, headers, _ = self.fetch()
        with self.assertRaises(urllib.error.HTTPError) as refusal:
            self.fetch(**{"If-None-Match": headers["ETag"]})
        self.assertEqual(refusal.exception.code, 304)
        self.assertEqual(headers.get_content_type(), "text/calendar")

    def test_a_revoked_feed_is_unknown_and_no_token_is_stored(self):
        url = self.system.json("feed", "new", "work", "--detail", "busy")["url"]
        text = self.fetch(url)[2].decode()
        self.assertIn("SUMMARY:Busy", text)
        self.assertNotIn("monday", text)
        self.system.run("feed", "revoke", "work")
        with self.assertRaises(urllib.error.HTTPError) as refusal:
            self.fetch(url)
        self.assertEqual(refusal.exception.code, 404)
        token = url.rsplit("/", 1)[1].removesuffix(".ics").encode()
        for folder, _, files in os.walk(self.system.home):
            for name in files:
                path = os.path.join(folder, name)
                if not os.path.isfile(path):
                    continue  # a socket
                with open(path, "rb") as file:
                    self.assertNotIn(token, file.read(), name)
        self.assertEqual([feed["name"] for feed in self.system.json("feed")["feeds"]], ["phone"])


if __name__ == "__main__":
    unittest.main()
