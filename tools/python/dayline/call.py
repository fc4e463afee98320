"""One call of the protocol without a socket: encodes its messages and processes received ones."""

from __future__ import annotations

import math
import time
from typing import Any, Mapping

from . import wire
from .errors import DaylineError, error

# The service reports an exceeded deadline; a caller waits this much longer for its report.
GRACE_SECONDS = 0.5


class Request:
    """A request with its deadline, for any number of attempts.

    `timeout` is in seconds from now, for all attempts together (None or math.inf: no limit);
    `contract` is the major version of the service's contract that the caller was built for (0:
    unspecified); `traceparent` is a W3C trace context, which the services propagate."""

    def __init__(self, method: str, request: Any = None,
                 columns: Mapping[str, Any] | None = None, *, profile: str | None = None,
                 idempotency_key: str | None = None, timeout: float | None = 30.0,
                 window: int = 0, repeatable: bool = False, contract: int = 0,
                 traceparent: str | None = None) -> None:
        if not 0 <= contract <= 255:
            raise ValueError(f"The contract version {contract} is not in 0 to 255.")
        self.method = method
        self.is_repeatable = bool(repeatable or idempotency_key)
        self.deadline = math.inf if timeout is None else time.monotonic() + timeout
        self._request = request
        self._columns = columns
        self._window = window
        self._flags = (wire.REPEATABLE if self.is_repeatable else 0) | contract << 8
        self._header = {"profile": profile, "idempotencyKey": idempotency_key,
                        "traceparent": traceparent}

    def seconds_left(self) -> float:
        """Seconds until the deadline; infinity without one."""
        return self.deadline - time.monotonic()

    def exceeded(self) -> DaylineError:
        """The exception for a call whose deadline has passed."""
        return error(4, f"{self.method} did not answer in time.")

    def frames(self, call: bytes) -> list[bytes]:
        """The frames of the request with its remaining time."""
        left = self.seconds_left()
        return wire.content(
            wire.REQUEST, call, self.method, self._header, self._request, self._columns,
            ttl_ms=0 if left == math.inf else max(1, math.ceil(left * 1000)),
            number=self._window, flags=self._flags)


class Call:
    """One attempt of a call.

    `process` accepts each of its messages and returns the items in it. `reply` is valid once
    `is_over`; a failure is raised."""

    def __init__(self, method: str | Request, request: Any = None,
                 columns: Mapping[str, Any] | None = None, **options: Any) -> None:
        request = (method if isinstance(method, Request)
                 else Request(method, request, columns, **options))
        self._request = request
        self.method = request.method
        self.id = wire.new_call()
        self.reply: Any = None
        self.is_over = False
        self.credit = 0
        self.sent = 0
        self.received = 0
        self.request = request.frames(self.id)

    def process(self, message: wire.Message) -> list[Any]:
        """The items of a message. A credit message adds to `credit`."""
        if message.kind == wire.CREDIT:
            self.credit += message.number
        elif message.kind == wire.ITEM:
            return self._item(message)
        elif message.kind == wire.FINAL:
            self.is_over = True
            if message.status:
                raise error(message.status, message.header.get("message"),
                            message.header.get("hint"))
            if message.number != self.received:
                raise error(15, f"Only {self.received} of {message.number} items arrived.")
            self.reply = wire.value(message)
        return []

    def _item(self, message: wire.Message) -> list[Any]:
        if message.number < self.received:
            return []  # a repeated message
        if message.number > self.received:
            raise error(15, "Items of the answer were lost.")
        self.received += 1
        return [wire.value(message)]

    def consumed(self) -> list[bytes]:
        """The frames that grant credit for one more item."""
        return wire.bare(wire.CREDIT, self.id, 1)

    def item(self, body: Any, columns: Mapping[str, Any] | None = None) -> list[bytes]:
        """The frames of the caller's next item, which requires credit."""
        frames = wire.content(wire.ITEM, self.id, body=body, columns=columns, number=self.sent)
        self.credit -= 1
        self.sent += 1
        return frames

    def end(self) -> list[bytes]:
        """The frames that end the items."""
        return wire.bare(wire.END, self.id, self.sent)

    def cancel(self) -> list[bytes]:
        """The frames that cancel the call."""
        return wire.bare(wire.CANCEL, self.id)

    def seconds_left(self) -> float:
        """Seconds until the deadline and the grace time are over; infinity without a deadline.
        Raises DeadlineExceeded afterwards."""
        left: float = self._request.seconds_left() + GRACE_SECONDS
        if left <= 0:
            raise self._request.exceeded()
        return left


def item_parts(item: Any) -> tuple[Any, Mapping[str, Any] | None]:
    """An item to send as (body, columns): a pair, or a body alone."""
    return item if isinstance(item, tuple) else (item, None)
