#!/usr/bin/env python3
"""Measures Dayline and its peers, and writes the tables of docs/benchmarks.md.

usage: run.py import [--sizes 100MB,1GB,4GB] [--rounds 5] [--peer-rounds 1] [--dayline .bin/dayline]
                     [--dry-run]
       run.py scan|fold|answers|web|pages|remote|commands [--rounds 5] [--dayline .bin/dayline] [--healthbench PROGRAM]
                     [--dry-run]
       run.py refold [--samples 100000000] [--rounds 5] [--dayline .bin/dayline]
                     [--healthbench PROGRAM] [--dry-run]
       run.py sources [--source TEXT] [--rounds 5] [--dayline .bin/dayline] [--dry-run]
       run.py memory [--source TEXT] [--megabytes 200] [--dayline .bin/dayline] [--dry-run]
       run.py engines [--only log,clients,trend,import,folds,profiles,bytes] [--seconds 10] [--years 10]
                     [--size 1GB] [--samples 20000000] [--profiles 10000] [--measured 200] [--seeds 2]
                     [--rounds 5] [--dayline .bin/dayline] [--dry-run]
       run.py bus [--rounds 5] [--programs .build/release] [--dayline .bin/dayline] [--dry-run]
       run.py schedule [--activities 200] [--years 10] [--profiles 2000] [--dayline .bin/dayline]
                     [--schedulebench PROGRAM] [--dry-run]

import measures the whole system, scan the XML scanner alone, fold the algorithm of folding alone,
refold folding in the system, answers the queries to a system with ten years of data, web the pages of
the web app, pages the same in a browser, schedule the schedule rules, bus the calls, streams and crashes
on the bus, remote the calls over TCP with a key, commands the start of commands, sources the imports of
other sources, memory the peak memory of each importer on a large file, engines the system on PostgreSQL
compared with SQLite.

Rounds alternate between the programs and medians are reported. Every import of Dayline uses a new system
in .build/bench; its wall time is that of the command (until the days are folded), its CPU time and peak
memory those of all processes. On a machine with other load the wall time of a program that waits for the
disk means little: see the load. --dry-run prints and writes nothing.
"""
import argparse
import datetime
import os
import re
import subprocess
import sys

import answers
import bus
import commands
import engines
import folds
import imports
import measure
import memory
import pages
import refolds
import remote
import scans
import schedule
import sources
import web

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "benchmarks.md")
HEADING = """# Benchmarks

Written by `tools/bench/run.py`; each run of a subcommand replaces the text between its two markers.
Ratios are comparable between machines, seconds are not.
"""


def write_section(name, text):
    """Replaces the text between the markers of a section; adds the section if it is missing."""
    page = HEADING
    if os.path.exists(PAGE):
        with open(PAGE, encoding="utf-8") as file:
            page = file.read()
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    section = f"{begin}\n{text}\n{end}"
    if begin in page:
        page = re.sub(f"{re.escape(begin)}.*{re.escape(end)}", lambda _: section, page, flags=re.S)
    else:
        page = f"{page.rstrip()}\n\n{section}\n"
    os.makedirs(os.path.dirname(PAGE), exist_ok=True)
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(page)


def where_and_when():
    commit = subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return f"{datetime.date.today()}, commit {commit.stdout.strip()}; {measure.machine()}.\n"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    subjects = parser.add_subparsers(dest="subject", required=True)
    command = subjects.add_parser("import", help="an Apple Health export")
    command.add_argument(
        "--sizes", default=["100MB", "1GB"], type=lambda text: text.split(","))
    command.add_argument(
        "--peer-rounds", type=int, default=1, help="rounds of the slow peer at 1GB; 0: no peers")
    command.set_defaults(run=imports.run)
    for name, module in (
            ("scan", scans), ("fold", folds), ("answers", answers), ("web", web),
            ("pages", pages), ("remote", remote), ("commands", commands)):
        command = subjects.add_parser(name, help=module.__doc__.split(":")[0])
        command.set_defaults(run=module.run)
    command = subjects.add_parser("bus", help="calls, streams and crashes, compared with C and pyzmq")
    command.add_argument(
        "--programs", default=os.path.join(ROOT, ".build", "release"), type=os.path.abspath,
        help="folder of dayline-busbench and dayline-storm, built with -c release")
    command.set_defaults(run=bus.run)
    command = subjects.add_parser("sources", help="imports of other sources, compared with their readers")
    command.add_argument("--source", default="", type=str.lower, help="only cases with this text in their name")
    command.set_defaults(run=sources.run)
    command = subjects.add_parser("memory", help="the peak memory of each importer on a large file")
    command.add_argument("--source", default="", type=str.lower, help="only files with this text in their name")
    command.add_argument("--megabytes", default=200, type=int, help="the size of each file (default: 200)")
    command.set_defaults(run=memory.run)
    command = subjects.add_parser("engines", help="the system on PostgreSQL, compared with SQLite")
    command.add_argument("--only", default=list(engines.PARTS), type=lambda text: text.split(","),
                         help=f"parts of the measurement (default: {','.join(engines.PARTS)})")
    command.add_argument("--seconds", type=float, default=10, help="the time of each round of the logging clients")
    command.add_argument("--years", type=int, default=10, help="the years of trends and day totals")
    command.add_argument("--size", default="1GB", choices=("100MB", "1GB"), help="the size of the import")
    command.add_argument("--samples", type=int, default=20_000_000, help="the samples folded over the link")
    command.add_argument("--profiles", type=int, default=10_000, help="the profiles beside those that are asked")
    command.add_argument("--measured", type=int, default=200, help="the profiles whose size is measured")
    command.add_argument("--seeds", type=int, default=2, help="the different ones of these profiles")
    command.set_defaults(run=engines.run)
    command = subjects.add_parser("refold", help="folding through the system")
    command.add_argument("--samples", type=int, default=100_000_000)
    command.set_defaults(run=refolds.run)
    for command in subjects.choices.values():
        command.add_argument("--rounds", type=int, default=5)
        command.add_argument(
            "--dayline", default=os.path.join(ROOT, ".bin", "dayline"), type=os.path.abspath)
        command.add_argument(
            "--healthbench", type=os.path.abspath, dest="bench",
            default=os.path.join(ROOT, ".build", "release", "dayline-healthbench"))
        command.set_defaults(needs="dayline", made_by="tools/up --no-demo")
    command = subjects.add_parser("schedule", help="the schedule rules")
    command.add_argument("--activities", type=int, default=200)
    command.add_argument("--years", type=int, default=10)
    command.add_argument("--profiles", type=int, default=2000, help="number of small profiles in one home")
    command.add_argument(
        "--dayline", default=os.path.join(ROOT, ".bin", "dayline"), type=os.path.abspath,
        help="without this program only the rules are measured")
    command.set_defaults(
        run=schedule.run, needs="schedulebench",
        made_by="swift build -c release --product dayline-schedulebench")
    for name in ("schedule", "web", "pages", "engines"):
        subjects.choices[name].add_argument(
            "--schedulebench", type=os.path.abspath,
            default=os.path.join(ROOT, ".build", "release", "dayline-schedulebench"))
    for command in subjects.choices.values():
        command.add_argument("--dry-run", action="store_true")
    options = parser.parse_args()
    program = getattr(options, options.needs)
    if not os.access(program, os.X_OK):
        sys.exit(f"{program} does not exist. Build it with: {options.made_by}")
    text = where_and_when() + "\n" + options.run(options, ROOT)
    print(text)
    if not options.dry_run:
        write_section(options.subject, text)


if __name__ == "__main__":
    main()
