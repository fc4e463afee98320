"""Programs of other projects that are measured beside the web app."""
import contextlib
import http.server
import os
import re
import subprocess
import threading

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


class EmptyPage(http.server.BaseHTTPRequestHandler):
    """A page of one word, without a style sheet, scripts or an icon."""
    protocol_version = "HTTP/1.1"
    BODY = b'<!doctype html><html lang="en"><meta charset="utf-8"><title>Empty</title>' \
           b'<link rel="icon" href="data:,"><p>Empty</p>'

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(self.BODY)))
        self.end_headers()
        self.wfile.write(self.BODY)

    def log_message(self, *_):
        """Writes nothing."""


@contextlib.contextmanager
def empty_page():
    """The address of an empty page: the time that the browser needs for any page."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), EmptyPage) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
