#!/usr/bin/env python3
"""Imports exports with every known defect and checks the import reports.

usage: import-damage.py [--dayline .bin/dayline] [--days 30]

Runs a system in a temporary folder with a profile for each defect. Checks for every report:
read = stored + duplicate + quarantined + ignored, in total and for each type. Checks for each defect the
stored and duplicate items and the exit status. Then imports each file again, which must store nothing.
Then damages the container of an export: an archive without its table of contents, one with a wrong
checksum, one that decompresses to far more than its size, and an element of 100 MB. Prints a line for
each fault; exit status 1 if there is one.
"""
import argparse
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

import oracle

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DONE, DONE_WITH_DAMAGE = 0, 3
PARTS = ("stored", "duplicate", "quarantined", "ignored")
VARIANTS = {
    "clean": "", "broken-dtd": "ios16dtd", "attribute-twice": "dupattr", "control": "ctrl",
    "record-twice": "duprec", "truncated": "trunc",
    "all-but-truncated": "ios16dtd,dupattr,ctrl,duprec",
    "all": "ios16dtd,dupattr,ctrl,duprec,trunc",
}


class Check:
    def __init__(self, options):
        self.folder = tempfile.mkdtemp(prefix="dl-", dir="/tmp")
        self.command = [options.dayline, "--home", os.path.join(self.folder, "home"), "--json"]
        self.options, self.faults = options, []

    def dayline(self, *arguments):
        """(exit status, reply)"""
        run = subprocess.run([*self.command, *arguments], capture_output=True, text=True)
        try:
            return run.returncode, json.loads(run.stdout)
        except ValueError:
            sys.exit(f"dayline {' '.join(arguments)}: status {run.returncode}\n{run.stderr}")

    def equal(self, place, expected, actual):
        if expected != actual:
            self.faults.append(f"{place}: expected {expected}, got {actual}")

    def generate(self, name, defects):
        out = os.path.join(self.folder, name)
        subprocess.run(
            [sys.executable, os.path.join(ROOT, "tools", "gen_export.py"), "--out", out,
             "--days", str(self.options.days), "--routes", "0", "--defects", defects],
            check=True, stdout=subprocess.DEVNULL)
        return os.path.join(out, "apple_health_export", "export.xml")

    def balance(self, place, report):
        for name, counts in [("all", report), *report["byType"].items()]:
            self.equal(f"{place} {name} read", sum(counts[part] for part in PARTS), counts["read"])
        for part in ("read", *PARTS):
            total = sum(counts[part] for counts in report["byType"].values())
            self.equal(f"{place} byType {part}", report[part], total)

    def variant(self, name, defects):
        path = self.generate(name, defects)
        with open(path, "rb") as file:
            truth = oracle.Reader().consume(file)
        cut = int(truth.ended_early)
        self.dayline("profile", "add", name, "--zone", "America/New_York")
        status, report = self.dayline("--profile", name, "import", path)
        self.balance(name, report)
        self.equal(f"{name} exit status", DONE_WITH_DAMAGE if cut else DONE, status)
        items = sum(truth.items.values())
        if not items <= report["read"] <= items + cut:
            self.faults.append(f"{name} read: expected {items} (+{cut}), got {report['read']}")
        for key, count in truth.read.items():
            counts = report["byType"].get(key, dict.fromkeys(("read", *PARTS), 0))
            unique = len(truth.samples[key])
            self.equal(f"{name} {key} stored", unique, counts["stored"])
            self.equal(
                f"{name} {key} duplicate", count - unique - truth.damaged[key], counts["duplicate"])
        again_status, again = self.dayline("--profile", name, "import", path)
        self.balance(f"{name} again", again)
        self.equal(f"{name} again exit status", status, again_status)
        self.equal(f"{name} again stored", 0, again["stored"])
        self.equal(f"{name} again read", report["read"], again["read"])
        print(
            f"{name}: read {report['read']}, stored {report['stored']}, duplicate"
            f" {report['duplicate']}, quarantined {report['quarantined']}, ignored"
            f" {report['ignored']}, {len(report['problems'])} kinds of problem")
        shutil.rmtree(os.path.join(self.folder, name))

    def damaged_containers(self):
        """({name: (damaged file, quarantined items)}, the XML of the clean export)"""
        path = self.generate("containers", "")
        with open(path, "rb") as file:
            xml = file.read()
        intact = os.path.join(self.folder, "containers", "intact.zip")
        with zipfile.ZipFile(intact, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("apple_health_export/export.xml", xml)
        with open(intact, "rb") as file:
            packed = bytearray(file.read())
        table = packed.rindex(b"PK\x01\x02")
        wrong = packed.copy()
        for offset in (14, table + 16):  # the checksums in the local header and the table of contents
            wrong[offset] ^= 0xff
        end = xml.rindex(b"</HealthData>")
        bomb = os.path.join(self.folder, "containers", "bomb.zip")
        with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
            with archive.open("export.xml", "w", force_zip64=True) as file:
                file.write(xml[:end])
                for _ in range(max(400, 300 * len(packed) >> 20)):
                    file.write(b" " * (1 << 20))
                file.write(xml[end:])
        element = b' <Record type="' + b"x" * (100 << 20) + b'"/>\n'
        return {
            "no table of contents": (packed[:table], 0), "wrong checksum": (wrong, 0),
            "decompresses to far more": (open(bomb, "rb").read(), 0),
            "an element of 100 MB": (xml[:end] + element + xml[end:], 1)}, xml

    def check_containers(self):
        files, xml = self.damaged_containers()
        truth = oracle.Reader().consume(io.BytesIO(xml))
        items = sum(truth.items.values())
        for name, (data, quarantined) in files.items():
            path = os.path.join(self.folder, "containers", "damaged")
            with open(path, "wb") as file:
                file.write(data)
            self.dayline("profile", "add", name, "--zone", "America/New_York")
            status, report = self.dayline("--profile", name, "import", path)
            self.balance(name, report)
            self.equal(f"{name} stored", items, report["stored"] + report["duplicate"])
            self.equal(f"{name} quarantined", quarantined, report["quarantined"])
            self.equal(f"{name} exit status", DONE_WITH_DAMAGE, status)
            reasons = "; ".join(problem["reason"] for problem in report["problems"])
            print(f"{name}: {len(data) / 1e6:.1f} MB, stored {report['stored']}; {reasons}")

    def run(self):
        try:
            self.dayline("up", "--detach")
            for name, defects in VARIANTS.items():
                self.variant(name, defects)
            self.check_containers()
        finally:
            subprocess.run([*self.command, "down"], capture_output=True)
            shutil.rmtree(self.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dayline", default=os.path.join(ROOT, ".bin", "dayline"))
    parser.add_argument("--days", type=int, default=30)
    check = Check(parser.parse_args())
    check.run()
    for fault in check.faults:
        print(fault)
    print(f"{len(VARIANTS)} variants, {len(check.faults)} faults")
    sys.exit(1 if check.faults else 0)


if __name__ == "__main__":
    main()
