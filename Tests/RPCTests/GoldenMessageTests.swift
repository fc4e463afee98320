import RPC
import Synchronization
import Testing

/// Messages in version 1 of the protocol.
struct GoldenMessageTests {
    private static let id = CallID(high: 0x0706_0504_0302_0100, low: 0x0F0E_0D0C_0B0A_0908)

    private static var messages: [(name: String, envelope: Envelope)] {
        get throws {
            var header = Header()
            header.profile = "ana"
            header.idempotencyKey = "log-7"
            return [
                (
                    "request",
                    try Envelope(
                        Preamble(
                            .request, flags: [.repeatable, .contract(1)], timeToLive: 30_000,
                            number: 8),
                        call: id, route: "dayline.storage.Entries/Append", header: header,
                        content: WireContent(body: Bytes("{\"value\":250}")))
                ),
                (
                    "item",
                    try Envelope(
                        Preamble(.item, number: 3), call: id,
                        content: WireContent(
                            body: Bytes("{}"),
                            columns: [
                                Column("start", [Int64(-1), 1_700_000_000_000]),
                                Column("value", [72.5, -0.0]),
                            ]))
                ),
                (
                    "failure",
                    Envelope(
                        final: Status(
                            .notFound, "There is no activity called \"Wter\".",
                            hint: "Did you mean \"Water\"?"),
                        call: id, items: 4)
                ),
                ("credit", Envelope(Preamble(.credit, number: 4), call: id)),
                ("end", Envelope(Preamble(.end, number: 12), call: id)),
                ("cancel", Envelope(Preamble(.cancel), call: id)),
                ("ping", Envelope(Preamble(.ping), call: .none)),
                (
                    "ready",
                    Envelope(
                        Preamble(.ready), call: .none,
                        body: try JSONBody.encode(
                            WorkerAnnouncement(
                                instance: "storage-1-51f3", name: "storage", pid: 4711,
                                capacity: 64,
                                services: [.init(name: "dayline.storage.Entries", version: 1)])))
                ),
            ]
        }
    }

    @Test(arguments: 0..<8)
    func `the bytes of a message do not change, and are decoded to it`(index: Int) throws {
        let (name, envelope) = try Self.messages[index]

        let golden = try GoldenMessageFile.text("\(name).txt", recording: envelope.dump)

        #expect(envelope.dump == golden)
        #expect(try Envelope(frames: envelope.frames) == envelope)
    }

    @Test
    func `the example in docs/protocol.md has the bytes of a call`() async throws {
        let messages = Mutex<[Envelope]>([])
        let transport = InProcessTransport(router: Router()) { envelope, deliver in
            messages.withLock { $0.append(envelope) }
            deliver(envelope)
        }
        _ = try await Client(transport).call(BusHealth.check, Empty())

        let dump = messages.withLock { $0 }.map { envelope in
            var envelope = envelope
            // Replaces the values that differ from call to call.
            envelope.call = Self.id
            if envelope.kind == .request { envelope.preamble.timeToLive = 30_000 }
            return envelope.dump
        }.joined(separator: "\n")

        let golden = try GoldenMessageFile.text("call.txt", recording: dump)
        #expect(dump == golden)
        #expect(try GoldenMessageFile.document("docs/protocol.md").contains(golden))
    }
}
