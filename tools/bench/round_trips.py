"""Counts the round trips to a PostgreSQL server by moving its bytes.

The server ends each answer with the message ReadyForQuery, also that to statements which are sent together.
"""
import os
import socket
import threading

from remote_folds import move

READY_FOR_QUERY = b"Z"
HEADER_BYTES = 5
READ_BYTES = 65536


class Relay:
    """A Unix socket in a folder, as libpq finds it, whose connections lead to another one."""

    def __init__(self, folder, port, target):
        self.target, self.lock, self.answers = target, threading.Lock(), 0
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(folder, f".s.PGSQL.{port}"))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.target)
            for work in (move, self.move_answers):
                threading.Thread(target=work, args=(client, server), daemon=True).start()

    def move_answers(self, client, server):
        pending = b""
        try:
            while data := server.recv(READ_BYTES):
                pending = self.count(pending + data)
                client.sendall(data)
            client.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # The connection has ended.

    def count(self, data):
        """Counts the answers that end in `data`. Returns the start of an incomplete message."""
        place = 0
        while len(data) - place >= HEADER_BYTES:
            # The length includes itself and not the type.
            end = place + 1 + int.from_bytes(data[place + 1:place + HEADER_BYTES], "big")
            if end > len(data):
                break
            if data[place:place + 1] == READY_FOR_QUERY:
                with self.lock:
                    self.answers += 1
            place = end
        return data[place:]
