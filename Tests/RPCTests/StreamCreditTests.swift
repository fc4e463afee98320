import Testing

@testable import RPC

/// The room that is granted for items, and what becomes of those that come without.
@Suite(.timeLimit(.minutes(1))) struct StreamCreditTests {
    private struct First: Error {}
    private struct Second: Error {}

    private let content = WireContent(body: Bytes("{}"))

    @Test
    func `room for more items than any window leaves room for a window`() async throws {
        let gate = CreditGate(credit: 0)

        gate.grant(.max)
        gate.grant(1)

        for _ in 0..<WireLimits.window { try await gate.acquire() }
    }

    @Test
    func `of two reasons to end the first is told`() async {
        let gate = CreditGate(credit: 0)

        gate.close(First())
        gate.close(Second())

        await #expect(throws: First.self) { try await gate.acquire() }
    }

    @Test
    func `an item that comes again is known, and one out of turn or beyond the room is misplaced`()
    {
        let inbox = ReceiveQueue(window: 2)

        let arrivals = [0, 0, 2, 1, 2].map { inbox.append(content, number: $0) }

        #expect(arrivals == [.accepted, .repeated, .outOfOrder, .accepted, .outOfOrder])
    }

    @Test
    func `room is granted anew once half of the window is consumed`() {
        let inbox = ReceiveQueue(window: 4)

        #expect((0..<4).map { _ in inbox.recordConsumedItem() } == [0, 2, 0, 2])
    }
}
