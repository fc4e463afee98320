import CivilTime
import Contracts
import GRDB
import RPC

extension StorageService {
    func registerDays(on router: inout Router) {
        router.handle(Days.read) { [self] request, context in
            try await read { [self] db in try days(request, of: context.profile, db) }
        }
        router.handle(Days.metrics) { [self] _, context in
            try await read { [self] db in
                let profile = try ProfileRow.named(context.profile, db)
                return Days.Listing(metrics: try metrics(of: profile.id, db))
            }
        }
    }

    private func days(
        _ request: Days.Read, of name: String, _ db: GRDB.Database
    ) throws -> Packet<Days.Page> {
        let profile = try ProfileRow.named(name, db)
        let statement = try db.cachedStatement(
            sql: "SELECT min(version) FROM dirty WHERE profile_id = ? AND metric = ?")
        let oldest = try Int64.fetchOne(statement, arguments: [profile.id, request.metric])
        let version = oldest.map { $0 - 1 } ?? profile.dataVersion
        let settings = try SettingStore.all(of: profile.id, db)
        let unit = try String.fetchOne(
            db, sql: "SELECT unit FROM series WHERE profile_id = ? AND metric = ? LIMIT 1",
            arguments: [profile.id, request.metric])
        let page = Days.Page(
            metric: request.metric, unit: unit ?? "", version: version, stale: oldest != nil,
            isUnchanged: request.known == version,
            rememberedInterval: settings[Settings.intervalPrefix + request.metric],
            weekStart: settings[Settings.weekStart],
            zones: try ProfileRow.zones(of: profile.id, db))
        guard !page.isUnchanged else { return Packet(page, columns: []) }
        let totals = try DayTotalStore.all(of: profile.id, metric: request.metric, db)
        return Packet(page, columns: totals.columns)
    }

    private func metrics(of profile: Int64, _ db: GRDB.Database) throws -> [Days.Item] {
        var items: [String: Days.Item] = [:]
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT metric, unit, source, sum(count) FROM series
                JOIN chunk ON chunk.series_id = series.id
                WHERE profile_id = ? GROUP BY metric, source ORDER BY metric, source
                """, arguments: [profile])
        for row in rows {
            let metric: String = row[0]
            var item =
                items[metric]
                ?? Days.Item(
                    metric: metric, unit: row[1], samples: 0, firstDay: nil, lastDay: nil,
                    sources: [])
            item.samples += row[3]
            item.sources.append(row[2])
            items[metric] = item
        }
        for metric in items.keys {
            // Both ends of the key's range: two steps into the index, however many days there are.
            for order in ["ASC", "DESC"] {
                let day = try Int32.fetchOne(
                    db,
                    sql: """
                        SELECT day FROM day_total WHERE profile_id = ? AND metric = ?
                        ORDER BY day \(order) LIMIT 1
                        """, arguments: [profile, metric]
                ).map(CivilDate.init(days:))
                if order == "ASC" {
                    items[metric]?.firstDay = day
                } else {
                    items[metric]?.lastDay = day
                }
            }
        }
        return items.values.sorted { $0.metric < $1.metric }
    }
}
