internal import CXXHash

/// A chunk's samples as bytes, a few to each sample. Its README has the format byte by byte.
///
/// What is decoded is what was encoded: every bit of every value, NaN and -0 included. Encoding the
/// same columns makes the same bytes.
package enum ChunkCodec {
    package static let version: UInt8 = 1
    /// More in one chunk is refused: a sample each quarter of a second would be fewer.
    package static let maximumCount = 1 << 22
    package static let headerSize = 16

    static let checksumOffset = 8
    static let rawValues: UInt8 = 1
    static let decimalValues: UInt8 = 0

    /// XXH3-64 of everything from byte 16 on, with the first eight bytes as its seed.
    static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        let head = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        guard let base = bytes.baseAddress else { return 0 }
        return XXH3_64bits_withSeed(base + headerSize, bytes.count - headerSize, head)
    }

    /// Makes the checksum of `bytes` right, whatever they hold; the last step of encoding.
    package static func seal(_ bytes: inout [UInt8]) {
        let sum = bytes.withUnsafeBytes { checksum(of: $0) }
        withUnsafeBytes(of: sum.littleEndian) { source in
            bytes.replaceSubrange(checksumOffset..<headerSize, with: source)
        }
    }
}
