/// The receiver of what a decoder reads.
package protocol FITSink: AnyObject {
    /// Begins a file: the input, or one of several in a chain.
    func beginFile(at offset: Int64) throws
    func receive(_ message: FITMessage) throws
    func receive(_ damage: FITDamage) throws
}

/// Damage in a FIT file.
package struct FITDamage: Hashable, Sendable {
    /// Byte offset in the input.
    package var offset: Int64
    package var kind: Kind

    package enum Kind: Hashable, Sendable {
        /// The header of a file is not valid.
        case header
        /// The checksum at the end of a file differs from that of its bytes.
        case checksum
        /// The file ends without its checksum.
        case checksumMissing
        /// The file does not state its length.
        case unknownLength
        /// A data message has no definition.
        case undefinedMessage
        /// A definition has an undefined byte order.
        case definition
        /// A message is longer than the rest of its file.
        case overlongMessage
        /// Bytes that were not read.
        case skipped(bytes: Int64)
        /// The input ends within a file.
        case truncated
    }
}

extension FITDamage {
    /// True if messages behind the damage could not be read.
    package var losesMessages: Bool {
        switch kind {
        case .undefinedMessage, .definition, .overlongMessage, .truncated: true
        case .header, .checksum, .checksumMissing, .unknownLength, .skipped: false
        }
    }
}

extension FITDamage: CustomStringConvertible {
    package var description: String {
        switch kind {
        case .header: "the header of the file is damaged"
        case .checksum: "the checksum does not match: the file was changed or damaged"
        case .checksumMissing: "the checksum at the end of the file is missing"
        case .unknownLength: "the file does not state its length, and was read to its end"
        case .undefinedMessage: "a message has no definition"
        case .definition: "a definition of a message is damaged"
        case .overlongMessage: "a message is longer than the rest of its file"
        case .skipped(let bytes): "\(bytes) bytes that are not readable as FIT were skipped"
        case .truncated: "the file ends before it is complete"
        }
    }
}
