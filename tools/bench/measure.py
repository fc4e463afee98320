"""Measures processes: wall time, CPU time, and the peak memory of each.

Peaks are read from /proc while the processes run: ru_maxrss includes the memory of the parent that a
child has before it executes its program.
"""
import os
import platform
import statistics
import subprocess
import threading
import time
from typing import NamedTuple

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
SAMPLING_SECONDS = 0.05


class Run(NamedTuple):
    wall: float
    cpu: float
    peaks: dict  # bytes by process name
    output: str

    @property
    def peak(self):
        """The sum of the peaks of all processes, an upper bound of the memory in use at one time."""
        return sum(self.peaks.values())


def command(arguments, system=None):
    """Runs a program to its end. CPU time and peaks are those of the program, its children, and the
    family `system`, which works for it."""
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    began = time.perf_counter()
    families = [Family(process.pid)] + ([system] if system else [])
    before, done = system.cpu() if system else 0, threading.Event()

    def watch():
        while True:
            for family in families:
                family.sample()
            if done.wait(SAMPLING_SECONDS):
                return

    watcher = threading.Thread(target=watch)
    watcher.start()
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    done.set()
    watcher.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, arguments, output)
    cpu = usage.ru_utime + usage.ru_stime + (system.cpu() - before if system else 0)
    peaks = {}
    for family in families:
        for (_, name), peak in family.peaks.items():
            peaks[name] = peaks.get(name, 0) + peak
    return Run(wall, cpu, peaks, output)


class Family:
    """A process and all its descendants."""

    def __init__(self, pid):
        self.pid, self.peaks = pid, {}

    def members(self):
        found, waiting = [], [self.pid]
        while waiting:
            found.append(waiting.pop())
            waiting += children(found[-1])
        return found

    def cpu(self):
        """CPU seconds of all members and their reaped children."""
        rows = [fields for pid in self.members() if (fields := stat(pid))]
        return sum(int(tick) for fields in rows for tick in fields[11:15]) / TICKS_PER_SECOND

    def sample(self):
        """Updates the peak memory of each member."""
        for pid in self.members():
            name, peak = high_water(pid)
            if peak:
                self.peaks[pid, name] = max(peak, self.peaks.get((pid, name), 0))


def children(pid):
    """The children of all threads of a process; cheaper than reading all of /proc."""
    found = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                found += map(int, file.read().split())
    except OSError:
        pass  # the process has ended
    return found


def stat(pid):
    """The fields of /proc/PID/stat from the state on; None if the process has ended."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return None


def program(pid):
    """The name of the program that a process runs; None if the process has ended."""
    try:
        return os.path.basename(os.readlink(f"/proc/{pid}/exe"))
    except OSError:
        return None


def high_water(pid):
    """(program, VmHWM in bytes)"""
    try:
        with open(f"/proc/{pid}/status") as file:
            fields = dict(line.split(":", 1) for line in file)
    except OSError:
        return None, 0
    return program(pid), int(fields.get("VmHWM", "0 kB").split()[0]) * 1024


def median(runs, field):
    return statistics.median(getattr(run, field) for run in runs)


def machine():
    """One line about the machine."""
    model = "unknown processor"
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    load = os.getloadavg()[0]
    return (
        f"{model}, {os.cpu_count()} cores, Linux {platform.release()}, load {load:.1f} before")
