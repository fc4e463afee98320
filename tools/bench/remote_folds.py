"""Folding by a worker on another machine, over a link between two network namespaces.

The system has no TCP without CURVE. Plain TCP is therefore the local socket of the broker, whose bytes two
relays move over a TCP connection through the same link.
"""
import collections
import contextlib
import os
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time

import refolds
from engine_systems import Row, client, run_command

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tools", "chaos"))

import link

PLUGIN = "AggregationWorker"
PORT, RELAY_PORT = 8421, 8422
DELAY_SECONDS = 0.001
READ_BYTES = 1 << 20
#: Three, so that two ways of folding in one system get each of them.
ZONES = ("Europe/Paris", "America/New_York", "Asia/Tokyo")


def in_namespace(space, action):
    """The result of `action`, executed in a network namespace as all processes that it starts."""
    results = []

    def enter():
        space.enter()
        results.append(action())

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    return results[0]


def move(source, target):
    try:
        while data := source.recv(READ_BYTES):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # The connection has ended.


def relay(listener, connect):
    """Moves the bytes of all connections of `listener` to new connections of `connect`."""
    while True:
        near = listener.accept()[0]
        far = connect()
        for pair in ((near, far), (far, near)):
            threading.Thread(target=move, args=pair, daemon=True).start()


class Systems:
    """A system for each way to reach its only aggregation worker."""

    def __init__(self, engines):
        self.engines, self.stack = engines, contextlib.ExitStack()
        self.link = link.Link()
        self.stack.callback(self.link.close)
        self.folds = collections.Counter()
        options = engines.options
        self.joined_folder = os.path.join(engines.folder, "joined")
        try:
            self.local = self.stack.enter_context(engines.sqlite())
            self.plain = self.with_plugins(self.write_relayed_worker)
            self.curve = in_namespace(self.link.home, lambda: self.with_plugins(shutil.rmtree))
            self.join(os.path.join(engines.programs, "daylined"))
            for system in (self.local, self.plain):
                run_command(system, "scale", "aggregation", "1")
            for system in (self.local, self.plain, self.curve):
                refolds.import_samples(system, options.samples)
        except BaseException:
            self.stack.close()
            raise

    def with_plugins(self, change):
        """A system with a copy of the plugins, of which `change` gets the folder of the aggregation worker."""
        folder = os.path.join(self.engines.folder, f"plugins-{change.__name__}")
        shutil.copytree(os.path.join(ROOT, "Plugins"), folder)
        change(os.path.join(folder, PLUGIN))
        os.environ["DAYLINE_PLUGINS"] = folder
        try:
            return self.stack.enter_context(self.engines.sqlite())
        finally:
            del os.environ["DAYLINE_PLUGINS"]

    def write_relayed_worker(self, folder):
        """Lets the worker connect to a relay, which knows the socket of the broker by its first connection."""
        sockets = os.path.join(self.engines.folder, "sockets")
        os.mkdir(sockets, 0o700)
        near = socket.socket(socket.AF_UNIX)
        near.bind(os.path.join(sockets, "bus"))
        target = os.path.join(sockets, "target")
        program = os.path.join(folder, PLUGIN)
        with open(program, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\necho \"$DAYLINE_BUS\" > '{target}'\nDAYLINE_BUS='ipc://{near.getsockname()}'\n"
                       f"export DAYLINE_BUS\nexec '{os.path.join(self.engines.programs, PLUGIN)}'\n")
        os.chmod(program, 0o755)

        def connect_local():
            with open(target, encoding="utf-8") as file:
                path = file.read().strip().removeprefix("ipc://")
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(path)
            return connection

        def connect_remote():
            connection = socket.create_connection((link.HOME_ADDRESS, RELAY_PORT))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return connection

        far = in_namespace(self.link.home, lambda: socket.create_server((link.HOME_ADDRESS, RELAY_PORT)))
        near.listen()

        def move_away():
            self.link.away.enter()
            relay(near, connect_remote)

        threading.Thread(target=move_away, daemon=True).start()
        threading.Thread(target=relay, args=(far, connect_local), daemon=True).start()

    def join(self, daylined):
        """Starts an aggregation worker in the other namespace, and waits for it."""
        address = f"tcp://{link.HOME_ADDRESS}:{PORT}"
        key = os.path.join(self.engines.folder, "joined.key")
        run_command(self.curve, "settings", "set", "listen", address)
        run_command(self.curve, "keys", "new", "joined", "--role", "worker:dayline.aggregation", "--output", key)
        process = subprocess.Popen(
            self.link.away.command([daylined, "--join", address, "--key-file", key, "--aggregation", "1",
                                    "--home", self.joined_folder]),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.stack.callback(process.wait)
        self.stack.callback(process.terminate)
        with client(self.curve) as bus:
            while not any(worker.get("host") and worker["state"] == "ready"
                          for worker in bus.call("dayline.bus.Broker/List", {})["workers"]):
                time.sleep(0.05)

    def fold_seconds(self, way, _):
        """Seconds in which all days are folded again in another zone."""
        system, delay = way
        self.link.both(delay=delay)
        zone = ZONES[self.folds[system.home] % len(ZONES)]
        self.folds[system.home] += 1
        return refolds.refold(system, zone)[0]


def rows(engines):
    try:
        systems = Systems(engines)
    except link.NotPermitted as problem:
        return [f"| folding over a link: not measured. {problem} | | | | | |"]
    with systems.stack:
        found = engines.alternating(systems.fold_seconds, {
            "local socket": (systems.local, 0.0), "plain TCP": (systems.plain, 0.0),
            "CURVE": (systems.curve, 0.0), "CURVE, 1 ms": (systems.curve, DELAY_SECONDS)})
    seconds = {name: statistics.median(times) for name, times in found.items()}
    return [Row(f"{engines.options.samples:,} samples folded over CURVE with 1 ms each way, speed",
                f"plain TCP {seconds['plain TCP']:.2f} s; local socket {seconds['local socket']:.2f} s",
                f"{seconds['CURVE, 1 ms']:.2f} s; without delay {seconds['CURVE']:.2f} s",
                seconds["plain TCP"] / seconds["CURVE, 1 ms"], 0.5, False)]
