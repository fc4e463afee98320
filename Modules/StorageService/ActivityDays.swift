import Contracts
import GRDB
import RPC
import Tracking

/// Activities as something that has a number a day.
enum ActivityDays {
    /// By identifier.
    static func names(of profile: Int64, _ db: Database) throws -> [Days.ActivityName] {
        let list = try BulkStatement(
            db,
            """
            SELECT id, json_extract(body, '$.name'), json_extract(body, '$.configuration.kind.type'),
                json_extract(body, '$.configuration.kind.quantity.unit'),
                json_extract(body, '$.configuration.kind.accumulation'),
                json_extract(body, '$.configuration.kind.measurement')
            FROM tracked WHERE profile_id = ? AND kind = ? AND json_extract(body, '$.deleted') IS NULL
            ORDER BY id
            """)
        try list.start(profile, Tracker.activityKind)
        var activities: [Days.ActivityName] = []
        while try list.next() {
            guard let type = ActivityType(rawValue: list.text(2)) else { continue }
            activities.append(
                Days.ActivityName(
                    id: Activity.ID(list.text(0)), name: list.text(1), type: type,
                    unit: list.isNull(3) ? nil : list.text(3),
                    accumulation: Accumulation(rawValue: list.text(4)),
                    measurement: Measurement.Name(rawValue: list.text(5))))
        }
        return activities
    }

    /// Whether an activity that is not in the trash has this name, but for capitals.
    static func hasName(_ name: String, of profile: Int64, _ db: Database) throws -> Bool {
        let list = try BulkStatement(
            db,
            """
            SELECT json_extract(body, '$.name') FROM tracked
            WHERE profile_id = ? AND kind = ? AND json_extract(body, '$.deleted') IS NULL
            """)
        try list.start(profile, Tracker.activityKind)
        while try list.next() {
            if list.text(0).lowercased() == name.lowercased() { return true }
        }
        return false
    }

    /// Those that are not in the trash.
    static func count(of profile: Int64, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM tracked
                WHERE profile_id = ? AND kind = ? AND json_extract(body, '$.deleted') IS NULL
                """)
        return try Int.fetchOne(statement, arguments: [profile, Tracker.activityKind]) ?? 0
    }

    static func page(
        _ request: Tracker.AskDays, of profile: ProfileRow, _ db: Database
    ) throws -> Packet<Days.Page> {
        let settings = try SettingStore.all(of: profile.id, db)
        let key = Settings.intervalPrefix + Settings.activityPrefix + request.activity.rawValue
        let page = Days.Page(
            metric: request.activity.rawValue, unit: "", version: try ChangeLog.latest(db),
            stale: false, isUnchanged: false, changed: nil, rememberedInterval: settings[key],
            weekStart: settings[Settings.weekStart], zones: try profile.zones(db))
        return Packet(page, columns: try columns(request, of: profile.id, db).columns)
    }

    /// The last number of a day is that of the entry logged last: by the time it was logged at, without
    /// one first, and at one time by its number.
    private static func columns(
        _ request: Tracker.AskDays, of profile: Int64, _ db: Database
    ) throws -> DayColumns {
        var days = DayColumns()
        let activity = try ActivityNumbers.number(of: request.activity, profile: profile, db)
        guard let activity else { return days }
        let list = try BulkStatement(
            db,
            """
            SELECT day, coalesce(value, CASE WHEN ? THEN 1.0 END) AS given, logged_at FROM entry
            WHERE profile_id = ? AND activity = ? AND is_completed = 1 AND given IS NOT NULL
            ORDER BY day, number
            """)
        try list.start(Int64(request.countsTicks ? 1 : 0), profile, activity)
        var newest = Int64.min
        while try list.next() {
            let (day, value) = (list.int32(0), list.double(1))
            let instant = list.isNull(2) ? .min : list.int64(2)
            guard days.day.last == day, let last = days.day.indices.last else {
                days.day.append(day)
                days.sum.append(value)
                days.rawSum.append(value)
                days.count.append(1)
                days.min.append(value)
                days.max.append(value)
                days.last.append(value)
                newest = instant
                continue
            }
            days.sum[last] += value
            days.rawSum[last] += value
            days.count[last] += 1
            days.min[last] = min(days.min[last], value)
            days.max[last] = max(days.max[last], value)
            if instant >= newest {
                days.last[last] = value
                newest = instant
            }
        }
        return days
    }
}
