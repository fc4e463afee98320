import BusTestKit
import Synchronization
import Testing

@testable import RPC

/// Credit in KiB for the bytes of items, between programs on different machines.
@Suite(.timeLimit(.minutes(1))) struct ByteCreditTests {
    private func credit(_ kibibytes: UInt32) -> Preamble {
        Preamble(.credit, flags: .byteCredit, number: kibibytes)
    }

    private func content(_ kibibytes: Int) -> WireContent {
        WireContent(body: Bytes([UInt8](repeating: 0x20, count: kibibytes << 10)))
    }

    /// Spends the credit for an item. True if its sender has to wait.
    private func isBlocked(_ gate: CreditGate, bytes: Int) async -> Bool {
        let item = Task { try await gate.acquire(bytes: bytes) }
        // A cancelled task throws only if it has to wait.
        item.cancel()
        do {
            try await item.value
            return false
        } catch {
            return true
        }
    }

    private static let costs: [(Int, UInt32)] = [
        (0, 4), (1, 4), (4096, 4), (4097, 5), (102_400, 100), (131_072, 128), (262_144, 128),
        (8_388_608, 128), (Int.max, 128),
    ]

    @Test(arguments: costs)
    func `an item costs its KiB, at least 4 and at most half of the window`(
        bytes: Int, cost: UInt32
    ) {
        #expect(CreditWindow.kibibytes(256).cost(of: bytes) == cost)
    }

    @Test
    func `a sender sends no more bytes than its credit`() async {
        let gate = CreditGate(window: .kibibytes(256))

        #expect(await !isBlocked(gate, bytes: 100 << 10))
        #expect(await !isBlocked(gate, bytes: 100 << 10))
        #expect(await isBlocked(gate, bytes: 100 << 10))

        gate.grant(credit(44))

        #expect(await !isBlocked(gate, bytes: 100 << 10))
        #expect(await isBlocked(gate, bytes: 1))
    }

    @Test
    func `credit is limited to the maximum window, also if its number is too large`() async {
        let gate = CreditGate()

        gate.grant(credit(.max))
        gate.grant(credit(.max))

        let items = WireLimits.windowKibibytes / 4
        for _ in 0..<items { #expect(await !isBlocked(gate, bytes: 0)) }
        #expect(await isBlocked(gate, bytes: 0))
    }

    @Test
    func `credit in another unit than the first has no effect`() async {
        let gate = CreditGate()

        gate.grant(credit(128))
        #expect(gate.itemFlags == .byteCredit)
        #expect(await !isBlocked(gate, bytes: 64 << 10))
        #expect(await !isBlocked(gate, bytes: 64 << 10))
        gate.grant(Preamble(.credit, number: 200))

        #expect(await isBlocked(gate, bytes: 1))
    }

    @Test
    func `the first item selects the unit of the stream`() {
        let items = CreditWindow.items(2)
        let old = ReceiveQueue(window: items, offered: items.inKibibytes)
        let new = ReceiveQueue(window: items, offered: items.inKibibytes)

        let oldResults = (0..<3).map { old.append(content(4), Preamble(.item, number: $0)) }
        let newResults = (0..<33).map {
            new.append(content(4), Preamble(.item, flags: .byteCredit, number: $0))
        }

        #expect(oldResults == [.accepted, .accepted, .withoutCredit])
        #expect(newResults == Array(repeating: .accepted, count: 32) + [.withoutCredit])
    }

    @Test
    func `a window of one item stays one item`() {
        #expect(CreditWindow.items(1).inKibibytes == nil)
        #expect(CreditWindow.items(8).inKibibytes == .kibibytes(512))
        #expect(CreditWindow.items(256).inKibibytes == .kibibytes(1024))
    }

    @Test(arguments: 2...20 as ClosedRange<UInt32>)
    func `items of any size are sent while their receiver consumes`(window: UInt32) async throws {
        let window = try #require(CreditWindow.items(window).inKibibytes)
        let gate = CreditGate(window: window)
        let queue = ReceiveQueue(window: window)
        let sizes = [1, 128, 4, 600, 8192, 8192, 63, 65, 1024, 5, 511, 513, 0, 300, 256, 256, 1]
        var waiting: ArraySlice<WireContent> = []

        for (number, size) in sizes.enumerated() {
            let item = content(size)
            while await isBlocked(gate, bytes: item.byteCount) {
                // The sender waits for credit, and the receiver has nothing to consume.
                let first = waiting.popFirst()
                let consumed = try #require(first)
                if let credit = queue.recordConsumed(consumed) {
                    #expect(credit.number <= WireLimits.windowKibibytes)
                    gate.grant(credit)
                }
            }
            let preamble = Preamble(.item, flags: gate.itemFlags, number: UInt32(number))
            #expect(queue.append(item, preamble) == .accepted)
            waiting.append(item)
        }
    }

    /// The messages of both ends of a call between machines.
    private func messages(
        isRemote: Bool = true, _ body: (Client) async throws -> Void
    ) async throws -> [Preamble] {
        let sent = Mutex<[Preamble]>([])
        let transport = InProcessTransport(router: Router([Probe()]), isRemote: isRemote) {
            envelope, deliver in
            sent.withLock { $0.append(envelope.preamble) }
            deliver(envelope)
        }
        try await body(Client(transport))
        return sent.withLock { $0 }
    }

    @Test(arguments: [1, 2, 8, 300])
    func `a stream between machines is complete, and counts bytes`(window: Int) async throws {
        let received = Mutex<[Int]>([])

        let sent = try await messages { client in
            _ = try await client.stream(
                Probe.count, .init(count: 500), CallOptions(window: window)
            ) { item in received.withLock { $0.append(item.value) } }
        }

        #expect(received.withLock { $0 } == Array(0..<500))
        let flow = sent.filter { $0.kind == .item || $0.kind == .credit }
        #expect(flow.allSatisfy { $0.flags.contains(.byteCredit) == (window > 1) })
    }

    @Test(arguments: [true, false])
    func `an upload counts bytes only between machines`(isRemote: Bool) async throws {
        let sent = try await messages(isRemote: isRemote) { client in
            let reply = try await client.upload(Probe.sum, Empty()) { writer in
                for value in 0..<500 { try await writer.send(.init(value: value)) }
            }
            #expect(reply.count == 124_750)
        }

        let flow = sent.filter { $0.kind == .item || $0.kind == .credit }
        #expect(flow.allSatisfy { $0.flags.contains(.byteCredit) == isRemote })
        #expect(flow.first { $0.kind == .credit }?.number == (isRemote ? 256 : 4))
    }
}
