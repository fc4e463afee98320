import CXXHash
import GRDB
import GRDBSQLite

/// A change of the change log by what stays of it: its number, its time and the hash of its texts.
struct AcknowledgedChange: Hashable, Sendable {
    var number: Int64
    /// Milliseconds since 1970.
    var at: Int64
    var hash: UInt64

    /// Of the table `change`: number, profile_id, profile, at, who, kind, key, before, after. What follows is
    /// forgotten after a while.
    static let columns: Range<Int32> = 0..<9

    /// The columns of a row, one after the other.
    struct Row {
        private var hasher = RowHasher()
        private var number: Int64 = 0
        private var at: Int64 = 0

        mutating func append(_ value: OpaquePointer?, _ column: Int32) {
            hasher.append(value)
            if column == 0 { number = sqlite3_value_int64(value) }
            if column == 3 { at = sqlite3_value_int64(value) }
        }

        mutating func append(_ statement: borrowing BulkStatement, _ column: Int32) {
            statement.append(column, to: &hasher)
            if column == 0 { number = statement.int64(0) }
            if column == 3 { at = statement.int64(3) }
        }

        var change: AcknowledgedChange {
            AcknowledgedChange(number: number, at: at, hash: hasher.hash.low64)
        }
    }

    /// The change of a number as the log has it; nil when there is none.
    static func stored(_ number: Int64, _ db: Database) throws -> AcknowledgedChange? {
        let find = try BulkStatement(db, "SELECT * FROM change WHERE number = ?")
        try find.start(number)
        guard try find.next() else { return nil }
        var row = Row()
        for column in columns { row.append(find, column) }
        return row.change
    }
}
