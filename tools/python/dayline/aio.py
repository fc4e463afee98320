"""The asyncio client: many calls at once on one socket."""

import asyncio

import zmq
import zmq.asyncio

from . import wire
from .client import _value
from .errors import error
from .home import bus_endpoint


class Dayline:
    """As `dayline.Dayline`, with `await bus.call(…)`, `async for item in bus.stream(…)` and
    `await bus.upload(…)` of an asynchronous iterable."""

    def __init__(self, home=None, profile=None, endpoint=None, timeout=30.0):
        self.profile = profile
        self.timeout = timeout
        self._socket = zmq.asyncio.Context.instance().socket(zmq.DEALER)
        self._socket.linger = 0
        self._socket.connect(endpoint or bus_endpoint(home))
        self._calls = {}
        self._reader = None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.close()

    async def close(self):
        if self._reader:
            self._reader.cancel()
        self._socket.close()

    async def call(self, method, request=None, columns=None, **options):
        final = None
        async for message in self._exchange(method, request, columns, 0, **options):
            final = message
        return _value(final)

    async def stream(self, method, request=None, columns=None, window=8, **options):
        async for message in self._exchange(method, request, columns, window, **options):
            if message.kind == wire.ITEM:
                yield _value(message)

    async def upload(self, method, items, request=None, **options):
        final = None
        async for message in self._exchange(
                method, request, None, 0, items=aiter(items), **options):
            final = message
        return _value(final)

    async def _exchange(self, method, request, columns, window, items=None,
                        idempotency_key=None, timeout=None, repeatable=False):
        if self._reader is None:
            self._reader = asyncio.create_task(self._read())
        timeout = self.timeout if timeout is None else timeout
        call = wire.new_call()
        inbox = self._calls[call] = asyncio.Queue()
        header = {"profile": self.profile, "idempotencyKey": idempotency_key}
        flags = wire.REPEATABLE if repeatable or idempotency_key else 0
        is_open, sent = True, 0
        try:
            await self._socket.send_multipart(wire.content(
                wire.REQUEST, call, method, header, request, columns,
                ttl_ms=int(timeout * 1000), number=window, flags=flags))
            deadline = asyncio.get_running_loop().time() + timeout + 0.5
            while True:
                left = deadline - asyncio.get_running_loop().time()
                try:
                    message = await asyncio.wait_for(inbox.get(), max(left, 0))
                except asyncio.TimeoutError:
                    raise error(4, f"{method} did not answer in time.") from None
                if message.kind == wire.CREDIT and items is not None:
                    sent = await self._send_items(call, items, message.number, sent)
                elif message.kind == wire.ITEM:
                    yield message
                    await self._socket.send_multipart(wire.bare(wire.CREDIT, call, 1))
                elif message.kind == wire.FINAL:
                    is_open = False
                    if message.status:
                        raise error(message.status, message.header.get("message"),
                                    message.header.get("hint"))
                    yield message
                    return
        finally:
            del self._calls[call]
            if is_open:
                await self._socket.send_multipart(wire.bare(wire.CANCEL, call))

    async def _send_items(self, call, items, room, sent):
        for _ in range(room):
            try:
                body, columns = await anext(items)
            except StopAsyncIteration:
                await self._socket.send_multipart(wire.bare(wire.END, call, sent))
                return sent
            await self._socket.send_multipart(
                wire.content(wire.ITEM, call, body=body, columns=columns, number=sent))
            sent += 1
        return sent

    async def _read(self):
        while True:
            message = wire.parse(await self._socket.recv_multipart())
            inbox = self._calls.get(message.call)
            if inbox is not None:
                inbox.put_nowait(message)
