"""Tests of connections that end, and of addresses that do not answer."""

import asyncio
import json
import multiprocessing
import os
import random
import socket
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import zmq.asyncio  # noqa: E402
from dayline import sockets, wire  # noqa: E402
from dayline.aio import Dayline as AsyncDayline  # noqa: E402
from dayline.client import Dayline  # noqa: E402
from dayline.errors import InvalidArgument, NotRunning, Unavailable  # noqa: E402

#: More frames than libzmq reads between checks for the end of a connection, in messages of many frames.
ITEMS = 200
COLUMNS = {f"c{number}": b"x" * 600 for number in range(58)}
CUTS = 12
#: A client that does not end by itself.
LIMIT = 60


def answer(router, items=ITEMS):
    """Answers the next request with all items at once."""
    while True:
        peer, *frames = router.recv_multipart()
        request = wire.parse(frames)
        if request.kind == wire.REQUEST:
            break
    for number in range(items):
        router.send_multipart([peer, *wire.content(
            wire.ITEM, request.call, body=number, columns=COLUMNS, number=number)])
    router.send_multipart([peer, *wire.content(wire.FINAL, request.call, body="end", number=items)])


def await_event(connection):
    """Blocks until the monitor of a connection has an event, without processing it."""
    if not zmq.Socket.shadow(connection.monitor.underlying).poll(LIMIT * 1000):
        raise AssertionError("The connection has not ended.")


class LastServer:
    """A server that answers one request and ends."""

    def __init__(self):
        self._context = zmq.Context()
        self._router = self._context.socket(zmq.ROUTER)
        self._router.sndhwm = 0
        self._router.bind("tcp://127.0.0.1:*")
        self.endpoint = self._router.last_endpoint.decode()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self):
        answer(self._router, items=20)
        self._router.close()
        self._context.term()

    def join(self):
        self._thread.join()


class LastAnswers(unittest.TestCase):
    def test_answers_that_arrived_before_the_end_of_their_connection_are_delivered(self):
        server = LastServer()
        with Dayline(endpoint=server.endpoint) as bus:
            stream = bus.stream("s/M", window=100)
            received = [next(stream)[0]]
            server.join()
            await_event(bus._connection)
            received += [body for body, _ in stream]

        self.assertEqual(received, list(range(20)))

    def test_the_asyncio_client_delivers_them_too(self):
        server = LastServer()

        async def received():
            bodies = []
            async with AsyncDayline(endpoint=server.endpoint) as bus:
                async for body, _ in bus.stream("s/M", window=100):
                    if not bodies:
                        server.join()
                    bodies.append(body)
            return bodies

        self.assertEqual(asyncio.run(received()), list(range(20)))


