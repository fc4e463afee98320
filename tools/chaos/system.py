"""A system in a temporary folder whose workers can be made to fail, and its processes."""
import ctypes
import glob
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(FOLDER))
sys.path[:0] = [os.path.join(ROOT, "tools", "python"), os.path.join(ROOT, "tools")]
import dayline  # noqa: E402
import log_search  # noqa: E402

PR_SET_CHILD_SUBREAPER = 36
#: Workers whose file operations can fail, and the supervisor. Only those of storage are recorded.
DISK_WORKERS = ("StorageWorker", "IngestionWorker", "WebGateway", "Notifier", "BrokerWorker")
SUPERVISOR = "daylined"
START_SECONDS = 60
STOP_SECONDS = 60


def free_port():
    """A port for the web app, the same after each restart."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def adopt_orphans():
    """Makes this process the parent of every process that loses its own, so that none can leave it."""
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        sys.exit("This kernel does not adopt orphaned processes (prctl).")


def compiled_disk_library(folder):
    """The path of the preloaded library, compiled into `folder`."""
    compiler = next(filter(None, map(shutil.which, ("cc", "clang", "gcc"))), None)
    if not compiler:
        sys.exit("There is no C compiler: apt-get install gcc")
    library = os.path.join(folder, "disk.so")
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library,
                    os.path.join(FOLDER, "disk.c"), "-ldl"], check=True)
    return library


def clock_library():
    """The path of libfaketime; None if it is not installed."""
    return next(iter(glob.glob("/usr/lib/*/faketime/libfaketime.so.1")), None)


class ProcessTable:
    """The descendants of this process by their parents."""

    def __init__(self):
        self.names, self.children, self.states = {}, {}, {}
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                with open(f"/proc/{entry}/stat") as file:
                    text = file.read()
            except OSError:
                continue
            state, parent = text[text.rindex(")") + 2:].split()[:2]
            pid = int(entry)
            self.names[pid] = text[text.index("(") + 1:text.rindex(")")]
            self.states[pid] = state
            self.children.setdefault(int(parent), []).append(pid)

    def below(self, pid, without):
        """{process: name} of the living descendants, without those of `without` and below."""
        found = {}
        for child in self.children.get(pid, []):
            if child not in without:
                if self.states[child] != "Z":
                    found[child] = self.names[child]
                found.update(self.below(child, without))
        return found


class Disk:
    """The faults of the file operations of one worker, in memory shared with it."""

    BITS = {"no-space": 1, "write-error": 2, "short-write": 4, "sync-error": 8, "read-error": 16}

    def __init__(self, path):
        self.path = path
        self.set(None, 0)

    def set(self, name, thousandths):
        with open(self.path, "r+b" if os.path.exists(self.path) else "wb") as file:
            for number in (self.BITS.get(name, 0), thousandths):
                file.write(number.to_bytes(4, "little"))
            if os.path.getsize(self.path) < 12:
                file.write(bytes(4))

    def failed(self):
        """The number of operations that have failed."""
        with open(self.path, "rb") as file:
            return int.from_bytes(file.read()[8:12], "little")


class System:
    """A home in `folder`; `start` and `stop` may be called repeatedly."""

    def __init__(self, binaries, folder, library, has_clock=False, is_recorded=False):
        self.binaries, self.folder = os.path.abspath(binaries), folder
        self.home = os.path.join(folder, "home")
        self.program = os.path.join(self.binaries, "dayline")
        self.commands, self.lock = set(), threading.Lock()
        self.time_file = os.path.join(folder, "time")
        self.record = os.path.join(folder, "record") if is_recorded else None
        self.disks, self.port, self.library = {}, free_port(), library
        os.makedirs(folder, exist_ok=True)
        if library:
            self._write_plugins(library, clock_library() if has_clock else None)

    def _write_plugins(self, library, clock):
        """Copies the descriptions of the workers, with scripts that preload the libraries."""
        self.plugins = os.path.join(self.folder, "plugins")
        shutil.copytree(os.path.join(ROOT, "Plugins"), self.plugins)
        self.set_clock(0)
        for name in (*DISK_WORKERS, SUPERVISOR):
            self.disks[name] = Disk(os.path.join(self.folder, name + ".disk"))
        for folder in os.listdir(self.plugins):
            libraries, variables = [], []
            if folder in DISK_WORKERS:
                libraries.append(library)
                variables.append(f"CHAOS_CONTROL='{self.disks[folder].path}'")
                if self.record and folder == "StorageWorker":
                    variables.append(f"CHAOS_RECORD='{self.record}'")
            if clock and not folder.endswith("Importer") and folder != "BrokerWorker":
                libraries.append(clock)
                variables += [f"FAKETIME_TIMESTAMP_FILE='{self.time_file}'", "FAKETIME_NO_CACHE=1",
                              "FAKETIME_DONT_FAKE_MONOTONIC=1"]
            # Without a library of its own, a worker does not have that of the supervisor.
            if not folder.endswith("Importer"):
                script = os.path.join(self.plugins, folder, folder)
                with open(script, "w") as file:
                    file.write(f"#!/bin/sh\nexport LD_PRELOAD='{':'.join(libraries)}' {' '.join(variables)}\n"
                               f"exec '{os.path.join(self.binaries, folder)}'\n")
                os.chmod(script, 0o755)

    def set_clock(self, seconds):
        """Sets the difference of the workers' clock from the true one."""
        with open(self.time_file + ".new", "w") as file:
            file.write(f"{seconds:+d}")
        os.rename(self.time_file + ".new", self.time_file)

    def environment(self, has_faults):
        environment = {**os.environ, "DAYLINE_WEB_PORT": str(self.port), "DAYLINE_DUMPABLE": "1"}
        for name in ("XDG_RUNTIME_DIR", "DAYLINE_HOME", "DAYLINE_PROFILE", "DAYLINE_PLUGINS"):
            environment.pop(name, None)
        if has_faults:
            environment.update({
                "DAYLINE_PLUGINS": self.plugins, "LD_PRELOAD": self.library, "CHAOS_FOLDER": self.home,
                "CHAOS_CONTROL": self.disks[SUPERVISOR].path})
        return environment

    def begin(self, *arguments, has_faults=False, text=None):
        """A started command with a text as its standard input."""
        # A command that is not listed yet would count as a process of the system.
        with self.lock:
            command = subprocess.Popen(
                [self.program, "--home", self.home, "--json", *arguments], env=self.environment(has_faults),
                stdin=subprocess.PIPE if text else subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True)
            self.commands.add(command)
        return command

    def finish(self, command, seconds, text=None):
        """(status, output, errors) of a command. A command that is killed after `seconds` has the status None."""
        try:
            output, errors = command.communicate(text, timeout=seconds)
            return command.returncode, output, errors
        except subprocess.TimeoutExpired:
            command.kill()
            output, errors = command.communicate()
            return None, output, errors
        finally:
            self.commands.discard(command)

    def run(self, *arguments, seconds=20, has_faults=False, text=None):
        return self.finish(self.begin(*arguments, has_faults=has_faults, text=text), seconds, text)

    def json(self, *arguments, seconds=60, accepted=(0,)):
        """The answer of a command, None without one.
        Raises RuntimeError with its errors if it fails."""
        status, output, errors = self.run(*arguments, seconds=seconds)
        if status not in accepted:
            raise RuntimeError(f"dayline {' '.join(arguments)} ended with {status}: {output[-500:]}{errors[-500:]}")
        return json.loads(output) if output.strip() else None

    def start(self, has_faults=False):
        status, output, errors = self.run("up", "--detach", seconds=START_SECONDS, has_faults=has_faults)
        if status != 0:
            raise RuntimeError(f"dayline up ended with {status}: {output}{errors}")

    def stop(self):
        """Stops the system.
        Raises RuntimeError if it does not stop, or leaves a process."""
        status, output, errors = self.run("down", seconds=STOP_SECONDS)
        end = time.monotonic() + 5
        while self.processes() and time.monotonic() < end:
            time.sleep(0.02)
        left = self.processes()
        if left:
            self.kill_all()
            raise RuntimeError(f"processes remain after dayline down ({status}, {errors.strip()}): {left}")

    def client(self, profile=None, timeout=3.0):
        return dayline.Dayline(home=self.home, profile=profile, timeout=timeout)

    def processes(self):
        """{process: name} of everything that this tool started, without its commands."""
        with self.lock:
            self._reap()
            return ProcessTable().below(os.getpid(), {command.pid for command in self.commands})

    def supervisor(self):
        """The process of the supervisor; None if it has ended."""
        return next((pid for pid, name in self.processes().items() if name == "daylined"), None)

    def signal(self, pid, number):
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass

    def kill_all(self):
        """Kills every process, and returns when all have ended."""
        while processes := self.processes():
            for pid in processes:
                self.signal(pid, signal.SIGKILL)
            time.sleep(0.01)

    def _reap(self):
        """Removes ended processes that were adopted."""
        table = ProcessTable()
        owned = {command.pid for command in self.commands}
        for pid in table.children.get(os.getpid(), []):
            if pid not in owned and table.states[pid] == "Z":
                try:
                    os.waitpid(pid, os.WNOHANG)
                except ChildProcessError:
                    pass

    def remove(self):
        self.kill_all()
        log_search.copy_home(self.home)
        shutil.rmtree(self.folder, ignore_errors=True)
