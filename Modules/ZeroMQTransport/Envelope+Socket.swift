import RPC
import ZeroMQ

/// Frames below this size are copied, which costs less than retaining their owner.
private let smallestSharedFrame = 4096

extension Envelope {
    /// Decodes the message in `buffer`, from the frame `first` on.
    init(
        _ buffer: borrowing MessageBuffer, from first: Int = 0, routes: inout RouteReader
    ) throws(WireFault) {
        let count = buffer.receivedCount - first
        guard count >= 2 else { throw .tooFewFrames(count) }
        guard count <= WireLimits.frames else { throw .tooManyFrames(count) }
        self.init(try Preamble(buffer.bytes(first)), call: try CallID(buffer.bytes(first + 1)))
        guard count > 2 else { return }
        let name = buffer.bytes(first + 2)
        guard name.count <= WireLimits.routeBytes else { throw .routeTooLong(name.count) }
        if !name.isEmpty { route = routes.route(name) }
        if count > 3 { header = Bytes(frame: first + 3, of: buffer) }
        if count > 4 { body = Bytes(frame: first + 4, of: buffer) }
        if count > 5 {
            columns.reserveCapacity(count - 5)
            for index in (first + 5)..<(first + count) {
                columns.append(Bytes(frame: index, of: buffer))
            }
        }
    }
}

extension Bytes {
    fileprivate init(frame index: Int, of buffer: borrowing MessageBuffer) {
        guard !buffer.bytes(index).isEmpty else {
            self = .empty
            return
        }
        let frame = buffer.moveFrame(index)
        self.init(frame.bytes, owner: frame)
    }
}

extension Socket {
    /// Sends all of `envelope`, or nothing.
    func send(_ envelope: borrowing Envelope) -> SendResult {
        let hasContent = envelope.kind.hasContent
        let result = send(envelope.preamble, envelope.call, more: hasContent)
        guard case .sent = result else { return result }
        guard hasContent else { return .sent }
        var route = envelope.route
        route.withUTF8 { _ = send(UnsafeRawBufferPointer($0), more: true) }
        send(envelope.header, more: true)
        send(envelope.body, more: !envelope.columns.isEmpty)
        for (index, column) in envelope.columns.enumerated() {
            send(column, more: index + 1 < envelope.columns.count)
        }
        return .sent
    }

    /// Sends the first two frames of a message.
    @discardableResult
    func send(_ preamble: Preamble, _ call: CallID, more: Bool) -> SendResult {
        withUnsafeTemporaryAllocation(
            byteCount: Preamble.size + CallID.size, alignment: 8
        ) { bytes in
            let first = UnsafeMutableRawBufferPointer(rebasing: bytes[..<Preamble.size])
            let second = UnsafeMutableRawBufferPointer(rebasing: bytes[Preamble.size...])
            preamble.write(to: first)
            call.write(to: second)
            let result = send(UnsafeRawBufferPointer(first), more: true)
            guard case .sent = result else { return result }
            send(UnsafeRawBufferPointer(second), more: more)
            return .sent
        }
    }

    private func send(_ bytes: Bytes, more: Bool) {
        bytes.withUnsafeBytes { buffer in
            if buffer.count < smallestSharedFrame {
                _ = send(buffer, more: more)
            } else {
                send(buffer, owner: BytesOwner(bytes), more: more)
            }
        }
    }
}

/// Retains bytes until libzmq has sent them.
private final class BytesOwner: Sendable {
    private let bytes: Bytes

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }
}
