#!/usr/bin/env python3
"""Counts the lines of Swift code: non-blank lines that are not only a comment.

usage: count-lines.py [ROOT [OTHER_ROOT]]

Prints the lines of each folder of Modules, Plugins, Tests and tools, and their sum. With OTHER_ROOT, a
checkout of another commit, prints both counts and the difference.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOP_LEVEL = ("Modules", "Plugins", "Tests", "tools")
BLOCK_COMMENT = re.compile(r"^\s*/\*.*?\*/[ \t]*$", re.S | re.M)


def code_lines(path):
    with open(path, encoding="utf-8") as file:
        text = BLOCK_COMMENT.sub("", file.read())
    lines = (line.strip() for line in text.splitlines())
    return sum(1 for line in lines if line and not line.startswith("//"))


def count(root):
    """{folder: lines of code}"""
    counts = {}
    for top in TOP_LEVEL:
        for parent, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = [folder for folder in folders if not folder.startswith(".")]
            for name in names:
                if name.endswith(".swift"):
                    path = os.path.join(parent, name)
                    depth = 3 if "/Support/" in path else 2
                    folder = "/".join(os.path.relpath(path, root).split("/")[:depth])
                    counts[folder] = counts.get(folder, 0) + code_lines(path)
    counts["all"] = sum(counts.values())
    return counts


def main():
    now = count(sys.argv[1] if len(sys.argv) > 1 else ROOT)
    if len(sys.argv) < 3:
        for folder, lines in sorted(now.items()):
            print(f"{lines:8} {folder}")
        return
    other = count(sys.argv[2])
    for folder in sorted(now.keys() | other.keys()):
        lines, others = now.get(folder, 0), other.get(folder, 0)
        print(f"{others:8} {lines:8} {lines - others:+8} {folder}")


if __name__ == "__main__":
    main()
