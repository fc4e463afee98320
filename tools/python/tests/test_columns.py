"""Columns as NumPy arrays where there is NumPy, and as Python's own arrays otherwise."""

import array
import os
import sys
import unittest
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from dayline import wire  # noqa: E402

TYPES = {"i32": ("i", [-1, 2**31 - 1]), "i64": ("q", [-(2**63), 7]),
         "u64": ("Q", [0, 2**64 - 1]), "f64": ("d", [0.1, -1e300])}


def passed_on(columns):
    """The columns of an item that was written and read."""
    call = wire.new_call()
    return wire.parse(wire.content(wire.ITEM, call, columns=columns)).columns


class PlainColumns(unittest.TestCase):
    def setUp(self):
        patch = mock.patch.object(wire, "numpy", None)
        patch.start()
        self.addCleanup(patch.stop)

    def test_each_type_comes_back_as_it_went(self):
        for name, (typecode, values) in TYPES.items():
            with self.subTest(name):
                column = passed_on({"x": array.array(typecode, values)})["x"]
                self.assertEqual(column, array.array(typecode, values))

    def test_bytes_are_bytes(self):
        self.assertEqual(passed_on({"data": b"\0\xff"}), {"data": b"\0\xff"})

    def test_what_is_no_column_is_refused(self):
        with self.assertRaises(TypeError):
            passed_on({"x": [1, 2]})


@unittest.skipUnless(wire.numpy, "There is no NumPy.")
class NumericColumns(unittest.TestCase):
    def test_each_type_comes_back_as_it_went(self):
        for name, (_, values) in TYPES.items():
            with self.subTest(name):
                sent = wire.numpy.array(values, dtype=wire._DTYPES[name])
                column = passed_on({"x": sent})["x"]
                self.assertEqual(column.dtype, sent.dtype)
                self.assertEqual(column.tolist(), values)

    def test_pythons_arrays_are_taken_too(self):
        column = passed_on({"x": array.array("d", [1.5])})["x"]

        self.assertIsInstance(column, wire.numpy.ndarray)
        self.assertEqual(column.tolist(), [1.5])

    def test_a_type_that_no_column_holds_is_refused(self):
        with self.assertRaises(TypeError):
            passed_on({"x": wire.numpy.array([1], dtype="<i2")})


if __name__ == "__main__":
    unittest.main()
