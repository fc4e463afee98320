"""The faults of a run. Each function makes one fault, waits, and ends it."""
import os
import signal
import socket
import struct
import threading
import time

from system import clock_library

#: The longest time in seconds that a process is stopped, or a disk fails.
LONGEST = 1.2
#: The shares of storage, ingestion, the gateway, the notifier, the broker and the supervisor in the faults of a
#: disk.
DISK_SHARES = (6, 2, 3, 2, 1, 1)
#: Processes that a fault of one process may hit, by the 15 bytes of a name that Linux has.
WORKERS = {"BrokerWorker", "StorageWorker", "TrackerWorker", "AggregationWork", "IngestionWorker",
           "Notifier", "WebGateway"}


class Importer:
    """The importer of the files `*.chaos.csv`, which fails as the first line of its file says."""

    MODES = ("hang", "crash", "flood", "garbage", "exit")
    PROGRAM = '''#!/usr/bin/python3
"""Fails as the first line of the file says, after some samples."""
import os
import signal
import time

import dayline.importer


def read(file, batches):
    mode = file.readline().decode().strip()
    water = batches.series("dietaryWater", "mL", "chaos")
    for number in range(1000000 if mode == "flood" else 50):
        batches.append(water, 1768435200000 + number, 1768435200000 + number, 1.0)
    batches.flush()
    time.sleep(0.2)
    if mode == "hang":
        time.sleep(3600)
    if mode == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if mode == "garbage":
        batches._send(({"series": "?", "unknown": 7}, {"start": b"\\x01"}))
        time.sleep(1)
    os._exit(0 if mode == "exit" else 1)


dayline.importer.run(read)
'''

    @classmethod
    def install(cls, system):
        system.json("plugins", "new", "chaos")
        with open(os.path.join(system.home, "plugins", "chaos", "importer.py"), "w") as file:
            file.write(cls.PROGRAM)


def pause(chance, longest=LONGEST):
    time.sleep(chance.uniform(0.05, longest))


def kill(system, chance):
    """SIGKILL of one to three processes."""
    for _ in range(chance.randrange(1, 4)):
        targets = sorted(pid for pid, name in system.processes().items() if name in WORKERS)
        if targets:
            system.signal(chance.choice(targets), signal.SIGKILL)
        pause(chance, 0.5)


def kill_supervisor(system, chance):
    """SIGKILL of the supervisor, whose processes have to end, and a start."""
    supervisor = system.supervisor()
    if supervisor:
        system.signal(supervisor, signal.SIGKILL)
    end = time.monotonic() + 10
    while left := system.processes():
        if time.monotonic() > end:
            raise AssertionError(f"processes remain after a kill of the supervisor: {left}")
        time.sleep(0.02)
    system.start(has_faults=True)


def kill_group(system, chance):
    """SIGKILL of all processes, and a start."""
    system.kill_all()
    pause(chance, 0.3)
    system.start(has_faults=True)


def stop(system, chance):
    """SIGSTOP of one process, and SIGCONT."""
    targets = sorted(pid for pid, name in system.processes().items() if name in WORKERS)
    if not targets:
        return
    pid = chance.choice(targets)
    system.signal(pid, signal.SIGSTOP)
    pause(chance)
    system.signal(pid, signal.SIGCONT)


def stop_group(system, chance):
    """SIGSTOP of all processes, and SIGCONT."""
    stopped = sorted(system.processes())
    for pid in stopped:
        system.signal(pid, signal.SIGSTOP)
    pause(chance)
    for pid in stopped:
        system.signal(pid, signal.SIGCONT)


def disk(name):
    def fail(system, chance):
        worker = chance.choices(list(system.disks), DISK_SHARES)[0]
        system.disks[worker].set(name, chance.choice((1000, 300, 50)))
        pause(chance)
        system.disks[worker].set(None, 0)

    fail.__doc__ = f"{name} of the files of one worker or of the supervisor."
    return fail


