import CivilTime
import Contracts
import GRDB
import StorageCore
import Tracker

/// An INSERT of several entries of one fill, whose values are hashed while they are bound.
struct EntryInsertion: ~Copyable {
    private let statement: BulkStatement
    private let entries: RowSet
    private let step: Int64
    private let checksums: RowChecksums?
    /// True for the rows of the statement that have optional values bound: values stay bound between runs, and
    /// those of most entries are NULL.
    private var hasOptionals: [Bool]
    private var hasher = RowHasher()
    private var sum = RowSum()

    /// The parameters of each row, which follow the shared ones of the profile and the revision.
    private static let parametersInRow: Int32 = 18
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
        step = displaced.step
        self.checksums = checksums
        hasOptionals = Array(repeating: false, count: rows)
    }

    /// Binds the entry at `index` of a page, whose values are `entry`, as a row of the statement, each value by a
    /// call of its own: a call with all of them is not specialised for their types and takes longer than the
    /// insert of the row.
    mutating func bind(
        _ entry: EntryPageRows.Row, _ index: Int, of page: EntryPageRows, _ activity: Int64,
        _ number: Int64, as row: Int
    ) throws {
        let first = Self.sharedParameters + Int32(row) * Self.parametersInRow
        hasher.reset()
        entries.profile.append(to: &hasher)
        try bind(number, first + 1)
        try page.withID(index) { try bind(EntryKey(utf8: $0), first + 2) }
        try bind(activity, first + 3)
        try bind(entry.day.days, first + 4)
        try bind(Int64(entry.isCompleted ? 1 : 0), first + 5)
        try bind(entry.value, first + 6)
        try bindOptionals(of: entry, try page.extras(index), first, row)
        sum.add(hasher.hash)
    }

    private mutating func bindOptionals(
        of entry: EntryPageRows.Row, _ extras: EntryExtras?, _ first: Int32, _ row: Int
    ) throws {
        let hasSome = extras != nil || !entry.isPlain
        guard hasSome || hasOptionals[row] else {
            for _ in 0..<11 { hasher.appendNull() }
            step.append(to: &hasher)
            return hasher.appendNull()
        }
        hasOptionals[row] = hasSome
        try bind(entry.slot?.rawValue, first + 7)
        try bind(entry.source.stored, first + 8)
        try bind(extras?.note, first + 9)
        try bind(extras?.reason, first + 10)
        try bind(extras?.entered?.amount, first + 11)
        try bind(extras?.entered?.unit, first + 12)
        try bind(extras?.storedPhotos, first + 13)
        try bind(extras?.storedAnswer, first + 14)
        try bind(extras?.storedMood, first + 15)
        try bind(extras?.place, first + 16)
        try bind(entry.loggedAt, first + 17)
        step.append(to: &hasher)
        try bind(entry.style, first + 18)
    }

    private mutating func bind(_ value: some RowValue, _ index: Int32) throws {
        try statement.bind(value, at: index, hashing: &hasher)
    }

    /// Inserts the rows, all of which have to be bound.
    mutating func run() throws {
        defer { sum = RowSum() }
        guard let checksums else { return try statement.runBound() }
        try checksums.insert(sum, into: entries) { try statement.runBound() }
    }
}
