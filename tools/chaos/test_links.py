#!/usr/bin/env python3
"""Tests of the link between two network namespaces, and of the options of connections on it."""
import os
import socket
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import link  # noqa: E402
from profiles import dayline  # noqa: E402

import zmq  # noqa: E402

SERVER, CLIENT = zmq.curve_keypair(), zmq.curve_keypair()


class LinkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        try:
            cls.link = link.Link(seed=1)
        except link.NotPermitted as problem:
            raise unittest.SkipTest(str(problem)) from problem
        cls.addClassCleanup(cls.link.close)

    def setUp(self):
        self.link.heal()

    def within(self, action):
        """Runs an action in a thread, whose namespaces end with it."""
        results = []

        def run():
            try:
                results.append((action(), None))
            except Exception as problem:  # raised below
                results.append((None, problem))

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        value, problem = results[0]
        if problem:
            raise problem
        return value

    def connected(self):
        """Two connected sockets, in the home and away."""
        self.link.home.enter()
        with socket.create_server((link.HOME_ADDRESS, 0)) as server:
            self.link.away.enter()
            away = socket.create_connection(server.getsockname(), timeout=10)
            home, _ = server.accept()
        home.settimeout(10)
        self.addCleanup(home.close)
        self.addCleanup(away.close)
        return home, away

    def test_a_delay_is_that_of_each_direction(self):
        def measure():
            home, away = self.connected()
            self.link.set({"delay": 0.1}, {"delay": 0.2})
            begun = time.monotonic()
            home.sendall(b"x")
            away.recv(1)
            away.sendall(b"x")
            home.recv(1)
            return time.monotonic() - begun

        self.assertGreaterEqual(self.within(measure), 0.3)

    def test_a_cut_stops_one_direction_or_both_until_it_heals(self):
        def exchange():
            home, away = self.connected()
            self.link.set({"cut": True}, {})
            home.sendall(b"a")
            away.sendall(b"b")
            self.assertEqual(home.recv(1), b"b")
            away.settimeout(0.5)
            with self.assertRaises(TimeoutError):
                away.recv(1)
            self.link.heal()
            away.settimeout(10)
            return away.recv(1)

        self.assertEqual(self.within(exchange), b"a")

    def test_a_rate_limits_the_bytes(self):
        def transfer():
            home, away = self.connected()
            self.link.both(rate=100_000)
            begun = time.monotonic()
            home.sendall(bytes(50_000))
            received = 0
            while received < 50_000:
                received += len(away.recv(65536))
            return time.monotonic() - begun

        self.assertGreaterEqual(self.within(transfer), 0.5)

    def test_a_frame_that_takes_longer_than_a_cut_may_last_arrives(self):
        def transfer():
            self.link.home.enter()
            server = self.socket(zmq.ROUTER)
            server.curve_server, server.curve_secretkey = True, SERVER[1]
            port = server.bind_to_random_port(f"tcp://{link.HOME_ADDRESS}")
            self.link.away.enter()
            client = self.socket(zmq.DEALER)
            client.curve_serverkey, (client.curve_publickey, client.curve_secretkey) = SERVER[0], CLIENT
            client.connect(f"tcp://{link.HOME_ADDRESS}:{port}")
            client.send(b"")
            identity = server.recv_multipart()[0]
            self.link.both(rate=100_000)
            server.send_multipart([identity, bytes(1_400_000)])
            return client.poll(60_000) and len(client.recv())

        self.assertEqual(self.within(transfer), 1_400_000)

    def socket(self, kind):
        # The threads of a context are in the namespace of the thread that opens its first socket.
        context = zmq.Context()
        opened = context.socket(kind)
        opened.linger = 0
        for option, value in dayline.sockets.REMOTE_OPTIONS.items():
            opened.setsockopt(getattr(zmq, option), value)
        self.addCleanup(context.term)
        self.addCleanup(opened.close)
        return opened


if __name__ == "__main__":
    unittest.main()
