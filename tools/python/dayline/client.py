"""The plain client: calls on the thread that makes them. For one thread at a time."""

from __future__ import annotations

import collections
import math
import time
from typing import Any, Iterable, Iterator, Mapping

from . import wire
from .call import Call, Request, item_parts
from .errors import DaylineError, Unavailable, lost, not_running
from .home import bus_endpoint
from .retry import Retries, RetryBudget
from .sockets import recv_monitor_message, zmq
from .trail import Trail

# How long to wait for somebody to listen, as when the system is starting.
PATIENCE_SECONDS = 2.0


class _Run:
    """A request, and its reply once there is one."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.reply: Any = None


class Dayline:
    """A line to the bus of a home.

    >>> with Dayline() as bus:
    ...     bus.call("dayline.aggregation.Insights/Trends", {"name": "stepCount"})
    """

    def __init__(self, home: str | None = None, profile: str | None = None,
                 endpoint: str | None = None, timeout: float | None = 30.0) -> None:
        self.profile = profile
        self.timeout = timeout
        self._endpoint = endpoint or bus_endpoint(home)
        self._calls: dict[bytes, collections.deque] = {}
        self._budget = RetryBudget()
        self._socket = zmq.Context.instance().socket(zmq.DEALER)
        self._socket.linger = 0
        # What is meant for one broker is not sent to the next.
        self._socket.immediate = 1
        self._monitor = self._socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        self._socket.connect(self._endpoint)

    def __enter__(self) -> Dayline:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._socket.disable_monitor()
        self._monitor.close(0)
        self._socket.close()

    def call(self, method: str, request: Any = None, columns: Mapping[str, Any] | None = None,
             **options: Any) -> Any:
        """One request, one reply: its body, or (body, columns) when it has columns.

        Options: `timeout` in seconds (None: the client's; math.inf: none), `profile`,
        `idempotency_key`, `repeatable`, `contract` (the major version that the caller was built
        for), `traceparent`. A call that is repeatable or has a key is sent again, with growing
        delays, while it is refused for the moment."""
        for _ in self._run(run := _Run(self._request(method, request, columns, options))):
            pass
        return run.reply

    def stream(self, method: str, request: Any = None,
               columns: Mapping[str, Any] | None = None, window: int = 8,
               **options: Any) -> Iterator[Any]:
        """The items of a stream as they come, each as `call` answers; room for one more is granted
        when the loop asks for the next. Leaving the loop cancels the call."""
        yield from self._run(_Run(self._request(method, request, columns, options, window)))

    def upload(self, method: str, items: Iterable[Any], request: Any = None,
               **options: Any) -> Any:
        """Sends a request and then `items`, each a body or a (body, columns) pair, as room is
        granted; returns the reply."""
        run = _Run(self._request(method, request, None, options))
        for _ in self._run(run, iter(items)):
            pass
        return run.reply

    def events(self, *topics: str) -> Iterator[dict]:
        """Events as they are told, from now on: of these topics and those below, or of all. Those
        that come while nobody listens are missed; `changes` misses none."""
        for event in self.stream(
                "dayline.bus.Events/Subscribe", {"topics": list(topics)}, timeout=math.inf):
            if event["topic"] != "bus.subscribed":
                yield event

    def changes(self, since: int | None = None, follow: bool = False) -> Iterator[dict]:
        """Changes of the profile after a number (None: from now on), each once and in order. With
        `follow` it goes on, also when storage or the broker ends and comes back."""
        trail = Trail(since)
        while True:
            try:
                yield from self._read(trail)
                if not follow:
                    return
                for event in self.stream(
                        "dayline.bus.Events/Subscribe", Trail.SUBSCRIPTION, timeout=math.inf):
                    if trail.may_have_more(event):
                        yield from self._read(trail)
            except Unavailable:
                if not follow or not trail.has_begun:
                    raise
                time.sleep(trail.pause())

    def _read(self, trail: Trail) -> Iterator[dict]:
        while trail.wants_page():
            page = self.call("dayline.storage.Changes/Since", trail.request(), repeatable=True)
            yield from trail.take(page)

    def _request(self, method: str, request: Any, columns: Mapping[str, Any] | None,
                 options: dict[str, Any], window: int = 0) -> Request:
        options = {"timeout": self.timeout, "profile": self.profile,
                   **{key: value for key, value in options.items() if value is not None}}
        return Request(method, request, columns, window=window, **options)

    def _run(self, run: _Run, items: Iterator[Any] | None = None) -> Iterator[Any]:
        # What was taken of the items cannot be sent a second time.
        retries = Retries(self._budget, run.request.is_repeatable and items is None)
        while True:
            call = Call(run.request)
            try:
                yield from self._attempt(call, items)
            except DaylineError as problem:
                pause = retries.pause(problem, call.received > 0, run.request.seconds_left())
                if pause is None:
                    raise
            else:
                retries.note_success()
                run.reply = call.reply
                return
            time.sleep(pause)

    def _attempt(self, call: Call, items: Iterator[Any] | None) -> Iterator[Any]:
        self._await_connection()
        # Of a connection before this one.
        self._note_losses()
        inbox: collections.deque = collections.deque()
        self._calls[call.id] = inbox
        try:
            self._send(call.request)
            while not call.is_over:
                if not inbox:
                    self._receive(call.seconds_left())
                    continue
                message = inbox.popleft()
                if isinstance(message, Exception):
                    call.is_over = True
                    raise message
                for item in call.take(message):
                    yield item
                    self._send(call.consumed())
                if items is not None and not call.is_over:
                    items = self._send_items(call, items)
        finally:
            del self._calls[call.id]
            if not call.is_over and self._socket.poll(0, zmq.POLLOUT):
                self._socket.send_multipart(call.cancel())

    def _send_items(self, call: Call, items: Iterator[Any]) -> Iterator[Any] | None:
        """Sends what there is room for; returns None when all is sent."""
        while call.room:
            try:
                body, columns = item_parts(next(items))
            except StopIteration:
                self._send(call.end())
                return None
            self._send(call.item(body, columns))
        return items

    def _send(self, frames: list[bytes]) -> None:
        self._await_connection()
        self._socket.send_multipart(frames)

    def _await_connection(self) -> None:
        if not self._socket.poll(PATIENCE_SECONDS * 1000, zmq.POLLOUT):
            raise not_running(self._endpoint)

    def _note_losses(self) -> None:
        """Whatever was asked before the connection ended will not be answered any more."""
        while self._monitor.poll(0):
            recv_monitor_message(self._monitor)
            for inbox in self._calls.values():
                inbox.append(lost(self._endpoint))

    def _receive(self, seconds: float) -> None:
        """Takes in one message for whichever call it is, or the end of the connection."""
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        poller.register(self._monitor, zmq.POLLIN)
        ready = dict(poller.poll(min(seconds, 3600) * 1000))
        if self._socket in ready:
            message = wire.parse(self._socket.recv_multipart())
            if message.call in self._calls:  # or it is an answer to a call that was given up
                self._calls[message.call].append(message)
        else:
            self._note_losses()
