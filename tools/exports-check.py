"""Opens what Dayline exports with the programs that it is made for.

usage: exports-check.py --dayline PROGRAM [--days N]

The database is served by Datasette, also the queries of the guide, a bundle of FHIR is validated by fhir.resources, the tools of `dayline mcp` are called with the public client of the
protocol, and the page of metrics is read by both parsers of prometheus_client, and by promtool if it is
installed. Prints the rows, seconds and peak memory of each export.
"""
import argparse
import asyncio
import csv
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from datasette.app import Datasette
from fhir.resources.R4B.bundle import Bundle
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from prometheus_client import parser as prometheus
from prometheus_client.openmetrics import parser as openmetrics

from temporary_system import System

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VIEWS = ["samples", "steps_by_day", "weight_by_day", "entries_by_month", "workouts_by_type"]


def check(condition, message):
    if not condition:
        sys.exit(f"exports-check: {message}")


class ExportingSystem(System):
    """A running system with generated data."""

    def __init__(self, program, days):
        super().__init__(program)
        export = os.path.join(self.folder, "apple")
        subprocess.run(
            [sys.executable, os.path.join(ROOT, "tools/gen_export.py"), "--days", str(days), "--seed", "7",
             "--out", export, "--zip"], check=True, capture_output=True)
        self.json("import", os.path.join(export, "apple_health_export", "export.xml"))
        self.json("activity", "add", 'Wa"ter\\', "--target", "2000", "--unit", "ml")
        self.json("log", 'Wa"ter\\', "250")

    def measured(self, *arguments):
        """The rows of an export by table; its seconds and peak memory are printed."""
        start = time.monotonic()
        with tempfile.TemporaryFile("w+") as output:
            process = subprocess.Popen([self.program, *self.options, "--json", *arguments],
                                       env=self.environment, stdout=output)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            check(process.returncode == 0, f"{' '.join(arguments)} failed")
            output.seek(0)
            rows = json.load(output)["rows"]
        print(f"{arguments[1]}: {sum(rows.values()):,} rows, {time.monotonic() - start:.2f} s, "
              f"{usage.ru_maxrss / 1024:.0f} MiB")
        return rows


async def check_tables(system):
    database, folder = os.path.join(system.folder, "days.db"), os.path.join(system.folder, "tables")
    lines = os.path.join(system.folder, "all.jsonl")
    rows = system.measured("export", "--sqlite", database)
    check(rows == system.measured("export", "--csv", folder), "CSV has other rows than SQLite")
    check(rows == system.measured("export", "--jsonl", lines), "JSON has other rows than SQLite")
    with open(lines, encoding="utf-8") as file:
        check(sum(1 for line in file if json.loads(line)) == sum(rows.values()), "lines are missing")
    # The application that the command datasette serves.
    datasette = Datasette([database])
    await datasette.invoke_startup()

    async def get(path):
        response = await datasette.client.get(path)
        check(response.status_code == 200, f"Datasette answers {path} with {response.text}")
        return response.json()

    for table, count in rows.items():
        answer = await get(f"/days.json?sql=select+count(*)+as+n+from+{table}&_shape=array")
        check(answer == [{"n": count}], f"{table} has {answer} rows in Datasette instead of {count}")
        with open(os.path.join(folder, f"{table}.csv"), newline="", encoding="utf-8") as file:
            check(sum(1 for _ in csv.DictReader(file)) == count, f"{table}.csv has other rows")
    for view in VIEWS:
        check(await get(f"/days/{view}.json?_shape=array&_size=2"), f"the view {view} is empty")
    with open(os.path.join(ROOT, "docs/guide/dashboards.md"), encoding="utf-8") as file:
        queries = re.findall(r"^```sql\n(.*?)^```$", file.read(), re.M | re.S)
    check(queries, "the page about dashboards has no query")
    for query in queries:
        check(await get(f"/days.json?sql={urllib.parse.quote(query)}&_shape=array"), f"no row is the answer of {query}")
    first, = await get("/days/samples.json?_shape=array&_size=1")
    check(first["start"].endswith("Z") and len(first["start"]) == 24, f"the start {first['start']}")


