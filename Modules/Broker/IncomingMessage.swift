import RPC
import ZeroMQ
import ZeroMQTransport

/// A received message, decoded as far as the broker needs.
enum IncomingMessage {
    case signal(Preamble, CallID)
    case announcement(WorkerAnnouncement)
    /// The frames from the route on are not decoded.
    case content(Preamble, CallID, route: String, FrameList)
    /// The call is nil if it cannot be read.
    case malformed(WireFault, CallID?)
}

extension RouterPort {
    /// Decodes the message in the buffer. `caller` is the access of a sender on another machine; nil for
    /// others.
    mutating func decode(
        _ routes: inout RouteReader, caller: CallerAccess? = nil
    ) -> IncomingMessage {
        do {
            if let caller { try setCaller(caller) }
            return try decoded(&routes)
        } catch {
            guard buffer.count > 2 else { return .malformed(error, nil) }
            return .malformed(error, try? CallID(buffer.bytes(2)))
        }
    }

    private mutating func decoded(_ routes: inout RouteReader) throws(WireFault) -> IncomingMessage
    {
        let count = buffer.receivedCount - 1
        guard count >= 2 else { throw .tooFewFrames(count) }
        guard count <= WireLimits.frames else { throw .tooManyFrames(count) }
        let preamble = try Preamble(buffer.bytes(1))
        let call = try CallID(buffer.bytes(2))
        guard preamble.kind.hasContent else { return .signal(preamble, call) }
        guard preamble.kind != .ready else { return .announcement(try announcement()) }
        var route = ""
        if count > 2, preamble.kind == .request {
            let bytes = buffer.bytes(3)
            guard bytes.count <= WireLimits.routeBytes else { throw .routeTooLong(bytes.count) }
            route = routes.route(bytes)
        }
        return .content(preamble, call, route: route, buffer.moveFrames(from: 3))
    }

    private func announcement() throws(WireFault) -> WorkerAnnouncement {
        guard buffer.count > 5 else { throw .tooFewFrames(buffer.count - 1) }
        do {
            return try JSONBody.decode(
                WorkerAnnouncement.self, from: Bytes(copying: buffer.bytes(5)))
        } catch {
            throw .announcement
        }
    }

    /// Writes the access of the sender into the header of the request in the buffer, in place of what the
    /// sender wrote there. Other messages are unchanged.
    private mutating func setCaller(_ access: CallerAccess) throws(WireFault) {
        guard buffer.receivedCount <= WireLimits.frames + 1, buffer.count > 2,
            (try? Preamble(buffer.bytes(1)))?.kind == .request
        else { return }
        var header = Header()
        if buffer.count > 4 { header = try Header(Bytes(copying: buffer.bytes(4))) }
        header.caller = access
        let encoded: Bytes
        do {
            encoded = try header.encoded()
        } catch {
            throw .header("it cannot be encoded")
        }
        guard encoded.count <= WireLimits.headerBytes else { throw .headerTooLarge(encoded.count) }
        encoded.withUnsafeBytes { buffer.setFrame(4, to: $0) }
    }
}
