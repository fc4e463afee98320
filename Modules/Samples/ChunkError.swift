/// The reason why bytes are not a valid chunk. Decoding either succeeds or throws one of these
/// errors.
package enum ChunkError: Error, Hashable, Sendable {
    /// A version of a later program.
    case unknownVersion(UInt8)
    case checksumMismatch
    /// More samples than a chunk can have.
    case tooManySamples(Int)
    /// The checksum is correct but the content is not; `part` names the part.
    case malformed(part: String)
}
