import Memberwise

/// The first frame of every message: 16 bytes, little-endian, with the routing data beside the route.
///
/// ```
/// 0  "BX"   2  version   3  kind   4  flags u16   6  status u16   8  time left ms u32   12  number u32
/// ```
package struct Preamble: Hashable, Sendable {
    package static let size = 16
    package static let version: UInt8 = 1

    package var kind: MessageKind
    package var flags: MessageFlags
    /// The number of a final's `Status.Code`; otherwise 0.
    package var status: UInt16
    /// Milliseconds until a request's deadline; 0 if there is no limit.
    package var timeToLive: UInt32
    /// Credit for items (request, credit) or in KiB (credit with the flag), index of an item from 0 (item), or
    /// number of items sent (final, end).
    package var number: UInt32

    package init(
        _ kind: MessageKind, flags: MessageFlags = [], status: UInt16 = 0, timeToLive: UInt32 = 0,
        number: UInt32 = 0
    ) {
        self.kind = kind
        self.flags = flags
        self.status = status
        self.timeToLive = timeToLive
        self.number = number
    }

    /// - Throws: If `bytes` are not a preamble of this version of the protocol.
    package init(_ bytes: UnsafeRawBufferPointer) throws(WireFault) {
        guard bytes.count == Self.size, bytes[0] == 0x42, bytes[1] == 0x58 else {
            throw .notAPreamble
        }
        guard bytes[2] == Self.version else { throw .version(bytes[2]) }
        guard let kind = MessageKind(rawValue: bytes[3]) else { throw .kind(bytes[3]) }
        func load<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
            Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
        }
        self.kind = kind
        flags = MessageFlags(rawValue: load(4, UInt16.self))
        status = load(6, UInt16.self)
        timeToLive = load(8, UInt32.self)
        number = load(12, UInt32.self)
    }

    /// Writes the 16 bytes.
    package func write(to bytes: UnsafeMutableRawBufferPointer) {
        bytes[0] = 0x42
        bytes[1] = 0x58
        bytes[2] = Self.version
        bytes[3] = kind.rawValue
        bytes.storeBytes(of: flags.rawValue.littleEndian, toByteOffset: 4, as: UInt16.self)
        bytes.storeBytes(of: status.littleEndian, toByteOffset: 6, as: UInt16.self)
        bytes.storeBytes(of: timeToLive.littleEndian, toByteOffset: 8, as: UInt32.self)
        bytes.storeBytes(of: number.littleEndian, toByteOffset: 12, as: UInt32.self)
    }
}

/// The kind of a message, an ASCII letter in the preamble.
package enum MessageKind: UInt8, CaseIterable, Sendable {
    /// `Q`: calls a method.
    case request = 0x51
    /// `I`: an item of a stream, in either direction.
    case item = 0x49
    /// `B`: ends the caller's items.
    case end = 0x42
    /// `F`: the single answer to a request.
    case final = 0x46
    /// `W`: grants credit for more items, in either direction.
    case credit = 0x57
    /// `C`: cancels a call.
    case cancel = 0x43
    /// `H`: requests a pong.
    case ping = 0x48
    /// `O`: answers a ping.
    case pong = 0x4F
    /// `R`: announces a worker; from the broker, confirms its registration.
    case ready = 0x52
    /// `D`: a worker leaves, or the broker does not know the sender.
    case goodbye = 0x44
    /// `P`: a worker accepts no more calls and leaves after its open calls.
    case drain = 0x50
    /// `E`: an event; the route is its topic.
    case event = 0x45

    /// True if messages of this kind have a route, a header and a body; others have two frames.
    package var hasContent: Bool {
        switch self {
        case .request, .item, .final, .ready, .event: true
        case .end, .credit, .cancel, .ping, .pong, .goodbye, .drain: false
        }
    }
}

/// Bits 0 to 3 are the codec of the body (0: JSON), bits 8 to 15 the contract of the caller. Unknown
/// bits are ignored.
@Memberwise
package struct MessageFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    /// Executing the method twice has the same effect as once: the broker may send it to another worker.
    package static let repeatable = Self(rawValue: 1 << 4)
    /// Request: the caller supports credit in bytes. Item: the sender counts bytes. Credit: the number is in
    /// KiB.
    package static let byteCredit = Self(rawValue: 1 << 5)

    /// Major version of the contract that the caller was built for; 0 if unspecified.
    package static func contract(_ major: UInt8) -> Self {
        Self(rawValue: UInt16(major) << 8)
    }

    package var contract: UInt8 { UInt8(rawValue >> 8) }
    package var codec: UInt8 { UInt8(rawValue & 0xF) }
}
