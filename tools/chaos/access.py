"""Connections over the link with keys that the home does not accept, at each service of the bus."""
import json
import os
import sys
import time

from profiles import dayline

import zmq
from zmq.utils.monitor import recv_monitor_message

sys.dont_write_bytecode = True
from dayline import wire  # noqa: E402

#: Seconds in which a refusal arrives, and in which a revoked key is disconnected.
REFUSAL_SECONDS, DISCONNECT_SECONDS = 20.0, 1.0
#: Seconds in which all workers describe their services.
DESCRIPTION_SECONDS = 30.0
#: Seconds in which an answer would have arrived after a refusal.
SILENCE_SECONDS = 0.5
EVENTS = zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_HANDSHAKE_FAILED_AUTH
HEALTH = "dayline.bus.Health/Check"


class Prober:
    """A socket that calls a method with a key."""

    def __init__(self, address, key, method):
        self.method, self.answers, self.events = method, 0, []
        self.socket = zmq.Context.instance().socket(zmq.DEALER)
        self.socket.linger = 0
        self.socket.curve_serverkey = key["serverKey"].encode()
        self.socket.curve_publickey = key["publicKey"].encode()
        self.socket.curve_secretkey = key["secretKey"].encode()
        self.monitor = self.socket.get_monitor_socket(EVENTS)
        self.socket.connect(address)

    def call(self, method):
        self.socket.send_multipart(wire.content(
            wire.REQUEST, wire.new_call(), method, body={}, ttl_ms=10_000), zmq.DONTWAIT)

    def read(self):
        while self.socket.poll(0):
            self.socket.recv_multipart()
            self.answers += 1
        while self.monitor.poll(0):
            self.events.append(recv_monitor_message(self.monitor)["event"])

    def has(self, event):
        return event in self.events

    def close(self):
        self.socket.disable_monitor()
        self.monitor.close(0)
        self.socket.close()


def wait(probers, condition, seconds):
    """Reads until the condition holds for all. Returns those for which it does not, and the seconds."""
    begun = time.monotonic()
    while True:
        for prober in probers:
            prober.read()
        left = [prober for prober in probers if not condition(prober)]
        if not left or time.monotonic() > begun + seconds:
            return left, time.monotonic() - begun
        time.sleep(0.005)


def methods(home):
    """A method of each service. A service has none until its worker describes it."""
    end = time.monotonic() + DESCRIPTION_SECONDS
    while True:
        services = json.loads(home.repeat("services", "--json"))["services"]
        if all(service["methods"] for service in services) or time.monotonic() > end:
            break
        time.sleep(0.2)
    return [f"{service['name']}/{service['methods'][0]['name']}" for service in services]


def refused(address, key, called, name):
    """A sentence for each service that answers a key, or does not refuse it."""
    probers = [Prober(address, key, method) for method in called]
    for prober in probers:
        prober.call(prober.method)
    silent, _ = wait(probers, lambda prober: prober.has(zmq.EVENT_HANDSHAKE_FAILED_AUTH), REFUSAL_SECONDS)
    wait(probers, lambda prober: False, SILENCE_SECONDS)
    for prober in probers:
        if prober in silent:
            yield f"{prober.method} did not refuse the {name} key"
        if prober.answers or prober.has(zmq.EVENT_HANDSHAKE_SUCCEEDED):
            yield f"{prober.method} accepted or answered the {name} key"
        prober.close()


def revoked(home, address, key, called, name):
    """A sentence for each connection that outlives its key by more than a second or is answered afterwards, and
    the seconds until all had ended."""
    probers = [Prober(address, key, method) for method in called]
    for prober in probers:
        prober.call(HEALTH)
    left, _ = wait(probers, lambda prober: prober.answers == 1, REFUSAL_SECONDS)
    problems = [f"{prober.method}: no answer before the key was revoked" for prober in left]
    home.run("keys", "revoke", name)
    left, seconds = wait(probers, lambda prober: prober.has(zmq.EVENT_DISCONNECTED), DISCONNECT_SECONDS)
    problems += [f"{prober.method}: connected {DISCONNECT_SECONDS} s after the key was revoked" for prober in left]
    for prober in probers:
        prober.call(prober.method)
    wait(probers, lambda prober: False, SILENCE_SECONDS)
    for prober in probers:
        if prober.answers > 1 or prober.events.count(zmq.EVENT_HANDSHAKE_SUCCEEDED) > 1:
            problems.append(f"{prober.method} answered a revoked key")
        prober.close()
    return problems, seconds


def round(home, address, folder, seed):
    """Returns the problems, and a description."""
    called, name = methods(home), f"revoked-{seed}"
    path = os.path.join(folder, f"{name}.key")
    home.run("keys", "new", name, "--role", "admin", "--all-profiles", "--output", path)
    key = dayline.sockets.read_key(path)
    public, secret = (text.decode() for text in zmq.curve_keypair())
    problems = list(refused(address, {**key, "publicKey": public, "secretKey": secret}, called, "wrong"))
    found, seconds = revoked(home, address, key, called, name)
    problems += found + list(refused(address, key, called, "revoked"))
    return problems, f"{len(called)} services, disconnected {seconds:.2f} s after"
