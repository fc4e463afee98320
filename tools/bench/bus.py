"""Calls, streams and crashes on the bus, compared with C and pyzmq."""
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import imports
import measure

SMALL = 256
CALLS, MANY_CALLS, FEW_CALLS = 10_000, 100_000, 20_000
FLIGHT = 64
MEBIBYTE, ITEMS = 1 << 20, 2000
CRASHES = 30
IDLE_SECONDS = 20
SLOW_ITERATION = "An iteration of the event loop took"
# Debian's python3-zmq uses the same libzmq as the other programs.
PYTHON = "/usr/bin/python3"


class Roles:
    """Serving processes during a measurement, with sockets in a temporary folder."""

    def __init__(self, *commands):
        self.folder = tempfile.mkdtemp(prefix="dl-bus-", dir="/tmp")
        self.commands = [self.filled(command) for command in commands]
        self.processes = []

    def __enter__(self):
        for command in self.commands:
            self.processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))
            time.sleep(0.3)
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def filled(self, command):
        """The command with FRONT, BACK and BUS replaced by addresses, and SOCKET by a path."""
        names = {"FRONT": f"ipc://{self.folder}/front.sock", "BACK": f"ipc://{self.folder}/back.sock",
                 "SOCKET": f"{self.folder}/bus.sock", "BUS": f"ipc://{self.folder}/bus.sock"}
        return [names.get(word, word) for word in map(str, command)]

    def figures(self, command):
        """(numbers that the command prints, microseconds of CPU of each serving process)"""
        before = [cpu(process.pid) for process in self.processes]
        done = subprocess.run(
            self.filled(command), check=True, capture_output=True, text=True, timeout=120)
        spent = [cpu(process.pid) - start for process, start in zip(self.processes, before)]
        return [float(word) for word in done.stdout.split()], spent


def cpu(pid):
    fields = measure.stat(pid)
    return sum(map(int, fields[11:13])) / measure.TICKS_PER_SECOND * 1e6


