"""Writes FIT files: definitions and records of messages, with header and checksums."""
import struct

# 1989-12-31T00:00:00 UTC, from which the times of FIT count.
EPOCH = 631_065_600


class FITFile:
    def __init__(self):
        self.body = bytearray()

    def define(self, local, message, *fields):
        """Defines the message of a local number; a field is (number, size, base type)."""
        self.body.extend(struct.pack("<BBBHB", 0x40 | local, 0, 0, message, len(fields)))
        for field in fields:
            self.body.extend(field)

    def add(self, form, *values):
        """Adds a record, whose first value is its local number, in a form of struct."""
        self.body.extend(struct.pack(form, *values))

    def bytes(self):
        head = struct.pack("<BBHI4s", 14, 0x10, 0x0801, len(self.body), b".FIT")
        head += struct.pack("<H", crc16(head))
        return head + bytes(self.body) + struct.pack("<H", crc16(head + bytes(self.body)))


def crc16(data):
    """CRC-16 with the polynomial 0x8005, reflected."""
    value = 0
    for byte in data:
        value = (value >> 8) ^ TABLE[(value ^ byte) & 255]
    return value


def _entry(byte):
    for _ in range(8):
        byte = byte >> 1 ^ (0xA001 if byte & 1 else 0)
    return byte


TABLE = [_entry(byte) for byte in range(256)]
