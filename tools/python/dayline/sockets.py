"""Imports pyzmq. If it is missing, its first use raises an error with a hint."""

from typing import Any

from .errors import error

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

__all__ = ["recv_monitor_message", "zmq"]
