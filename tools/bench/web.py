"""The web app: pages of a system with ten years of data, measured over HTTP on one kept connection."""
import datetime
import http.client
import json
import os
import re
import shutil
import statistics
import subprocess
import time
import urllib.parse

import answers
import imports
import measure
import peers

ACTIVITIES, YEARS = 200, 10
REQUESTS = 300
STREAMS = 500
CHANGES = 50
LOAD_SECONDS, LOAD_CONNECTIONS = 10, 8
# Page: (path, bound of p50, bound of p99) in ms. {today} and {start} are days.
PAGES = {
    "Today": ("/day/{today}", 5, 15),
    "Health, all charts": ("/health", 15, 40),
    "a window of a chart": ("/api/v1/window?metric=steps&from={start}&to={today}", 3, 10),
    "one metric, ten years": ("/trends/stepCount?interval=month&from={first}&to={today}", 15, 40),
    "one metric, a table of 366 days": ("/trends/stepCount?interval=day&from={year}&to={today}", None, None),
    "Insights": ("/insights?on={today}", 25, 60),
    "Activities": ("/activities", None, None),
}


class Browser:
    """A signed-in connection to the web app."""

    def __init__(self, system):
        link = urllib.parse.urlsplit(json.loads(measure.command([*system.command, "web"]).output)["url"])
        self.host, self.port = link.hostname, link.port
        self.connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        headers = self.request("POST", link.path)[1]
        self.cookie = headers["Set-Cookie"].split(";")[0]

    def request(self, method, path, **headers):
        if hasattr(self, "cookie"):
            headers["Cookie"] = self.cookie
        self.connection.request(method, path, headers=headers)
        response = self.connection.getresponse()
        return response.status, response.headers, response.read()


def middle_and_tail(times):
    return f"{statistics.median(times):.1f} / {answers.percentile(times, 0.99):.1f}"


