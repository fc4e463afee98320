#!/usr/bin/env python3
"""Checks the layers of the modules, and the entries of the top level.

Package.swift lists its targets by layer under comments of the form `// Layer 2, ...`.
A target may import lower layers and, in its own layer, only targets listed before it. Further:

  layer 0   may only import the standard library, FoundationEssentials and system modules
  layer 2   transports bytes and must not import layer 0
  layers 0 to 5 may import FoundationEssentials, but not Foundation, whose libraries every program would load
  layer 4   services must not import each other: they call each other through contracts

Both the declared dependencies and the import lines of the sources are checked. Test targets have no
layer. Prints a line for each fault; exit status 1 if there is one.
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOMAIN, TRANSPORT, SERVICES, PROGRAMS = 0, 2, 4, 5
TOP_LEVEL = {
    "Package.swift", "Modules", "Plugins", "Tests", "tools", "docs",
    "README.md", "LICENSE", "CONTRIBUTING.md", "CHANGELOG.md",
}

LAYER_COMMENT = re.compile(r"^\s*// Layer (\d+)\b")
TARGET_LINE = re.compile(
    r'^\s*\.(?:module|program|plugin|systemLibrary|tool|support)\(\s*(?:name:\s*)?"([\w-]+)"')
NAME_ALONE = re.compile(r'^\s*(?:name:\s*)?"([\w-]+)"\s*,?')
OPENING_ALONE = re.compile(r"^\s*\.(?:module|program|plugin|systemLibrary|tool|support)\(\s*$")
LONG_STRING = re.compile(r'""".*?"""', re.S)
IMPORT = re.compile(
    r"^\s*(?:@[\w()]+\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(\w+)")


def layers_of(manifest):
    """{target: (layer, position)} in the order of the manifest's text."""
    positions, layer, opened = {}, None, False
    for line in manifest.splitlines():
        if comment := LAYER_COMMENT.match(line):
            layer = int(comment.group(1))
        found = NAME_ALONE.match(line) if opened else TARGET_LINE.match(line)
        if found and layer is not None:
            positions[found.group(1)] = (layer, len(positions))
        opened = bool(OPENING_ALONE.match(line))
    return positions


def described_targets():
    command = ["swift", "package", "--package-path", ROOT]
    if scratch := os.environ.get("DAYLINE_SCRATCH"):
        command += ["--scratch-path", scratch]
    output = subprocess.run(command + ["dump-package"], check=True, capture_output=True, text=True)
    return json.loads(output.stdout)["targets"]


def declared(target):
    """The names of a target's dependencies, including package products."""
    for dependency in target["dependencies"]:
        for form in ("byName", "target", "product"):
            if form in dependency:
                yield dependency[form][0]


def imports_in(folder):
    """Yields (file, line number, module) for every import line below a folder."""
    for parent, _, names in os.walk(folder):
        for name in sorted(n for n in names if n.endswith(".swift")):
            path = os.path.join(parent, name)
            with open(path, encoding="utf-8") as source:
                text = LONG_STRING.sub(lambda m: "\n" * m.group().count("\n"), source.read())
            for number, line in enumerate(text.splitlines(), 1):
                if found := IMPORT.match(line):
                    yield os.path.relpath(path, ROOT), number, found.group(1)


def objection(name, other, places, products):
    """The reason why `name` must not import `other`; None if it may."""
    layer, position = places[name]
    if other not in places:
        if layer == DOMAIN and other in products:
            return f"layer {DOMAIN} must not import packages"
        if layer <= PROGRAMS and other == "Foundation":
            return f"layers {DOMAIN} to {PROGRAMS} must not import Foundation: use FoundationEssentials"
        return None
    other_layer, other_position = places[other]
    if other_layer > layer:
        return f"{name} is in layer {layer}, {other} above it in layer {other_layer}"
    if other_layer == layer == SERVICES:
        return "services must not import each other: they call each other through contracts"
    if other_layer == layer and other_position >= position:
        return f"{other} is listed after {name} in layer {layer} of Package.swift"
    if layer == TRANSPORT and other_layer == DOMAIN:
        return f"layer {TRANSPORT} must not import layer {DOMAIN}"
    return None


def layer_faults(targets, places):
    layered = [t for t in targets if t["type"] not in ("test", "macro")]
    products = {n for t in targets for n in declared(t)} - {t["name"] for t in targets}
    for target in layered:
        name = target["name"]
        if name not in places:
            yield f"Package.swift: {name} is under no `// Layer N` comment"
            continue
        for other in declared(target):
            if reason := objection(name, other, places, products):
                yield f"Package.swift: {name} depends on {other}: {reason}"
        for file, line, other in imports_in(os.path.join(ROOT, target["path"])):
            if reason := objection(name, other, places, products):
                yield f"{file}:{line}: {name} imports {other}: {reason}"


def top_level_faults():
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files"], capture_output=True, text=True)
    entries = {path.split("/")[0] for path in listed.stdout.splitlines()}
    for entry in sorted(entries - TOP_LEVEL):
        if not entry.startswith("."):
            yield f"{entry}: does not belong at the top level (see {os.path.basename(__file__)})"


def main():
    with open(os.path.join(ROOT, "Package.swift"), encoding="utf-8") as manifest:
        places = layers_of(manifest.read())
    if not places:
        sys.exit("Package.swift: found no target under a `// Layer N` comment")
    faults = [*layer_faults(described_targets(), places), *top_level_faults()]
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
