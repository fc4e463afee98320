"""The plain client: calls on the thread that makes them. For one thread at a time."""

import collections
import math
import time

from . import wire
from .call import Call, item_parts
from .errors import Unavailable, lost, not_running
from .home import bus_endpoint
from .sockets import recv_monitor_message, zmq
from .trail import Trail

# How long to wait for somebody to listen, as when the system is starting.
PATIENCE_SECONDS = 2.0


class Dayline:
    """A line to the bus of a home.

    >>> with Dayline() as bus:
    ...     bus.call("dayline.aggregation.Insights/Trends", {"name": "stepCount"})
    """

    def __init__(self, home=None, profile=None, endpoint=None, timeout=30.0):
        self.profile = profile
        self.timeout = timeout
        self._endpoint = endpoint or bus_endpoint(home)
        self._calls = {}
        self._socket = zmq.Context.instance().socket(zmq.DEALER)
        self._socket.linger = 0
        # What is meant for one broker is not sent to the next.
        self._socket.immediate = 1
        self._monitor = self._socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        self._socket.connect(self._endpoint)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._socket.disable_monitor()
        self._monitor.close(0)
        self._socket.close()

    def call(self, method, request=None, columns=None, **options):
        """One request, one reply: its body, or (body, columns) when it has columns.

        Options: `timeout` in seconds (None: the client's; math.inf: none), `idempotency_key`,
        `repeatable`."""
        call = self._call(method, request, columns, options)
        for _ in self._run(call):
            pass
        return call.reply

    def stream(self, method, request=None, columns=None, window=8, **options):
        """The items of a stream as they come, each as `call` answers; room for one more is granted
        when the loop asks for the next. Leaving the loop cancels the call."""
        yield from self._run(self._call(method, request, columns, options, window))

    def upload(self, method, items, request=None, **options):
        """Sends a request and then `items`, each a body or a (body, columns) pair, as room is
        granted; returns the reply."""
        call = self._call(method, request, None, options)
        for _ in self._run(call, iter(items)):
            pass
        return call.reply

    def events(self, *topics):
        """Events as they are told, from now on: of these topics and those below, or of all. Those
        that come while nobody listens are missed; `changes` misses none."""
        for event in self.stream(
                "dayline.bus.Events/Subscribe", {"topics": list(topics)}, timeout=math.inf):
            if event["topic"] != "bus.subscribed":
                yield event

    def changes(self, since=None, follow=False):
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

    def _read(self, trail):
        while trail.wants_page():
            page = self.call("dayline.storage.Changes/Since", trail.request(), repeatable=True)
            yield from trail.take(page)

    def _call(self, method, request, columns, options, window=0):
        options = {"timeout": self.timeout, "profile": self.profile,
                   **{key: value for key, value in options.items() if value is not None}}
        return Call(method, request, columns, window=window, **options)

    def _run(self, call, items=None):
        self._await_connection()
        # Of a connection before this one.
        self._note_losses()
        inbox = self._calls[call.id] = collections.deque()
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

    def _send_items(self, call, items):
        """Sends what there is room for; returns None when all is sent."""
        while call.room:
            try:
                body, columns = item_parts(next(items))
            except StopIteration:
                self._send(call.end())
                return None
            self._send(call.item(body, columns))
        return items

    def _send(self, frames):
        self._await_connection()
        self._socket.send_multipart(frames)

    def _await_connection(self):
        if not self._socket.poll(PATIENCE_SECONDS * 1000, zmq.POLLOUT):
            raise not_running(self._endpoint)

    def _note_losses(self):
        """Whatever was asked before the connection ended will not be answered any more."""
        while self._monitor.poll(0):
            recv_monitor_message(self._monitor)
            for inbox in self._calls.values():
                inbox.append(lost(self._endpoint))

    def _receive(self, seconds):
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
