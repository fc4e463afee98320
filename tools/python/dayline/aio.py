"""The asyncio client: many calls at once on one socket."""

import asyncio
import math

from . import wire
from .call import Call, item_parts
from .client import PATIENCE_SECONDS
from .errors import Unavailable, lost, not_running
from .home import bus_endpoint
from .sockets import recv_monitor_message, zmq
from .trail import Trail


class Dayline:
    """As `dayline.Dayline`, with `await bus.call(…)`, `async for item in bus.stream(…)`,
    `await bus.upload(…)` of an asynchronous iterable, `async for event in bus.events(…)` and
    `async for change in bus.changes(…)`."""

    def __init__(self, home=None, profile=None, endpoint=None, timeout=30.0):
        self.profile = profile
        self.timeout = timeout
        self._endpoint = endpoint or bus_endpoint(home)
        self._calls = {}
        self._readers = []
        # Why nothing can be read any more.
        self._problem = None
        self._socket = zmq.asyncio.Context.instance().socket(zmq.DEALER)
        self._socket.linger = 0
        # What is meant for one broker is not sent to the next.
        self._socket.immediate = 1
        self._monitor = self._socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        self._socket.connect(self._endpoint)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.close()

    async def close(self):
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        self._socket.disable_monitor()
        self._monitor.close(0)
        self._socket.close()

    async def call(self, method, request=None, columns=None, **options):
        call = self._call(method, request, columns, options)
        async for _ in self._run(call):
            pass
        return call.reply

    async def stream(self, method, request=None, columns=None, window=8, **options):
        async for item in self._run(self._call(method, request, columns, options, window)):
            yield item

    async def upload(self, method, items, request=None, **options):
        call = self._call(method, request, None, options)
        async for _ in self._run(call, aiter(items)):
            pass
        return call.reply

    async def events(self, *topics):
        async for event in self.stream(
                "dayline.bus.Events/Subscribe", {"topics": list(topics)}, timeout=math.inf):
            if event["topic"] != "bus.subscribed":
                yield event

    async def changes(self, since=None, follow=False):
        trail = Trail(since)
        while True:
            try:
                async for change in self._read(trail):
                    yield change
                if not follow:
                    return
                async for event in self.stream(
                        "dayline.bus.Events/Subscribe", Trail.SUBSCRIPTION, timeout=math.inf):
                    if trail.may_have_more(event):
                        async for change in self._read(trail):
                            yield change
            except Unavailable:
                if not follow or not trail.has_begun:
                    raise
                await asyncio.sleep(trail.pause())

    async def _read(self, trail):
        while trail.wants_page():
            page = await self.call(
                "dayline.storage.Changes/Since", trail.request(), repeatable=True)
            for change in trail.take(page):
                yield change

    def _call(self, method, request, columns, options, window=0):
        options = {"timeout": self.timeout, "profile": self.profile,
                   **{key: value for key, value in options.items() if value is not None}}
        return Call(method, request, columns, window=window, **options)

    async def _run(self, call, items=None):
        if self._problem is not None:
            raise self._problem
        if not self._readers:
            self._readers = [
                asyncio.create_task(self._reading(read))
                for read in (self._read_messages, self._watch)]
        inbox = self._calls[call.id] = asyncio.Queue()
        try:
            await self._send(call.request)
            while not call.is_over:
                message = await self._next(call, inbox)
                if isinstance(message, Exception):
                    call.is_over = True
                    raise message
                for item in call.take(message):
                    yield item
                    await self._send(call.consumed())
                if items is not None and not call.is_over:
                    items = await self._send_items(call, items)
        finally:
            del self._calls[call.id]
            if not call.is_over and not self._socket.closed:
                self._cancel(call)

    def _cancel(self, call):
        # Not awaited: the task may be about to end, and there may be nobody to be told.
        sent = self._socket.send_multipart(call.cancel(), zmq.DONTWAIT)
        sent.add_done_callback(lambda future: future.cancelled() or future.exception())

    @staticmethod
    async def _next(call, inbox):
        left = call.seconds_left()
        try:
            return await asyncio.wait_for(inbox.get(), None if left == math.inf else left)
        except asyncio.TimeoutError:
            call.seconds_left()
            raise

    async def _send_items(self, call, items):
        while call.room:
            try:
                body, columns = item_parts(await anext(items))
            except StopAsyncIteration:
                await self._send(call.end())
                return None
            await self._send(call.item(body, columns))
        return items

    async def _send(self, frames):
        if not await self._socket.poll(PATIENCE_SECONDS * 1000, zmq.POLLOUT):
            raise not_running(self._endpoint)
        await self._socket.send_multipart(frames)

    async def _reading(self, read):
        """Reads until it cannot, which is told to every call, and to those made later."""
        try:
            await read()
        except Exception as problem:
            self._problem = problem
            for inbox in self._calls.values():
                inbox.put_nowait(problem)

    async def _read_messages(self):
        while True:
            message = wire.parse(await self._socket.recv_multipart())
            inbox = self._calls.get(message.call)
            if inbox is not None:
                inbox.put_nowait(message)

    async def _watch(self):
        while True:
            await recv_monitor_message(self._monitor)
            for inbox in self._calls.values():
                inbox.put_nowait(lost(self._endpoint))
