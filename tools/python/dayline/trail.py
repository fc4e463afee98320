"""Following the log of changes: an event says that there is more to read, the log says what."""


from __future__ import annotations

from typing import Any, Iterator


class Trail:
    """What was read of the log, without a socket."""

    SUBSCRIPTION = {"topics": ["change", "worker.ready"]}
    FIRST_PAUSE_SECONDS = 0.1
    LONGEST_PAUSE_SECONDS = 2.0

    def __init__(self, since: int | None) -> None:
        self.number = since
        self.has_begun = False
        self._wants_page = True
        self._pause = self.FIRST_PAUSE_SECONDS

    def wants_page(self) -> bool:
        return self._wants_page

    def request(self) -> dict[str, int]:
        return {"number": self.number or 0, **({"limit": 1} if self.number is None else {})}

    def take(self, page: dict[str, Any]) -> Iterator[dict]:
        """The changes of a page that were not seen."""
        self.has_begun = True
        self._pause = self.FIRST_PAUSE_SECONDS
        changes = page["changes"]
        if self.number is None:
            # Only what is changed from now on was asked for.
            self.number = page["latest"]
            changes = []
        for change in changes:
            self.number = change["number"]
            yield change
        if not changes:
            # The newest may be another profile's.
            self.number = max(self.number, page["latest"])
        self._wants_page = self.number < page["latest"]

    def may_have_more(self, event: dict[str, Any]) -> bool:
        """Whether the log has to be asked: a change was made, or may have been made and not told,
        since a subscription has begun or storage is there again."""
        topic = event["topic"]
        is_new = topic.startswith("change") and event["number"] > self.number
        is_back = topic == "bus.subscribed" or (
            topic == "worker.ready" and event["fields"].get("name") == "storage")
        self._wants_page = is_new or is_back
        return self._wants_page

    def pause(self) -> float:
        """Seconds until the next attempt."""
        self._wants_page = True
        pause, self._pause = self._pause, min(self._pause * 2, self.LONGEST_PAUSE_SECONDS)
        return pause
