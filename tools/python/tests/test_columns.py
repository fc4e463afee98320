"""Tests of columns as NumPy arrays and as `array`."""

import array
import os
import sys
import unittest
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from dayline import wire  # noqa: E402

TYPES = {"i32": ("i", [-1, 2**31 - 1]), "i64": ("q", [-(2**63), 7]),
         "u64": ("Q", [0, 2**64 - 1]), "f64": ("d", [0.1, -1e300])}


def round_trip(columns):
    """The columns of an item after encoding and decoding."""
    call = wire.new_call()
    return wire.parse(wire.content(wire.ITEM, call, columns=columns)).columns


class PlainColumns(unittest.TestCase):
    def setUp(self):
        patch = mock.patch.object(wire, "numpy", None)
        patch.start()
        self.addCleanup(patch.stop)

    def test_each_type_survives_a_round_trip(self):
        for name, (typecode, values) in TYPES.items():
            with self.subTest(name):
                column = round_trip({"x": array.array(typecode, values)})["x"]
                self.assertEqual(column, array.array(typecode, values))

    def test_bytes_are_bytes(self):
        self.assertEqual(round_trip({"data": b"\0\xff"}), {"data": b"\0\xff"})

    def test_a_value_that_is_not_a_column_is_rejected(self):
        with self.assertRaises(TypeError):
            round_trip({"x": [1, 2]})


@unittest.skipUnless(wire.numpy, "NumPy is not installed.")
class NumericColumns(unittest.TestCase):
    def test_each_type_survives_a_round_trip(self):
        for name, (_, values) in TYPES.items():
            with self.subTest(name):
                sent = wire.numpy.array(values, dtype=wire._DTYPES[name])
                column = round_trip({"x": sent})["x"]
                self.assertEqual(column.dtype, sent.dtype)
                self.assertEqual(column.tolist(), values)

    def test_arrays_are_accepted(self):
        column = round_trip({"x": array.array("d", [1.5])})["x"]

        self.assertIsInstance(column, wire.numpy.ndarray)
        self.assertEqual(column.tolist(), [1.5])

    def test_an_unsupported_type_is_rejected(self):
        with self.assertRaises(TypeError):
            round_trip({"x": wire.numpy.array([1], dtype="<i2")})


if __name__ == "__main__":
    unittest.main()
