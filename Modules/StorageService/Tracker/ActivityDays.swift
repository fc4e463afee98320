import CivilTime
import Contracts
import Folding
import GRDB
import RPC
import StorageCore
import Tracker

/// Activities as metrics: one number for each day.
enum ActivityDays {
    /// The activities outside of the trash, ordered by identifier.
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
        try list.start(profile, TrackerRecords.activityKind)
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

    /// True if an activity outside of the trash has this name, compared without case.
    static func hasName(_ name: String, of profile: Int64, _ db: Database) throws -> Bool {
        let list = try BulkStatement(
            db,
            """
            SELECT json_extract(body, '$.name') FROM tracked
            WHERE profile_id = ? AND kind = ? AND json_extract(body, '$.deleted') IS NULL
            """)
        try list.start(profile, TrackerRecords.activityKind)
        while try list.next() {
            if list.text(0).lowercased() == name.lowercased() { return true }
        }
        return false
    }

    /// The number of activities outside of the trash.
    static func count(of profile: Int64, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM tracked
                WHERE profile_id = ? AND kind = ? AND json_extract(body, '$.deleted') IS NULL
                """)
        return try Int.fetchOne(statement, arguments: [profile, TrackerRecords.activityKind]) ?? 0
    }

    static func page(
        _ request: TrackerRecords.DaysRequest, of profile: ProfileRow, _ db: Database
    ) throws -> Packet<Days.ReadResponse> {
        let settings = try SettingStore.all(of: profile.id, db)
        let key = Settings.intervalPrefix + Settings.activityPrefix + request.activity.rawValue
        var numbers = try DayNumbers(
            of: activity(request.activity, of: profile.id, db), asOf: request.on)
        let columns = try days(of: request.activity, profile: profile.id, into: &numbers, db)
        let page = Days.ReadResponse(
            metric: request.activity.rawValue, unit: numbers.kind?.unit ?? "",
            version: try ChangeLog.latest(db), stale: false, isUnchanged: false, changed: nil,
            rememberedInterval: settings[key], weekStart: settings[Settings.weekStart],
            dayEnd: settings[Settings.dayEnd],
            zones: try profile.zones(db), number: numbers.kind?.number)
        return Packet(page, columns: columns.columns)
    }

    /// - Throws: NOT_FOUND if the profile has no such activity.
    private static func activity(
        _ id: Activity.ID, of profile: Int64, _ db: Database
    ) throws -> Activity {
        let record = TrackerRecords.RecordKey(kind: TrackerRecords.activityKind, id: id.rawValue)
        guard let document = try DocumentStore.document(record, of: profile, db) else {
            throw Status(.notFound, "There is no activity \(id.rawValue).")
        }
        return try JSONBody.decode(Activity.self, from: Bytes(document.body))
    }

    /// The last number of a day is that of the entry with the latest time; entries without a time come first,
    /// and equal times are ordered by number.
    private static func days(
        of activity: Activity.ID, profile: Int64, into numbers: inout DayNumbers, _ db: Database
    ) throws -> DayColumns {
        guard let number = try ActivityNumbers.number(of: activity, profile: profile, db) else {
            return DayColumns()
        }
        let list = try BulkStatement(
            db,
            """
            SELECT day, value, logged_at FROM entry
            WHERE profile_id = ? AND activity = ? AND is_completed = 1 ORDER BY day, number
            """)
        try list.start(profile, number)
        while try list.next() {
            numbers.add(
                list.isNull(1) ? nil : list.double(1), on: CivilDate(days: list.int32(0)),
                at: list.isNull(2) ? .min : list.int64(2))
        }
        return numbers.finished()
    }
}
