import Contracts
import GRDB
import RPC

/// Rows of `health_row`: what an export tells that is no sample.
enum HealthRowStore {
    /// Stages the rows of an import.
    /// - Returns: For each, whether it was unknown, to the profile and to this import.
    static func stage(
        _ rows: [HealthRow], import id: Int64, of profile: Int64, _ db: GRDB.Database
    ) throws -> [Bool] {
        let add = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO health_row
                    (profile_id, type, identity, start, import_id, content)
                VALUES (?, ?, ?, ?, ?, ?)
                """)
        return try rows.map { row in
            try add.execute(arguments: [
                profile, row.type, row.identity, row.start, id, try JSONBody.encode(row).text,
            ])
            return db.changesCount == 1
        }
    }

    static func publish(import id: Int64, _ db: GRDB.Database) throws {
        try db.execute(
            sql: "UPDATE health_row SET import_id = NULL WHERE import_id = ?", arguments: [id])
    }
}

extension HealthRow {
    /// What makes it the same as another of its type.
    var identity: String {
        switch self {
        case .workout(let workout):
            "\(workout.type)|\(workout.sourceKey)|\(workout.start)|\(workout.end)"
        case .correlation(let correlation):
            "\(correlation.type)|\(correlation.sourceKey)|\(correlation.start)|\(correlation.end)"
        case .activitySummary(let summary): summary.day
        }
    }

    /// Milliseconds since 1970; a day's summary has no instant and stands at 0.
    var start: Int64 {
        switch self {
        case .workout(let workout): workout.start
        case .correlation(let correlation): correlation.start
        case .activitySummary: 0
        }
    }
}
