import CivilTime
import Contracts
import GRDB
import HealthMetrics
import RPC

extension StorageService {
    func registerDays(on router: inout Router) {
        router.handle(Days.read, isShort: true) { [self] request, context in
            try await file.read { [self] db in try days(request, of: context.profile, db) }
        }
        router.answer(Days.stamp) { [self] _, _ in
            Days.StampResponse(value: "\(instance)-\(file.commits)")
        }
        router.handle(Days.names) { [self] _, context in
            try await file.read { [self] db in
                let profile = try ProfileRow.named(context.profile, db)
                return Days.NamesResponse(
                    metrics: try names(of: profile.id, db),
                    activities: try ActivityDays.names(of: profile.id, db),
                    units: try SettingStore.units(of: profile.id, db))
            }
        }
        router.handle(Days.metrics) { [self] _, context in
            try await file.read { [self] db in
                let profile = try ProfileRow.named(context.profile, db)
                return Days.MetricsResponse(
                    metrics: try metrics(of: profile.id, db),
                    units: try SettingStore.units(of: profile.id, db))
            }
        }
    }

    private func days(
        _ request: Days.ReadRequest, of name: String, _ db: Database
    ) throws -> Packet<Days.ReadResponse> {
        let profile = try ProfileRow.named(name, db)
        let state = try MetricState(profile, request.metric, db)
        let settings = try SettingStore.all(of: profile.id, db)
        let unit = try db.cachedStatement(
            sql: "SELECT unit FROM series WHERE profile_id = ? AND metric = ? LIMIT 1")
        let isUnchanged = request.knownVersion.map {
            $0 >= state.firstVersion && $0 <= state.version
        }
        let changed = request.knownVersion.flatMap { known in
            known < profile.firstVersion || known > state.version
                ? nil
                : recentFolds.days(
                    of: ProfileMetric(profile: profile.id, metric: request.metric), from: known,
                    to: state.firstVersion)
        }
        let page = Days.ReadResponse(
            metric: request.metric,
            unit: try String.fetchOne(unit, arguments: [profile.id, request.metric]) ?? "",
            version: state.version, stale: state.isStale, isUnchanged: isUnchanged ?? false,
            changed: changed.map {
                Days.Span(from: CivilDate(days: $0.from), to: CivilDate(days: $0.to))
            },
            rememberedInterval: settings[Settings.intervalPrefix + request.metric],
            weekStart: settings[Settings.weekStart], dayEnd: settings[Settings.dayEnd],
            zones: try profile.zones(db),
            hasNamesake: request.shouldFindActivity == true
                ? try ActivityDays.hasName(request.metric, of: profile.id, db) : nil,
            units: settings[Settings.units].flatMap(UnitSystem.init) ?? .metric)
        guard !page.isUnchanged else { return Packet(page, columns: []) }
        let totals = try DayTotalStore.all(
            of: profile.id, metric: request.metric, in: changed ?? .all, db)
        return Packet(page, columns: totals.columns)
    }

    private func names(of profile: Int64, _ db: Database) throws -> [Days.MetricUnit] {
        var names = try SeriesStore.units(of: profile, db).map {
            Days.MetricUnit(metric: $0, unit: $1)
        }
        for metric in Derivation.allCases.flatMap(\.metrics)
        where try DayTotalStore.range(of: profile, metric: metric, db) != nil {
            names.append(
                Days.MetricUnit(metric: metric, unit: Metric.known(key: metric)?.unit ?? ""))
        }
        return names.sorted { $0.metric < $1.metric }
    }

    private func metrics(of profile: Int64, _ db: Database) throws -> [Days.Item] {
        let list = try BulkStatement(
            db,
            """
            SELECT metric, unit, source, sum(count) FROM series
            JOIN chunk ON chunk.profile_id = series.profile_id AND series_id = series.id
            WHERE series.profile_id = ? GROUP BY metric, source ORDER BY metric, source
            """)
        try list.start(profile)
        var items: [Days.Item] = []
        while try list.next() {
            let metric = list.text(0)
            if items.last?.metric != metric {
                let range = try DayTotalStore.range(of: profile, metric: metric, db)
                items.append(
                    Days.Item(
                        metric: metric, unit: list.text(1), samples: 0,
                        firstDay: range.map { CivilDate(days: $0.from) },
                        lastDay: range.map { CivilDate(days: $0.to) }, sources: []))
            }
            items[items.count - 1].samples += Int(list.int64(3))
            items[items.count - 1].sources.append(list.text(2))
        }
        for derivation in Derivation.allCases {
            let sources = items.first { $0.metric == derivation.sourceMetric }?.sources ?? []
            for metric in derivation.metrics {
                guard var item = try derived(metric, of: profile, db) else { continue }
                item.sources = sources
                items.append(item)
            }
        }
        return items.sorted { $0.metric < $1.metric }
    }

    /// The item of a derived metric, which has no samples; nil if it has no day totals.
    private func derived(
        _ metric: String, of profile: Int64, _ db: Database
    ) throws -> Days.Item? {
        guard let days = try DayTotalStore.range(of: profile, metric: metric, db) else {
            return nil
        }
        let count = try db.cachedStatement(
            sql: "SELECT sum(count) FROM day_total WHERE profile_id = ? AND metric = ?")
        return Days.Item(
            metric: metric, unit: Metric.known(key: metric)?.unit ?? "",
            samples: try Int.fetchOne(count, arguments: [profile, metric]) ?? 0,
            firstDay: CivilDate(days: days.from), lastDay: CivilDate(days: days.to), sources: [])
    }
}

/// The versions for which the day totals of a metric are valid.
private struct MetricState {
    /// The newest version for which the totals are valid.
    var version: Int64
    /// The oldest version for which the totals are valid.
    var firstVersion: Int64
    var isStale: Bool

    init(_ profile: ProfileRow, _ metric: String, _ db: Database) throws {
        let find = try BulkStatement(
            db,
            """
            SELECT (SELECT min(version) FROM dirty WHERE profile_id = ?1 AND metric = ?2),
                (SELECT folded_version FROM metric_state WHERE profile_id = ?1 AND metric = ?2)
            """)
        try find.start(profile.id, metric)
        _ = try find.next()
        isStale = !find.isNull(0)
        version = isStale ? find.int64(0) - 1 : profile.dataVersion
        // NULL, read as 0, for a metric that never changed.
        firstVersion = max(find.int64(1), profile.firstVersion)
    }
}
