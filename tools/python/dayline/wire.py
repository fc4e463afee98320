"""Encoding and decoding of messages, as docs/protocol.md defines them, without sockets."""

from __future__ import annotations

import array
import json
import os
import struct
import sys
from typing import Any, Mapping, NamedTuple

from .errors import error

VERSION = 1
PREAMBLE = struct.Struct("<2s2B2H2I")
REPEATABLE = 1 << 4

REQUEST, ITEM, END, FINAL, CREDIT, CANCEL, PING, EVENT = b"QIBFWCHE"

_TYPECODES = {"i32": "i", "i64": "q", "u64": "Q", "f64": "d"}

try:
    import numpy
    _DTYPES = {"i32": "<i4", "i64": "<i8", "u64": "<u8", "f64": "<f8"}
except ImportError:
    numpy = None


class Message(NamedTuple):
    """A decoded message."""

    kind: int
    status: int
    number: int
    call: bytes
    route: str
    header: dict[str, Any]
    body: object
    columns: dict[str, Any]


def new_call() -> bytes:
    """A random identifier of a call."""
    return os.urandom(16)


def preamble(kind: int, status: int = 0, ttl_ms: int = 0, number: int = 0,
             flags: int = 0) -> bytes:
    """The first frame of a message."""
    return PREAMBLE.pack(b"BX", VERSION, kind, flags, status, ttl_ms, number)


def content(kind: int, call: bytes, route: str = "", header: Mapping[str, Any] | None = None,
            body: Any = None, columns: Mapping[str, Any] | None = None,
            **fields: int) -> list[bytes]:
    """The frames of a message with a body; `columns` maps names to arrays or bytes."""
    header = {k: v for k, v in (header or {}).items() if v is not None}
    frames = []
    if columns:
        header["columns"] = []
        for name, values in columns.items():
            kind_name, data = _column(values)
            header["columns"].append({"name": name, "type": kind_name})
            frames.append(data)
    return [
        preamble(kind, **fields), call, route.encode(),
        json.dumps(header, separators=(",", ":"), sort_keys=True).encode() if header else b"",
        # JSON has no NaN and no infinities.
        b"" if body is None
        else json.dumps(body, separators=(",", ":"), allow_nan=False).encode(), *frames,
    ]


def bare(kind: int, call: bytes, number: int = 0) -> list[bytes]:
    """The frames of a message without a body."""
    return [preamble(kind, number=number), call]


def parse(frames: list[bytes]) -> Message:
    """The message of `frames`; columns are NumPy arrays if NumPy is installed, otherwise `array`."""
    magic, version, kind, _, status, _, number = PREAMBLE.unpack(frames[0])
    if magic != b"BX" or version != VERSION:
        raise error(12, f"The message has protocol version {version}, this client has {VERSION}.")
    frames = frames + [b""] * (5 - len(frames))
    header = json.loads(frames[3]) if frames[3] else {}
    described = header.get("columns", [])
    columns = {
        column["name"]: _values(column["type"], data)
        for column, data in zip(described, frames[5:])
    }
    body = json.loads(frames[4]) if frames[4] else None
    return Message(
        kind, status, number, frames[1], bytes(frames[2]).decode(), header, body, columns)


def value(message: Message) -> Any:
    """The result of a message for the caller: its body, or (body, columns)."""
    return (message.body, message.columns) if message.columns else message.body


def _column(values: Any) -> tuple[str, bytes]:
    if isinstance(values, (bytes, bytearray, memoryview)):
        return "bytes", bytes(values)
    if numpy is not None and isinstance(values, numpy.ndarray):
        for name, dtype in _DTYPES.items():
            if values.dtype == numpy.dtype(dtype):
                return name, values.tobytes()
        raise TypeError(f"A column cannot have elements of type {values.dtype}.")
    for name, typecode in _TYPECODES.items():
        if isinstance(values, array.array) and values.typecode == typecode:
            return name, _little_endian(values).tobytes()
    raise TypeError("A column must be bytes, an array of typecode i, q, Q or d, or a NumPy array.")


def _values(kind: str, data: bytes) -> Any:
    if kind == "bytes":
        return bytes(data)
    if numpy is not None:
        return numpy.frombuffer(data, dtype=_DTYPES[kind])
    values = array.array(_TYPECODES[kind])
    values.frombytes(bytes(data))
    return _little_endian(values)


def _little_endian(values: array.array[Any]) -> array.array[Any]:
    if sys.byteorder == "big":
        values = array.array(values.typecode, values)
        values.byteswap()
    return values
