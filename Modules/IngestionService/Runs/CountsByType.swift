import Contracts
import RPC

/// Counts by type of nested elements and of files beside the export, which are not items.
struct CountsByType: Hashable, Sendable {
    private(set) var rows: [String: ImportReport.Counts] = [:]

    /// Maximum number of types; further ones share the row "other".
    static let limit = 1 << 12
    /// Maximum count of one type in a batch, above that of any real file.
    static let greatestCount = 1 << 40

    mutating func add(
        _ type: String, stored: Int = 0, duplicate: Int = 0, quarantined: Int = 0, ignored: Int = 0
    ) {
        let numbers = [stored, duplicate, quarantined, ignored]
        guard numbers.contains(where: { $0 > 0 }) else { return }
        let row = rows.count < Self.limit || rows[type] != nil ? type : "other"
        var counts = rows[row, default: .init()]
        counts.stored = Self.sum(counts.stored, stored)
        counts.duplicate = Self.sum(counts.duplicate, duplicate)
        counts.quarantined = Self.sum(counts.quarantined, quarantined)
        counts.ignored = Self.sum(counts.ignored, ignored)
        counts.read = counts.stored + counts.duplicate + counts.quarantined + counts.ignored
        rows[row] = counts
    }

    /// Adds counts of an importer; `read` follows from the other counts.
    /// - Throws: INVALID_ARGUMENT for counts that are out of range.
    mutating func add(_ counts: [String: ImportReport.Counts]) throws(Status) {
        for (type, entry) in counts {
            try Self.check([entry.stored, entry.duplicate, entry.quarantined, entry.ignored])
            add(
                type, stored: entry.stored, duplicate: entry.duplicate,
                quarantined: entry.quarantined, ignored: entry.ignored)
        }
    }

    /// Adds the elements or files of one row.
    /// - Throws: INVALID_ARGUMENT for counts that are out of range.
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

    /// The sum, clamped so that four counts of a row add up without overflow.
    private static func sum(_ a: Int, _ b: Int) -> Int { min(a &+ max(0, b), 1 << 60) }
}
