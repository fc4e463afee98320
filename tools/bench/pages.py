"""Pages in a browser: first paint, interactions and weight with a slow processor, beside Datasette."""
import json
import os
import re
import subprocess

import answers
import imports
import measure
import peers
import web

PAINT, INTERACTION, WEIGHT = 300, 50, 60  # ms, ms, KB
PAGES = {
    "Today": ("/day/{today}", "today"),
    "Health, all charts": ("/health", "health"),
    "one metric, ten years": ("/trends/stepCount?interval=month&from={first}&to={today}", "trend"),
    "one metric, a table of 366 days": ("/trends/stepCount?interval=day&from={year}&to={today}", None),
    "Insights": ("/insights?on={today}", None),
    "Activities": ("/activities", None),
}


def painted(root, link, rounds, pages):
    task = {"link": link, "rounds": rounds,
            "pages": [{"name": name, "address": address, "steps": steps} for name, address, steps in pages]}
    script = os.path.join(root, "tools", "bench", "paint.py")
    return json.loads(subprocess.run([peers.python(root, "browser"), script], input=json.dumps(task), check=True,
                                     stdout=subprocess.PIPE, text=True).stdout)


def row_text(row, times):
    interaction = f"{row['interaction']:.0f} ({row['kind']})" if "interaction" in row else ""
    tasks = f"{len(row['long'])}, longest {row['longest']:.0f}" if "long" in row else ""
    return (f"| {row['name']} | {row['paint']:.0f} / {row['slowest']:.0f} | {row['bytes'] / 1000:.1f}"
            f" | {interaction} | {tasks} | {times} |")


def run(options, root):
    """The section of docs/benchmarks.md."""
    os.environ["DAYLINE_WEB_PORT"] = "0"
    bench = imports.Bench(options, root)
    with imports.System(options.dayline, bench.folder) as system:
        filled = subprocess.run(
            [options.schedulebench, "system", str(web.ACTIVITIES), str(web.YEARS), system.home],
            check=True, capture_output=True, text=True).stdout
        entries = int(re.search(r"^rows (\d+)", filled, re.M)[1])
        report = json.loads(system.import_file(answers.export(bench)).output)
        days = web.days_of(system)
        browser = web.Browser(system)
        host = f"http://{browser.host}:{browser.port}"
        pages = [(name, host + path.format(**days), steps) for name, (path, steps) in PAGES.items()]
        link = json.loads(measure.command([*system.command, "web"]).output)["url"]
        rows = [row_text(row, web.middle_and_tail(web.server_times(address, browser.cookie)))
                for row, (_, address, _) in zip(painted(root, link, options.rounds, pages), pages)]
        with peers.empty_page() as address:
            row = painted(root, None, options.rounds, [("an empty page of another server", address, None)])[0]
            rows.append(row_text(row, ""))
        with peers.datasette(root, system) as address:
            table = [("Datasette, a table of 366 days", address, None)]
            row = painted(root, None, options.rounds, table)[0]
            rows.append(row_text(row, web.middle_and_tail(web.server_times(table[0][1]))))
    return "\n".join([
        f"{web.ACTIVITIES} activities with {entries:,} entries, {report['stored']:,} samples of ten years."
        f" Headless Chromium with a quarter of the processor's speed and an empty cache, {options.rounds} visits a"
        f" page; interactions and tasks are those of the keys, clicks and scrolling in `tools/bench/paint.py`. Times"
        f" of the server are those of {web.REQUESTS} requests with other addresses on one connection.", "",
        f"| page | first paint, median / slowest ms (bound {PAINT}) | KB with all files (bound {WEIGHT})"
        f" | slowest interaction, ms (bound {INTERACTION}) | tasks over 50 ms | server, p50 / p99 ms |",
        "|---|---:|---:|---:|---:|---:|", *rows]) + "\n"
