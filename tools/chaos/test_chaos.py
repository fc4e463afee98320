#!/usr/bin/env python3
"""Tests of the power cut and of the comparison with acknowledged writes."""
import os
import random
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import powercut  # noqa: E402
from expected import Expected  # noqa: E402

INFINITE = float("inf")


def operation(kind, path="f", offset=0, length=0, token=0, data=b""):
    return powercut.Operation(kind, path, 0.0, offset, length or len(data), token, data)


CREATED = operation(powercut.CREATE)
SYNC = [operation(powercut.SYNC_BEGIN, token=1), operation(powercut.SYNC_END, token=1)]


def contents(operations, path="f"):
    """The contents of a file after 200 power cuts; None: the file is missing."""
    disk = powercut.Disk(operations)
    return {disk.files(random.Random(seed))[0].get(path) for seed in range(200)}


class PowerCutTests(unittest.TestCase):
    def test_a_synced_write_is_kept(self):
        write = operation(powercut.WRITE, data=b"a" * 5000)
        self.assertEqual(contents([CREATED, write, *SYNC]), {b"a" * 5000})

    def test_a_write_without_a_sync_is_kept_or_lost_in_blocks(self):
        write = operation(powercut.WRITE, data=b"a" * 1024)
        found = contents([CREATED, *SYNC, write])
        self.assertIn(b"a" * 1024, found)
        self.assertIn(b"", found)
        self.assertIn(bytes(512) + b"a" * 512, found)

    def test_a_write_during_a_sync_is_not_stored_by_it(self):
        write = operation(powercut.WRITE, data=b"a")
        self.assertIn(b"", contents([CREATED, *SYNC, SYNC[0], write, SYNC[1]]))

    def test_a_failed_sync_stores_nothing_and_a_later_one_may_not_either(self):
        write = operation(powercut.WRITE, data=b"a")
        failed = operation(powercut.SYNC_FAILED, token=1)
        self.assertEqual(contents([CREATED, *SYNC, write, SYNC[0], failed, *SYNC]), {b"", b"a"})

    def test_an_overwritten_part_is_the_old_or_the_new_one(self):
        old, new = (operation(powercut.WRITE, data=data) for data in (b"old", b"new"))
        self.assertEqual(contents([CREATED, old, *SYNC, new]), {b"old", b"new"})

    def test_a_renamed_file_has_one_of_its_names(self):
        rename = operation(powercut.RENAME, data=b"g")
        write = operation(powercut.WRITE, data=b"a")
        operations = [CREATED, write, *SYNC, rename]
        self.assertEqual(contents(operations), {b"a", None})
        self.assertEqual(contents(operations, "g"), {b"a", None})
        self.assertEqual(contents([*operations, *SYNC], "g"), {b"a"})


class ExpectedTests(unittest.TestCase):
    def problems(self, entries, writes, cut=INFINITE):
        expected = Expected()
        for number, state, is_acknowledged in writes:
            expected.add(number, state, is_acknowledged)
        return list(expected.problems([{"value": str(n), "note": note} for n, note in entries], cut))

    def test_an_acknowledged_write_has_to_be_stored_once(self):
        self.assertEqual(self.problems([(1, "a")], [(1, "a", True)]), [])
        self.assertTrue(self.problems([], [(1, "a", True)]))
        self.assertTrue(self.problems([(1, "a"), (1, "a")], [(1, "a", True)]))
        self.assertTrue(self.problems([(1, "b")], [(1, "a", True)]))

    def test_a_write_without_acknowledgement_is_stored_or_not(self):
        self.assertEqual(self.problems([(1, "a")], [(1, "a", False)]), [])
        self.assertEqual(self.problems([], [(1, "a", False)]), [])

    def test_an_undone_write_is_not_stored(self):
        self.assertTrue(self.problems([(1, "a")], [(1, "a", True), (1, None, True)]))

    def test_a_write_that_was_acknowledged_after_the_cut_may_be_lost(self):
        self.assertEqual(self.problems([], [(1, "a", True)], cut=0), [])

    def test_an_entry_that_was_never_written_is_a_problem(self):
        self.assertTrue(self.problems([(7, "a")], [(1, "a", False)]))


if __name__ == "__main__":
    unittest.main()