class Bench:
    def __init__(self, options, root):
        self.options, self.root = options, root
        self.folder = os.path.join(root, ".build", "bench")
        os.makedirs(self.folder, exist_ok=True)
        here = os.path.join(root, "tools", "bench", "bus")
        self.busbench = [os.path.join(options.programs, "dayline-busbench")]
        self.storm = os.path.join(options.programs, "dayline-storm")
        self.c, self.stream = (self.compiled(here, name) for name in ("two_hop", "stream"))
        self.python = [PYTHON, os.path.join(here, "two_hop.py")]

    def compiled(self, folder, name):
        program = os.path.join(self.folder, name)
        subprocess.run(
            ["cc", "-O2", "-o", program, os.path.join(folder, f"{name}.c"), "-lzmq"], check=True)
        return [program]

    def two_hops(self, calls, flight):
        """{case: (processes, client)}"""
        c, busbench, rest = self.c, self.busbench, [SMALL, calls, flight]
        in_c = [[*c, "broker", "FRONT", "BACK"], [*c, "worker", "BACK"]]
        in_swift = [[*busbench, "broker", "SOCKET"], [*busbench, "worker", "SOCKET"]]
        cases = {
            "C": (in_c, [*c, "client", "FRONT", "full", *rest]),
            "C, three frames": (in_c, [*c, "client", "FRONT", "lean", *rest]),
            "Dayline's broker between ends in C": (
                [[*busbench, "broker", "SOCKET"], [*c, "worker", "BUS"]],
                [*c, "client", "BUS", "full", *rest]),
            "Dayline, on the loop": (in_swift, [*busbench, "client", "SOCKET", "loop", "raw", *rest]),
            "Dayline, ordinary caller, JSON": (
                in_swift, [*busbench, "client", "SOCKET", "pool", "json", *rest]),
        }
        if flight > 1:
            cases["pyzmq"] = (
                [[*self.python, "broker", "FRONT", "BACK"], [*self.python, "worker", "BACK"]],
                [*self.python, "client", "FRONT", SMALL, FEW_CALLS, flight])
        return cases

    def streams(self):
        busbench, rest = self.busbench, [MEBIBYTE, ITEMS]
        return {
            "C, without copying": ([[*self.stream, "source", "FRONT", *rest]],
                                   [*self.stream, "sink", "FRONT", *rest]),
            "Dayline, direct": ([[*busbench, "server", "SOCKET"]], [*busbench, "stream", "SOCKET", *rest]),
            "Dayline, through the broker": (
                [[*busbench, "broker", "SOCKET"], [*busbench, "worker", "SOCKET"]],
                [*busbench, "stream", "SOCKET", *rest]),
        }

    def rounds(self, cases):
        """{case: [(figures, CPU of the serving processes)]}, alternating the cases in each round."""
        runs = {name: [] for name in cases}
        for number in range(self.options.rounds):
            for name, (processes, client) in cases.items():
                with Roles(*processes) as roles:
                    runs[name].append(roles.figures(client))
                print(f"{number + 1} {name}: {runs[name][-1]}", file=sys.stderr)
        return runs

    def call_table(self, title, runs, calls):
        base = [median(runs["C"], column) for column in range(4)]
        lines = [
            f"### {title}", "",
            "| | p50 us | p99 us | calls/s | CPU us per call: client | servers"
            " | p50, C = 1 | p99, C = 1 | calls/s, C = 1 |",
            "|---|---:|---:|---:|---:|---|---:|---:|---:|"]
        for name, done in runs.items():
            p50, p99, rate, own = (median(done, column) for column in range(4))
            count = FEW_CALLS if name == "pyzmq" else calls
            servers = " + ".join(
                f"{statistics.median(spent[i] for _, spent in done) / count:.1f}"
                for i in range(len(done[0][1])))
            lines.append(
                f"| {name} | {p50:.1f} | {p99:.1f} | {rate:,.0f} | {own:.1f} | {servers}"
                f" | {p50 / base[0]:.2f} | {p99 / base[1]:.2f} | {rate / base[2]:.2f} |")
        return lines

    def stream_table(self, runs):
        base = median(runs["C, without copying"], 0)
        lines = [
            f"### A stream of {ITEMS:,} frames of 1 MiB", "",
            "| | GB/s | CPU us per frame: reader | servers | GB/s, C = 1 |", "|---|---:|---:|---|---:|"]
        for name, done in runs.items():
            servers = " + ".join(
                f"{statistics.median(spent[i] for _, spent in done) / ITEMS:.0f}"
                if name != "C, without copying" else "-"
                for i in range(len(done[0][1])))
            rate, own = median(done, 0), median(done, 1)
            lines.append(f"| {name} | {rate:.2f} | {own:.0f} | {servers} | {rate / base:.2f} |")
        return lines

    def crash_lines(self):
        done = subprocess.run(
            [self.storm, "crashes", str(CRASHES)], check=True, capture_output=True, text=True)
        figures = json.loads(done.stdout)
        return [
            "### Killed workers", "",
            f"Storage, killed with SIGKILL {figures['crashes']} times with {figures['calls']} open calls"
            " that may not be repeated, and one call made immediately afterwards.", "",
            "| | p50 ms | p99 ms |", "|---|---:|---:|",
            f"| open calls fail with UNAVAILABLE | {figures['failedP50']:.1f}"
            f" | {figures['failedP99']:.1f} |",
            f"| the next call is served | {figures['servedP50']:.1f} | {figures['servedP99']:.1f} |",
            "| after a kill of the broker, the next one knows every worker"
            f" | {figures['returnedP50']:.1f} | {figures['returnedP99']:.1f} |"]

    def system_lines(self):
        """An idle system, and slow event loop iterations during an import."""
        files = imports.Bench(self.options, self.root)
        with imports.System(self.options.dayline, self.folder) as system:
            time.sleep(3)
            before = {pid: switches(pid) for pid in system.family.members()}
            time.sleep(IDLE_SECONDS)
            lines = [
                f"### An idle system for {IDLE_SECONDS} s", "",
                "| | wake-ups a second, all threads | resident MiB | private dirty MiB |",
                "|---|---:|---:|---:|"]
            for pid, start in before.items():
                name = os.path.basename(os.readlink(f"/proc/{pid}/exe"))
                resident, private = memory(pid)
                lines.append(
                    f"| {name} | {wake_ups(pid, start) / IDLE_SECONDS:.1f} | {resident:.1f}"
                    f" | {private:.1f} |")
            system.import_file(files.export("100MB")[0])
            slow = slow_iterations(system.home)
        lines += ["", f"Iterations of an event loop over 100 ms during an import of 100 MB: {len(slow)}."]
        if slow:
            sys.exit("event loops were slow during an import:\n" + "\n".join(slow))
        return lines

    def run(self):
        one, many = self.rounds(self.two_hops(CALLS, 1)), self.rounds(self.two_hops(MANY_CALLS, FLIGHT))
        return "\n".join([
            *self.call_table(
                f"{SMALL} bytes over two hops, one call at a time", one, CALLS), "",
            *self.call_table(
                f"{SMALL} bytes over two hops, {FLIGHT} calls in flight", many, MANY_CALLS), "",
            *self.stream_table(self.rounds(self.streams())), "",
            *self.crash_lines(), "", *self.system_lines(), ""])


def median(runs, column):
    return statistics.median(figures[column] for figures, _ in runs)


def switches(pid):
    """{thread: number of voluntary context switches} of a process."""
    times = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/status") as file:
            found = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.M)
        times[thread] = int(found[1])
    return times


def wake_ups(pid, before):
    """Voluntary context switches of a process since `before`, without those of ended threads."""
    return sum(times - before.get(thread, 0) for thread, times in switches(pid).items())


def memory(pid):
    """(resident, private dirty) in MiB"""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        text = file.read()
    return tuple(
        int(re.search(rf"^{name}:\s+(\d+) kB", text, re.M)[1]) / 1024
        for name in ("Rss", "Private_Dirty"))


def slow_iterations(home):
    """The log lines about slow event loop iterations."""
    found = []
    for name in sorted(os.listdir(os.path.join(home, "logs"))):
        with open(os.path.join(home, "logs", name), encoding="utf-8") as file:
            found += [f"{name}: {line.rstrip()}" for line in file if SLOW_ITERATION in line]
    return found


def run(options, root):
    return Bench(options, root).run()
