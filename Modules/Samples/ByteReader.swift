/// A sequential reader of bytes with bounds checks.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset: Int
    private let end: Int

    /// Reads `bytes` from `offset`. The last `padding` bytes may be loaded but are not content.
    init(_ bytes: UnsafeRawBufferPointer, from offset: Int, padding: Int) {
        self.bytes = bytes
        self.offset = offset
        end = bytes.count - padding
    }

    var isAtEnd: Bool { offset == end }
    var remaining: Int { end - offset }

    mutating func byte(_ part: String) throws(ChunkError) -> UInt8 {
        guard offset < end else { throw .malformed(part: part) }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func fixed(_ part: String) throws(ChunkError) -> UInt64 {
        let slice = try read(8, part)
        return UInt64(littleEndian: slice.loadUnaligned(as: UInt64.self))
    }

    mutating func varint(_ part: String) throws(ChunkError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte(part)
            // The tenth byte can have only one bit.
            guard shift < 63 || next <= 1 else { throw .malformed(part: part) }
            value |= UInt64(next & 0x7f) << shift
            if next < 0x80 { return value }
            shift += 7
        }
    }

    mutating func zigzag(_ part: String) throws(ChunkError) -> Int64 {
        let value = try varint(part)
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    mutating func text(_ part: String) throws(ChunkError) -> String {
        let count = try varint(part)
        guard count <= UInt64(remaining) else { throw .malformed(part: part) }
        let slice = try read(Int(count), part)
        guard let text = String(validating: slice, as: UTF8.self) else {
            throw .malformed(part: part)
        }
        return text
    }

    /// The next `count` bytes.
    mutating func read(_ count: Int, _ part: String) throws(ChunkError) -> UnsafeRawBufferPointer {
        guard count >= 0 && count <= remaining else { throw .malformed(part: part) }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
    }
}
