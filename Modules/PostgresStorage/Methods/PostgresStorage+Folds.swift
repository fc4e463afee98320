import CivilTime
package import Contracts
import PostgresClient
import RPC
package import StorageCore

extension PostgresStorage: FoldOperations {
    package func foldTask(of lease: FoldLease) async throws -> Folds.FoldTask? {
        let profile = lease.metric.profile
        let results = try await read(
            profile: profile, [Self.name(of: profile), ProfileRows.zones(of: profile)])
        guard let name = try results[0].first?.text(0) else { return nil }
        return Folds.FoldTask(
            lease: lease.number, profile: name, metric: lease.metric.metric,
            from: CivilDate(days: lease.days.from), to: CivilDate(days: lease.days.to),
            stamp: lease.version, zones: try ProfileRows.zones(results[1]))
    }

    package func foldSelection(
        _ request: Folds.ChunksRequest, of profile: String
    ) async throws -> FoldSelection {
        try await read(profile) { profile in
            [
                SeriesRows.all(of: profile, metric: request.metric),
                SourceOrderRows.order(of: request.metric, profile),
                ChunkRows.positions(
                    of: request.metric, from: request.from, to: request.to, profile),
            ]
        } _: { state, results in
            FoldSelection(
                profile: state.profile.id, series: try results[0].rows.map(SeriesRows.series),
                order: try SourceOrderRows.order(results[1]),
                positions: try results[2].rows.map(ChunkRows.position))
        }
    }

    /// The positions of one query, at most.
    private static let pagePositions = 256

    package func foldChunks(
        at positions: ArraySlice<ChunkPosition>, limit: Int, of profile: Int64
    ) async throws -> (chunks: [ChunkRecord], positions: Int) {
        let page = positions.prefix(Self.pagePositions)
        let result = try await read(
            profile: profile, [ChunkRows.page(page, limit: limit, of: profile)])
        var chunks: [ChunkRecord] = []
        var count = 0
        for row in result[0].rows {
            count = Int(try row.int64(0))
            if !row.isNull(1) { chunks.append(try ChunkRows.chunk(row, from: 1)) }
        }
        return (chunks, count)
    }

    package func store(
        _ folded: [FoldedMetric],
        onCommit: @escaping @Sendable (_ folded: FoldedMetric, _ before: Int64) -> Void
    ) async throws {
        for (profile, metrics) in Dictionary(grouping: folded, by: \.metric.profile) {
            // The profile was removed.
            guard let name = try await profileName(profile) else { continue }
            let stored = try await store(metrics, of: profile, named: name)
            for (metric, before) in stored { onCommit(metric, before) }
        }
    }

    /// Stores the metrics of a profile that have not changed since they were folded.
    /// - Returns: These metrics with their folded versions before.
    private func store(
        _ folded: [FoldedMetric], of profile: Int64, named name: String
    ) async throws -> [(metric: FoldedMetric, before: Int64)] {
        try await write(name) { profile in
            [MetricStateRows.all(profile), ParticipantRows.participant(profile)]
                + folded.map {
                    DayBlockRows.touched(
                        by: $0.slices.map(\.days.wholeMonths), of: $0.metric.metric, profile)
                }
        } _: { transaction, results in
            // The name may belong to another profile now.
            guard transaction.profile.id == profile else { return [] }
            let states = try MetricStateRows.all(results[0])
            let hasConsent = ParticipantRows.hasConsent(results[1])
            var stored: [(FoldedMetric, Int64)] = []
            for (metric, result) in zip(folded, results.dropFirst(2)) {
                guard let state = states[metric.metric.metric], state.changed == metric.version
                else { continue }
                stored.append((metric, state.folded))
                let (blocks, numbers, totals) = DayBlock.replacing(
                    metric.slices, in: try DayBlockRows.totals(result))
                transaction.writes +=
                    DayBlockRows.replacement(
                        of: numbers, by: blocks, of: metric.metric.metric, profile)
                    + MetricStateRows.finish(metric.metric.metric, metric.version, profile)
                if hasConsent {
                    transaction.writes += MonthPartialRows.replacement(
                        of: metric.slices.map(\.days), by: totals, of: metric.metric.metric,
                        profile)
                }
            }
            return stored
        }
    }

    package func profileRow(_ name: String) async throws -> ProfileRow {
        // The owner folds the dirty days that the caller waits for.
        let owned = try await ownership.claimedProfile(name)
        let row = try await read(name) { _ in
            []
        } _: { state, _ in
            state.profile
        }
        // Only the queue of the present owner has all dirty days.
        guard ownership.isOwned(name) else {
            throw OwnershipLost(profile: owned.id, epoch: owned.epoch)
        }
        return row
    }

    package func isFolded(_ version: Int64, of profile: Int64) async throws -> Bool {
        let results = try await read(profile: profile, [DirtyRows.isFolded(version, profile)])
        return try results[0].first?.bool(0) ?? true
    }

    /// The name of a profile; nil if it was removed.
    func profileName(_ profile: Int64) async throws -> String? {
        try await read(profile: profile, [Self.name(of: profile)])[0].first?.text(0)
    }

    static func name(of profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT name FROM dayline.profile WHERE profile_id = $1", .int64(profile))
    }
}
