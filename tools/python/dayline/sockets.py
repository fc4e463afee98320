"""Imports pyzmq. If it is missing, its first use raises an error with a hint."""

from .errors import error

try:
    import zmq
    import zmq.asyncio
    from zmq.utils.monitor import recv_monitor_message
except ImportError:
    class _Missing:
        def __getattr__(self, _):
            raise error(9, "The client needs pyzmq, which is not installed for this Python.",
                        "Install it with: apt install python3-zmq")

    zmq = recv_monitor_message = _Missing()

__all__ = ["recv_monitor_message", "zmq"]
