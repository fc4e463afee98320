/// A sequential writer of bytes.
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

    /// Appends seven bits for each byte, lowest first; the last byte has no high bit.
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

    /// Appends `count` zeros that `body` overwrites; `body` may write up to seven bytes past them.
    mutating func append(count: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count + 8))
        bytes.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            body(base + start)
        }
        bytes.removeLast(8)
    }

    /// Returns the written bytes and ends the writer.
    consuming func finish() -> [UInt8] {
        bytes
    }
}
