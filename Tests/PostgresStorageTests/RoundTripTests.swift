import Contracts
import RPC
import StorageTestKit
import Synchronization
import Testing

@Suite struct RoundTripTests {
    @Test func `a log takes two round trips, and a read takes one`() async throws {
        let count = RoundTripCounter()
        let storage = try await TemporaryPostgresStorage(onRoundTrip: { count.increment() })
        defer { storage.remove() }
        try await apply(storage, "log", change(entry("first")), key: "first")

        let log = try await count.of {
            try await apply(storage, "log", change(entry("a")), key: "a")
        }
        let retry = try await count.of {
            try await apply(storage, "log", change(entry("a")), key: "a")
        }
        let read = try await count.of { _ = try await entries(storage) }
        let undo = try await count.of { _ = try await step(storage, TrackerRecords.undo) }

        #expect(log == 2)
        // The request with its stored reply, and the end of the transaction.
        #expect(retry == 2)
        #expect(read == 1)
        #expect(undo == 3)
    }
}

/// Counts round trips to the server.
final class RoundTripCounter: Sendable {
    private let count = Atomic<Int>(0)

    func increment() {
        count.add(1, ordering: .relaxed)
    }

    /// The number of round trips during `body`.
    func of(_ body: () async throws -> Void) async throws -> Int {
        let before = count.load(ordering: .relaxed)
        try await body()
        return count.load(ordering: .relaxed) - before
    }
}
