"""A network link between two network namespaces whose delay, rate and loss change while it is used.

Each namespace has a TUN device. A process of its own moves the packets between both, and drops or delays them.
"""
import collections
import ctypes
import fcntl
import heapq
import json
import os
import random
import selectors
import socket
import struct
import subprocess
import sys
import threading
import time

CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
SIOCSIFADDR, SIOCSIFNETMASK, SIOCGIFFLAGS, SIOCSIFFLAGS = 0x8916, 0x891C, 0x8913, 0x8914
IFF_UP = 0x1
#: Bytes that a direction with a limited rate queues. Further packets are dropped, as in a router.
QUEUE_BYTES = 128 << 10
PACKET_BYTES = 65536
#: Packets moved in a direction before the other direction and the timers have their turn.
PACKETS_PER_TURN = 64
HOME_ADDRESS, AWAY_ADDRESS = "10.77.0.1", "10.77.0.2"
LIBC = ctypes.CDLL(None, use_errno=True)


class NotPermitted(Exception):
    """This process may not create network namespaces or TUN devices."""


class Namespace:
    """A network namespace with a loopback and a TUN device."""

    def __init__(self, address):
        self.problem = None
        # A namespace belongs to a thread until that ends; the descriptors outlast it.
        thread = threading.Thread(target=self._create, args=(address,))
        thread.start()
        thread.join()
        if self.problem:
            raise self.problem

    def _create(self, address):
        try:
            if LIBC.unshare(CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), "unshare")
            self.descriptor = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
            self.device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(self.device, TUNSETIFF, struct.pack("16sH22x", b"link", IFF_TUN | IFF_NO_PI))
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
                self._configure(control, b"link", address)
                self._start(control, b"link")
                self._start(control, b"lo")
        except OSError as problem:
            self.problem = NotPermitted(
                f"This process may not create network namespaces and TUN devices ({problem}): run it as root.")

    @staticmethod
    def _configure(control, name, address):
        for request, value in ((SIOCSIFADDR, address), (SIOCSIFNETMASK, "255.255.255.0")):
            fcntl.ioctl(control, request, struct.pack("16sHH4s8x", name, socket.AF_INET, 0, socket.inet_aton(value)))

    @staticmethod
    def _start(control, name):
        flags = struct.unpack("16sH", fcntl.ioctl(control, SIOCGIFFLAGS, struct.pack("16sH14x", name, 0))[:18])[1]
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sH14x", name, flags | IFF_UP))

    def enter(self):
        """Moves the calling thread, and what it starts later, into the namespace."""
        if LIBC.setns(self.descriptor, CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns")

    def command(self, arguments):
        """The arguments of a command that runs in the namespace."""
        return ["nsenter", f"--net=/proc/{os.getpid()}/fd/{self.descriptor}", *arguments]


class Link:
    """Two namespaces, `home` and `away`, and the process that moves their packets."""

    #: Properties of a direction: seconds, bytes per second (0: no limit), fraction of the packets, cut.
    PERFECT = {"delay": 0.0, "rate": 0, "loss": 0.0, "cut": False}

    def __init__(self, seed=0):
        self.home, self.away = Namespace(HOME_ADDRESS), Namespace(AWAY_ADDRESS)
        devices = (self.home.device, self.away.device)
        self.process = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), *map(str, devices), str(seed)], pass_fds=devices,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.heal()

    def set(self, to_away=None, to_home=None):
        """Changes properties of the directions. Returns counts of the packets until now."""
        self.process.stdin.write(json.dumps([to_away or {}, to_home or {}]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def both(self, **properties):
        return self.set(properties, properties)

    def heal(self):
        return self.both(**self.PERFECT)

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Direction:
    """The packets that are read from a device and not yet written to the other one."""

    def __init__(self, source, target, chance):
        self.source, self.target, self.chance = source, target, chance
        self.properties, self.counts = dict(Link.PERFECT), collections.Counter()
        self.waiting, self.number, self.free_at = [], 0, 0.0

    def change(self, properties):
        self.properties.update(properties)
        if self.properties["cut"]:
            self.counts["lost"] += len(self.waiting)
            self.waiting.clear()
            self.free_at = 0.0

    def read(self):
        for _ in range(PACKETS_PER_TURN):
            try:
                packet = os.read(self.source, PACKET_BYTES)
            except BlockingIOError:
                return
            self.accept(packet, time.monotonic())

    def accept(self, packet, now):
        properties = self.properties
        if properties["cut"] or properties["loss"] and self.chance.random() < properties["loss"]:
            self.counts["lost"] += 1
            return
        at = now
        if properties["rate"]:
            at = max(now, self.free_at)
            if (at - now) * properties["rate"] > QUEUE_BYTES:
                self.counts["full"] += 1
                return
            at = self.free_at = at + len(packet) / properties["rate"]
        self.number += 1
        heapq.heappush(self.waiting, (at + properties["delay"], self.number, packet))

    def write(self, now):
        """Writes packets whose time has come. Returns the seconds until the next one, None without one."""
        while self.waiting and self.waiting[0][0] <= now:
            packet = heapq.heappop(self.waiting)[2]
            try:
                os.write(self.target, packet)
                self.counts["moved"] += 1
            except OSError:
                self.counts["lost"] += 1
        return self.waiting[0][0] - now if self.waiting else None


def move(devices, seed):
    """Moves packets until standard input ends. Each line there has properties for both directions."""
    directions = [Direction(devices[0], devices[1], random.Random(f"{seed} to away")),
                  Direction(devices[1], devices[0], random.Random(f"{seed} to home"))]
    selector = selectors.DefaultSelector()
    for direction in directions:
        selector.register(direction.source, selectors.EVENT_READ, direction)
    selector.register(sys.stdin.buffer.raw, selectors.EVENT_READ)
    commands, pause = b"", None
    while True:
        for key, _ in selector.select(pause):
            if key.data:
                key.data.read()
                continue
            text = os.read(key.fd, 4096)
            if not text:
                return
            commands += text
            while b"\n" in commands:
                line, commands = commands.split(b"\n", 1)
                for direction, properties in zip(directions, json.loads(line)):
                    direction.change(properties)
                print(json.dumps([direction.counts for direction in directions]), flush=True)
        now = time.monotonic()
        pauses = [pause for direction in directions if (pause := direction.write(now)) is not None]
        pause = max(0.0, min(pauses)) if pauses else None


if __name__ == "__main__":
    move([int(text) for text in sys.argv[1:3]], int(sys.argv[3]))
