"""Imports pyzmq, and connects its sockets. If it is missing, its first use raises an error with a hint."""

from __future__ import annotations

import itertools
import json
import os
import stat
from typing import Any

from .errors import error, invalid_endpoint, not_running, refused

try:
    import zmq
    import zmq.asyncio
    from zmq.utils.monitor import recv_monitor_message
except ImportError:
    class _Missing:
        def __getattr__(self, _: str) -> Any:
            raise error(9, "The client needs pyzmq, which is not installed for this Python.",
                        "Install it with: pip install pyzmq, or for /usr/bin/python3: apt install python3-zmq")

    zmq: Any = _Missing()  # type: ignore[no-redef]
    recv_monitor_message: Any = zmq  # type: ignore[no-redef]

#: Seconds to wait for the broker of a home, which may be starting, and for one on another machine.
CONNECT_SECONDS = 2.0
REMOTE_CONNECT_SECONDS = 5.0

#: Seconds between attempts to connect: the first pause, which doubles with each further attempt, and the longest.
FIRST_PAUSE_SECONDS = 0.02
LONGEST_PAUSE_SECONDS = 0.2
#: Time after which libzmq connects a socket again: long after the client has opened another one.
RECONNECT_MILLISECONDS = 3_600_000

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


class Connection:
    """A DEALER socket for one connection to a broker, and the monitor of its events.

    libzmq's own reconnection would send messages for one broker to the next. With ZMQ_IMMEDIATE, the end of
    a connection would drop the answers that have arrived, and abort the process in the middle of one."""

    _numbers = itertools.count()

    def __init__(self, context: Any, endpoint: str, key: dict[str, Any] | None) -> None:
        self.is_established = False
        #: True after the end of the connection, or a failed attempt to connect.
        self.has_ended = False
        #: True if the broker does not accept the key.
        self.is_refused = False
        self.socket = context.socket(zmq.DEALER)
        self.socket.linger = 0
        self.socket.reconnect_ivl = RECONNECT_MILLISECONDS
        if key:
            self.socket.curve_serverkey = key["serverKey"].encode()
            self.socket.curve_publickey = key["publicKey"].encode()
            self.socket.curve_secretkey = key["secretKey"].encode()
            for option, value in REMOTE_OPTIONS.items():
                self.socket.setsockopt(getattr(zmq, option), value)
        self.monitor = self.socket.get_monitor_socket(
            zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED | zmq.EVENT_CONNECT_RETRIED
            | zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
            | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL, f"inproc://dayline-monitor-{next(self._numbers)}")
        try:
            self.socket.connect(endpoint)
        except zmq.ZMQError as problem:
            self.close()
            raise invalid_endpoint(endpoint, problem.strerror or str(problem)) from None

    def process(self, event: dict[str, Any]) -> None:
        """Processes an event of the monitor."""
        if event["event"] == zmq.EVENT_HANDSHAKE_SUCCEEDED:
            self.is_established = True
        else:
            self.has_ended = True
            self.is_refused |= event["event"] == zmq.EVENT_HANDSHAKE_FAILED_AUTH

    def close(self) -> None:
        """Closes the socket and its monitor."""
        self.has_ended = True
        self.socket.disable_monitor()
        self.monitor.close(0)
        self.socket.close()


class Connector:
    """Opens connections to an endpoint, with a key to another machine, one after another."""

    def __init__(self, endpoint: str, key: dict[str, Any] | None) -> None:
        self.endpoint = endpoint
        self.key = key
        self.seconds = REMOTE_CONNECT_SECONDS if key else CONNECT_SECONDS
        self._pause = FIRST_PAUSE_SECONDS

    def open(self, context: Any) -> Connection:
        """Opens the next connection."""
        return Connection(context, self.endpoint, self.key)

    def pause(self, ended: Connection) -> float:
        """Seconds to wait after a connection before the next is opened."""
        pause = FIRST_PAUSE_SECONDS if ended.is_established else self._pause
        self._pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
        return pause

    def problem(self, is_refused: bool = False) -> Exception:
        """The error of a call that cannot be sent."""
        if self.key and is_refused:
            return refused(self.endpoint, self.key.get("name", ""))
        return not_running(self.endpoint, has_key=bool(self.key))


__all__ = ["Connection", "Connector", "read_key", "recv_monitor_message", "zmq"]
