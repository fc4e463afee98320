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

    static func all(_ db: Database) throws -> [ChecksummedTable] {
        let names = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
                    AND name NOT LIKE 'staged~_%' ESCAPE '~' ORDER BY name
                """)
        return try names.compactMap { name in
            let columns = try String.fetchAll(
                db, sql: "SELECT name FROM pragma_table_info(?) ORDER BY cid", arguments: [name])
            guard let index = columns.firstIndex(of: name == "profile" ? "id" : "profile_id")
            else { return nil }
            return ChecksummedTable(
                name: name, cName: ContiguousArray(name.utf8CString),
                columns: Int32(clamping: columns.count),
                profileColumn: Int32(clamping: index))
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
