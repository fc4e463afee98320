package import Contracts
import GRDB
import HealthMetrics
package import StorageCore

extension StorageService: SourceOperations {
    package func sources(
        of metric: String, _ profile: String
    ) async throws -> Sources.ListResponse {
        try await file.read { db in
            try Self.sources(of: metric, ProfileRow.named(profile, db), db)
        }
    }

    package func storedOrder(of metric: String, _ profile: String) async throws -> [String] {
        try await file.read { db in
            try SourceOrderStore.order(
                of: ProfileRow.named(profile, db).id, metric: metric, db)
        }
    }

    package func setOrder(
        _ request: Sources.SetOrderRequest, _ call: ChangeCall
    ) async throws -> Committed<Sources.SetOrderResponse> {
        try await change(call) { db, effects in
            let profile = try ProfileRow.named(call.profile, db)
            let listing = try Self.sources(of: request.metric, profile, db)
            let order = try listing.keys(of: request.order)
            guard order != listing.order else {
                return Sources.SetOrderResponse(version: profile.dataVersion)
            }
            try SourceOrderStore.set(order, of: profile.id, metric: request.metric, db)
            let version = try profile.incrementVersion(db)
            effects.dirty = try DirtyDays.mark(
                [listing.dirtyDays(of: profile.id, version: version)], db)
            effects.logEntries.append(try listing.logEntry(order, of: profile))
            return Sources.SetOrderResponse(version: version)
        }
    }

    private static func sources(
        of metric: String, _ profile: ProfileRow, _ db: Database
    ) throws -> Sources.ListResponse {
        let items =
            Derivation(metric: metric) == .workouts
            ? try HealthRowStore.workoutSources(of: profile.id, metric: metric, db)
            : try items(of: metric, profile, db)
        return Sources.ListResponse(
            metric: metric, order: try SourceOrderStore.order(of: profile.id, metric: metric, db),
            series: items, zones: try profile.zones(db))
    }

    private static func items(
        of metric: String, _ profile: ProfileRow, _ db: Database
    ) throws -> [Sources.Item] {
        let find = try BulkStatement(
            db,
            """
            SELECT sum(count), min(first), max(last) FROM chunk
            WHERE profile_id = ? AND series_id = ?
            """)
        var items: [Sources.Item] = []
        for row in try SeriesStore.all(of: profile.id, metric: metric, db) {
            try find.start(profile.id, row.id)
            // A series without chunks was declared by an aborted import.
            guard try find.next(), !find.isNull(0) else { continue }
            items.append(
                Sources.Item(
                    series: row, samples: Int(find.int64(0)), first: find.int64(1),
                    last: find.int64(2)))
        }
        return items
    }
}
