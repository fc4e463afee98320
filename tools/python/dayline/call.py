"""One call of the protocol without a socket: what to send, and what came of what arrived."""

import math
import time

from . import wire
from .errors import error

# Who answers is the one to say that time is over; a caller waits this much longer for it.
GRACE_SECONDS = 0.5


class Call:
    """A call from its request to its final.

    `take` is given each message for it and returns (frames to send, items, is it over). The reply
    is in `reply` then; a failure is raised."""

    def __init__(self, method, request=None, columns=None, profile=None, idempotency_key=None,
                 timeout=30.0, window=0, repeatable=False):
        self.method = method
        self.id = wire.new_call()
        self.reply = None
        self.is_over = False
        self.room = 0
        self.sent = 0
        self.received = 0
        ttl_ms = 0
        self.deadline = math.inf
        if timeout is not None and timeout != math.inf:
            ttl_ms = max(1, int(timeout * 1000))
            self.deadline = time.monotonic() + timeout + GRACE_SECONDS
        self.request = wire.content(
            wire.REQUEST, self.id, method,
            {"profile": profile, "idempotencyKey": idempotency_key}, request, columns,
            ttl_ms=ttl_ms, number=window,
            flags=wire.REPEATABLE if repeatable or idempotency_key else 0)

    def take(self, message):
        """The items that the message brings; credit adds to `room`."""
        if message.kind == wire.CREDIT:
            self.room += message.number
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

    def _item(self, message):
        if message.number < self.received:
            return []  # it came twice
        if message.number > self.received:
            raise error(15, "Items of the answer were lost.")
        self.received += 1
        return [wire.value(message)]

    def consumed(self):
        """The frames that grant room for one more item."""
        return wire.bare(wire.CREDIT, self.id, 1)

    def item(self, body, columns=None):
        """The frames of the caller's next item, for which there has to be room."""
        frames = wire.content(wire.ITEM, self.id, body=body, columns=columns, number=self.sent)
        self.room -= 1
        self.sent += 1
        return frames

    def end(self):
        """The frames that say that there are no more items."""
        return wire.bare(wire.END, self.id, self.sent)

    def cancel(self):
        return wire.bare(wire.CANCEL, self.id)

    def seconds_left(self):
        """Infinity when there is no limit.
        Raises DeadlineExceeded when the time is over."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise error(4, f"{self.method} did not answer in time.")
        return left


def item_parts(item):
    """An item to send as (body, columns): a pair, or a body alone."""
    return item if isinstance(item, tuple) else (item, None)
