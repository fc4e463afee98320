/// A violation of the protocol by a message.
package enum WireFault: Error, Hashable, Sendable {
    case notAPreamble
    case version(UInt8)
    case kind(UInt8)
    case codec(UInt8)
    case callID(Int)
    case tooFewFrames(Int)
    case tooManyFrames(Int)
    case frameTooLarge(Int)
    case messageTooLarge(Int)
    case headerTooLarge(Int)
    case routeTooLong(Int)
    case header(String)
    case columns(described: Int, found: Int)
    case announcement
}

extension WireFault: StatusConvertible {
    package var status: Status {
        switch self {
        case .version(let version):
            Status(
                .unimplemented,
                "Protocol version \(version) is not supported. Use version \(Preamble.version)."
            )
        case .kind(let kind):
            Status(.unimplemented, "Messages of kind \(kind) are not supported.")
        case .codec(let codec):
            Status(
                .unimplemented, "Bodies in codec \(codec) are not supported.",
                hint: "Send JSON, which is codec 0.")
        case .notAPreamble, .callID, .tooFewFrames, .routeTooLong, .header, .columns,
            .announcement:
            Status(.invalidArgument, "The message is malformed: \(reason).")
        case .tooManyFrames, .frameTooLarge, .messageTooLarge, .headerTooLarge:
            Status(
                .resourceExhausted, "The message is too large: \(reason).",
                hint: "Send smaller messages, or a stream of items.")
        }
    }

    private var reason: String {
        switch self {
        case .notAPreamble: "it does not begin with a preamble of \(Preamble.size) bytes"
        case .version(let version): "its version is \(version)"
        case .kind(let kind): "its kind is \(kind)"
        case .codec(let codec): "its codec is \(codec)"
        case .callID(let count): "its call id has \(count) bytes instead of \(CallID.size)"
        case .tooFewFrames(let count): "it has only \(count) frames"
        case .tooManyFrames(let count):
            "it has \(count) frames, and the limit is \(WireLimits.frames)"
        case .frameTooLarge(let count):
            "a frame has \(count) bytes, and the limit is \(WireLimits.frameBytes)"
        case .messageTooLarge(let count):
            "its content has \(count) bytes, and the limit is \(WireLimits.messageBytes)"
        case .headerTooLarge(let count):
            "its header has \(count) bytes, and the limit is \(WireLimits.headerBytes)"
        case .routeTooLong(let count):
            "its route has \(count) bytes, and the limit is \(WireLimits.routeBytes)"
        case .header(let reason): "its header cannot be decoded (\(reason))"
        case .columns(let described, let found):
            "its header describes \(described) columns, and it has \(found)"
        case .announcement: "its body is not the announcement of a worker"
        }
    }
}
