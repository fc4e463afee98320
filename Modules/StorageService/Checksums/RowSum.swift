import CXXHash
import GRDB

/// The number of rows and the sum of their hashes, which does not depend on their order.
struct RowSum: Hashable, Sendable {
    var rows: Int64 = 0
    var high: UInt64 = 0
    var low: UInt64 = 0

    var isEmpty: Bool { self == RowSum() }

    mutating func add(_ hash: XXH128_hash_t) {
        rows &+= 1
        high &+= hash.high64
        low &+= hash.low64
    }

    mutating func add(_ other: RowSum) {
        rows &+= other.rows
        high &+= other.high
        low &+= other.low
    }

    mutating func remove(_ hash: XXH128_hash_t) {
        rows &-= 1
        high &-= hash.high64
        low &-= hash.low64
    }
}

/// The rows of one table that belong to one profile.
struct RowSet: Hashable, Sendable {
    var table: String
    var profile: Int64
}

/// Rows of `row_checksum`.
enum RowSumStore {
    static func all(_ db: Database) throws -> [RowSet: RowSum] {
        let list = try BulkStatement(db, "SELECT name, profile, rows, high, low FROM row_checksum")
        try list.start()
        var sums: [RowSet: RowSum] = [:]
        while try list.next() {
            sums[RowSet(table: list.text(0), profile: list.int64(1))] = RowSum(
                rows: list.int64(2), high: UInt64(bitPattern: list.int64(3)),
                low: UInt64(bitPattern: list.int64(4)))
        }
        return sums
    }

    static func save(_ sums: [RowSet: RowSum], _ db: Database) throws {
        let insert = try BulkStatement(
            db,
            "INSERT OR REPLACE INTO row_checksum (profile, name, rows, high, low) VALUES (?, ?, ?, ?, ?)"
        )
        let remove = try BulkStatement(
            db, "DELETE FROM row_checksum WHERE profile = ? AND name = ?")
        for (set, sum) in sums {
            if sum.isEmpty {
                try remove.run(set.profile, set.table)
            } else {
                try insert.run(
                    set.profile, set.table, sum.rows, Int64(bitPattern: sum.high),
                    Int64(bitPattern: sum.low))
            }
        }
    }

    /// Replaces all sums by those of the present rows.
    static func rebuild(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM row_checksum")
        try save(try ChecksummedTable.all(db).reduce(into: [:]) { try $1.sum(into: &$0, db) }, db)
    }
}
