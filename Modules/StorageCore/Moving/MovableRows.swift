/// The rows of profiles in one engine, for moving them to another.
package protocol MovableRows: Sendable {
    /// All profiles that have a name, ordered by name.
    func profiles() async throws -> [MovedProfile]
    /// The profile with an identifier, also without a name; nil: no such profile.
    func profile(_ id: Int64) async throws -> MovedProfile?
    /// Calls `body` with the rows of a table in pages.
    func read(
        _ table: MovedTable, of profile: Int64, _ body: ([MovedRow]) async throws -> Void
    ) async throws
    /// Replaces all rows of a profile by those that `body` appends, and the profile itself.
    func replace(
        _ profile: MovedProfile, _ body: (any MovedRowWriter) async throws -> Void
    ) async throws
}

/// Appends rows to the tables of a profile.
package protocol MovedRowWriter {
    /// Appends a page of rows of one table.
    func append(_ rows: [MovedRow], to table: MovedTable) async throws
}

extension MovableRows {
    /// The digests of all tables of a profile, of the rows with `shift` applied.
    package func digests(
        of profile: Int64, _ shift: NumberShift = NumberShift()
    ) async throws -> [MovedTable: RowDigest] {
        var digests: [MovedTable: RowDigest] = [:]
        for table in MovedTable.all {
            var digest = RowDigest()
            try await read(table, of: profile) { rows in
                for row in rows { digest.add(try shift.applied(to: row, of: table)) }
            }
            digests[table] = digest
        }
        return digests
    }

    /// The numbers of a profile in a space.
    func numbers(in space: NumberSpace, of profile: Int64) async throws -> [Int64] {
        let table: MovedTable =
            switch space {
            case .change: .change
            case .series: .series
            case .imports: .imports
            case .originals: .original
            }
        var numbers: [Int64] = []
        // The number is the first column of each of them.
        try await read(table, of: profile) { rows in numbers += rows.compactMap { $0[0].integer } }
        return numbers
    }

    /// The idempotency keys in the change log of a profile.
    func requestKeys(of profile: Int64) async throws -> [String] {
        guard let column = MovedTable.change.index(of: "idempotency_key") else { return [] }
        var keys: [String] = []
        try await read(.change, of: profile) { rows in keys += rows.compactMap { $0[column].text } }
        return keys
    }
}
