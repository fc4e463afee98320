"""The plain client: one call after another, on the thread that makes it."""

import time

import zmq

from . import wire
from .errors import error
from .home import bus_endpoint


class Dayline:
    """A line to the bus of a home.

    >>> with Dayline() as bus:
    ...     bus.call("dayline.aggregation.Insights/Trends", {"name": "stepCount"})
    """

    def __init__(self, home=None, profile=None, endpoint=None, timeout=30.0):
        self.profile = profile
        self.timeout = timeout
        self._socket = zmq.Context.instance().socket(zmq.DEALER)
        self._socket.linger = 0
        self._socket.connect(endpoint or bus_endpoint(home))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._socket.close()

    def call(self, method, request=None, columns=None, **options):
        """One request, one reply: its body, or (body, columns) when it has columns."""
        final = None
        for message in self._exchange(method, request, columns, window=0, **options):
            final = message
        return _value(final)

    def stream(self, method, request=None, columns=None, window=8, **options):
        """The items of a stream as they come, each as `call` answers; room for one more is granted
        when the loop asks for the next."""
        for message in self._exchange(method, request, columns, window=window, **options):
            if message.kind == wire.ITEM:
                yield _value(message)

    def upload(self, method, items, request=None, **options):
        """Sends a request and then `items`, each a (body, columns) pair, as room is granted."""
        final = None
        for message in self._exchange(
                method, request, None, window=0, items=iter(items), **options):
            final = message
        return _value(final)

    def _exchange(self, method, request, columns, window, items=None, idempotency_key=None,
                  timeout=None, repeatable=False):
        timeout = self.timeout if timeout is None else timeout
        call = wire.new_call()
        deadline = time.monotonic() + timeout
        header = {"profile": self.profile, "idempotencyKey": idempotency_key}
        flags = wire.REPEATABLE if repeatable or idempotency_key else 0
        self._socket.send_multipart(wire.content(
            wire.REQUEST, call, method, header, request, columns, ttl_ms=int(timeout * 1000),
            number=window, flags=flags))
        is_open, sent = True, 0
        try:
            while True:
                # A moment more than the deadline, so that the other end is the one to say so.
                left = deadline + 0.5 - time.monotonic()
                if left <= 0 or not self._socket.poll(int(left * 1000) + 1):
                    raise error(4, f"{method} did not answer in time.")
                message = wire.parse(self._socket.recv_multipart())
                if message.call != call:
                    continue  # an answer to a call that was given up
                if message.kind == wire.CREDIT and items is not None:
                    sent = self._send_items(call, items, message.number, sent)
                elif message.kind == wire.ITEM:
                    yield message
                    self._socket.send_multipart(wire.bare(wire.CREDIT, call, 1))
                elif message.kind == wire.FINAL:
                    is_open = False
                    if message.status:
                        raise error(message.status, message.header.get("message"),
                                    message.header.get("hint"))
                    yield message
                    return
        finally:
            if is_open:
                self._socket.send_multipart(wire.bare(wire.CANCEL, call))

    def _send_items(self, call, items, room, sent):
        for _ in range(room):
            try:
                body, columns = next(items)
            except StopIteration:
                self._socket.send_multipart(wire.bare(wire.END, call, sent))
                return sent
            self._socket.send_multipart(
                wire.content(wire.ITEM, call, body=body, columns=columns, number=sent))
            sent += 1
        return sent


def _value(message):
    return (message.body, message.columns) if message.columns else message.body
