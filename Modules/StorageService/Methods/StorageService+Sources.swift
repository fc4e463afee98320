import Contracts
import GRDB
import HealthMetrics
import RPC

extension StorageService {
    func registerSources(on router: inout Router) {
        router.handle(Sources.list) { [self] request, context in
            try await file.read { [self] db in
                try sources(of: request.metric, ProfileRow.named(context.profile, db), db)
            }
        }
        router.handle(Sources.storedOrder) { [self] request, context in
            try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db).id
                return Sources.ChosenResponse(
                    order: try SourceOrderStore.order(of: profile, metric: request.metric, db))
            }
        }
        router.handle(Sources.setOrder) { [self] request, context in
            try await change(Sources.setOrder.name, request, context) { [self] db, effects in
                let profile = try ProfileRow.named(context.profile, db)
                return try order(request, of: profile, db, &effects)
            }
        }
    }

    private func sources(
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

    private func items(
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

    private func order(
        _ request: Sources.SetOrderRequest, of profile: ProfileRow, _ db: Database,
        _ effects: inout CommitEffects
    ) throws -> Sources.SetOrderResponse {
        let listing = try sources(of: request.metric, profile, db)
        let order = try keys(of: request.order, in: listing)
        guard order != listing.order else {
            return Sources.SetOrderResponse(version: profile.dataVersion)
        }
        try SourceOrderStore.set(order, of: profile.id, metric: request.metric, db)
        let version = try profile.incrementVersion(db)
        let first = listing.series.map(\.first).min() ?? 0
        let last = listing.series.map(\.last).max() ?? 0
        let dirty = [
            DirtyMetric(
                metric: ProfileMetric(profile: profile.id, metric: request.metric),
                version: version, spans: [DaySpan(firstMs: first, lastMs: last)],
                weight: Int64(listing.series.reduce(0) { $0 + $1.samples }))
        ]
        effects.dirty = try DirtyDays.mark(dirty, db)
        effects.logEntries.append(
            ChangeLog.Entry(
                profile: profile, who: "person", kind: "sources", key: request.metric,
                before: try JSONBody.encode(listing.order).text,
                after: try JSONBody.encode(order).text))
        return Sources.SetOrderResponse(version: version)
    }

    /// The normalized names of the sources with these display names, compared without case.
    private func keys(
        of names: [String], in listing: Sources.ListResponse
    ) throws(StorageError) -> [String] {
        let known = Set(listing.series.map(\.series.key.sourceKey))
        var keys: [String] = []
        for name in names {
            let normalized = SourceName(name).compared
            let key =
                known.contains(normalized)
                ? normalized
                : known.sorted().first { $0.lowercased() == normalized.lowercased() }
            guard let key else { throw .noSource(name, metric: listing.metric) }
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }
}
