"""The asyncio client: concurrent calls on one socket."""

from __future__ import annotations

import asyncio
import math
from typing import Any, AsyncIterable, AsyncIterator, Callable, Mapping

from . import wire
from .call import GRACE_SECONDS, Call, Request, item_parts
from .errors import DaylineError, Unavailable, lost
from .home import bus_endpoint
from .retry import Retries, RetryBudget
from .sockets import Connector, read_key, recv_monitor_message, zmq
from .change_feed import ChangeFeed

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
        self._readers: list[asyncio.Task[None]] = []
        # The error that ended reading; None while it runs.
        self._problem: Exception | None = None
        self._socket: Any = zmq.asyncio.Context.instance().socket(zmq.DEALER)
        self._connector = Connector(self._endpoint, key)
        self._monitor = self._connector.connect(self._socket)

    async def __aenter__(self) -> Dayline:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        self._socket.disable_monitor()
        self._monitor.close(0)
        self._socket.close()

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
        if self._problem is not None:
            raise self._problem
        if not self._readers:
            self._readers = [
                asyncio.create_task(self._reading(read))
                for read in (self._read_messages, self._watch)]
        inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._calls[call.id] = inbox
        try:
            await self._send(call.request)
            while not call.is_over:
                message = await self._next(call, inbox)
                if isinstance(message, Exception):
                    call.is_over = True
                    raise message
                for item in call.process(message):
                    yield item
                    await self._send(call.consumed())
                if items is not None and not call.is_over:
                    items = await self._send_items(call, items)
        finally:
            del self._calls[call.id]
            if not call.is_over and not self._socket.closed:
                self._cancel(call)

    def _cancel(self, call: Call) -> None:
        # Not awaited: the task may be ending, and the broker may be gone.
        sent = self._socket.send_multipart(call.cancel(), zmq.DONTWAIT)
        sent.add_done_callback(lambda future: future.cancelled() or future.exception())

    @staticmethod
    async def _next(call: Call, inbox: asyncio.Queue[Any]) -> Any:
        left = call.seconds_left()
        try:
            return await asyncio.wait_for(inbox.get(), None if left == math.inf else left)
        except asyncio.TimeoutError:
            call.seconds_left()
            raise

    async def _send_items(self, call: Call,
                          items: AsyncIterator[Any]) -> AsyncIterator[Any] | None:
        while call.credit:
            try:
                body, columns = item_parts(await anext(items))
            except StopAsyncIteration:
                await self._send(call.end())
                return None
            await self._send(call.item(body, columns))
        return items

    async def _send(self, frames: list[bytes]) -> None:
        if not await self._socket.poll(self._connector.seconds * 1000, zmq.POLLOUT):
            raise self._connector.problem()
        await self._socket.send_multipart(frames)

    async def _reading(self, read: Callable[[], Any]) -> None:
        """Reads until an error, which ends every open and later call."""
        try:
            await read()
        except Exception as problem:
            self._problem = problem
            for inbox in self._calls.values():
                inbox.put_nowait(problem)

    async def _read_messages(self) -> None:
        while True:
            message = wire.parse(await self._socket.recv_multipart())
            inbox = self._calls.get(message.call)
            if inbox is not None:
                inbox.put_nowait(message)

    async def _watch(self) -> None:
        while True:
            self._connector.process(await recv_monitor_message(self._monitor))
            for inbox in self._calls.values():
                inbox.put_nowait(lost(self._endpoint))
