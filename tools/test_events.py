"""The events that Swift Testing writes with --event-stream-output-path, a JSON value in each line."""
import json
import re


def pattern(name):
    """A regular expression of `swift test --filter` for a test or suite, which needs no shell quoting."""
    return "^" + re.sub(r"\W", ".", name)


class Events:
    """The results of the tests of one or more runs. A test is named `Target.Suite/function(labels:)`."""

    def __init__(self, paths):
        self.tests, self.started, self.ended = set(), set(), set()
        self.failed, self.skipped = set(), set()
        # True if a run wrote its last event; a run that was ended early did not.
        self.has_ended = False
        for path in paths:
            self._read(path)
        self.failed |= self.unfinished

    def _read(self, path):
        try:
            with open(path, encoding="utf-8") as file:
                for line in file:
                    # The last line of a run that was ended may be incomplete.
                    if line.endswith("\n"):
                        self._add(json.loads(line))
        except FileNotFoundError:
            pass

    def _add(self, record):
        payload = record["payload"]
        kind = payload["kind"]
        if record["kind"] == "test":
            if kind == "function":
                self.tests.add(self._name(payload["id"]))
            return
        if kind == "runEnded":
            self.has_ended = True
        if "testID" not in payload:
            return
        name = self._name(payload["testID"])
        if kind == "testStarted":
            self.started.add(name)
        elif kind == "testEnded":
            self.ended.add(name)
        elif kind == "testSkipped":
            self.skipped.add(name)
        elif kind == "issueRecorded" and not payload["issue"].get("isKnown"):
            self.failed.add(name)

    @staticmethod
    def _name(identifier):
        """The identifier without its source location, `/FILE.swift:LINE:COLUMN`."""
        return re.sub(r"/[^/]*\.swift:\d+:\d+$", "", identifier)

    @property
    def unfinished(self):
        """The tests that have started and not ended, because their run ended during them."""
        return (self.started & self.tests) - self.ended

    @property
    def passed(self):
        return (self.ended & self.tests) - self.failed - self.skipped

    def remaining_options(self):
        """The options that exclude the tests that have started or were skipped; None if none remains."""
        done = self.tests & (self.started | self.skipped)
        if done == self.tests:
            return None
        remaining = {self._suite(name) for name in self.tests - done}
        suites = {self._suite(name) for name in done} - remaining
        tests = {name for name in done if self._suite(name) in remaining}
        return [f"--skip={pattern(suite)}/" for suite in sorted(suites)] \
            + [f"--skip={pattern(name)}" for name in sorted(tests)]

    @staticmethod
    def _suite(name):
        """The outermost suite of a test."""
        return name.split("/", 1)[0]
