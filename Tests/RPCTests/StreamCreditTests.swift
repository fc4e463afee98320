import Testing

@testable import RPC

/// Credit for items, and items without credit.
@Suite(.timeLimit(.minutes(1))) struct StreamCreditTests {
    private struct First: Error {}
    private struct Second: Error {}

    private let content = WireContent(body: Bytes("{}"))

    @Test
    func `credit is limited to the maximum window`() async throws {
        let gate = CreditGate()

        gate.grant(Preamble(.credit, number: .max))
        gate.grant(Preamble(.credit, number: 1))

        for _ in 0..<WireLimits.window { try await gate.acquire(bytes: 0) }
    }

    @Test
    func `the first of two closing reasons is reported`() async {
        let gate = CreditGate()

        gate.close(First())
        gate.close(Second())

        await #expect(throws: First.self) { try await gate.acquire(bytes: 0) }
    }

    @Test
    func `a repeated item is recognized, and an item out of order or without credit is refused`() {
        let queue = ReceiveQueue(window: .items(2))

        let results = [0, 0, 2, 1, 2].map {
            queue.append(content, Preamble(.item, number: $0))
        }

        #expect(results == [.accepted, .repeated, .outOfOrder, .accepted, .withoutCredit])
    }

    @Test
    func `credit is granted after half of the window is consumed`() {
        let queue = ReceiveQueue(window: .items(4))

        #expect(
            (0..<4).map { _ in queue.recordConsumed(content)?.number } == [nil, 2, nil, 2])
    }
}
