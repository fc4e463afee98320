import RPC
import ZeroMQ

/// Below this a copy costs less than keeping the bytes where they are until they are sent.
private let smallestSharedFrame = 4096

extension Envelope {
    /// Takes the message in `buffer` apart, from the frame `first` on.
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
    /// Sends `envelope`, or nothing of it.
    func send(_ envelope: borrowing Envelope) -> SendResult {
        let hasContent = envelope.kind.hasContent
        let sending = send(envelope.preamble, envelope.call, more: hasContent)
        guard case .sent = sending else { return sending }
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

    /// Sends the two frames that every message begins with.
    @discardableResult
    func send(_ preamble: Preamble, _ call: CallID, more: Bool) -> SendResult {
        withUnsafeTemporaryAllocation(
            byteCount: Preamble.size + CallID.size, alignment: 8
        ) { bytes in
            let first = UnsafeMutableRawBufferPointer(rebasing: bytes[..<Preamble.size])
            let second = UnsafeMutableRawBufferPointer(rebasing: bytes[Preamble.size...])
            preamble.write(to: first)
            call.write(to: second)
            let sending = send(UnsafeRawBufferPointer(first), more: true)
            guard case .sent = sending else { return sending }
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

/// Keeps bytes alive until the network is done with them.
private final class BytesOwner: Sendable {
    private let bytes: Bytes

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }
}
