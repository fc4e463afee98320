import CivilTime
package import Contracts
import HealthMetrics
import PostgresClient
package import RPC
import StorageCore
import Tracker

extension PostgresStorage: DayOperations {
    /// Commits of other profiles do not change the stamp. It begins with the identifier of the profile, since
    /// another profile may get the name later.
    package func stamp(of profile: String) async throws -> String {
        try await read(profile) { _ in
            []
        } _: { state, _ in
            "\(state.profile.id)-\(state.epoch)-\(state.commits)"
        }
    }

    package func days(
        _ request: Days.ReadRequest, of profile: String
    ) async throws -> Packet<Days.ReadResponse> {
        let metric = request.metric
        let recentFolds = publisher.recentFolds
        let page = try await read(profile) { profile in
            var queries = [
                MetricStateRows.state(of: metric, profile), ProfileRows.zones(of: profile),
                SettingRows.all(of: profile),
                PostgresQuery(
                    """
                    SELECT unit FROM dayline.series WHERE profile_id = $1 AND metric = $2
                    ORDER BY series_id LIMIT 1
                    """, .int64(profile), .text(metric)),
                DayBlockRows.changed(of: metric, since: request.knownVersion, profile),
            ]
            if request.shouldFindActivity == true {
                queries.append(ActivityNames.query(profile))
            }
            return queries
        } _: { state, results in
            let metricState = try MetricStateRows.state(results[0], of: metric, state.profile)
            let changed = metricState.changedDays(since: request.knownVersion, recentFolds)
            let page = metricState.response(
                to: request, changed: changed, unit: try results[3].first?.text(0) ?? "",
                zones: try ProfileRows.zones(results[1]),
                settings: try SettingRows.values(results[2]),
                hasNamesake: request.shouldFindActivity == true
                    ? try ActivityNames.activities(results[5]).contains {
                        $0.name.lowercased() == metric.lowercased()
                    } : nil)
            guard !page.isUnchanged else { return Packet(page, columns: []) }
            let totals = try DayBlockRows.totals(results[4])
            guard let changed else { return Packet(page, columns: totals.columns) }
            return Packet(
                page,
                columns: totals.filtered { changed.from <= $0 && $0 <= changed.to }.columns)
        }
        if page.body.stale, !isReadOnly, !ownership.isOwned(profile) {
            // Only the owner folds the dirty days, and no other call may come.
            Task { [ownership] in _ = try await ownership.claimedProfile(profile) }
        }
        return page
    }

    package func metricNames(of profile: String) async throws -> Days.NamesResponse {
        try await read(profile) { profile in
            [
                SeriesRows.units(of: profile), DayBlockRows.ranges(profile),
                ActivityNames.query(profile), SettingRows.all(of: profile),
            ]
        } _: { _, results in
            let ranges = try DayBlockRows.ranges(results[1])
            return Days.NamesResponse(
                metrics: try SeriesRows.units(results[0]).metricUnits { ranges[$0] != nil },
                activities: try ActivityNames.activities(results[2]),
                units: try Self.units(results[3]))
        }
    }

    package func metrics(of profile: String) async throws -> Days.MetricsResponse {
        try await read(profile) { profile in
            [
                PostgresQuery(
                    """
                    SELECT metric, min(unit), source, sum(count)::bigint FROM dayline.series
                    JOIN dayline.chunk USING (profile_id, series_id)
                    WHERE profile_id = $1 GROUP BY metric, source ORDER BY metric, source
                    """, .int64(profile)),
                DayBlockRows.ranges(profile), SettingRows.all(of: profile),
            ]
        } _: { _, results in
            let ranges = try DayBlockRows.ranges(results[1])
            let sources = try results[0].rows.map { row in
                MetricSource(
                    metric: try row.text(0), unit: try row.text(1), source: try row.text(2),
                    samples: Int(try row.int64(3)))
            }
            return Days.MetricsResponse(
                metrics: sources.items {
                    ranges[$0]?.days
                } count: {
                    ranges[$0]?.samples ?? 0
                }, units: try Self.units(results[2]))
        }
    }

    private static func units(_ settings: PostgresResult) throws -> UnitSystem {
        try SettingRows.values(settings)[Settings.units].flatMap(UnitSystem.init) ?? .metric
    }
}
