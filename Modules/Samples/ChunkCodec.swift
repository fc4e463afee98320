internal import CXXHash

/// The encoding of a chunk's samples as bytes. The format is in the README of this folder.
///
/// Decoding restores every bit of every value, including NaN and -0. Equal columns have equal
/// encodings.
package enum ChunkCodec {
    package static let version: UInt8 = 1
    /// The maximum number of samples of a chunk: four per second of its segment of 2^20 seconds.
    package static let maximumCount = 1 << 22
    package static let headerSize = 16

    static let checksumOffset = 8
    static let rawValues: UInt8 = 1
    static let decimalValues: UInt8 = 0

    /// XXH3-64 of the bytes from offset 16, seeded with the first eight bytes.
    static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        let head = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        guard let base = bytes.baseAddress else { return 0 }
        return XXH3_64bits_withSeed(base + headerSize, bytes.count - headerSize, head)
    }

    /// Writes the checksum into `bytes`, the last step of encoding. Tests use it on invalid
    /// content.
    package static func seal(_ bytes: inout [UInt8]) {
        let sum = bytes.withUnsafeBytes { checksum(of: $0) }
        withUnsafeBytes(of: sum.littleEndian) { source in
            bytes.replaceSubrange(checksumOffset..<headerSize, with: source)
        }
    }
}
