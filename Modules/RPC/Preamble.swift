/// The first frame of every message: 16 bytes, little-endian, all that a hop needs beside the route.
///
/// ```
/// 0  "BX"   2  version   3  kind   4  flags u16   6  status u16   8  time left ms u32   12  number u32
/// ```
package struct Preamble: Hashable, Sendable {
    package static let size = 16
    package static let version: UInt8 = 1

    package var kind: MessageKind
    package var flags: MessageFlags
    /// Of a final: the number of its `Status.Code`.
    package var status: UInt16
    /// Of a request: milliseconds left to answer; 0 when there is no limit.
    package var timeToLive: UInt32
    /// Of a request: room for items. Of an item: its place, from 0. Of a final and an end: how many
    /// items there were. Of a credit: the room granted.
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

    /// - Throws: When `bytes` are no preamble, or one of another version of the protocol.
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

/// What a message is, as an ASCII letter on the wire.
package enum MessageKind: UInt8, CaseIterable, Sendable {
    /// `Q`: asks for a method to be run.
    case request = 0x51
    /// `I`: one of a stream of items, either way.
    case item = 0x49
    /// `B`: the caller has no more items.
    case end = 0x42
    /// `F`: the one and last answer to a request.
    case final = 0x46
    /// `W`: room for more items, either way.
    case credit = 0x57
    /// `C`: the caller no longer wants the answer.
    case cancel = 0x43
    /// `H`: asks whether the other end is alive.
    case ping = 0x48
    /// `O`: the answer to a ping.
    case pong = 0x4F
    /// `R`: a worker announces itself.
    case ready = 0x52
    /// `D`: a worker leaves, or a broker does not know the worker that it hears.
    case goodbye = 0x44
    /// `P`: a worker takes no more calls, and will leave when it has answered those it has.
    case drain = 0x50
    /// `E`: tells whoever is subscribed to a topic; the route is the topic.
    case event = 0x45

    /// Whether it has a route, a header and a body; the others are two frames.
    package var hasContent: Bool {
        switch self {
        case .request, .item, .final, .ready, .event: true
        case .end, .credit, .cancel, .ping, .pong, .goodbye, .drain: false
        }
    }
}

/// Bits 0 to 3 are the body's codec (0: JSON), bits 8 to 15 the caller's contract; unknown bits are
/// ignored.
package struct MessageFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Running the method twice is the same as once: the broker may send it to another worker.
    package static let repeatable = Self(rawValue: 1 << 4)

    /// The major version of the contract that the caller was built for; 0 when it does not say.
    package static func contract(_ major: UInt8) -> Self {
        Self(rawValue: UInt16(major) << 8)
    }

    package var contract: UInt8 { UInt8(rawValue >> 8) }
    package var codec: UInt8 { UInt8(rawValue & 0xF) }
}
