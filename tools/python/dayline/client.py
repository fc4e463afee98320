"""The blocking client, for one thread at a time."""

from __future__ import annotations

import collections
import math
import time
from typing import Any, Generator, Iterable, Iterator, Mapping

from . import wire
from .call import Call, Request, item_parts
from .errors import DaylineError, Unavailable, lost
from .home import bus_endpoint
from .retry import Retries, RetryBudget
from .sockets import Connector, read_key, recv_monitor_message, zmq
from .change_feed import ChangeFeed


class _Run:
    """A request and its reply; None before the call has succeeded."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.reply: Any = None


class Dayline:
    """A connection to the bus of a home.

    >>> with Dayline() as bus:
    ...     bus.call("dayline.aggregation.Insights/Trends", {"name": "stepCount"})

    Of another machine, with a key of `dayline keys new`:

    >>> Dayline(endpoint="tcp://192.168.1.20:8421", key_file="laptop.key")
    """

    def __init__(self, home: str | None = None, profile: str | None = None,
                 endpoint: str | None = None, timeout: float | None = 30.0,
                 key_file: str | None = None) -> None:
        key = read_key(key_file) if key_file else None
        self.profile = profile or (key or {}).get("profile")
        self.timeout = timeout
        self._endpoint = endpoint or bus_endpoint(home)
        self._calls: dict[bytes, collections.deque[Any]] = {}
        self._budget = RetryBudget()
        context: Any = zmq.Context.instance()
        self._socket = context.socket(zmq.DEALER)
        self._connector = Connector(self._endpoint, key)
        self._monitor = self._connector.connect(self._socket)

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
        """Calls a unary method and returns the body of the reply, or (body, columns).

        Options: `timeout` in seconds (None: the client's; math.inf: none), `profile`,
        `idempotency_key`, `repeatable`, `contract` (the major version that the caller was built
        for), `traceparent`. A call that is repeatable or has a key is retried with backoff while
        its failure is transient."""
        for _ in self._run(run := _Run(self._request(method, request, columns, options))):
            pass
        return run.reply

    def stream(self, method: str, request: Any = None,
               columns: Mapping[str, Any] | None = None, window: int = 8,
               **options: Any) -> Generator[Any, None, Any]:
        """The items of a stream in the form of `call`'s result. Each iteration grants credit for
        one more. Leaving the loop cancels the call. The generator returns the reply after the last
        item, as the value of `yield from`."""
        run = _Run(self._request(method, request, columns, options, window))
        yield from self._run(run)
        return run.reply

    def upload(self, method: str, items: Iterable[Any], request: Any = None,
               **options: Any) -> Any:
        """Sends a request and then `items`, each a body or a (body, columns) pair, as credit is
        granted; returns the reply."""
        run = _Run(self._request(method, request, None, options))
        for _ in self._run(run, iter(items)):
            pass
        return run.reply

    def events(self, *topics: str) -> Iterator[dict[str, Any]]:
        """Events from now on, of these topics and their subtopics, or of all. Events during a
        disconnection are lost; `changes` loses none."""
        for event in self.stream(
                "dayline.bus.Events/Subscribe", {"topics": list(topics)}, timeout=math.inf):
            if event["topic"] != "bus.subscribed":
                yield event

    def changes(self, since: int | None = None, follow: bool = False) -> Iterator[dict[str, Any]]:
        """Changes of the profile after a number (None: from now on), each once and in order. With
        `follow` it does not end, and survives restarts of storage and the broker."""
        feed = ChangeFeed(since)
        while True:
            try:
                yield from self._read(feed)
                if not follow:
                    return
                for event in self.stream(
                        "dayline.bus.Events/Subscribe", ChangeFeed.SUBSCRIPTION, timeout=math.inf):
                    if feed.should_read(event):
                        yield from self._read(feed)
            except Unavailable:
                if not follow or not feed.has_started:
                    raise
                time.sleep(feed.pause())

    def _read(self, feed: ChangeFeed) -> Iterator[dict[str, Any]]:
        while feed.wants_page():
            page = self.call("dayline.storage.Changes/Since", feed.request(), repeatable=True)
            yield from feed.apply(page)

    def _request(self, method: str, request: Any, columns: Mapping[str, Any] | None,
                 options: dict[str, Any], window: int = 0) -> Request:
        options = {"timeout": self.timeout, "profile": self.profile,
                   **{key: value for key, value in options.items() if value is not None}}
        return Request(method, request, columns, window=window, **options)

    def _run(self, run: _Run, items: Iterator[Any] | None = None) -> Iterator[Any]:
        # Consumed items cannot be sent again.
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
                retries.record_success()
                run.reply = call.reply
                return
            time.sleep(pause)

    def _attempt(self, call: Call, items: Iterator[Any] | None) -> Iterator[Any]:
        self._await_connection()
        # Losses of earlier connections.
        self._report_losses()
        inbox: collections.deque[Any] = collections.deque()
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
                for item in call.process(message):
                    yield item
                    self._send(call.consumed())
                if items is not None and not call.is_over:
                    items = self._send_items(call, items)
        finally:
            del self._calls[call.id]
            if not call.is_over and self._socket.poll(0, zmq.POLLOUT):
                self._socket.send_multipart(call.cancel())

    def _send_items(self, call: Call, items: Iterator[Any]) -> Iterator[Any] | None:
        """Sends items while there is credit; returns None when all are sent."""
        while call.credit:
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
        if not self._socket.poll(self._connector.seconds * 1000, zmq.POLLOUT):
            self._report_losses()
            raise self._connector.problem()

    def _report_losses(self) -> None:
        """Ends the open calls of a lost connection, which will not be answered."""
        while self._monitor.poll(0):
            self._connector.process(recv_monitor_message(self._monitor))
            for inbox in self._calls.values():
                inbox.append(lost(self._endpoint))

    def _receive(self, seconds: float) -> None:
        """Receives one message for any open call, or the loss of the connection."""
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        poller.register(self._monitor, zmq.POLLIN)
        ready = dict(poller.poll(int(min(seconds, 3600) * 1000)))
        if self._socket in ready:
            message = wire.parse(self._socket.recv_multipart())
            if message.call in self._calls:  # otherwise the call was cancelled
                self._calls[message.call].append(message)
        else:
            self._report_losses()
