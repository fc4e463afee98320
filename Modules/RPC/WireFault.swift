/// What is wrong with a message that breaks the protocol.
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
                "Version \(version) of the protocol is not spoken here; version \(Preamble.version) is."
            )
        case .kind(let kind):
            Status(.unimplemented, "Messages of kind \(kind) are not understood here.")
        case .codec(let codec):
            Status(
                .unimplemented, "Bodies in codec \(codec) are not understood here.",
                hint: "Send JSON, which is codec 0.")
        case .notAPreamble, .callID, .tooFewFrames, .routeTooLong, .header, .columns,
            .announcement:
            Status(.invalidArgument, "The message is malformed: \(reason).")
        case .tooManyFrames, .frameTooLarge, .messageTooLarge, .headerTooLarge:
            Status(
                .resourceExhausted, "The message is too large: \(reason).",
                hint: "Send less at a time.")
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
            "it has \(count) frames, at most \(WireLimits.frames) may be"
        case .frameTooLarge(let count):
            "a frame has \(count) bytes, at most \(WireLimits.frameBytes) may be"
        case .messageTooLarge(let count):
            "its content has \(count) bytes, at most \(WireLimits.messageBytes) may be"
        case .headerTooLarge(let count):
            "its header has \(count) bytes, at most \(WireLimits.headerBytes) may be"
        case .routeTooLong(let count):
            "its route has \(count) bytes, at most \(WireLimits.routeBytes) may be"
        case .header(let reason): "its header cannot be read (\(reason))"
        case .columns(let described, let found):
            "its header describes \(described) columns, and \(found) came"
        case .announcement: "its body is no announcement of a worker"
        }
    }
}
