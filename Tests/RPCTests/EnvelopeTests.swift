import RPC
import Randomness
import Testing

struct EnvelopeTests {
    private static let valid = Envelope(
        Preamble(.request, timeToLive: 5), call: CallID(high: 1, low: 2), route: "a.B/C",
        body: Bytes("{}")
    ).frames

    private func replacing(_ index: Int, with bytes: [UInt8]) -> [Bytes] {
        var frames = Self.valid
        frames[index] = Bytes(bytes)
        return frames
    }

    @Test
    func `a violation of the protocol is refused with its fault`() {
        let preamble = Self.valid[0].array(of: UInt8.self)
        var otherVersion = preamble
        otherVersion[2] = 9
        var otherKind = preamble
        otherKind[3] = 0x7A
        let cases: [([Bytes], WireFault)] = [
            ([], .tooFewFrames(0)),
            ([Self.valid[0]], .tooFewFrames(1)),
            (Self.valid + Array(repeating: .empty, count: 60), .tooManyFrames(65)),
            (replacing(0, with: Array(preamble.dropLast())), .notAPreamble),
            (replacing(0, with: preamble + [0]), .notAPreamble),
            (replacing(0, with: Array(repeating: 0, count: 16)), .notAPreamble),
            (replacing(0, with: otherVersion), .version(9)),
            (replacing(0, with: otherKind), .kind(0x7A)),
            (replacing(1, with: [1, 2, 3]), .callID(3)),
            (
                replacing(2, with: Array(repeating: 0x61, count: 256)), .routeTooLong(256)
            ),
            (
                replacing(4, with: Array(repeating: 0, count: WireLimits.frameBytes + 1)),
                .frameTooLarge(WireLimits.frameBytes + 1)
            ),
            (
                replacing(4, with: Array(repeating: 0, count: WireLimits.messageBytes - 1))
                    + [Bytes([Int64(1)])],
                .messageTooLarge(WireLimits.messageBytes + 7)
            ),
        ]

        for (frames, fault) in cases {
            #expect(throws: fault) { try Envelope(frames: frames) }
        }
    }

    @Test
    func `frames that are missing at the end are empty`() throws {
        let envelope = try Envelope(frames: Array(Self.valid.prefix(3)))

        #expect(envelope.route == "a.B/C")
        #expect(envelope.header.isEmpty && envelope.body.isEmpty && envelope.columns.isEmpty)
    }

    @Test
    func `columns that the header does not describe are refused`() throws {
        let envelope = try Envelope(frames: Self.valid + [Bytes([Int64(1)])])

        #expect(throws: WireFault.columns(described: 0, found: 1)) {
            try envelope.content(Header(envelope.header))
        }
    }

    @Test
    func `a header that is not JSON or too large is refused`() {
        #expect(throws: WireFault.self) { try Header(Bytes("{")) }
        #expect(throws: WireFault.headerTooLarge(20_000)) {
            try Header(Bytes(String(repeating: " ", count: 20_000)))
        }
    }

    @Test
    func `no byte sequence crashes the decoder`() {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<20_000 {
            var frames = Self.valid
            for _ in 0...generator.below(3) {
                let index = generator.below(frames.count)
                var bytes = frames[index].array(of: UInt8.self)
                if bytes.isEmpty || generator.below(4) == 0 {
                    bytes = (0..<generator.below(40)).map { _ in
                        UInt8(truncatingIfNeeded: generator.next())
                    }
                } else {
                    bytes[generator.below(bytes.count)] = UInt8(
                        truncatingIfNeeded: generator.next())
                }
                frames[index] = Bytes(bytes)
            }
            guard let envelope = try? Envelope(frames: frames),
                let header = try? Header(envelope.header)
            else { continue }
            _ = try? envelope.content(header)
            _ = Route(envelope.route)
        }
    }

    @Test(arguments: [
        ("a.B/C", "a.B", "C", nil), ("a.B/C@x-1", "a.B", "C", "x-1"),
        ("a.B/C@a.D", "a.B", "C", "a.D"),
    ])
    func `a route has a service, a method and an optional target`(
        path: String, service: String, method: String, target: String?
    ) throws {
        let route = try #require(Route(path))

        #expect((route.service, route.method) == (service, method))
        #expect(route.target == target)
    }

    @Test(arguments: ["", "a", "a/", "/b", "a/b/c", "@", "a/b@", "@x", "a@x"])
    func `a malformed route is refused`(path: String) {
        #expect(Route(path) == nil)
    }
}
