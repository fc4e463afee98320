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
from .sockets import Connection, Connector, read_key, recv_monitor_message, zmq
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
        self._connector = Connector(self._endpoint, key)
        self._connection: Connection | None = self._connector.open(zmq.Context.instance())
        # The connection that ended last, and the time at which the next may be opened.
        self._ended: Connection | None = None
        self._next_attempt = 0.0

    def __enter__(self) -> Dayline:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection to the broker."""
        if self._connection:
            self._connection.close()

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
        connection = self._established(call.seconds_left())
        inbox: collections.deque[Any] = collections.deque()
        self._calls[call.id] = inbox
        try:
            self._send(connection, call.request)
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
                    self._send(connection, call.consumed())
                if items is not None and not call.is_over:
                    items = self._send_items(connection, call, items)
        finally:
            del self._calls[call.id]
            if not (call.is_over or connection.has_ended) and connection.socket.poll(0, zmq.POLLOUT):
                connection.socket.send_multipart(call.cancel())

    def _send_items(self, connection: Connection, call: Call,
                    items: Iterator[Any]) -> Iterator[Any] | None:
        """Sends items while there is credit; returns None when all are sent."""
        while call.credit:
            try:
                body, columns = item_parts(next(items))
            except StopIteration:
                self._send(connection, call.end())
                return None
            self._send(connection, call.item(body, columns))
        return items

    def _send(self, connection: Connection, frames: list[bytes]) -> None:
        """Sends a message of a call. Without effect after the loss of its connection, which ends the call."""
        if connection.has_ended:
            return
        if not connection.socket.poll(self._connector.seconds * 1000, zmq.POLLOUT):
            raise self._connector.problem()
        connection.socket.send_multipart(frames)

    def _established(self, seconds: float) -> Connection:
        """The present connection, or the next if it has ended.
        Raises NotRunning without a broker, and Unauthenticated if it does not accept the key."""
        limit = time.monotonic() + min(seconds, self._connector.seconds)
        while True:
            self._process_events()
            if self._ended and self._ended.is_refused:
                self._ended = None
                raise self._connector.problem(is_refused=True)
            if self._connection and self._connection.is_established:
                return self._connection
            left = limit - time.monotonic()
            if left <= 0:
                raise self._connector.problem()
            self._await_events(left)

    def _await_events(self, seconds: float) -> None:
        """Waits for an event of the present connection, or opens the next."""
        if self._connection:
            self._connection.monitor.poll(math.ceil(seconds * 1000))
            return
        pause = max(0.0, self._next_attempt - time.monotonic())
        time.sleep(min(pause, seconds))
        if pause < seconds:
            self._connection = self._connector.open(zmq.Context.instance())

    def _process_events(self) -> None:
        """Processes the events of the connection. If it has ended, receives the remaining messages, which
        arrived before, and ends its open calls, which will not be answered."""
        connection = self._connection
        if not connection:
            return
        while not connection.has_ended and connection.monitor.poll(0):
            connection.process(recv_monitor_message(connection.monitor))
        if not connection.has_ended:
            return
        while connection.socket.poll(0):
            self._receive_message(connection)
        for inbox in self._calls.values():
            inbox.append(lost(self._endpoint))
        self._next_attempt = time.monotonic() + self._connector.pause(connection)
        self._connection, self._ended = None, connection
        connection.close()

    def _receive(self, seconds: float) -> None:
        """Receives one message for any open call, or the loss of the connection, which is the present one:
        the calls of an earlier one have ended."""
        assert self._connection
        poller = zmq.Poller()
        poller.register(self._connection.socket, zmq.POLLIN)
        poller.register(self._connection.monitor, zmq.POLLIN)
        ready = dict(poller.poll(int(min(seconds, 3600) * 1000)))
        if self._connection.socket in ready:
            self._receive_message(self._connection)
        else:
            self._process_events()

    def _receive_message(self, connection: Connection) -> None:
        message = wire.parse(connection.socket.recv_multipart())
        if message.call in self._calls:  # otherwise the call was cancelled
            self._calls[message.call].append(message)
