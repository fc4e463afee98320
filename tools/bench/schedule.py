"""The rules of a day: what the schedule worker computes, without a bus or a disk."""
import subprocess

QUESTIONS = {
    "load": "make the diary from its rows",
    "today": "today: the agenda, and the streaks of each activity",
    "board": "the streak board, and the rates of 7, 30 and 90 days of each activity",
    "heatmap": "a heat map over everything",
    "log": "take in one entry of today",
    "log_child": "take in one entry of any day, for a child of a container",
    "edit": "take in one changed activity",
    "vacation": "take in one vacation day",
}


def run(options, root):
    """The table of the questions."""
    command = [options.schedulebench, str(options.activities), str(options.years)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    figures = {line.split()[0]: line.split()[1:] for line in output.splitlines()}
    lines = [
        f"### Rules of a day, {options.activities} activities, {options.years} years, "
        f"{int(figures['rows'][0]):,} entries",
        "",
        f"In one process; the diary takes {int(figures['diary_bytes'][0]) / 2**20:.0f} MiB beside "
        "the text of its identifiers.",
        "",
        "| | median ms | worst ms |",
        "|---|---:|---:|",
    ]
    for name, title in QUESTIONS.items():
        median, worst = (float(text) / 1000 for text in figures[name])
        lines.append(f"| {title} | {median:.3f} | {worst:.3f} |")
    return "\n".join(lines) + "\n"