def page_rows(options, browser, days):
    lines = [
        "The gateway keeps the newest pages until their data changes: \"made\" is a page that it does not have, "
        "from data that the workers have in their response caches, \"kept\" one that it has, \"unchanged\" an "
        "answer without the page. After an entry the response caches are empty.",
        "",
        "| page | made, p50 / p99 ms | kept, p50 / p99 ms | bounds | KB in gzip | unchanged, p50 ms |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for title, (template, middle, tail) in PAGES.items():
        path = template.format(**days)
        status, _, body = browser.request("GET", path, **{"Accept-Encoding": "gzip"})
        if status != 200:
            raise SystemExit(f"{path}: status {status}")
        made, times, unchanged = [], [], []
        for round in range(options.rounds):
            for number in range(REQUESTS // options.rounds):
                other = f"{path}{'&' if '?' in path else '?'}visit={round}-{number}"
                begin = time.perf_counter()
                browser.request("GET", other, **{"Accept-Encoding": "gzip"})
                made.append((time.perf_counter() - begin) * 1000)
                begin = time.perf_counter()
                _, headers, _ = browser.request("GET", path, **{"Accept-Encoding": "gzip"})
                times.append((time.perf_counter() - begin) * 1000)
                if not headers["ETag"]:
                    continue
                begin = time.perf_counter()
                status, _, _ = browser.request("GET", path, **{"If-None-Match": headers["ETag"]})
                if status == 304:
                    unchanged.append((time.perf_counter() - begin) * 1000)
        bounds = f"{middle} / {tail}" if middle else ""
        same = f"{statistics.median(unchanged):.1f}" if unchanged else ""
        lines.append(
            f"| {title} | {middle_and_tail(made)} | {middle_and_tail(times)} | {bounds}"
            f" | {len(body) / 1000:.1f} | {same} |")
    return lines


def changed_day(system, browser, days):
    """The time of the first request of Today after each of some entries, p50 / p99 in ms."""
    path = PAGES["Today"][0].format(**days)
    activity = re.search(rb'data-queue="([^"]+), done"', browser.request("GET", path)[2])[1].decode()
    times = []
    for _ in range(CHANGES):
        measure.command([*system.command, "log", activity])
        begin = time.perf_counter()
        browser.request("GET", path, **{"Accept-Encoding": "gzip"})
        times.append((time.perf_counter() - begin) * 1000)
    return middle_and_tail(times)


def server_times(address, cookie=None):
    """The times of requests of a page on one connection, in ms."""
    parts = urllib.parse.urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
    times = []
    for number in range(REQUESTS):
        # Another address each time, so that no copy of the page is sent.
        path = f"{parts.path}?{parts.query}{'&' if parts.query else ''}_visit={number}"
        begin = time.perf_counter()
        connection.request("GET", path, headers={"Accept-Encoding": "gzip", **({"Cookie": cookie} if cookie else {})})
        response = connection.getresponse()
        response.read()
        if response.status != 200:
            raise SystemExit(f"{path}: status {response.status}")
        times.append((time.perf_counter() - begin) * 1000)
    return times


def asset_bytes(browser):
    """The compressed size of the style sheet and of all scripts of Today."""
    _, _, html = browser.request("GET", "/")
    waiting = set(re.findall(r'(?:href|src)="(/assets/[^"]*\.(?:css|js))"', html.decode()))
    seen, total = set(), 0
    while waiting:
        path = waiting.pop()
        seen.add(path)
        total += len(browser.request("GET", path, **{"Accept-Encoding": "gzip"})[2])
        plain = browser.request("GET", path)[2].decode()
        for name in re.findall(r'(?:from|import) "(\./[^"]+)"', plain):
            waiting.add(urllib.parse.urljoin(path, name))
        waiting -= seen
    return total


def load(browser, path):
    """(requests a second, p99 in ms) with several connections."""
    output = subprocess.run(
        ["wrk", "-t1", f"-c{LOAD_CONNECTIONS}", f"-d{LOAD_SECONDS}s", "--latency",
         "-H", f"Cookie: {browser.cookie}", "-H", "Accept-Encoding: gzip",
         f"http://{browser.host}:{browser.port}{path}"],
        check=True, capture_output=True, text=True).stdout
    rate = float(re.search(r"Requests/sec:\s*([\d.]+)", output)[1])
    value, unit = re.search(r"99%\s+([\d.]+)(\w+)", output).groups()
    return rate, float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def gateway_memory(system):
    """The anonymous memory of the gateway in MiB."""
    for pid in system.family.members():
        if measure.program(pid) == "WebGateway":
            with open(f"/proc/{pid}/status") as file:
                return int(re.search(r"RssAnon:\s*(\d+)", file.read())[1]) / 1024
    raise SystemExit("the gateway is not running")


def stream_memory(system, browser):
    """The memory of open event streams in MiB."""
    before = gateway_memory(system)
    streams = []
    for _ in range(STREAMS):
        connection = http.client.HTTPConnection(browser.host, browser.port, timeout=60)
        connection.request("GET", "/events", headers={"Cookie": browser.cookie})
        connection.getresponse().readline()
        streams.append(connection)
    after = gateway_memory(system)
    for connection in streams:
        connection.close()
    return after - before


def upload(system, browser, path):
    """(seconds of an upload through the import page, seconds of the command, peak of the gateway in MiB)."""
    html = browser.request("GET", "/import")[2].decode()
    token = re.search(r'name="csrf" value="([^"]+)"', html)[1]
    boundary = "dayline-bench"
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{token}\r\n'
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="export.xml"\r\n'
        "Content-Type: text/xml\r\n\r\n").encode()
    tail = f"\r\n--{boundary}--\r\n".encode()

    def body():
        yield head
        with open(path, "rb") as file:
            while block := file.read(1 << 18):
                yield block
        yield tail

    begin = time.perf_counter()
    connection = http.client.HTTPConnection(browser.host, browser.port, timeout=600)
    connection.request("POST", "/import", body(), {
        "Cookie": browser.cookie, "Content-Type": f"multipart/form-data; boundary={boundary}",
        "Content-Length": str(len(head) + os.path.getsize(path) + len(tail)),
        "Sec-Fetch-Site": "same-origin",
    })
    response = connection.getresponse()
    if response.status != 303:
        raise SystemExit(f"upload: {response.status} {response.read()[:300]}")
    peak = gateway_memory(system)
    while json.loads(measure.command([*system.command, "imports", "--running"]).output)["running"]:
        time.sleep(0.05)
    return time.perf_counter() - begin, peak


def days_of(system):
    """The last day of the data, and the first days of ranges that end on it, by name."""
    metrics = json.loads(measure.command([*system.command, "metrics"]).output)["metrics"]
    day = datetime.date.fromisoformat(next(item["lastDay"] for item in metrics if item["metric"] == "stepCount"))
    lengths = {"start": 13, "year": 365, "first": 3600}
    return {"today": str(day)} | {name: str(day - datetime.timedelta(days=n)) for name, n in lengths.items()}


def peer_row(root, system):
    with peers.datasette(root, system) as address:
        return f"| Datasette, a table of 366 days | {middle_and_tail(server_times(address))} | | | | |"


def run(options, root):
    """The section of docs/benchmarks.md."""
    os.environ["DAYLINE_WEB_PORT"] = "0"
    bench = imports.Bench(options, root)
    large, _ = bench.export("1GB")
    with imports.System(options.dayline, bench.folder) as system:
        filled = subprocess.run(
            [options.schedulebench, "system", str(ACTIVITIES), str(YEARS), system.home],
            check=True, capture_output=True, text=True).stdout
        entries = int(re.search(r"^rows (\d+)", filled, re.M)[1])
        report = json.loads(system.import_file(answers.export(bench)).output)
        days = days_of(system)
        browser = Browser(system)
        idle = gateway_memory(system)
        lines = [
            f"{ACTIVITIES} activities with {entries:,} entries, {report['stored']:,} samples of ten"
            f" years; {REQUESTS} requests a page on one connection.", "",
            *page_rows(options, browser, days),
            f"| Today, the first after an entry | {changed_day(system, browser, days)} | | | | |",
            peer_row(root, system), "",
            f"Style sheet and scripts of Today: {asset_bytes(browser) / 1000:.1f} KB in gzip.", "",
            f"The gateway has {idle:.1f} MiB of anonymous memory after the login,"
            f" {stream_memory(system, browser):.1f} MiB more with {STREAMS} event streams.", "",
        ]
        if shutil.which("wrk"):
            rate, tail = load(browser, PAGES["Today"][0].format(**days))
            lines += [
                f"`wrk` with {LOAD_CONNECTIONS} connections: {rate:.0f} requests of Today a second,"
                f" p99 {tail:.0f} ms.", ""]
    with imports.System(options.dayline, bench.folder) as system:
        command = system.import_file(large).wall
    with imports.System(options.dayline, bench.folder) as system:
        seconds, peak = upload(system, Browser(system), large)
    lines.append(
        f"An export of 1 GB through the page: {seconds:.1f} s, the command {command:.1f} s"
        f" (ratio of the speeds {command / seconds:.2f}, bound 0.6); {peak:.1f} MiB in the gateway.")
    return "\n".join(lines) + "\n"
