import Contracts
import GRDB
import RPC
import StorageCore

/// Looks up health rows by identity among the published rows and those of one import.
struct KnownRows: ~Copyable {
    private let workout: BulkStatement
    private let stagedWorkout: BulkStatement
    private let correlation: BulkStatement
    private let summary: BulkStatement
    private let stagedSummary: BulkStatement

    init(_ db: Database) throws {
        let workout = try BulkStatement(
            db,
            """
            SELECT content FROM workout WHERE profile_id = ? AND start = ? AND end = ?
                AND type = ? AND source_key = ?
            """)
        let stagedWorkout = try BulkStatement(
            db,
            """
            SELECT content FROM staged_row WHERE profile_id = ? AND import_id = ?
                AND kind = 'Workout' AND start = ? AND end = ? AND type = ? AND source_key = ?
            """)
        let correlation = try BulkStatement(
            db,
            """
            SELECT 1 FROM correlation WHERE profile_id = ? AND start = ? AND end = ?
                AND type = ? AND source_key = ? AND detail = ?
            """)
        let summary = try BulkStatement(
            db, "SELECT content FROM activity_summary WHERE profile_id = ? AND day = ?")
        let stagedSummary = try BulkStatement(
            db,
            """
            SELECT content FROM staged_row WHERE profile_id = ? AND import_id = ?
                AND kind = 'ActivitySummary' AND start = 0 AND end = 0 AND type = ''
                AND source_key = '' AND detail = ?
            """)
        self.workout = workout
        self.stagedWorkout = stagedWorkout
        self.correlation = correlation
        self.summary = summary
        self.stagedSummary = stagedSummary
    }

    /// The state of a row among the published rows and those of the import; nil means no import.
    borrowing func state(
        of row: HealthRow, in profile: Int64, _ importID: Int64?
    ) throws -> HealthRowState {
        try HealthRowState(
            row, staged: try staged(row, in: profile, importID),
            published: try published(row, in: profile))
    }

    private borrowing func staged(
        _ row: HealthRow, in profile: Int64, _ importID: Int64?
    ) throws -> Bytes? {
        guard let importID else { return nil }
        let identity = row.identity
        if case .workout = row {
            try stagedWorkout.start(
                profile, importID, identity.start, identity.end, identity.type, identity.sourceKey)
            return try stagedWorkout.next() ? stagedWorkout.textBytes(0) : nil
        }
        try stagedSummary.start(profile, importID, identity.detail)
        return try stagedSummary.next() ? stagedSummary.textBytes(0) : nil
    }

    private borrowing func published(_ row: HealthRow, in profile: Int64) throws -> Bytes? {
        let identity = row.identity
        switch row {
        case .workout:
            try workout.start(
                profile, identity.start, identity.end, identity.type, identity.sourceKey)
            return try workout.next() ? workout.textBytes(0) : nil
        case .correlation:
            try correlation.start(
                profile, identity.start, identity.end, identity.type, identity.sourceKey,
                identity.detail)
            return try correlation.next() ? .empty : nil
        case .activitySummary:
            try summary.start(profile, identity.detail)
            return try summary.next() ? summary.textBytes(0) : nil
        }
    }
}
