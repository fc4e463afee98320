"""The asyncio client, on a socket of its own."""

import asyncio
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import zmq.asyncio  # noqa: E402
from dayline.aio import Dayline  # noqa: E402
from dayline.errors import Unimplemented  # noqa: E402


class Readers(unittest.IsolatedAsyncioTestCase):
    async def test_an_answer_of_another_version_ends_every_call_and_those_made_later(self):
        with tempfile.TemporaryDirectory() as folder:
            endpoint = f"ipc://{folder}/bus"
            with zmq.asyncio.Context.instance().socket(zmq.ROUTER) as broker:
                broker.linger = 0
                broker.bind(endpoint)
                async with Dayline(endpoint=endpoint, timeout=30.0) as bus:
                    calls = [asyncio.create_task(bus.call("s/M")) for _ in range(2)]
                    requests = [await broker.recv_multipart() for _ in calls]
                    answer = requests[0][1]
                    await broker.send_multipart(
                        [requests[0][0], answer[:2] + bytes([answer[2] + 1]) + answer[3:]])

                    ended = await asyncio.gather(*calls, return_exceptions=True)
                    with self.assertRaises(Unimplemented):
                        await bus.call("s/M")

        self.assertEqual([type(end) for end in ended], [Unimplemented, Unimplemented])


if __name__ == "__main__":
    unittest.main()
