import Contracts
import Foundation
import HostFiles
import MemoryStorage
import RPC
import Synchronization
import Testing
import Tracker
import TrackerService

/// A storage service that counts the queries for changes, and advances a commit counter after each change.
private final class CountingStorage: Service {
    private let storage = Client(inProcess: MemoryStorage())
    private let counter: CommitCounter
    private let queries = Mutex(0)

    init(_ counter: CommitCounter) {
        self.counter = counter
    }

    var queryCount: Int { queries.withLock { $0 } }

    func register(on router: inout Router) {
        router.forwardSnapshotRecords(to: storage)
        router.handle(Changes.since) { [self] request, context in
            queries.withLock { $0 += 1 }
            return try await storage.call(Changes.since, request, context.forwardedOptions)
        }
        router.handle(TrackerRecords.apply) { [self] request, context in
            let applied = try await storage.call(
                TrackerRecords.apply, request, context.forwardedOptions)
            counter.advance()
            return applied
        }
    }
}

private final class Clock: Sendable {
    let milliseconds = Atomic<Int64>(0)
}

@Suite struct SnapshotReadTests {
    @Test func `storage is asked for changes only after a commit`() async throws {
        let path = NSTemporaryDirectory() + "dl-counter-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let storage = CountingStorage(try CommitCounter(path: path))
        let (own, other) = (
            tracker(on: storage, CommitCounterReader(path: path)), tracker(on: storage, nil)
        )
        try await add("Floss", own)
        _ = try await names(own)

        let before = storage.queryCount
        #expect(try await names(own) == ["Floss"])
        #expect(try await names(own) == ["Floss"])
        #expect(storage.queryCount == before)

        try await add("Read", other)
        let between = storage.queryCount
        #expect(try await names(own) == ["Floss", "Read"])
        #expect(try await names(own) == ["Floss", "Read"])
        #expect(storage.queryCount == between + 1)
    }

    @Test func `a repeated answer about a day has the newest commit and minute`() async throws {
        let path = NSTemporaryDirectory() + "dl-counter-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let storage = CountingStorage(try CommitCounter(path: path))
        let clock = Clock()
        let own = tracker(on: storage, CommitCounterReader(path: path)) {
            clock.milliseconds.load(ordering: .relaxed)
        }
        let other = tracker(on: storage, nil)

        try await add("Floss", other)
        for _ in 0..<2 { #expect(try await day(own) == ["Floss", "00:00"]) }
        try await add("Read", other)
        for _ in 0..<2 { #expect(try await day(own) == ["Floss", "Read", "00:00"]) }
        clock.milliseconds.store(60_000, ordering: .relaxed)
        for _ in 0..<2 { #expect(try await day(own) == ["Floss", "Read", "00:01"]) }
    }

    private func tracker(
        on storage: CountingStorage, _ changes: CommitCounterReader?,
        now: @escaping @Sendable () -> Int64 = { 0 }
    ) -> Client {
        Client(
            inProcess: TrackerService(
                client: Client(inProcess: storage), changes: changes, zones: ZoneCatalog(),
                now: now))
    }

    /// The names of the open activities of today, and the time.
    private func day(_ tracker: Client) async throws -> [String] {
        let day = try await tracker.call(Journal.day, Journal.DayRequest())
        return day.agenda.slots.flatMap(\.items).map(\.name) + [day.now]
    }

    private func add(_ name: String, _ tracker: Client) async throws {
        _ = try await tracker.call(
            Activities.add, Activities.AddRequest(name: name, fields: .init()))
    }

    private func names(_ tracker: Client) async throws -> [String] {
        try await tracker.call(Activities.list, Activities.ListRequest()).activities.map(\.name)
    }
}
