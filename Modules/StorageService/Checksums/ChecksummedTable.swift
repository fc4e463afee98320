import GRDB
import GRDBSQLite
import Glibc

/// A table whose rows have checksums: every table with rows of a profile, except the staging tables, which
/// are emptied at each start.
struct ChecksummedTable: Sendable {
    let name: String
    /// The name with its NUL, as C has it.
    private let cName: ContiguousArray<CChar>
    let columns: Int32
    /// The index of the column with the profile's identifier.
    let profileColumn: Int32

    func isNamed(_ name: UnsafePointer<CChar>) -> Bool {
        cName.withUnsafeBufferPointer { $0.baseAddress.map { strcmp(name, $0) == 0 } ?? false }
    }

    /// The tables, read with one statement: each start prepares it again, and one for each table takes a
    /// fifth of the time of a start.
    static func all(_ db: Database) throws -> [ChecksummedTable] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT entry.name, count(*), max(
                    iif(field.name = iif(entry.name = 'profile', 'id', 'profile_id'), field.cid, NULL))
                FROM sqlite_schema AS entry JOIN pragma_table_info(entry.name) AS field
                WHERE entry.type = 'table' AND entry.name NOT LIKE 'sqlite~_%' ESCAPE '~'
                    AND entry.name NOT LIKE 'staged~_%' ESCAPE '~'
                GROUP BY entry.name ORDER BY entry.name
                """
        ).compactMap { row in
            guard let profileColumn = row[2] as Int32? else { return nil }
            let name = row[0] as String
            return ChecksummedTable(
                name: name, cName: ContiguousArray(name.utf8CString), columns: row[1],
                profileColumn: profileColumn)
        }
    }

    /// Computes the sum of all rows of the table and stores it in `sums` by profile.
    func sum(into sums: inout [RowSet: RowSum], _ db: Database) throws {
        var hasher = RowHasher()
        var own: [Int64: RowSum] = [:]
        let rows = try BulkStatement(db, "SELECT * FROM \(name)")
        try rows.start()
        while try rows.next() {
            hasher.reset()
            for column in 0..<columns { rows.append(column, to: &hasher) }
            own[rows.int64(profileColumn), default: RowSum()].add(hasher.hash)
        }
        for (profile, sum) in own { sums[RowSet(table: name, profile: profile)] = sum }
    }
}
