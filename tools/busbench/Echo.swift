import RPC

/// The service of the measured worker.
struct Echo: Service {
    static let echo = Method<Raw, Raw>("dayline.bench.Echo", "Echo")
    static let document = Method<Raw, Card>("dayline.bench.Echo", "Card")
    static let feed = StreamMethod<StreamRequest, Packet<Empty>, Empty>(
        "dayline.bench.Echo", "Feed")

    func register(on router: inout Router) {
        router.answer(Self.echo) { request, _ in request }
        router.answer(Self.document) { _, _ in Card.sample }
        router.handle(Self.feed) { request, _, writer in
            let bytes = Bytes([UInt8](repeating: 1, count: request.size))
            let item = Packet(Empty(), columns: [Column("values", .bytes, bytes)])
            for _ in 0..<request.items { try await writer.send(item) }
            return Empty()
        }
    }
}

/// A body that is forwarded unchanged.
struct Raw: WireValue {
    var content: WireContent

    init(bytes: Bytes) {
        content = WireContent(body: bytes)
    }

    init(wireContent: WireContent) {
        content = wireContent
    }

    func wireContent() -> WireContent { content }

    static var bodyType: any Codable.Type { Empty.self }
}

/// Number and size of the items to send.
struct StreamRequest: Codable, WireValue {
    var size: Int
    var items: Int
}

/// A response of ten fields.
struct Card: Codable, WireValue {
    var id: String
    var name: String
    var kind: String
    var unit: String
    var value: Double
    var target: Double
    var count: Int
    var streak: Int
    var day: String
    var isComplete: Bool

    static let sample = Card(
        id: "6f1c8a52", name: "water", kind: "cumulative", unit: "ml", value: 1250, target: 2000,
        count: 5, streak: 6, day: "2026-07-15", isComplete: false)
}
