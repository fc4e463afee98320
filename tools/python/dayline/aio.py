"""The asyncio client: concurrent calls on one socket."""

from __future__ import annotations

import asyncio
import math
import time
from typing import Any, AsyncIterable, AsyncIterator, Callable, Mapping

from . import wire
from .call import GRACE_SECONDS, Call, Request, item_parts
from .errors import DaylineError, Unavailable, error, lost
from .home import bus_endpoint
from .retry import Retries, RetryBudget
from .sockets import Connection, Connector, read_key, recv_monitor_message, zmq
from .change_feed import ChangeFeed

#: Messages that are read before other tasks run.
MESSAGES_PER_ITERATION = 64
#: Seconds between attempts to send while the queue of the socket is full.
FULL_QUEUE_SECONDS = 0.01

#: Concurrent calls; others wait for one to end. The broker accepts 1,024 of a client.
OPEN_CALLS = 512


class Dayline:
    """The asyncio form of `dayline.Dayline`: `await bus.call(…)`, `async for item in bus.stream(…)`,
    `await bus.upload(…)` of an asynchronous iterable, `async for event in bus.events(…)` and
    `async for change in bus.changes(…)`.

    Any number of tasks may call: at most `open_calls` are open, streams included, and the others
    wait until their deadline at most."""

    def __init__(self, home: str | None = None, profile: str | None = None,
                 endpoint: str | None = None, timeout: float | None = 30.0,
                 open_calls: int = OPEN_CALLS, key_file: str | None = None) -> None:
        key = read_key(key_file) if key_file else None
        self.profile = profile or (key or {}).get("profile")
        self.timeout = timeout
        self._endpoint = endpoint or bus_endpoint(home)
        self._calls: dict[bytes, asyncio.Queue[Any]] = {}
        self._limiter = asyncio.Semaphore(open_calls)
        self._budget = RetryBudget()
        # The error that ended reading; None while it runs.
        self._problem: Exception | None = None
        self._connector = Connector(self._endpoint, key)
        self._serving: asyncio.Task[None] | None = None
        # The present connection once it is established; None if the broker does not accept the key.
        self._established: asyncio.Future[Connection | None]

    async def __aenter__(self) -> Dayline:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        if self._serving:
            self._serving.cancel()
            await asyncio.gather(self._serving, return_exceptions=True)
            self._end(error(1, "The client was closed."))

    async def call(self, method: str, request: Any = None,
                   columns: Mapping[str, Any] | None = None, **options: Any) -> Any:
        reply = None

        def finish(call: Call) -> None:
            nonlocal reply
            reply = call.reply

        async for _ in self._run(self._request(method, request, columns, options), finish):
            pass
        return reply

    async def stream(self, method: str, request: Any = None,
                     columns: Mapping[str, Any] | None = None, window: int = 8,
                     **options: Any) -> AsyncIterator[Any]:
        request = self._request(method, request, columns, options, window)
        async for item in self._run(request, lambda call: None):
            yield item

    async def upload(self, method: str, items: AsyncIterable[Any], request: Any = None,
                     **options: Any) -> Any:
        reply = None

        def finish(call: Call) -> None:
            nonlocal reply
            reply = call.reply

        request = self._request(method, request, None, options)
        async for _ in self._run(request, finish, aiter(items)):
            pass
        return reply

    async def events(self, *topics: str) -> AsyncIterator[dict[str, Any]]:
        async for event in self.stream(
                "dayline.bus.Events/Subscribe", {"topics": list(topics)}, timeout=math.inf):
            if event["topic"] != "bus.subscribed":
                yield event

    async def changes(self, since: int | None = None,
                      follow: bool = False) -> AsyncIterator[dict[str, Any]]:
        feed = ChangeFeed(since)
        while True:
            try:
                async for change in self._read(feed):
                    yield change
                if not follow:
                    return
                async for event in self.stream(
                        "dayline.bus.Events/Subscribe", ChangeFeed.SUBSCRIPTION, timeout=math.inf):
                    if feed.should_read(event):
                        async for change in self._read(feed):
                            yield change
            except Unavailable:
                if not follow or not feed.has_started:
                    raise
                await asyncio.sleep(feed.pause())

    async def _read(self, feed: ChangeFeed) -> AsyncIterator[dict[str, Any]]:
        while feed.wants_page():
            page = await self.call(
                "dayline.storage.Changes/Since", feed.request(), repeatable=True)
            for change in feed.apply(page):
                yield change

    def _request(self, method: str, request: Any, columns: Mapping[str, Any] | None,
                 options: dict[str, Any], window: int = 0) -> Request:
        options = {"timeout": self.timeout, "profile": self.profile,
                   **{key: value for key, value in options.items() if value is not None}}
        return Request(method, request, columns, window=window, **options)

    async def _run(self, request: Request, finish: Callable[[Call], None],
                   items: AsyncIterator[Any] | None = None) -> AsyncIterator[Any]:
        """The items of a call, which is retried if it is repeatable; `finish` receives the
        successful call."""
        # Consumed items cannot be sent again.
        retries = Retries(self._budget, request.is_repeatable and items is None)
        while True:
            received = 0
            try:
                await self._enter(request)
                try:
                    call = Call(request)
                    async for item in self._attempt(call, items):
                        received = call.received
                        yield item
                finally:
                    self._limiter.release()
            except DaylineError as problem:
                pause = retries.pause(problem, received > 0, request.seconds_left())
                if pause is None:
                    raise
            else:
                retries.record_success()
                finish(call)
                return
            await asyncio.sleep(pause)

    async def _enter(self, request: Request) -> None:
        """Waits until fewer than `open_calls` are open.
        Raises DeadlineExceeded if the deadline passes before."""
        left = request.seconds_left()
        try:
            await asyncio.wait_for(
                self._limiter.acquire(), None if left == math.inf else left + GRACE_SECONDS)
        except asyncio.TimeoutError:
            raise request.exceeded() from None

    async def _attempt(self, call: Call,
                       items: AsyncIterator[Any] | None) -> AsyncIterator[Any]:
        connection = await self._connect(call.seconds_left())
        inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._calls[call.id] = inbox
        try:
            await self._send(connection, call.request)
            while not call.is_over:
                message = await self._next(call, inbox)
                if isinstance(message, Exception):
                    call.is_over = True
                    raise message
                for item in call.process(message):
                    yield item
                    await self._send(connection, call.consumed())
                if items is not None and not call.is_over:
                    items = await self._send_items(connection, call, items)
        finally:
            del self._calls[call.id]
            if not call.is_over and not connection.has_ended:
                # Without waiting: the task may be ending.
                self._send_now(connection, call.cancel())

    @staticmethod
    async def _next(call: Call, inbox: asyncio.Queue[Any]) -> Any:
        left = call.seconds_left()
        try:
            return await asyncio.wait_for(inbox.get(), None if left == math.inf else left)
        except asyncio.TimeoutError:
            call.seconds_left()
            raise

    async def _send_items(self, connection: Connection, call: Call,
                          items: AsyncIterator[Any]) -> AsyncIterator[Any] | None:
        while call.credit:
            try:
                body, columns = item_parts(await anext(items))
            except StopAsyncIteration:
                await self._send(connection, call.end())
                return None
            await self._send(connection, call.item(body, columns))
        return items

    async def _send(self, connection: Connection, frames: list[bytes]) -> None:
        """Sends a message of a call. Without effect after the loss of its connection, which ends the call."""
        limit = time.monotonic() + self._connector.seconds
        while not connection.has_ended and not self._send_now(connection, frames):
            if time.monotonic() > limit:
                raise self._connector.problem()
            await asyncio.sleep(FULL_QUEUE_SECONDS)

    @staticmethod
    def _send_now(connection: Connection, frames: list[bytes]) -> bool:
        """Returns False if the queue of the socket is full."""
        sent = connection.socket.send_multipart(frames, zmq.DONTWAIT)
        return sent.exception() is None

    async def _connect(self, seconds: float) -> Connection:
        """The established connection.
        Raises NotRunning without a broker, and Unauthenticated if it does not accept the key."""
        if not self._serving:
            self._established = asyncio.get_running_loop().create_future()
            self._serving = asyncio.create_task(self._serve())
        limit = time.monotonic() + min(seconds, self._connector.seconds)
        while True:
            if self._problem is not None:
                raise self._problem
            try:
                connection = await asyncio.wait_for(
                    asyncio.shield(self._established), max(0.0, limit - time.monotonic()))
            except asyncio.TimeoutError:
                raise self._connector.problem() from None
            if connection is None:
                raise self._problem or self._connector.problem(is_refused=True)
            if not connection.has_ended:
                return connection

    async def _serve(self) -> None:
        """Connects again and again, and reads, until an error, which ends every open and later call."""
        try:
            while True:
                ended = await self._read_connection()
                await asyncio.sleep(self._connector.pause(ended))
        except Exception as problem:
            self._end(problem)

    def _end(self, problem: Exception) -> None:
        self._problem = problem
        self._set_established(None)
        for inbox in self._calls.values():
            inbox.put_nowait(problem)

    async def _read_connection(self) -> Connection:
        """Reads a new connection until its end, and ends its open calls then, which will not be answered."""
        self._reset_established()
        connection = self._connector.open(zmq.asyncio.Context.instance())
        poller = zmq.asyncio.Poller()
        poller.register(connection.socket, zmq.POLLIN)
        poller.register(connection.monitor, zmq.POLLIN)
        try:
            while not connection.has_ended:
                ready = dict(await poller.poll())
                if connection.monitor in ready:
                    connection.process(await recv_monitor_message(connection.monitor))
                    if connection.has_ended:
                        self._reset_established()
                    else:
                        self._set_established(connection)
                # After the events: messages arrive before the end of their connection.
                await self._read_messages(connection)
        finally:
            connection.close()
        if connection.is_refused:
            self._set_established(None)
        for inbox in self._calls.values():
            inbox.put_nowait(lost(self._endpoint))
        return connection

    def _set_established(self, connection: Connection | None) -> None:
        self._reset_established()
        self._established.set_result(connection)

    def _reset_established(self) -> None:
        """Lets further calls wait for the next connection."""
        if self._established.done():
            self._established = asyncio.get_running_loop().create_future()

    async def _read_messages(self, connection: Connection) -> None:
        """Reads all messages that have arrived."""
        while True:
            for _ in range(MESSAGES_PER_ITERATION):
                try:
                    frames = await connection.socket.recv_multipart(zmq.DONTWAIT)
                except zmq.Again:
                    return
                message = wire.parse(frames)
                inbox = self._calls.get(message.call)
                if inbox is not None:
                    inbox.put_nowait(message)
            await asyncio.sleep(0)
