"""The version of the package: that of the programs of this tree."""

import pathlib
import re

import setuptools

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "Modules" / "HostFiles" / "ProductVersion.swift"

setuptools.setup(version=re.search(r'text = "([^"]+)"', SOURCE.read_text())[1])
