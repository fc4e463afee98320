import GRDB
import Tracker

extension EntryStore {
    /// Removes all entries of an activity.
    /// - Returns: The identifiers of the removed entries.
    static func removeAll(
        of activity: Activity.ID, profile: Int64, _ db: Database
    ) throws -> [Entry.ID] {
        guard let number = try ActivityNumbers.number(of: activity, profile: profile, db) else {
            return []
        }
        let list = try BulkStatement(
            db, "SELECT number, id FROM entry WHERE profile_id = ? AND activity = ?")
        try list.start(profile, number)
        var ids: [Entry.ID] = []
        while try list.next() {
            ids.append(list.withID { Entry.ID(String(decoding: $0, as: UTF8.self)) })
        }
        try BulkStatement(db, "DELETE FROM entry WHERE profile_id = ? AND activity = ?")
            .run(profile, number)
        return ids
    }
}