def importer(system, chance):
    """An importer that hangs, crashes or floods, stopped and cancelled by chance."""
    mode = chance.choice(Importer.MODES)
    path = os.path.join(system.folder, f"{mode}.chaos.csv")
    with open(path, "w") as file:
        file.write(mode + "\n")
    command = system.begin("import", path)
    importers, end = [], time.monotonic() + 3
    while not importers and command.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
        importers = [pid for pid, name in system.processes().items() if name == "importer.py"]
    pause(chance, 0.6)
    action = chance.choice(("wait", "stop", "kill"))
    for pid in importers:
        if action != "wait":
            system.signal(pid, signal.SIGSTOP if action == "stop" else signal.SIGKILL)
    pause(chance)
    for pid in importers:
        system.signal(pid, signal.SIGKILL)
    status, output, _ = system.finish(command, 10)
    if status in (0, 3):
        raise AssertionError(f"the import of a failing importer ({mode}, {action}) succeeded: {output[:300]}")


GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(16) + b"\x00" + bytes(31)


def connect(system):
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(1)
    client.connect(os.path.join(system.home, "run", "bus.sock"))
    return client


def vanish(system, chance):
    """Clients that end their connection in the middle of a frame."""
    end = time.monotonic() + chance.uniform(0.2, LONGEST)
    ready = b"\x04\x26\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER\x08Identity\x00\x00\x00\x00"
    while time.monotonic() < end:
        frame = bytes([2]) + struct.pack(">Q", chance.choice((10, 5000, 8 << 20))) + chance.randbytes(20)
        text = chance.choice((GREETING, GREETING + ready, GREETING + ready + frame, chance.randbytes(200)))
        try:
            with connect(system) as client:
                client.sendall(text[:chance.randrange(1, len(text) + 1)])
                if chance.random() < 0.3:
                    client.recv(64)
        except OSError:
            time.sleep(0.01)


def flood(system, chance):
    """Many connections, and many calls whose answers are not read."""
    end = time.monotonic() + chance.uniform(0.2, LONGEST)
    clients = []

    def call():
        with system.client(timeout=0.05) as bus:
            while time.monotonic() < end:
                try:
                    bus.call("dayline.tracker.Journal/Today", {}, repeatable=False, timeout=0.002)
                except Exception:  # a deadline is expected
                    pass

    callers = [threading.Thread(target=call, daemon=True) for _ in range(3)]
    for caller in callers:
        caller.start()
    while time.monotonic() < end:
        try:
            clients.append(connect(system))
            clients[-1].sendall(GREETING)
        except OSError:
            time.sleep(0.02)
        if len(clients) > 200:
            clients.pop(0).close()
    for client in clients:
        client.close()
    for caller in callers:
        caller.join()


def clock(system, chance):
    """Jumps of the clock of all workers by up to two days."""
    for _ in range(chance.randrange(1, 4)):
        system.set_clock(chance.choice((3600, -3600, -7200, 86400, -86400, 172800, -60, 300)))
        pause(chance, 0.6)
    system.set_clock(0)


#: The faults by name. A power cut is made after the others, and excludes the death of storage before.
FAULTS = {
    "kill": kill, "kill-supervisor": kill_supervisor, "kill-group": kill_group,
    "stop": stop, "stop-group": stop_group,
    **{name: disk(name) for name in ("no-space", "write-error", "short-write", "sync-error", "read-error")},
    "power-cut": None, "importer": importer, "vanish": vanish, "flood": flood, "clock": clock,
}
WITH_POWER_CUT = ["stop-group", "short-write", "sync-error", "write-error", "no-space", "vanish"]


def is_available(name):
    """False if this machine cannot make the fault."""
    return name != "clock" or clock_library() is not None


def draw(seed, chance):
    """The faults of a run: each is the first one of some seeds, and often another follows. A fault that is not
    available is left out; the others of a seed do not depend on that."""
    names = list(FAULTS)
    chosen = [names[seed % len(names)]]
    others = WITH_POWER_CUT if "power-cut" in chosen else [name for name in names if name != "power-cut"]
    chosen += chance.sample([name for name in others if name not in chosen], chance.choice((0, 0, 1, 1, 2)))
    return [name for name in chosen if is_available(name)] or ["kill"]
