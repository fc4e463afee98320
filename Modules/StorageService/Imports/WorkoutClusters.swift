import GRDB

/// Intervals in which workouts of one type follow one another without a gap. Overlapping workouts are
/// merged, so a change of one workout can change the day totals of its whole interval.
enum WorkoutClusters {
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
        var spans: [DaySpan] = []
        var open: (type: String, start: Int64, end: Int64, isChanged: Bool)?
        func close() {
            guard let open, open.isChanged else { return }
            spans.append(DaySpan(firstMs: open.start, lastMs: open.end))
        }
        while try list.next() {
            let (type, start, end) = (list.text(0), list.int64(1), list.int64(2))
            let isChanged = list.int64(3) != 0
            if let last = open, last.type == type, start <= last.end {
                open?.end = max(last.end, end)
                open?.isChanged = last.isChanged || isChanged
            } else {
                close()
                open = (type, start, max(start, end), isChanged)
            }
        }
        close()
        return spans.joined
    }
}
