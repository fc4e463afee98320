import CivilTime
import Contracts
import HostFiles
import RPC
import Synchronization
import TestKit
import Testing
import TrackerService

/// Purging expired records in the trash once a day, and not in queries.
@Suite struct TrashPurgeTests {
    private let monday = TemporaryTracker.monday

    /// A tracker whose trash has an activity since Monday.
    private func tracker() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss")
        _ = try await tracker.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Floss"))
        return tracker
    }

    private func trash(_ tracker: TemporaryTracker) async throws -> [String] {
        try await tracker.client.call(Trash.list, Trash.ListRequest()).items.map(\.name)
    }

    @Test func `queries with expired records in the trash do not change the database`()
        async throws
    {
        let tracker = try await tracker()
        let later = try await TemporaryTracker(sharing: tracker, today: monday.advanced(by: 31))
        let before = try await later.newestChange()

        _ = try await later.today()
        _ = try await later.today(monday.advanced(by: 40))
        let retained = try await later.client.call(
            Trash.list, Trash.ListRequest(on: monday.advanced(by: 31)))

        #expect(retained.items.isEmpty)
        #expect(try await trash(later) == ["Floss"])
        #expect(try await later.newestChange() == before)
    }

    @Test(arguments: [(30, ["Floss"]), (31, [])])
    func `a purge removes records that are more than 30 days in the trash`(
        days: Int, remaining: [String]
    ) async throws {
        let tracker = try await tracker()
        let later = try await TemporaryTracker(sharing: tracker, today: monday.advanced(by: days))

        await TrashPurgeTask(service: later.service, logger: .silent)
            .purgeIfDue("default")

        #expect(try await trash(later) == remaining)
    }

    @Test func `the first request of a profile starts a purge`() async throws {
        let tracker = try await tracker()
        let later = try await TemporaryTracker(sharing: tracker, today: monday.advanced(by: 31))
        let log = RecordedLog()
        let task = Task {
            await TrashPurgeTask(service: later.service, logger: log.logger).run()
        }
        defer { task.cancel() }

        _ = try await later.today()
        try await eventually("the purge is logged") { !log.lines.isEmpty }

        #expect(log.lines == ["info: Purged 1 records in the trash of default."])
        #expect(try await trash(later).isEmpty)
    }

    @Test(arguments: [(30, ["Floss"]), (31, [])] as [(Int64, [String])])
    func `a running task purges a profile again after each day`(
        days: Int64, remaining: [String]
    ) async throws {
        let tracker = try await tracker()
        let start = (Int64(monday.days) * 24 + 12) * 3_600_000
        let clock = Mutex(start)
        let service = TrackerService(client: tracker.storage, zones: ZoneCatalog()) {
            clock.withLock { $0 }
        }
        let task = TrashPurgeTask(service: service, logger: .silent)
        await task.purgeIfDue("default")

        await task.run { duration in
            try clock.withLock { time in
                guard time < start + days * 24 * 3_600_000 else { throw CancellationError() }
                time += duration.components.seconds * 1000
            }
        }

        #expect(try await trash(tracker) == remaining)
    }

    @Test func `a failed purge is logged, and attempted again only after a day`() async throws {
        let tracker = try await tracker()
        let clock = Mutex((Int64(monday.days) + 40) * 24 * 3_600_000)
        let storage = Client(inProcess: UnwritableStorage(storage: tracker.storage))
        let log = RecordedLog()
        let task = TrashPurgeTask(
            service: TrackerService(client: storage, zones: ZoneCatalog()) {
                clock.withLock { $0 }
            }, logger: log.logger)

        for hours: Int64 in [0, 23, 1] {
            clock.withLock { $0 += hours * 3_600_000 }
            await task.purgeIfDue("default")
        }

        #expect(log.lines.count == 2)
        #expect(
            log.lines.allSatisfy {
                $0.hasPrefix(
                    "error: The trash of the profile default was not purged (RESOURCE_EXHAUSTED).")
            })
    }
}

/// A storage service that answers queries and rejects changes.
private struct UnwritableStorage: Service {
    let storage: Client

    func register(on router: inout Router) {
        router.forwardSnapshotQueries(to: storage)
        router.handle(TrackerRecords.apply) { _, _ in
            throw Status(.resourceExhausted, "The disk is full.")
        }
    }
}
