#!/usr/bin/env python3
"""Checks docs/features.tsv: every row that is done must name a test that passed.

usage: check-features.py [EVENTS...]

EVENTS are files that tools/run-tests.py writes, one for each run. Without them, the tests in the sources are
taken as passed, which finds wrong names before a build. A row of the table has an id, a subject, a state, and
references: `Suite/name of a test`, `Suite/*` for all tests of the suite, `Browser/Class.test_name` for a test in
Tests/Browser, which tools/test runs as well, or the id of a case under Tests/Conformance/Cases, which
ConformanceTests runs. A row with the state `done` has at least one reference, and not only cases of operations
whose code no program uses: Tests/Conformance/operations.tsv names a declaration for each operation, as code that
uses it spells it, and the declaration has to occur in Modules or Plugins, in Swift or JavaScript, outside of its
own file. docs/guide/importing.md has to name each importer of Plugins, and to repeat the texts of its manifest
about how to get the files. Prints a line for each fault; exit status 1 if there is one.
"""
import glob
import json
import os
import re
import sys

from test_events import Events

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, "docs", "features.tsv")
IMPORTING = os.path.join(ROOT, "docs", "guide", "importing.md")
CASES = os.path.join(ROOT, "Tests", "Conformance", "Cases")
CASE_TEST = "CaseTests/every case has its expected result"
OPERATIONS = os.path.join(ROOT, "Tests", "Conformance", "operations.tsv")
COMMENT = re.compile(r"//[^\n]*")
SUITE = re.compile(r"(?:@Suite\b.*?)?\s*(?:final )?(?:struct|class|actor|extension) (\w+)")
FUNCTION = re.compile(r"\bfunc (?:`([^`]+)`|(\w+))\(")
TEST = re.compile(r"\w+\.(?:\w+/)*?(\w+)/(?:`([^`]+)`|(\w+))\(.*")


def passed_tests(paths):
    """{"Suite/name"} of the tests that passed in the last run that had them."""
    passed = set()
    for path in paths:
        events = Events([path])
        passed -= set(map(short_name, events.failed))
        passed |= set(map(short_name, events.passed))
    return passed


def short_name(name):
    """Suite/name of Target.Suite/function(labels:)."""
    found = TEST.fullmatch(name)
    return f"{found[1]}/{found[2] or found[3]}" if found else name


def declared_tests():
    """{"Suite/name"} of the tests in the sources."""
    declared = set()
    for folder, _, names in os.walk(os.path.join(ROOT, "Tests")):
        for name in filter(lambda name: name.endswith(".swift"), names):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                suite = None
                for line in file:
                    if found := SUITE.match(line):
                        suite = found.group(1)
                    elif suite and (found := FUNCTION.search(line)):
                        declared.add(f"{suite}/{found.group(1) or found.group(2)}")
    return declared


def browser_tests():
    """{"Browser/Class.test_name"} of the tests in Tests/Browser."""
    tests = set()
    folder = os.path.join(ROOT, "Tests", "Browser")
    for name in filter(lambda name: name.startswith("test_"), os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            suite = None
            for line in file:
                if found := re.match(r"class (\w+)", line):
                    suite = found.group(1)
                elif found := re.match(r"    def (test_\w+)", line):
                    tests.add(f"Browser/{suite}.{found.group(1)}")
    return tests


def case_operations():
    """{case id: operation}"""
    operations = {}
    for name in sorted(os.listdir(CASES)):
        if name.endswith(".json"):
            with open(os.path.join(CASES, name), encoding="utf-8") as file:
                operations.update((case["id"], case["op"]) for case in json.load(file)["cases"])
    return operations


def operation_declarations():
    """{operation: declaration}"""
    with open(OPERATIONS, encoding="utf-8") as file:
        return dict(line.rstrip("\n").split("\t") for line in list(file)[1:])


def program_sources():
    """{path: code without comments} of all that programs can link."""
    sources = {}
    for top in ("Modules", "Plugins"):
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            for name in names:
                if name.endswith((".swift", ".js")):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8") as file:
                        sources[path] = COMMENT.sub("", file.read())
    return sources


def unlinked_declarations(declarations, sources):
    """Declarations that occur only in their own files and in those of other unlinked declarations."""
    own, users = {}, {}
    for declaration in declarations:
        text = re.escape(declaration) + (r"\b" if declaration[-1].isalnum() else "")
        definition = re.compile(r"\b(?:func|struct|enum|class|var|let|const|typealias)\s+" + text)
        use = re.compile(r"\b" + text)
        # A plain search is many times faster than the expressions, and nearly all files lack the text.
        found = {path: code for path, code in sources.items() if declaration in code}
        own[declaration] = {path for path, code in found.items() if definition.search(code)}
        users[declaration] = {
            path for path, code in found.items() if path not in own[declaration] and use.search(code)}
    unlinked, previous = set(), None
    while unlinked != previous:
        previous = unlinked
        ignored = set().union(*(own[declaration] for declaration in unlinked))
        unlinked = {declaration for declaration in declarations if not users[declaration] - ignored}
    return unlinked


def unlinked_cases(operations):
    """Ids of the cases whose operation's code no program uses, and those of unknown operations."""
    declarations = operation_declarations()
    unlinked = unlinked_declarations(set(declarations.values()), program_sources())
    return {case for case, operation in operations.items() if declarations.get(operation) in unlinked | {None}}


def rows():
    with open(TABLE, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            fields = line.rstrip("\n").split("\t")
            if number > 1:
                yield number, fields


def faults(passed, cases, unlinked):
    suites = {name.split("/", 1)[0] for name in passed}
    identifiers = set()
    for number, fields in rows():
        location = f"docs/features.tsv:{number}"
        if len(fields) != 4:
            yield f"{location}: has {len(fields)} fields, not 4"
            continue
        identifier, _, state, references = fields
        if identifier in identifiers:
            yield f"{location}: {identifier} occurs twice"
        identifiers.add(identifier)
        if state != "done" and not re.match(r"(missing|partly): .", state):
            yield f"{location}: the state of {identifier} is not done, missing: ... or partly: ..."
        if state == "done" and not references:
            yield f"{location}: {identifier} is done but has no reference"
        references = list(filter(None, references.split("; ")))
        if state == "done" and references and unlinked.issuperset(references):
            yield f"{location}: {identifier} is done but no program uses the code of {', '.join(references)}"
        for reference in references:
            if reference.endswith("/*"):
                is_known = reference[:-2] in suites
            elif "/" in reference:
                is_known = reference in passed
            else:
                is_known = reference in cases and CASE_TEST in passed
            if not is_known:
                yield f"{location}: {identifier}: no passed test or case is named {reference}"


def undocumented_importers():
    """A line for each importer, or source of one, that the page about importing lacks."""
    with open(IMPORTING, encoding="utf-8") as file:
        page = file.read()
    for path in sorted(glob.glob(os.path.join(ROOT, "Plugins", "*", "plugin.json"))):
        with open(path, encoding="utf-8") as file:
            manifest = json.load(file)
        if manifest["kind"] != "importer":
            continue
        name = manifest["name"]
        rows = [" | ".join(source.split(": ", 1)) for source in manifest.get("sources", [])]
        for row in rows or [""]:
            if f"{row} | `{name}` |\n" not in page:
                yield f"{os.path.relpath(IMPORTING, ROOT)}: no row ends with: {row} | `{name}` |"


def main():
    passed = passed_tests(sys.argv[1:]) if sys.argv[1:] else declared_tests()
    passed |= browser_tests()
    operations = case_operations()
    found = list(faults(passed, set(operations), unlinked_cases(operations))) + list(undocumented_importers())
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
