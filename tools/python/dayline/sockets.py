"""Imports pyzmq, and connects its sockets. If it is missing, its first use raises an error with a hint."""

from __future__ import annotations

import json
import os
import stat
from typing import Any

from .errors import error, not_running, refused

try:
    import zmq
    import zmq.asyncio
    from zmq.utils.monitor import recv_monitor_message
except ImportError:
    class _Missing:
        def __getattr__(self, _: str) -> Any:
            raise error(9, "The client needs pyzmq, which is not installed for this Python.",
                        "Install it with: apt install python3-zmq")

    zmq: Any = _Missing()  # type: ignore[no-redef]
    recv_monitor_message: Any = zmq  # type: ignore[no-redef]

#: Seconds to wait for the broker of a home, which may be starting, and for one on another machine.
CONNECT_SECONDS = 2.0
REMOTE_CONNECT_SECONDS = 5.0

#: ZMTP heartbeats to another machine, and the time without a complete frame after which the connection ends:
#: the largest frame needs 67 s at 1 Mbit/s, and heartbeats wait behind it.
HEARTBEAT_MILLISECONDS = 2000
SILENCE_MILLISECONDS = 90_000
#: Time in which sent bytes have to be acknowledged. A slow link acknowledges parts of a frame.
ACKNOWLEDGEMENT_MILLISECONDS = 10_000
#: Seconds without data after which TCP probes the peer and between probes, and the unanswered probes after
#: which the connection ends.
PROBE_SECONDS = 2
PROBES = 4
#: Time in which a connection has to be established, and complete its handshake. Without it, TCP would wait
#: twice as long for each further attempt, up to two minutes.
HANDSHAKE_MILLISECONDS = 5000

#: Options of a socket to another machine.
REMOTE_OPTIONS = {
    "HEARTBEAT_IVL": HEARTBEAT_MILLISECONDS, "HEARTBEAT_TIMEOUT": SILENCE_MILLISECONDS,
    "TCP_MAXRT": ACKNOWLEDGEMENT_MILLISECONDS, "TCP_KEEPALIVE": 1, "TCP_KEEPALIVE_IDLE": PROBE_SECONDS,
    "TCP_KEEPALIVE_INTVL": PROBE_SECONDS, "TCP_KEEPALIVE_CNT": PROBES,
    "CONNECT_TIMEOUT": HANDSHAKE_MILLISECONDS, "HANDSHAKE_IVL": HANDSHAKE_MILLISECONDS, "IPV6": 1,
}

KEYS = ("publicKey", "secretKey", "serverKey")


def read_key(path: str) -> dict[str, Any]:
    """The content of a key file, which only its owner may read."""
    with open(path, encoding="utf-8") as file:
        if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
            raise error(7, f"The key file {path} can be read by other users.",
                        f"Restrict it with: chmod 600 {path}")
        try:
            key = json.load(file)
        except ValueError:
            key = None
    if not isinstance(key, dict) or not all(isinstance(key.get(name), str) for name in KEYS):
        raise error(3, f"{path} is not a key file.",
                    "Create one on the machine of the home: dayline keys new NAME --role ROLE")
    return key


class Connector:
    """Connects a DEALER socket to an endpoint, with a key to another machine."""

    def __init__(self, endpoint: str, key: dict[str, Any] | None) -> None:
        self.endpoint = endpoint
        self.key = key
        self.seconds = REMOTE_CONNECT_SECONDS if key else CONNECT_SECONDS
        #: True after the broker has refused the key. The socket does not connect again.
        self.is_refused = False

    def connect(self, socket: Any) -> Any:
        """Connects the socket. Returns the monitor of its connection."""
        socket.linger = 0
        # Messages for one broker are not sent to the next.
        socket.immediate = 1
        events = zmq.EVENT_DISCONNECTED
        if self.key:
            socket.curve_serverkey = self.key["serverKey"].encode()
            socket.curve_publickey = self.key["publicKey"].encode()
            socket.curve_secretkey = self.key["secretKey"].encode()
            for option, value in REMOTE_OPTIONS.items():
                socket.setsockopt(getattr(zmq, option), value)
            events |= zmq.EVENT_HANDSHAKE_FAILED_AUTH
        monitor = socket.get_monitor_socket(events)
        socket.connect(self.endpoint)
        return monitor

    def process(self, event: dict[str, Any]) -> None:
        """Processes an event of the monitor."""
        if event["event"] == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
            self.is_refused = True

    def problem(self) -> Exception:
        """The error of a call that cannot be sent."""
        if self.key and self.is_refused:
            return refused(self.endpoint, self.key.get("name", ""))
        return not_running(self.endpoint)


__all__ = ["Connector", "read_key", "recv_monitor_message", "zmq"]
