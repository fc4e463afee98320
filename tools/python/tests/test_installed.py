"""Tests of the library as pip installs it. Skipped where it is not installed."""

import importlib
import importlib.metadata
import importlib.util
import inspect
import os
import pkgutil
import re
import unittest

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "Modules",
                      "HostFiles", "ProductVersion.swift")


@unittest.skipUnless(importlib.util.find_spec("dayline"), "the library is not installed")
class InstalledTest(unittest.TestCase):
    def setUp(self):
        self.package = importlib.import_module("dayline")

    def test_the_package_marks_its_type_hints(self):
        self.assertTrue(os.path.exists(os.path.join(os.path.dirname(self.package.__file__), "py.typed")))

    def test_the_version_is_that_of_the_programs(self):
        # The sources on the path have no version.
        if not any(importlib.metadata.distributions(name="dayline")):
            return
        with open(SOURCE, encoding="utf-8") as file:
            number, mark, _ = re.search(r'text = "([^"]+)"', file.read())[1].partition("-dev")
        self.assertEqual(importlib.metadata.version("dayline"), number + (".dev0" if mark else ""))

    def test_each_module_and_public_class_has_a_docstring(self):
        for info in pkgutil.iter_modules(self.package.__path__):
            module = importlib.import_module(f"dayline.{info.name}")
            self.assertTrue(module.__doc__, info.name)
            for name, value in vars(module).items():
                is_own = getattr(value, "__module__", None) == module.__name__
                if is_own and inspect.isclass(value) and not name.startswith("_"):
                    self.assertTrue(value.__doc__, f"{info.name}.{name}")


if __name__ == "__main__":
    unittest.main()
