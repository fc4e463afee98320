/// Answers the requests of libzmq to authenticate the connections of the sockets of a context (ZAP,
/// RFC 27). Used on its loop only.
package final class AuthenticationHandler {
    /// The address at which libzmq looks for the handler.
    private static let address = "inproc://zeromq.zap.01"
    /// Requests processed in one iteration of the loop: a flood of handshakes delays other work by that
    /// many at most.
    private static let requestsPerIteration = 8
    /// Routing id, delimiter, version, request id, domain, address, identity, mechanism, public key.
    private static let frames = 9
    private static let version = "1.0"
    private static let mechanism = "CURVE"

    private let socket: Socket
    private let loop: Loop
    private var buffer = MessageBuffer(capacity: frames)
    private var source: LoopSource?
    /// True if the connection of a holder of the public key is accepted.
    private let accepts: (_ publicKey: String) -> Bool

    /// Binds the handler. An accepted connection gets its public key as user id.
    package init(loop: Loop, accepts: @escaping (_ publicKey: String) -> Bool) throws(ZeroMQError) {
        self.loop = loop
        self.accepts = accepts
        socket = try Socket(
            .router, context: loop.context, maximumFrameBytes: 1024, queueLength: 1000)
        try socket.bind(Self.address)
        source = try loop.watch(socket.descriptor) { [weak self] in
            self?.processRequests() ?? false
        }
    }

    /// Stops answering. Close the sockets that need the handler first.
    package func close() {
        if let source { loop.unwatch(source) }
        source = nil
    }

    private func processRequests() -> Bool {
        for _ in 0..<Self.requestsPerIteration {
            guard socket.receive(into: &buffer) else { return false }
            answer()
        }
        return true
    }

    private func answer() {
        guard buffer.receivedCount >= 4 else { return }
        let publicKey = publicKey
        let isAccepted = publicKey.map(accepts) ?? false
        // The connection may have ended.
        guard case .sent = socket.send(buffer.bytes(0), more: true) else { return }
        socket.send(buffer.bytes(1), more: true)
        send(Self.version, more: true)
        socket.send(buffer.bytes(3), more: true)
        send(isAccepted ? "200" : "400", more: true)
        send("", more: true)
        send(isAccepted ? publicKey ?? "" : "", more: true)
        send("", more: false)
    }

    /// The public key of a valid request; nil for another request.
    private var publicKey: String? {
        guard buffer.receivedCount == Self.frames,
            String(decoding: buffer.bytes(2), as: UTF8.self) == Self.version,
            String(decoding: buffer.bytes(7), as: UTF8.self) == Self.mechanism
        else { return nil }
        return CurveKeyPair.text(of: buffer.bytes(8))
    }

    private func send(_ text: String, more: Bool) {
        var text = text
        text.withUTF8 { _ = socket.send(UnsafeRawBufferPointer($0), more: more) }
    }
}
