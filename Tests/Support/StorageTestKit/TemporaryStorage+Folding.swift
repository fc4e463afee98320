import CivilTime
package import Contracts
import GRDB
package import RPC

/// Ends a stream of tasks.
private struct Enough: Error {}

/// The calls of a fold worker.
extension StorageUnderTest {
    /// Publishes one chunk of steps, in the first segment.
    package func publishSteps() async throws {
        let id = try await begin()
        try await stage([0], import: id)
        try await publish(id)
    }

    /// Commits one day of a task.
    package func commit(_ task: Folds.FoldTask, day: Int32 = 0, sum: Double) async throws {
        let packet = Packet(
            Folds.CommitRequest(lease: task.lease, stamp: task.stamp),
            columns: DayColumns.sample(day, sum: sum).columns)
        _ = try await client.call(Folds.commit, packet)
    }

    package func days() async throws -> Packet<Days.ReadResponse> {
        try await client.call(Days.read, Days.ReadRequest(metric: "stepCount"))
    }

    /// Receives fold tasks until `body` returns true.
    package func work(
        _ body: @escaping @Sendable (Folds.FoldTask) async throws -> Bool
    ) async throws {
        do {
            _ = try await client.stream(
                Folds.work, Empty(), CallOptions(deadline: .never, window: 1)
            ) { task in
                if try await body(task) { throw Enough() }
            }
        } catch {
            // The stream ends with the status of `Enough`.
            return
        }
        throw Status(.internal, "The stream of fold tasks ended without an error.")
    }

    /// Folds until a version is folded. Without `folding`, the sum of a day is that of the hash bytes of the
    /// chunks that start on the day in UTC.
    package func fold(
        until version: Int64, profile: String? = nil,
        by folding: (@Sendable (Folds.FoldTask) async throws -> Void)? = nil
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                _ = try await client.stream(
                    Folds.work, Empty(),
                    CallOptions(deadline: .never, window: 1)
                ) { [self] task in
                    if let folding { try await folding(task) } else { try await fold(task) }
                }
            }
            group.addTask { [self] in
                _ = try await client.call(
                    Folds.wait, Folds.WaitRequest(version: version), CallOptions(profile: profile))
            }
            try await group.next()
            group.cancelAll()
        }
    }

    package func fold(_ task: Folds.FoldTask) async throws {
        let sums = ValueCollector<(day: Int32, sum: Double)>()
        let range = Folds.ChunksRequest(
            metric: task.metric, from: Int64(task.from.days) * 86_400_000,
            to: (Int64(task.to.days) + 1) * 86_400_000)
        _ = try await client.stream(
            Folds.chunks, range, CallOptions(profile: task.profile)
        ) { page in
            await sums.add(
                try [ChunkRecord](columns: page.columns).map {
                    (Int32($0.first / 86_400_000), Double($0.hashLow))
                })
        }
        var totals = DayColumns()
        let found = await sums.values
        for day in task.from.days...task.to.days {
            let own = found.filter { $0.day == day }
            guard !own.isEmpty else { continue }
            totals.append(.sample(day, sum: own.reduce(0) { $0 + $1.sum }))
        }
        let commit = Packet(
            Folds.CommitRequest(lease: task.lease, stamp: task.stamp), columns: totals.columns)
        let refusal = await code(of: { _ = try await client.call(Folds.commit, commit) })
        // A slice that changed meanwhile is leased again, and the task may be cancelled.
        guard refusal == nil || refusal == .aborted || refusal == .cancelled else {
            throw Status(.internal, "The commit of folded days failed.")
        }
    }

    /// Folds every task with one total, on its first day.
    package func foldEverything(until version: Int64) async throws {
        try await fold(until: version) { [self] task in
            try await commit(task, day: task.from.days, sum: 1)
        }
    }
}

extension TemporaryStorage {
    /// Storage with one published chunk of steps, in the first segment.
    package static func withSteps() async throws -> TemporaryStorage {
        let storage = try await TemporaryStorage()
        try await storage.publishSteps()
        return storage
    }

    /// The dirty days by metric.
    package func dirtyDays() async throws -> [String: [ClosedRange<Int32>]] {
        try await DatabaseQueue(path: path).read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT metric, from_day, to_day FROM dirty ORDER BY metric, from_day")
            var days: [String: [ClosedRange<Int32>]] = [:]
            for row in rows {
                let (first, last): (Int32, Int32) = (row[1], row[2])
                days[row[0], default: []].append(first...last)
            }
            return days
        }
    }
}

extension DatabaseEngine {
    /// Storage with one published chunk of steps, in the first segment.
    package func storageWithSteps() async throws -> any DatabaseUnderTest {
        let storage = try await storage()
        try await storage.publishSteps()
        return storage
    }
}

extension StorageEngine {
    /// Storage with one published chunk of steps, in the first segment.
    package func storageWithSteps() async throws -> any StorageUnderTest {
        let storage = try await storage()
        try await storage.publishSteps()
        return storage
    }
}
