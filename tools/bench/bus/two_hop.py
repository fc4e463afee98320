"""The three processes of two_hop.c with lean messages, in pyzmq.

usage: two_hop.py broker FRONT BACK | worker BACK | client FRONT SIZE CALLS FLIGHT
"""
import sys
import time

import zmq


def broker(front_address, back_address):
    context = zmq.Context()
    front, back = context.socket(zmq.ROUTER), context.socket(zmq.ROUTER)
    for socket in front, back:
        socket.set_hwm(10_000)
    front.bind(front_address)
    back.bind(back_address)
    worker = back.recv_multipart()[0]
    poller = zmq.Poller()
    poller.register(front, zmq.POLLIN)
    poller.register(back, zmq.POLLIN)
    while True:
        for socket, _ in poller.poll():
            for _ in range(64):
                try:
                    frames = socket.recv_multipart(zmq.DONTWAIT, copy=False)
                except zmq.Again:
                    break
                if socket is front:
                    back.send_multipart([worker, *frames], copy=False)
                else:
                    front.send_multipart(frames[1:], copy=False)


def worker(address):
    socket = zmq.Context().socket(zmq.DEALER)
    socket.set_hwm(10_000)
    socket.connect(address)
    socket.send(b"ready")
    while True:
        socket.send_multipart(socket.recv_multipart())


def client(address, size, calls, flight):
    socket = zmq.Context().socket(zmq.DEALER)
    socket.set_hwm(10_000)
    socket.connect(address)
    body, service = bytes(size), b"dayline.bench.Echo"
    for total in 1000, calls:  # the first one warms up
        sent, times, following = [0.0] * total, [], 0
        start, cpu = time.perf_counter(), time.process_time()
        while len(times) < total:
            while following < total and following - len(times) < flight:
                sent[following] = time.perf_counter()
                socket.send_multipart([service, following.to_bytes(16, "little"), body])
                following += 1
            _, call, _ = socket.recv_multipart()
            times.append(time.perf_counter() - sent[int.from_bytes(call, "little")])
    elapsed, spent = time.perf_counter() - start, time.process_time() - cpu
    times.sort()
    print(
        f"{times[total // 2] * 1e6:.1f} {times[total * 99 // 100] * 1e6:.1f} {total / elapsed:.0f}"
        f" {spent / total * 1e6:.2f}")


if __name__ == "__main__":
    role, *arguments = sys.argv[1:]
    {"broker": broker, "worker": worker, "client": client}[role](
        *[int(text) if text.isdecimal() else text for text in arguments])
