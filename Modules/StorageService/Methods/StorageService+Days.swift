import CivilTime
package import Contracts
import GRDB
import HealthMetrics
package import RPC
import StorageCore

extension StorageService: DayOperations {
    /// Commits of all profiles of the file change the stamp.
    package func stamp(of profile: String) async throws -> String {
        "\(instance)-\(file.commits)"
    }

    package func days(
        _ request: Days.ReadRequest, of profile: String
    ) async throws -> Packet<Days.ReadResponse> {
        try await file.read { [publisher] db in
            let profile = try ProfileRow.named(profile, db)
            let state = try MetricState(profile, request.metric, db)
            let changed = state.changedDays(since: request.knownVersion, publisher.recentFolds)
            let unit = try db.cachedStatement(
                sql: "SELECT unit FROM series WHERE profile_id = ? AND metric = ? LIMIT 1")
            let page = state.response(
                to: request, changed: changed,
                unit: try String.fetchOne(unit, arguments: [profile.id, request.metric]) ?? "",
                zones: try profile.zones(db), settings: try SettingStore.all(of: profile.id, db),
                hasNamesake: request.shouldFindActivity == true
                    ? try ActivityDays.hasName(request.metric, of: profile.id, db) : nil)
            guard !page.isUnchanged else { return Packet(page, columns: []) }
            let totals = try DayTotalStore.all(
                of: profile.id, metric: request.metric, in: changed ?? .all, db)
            return Packet(page, columns: totals.columns)
        }
    }

    package func metricNames(of profile: String) async throws -> Days.NamesResponse {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db).id
            return Days.NamesResponse(
                metrics: try SeriesStore.units(of: profile, db).metricUnits {
                    try DayTotalStore.range(of: profile, metric: $0, db) != nil
                },
                activities: try ActivityDays.names(of: profile, db),
                units: try SettingStore.units(of: profile, db))
        }
    }

    package func metrics(of profile: String) async throws -> Days.MetricsResponse {
        try await file.read { db in
            let profile = try ProfileRow.named(profile, db).id
            return Days.MetricsResponse(
                metrics: try Self.sources(of: profile, db).items {
                    try DayTotalStore.range(of: profile, metric: $0, db)
                } count: { metric in
                    let count = try db.cachedStatement(
                        sql: "SELECT sum(count) FROM day_total WHERE profile_id = ? AND metric = ?")
                    return try Int.fetchOne(count, arguments: [profile, metric]) ?? 0
                },
                units: try SettingStore.units(of: profile, db))
        }
    }

    private static func sources(of profile: Int64, _ db: Database) throws -> [MetricSource] {
        let list = try BulkStatement(
            db,
            """
            SELECT metric, unit, source, sum(count) FROM series
            JOIN chunk ON chunk.profile_id = series.profile_id AND series_id = series.id
            WHERE series.profile_id = ? GROUP BY metric, source ORDER BY metric, source
            """)
        try list.start(profile)
        var sources: [MetricSource] = []
        while try list.next() {
            sources.append(
                MetricSource(
                    metric: list.text(0), unit: list.text(1), source: list.text(2),
                    samples: Int(list.int64(3))))
        }
        return sources
    }
}

extension MetricState {
    fileprivate init(_ profile: ProfileRow, _ metric: String, _ db: Database) throws {
        let find = try BulkStatement(
            db,
            """
            SELECT (SELECT min(version) FROM dirty WHERE profile_id = ?1 AND metric = ?2),
                (SELECT folded_version FROM metric_state WHERE profile_id = ?1 AND metric = ?2)
            """)
        try find.start(profile.id, metric)
        _ = try find.next()
        // NULL is read as 0.
        self.init(
            profile: profile, metric: metric, dirtyVersion: find.isNull(0) ? nil : find.int64(0),
            foldedVersion: find.int64(1))
    }
}
