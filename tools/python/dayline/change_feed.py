"""The change feed: events are hints to read the change log, which is authoritative."""


from __future__ import annotations

from typing import Any, Iterator


class ChangeFeed:
    """The position in the change log, without a socket."""

    SUBSCRIPTION = {"topics": ["change", "worker.ready"]}
    FIRST_PAUSE_SECONDS = 0.1
    MAXIMUM_PAUSE_SECONDS = 2.0

    def __init__(self, since: int | None) -> None:
        self.number = since
        self.has_started = False
        self._wants_page = True
        self._pause = self.FIRST_PAUSE_SECONDS

    def wants_page(self) -> bool:
        """True if a page of changes is to be requested now."""
        return self._wants_page

    def request(self) -> dict[str, int]:
        """The request for the next page of changes."""
        return {"number": self.number or 0, **({"limit": 1} if self.number is None else {})}

    def apply(self, page: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The changes of a page that are new."""
        self.has_started = True
        self._pause = self.FIRST_PAUSE_SECONDS
        changes = page["changes"]
        if self.number is None:
            # Only later changes were requested.
            self.number = page["latest"]
            changes = []
        for change in changes:
            self.number = change["number"]
            yield change
        if not changes:
            # The latest change may belong to another profile.
            self.number = max(self.number, page["latest"])
        self._wants_page = self.number < page["latest"]

    def should_read(self, event: dict[str, Any]) -> bool:
        """True if the log has to be read: the event is a new change, or events may have been lost
        because the subscription or storage has just started."""
        topic = event["topic"]
        is_new = topic.startswith("change") and event["number"] > self.number
        is_back = topic == "bus.subscribed" or (
            topic == "worker.ready" and event["fields"].get("name", "").split("-")[0] == "storage")
        self._wants_page = is_new or is_back
        return self._wants_page

    def pause(self) -> float:
        """Seconds to wait until the next attempt."""
        self._wants_page = True
        pause, self._pause = self._pause, min(self._pause * 2, self.MAXIMUM_PAUSE_SECONDS)
        return pause
