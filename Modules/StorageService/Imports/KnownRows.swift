import Contracts
import GRDB
import RPC

/// Looks up health rows by identity among the published rows and those of one import.
struct KnownRows: ~Copyable {
    /// The state of a row in a profile.
    enum RowState: Equatable {
        case unknown, known
        /// Known, and `HealthRow` completes the stored row with the new one.
        case moreComplete(HealthRow)
        /// A summary that supersedes the stored one of its day, which is staged by the import or published.
        case newer(isStaged: Bool)
    }

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
    ) throws -> RowState {
        let identity = row.identity
        switch row {
        case .workout(let new):
            if let importID {
                try stagedWorkout.start(
                    profile, importID, identity.start, identity.end, identity.type,
                    identity.sourceKey)
                if try stagedWorkout.next() {
                    return try moreComplete(stagedWorkout.text(0), with: new)
                }
            }
            try workout.start(
                profile, identity.start, identity.end, identity.type, identity.sourceKey)
            guard try workout.next() else { return .unknown }
            return try moreComplete(workout.text(0), with: new)
        case .correlation:
            try correlation.start(
                profile, identity.start, identity.end, identity.type, identity.sourceKey,
                identity.detail)
            return try correlation.next() ? .known : .unknown
        case .activitySummary(let new):
            if let importID {
                try stagedSummary.start(profile, importID, new.day)
                if try stagedSummary.next() {
                    let isNewer = try supersedes(new, stagedSummary.text(0))
                    return isNewer ? .newer(isStaged: true) : .known
                }
            }
            try summary.start(profile, new.day)
            guard try summary.next() else { return .unknown }
            return try supersedes(new, summary.text(0)) ? .newer(isStaged: false) : .known
        }
    }

    private borrowing func supersedes(_ new: ActivitySummary, _ content: String) throws -> Bool {
        let row = try JSONBody.decode(HealthRow.self, from: Bytes(content))
        guard case .activitySummary(let stored) = row else { return true }
        return new.supersedes(stored)
    }

    /// An earlier export may have had fewer fields.
    private borrowing func moreComplete(_ content: String, with new: Workout) throws -> RowState {
        guard content != (try JSONBody.encode(HealthRow.workout(new)).text),
            case .workout(let stored) = try JSONBody.decode(HealthRow.self, from: Bytes(content)),
            let completed = stored.completed(by: new)
        else { return .known }
        return .moreComplete(.workout(completed))
    }
}
