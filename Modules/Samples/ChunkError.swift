/// Why bytes are no chunk. Whatever the bytes are, decoding ends in a value or in one of these.
package enum ChunkError: Error, Hashable, Sendable {
    /// A later program wrote it.
    case unknownVersion(UInt8)
    case checksumMismatch
    /// It says that it holds more samples than a chunk can.
    case tooManySamples(Int)
    /// The checksum is right and the content is not; `part` says where.
    case malformed(part: String)
}
