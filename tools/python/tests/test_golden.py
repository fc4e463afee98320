"""Tests of the golden messages, which the Swift tests encode and decode as well.

Run alone with: python3 -m unittest discover -s tools/python/tests"""

import array
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "tools", "python"))

from dayline import wire  # noqa: E402
from dayline.call import Call  # noqa: E402

GOLDEN = os.path.join(ROOT, "Tests", "RPCTests", "Golden")
CALL = bytes(range(16))


def messages(name):
    """The messages of a file, each a list of frames."""
    found = []
    with open(os.path.join(GOLDEN, f"{name}.txt"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("preamble"):
                found.append([])
            if line.startswith("  "):
                found[-1][-1] += bytes.fromhex(line[2:49])
            elif line.strip():
                found[-1].append(b"")
    return found


def column(typecode, values):
    return array.array(typecode, values)


def encoded(name):
    """The frames that this client encodes for the message of that name."""
    if name == "request":
        call = Call("dayline.storage.Entries/Append", {"value": 250}, profile="ana",
                    idempotency_key="log-7", timeout=30, window=8, repeatable=True,
                    contract=1)
        call.request[1] = CALL
        return call.request
    if name == "item":
        return wire.content(
            wire.ITEM, CALL, body={}, number=3,
            columns={"start": column("q", [-1, 1_700_000_000_000]),
                     "value": column("d", [72.5, -0.0])})
    if name == "failure":
        return wire.content(
            wire.FINAL, CALL, status=5, number=4, header={
                "message": 'There is no activity called "Wter".',
                "hint": 'Did you mean "Water"?'})
    return {
        "credit": lambda: wire.bare(wire.CREDIT, CALL, 4),
        "end": lambda: wire.bare(wire.END, CALL, 12),
        "cancel": lambda: wire.bare(wire.CANCEL, CALL),
    }[name]()


class GoldenMessages(unittest.TestCase):
    def test_each_message_is_encoded_as_its_golden_file(self):
        for name in ["request", "item", "failure", "credit", "end", "cancel"]:
            with self.subTest(name):
                expected = messages(name)[0]
                frames = encoded(name)
                self.assertEqual(frames, expected)

    def test_a_request_is_read(self):
        message = wire.parse(messages("request")[0])

        self.assertEqual(message.kind, wire.REQUEST)
        self.assertEqual(message.route, "dayline.storage.Entries/Append")
        self.assertEqual(message.header, {"profile": "ana", "idempotencyKey": "log-7"})
        self.assertEqual(message.body, {"value": 250})
        self.assertEqual(message.number, 8)

    def test_columns_are_read(self):
        message = wire.parse(messages("item")[0])

        self.assertEqual(list(message.columns["start"]), [-1, 1_700_000_000_000])
        self.assertEqual(list(message.columns["value"]), [72.5, 0.0])
        self.assertEqual(message.number, 3)

    def test_a_failure_is_read(self):
        message = wire.parse(messages("failure")[0])

        self.assertEqual((message.kind, message.status, message.number), (wire.FINAL, 5, 4))
        self.assertEqual(message.header["hint"], 'Did you mean "Water"?')

    def test_an_answer_is_read(self):
        request, answer = map(wire.parse, messages("call"))

        self.assertEqual(request.call, answer.call)
        self.assertEqual(answer.body, {"instance": "", "state": "ready"})

    def test_signals_have_two_frames(self):
        for name, kind, number in [("credit", wire.CREDIT, 4), ("end", wire.END, 12),
                                   ("cancel", wire.CANCEL, 0), ("ping", wire.PING, 0)]:
            with self.subTest(name):
                message = wire.parse(messages(name)[0])
                self.assertEqual((message.kind, message.number), (kind, number))

    def test_every_golden_file_is_read(self):
        for file in os.listdir(GOLDEN):
            for frames in messages(file.removesuffix(".txt")):
                self.assertEqual(len(wire.parse(frames).call), 16, file)


if __name__ == "__main__":
    unittest.main()