def check_bundle(system):
    """Validates the observations and compares them with the database."""
    database, path = os.path.join(system.folder, "days.db"), os.path.join(system.folder, "fhir.json")
    count = system.json("export", "--fhir", path)["observations"]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    bundle = Bundle.model_validate_json(text)
    check(len({entry.fullUrl for entry in bundle.entry}) == count + 1, "addresses are not unique")
    system.json("export", "--fhir", path)
    with open(path, encoding="utf-8") as file:
        check(file.read() == text, "a second bundle differs")
    observations = [entry.resource for entry in bundle.entry[1:]]

    def values(code):
        return [each for each in observations if each.code.coding[0].code == code]

    rows = sqlite3.connect(database)
    for metric, code, factor in [("heartRate", "8867-4", 1), ("bodyMass", "29463-7", 1),
                                 ("oxygenSaturation", "2708-6", 100)]:
        samples = sorted(value for value, in rows.execute("select value from samples where metric = ?", [metric]))
        written = sorted(float(each.valueQuantity.value) for each in values(code))
        check(len(samples) == len(written) > 0, f"{len(written)} observations of {len(samples)} of {metric}")
        check(all(abs(a * factor - b) < 1e-5 for a, b in zip(samples, written)), f"other values of {metric}")
    steps = dict(rows.execute("select day, sum from days where metric = 'stepCount'"))
    written = {str(each.effectiveDateTime): float(each.valueQuantity.value) for each in values("41950-7")}
    check(steps == written and steps, "other steps of days")
    nights, = rows.execute("select count(*) from nights").fetchone()
    check(len(values("93832-4")) == nights, "nights are missing")
    systolic, = rows.execute("select count(*) from samples where metric = 'bloodPressureSystolic'").fetchone()
    pressures = values("85354-9")
    check(len(pressures) == systolic > 0, f"{len(pressures)} blood pressures of {systolic}")
    check(all(len(each.component) == 2 for each in pressures), "a blood pressure has one component")
    print(f"fhir: {count:,} observations")


async def check_assistant(system):
    async def session(*options):
        """The names of the tools, the answers of two calls, and the error of a third."""
        server = StdioServerParameters(command=system.program, args=[*system.options, "mcp", *options],
                                       env=system.environment)
        async with stdio_client(server) as streams, ClientSession(*streams) as client:
            await client.initialize()
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            steps = await client.call_tool("aggregation_Insights_Days", {"name": "stepCount"})
            log = {"activity": 'Wa"ter\\', "value": 100}
            logged = None
            if "tracker_Journal_Log" in tools:
                logged = await client.call_tool("tracker_Journal_Log", log)
            wrong = await client.call_tool("aggregation_Insights_Days", {"nam": "stepCount"})
            return tools, steps, logged, wrong

    tools, steps, _, wrong = await session()
    check(all(tool.annotations.read_only_hint for tool in tools.values()), "a tool changes data")
    check("tracker_Journal_Log" not in tools, "logging is offered without --allow-log")
    check(json.loads(steps.content[0].text)["days"], "no days of steps")
    check(wrong.is_error and "name" in wrong.content[0].text, f"a wrong key is answered with {wrong}")
    _, _, logged, _ = await session("--allow-log")
    check(not logged.is_error, f"the tool to log answers {logged}")
    print(f"mcp: {len(tools)} tools that read")


def check_metrics(system):
    created = system.json("token", "new", "metrics", "--scope", "read")
    token, address = created["token"], created["address"].split("/api/")[0]

    def page(accept, query=""):
        request = urllib.request.Request(f"{address}/metrics{query}", headers={
            "Authorization": f"Bearer {token}", "Accept": accept})
        with urllib.request.urlopen(request) as response:
            return response.headers["Content-Type"], response.read().decode()

    kind, text = page("application/openmetrics-text; version=1.0.0")
    check(kind.startswith("application/openmetrics-text"), f"the content type is {kind}")
    families = {each.name for each in openmetrics.text_string_to_metric_families(text)}
    kind, text = page("text/plain")
    check(kind.startswith("text/plain; version=0.0.4"), f"the content type is {kind}")
    plain = list(prometheus.text_string_to_metric_families(text))
    check({"dayline_day_value", "dayline_worker_up", "dayline_database_bytes", "dayline_commit_seconds"} <= families,
          f"families are missing: {families}")
    check(len(plain) == len(families), "the formats have different families")
    _, system_text = page("text/plain", "?only=system")
    system_families = {each.name for each in prometheus.text_string_to_metric_families(system_text)}
    personal = {"dayline_day_value", "dayline_day_start_seconds", "dayline_stored_samples",
                "dayline_day_progress_ratio", "dayline_items", "dayline_open_reminders"}
    check({"dayline_commit_seconds", "dayline_fold_tasks"} <= system_families, f"families are missing: {system_families}")
    check(not personal & system_families, f"values of the profile are in the system's figures: {system_families}")
    try:
        page("text/plain", "?only=nothing")
        check(False, "an unknown part of the metrics is answered")
    except urllib.error.HTTPError as error:
        check(error.code == 422, f"an unknown part of the metrics has the status {error.code}")
    if promtool := shutil.which("promtool"):
        done = subprocess.run([promtool, "check", "metrics"], input=text, capture_output=True, text=True)
        check(done.returncode == 0, f"promtool: {done.stdout}{done.stderr}")
    print(f"metrics: {len(families)} families, {len(text):,} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dayline", required=True)
    parser.add_argument("--days", type=int, default=60)
    options = parser.parse_args()
    system = ExportingSystem(options.dayline, options.days)
    try:
        asyncio.run(check_tables(system))
        check_bundle(system)
        asyncio.run(check_assistant(system))
        check_metrics(system)
    finally:
        system.close()


if __name__ == "__main__":
    main()
