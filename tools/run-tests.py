#!/usr/bin/env python3
"""Runs `swift test` and writes its events; a test that stops or ends the run does not stop the other tests.

usage: run-tests.py RESULTS NAME COMMAND...

COMMAND is `swift test` with its options. The events of Swift Testing are written to RESULTS/NAME-1.jsonl, the
output to standard output. If nothing happens for five minutes, the threads of the processes are printed and the
run is ended. The tests that have not run yet then run in RESULTS/NAME-2.jsonl, and so on; the test at which a run
ended counts as failed. Exit status 1 if a test failed.
"""
import os
import shutil
import signal
import subprocess
import sys
import time

from test_events import Events

SILENCE_SECONDS = 300
MOST_RUNS = 4


def members(session):
    """The processes of a session; `swift test` gives the tests a process group of their own."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,sid="], capture_output=True, text=True).stdout
    pairs = (line.split() for line in listed.splitlines())
    return [int(pid) for pid, sid in pairs if int(sid) == session]


def print_state(session):
    """Prints all processes, and the threads of those of the session."""
    subprocess.run(["ps", "-A", "-L", "--forest", "-o", "pid,ppid,lwp,stat,wchan:24,etimes,args"])
    for pid in members(session):
        if shutil.which("gdb"):
            subprocess.run(["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 30"],
                           stdin=subprocess.DEVNULL, timeout=120)


def end(session):
    """Ends the processes of a session, if any is left."""
    for pid in members(session):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def size(path):
    return os.path.getsize(path) if os.path.exists(path) else 0


def restore_signals():
    """Restores the signals that a shell ignores for background commands: tests send them to programs."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


def run(command, path):
    """Runs a command and ends it if the events in PATH stop."""
    process = subprocess.Popen([*command, "--event-stream-output-path", path], start_new_session=True,
                               preexec_fn=restore_signals)
    seen, changed = 0, time.monotonic()
    try:
        while process.poll() is None:
            time.sleep(0.2)
            if (now := size(path)) != seen:
                seen, changed = now, time.monotonic()
            elif time.monotonic() - changed > SILENCE_SECONDS:
                print(f"run-tests: nothing happened for {SILENCE_SECONDS} s", flush=True)
                print_state(process.pid)
                break
    finally:
        end(process.pid)
        process.wait()


def main():
    results, name, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    paths, selection = [], []
    while len(paths) < MOST_RUNS and selection is not None:
        paths.append(os.path.join(results, f"{name}-{len(paths) + 1}.jsonl"))
        run([*command, *selection], paths[-1])
        last = Events(paths[-1:])
        if last.has_ended:
            sys.exit(1 if Events(paths).failed else 0)
        for test in sorted(last.unfinished):
            print(f"run-tests: the run ended in {test}", flush=True)
        selection = Events(paths).remaining_options()
    sys.exit(1)


if __name__ == "__main__":
    main()
