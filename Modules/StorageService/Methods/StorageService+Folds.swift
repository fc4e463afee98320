import CivilTime
package import Contracts
import RPC
package import StorageCore

extension StorageService: FoldOperations {
    package func foldTask(of lease: FoldLease) async throws -> Folds.FoldTask? {
        try await file.read { db in
            guard let name = try ProfileRow.name(of: lease.metric.profile, db) else { return nil }
            return Folds.FoldTask(
                lease: lease.number, profile: name, metric: lease.metric.metric,
                from: CivilDate(days: lease.days.from), to: CivilDate(days: lease.days.to),
                stamp: lease.version, zones: try ProfileRow.named(name, db).zones(db))
        }
    }

    package func foldSelection(
        _ request: Folds.ChunksRequest, of profile: String
    ) async throws -> FoldSelection {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db).id
            let series = try SeriesStore.all(of: profile, metric: request.metric, db)
            return FoldSelection(
                profile: profile, series: series,
                order: try SourceOrderStore.order(of: profile, metric: request.metric, db),
                positions: try ChunkStore.positions(
                    of: series.map(\.id), profile: profile, from: request.from, to: request.to, db
                ))
        }
    }

    package func foldChunks(
        at positions: ArraySlice<ChunkPosition>, limit: Int, of profile: Int64
    ) async throws -> (chunks: [ChunkRecord], positions: Int) {
        try await file.read { db in
            try ChunkStore.page(at: positions, profile: profile, limit: limit, db)
        }
    }

    package func store(
        _ folded: [FoldedMetric],
        onCommit: @escaping @Sendable (_ folded: FoldedMetric, _ before: Int64) -> Void
    ) async throws {
        _ = try await file.write(
            .deferred,
            onCommit: { (before: [Int64?]) in
                for case (let metric, let before?) in zip(folded, before) {
                    onCommit(metric, before)
                }
            }
        ) { db in
            try folded.map { try DayTotalStore.replace(with: $0, db) }
        }
    }

    package func profileRow(_ name: String) async throws -> ProfileRow {
        try await file.read { db in try ProfileRow.named(name, db) }
    }

    package func isFolded(_ version: Int64, of profile: Int64) async throws -> Bool {
        try await file.read { db in try DirtyDays.isFolded(version, of: profile, db) }
    }
}
