import HostFiles
import RPC
import TestKit
import Testing
import ZeroMQ
import ZeroMQTransport

/// Requests over TCP whose senders write an access into the header.
@Suite(.cleanup, .serialized, .timeLimit(.minutes(1)))
struct ForgedAccessTests {
    /// A connection with a key that sends arbitrary messages.
    private struct Peer: ~Copyable {
        let socket: Socket
        var buffer = MessageBuffer(capacity: 8)

        init(_ bus: RemoteBus, _ keys: CurveKeyPair, server: String) throws {
            let socket = try Socket(
                .dealer, context: bus.loop.context, maximumFrameBytes: 1 << 20, queueLength: 100)
            try socket.secure(asClientWith: keys, server: server)
            try socket.connect(bus.address)
            self.socket = socket
        }

        func send(_ envelope: Envelope) {
            let frames = envelope.frames
            for (index, frame) in frames.enumerated() {
                frame.withUnsafeBytes { _ = socket.send($0, more: index + 1 < frames.count) }
            }
        }

        /// The preamble of the next message; nil if none has arrived.
        mutating func next() throws -> Preamble? {
            socket.receive(into: &buffer) ? try Preamble(buffer.bytes(0)) : nil
        }
    }

    @Test(arguments: [("anna", Status.Code.ok), ("default", .permissionDenied)])
    func `the access that a caller writes is replaced by that of its key`(
        profile: String, code: Status.Code
    ) async throws {
        let bus = try await RemoteBus()
        let key = try await bus.key("laptop", "read", profile: "anna")
        let keys = try #require(CurveKeyPair(secretKey: key.secretKey))
        let server = key.serverKey
        var header = Header()
        header.profile = profile
        // The worker, which decides on the profile, reads the access from the header.
        header.caller = CallerAccess(key: "laptop", profile: nil, roles: [.scope(.admin)])
        let request = Envelope(
            Preamble(.request), call: CallID(high: 7, low: 1), route: "\(Notes.name)/Read",
            header: try header.encoded(), body: Bytes("{}"))

        let peer = try await bus.loop.run { [bus] in
            let peer = LoopBound(try Peer(bus, keys, server: server), on: bus.loop)
            peer.with { $0.send(request) }
            return peer
        }
        var answer: Preamble?
        try await eventually("an answer") {
            answer = try await bus.loop.run { try peer.with { try $0.next() } }
            return answer?.kind == .final
        }

        #expect(Status.Code(rawValue: try #require(answer).status) == code)
    }
}
