import CivilTime
import GRDB
import StorageCore

/// An INSERT of several entries of one fill.
struct EntryInsertion: ~Copyable {
    private let statement: BulkStatement
    private let entries: RowSet
    private let checksums: RowChecksums?
    /// True for the rows of the statement that have optional values bound: values stay bound between runs, and
    /// those of most entries are NULL.
    private var hasOptionals: [Bool]

    /// The number of parameters of each row, which follow the shared ones.
    private static let parametersInRow: Int32 = 18
    /// The number of parameters that all rows share: the profile and the revision.
    private static let sharedParameters: Int32 = 2

    /// OR FAIL: a row that violates a constraint ends the savepoint, so SQLite need not be able to roll back the
    /// statement alone, for which it would copy each changed page.
    init(
        rows: Int, into displaced: DisplacedRows, checksums: RowChecksums?, _ db: Database
    ) throws {
        let values = (0..<Int32(rows)).map { row in
            let first = Self.sharedParameters + row * Self.parametersInRow + 1
            let own = (first..<first + Self.parametersInRow - 1).map { "?\($0)" }
            let last = first + Self.parametersInRow - 1
            return "(?1, \(own.joined(separator: ", ")), ?2, ?\(last))"
        }
        let statement = try BulkStatement(
            db,
            """
            INSERT OR FAIL INTO entry (profile_id, \(EntryStore.columns))
            VALUES \(values.joined(separator: ", "))
            """)
        try statement.bind(displaced.profile, at: 1)
        try statement.bind(displaced.step, at: 2)
        self.statement = statement
        entries = RowSet(table: "entry", profile: displaced.profile)
        self.checksums = checksums
        hasOptionals = Array(repeating: false, count: rows)
    }

    /// Inserts the rows, as many as the statement has.
    mutating func insert(_ rows: EntryPreparation.Rows) throws {
        for (row, entry) in rows.entries.enumerated() { try bind(entry, as: row) }
        guard let checksums else { return try statement.runBound() }
        try checksums.insert(rows.sum, into: entries) { try statement.runBound() }
    }

    /// Binds the entry as a row of the statement, each value by a call of its own: a call with all of them is not
    /// specialised for their types and takes longer than the insert of the row.
    private mutating func bind(_ entry: PreparedEntry, as row: Int) throws {
        let first = Self.sharedParameters + Int32(row) * Self.parametersInRow
        try statement.bind(entry.number, at: first + 1)
        try statement.bind(entry.key, at: first + 2)
        try statement.bind(entry.activity, at: first + 3)
        try statement.bind(entry.day.days, at: first + 4)
        try statement.bind(entry.isCompleted, at: first + 5)
        try statement.bind(entry.value, at: first + 6)
        let optionals = entry.optionals
        guard optionals != nil || hasOptionals[row] else { return }
        hasOptionals[row] = optionals != nil
        try statement.bind(optionals?.slot, at: first + 7)
        try statement.bind(optionals?.source, at: first + 8)
        try statement.bind(optionals?.note, at: first + 9)
        try statement.bind(optionals?.reason, at: first + 10)
        try statement.bind(optionals?.enteredAmount, at: first + 11)
        try statement.bind(optionals?.enteredUnit, at: first + 12)
        try statement.bind(optionals?.photos, at: first + 13)
        try statement.bind(optionals?.answer, at: first + 14)
        try statement.bind(optionals?.mood, at: first + 15)
        try statement.bind(optionals?.place, at: first + 16)
        try statement.bind(optionals?.loggedAt, at: first + 17)
        try statement.bind(optionals?.style, at: first + 18)
    }
}
