"""The start of a command: today and --version, beside taskwarrior."""
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

# Calls of each program in a round of the options.
CALLS = 10


def run(options, root):
    if not shutil.which("task"):
        sys.exit("taskwarrior is missing. Install it with: apt-get install taskwarrior")
    with tempfile.TemporaryDirectory(prefix="dayline-bench-") as folder:
        homes = {count: os.path.join(folder, f"home-{count}") for count in (0, 30, 200)}
        dayline = {count: [options.dayline, "--home", home] for count, home in homes.items()}
        tasks = {count: task_lists(os.path.join(folder, f"tasks-{count}"), count) for count in (0, 200)}
        try:
            for count, command in dayline.items():
                start(command, count)
            pairs = (
                ("`--version`", "", [*dayline[0], "--version"], [*tasks[0], "--version"], 1.5),
                ("today, nothing planned", "list, no task", [*dayline[0], "today"], [*tasks[0], "list"], None),
                ("today, 30 activities", "list, 200 tasks", [*dayline[30], "today"], [*tasks[200], "list"], None),
                ("today, 200 activities", "list, 200 tasks", [*dayline[200], "today"], [*tasks[200], "list"], 1.0),
                ("prompt, 200 activities", "list, 200 tasks", [*dayline[200], "prompt"], [*tasks[200], "list"], None),
            )
            return table(pairs, options.rounds, folder)
        finally:
            for command in dayline.values():
                subprocess.run([*command, "down"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def start(command, count):
    """Starts a system with `count` daily activities."""
    environment = {**os.environ, "DAYLINE_WEB_PORT": "0"}
    subprocess.run([*command, "up", "--detach"], check=True, env=environment, stdout=subprocess.DEVNULL)
    for number in range(count):
        subprocess.run(
            [*command, "activity", "add", f"Habit number {number}", "--daily"], check=True,
            stdout=subprocess.DEVNULL)


def task_lists(folder, count):
    """The command of a taskwarrior with `count` tasks."""
    os.makedirs(folder)
    settings = os.path.join(folder, "taskrc")
    with open(settings, "w") as file:
        file.write(f"data.location={folder}\nconfirmation=no\nnews.version=99.0.0\nverbose=nothing\n")
    command = ["task", f"rc:{settings}"]
    for number in range(count):
        subprocess.run(
            [*command, "add", f"Habit number {number}", "due:today"], check=True, stdout=subprocess.DEVNULL)
    return command


def table(pairs, rounds, folder):
    lines = [
        f"Medians of {rounds * CALLS} alternating calls, start to exit, output to a file. Instructions are "
        "those of the client alone (callgrind): the answer of `today` is made by the tracker worker.",
        "",
        "| dayline | task | dayline, ms | task, ms | ratio | bound | dayline, instructions | task, instructions |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    for ours, theirs, command, peer, bound in pairs:
        duration(command), duration(peer)
        medians = [
            statistics.median(times) for times in
            zip(*((duration(command), duration(peer)) for _ in range(rounds * CALLS)))]
        counts = [instructions(each, folder) for each in (command, peer)]
        lines.append(
            f"| {ours} | {theirs or ours} | {medians[0]:.2f} | {medians[1]:.2f} | {medians[0] / medians[1]:.2f} "
            f"| {bound or ''} | {counts[0]} | {counts[1]} |")
    return "\n".join(lines)


def duration(command):
    """The duration of a call in milliseconds."""
    began = time.perf_counter()
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.perf_counter() - began) * 1000


def instructions(command, folder):
    """The number of instructions of a process as a text; "-" without valgrind."""
    if not shutil.which("valgrind"):
        return "-"
    # valgrind cannot read the debugging information of Swift.
    program = os.path.join(folder, "program")
    shutil.copy(shutil.which(command[0]), program)
    subprocess.run(["strip", "--strip-debug", program], check=True)
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind", program, *command[1:]],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    return f"{int(found[1]) / 1e6:.1f} M" if found else "-"
