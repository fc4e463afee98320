import Contracts
import RPC

/// Rows of counts by type, for what is no item of the file: nested elements, and files beside the export.
struct CountsByType: Hashable, Sendable {
    private(set) var rows: [String: ImportReport.Counts] = [:]

    /// The types beyond these share one row.
    static let limit = 1 << 12
    /// More of one type in one batch than any file has.
    static let greatestCount = 1 << 40

    mutating func add(
        _ type: String, stored: Int = 0, duplicate: Int = 0, quarantined: Int = 0, ignored: Int = 0
    ) {
        let numbers = [stored, duplicate, quarantined, ignored]
        guard numbers.contains(where: { $0 > 0 }) else { return }
        let row = rows.count < Self.limit || rows[type] != nil ? type : "other"
        var books = rows[row, default: .init()]
        books.stored = Self.sum(books.stored, stored)
        books.duplicate = Self.sum(books.duplicate, duplicate)
        books.quarantined = Self.sum(books.quarantined, quarantined)
        books.ignored = Self.sum(books.ignored, ignored)
        books.read = books.stored + books.duplicate + books.quarantined + books.ignored
        rows[row] = books
    }

    /// Enters what an importer counted; `read` follows from the other counts.
    /// - Throws: INVALID_ARGUMENT for counts that no file has.
    mutating func add(_ counts: [String: ImportReport.Counts]) throws(Status) {
        for (type, books) in counts {
            try Self.check([books.stored, books.duplicate, books.quarantined, books.ignored])
            add(
                type, stored: books.stored, duplicate: books.duplicate,
                quarantined: books.quarantined, ignored: books.ignored)
        }
    }

    /// Enters the parts of one row.
    mutating func add(_ parts: [String: Int], isNew: Bool) throws(Status) {
        try Self.check(Array(parts.values))
        for (type, count) in parts {
            add(type, stored: isNew ? count : 0, duplicate: isNew ? 0 : count)
        }
    }

    private static func check(_ counts: [Int]) throws(Status) {
        guard counts.allSatisfy((0...greatestCount).contains) else {
            throw BatchColumns.rejection("a count of nested elements or files that is out of range")
        }
    }

    /// Four counts of a row add up without overflow.
    private static func sum(_ a: Int, _ b: Int) -> Int { min(a &+ max(0, b), 1 << 60) }
}
