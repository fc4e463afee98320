import Memberwise

/// 16 bytes, chosen by the caller, that identify the messages of one call.
@Memberwise
package struct CallID: Hashable, Sendable {
    package static let size = 16
    /// The id of messages that belong to no call.
    package static let none = Self(high: 0, low: 0)

    package var high: UInt64
    package var low: UInt64

    /// - Throws: If `bytes` are not 16.
    package init(_ bytes: UnsafeRawBufferPointer) throws(WireFault) {
        guard bytes.count == Self.size else { throw .callID(bytes.count) }
        high = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        low = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    }

    package func write(to bytes: UnsafeMutableRawBufferPointer) {
        bytes.storeBytes(of: high, toByteOffset: 0, as: UInt64.self)
        bytes.storeBytes(of: low, toByteOffset: 8, as: UInt64.self)
    }
}
