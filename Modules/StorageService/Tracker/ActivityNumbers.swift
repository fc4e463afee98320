import GRDB
import Tracker

/// Rows of `entry_activity`: the numbers that identify activities in the rows of entries.
enum ActivityNumbers {
    /// The number of an activity; nil if the activity never had an entry.
    static func number(
        of activity: Activity.ID, profile: Int64, _ db: Database
    ) throws -> Int64? {
        let find = try BulkStatement(
            db, "SELECT number FROM entry_activity WHERE profile_id = ? AND id = ?")
        try find.start(profile, activity.rawValue)
        return try find.next() ? find.int64(0) : nil
    }

    /// The number of an activity, assigned if it has none.
    static func ensureNumber(
        of activity: Activity.ID, profile: Int64, _ db: Database
    ) throws -> Int64 {
        if let number = try number(of: activity, profile: profile, db) { return number }
        let greatest = try BulkStatement(
            db, "SELECT max(number) FROM entry_activity WHERE profile_id = ?")
        try greatest.start(profile)
        let number = try greatest.next() ? greatest.int64(0) + 1 : 1
        try BulkStatement(
            db, "INSERT INTO entry_activity (profile_id, number, id) VALUES (?, ?, ?)"
        ).run(profile, number, activity.rawValue)
        return number
    }

    /// The activities of a profile, by number.
    static func all(of profile: Int64, _ db: Database) throws -> [Int64: Activity.ID] {
        let list = try BulkStatement(
            db, "SELECT number, id FROM entry_activity WHERE profile_id = ?")
        try list.start(profile)
        var activities: [Int64: Activity.ID] = [:]
        while try list.next() { activities[list.int64(0)] = Activity.ID(list.text(1)) }
        return activities
    }
}
