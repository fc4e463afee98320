import GRDB
import StorageCore

extension WorkoutClusters {
    /// The days of the intervals with a workout that an import adds or removes. To be called after added
    /// rows are inserted and before removed rows are deleted.
    static func changed(
        by importID: Int64, of profile: Int64, _ db: Database
    ) throws -> [DaySpan] {
        let importedWorkouts = "WHERE profile_id = ?1 AND import_id = ?2 AND kind = 'Workout'"
        let isAny = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM staged_row \(importedWorkouts))
                    OR EXISTS (SELECT 1 FROM removed_row \(importedWorkouts))
                """, arguments: [profile, importID])
        guard isAny == true else { return [] }
        let list = try BulkStatement(
            db,
            """
            SELECT type, start, end, (start, end, type, source_key) IN (
                SELECT start, end, type, source_key FROM staged_row \(importedWorkouts)
                UNION ALL SELECT start, end, type, source_key FROM removed_row \(importedWorkouts))
            FROM workout WHERE profile_id = ?1 ORDER BY type, start, end
            """)
        try list.start(profile, importID)
        var clusters = WorkoutClusters()
        while try list.next() {
            clusters.add(
                type: list.text(0), start: list.int64(1), end: list.int64(2),
                isChanged: list.int64(3) != 0)
        }
        return clusters.changedDays()
    }
}