class Cutter:
    """A server whose connections end after a random number of bytes, often within a message."""

    def __init__(self):
        self._random = random.Random(7)
        context = zmq.Context.instance()
        self._router = context.socket(zmq.ROUTER)
        self._router.linger, self._router.sndhwm = 0, 0
        self._port = self._router.bind_to_random_port("tcp://127.0.0.1")
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.endpoint = "tcp://127.0.0.1:%d" % self._listener.getsockname()[1]
        for work in (self._serve, self._accept):
            threading.Thread(target=work, daemon=True).start()

    def close(self):
        self._listener.close()

    def _serve(self):
        while True:
            answer(self._router)

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            length = self._random.randrange(2000, ITEMS * len(COLUMNS) * 600)
            threading.Thread(target=self._forward, args=(client, length), daemon=True).start()

    def _forward(self, client, length):
        with client, socket.create_connection(("127.0.0.1", self._port)) as server:
            requests = threading.Thread(target=self._pump, args=(client, server), daemon=True)
            requests.start()
            self._pump(server, client, length)
            requests.join()

    @staticmethod
    def _pump(source, target, left=sys.maxsize):
        """Forwards a number of bytes, and ends both connections."""
        try:
            while left and (data := source.recv(min(1 << 16, left))):
                target.sendall(data)
                left -= len(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def read_until_cut(endpoint, count):
    with Dayline(endpoint=endpoint) as bus:
        for _ in range(CUTS):
            try:
                for _ in bus.stream("s/M", window=ITEMS + 1):
                    pass
            except Unavailable:
                count.value += 1


def read_until_cut_async(endpoint, count):
    async def read():
        async with AsyncDayline(endpoint=endpoint) as bus:
            for _ in range(CUTS):
                try:
                    async for _ in bus.stream("s/M", window=ITEMS + 1):
                        pass
                except Unavailable:
                    count.value += 1

    asyncio.run(read())


class Cuts(unittest.TestCase):
    def test_connections_that_end_within_a_message_do_not_end_the_process(self):
        processes = multiprocessing.get_context("spawn")
        for client in (read_until_cut, read_until_cut_async):
            with self.subTest(client.__name__):
                cutter = Cutter()
                self.addCleanup(cutter.close)
                count = processes.Value("i", 0)
                process = processes.Process(target=client, args=(cutter.endpoint, count))
                process.start()
                process.join(LIMIT)
                process.kill()
                process.join()

                self.assertEqual((process.exitcode, count.value), (0, CUTS))


class Unanswered(unittest.TestCase):
    """Addresses that do not answer, with a shorter limit of connecting."""

    SECONDS = 0.3
    KEY = {"name": "laptop", "profile": "default"}

    def setUp(self):
        patch = mock.patch.object(sockets, "REMOTE_CONNECT_SECONDS", self.SECONDS)
        patch.start()
        self.addCleanup(patch.stop)
        public, secret = zmq.curve_keypair()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.key_file = os.path.join(folder.name, "laptop.key")
        with open(os.open(self.key_file, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
            json.dump({**self.KEY, "publicKey": public.decode(), "secretKey": secret.decode(),
                       "serverKey": public.decode()}, file)

    def listener(self, backlog=8):
        opened = socket.create_server(("127.0.0.1", 0), backlog=backlog)
        self.addCleanup(opened.close)
        return opened, "tcp://127.0.0.1:%d" % opened.getsockname()[1]

    def closed(self):
        opened, address = self.listener()
        opened.close()
        return address

    def silent(self):
        return self.listener()[1]

    def dropping(self):
        """Linux drops the packets of connections beyond those that wait for being accepted."""
        opened, address = self.listener(backlog=0)
        for _ in range(3):
            waiting = socket.socket()
            self.addCleanup(waiting.close)
            waiting.setblocking(False)
            waiting.connect_ex(opened.getsockname())
        return address

    def call(self, address, key_file):
        with Dayline(endpoint=address, key_file=key_file) as bus:
            bus.call("s/M")

    def call_async(self, address, key_file):
        async def call():
            async with AsyncDayline(endpoint=address, key_file=key_file) as bus:
                await bus.call("s/M")

        asyncio.run(call())

    def test_the_error_names_the_address_and_a_remedy_within_the_limit(self):
        for kind in (self.closed, self.silent, self.dropping):
            for call in (self.call, self.call_async):
                with self.subTest(kind=kind.__name__, call=call.__name__):
                    address = kind()
                    begun = time.monotonic()
                    with self.assertRaises(NotRunning) as raised:
                        call(address, self.key_file)

                    self.assertGreaterEqual(time.monotonic() - begun, self.SECONDS)
                    self.assertLess(time.monotonic() - begun, self.SECONDS + 5)
                    self.assertIn(address, raised.exception.message)
                    self.assertIn("dayline settings get listen", raised.exception.hint)

    def test_a_call_with_a_shorter_deadline_does_not_wait_longer_for_a_connection(self):
        with mock.patch.object(sockets, "REMOTE_CONNECT_SECONDS", LIMIT):
            with Dayline(endpoint=self.silent(), key_file=self.key_file, timeout=self.SECONDS) as bus:
                begun = time.monotonic()
                with self.assertRaises(NotRunning):
                    bus.call("s/M")

        self.assertLess(time.monotonic() - begun, LIMIT / 2)

    def test_an_address_over_tcp_without_a_key_is_answered_with_how_to_create_one(self):
        with mock.patch.object(sockets, "CONNECT_SECONDS", self.SECONDS):
            with self.assertRaises(NotRunning) as raised:
                self.call(self.silent(), None)

        self.assertIn("dayline keys new", raised.exception.hint)

    def test_an_address_that_is_not_one_is_refused_by_name(self):
        for address in ("127.0.0.1:8421", "tcp://127.0.0.1", "tcp://"):
            for call in (self.call, self.call_async):
                with self.subTest(address=address, call=call.__name__):
                    with self.assertRaises(InvalidArgument) as raised:
                        call(address, self.key_file)

                    self.assertIn(f'"{address}"', raised.exception.message)


def serve_once(endpoint, items, bound):
    """Binds an endpoint, answers one request and ends."""
    with zmq.Context() as context, context.socket(zmq.ROUTER) as router:
        router.bind(endpoint)
        bound.set()
        answer(router, items)


class Restarts(unittest.TestCase):
    def test_a_client_connects_to_each_new_server_at_an_endpoint(self):
        with tempfile.TemporaryDirectory() as folder:
            endpoint = f"ipc://{folder}/bus"
            with Dayline(endpoint=endpoint) as bus:
                for number in range(3):
                    bound = threading.Event()
                    server = threading.Thread(target=serve_once, args=(endpoint, number, bound), daemon=True)
                    server.start()
                    self.assertTrue(bound.wait(LIMIT))
                    self.assertEqual(len(list(bus.stream("s/M"))), number)
                    server.join(LIMIT)
                    # A call before the client knows the end of the connection is lost with it.
                    await_event(bus._connection)


if __name__ == "__main__":
    unittest.main()
