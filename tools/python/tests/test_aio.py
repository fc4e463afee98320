"""Tests of the asyncio client on a socket."""

import asyncio
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import zmq.asyncio  # noqa: E402
from dayline import wire  # noqa: E402
from dayline.aio import OPEN_CALLS, Dayline  # noqa: E402
from dayline.errors import DeadlineExceeded, Unavailable, Unimplemented  # noqa: E402


class Broker:
    """A socket that answers requests: `answer(number)` is the status for a request, numbered from
    0; None sends nothing."""

    def __init__(self, endpoint, answer):
        self.most_open = self.requests = self.cancels = 0
        self._open = set()
        self._answer = answer
        self._socket = zmq.asyncio.Context.instance().socket(zmq.ROUTER)
        self._socket.linger = 0
        self._socket.bind(endpoint)

    async def __aenter__(self):
        self._serving = asyncio.create_task(self._serve())
        return self

    async def __aexit__(self, *_):
        self._serving.cancel()
        await asyncio.gather(self._serving, return_exceptions=True)
        self._socket.close()

    async def _serve(self):
        while True:
            messages = [await self._socket.recv_multipart()]
            # All pending messages, to count concurrent calls.
            while await self._socket.poll(20):
                messages.append(await self._socket.recv_multipart())
            finals = [final for message in messages for final in self._process(message)]
            for final in finals:
                await self._socket.send_multipart(final)

    def _process(self, frames):
        peer, message = frames[0], wire.parse(frames[1:])
        if message.kind == wire.CANCEL:
            self.cancels += 1
            self._open.discard(message.call)
        if message.kind != wire.REQUEST:
            return []
        self._open.add(message.call)
        self.most_open = max(self.most_open, len(self._open))
        status = self._answer(self.requests)
        self.requests += 1
        if status is None:
            return []
        self._open.discard(message.call)
        return [[peer, *wire.content(wire.FINAL, message.call, body={}, status=status)]]


class Serving(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.endpoint = f"ipc://{folder.name}/bus"

    async def asyncSetUp(self):
        # Debug mode takes a minute for thousands of tasks.
        asyncio.get_running_loop().set_debug(False)


class Limits(Serving):
    async def test_concurrent_calls_do_not_exceed_the_limit_of_the_broker(self):
        async with Broker(self.endpoint, lambda _: 0) as broker:
            async with Dayline(endpoint=self.endpoint) as bus:
                replies = await asyncio.gather(*(bus.call("s/M") for _ in range(3000)))

        self.assertEqual(replies, [{}] * 3000)
        self.assertEqual(broker.requests, 3000)
        self.assertLessEqual(broker.most_open, OPEN_CALLS)

    async def test_a_call_beyond_the_limit_ends_at_its_deadline_and_is_not_sent(self):
        async with Broker(self.endpoint, lambda _: None) as broker:
            async with Dayline(endpoint=self.endpoint, open_calls=1) as bus:
                first = asyncio.create_task(bus.call("s/M"))
                while not broker.requests:
                    await asyncio.sleep(0)
                with self.assertRaises(DeadlineExceeded):
                    await bus.call("s/M", timeout=0.01)
                first.cancel()
                await asyncio.gather(first, return_exceptions=True)

        self.assertEqual(broker.requests, 1)

    async def test_a_cancelled_call_admits_the_next(self):
        async with Broker(self.endpoint, lambda number: None if number == 0 else 0) as broker:
            async with Dayline(endpoint=self.endpoint, open_calls=1) as bus:
                first = asyncio.create_task(bus.call("s/M"))
                while not broker.requests:
                    await asyncio.sleep(0)
                first.cancel()

                self.assertEqual(await bus.call("s/M"), {})


class Retrying(Serving):
    async def test_a_repeatable_call_is_retried_after_transient_failures(self):
        async with Broker(self.endpoint, lambda number: [14, 8, 0][number]) as broker:
            async with Dayline(endpoint=self.endpoint) as bus:
                self.assertEqual(await bus.call("s/M", repeatable=True), {})

        self.assertEqual(broker.requests, 3)

    async def test_only_a_call_with_a_key_is_retried(self):
        async with Broker(self.endpoint, lambda number: [14, 0, 14][number]) as broker:
            async with Dayline(endpoint=self.endpoint) as bus:
                self.assertEqual(await bus.call("s/M", idempotency_key="k"), {})
                with self.assertRaises(Unavailable):
                    await bus.call("s/M")

        self.assertEqual(broker.requests, 3)

    async def test_a_call_has_at_most_three_attempts(self):
        async with Broker(self.endpoint, lambda _: 14) as broker:
            async with Dayline(endpoint=self.endpoint) as bus:
                with self.assertRaises(Unavailable):
                    await bus.call("s/M", repeatable=True)

        self.assertEqual(broker.requests, 3)


class Readers(unittest.IsolatedAsyncioTestCase):
    async def test_an_answer_of_another_version_ends_open_and_later_calls(self):
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
