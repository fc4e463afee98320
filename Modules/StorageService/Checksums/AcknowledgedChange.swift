import CXXHash
import GRDB
import GRDBSQLite

/// A change of the change log, reduced to its number, its time and the hash of its permanent columns.
struct AcknowledgedChange: Hashable, Sendable {
    var number: Int64
    /// Milliseconds since 1970.
    var at: Int64
    var hash: UInt64

    /// The hashed columns of the table `change`: number, profile_id, profile, at, who, kind, key, before and
    /// after. The later columns are cleared when the idempotency key expires.
    static let columns: Range<Int32> = 0..<9

    /// Accumulates the columns of a row in their order.
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

    /// The change with the number in the log; nil if there is no such row.
    static func stored(_ number: Int64, _ db: Database) throws -> AcknowledgedChange? {
        let find = try BulkStatement(db, "SELECT * FROM change WHERE number = ?")
        try find.start(number)
        guard try find.next() else { return nil }
        var row = Row()
        for column in columns { row.append(find, column) }
        return row.change
    }
}
