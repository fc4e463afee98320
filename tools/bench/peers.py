"""Programs of other projects that are measured beside the web app."""
import contextlib
import os
import re
import subprocess

import measure

DATASETTE_TABLE = "/days/days?metric=stepCount&_size=366&_sort_desc=day"


def python(root, kind):
    """The Python of the browser tests or of the checks of exports, which is installed if it is missing."""
    script = os.path.join(root, "tools", "lib.sh")
    return subprocess.run(["bash", "-c", f'. "{script}"; {kind}_python'], check=True, stdout=subprocess.PIPE,
                          text=True).stdout.strip()


@contextlib.contextmanager
def datasette(root, system):
    """The address of a table of 366 day totals of a metric in Datasette, with the data of a system."""
    database = os.path.join(system.home, "days.db")
    measure.command([*system.command, "export", "--sqlite", database])
    program = os.path.join(os.path.dirname(python(root, "exports")), "datasette")
    process = subprocess.Popen(
        [program, "serve", database, "--port", "0", "--setting", "max_returned_rows", "1000"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        for line in process.stderr:
            if found := re.search(r"running on (http://[\d.:]+)", line):
                yield found[1] + DATASETTE_TABLE
                return
        raise SystemExit("Datasette did not start")
    finally:
        process.terminate()
        process.wait()
