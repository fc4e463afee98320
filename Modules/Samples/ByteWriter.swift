/// Bytes that are written one after the other.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append<Number: FixedWidthInteger>(fixed value: Number) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Seven bits a byte, the lowest first; the last byte has no high bit.
    mutating func append(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func append(zigzag value: Int64) {
        append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    mutating func append(_ text: String) {
        append(varint: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Adds `count` zeros, and lets `body` write over them and up to seven bytes past them.
    mutating func append(count: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count + 8))
        bytes.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            body(base + start)
        }
        bytes.removeLast(8)
    }

    /// What was written; nothing is left.
    consuming func finish() -> [UInt8] {
        bytes
    }
}
